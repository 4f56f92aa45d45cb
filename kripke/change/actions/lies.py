"""Statements that hearers believe, whether true or not: truthful announcements, lies and bluffs.

H. van Ditmarsch, "Dynamics of lying", Synthese 191 (2014), doi:10.1007/s11229-013-0275-3. The hearers are credulous: a
hearer who knows that the speaker is not sincere considers nothing possible afterwards and believes everything, which
`check_frames` reports. A speaker within the model says what the speaker believes (truth), believes to be false (lie),
or has no belief about (bluff); hearers believe that the speaker is sincere. A speaker outside the model says what is
true, or what is false. Revising hearers are not credulous: they consider it possible that the statement is a lie, but
believe that it is not.
"""

from collections.abc import Iterable

from kripke.change.actions.announcements import NOTHING, agent_group
from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError
from logic.clauses import And, B, Not, negation
from logic.formula import Formula
from logic.parser import parse

SINCERE = "truth"


def believed_announcement(
    formula: str | Formula,
    by: str | None = None,
    to: str | Iterable[str] | None = None,
    revising: str | Iterable[str] = (),
) -> EventModel:
    """The event model in which a speaker says that the formula holds, and the hearers believe the speaker.

    The facts, or the speaker's beliefs, decide whether the statement was a truth, a lie or a bluff.

    `ModelError` if nobody but the speaker hears it, or a revising agent does not hear it.

    Parameters
    ----------
    formula : Formula or str
        What is said.
    by : str, optional
        The speaker; None: a speaker outside the model, who tells the truth or lies.
    to : str or iterable of str, optional
        The hearers; everybody else believes that nothing happened. None: everybody hears it.
    revising : str or iterable of str
        Hearers who only find it more plausible that the speaker is sincere; the model must give them ranks.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"anne": [["heads"], ["tails"]],
    ...                    "bob": [["heads", "tails"]]}, actual="tails")
    >>> m.update(believed_announcement("h", by="anne")).holds("B_anne ~h & B_bob h & B_bob B_anne h")
    True
    """
    return _believed_statement(formula, by, to, revising, None)


def lie(
    formula: str | Formula,
    by: str | None = None,
    to: str | Iterable[str] | None = None,
    revising: str | Iterable[str] = (),
) -> EventModel:
    """The event model of a lie that hearers believe; the formula is false, or the speaker believes that it is false.

    A hearer who knows that it is a lie considers nothing possible afterwards, and so believes everything. To let the
    hearer keep their knowledge, give the model ranks and name the hearer in `revising`.

    Parameters
    ----------
    formula : Formula or str
        What is said.
    by : str, optional
        The speaker; None: a speaker outside the model, who says what is false.
    to : str or iterable of str, optional
        The hearers; everybody else believes that nothing happened. None: everybody hears it.
    revising : str or iterable of str
        Hearers who only find it more plausible that the speaker is sincere; the model must give them ranks.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"anne": [["heads"], ["tails"]],
    ...                    "bob": [["heads", "tails"]]}, actual="tails")
    >>> m.update(lie("h", by="anne")).holds("K_anne ~h & B_bob h")
    True
    """
    return _believed_statement(formula, by, to, revising, "lie")


def truthful(
    formula: str | Formula,
    by: str | None = None,
    to: str | Iterable[str] | None = None,
    revising: str | Iterable[str] = (),
) -> EventModel:
    """The event model of a sincere statement that hearers believe; the formula is true or believed by the speaker.

    Unlike `announcement`, it removes no world of a model with an actual world; the hearers only rule out the worlds
    where the statement is not sincere.

    Parameters
    ----------
    formula : Formula or str
        What is said.
    by : str, optional
        The speaker; None: a speaker outside the model, who says what is true.
    to : str or iterable of str, optional
        The hearers; everybody else believes that nothing happened. None: everybody hears it.
    revising : str or iterable of str
        Hearers who only find it more plausible that the speaker is sincere; the model must give them ranks.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"anne": [["heads"], ["tails"]],
    ...                    "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(truthful("h", by="anne")).holds("B_bob h & B_bob B_anne h")
    True
    """
    return _believed_statement(formula, by, to, revising, SINCERE)


def bluff(
    formula: str | Formula, by: str, to: str | Iterable[str] | None = None, revising: str | Iterable[str] = ()
) -> EventModel:
    """The event model of a bluff that is believed: the speaker believes neither the formula nor its negation.

    Parameters
    ----------
    formula : Formula or str
        What is said.
    by : str
        The speaker.
    to : str or iterable of str, optional
        The hearers; everybody else believes that nothing happened. None: everybody hears it.
    revising : str or iterable of str
        Hearers who only find it more plausible that the speaker is sincere; the model must give them ranks.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(bluff("h", by="anne")).holds("~Kw_anne h & B_bob (h & B_anne h)")
    True
    """
    return _believed_statement(formula, by, to, revising, "bluff")


def _believed_statement(
    formula: str | Formula,
    by: str | None,
    to: str | Iterable[str] | None,
    revising: str | Iterable[str],
    actual: str | None,
) -> EventModel:
    """The event model of a statement that hearers believe; `actual` is the designated event, None for all."""
    said = parse(formula)
    if by is None:
        statements = {SINCERE: Event(said), "lie": Event(negation(said))}
    else:
        yes, no = B(by, said), B(by, negation(said))
        statements = {SINCERE: Event(yes), "lie": Event(no), "bluff": Event(And(Not(yes), Not(no)))}
    revisers = () if revising is None else agent_group(revising, "revising", least=0)
    hearers = None if to is None else agent_group(to)
    if hearers == (by,):
        raise ModelError(f"to {by}: the speaker is the only hearer; name agents who may believe it")
    for agent in revisers:
        if agent == by or (hearers is not None and agent not in hearers):
            raise ModelError(f"revising {agent}: this agent does not hear it; name hearers, or remove the agent")
    unheard = {} if hearers is None else {NOTHING: Event()}
    nothing = [([name], [name]) for name in unheard]
    members = {agent: [([*statements], [SINCERE]), *nothing] for agent in hearers or ()}
    members |= {agent: [([*statements], [*statements]), *nothing] for agent in revisers}
    if by is not None:
        members[by] = [([kind], [kind]) for kind in (*statements, *unheard)]
    ranks = {kind: int(kind not in (SINCERE, NOTHING)) for kind in (*statements, *unheard)}
    return EventModel.kd45(
        {**statements, **unheard},
        members,
        tuple(statements) if actual is None else actual,
        others=[([*statements, *unheard], [SINCERE if hearers is None else NOTHING])],
        ranks=dict.fromkeys(revisers, ranks) or None,
    )
