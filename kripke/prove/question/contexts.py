"""The model after announcements and actions, described in the model before all of them.

A context is a world's history: the events that have happened there, each with its precondition. A world of the
updated model is a world before together with a context, and the relation between such pairs is a relation before with
a relation between contexts. Baltag, Moss and Solecki (1998); van Benthem, van Eijck and Kooi, "Logics of
communication and change" (2006), doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Protocol

from kripke.change.event import EventModel
from kripke.prove.question.nodes import Group
from logic.errors import TooLarge

LIMIT = 100_000
"""Number of contexts above which a formula is refused; each costs a copy of what is said after it."""


class Step(Protocol):
    """One event of an update."""

    def precondition(self) -> tuple[int, bool] | None:
        """The row of the precondition, and whether it must be true or false; None: none."""

    def postcondition(self, atom: str) -> int | None:
        """The row of the formula that gives the atom its value, or None if the atom keeps its value."""

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """Whose relations before make up the group's relation after, and the events that the group may see."""


@dataclass(frozen=True, slots=True)
class Told:
    """The public announcement of the formula in a row."""

    row: int

    def precondition(self) -> tuple[int, bool] | None:
        """The announced formula is true."""
        return self.row, True

    def postcondition(self, atom: str) -> int | None:
        """No atom changes."""

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """The event is public."""
        return group, [self]


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a question, which only some agents hear; None: all.

    Parameters
    ----------
    row : int
        The row of the formula.
    """

    row: int
    answer: bool
    hearers: Group | None

    def precondition(self) -> tuple[int, bool] | None:
        """The answer is right."""
        return self.row, self.answer

    def postcondition(self, atom: str) -> int | None:
        """No atom changes."""

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """A group with a hearer knows the answer; the others consider both possible."""
        if self.hearers is None or group & self.hearers:
            return group, [self]
        return group, [self, Answered(self.row, not self.answer, self.hearers)]


@dataclass(frozen=True, slots=True)
class Pooled:
    """Resolution: each member of the pool gets the intersection of the members' relations."""

    pool: Group

    def precondition(self) -> tuple[int, bool] | None:
        """Resolution can always happen."""

    def postcondition(self, atom: str) -> int | None:
        """No atom changes."""

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """A group with a member of the pool has the relations of the whole pool."""
        return (group | self.pool if group & self.pool else group), [self]


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of a named action."""

    action: NamedAction
    event: str

    def precondition(self) -> tuple[int, bool] | None:
        """The event's own."""
        return self.action.pre[self.event], True

    def postcondition(self, atom: str) -> int | None:
        """The event's own."""
        return self.action.post[self.event].get(atom)

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """The events that each agent of the group considers possible."""
        model = self.action.model
        seen = [set(model.seen(agent, self.event)) for agent in group]
        both = set.intersection(*seen)
        return group, [Happened(self.action, event) for event in model.events if event in both]


@dataclass(frozen=True, eq=False)
class NamedAction:
    """An event model with the rows of its formulas.

    Parameters
    ----------
    pre : mapping of str to int
        Event -> row of its precondition.
    post : mapping
        Event -> atom -> row of its postcondition.
    """

    model: EventModel
    pre: Mapping[str, int]
    post: Mapping[str, Mapping[str, int]]

    def happened(self, event: str) -> Happened:
        """The step in which this event happens."""
        return Happened(self, event)


class Contexts:
    """The contexts of a formula by number; 0 is the model before all updates."""

    def __init__(self) -> None:
        self.parent: list[int] = [0]
        self.step: list[Step | None] = [None]
        self.changes: list[bool] = [False]
        self.number: dict[tuple[int, Step], int] = {}
        self.alternatives: dict[tuple[int, Group], tuple[Group, list[int]]] = {}

    def after(self, context: int, step: Step) -> int:
        """The context in which one more event has happened.

        Raises
        ------
        TooLarge
            If there are over `LIMIT` contexts.
        """
        key = (context, step)
        if key not in self.number:
            if len(self.parent) > LIMIT:
                raise TooLarge(f"over {LIMIT:,} combinations of events; leave out what only some agents hear")
            self.number[key] = len(self.parent)
            self.parent.append(context)
            self.step.append(step)
            self.changes.append(self.changes[context] or isinstance(step, Happened))
        return self.number[key]

    def seen(self, context: int, group: Group) -> tuple[Group, list[int]]:
        """The agents whose relations before make up the group's relation, and the contexts that it considers possible.

        Notes
        -----
        Each context and group is answered once, from the answer for the context one event earlier.
        """
        waiting = []
        while (known := self.alternatives.get((context, group))) is None:
            step = self.step[context]
            if step is None:
                known = group, [context]
                self.alternatives[context, group] = known
                break
            before, events = step.seen(group)
            waiting.append((context, group, events))
            context, group = self.parent[context], before
        for later, seeing, events in reversed(waiting):
            known = known[0], [self.after(world, event) for world in known[1] for event in events]
            self.alternatives[later, seeing] = known
        return known

    def history(self, context: int, known: Container[int] = ()) -> list[tuple[int, Step]]:
        """The events of a context, the last first, each with the context before it, without known contexts."""
        events = []
        while context not in known and (step := self.step[context]) is not None:
            context = self.parent[context]
            events.append((context, step))
        return events
