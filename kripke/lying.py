"""What is said and believed, whether it is true or not: truthful announcements, lies and bluffs.

H. van Ditmarsch, "Dynamics of lying", Synthese 191 (2014), doi:10.1007/s11229-013-0275-3. The hearers are credulous:
who knew better considers nothing possible afterwards and believes everything, which `check_frames` reports. A speaker
within the model says what she believes (truth), the contrary of what she believes (lie), or what she has no belief
about (bluff); hearers take her to be sincere. A voice from outside says what is so, or what is not so.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.event import Event, EventModel
from kripke.telling import NOTHING, group
from logic.formula import And, B, Formula, Not
from logic.parser import parse

SINCERE = "truth"


def believed_announcement(
    formula: str | Formula, by: str | None = None, to: str | Iterable[str] | None = None
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

    Raises
    ------
    ModelError
        If the group is empty.

    Examples
    --------
    >>> from kripke.model import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"anne": [["heads"], ["tails"]],
    ...                    "bob": [["heads", "tails"]]}, actual="tails")
    >>> m.update(believed_announcement("h", by="anne")).holds("B_anne ~h & B_bob h & B_bob B_anne h")
    True
    """
    return _said(formula, by, to, None)


def lie(formula: str | Formula, by: str | None = None, to: str | Iterable[str] | None = None) -> EventModel:
    """A lie that is believed: the formula is false, or the speaker believes that it is; who hears it takes it for true.

    Parameters and errors as of `believed_announcement`.
    """
    return _said(formula, by, to, "lie")


def truthful(formula: str | Formula, by: str | None = None, to: str | Iterable[str] | None = None) -> EventModel:
    """A truth that is believed: the formula is true, or the speaker believes that it is.

    It differs from `announcement` in that no world goes: who hears it looks no more at the worlds where it would have
    been a lie. Parameters and errors as of `believed_announcement`.
    """
    return _said(formula, by, to, SINCERE)


def bluff(formula: str | Formula, by: str, to: str | Iterable[str] | None = None) -> EventModel:
    """A bluff that is believed: the speaker believes neither the formula nor its negation.

    Parameters and errors as of `believed_announcement`.
    """
    return _said(formula, by, to, "bluff")


def _said(formula: str | Formula, by: str | None, to: str | Iterable[str] | None, actual: str | None) -> EventModel:
    """The event model: hearers look from all that may be said at the truth, the speaker at what it is."""
    ways = _ways(parse(formula), by)
    told = [(ways, [SINCERE])]
    apart = [([way], [way]) for way in ways]
    happens = tuple(ways) if actual is None else actual
    if to is None:
        return EventModel.kd45(ways, {by: apart} if by else {}, happens, others=told)
    nothing = ([NOTHING], [NOTHING])
    members = {agent: [*told, nothing] for agent in group(to)}
    if by is not None:
        members[by] = [*apart, nothing]
    unheard = [([*ways, NOTHING], [NOTHING])]
    return EventModel.kd45({**ways, NOTHING: Event()}, members, happens, others=unheard)


def _ways(formula: Formula, by: str | None) -> dict[str, Event]:
    """The ways to say the formula, each with what makes it so."""
    if by is None:
        return {SINCERE: Event(formula), "lie": Event(Not(formula))}
    yes, no = B(by, formula), B(by, Not(formula))
    return {SINCERE: Event(yes), "lie": Event(no), "bluff": Event(And(Not(yes), Not(no)))}
