"""From formulas to nodes: announcements and actions are reduced away, common knowledge becomes a fixpoint.

Each subformula is translated once in each context. A context is a world's history: the events that have happened there,
each with its precondition. A world of the updated model is a world before together with a context, and the relation
between such pairs is a relation before with a relation between contexts. ``[p] K_a q`` becomes ``p -> K_a (p -> q)``;
``[p] C_G q``, which no formula without announcements says, becomes a fixpoint of its own: relativised common knowledge,
and after events that some agents miss, fixpoints that unfold into each other.

Baltag, Moss and Solecki (1998); van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006),
doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kripke.change.event import EventModel
from kripke.prove.clock import Clock
from kripke.prove.question.nodes import FALSE, TRUE, Group, Node, Nodes
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula
from logic.reduction import expanded
from logic.shared import answered
from logic.table import flatten

LIMIT = 100_000
"""Number of contexts above which a formula is refused; each costs a copy of what is said after it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event of an update; without more, it has no precondition, changes no atom and is public."""

    def precondition(self) -> tuple[int, bool] | None:
        """The row of the precondition, and whether it must be true or false; None: none."""
        return None

    def postcondition(self, atom: str) -> int | None:
        """The row of the formula that gives the atom its value, or None if the atom keeps its value."""
        return None

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """The agents whose previous relations make up the group's new one, and the events that the group may see."""
        return group, [self]


@dataclass(frozen=True, slots=True)
class Announced(Step):
    """The public announcement of the formula in a row."""

    row: int

    def precondition(self) -> tuple[int, bool] | None:
        """The announced formula is true."""
        return self.row, True


@dataclass(frozen=True, slots=True)
class Answered(Step):
    """The answer to the question whether the formula in a row is true, which only some agents hear; None: all."""

    row: int
    answer: bool
    hearers: Group | None

    def precondition(self) -> tuple[int, bool] | None:
        """The answer is right."""
        return self.row, self.answer

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """A group with a hearer knows the answer; the others consider both possible."""
        if self.hearers is None or group & self.hearers:
            return group, [self]
        return group, [self, Answered(self.row, not self.answer, self.hearers)]


@dataclass(frozen=True, slots=True)
class Pooled(Step):
    """Resolution: each member of the pool gets the intersection of the members' relations."""

    pool: Group

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """A group with a member of the pool has the relations of the whole pool."""
        return (group | self.pool if group & self.pool else group), [self]


@dataclass(frozen=True, slots=True)
class Happened(Step):
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
        both = set.intersection(*[set(model.seen(agent, self.event)) for agent in group])
        return group, [Happened(self.action, event) for event in model.events if event in both]


@dataclass(frozen=True, eq=False)
class NamedAction:
    """An event model with the rows of its formulas."""

    model: EventModel
    pre: Mapping[str, int]  # event -> row of its precondition
    post: Mapping[str, Mapping[str, int]]  # event -> atom -> row of its postcondition


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


Goal = tuple[int, int]
"""A context and a row."""


class Reducer:
    """Translates the rows of some formulas into nodes.

    Notes
    -----
    O(n c s) for n distinct subformulas, c contexts and s contexts seen from one; without recursion.
    """

    def __init__(
        self,
        formulas: Sequence[Formula],
        agents: Group,
        vocabulary: Iterable[str] = (),
        actions: Mapping[str, EventModel] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.nodes, self.contexts = Nodes(), Contexts()
        self.agents, self.vocabulary = agents, sorted(set(vocabulary))
        self.clock = clock or Clock(None)
        texts = [formula for model in (actions or {}).values() for formula in _formulas_of(model)]
        table = flatten(*expanded(*formulas, *texts), *map(f.Atom, self.vocabulary))
        self.rows, self.roots = table.rows, table.roots[: len(formulas)]
        rows = iter(table.roots[len(formulas) :])
        self.actions = {name: _named(model, rows) for name, model in (actions or {}).items()}
        self.atom_rows = dict(zip(self.vocabulary, rows, strict=True))
        self.done: dict[Goal, Node] = {}

        self.pre: dict[int, Node] = {0: TRUE}
        self.fixpoints: list[Goal] = []

    def run(self) -> list[Node]:
        """The nodes of the formulas."""
        nodes = [self.translate((0, root)) for root in self.roots]
        while self.fixpoints:
            self._unfold(self.fixpoints.pop())
        return nodes

    def translate(self, goal: Goal) -> Node:
        """The node of a row in a context."""
        return answered(goal, self.done, self._reading)

    def _reading(self, goal: Goal) -> Generator[Goal, Node, Node]:
        """The node of a row in a context, from the nodes that are needed first."""
        self.clock.tick()
        context, row = goal
        node, kids = self.rows[row]
        if isinstance(node, f.C):
            self.fixpoints.append(goal)
            return self.nodes.fix(goal)
        if isinstance(node, f.Atom):
            value = self._value(context, node.name)
            return self.nodes.atom(node.name) if value is None else (yield value)
        if isinstance(node, CHANGES):
            for step in self._steps(row):
                for condition in self._condition(context, step):
                    if condition not in self.done:
                        yield condition
            for step in self._possible(context, row):
                yield self.contexts.after(context, step), kids[-1]
            return self._change(context, row)
        if isinstance(node, MODAL):
            rows = [self.atom_rows[a] for a in self._values(node.variable)] if isinstance(node, f.Kv) else kids
            for needed in [each for group in self._groups(node) for each in self._beyond(context, group, rows)]:
                if needed not in self.done:
                    yield needed
            return self._modality(context, node, rows)
        made = []
        for kid in kids:
            made.append((yield context, kid))
        return self._connective(node, made)

    def _value(self, context: int, atom: str) -> Goal | None:
        """The goal that gives the atom its value after the events of the context; None: its value before them."""
        if not self.contexts.changes[context]:
            return None
        for before, step in self.contexts.history(context):
            if (row := step.postcondition(atom)) is not None:
                return before, row
        return None

    def _steps(self, row: int) -> list[Step]:
        """The events that the operator of a row says may happen."""
        node, kids = self.rows[row]
        if isinstance(node, (f.Act, f.ActDual)):
            action = self.actions[node.action]
            return [Happened(action, event) for event in action.model.designated]
        if isinstance(node, f.AnnounceWhether):
            return [Answered(kids[0], yes, node.group) for yes in (True, False)]  # type: ignore[arg-type]
        if isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is not None:
            return [Answered(kids[0], True, frozenset(node.group))]
        return [Pooled(self._members(node)) if isinstance(node, f.R) else Announced(kids[0])]

    def _possible(self, context: int, row: int) -> list[Step]:
        """The events of the operator whose precondition is not refuted already."""
        return [step for step in self._steps(row) if self._holds(context, step) != FALSE]

    def _condition(self, context: int, step: Step) -> list[Goal]:
        """The goal of an event's precondition, if it has one."""
        found = step.precondition()
        return [] if found is None else [(context, found[0])]

    def _holds(self, context: int, step: Step) -> Node:
        """The node of the event's precondition in the context."""
        found = step.precondition()
        return TRUE if found is None else self.done[context, found[0]] ^ (not found[1])

    def _groups(self, node: Any) -> list[Group]:
        """The groups whose boxes the operator is made of."""
        if isinstance(node, f.D):
            return [self._members(node)]
        if isinstance(node, (f.E, f.C)):
            return [frozenset([agent]) for agent in sorted(self._members(node))]
        return [frozenset([node.agent])]

    def _members(self, node: Any) -> Group:
        """The group of an operator; all agents if it names none."""
        return self.agents if node.group is None else frozenset(node.group)

    def _values(self, variable: str) -> list[str]:
        """The atoms of the vocabulary that give the variable a value."""
        return [atom for atom in self.vocabulary if atom.startswith(variable + "=")]

    def _beyond(self, context: int, group: Group, rows: Iterable[int]) -> list[Goal]:
        """The goals of the rows in the contexts that the group considers possible, preconditions first."""
        rows, goals = list(rows), []
        for seen in self.contexts.seen(context, group)[1]:
            for before, step in self.contexts.history(seen, known=self.pre):
                goals += self._condition(before, step)
            goals += [(seen, row) for row in rows]
        return goals

    def _precondition(self, context: int) -> Node:
        """The node that says, in the model before all updates, that the events of the context happened."""
        waiting = [context]
        while (last := waiting[-1]) not in self.pre:
            waiting.append(self.contexts.parent[last])
        for later in reversed(waiting[:-1]):
            step = self.contexts.step[later]
            before = self.contexts.parent[later]
            self.pre[later] = self.nodes.both(self.pre[before], TRUE if step is None else self._holds(before, step))
        return self.pre[context]

    def _connective(self, node: Formula, made: list[Node]) -> Node:
        """The node of a connective over nodes."""
        match node:
            case f.Top():
                return TRUE
            case f.Bottom():
                return FALSE
            case f.Not():
                return made[0] ^ 1
            case f.And():
                return self.nodes.both(*made)
            case f.Or():
                return self.nodes.either(*made)
            case f.Implies():
                return self.nodes.either(made[0] ^ 1, made[1])
            case f.Iff() | f.Xor():
                one, other = made
                sides = self.nodes.either(one ^ 1, other), self.nodes.either(one, other ^ 1)
                return self.nodes.both(*sides) ^ isinstance(node, f.Xor)
        raise AssertionError(f"no translation of {type(node).__name__}")

    def _modality(self, context: int, node: Any, rows: Sequence[int]) -> Node:
        """The operators over the relation of an agent or a group."""
        match node:
            case f.K() | f.B() | f.D() | f.E():
                return self.nodes.all([self._box(context, group, rows[0]) for group in self._groups(node)])
            case f.M():
                return self._box(context, frozenset([node.agent]), rows[0], flip=1) ^ 1
            case f.Kw():
                boxes = [self._box(context, frozenset([node.agent]), rows[0], flip) for flip in (0, 1)]
                return self.nodes.either(*boxes)
            case f.Kv():
                return self.nodes.any([self._box(context, frozenset([node.agent]), row) for row in rows])
        raise AssertionError(f"no translation of {type(node).__name__}")

    def _box(self, context: int, group: Group, row: int, flip: int = 0) -> Node:
        """In all worlds and contexts that the group considers possible, the row holds (`flip`: fails)."""
        boxes = []
        base, contexts = self.contexts.seen(context, group)
        for seen in contexts:
            body = self.nodes.either(self._precondition(seen) ^ 1, self.done[seen, row] ^ flip)
            boxes.append(self.nodes.box(base, body))
        return self.nodes.all(boxes)

    def _change(self, context: int, row: int) -> Node:
        """The formula that holds after all events that may happen, or for a dual operator after one."""
        node, body = self.rows[row][0], self.rows[row][1][-1]
        dual = isinstance(node, (f.AnnounceDual, f.ActDual))
        parts = []
        for step in self._possible(context, row):
            then, pre = self.done[self.contexts.after(context, step), body], self._holds(context, step)
            parts.append(self.nodes.both(pre, then) if dual else self.nodes.either(pre ^ 1, then))
        return self.nodes.any(parts) if dual else self.nodes.all(parts)

    def _unfold(self, goal: Goal) -> None:
        """Define the fixpoint of common knowledge in a context: one step of any agent, then the body and itself."""
        context, row = goal
        node, kids = self.rows[row]
        steps = []
        for group in self._groups(node):
            for needed in self._beyond(context, group, kids):
                self.translate(needed)
            base, contexts = self.contexts.seen(context, group)
            for seen in contexts:
                then = self.translate((seen, row))
                steps.append((base, self._precondition(seen), self.done[seen, kids[0]], then))
        self.nodes.define(self.done[goal], steps)


FACTS = (f.Top, f.Bottom, f.Atom, f.Not, f.And, f.Or, f.Xor, f.Implies, f.Iff)
CHANGES = (f.Announce, f.AnnounceDual, f.AnnounceWhether, f.Act, f.ActDual, f.R)
MODAL = (f.K, f.M, f.Kw, f.Kv, f.B, f.E, f.C, f.D)
REPEATED = tuple([c for c in f.LANGUAGE if c.operator.repeats in {clause.__name__ for clause in MODAL}])
SUPPORTED = (*FACTS, *CHANGES, *MODAL, *REPEATED)


def _formulas_of(model: EventModel) -> list[Formula]:
    """The preconditions and postconditions of an event model, in the order in which `_named` takes their rows."""
    return [formula for event in model.events.values() for formula in (event.pre, *event.post.values())]


def _named(model: EventModel, rows: Iterator[int]) -> NamedAction:
    pre, post = {}, {}
    for name, event in model.events.items():
        pre[name] = next(rows)
        post[name] = {atom: next(rows) for atom in event.post}
    return NamedAction(model, pre, post)
