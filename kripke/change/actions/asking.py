"""Actions of finding out: questions and answers, a look under the cup, a letter.

van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4: a
letter that is read, or perhaps read, in chapters 5 and 6. Who asks earnestly does not know the answer, and thinks that
the other may: J. van Benthem, *Logical Dynamics of Information and Interaction* (2011), doi:10.1017/CBO9780511974533.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.change.actions.telling import announcement, answers, group, privately
from kripke.change.event import Event, EventModel
from kripke.data.errors import require_flag
from logic.formula import And, Formula, K, Kw, M, Not
from logic.parser import parse


def asking(formula: str | Formula, by: str, of: str | None = None) -> EventModel:
    """An agent asks in public and earnestly whether the formula holds: all learn that she does not know it.

    Parameters
    ----------
    formula : Formula or str
        What she asks for.
    by : str
        Who asks.
    of : str, optional
        Who is asked; all learn, too, that the asker thinks that this agent may know it.
    """
    question = parse(formula)
    ignorance = Not(Kw(by, question))
    return announcement(ignorance if of is None else And(ignorance, M(by, Kw(of, question))))


def answering(formula: str | Formula, by: str, to: str | Iterable[str] | None = None) -> EventModel:
    """An agent says truthfully what she knows about the formula: ``yes``, ``no``, or ``unknown``.

    Parameters
    ----------
    formula : Formula or str
        What she was asked.
    by : str
        Who answers.
    to : str or iterable of str, optional
        Who hears the answer, while everybody else notices that they do; None: everybody.

    Raises
    ------
    ModelError
        If the group is empty.
    """
    question = parse(formula)
    events = {
        "yes": Event(K(by, question)),
        "no": Event(K(by, Not(question))),
        "unknown": Event(Not(Kw(by, question))),
    }
    apart = [[name] for name in events]
    hearing = () if to is None else (by, *group(to))
    return EventModel.s5(events, dict.fromkeys(hearing, apart), others=apart if to is None else [list(events)])


def peek(formula: str | Formula, by: str | Iterable[str], noticed: bool = True) -> EventModel:
    """An agent or a group looks whether the formula holds.

    Parameters
    ----------
    formula : Formula or str
        What is seen: ``yes`` where it holds, ``no`` where it does not.
    by : str or iterable of str
        Who looks.
    noticed : bool
        Whether everybody else notices that they look; if not, the others believe that nothing happened.

    Raises
    ------
    ModelError
        If the group is empty.
    """
    lookers = group(by, "by")
    if require_flag(noticed, "noticed"):
        return answers(formula, lookers)
    asked = parse(formula)
    return privately({"yes": Event(asked), "no": Event(Not(asked))}, lookers)


def read_letter(formula: str | Formula, by: str) -> EventModel:
    """An agent reads a letter that says whether the formula holds, and everybody sees her read.

    The action ``read`` of van Ditmarsch, van der Hoek and Kooi (2007), chapter 5.
    """
    return peek(formula, by)


def may_read(formula: str | Formula, by: str | Iterable[str], read: bool | None = None) -> EventModel:
    """An agent may have read a letter that says whether the formula holds; nobody else can tell whether she did.

    The action ``mayread`` of van Ditmarsch, van der Hoek and Kooi (2007), chapter 5.

    Parameters
    ----------
    formula : Formula or str
        What the letter says.
    by : str or iterable of str
        Who may have read it.
    read : bool, optional
        Whether she read it (``yes`` or ``no``) or left it (``unread``); None: open, and `update` is told by ``event=``.

    Raises
    ------
    ModelError
        If the group is empty, or `read` is something else.
    """
    asked = parse(formula)
    events = {"yes": Event(asked), "no": Event(Not(asked)), "unread": Event()}
    actual = None if read is None else ("yes", "no") if require_flag(read, "read") else "unread"
    apart = [[name] for name in events]
    return EventModel.s5(events, dict.fromkeys(group(by, "by"), apart), actual, others=[list(events)])
