"""What is said and believed, whether it is true or not: truthful announcements, lies and bluffs.

H. van Ditmarsch, "Dynamics of lying", Synthese 191 (2014), doi:10.1007/s11229-013-0275-3. The hearers are credulous:
who knew better considers nothing possible afterwards and believes everything, which `check_frames` reports. A speaker
within the model says what she believes (truth), the contrary of what she believes (lie), or what she has no belief
about (bluff); hearers take her to be sincere. A voice from outside says what is so, or what is not so. Those who revise
are not credulous: they keep it possible that it was a lie, and believe that it was not.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.change.actions.telling import NOTHING, Group, group
from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError
from logic.formula import And, B, Formula, Not
from logic.parser import parse

SINCERE = "truth"


def believed_announcement(
    formula: str | Formula,
    by: str | None = None,
    to: str | Iterable[str] | None = None,
    revising: str | Iterable[str] = (),
) -> EventModel:
    """It is said that the formula holds, and who hears it believes that it was said sincerely.

    Whether it was a truth, a lie or a bluff is decided by what is so, or by what the speaker believes.

    Parameters
    ----------
    formula : Formula or str
        What is said.
    by : str, optional
        The speaker, who knows which it was; None: a voice from outside the model, which says a truth or lies.
    to : str or iterable of str, optional
        Who hears it, while everybody else believes that nothing happened; None: everybody.
    revising : str or iterable of str
        Hearers who only find it more plausible that it was sincere, and can find out that it was not; the model gives
        them ranks (which may all be 0).

    Raises
    ------
    ModelError
        If nobody but the speaker hears it, or one who revises is no hearer.

    Examples
    --------
    >>> from kripke.models.kripke_model import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"anne": [["heads"], ["tails"]],
    ...                    "bob": [["heads", "tails"]]}, actual="tails")
    >>> m.update(believed_announcement("h", by="anne")).holds("B_anne ~h & B_bob h & B_bob B_anne h")
    True
    """
    return _said(formula, by, to, revising, None)


def lie(
    formula: str | Formula,
    by: str | None = None,
    to: str | Iterable[str] | None = None,
    revising: str | Iterable[str] = (),
) -> EventModel:
    """A lie that is believed: the formula is false, or the speaker believes that it is; hearers take it for true.

    Parameters and errors as of `believed_announcement`.
    """
    return _said(formula, by, to, revising, "lie")


def truthful(
    formula: str | Formula,
    by: str | None = None,
    to: str | Iterable[str] | None = None,
    revising: str | Iterable[str] = (),
) -> EventModel:
    """A truth that is believed: the formula is true, or the speaker believes that it is.

    It differs from `announcement` in that no world goes: who hears it looks no more at the worlds where it would have
    been a lie. Parameters and errors as of `believed_announcement`.
    """
    return _said(formula, by, to, revising, SINCERE)


def bluff(
    formula: str | Formula, by: str, to: str | Iterable[str] | None = None, revising: str | Iterable[str] = ()
) -> EventModel:
    """A bluff that is believed: the speaker believes neither the formula nor its negation.

    Parameters and errors as of `believed_announcement`.
    """
    return _said(formula, by, to, revising, "bluff")


def _said(
    formula: str | Formula,
    by: str | None,
    to: str | Iterable[str] | None,
    revising: str | Iterable[str],
    actual: str | None,
) -> EventModel:
    """The event model: hearers look from all that may be said at the truth, the speaker at what it is."""
    ways = _ways(parse(formula), by)
    doubting = group(revising, "revising") if revising else ()
    hearing = None if to is None else group(to)
    if hearing == (by,):
        raise ModelError(f"to {by}: the speaker herself knows what it is; name those who may believe it")
    _require_hearers(doubting, by, hearing)
    unheard = {} if hearing is None else {NOTHING: Event()}
    nothing = [([name], [name]) for name in unheard]
    members = {agent: [([*ways], [SINCERE]), *nothing] for agent in hearing or ()}
    members |= {agent: [([*ways], [*ways]), *nothing] for agent in doubting}
    if by is not None:
        members[by] = [([way], [way]) for way in (*ways, *unheard)]
    ranks = {way: int(way not in (SINCERE, NOTHING)) for way in (*ways, *unheard)}
    return EventModel.kd45(
        {**ways, **unheard},
        members,
        tuple(ways) if actual is None else actual,
        others=[([*ways, *unheard], [SINCERE if hearing is None else NOTHING])],
        ranks=dict.fromkeys(doubting, ranks) or None,
    )


def _require_hearers(doubting: Group, by: str | None, hearing: Group | None) -> None:
    for agent in doubting:
        if agent == by or (hearing is not None and agent not in hearing):
            raise ModelError(f"revising {agent}: she does not hear it; name hearers, or leave her out")


def _ways(formula: Formula, by: str | None) -> dict[str, Event]:
    """The ways to say the formula, each with what makes it so."""
    if by is None:
        return {SINCERE: Event(formula), "lie": Event(Not(formula))}
    yes, no = B(by, formula), B(by, Not(formula))
    return {SINCERE: Event(yes), "lie": Event(no), "bluff": Event(And(Not(yes), Not(no)))}
