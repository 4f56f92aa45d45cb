"""Questions, answers, and observations: asking, answering, looking at something, reading a letter.

van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4: chapters
5 and 6 have the example of a letter that an agent reads or may have read. An agent who asks sincerely does not know the
answer, and considers it possible that the other agent knows it: J. van Benthem, *Logical Dynamics of Information and
Interaction* (2011), doi:10.1017/CBO9780511974533.
"""

from collections.abc import Iterable

from kripke.change.actions.announcements import agent_group, announcement, answer_events, unnoticed_events
from kripke.change.event import Event, EventModel
from kripke.data.errors import require_flag
from logic.clauses import And, K, Kw, M, Not, negation
from logic.formula import Formula
from logic.parser import parse


def asking(formula: str | Formula, by: str, of: str | None = None) -> EventModel:
    """The event model of a public question: all agents learn that the asker does not know whether the formula holds.

    Parameters
    ----------
    formula : Formula or str
        The question.
    by : str
        The agent who asks.
    of : str, optional
        The agent who is asked. All agents also learn that the asker considers it possible that this agent knows the
        answer.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads"], ["tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(asking("h", by="bob", of="anne")).holds("K_anne (~Kw_bob h & M_bob Kw_anne h)")
    True
    """
    question = parse(formula)
    ignorance = Not(Kw(by, question))
    return announcement(ignorance if of is None else And(ignorance, M(by, Kw(of, question))))


def answering(formula: str | Formula, by: str, to: str | Iterable[str] | None = None) -> EventModel:
    """The event model in which an agent says what they know about the formula: ``yes``, ``no``, or ``unknown``.

    `ModelError` if `to` is empty.

    Parameters
    ----------
    formula : Formula or str
        The question.
    by : str
        The agent who answers.
    to : str or iterable of str, optional
        The agents who hear the answer, while everybody else notices that they do; None: everybody.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads"], ["tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(answering("h", by="anne")).holds("C h")
    True
    """
    question = parse(formula)
    events = {
        "yes": Event(K(by, question)),
        "no": Event(K(by, negation(question))),
        "unknown": Event(Not(Kw(by, question))),
    }
    apart = [[name] for name in events]
    hearers = () if to is None else (by, *agent_group(to))
    return EventModel.s5(events, dict.fromkeys(hearers, apart), others=apart if to is None else [list(events)])


def peek(formula: str | Formula, by: str | Iterable[str], noticed: bool = True) -> EventModel:
    """The event model in which one or more agents see whether the formula holds.

    `ModelError` if `by` is empty.

    Parameters
    ----------
    formula : Formula or str
        What they see: ``yes`` if it holds, ``no`` if it does not.
    by : str or iterable of str
        The agents who look.
    noticed : bool
        Whether everybody else notices that they look; if not, the others believe that nothing happened.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(peek("h", by="anne")).holds("K_anne h & K_bob Kw_anne h")
    True
    >>> m.update(peek("h", by="anne", noticed=False)).holds("K_anne h & B_bob ~Kw_anne h")
    True
    """
    observers = agent_group(by, "by")
    if require_flag(noticed, "noticed"):
        return answer_events(formula, observers)
    precondition = parse(formula)
    return unnoticed_events({"yes": Event(precondition), "no": Event(negation(precondition))}, observers)


def read_letter(formula: str | Formula, by: str) -> EventModel:
    """The event model in which everybody sees an agent read a letter that says whether the formula holds.

    The action ``read`` of van Ditmarsch, van der Hoek and Kooi (2007), chapter 5.

    Parameters
    ----------
    formula : Formula or str
        What the letter says.
    by : str
        The agent who reads it.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(read_letter("h", by="anne")).holds("K_anne h & ~K_bob h & K_bob Kw_anne h")
    True
    """
    return peek(formula, by)


def may_read(formula: str | Formula, by: str | Iterable[str], read: bool | None = None) -> EventModel:
    """The event model in which some agents may have read whether the formula holds; no other agent learns if they did.

    The action ``mayread`` of van Ditmarsch, van der Hoek and Kooi (2007), chapter 5.

    `ModelError` if `by` is empty, or `read` is not True, False or None.

    Parameters
    ----------
    formula : Formula or str
        The formula; a letter says whether it holds.
    by : str or iterable of str
        The agents who may have read the letter.
    read : bool, optional
        Whether they read it (event ``yes`` or ``no``) or did not (event ``unread``). With None, the event model leaves
        this open, and the argument `event` of `update` can choose.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> m.update(may_read("h", by="anne", read=True)).holds("K_anne h & ~K_bob Kw_anne h & M_bob Kw_anne h")
    True
    """
    precondition = parse(formula)
    events = {"yes": Event(precondition), "no": Event(negation(precondition)), "unread": Event()}
    actual = None if read is None else ("yes", "no") if require_flag(read, "read") else "unread"
    apart = [[name] for name in events]
    return EventModel.s5(events, dict.fromkeys(agent_group(by, "by"), apart), actual, others=[list(events)])
