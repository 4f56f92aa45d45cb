"""Translation of formulas to nodes: changes are eliminated; common knowledge and repetition become fixpoints.

Each subformula is translated once in each context. A subformula is given by its row, an index in the table of all
subformulas. A context is the sequence of events that have happened at a world, each with its precondition. A world of
the updated model is a pair of an original world and a context. Two pairs are related if both their worlds and their
contexts are related. ``[p] K_a q`` becomes ``p -> K_a (p -> q)``. ``[p] C_G q`` becomes a new fixpoint, relativised
common knowledge, since common knowledge without announcements cannot express it. After events that some agents miss,
there are several fixpoints that unfold into each other.

Sources: Baltag, Moss and Solecki (1998); van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006),
doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from kripke.change.event import EventModel
from kripke.prove.clock import Clock
from kripke.prove.question.nodes import FALSE, TRUE, Group, Node, Nodes
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula
from logic.programs import Automaton, automaton
from logic.shared import BOOLEAN, Rows, answered, evaluated, expansion

LIMIT = 100_000  # number of contexts above which a formula is refused; each costs a copy of the formulas after it


@dataclass(frozen=True, eq=False)
class NamedAction:
    """An event model with the rows of its formulas."""

    name: str
    model: EventModel
    pre: Mapping[str, int]  # event -> row of its precondition
    post: Mapping[str, Mapping[str, int]]  # event -> atom -> row of its postcondition


@dataclass(frozen=True, slots=True)
class Step:
    """One event of an update: an announcement, an answer that some agents hear, a resolution, or an action's event.

    For an action's event, `action` is the action and `event` the name of the event in its model.
    """

    row: int | None = None  # the row of the precondition; None if there is none
    answer: bool = True  # whether the precondition must be true
    hearers: Group | None = None  # the agents who learn the answer; None: all
    asked: bool = False  # whether it is an answer to a question instead of a public announcement
    pool: Group = frozenset()  # the agents of a resolution: each gets the intersection of their relations
    action: NamedAction | None = None
    event: str = ""

    def postcondition(self, atom: str) -> int | None:
        """Return the row of the formula that gives the atom its new value; None if the atom keeps its value."""
        return None if self.action is None else self.action.post[self.event].get(atom)

    def seen(self, group: Group) -> tuple[Group, list[Step]]:
        """Return the group and the events that determine the relation of `group` after this event.

        The relation leads to the pairs (world, event) where `event` is a returned event, and all agents of the returned
        group considered `world` possible before.
        """
        if self.action is not None:
            both = set.intersection(*[set(self.action.model.seen(agent, self.event)) for agent in group])
            return group, [happened(self.action, event) for event in self.action.model.events if event in both]
        if self.hearers is not None and not group & self.hearers:
            return group, [self, replace(self, answer=not self.answer)]
        return (group | self.pool if group & self.pool else group), [self]


def happened(action: NamedAction, event: str) -> Step:
    """Return the `Step` for an event of a named action."""
    return Step(action.pre[event], action=action, event=event)


def rows_of(
    formulas: Iterable[Formula], actions: Mapping[str, EventModel]
) -> tuple[Rows, Iterator[int], dict[str, NamedAction]]:
    """Return the rows of all formulas, including those in actions; the row numbers of `formulas`; the named actions."""
    table = expansion(*[each for model in actions.values() for each in model.formulas], *formulas)
    roots, named = iter(table.roots), dict[str, NamedAction]()
    for name, model in actions.items():
        pre, post = {}, {}
        for event, content in model.events.items():
            pre[event] = next(roots)
            post[event] = {atom: next(roots) for atom in content.post}
        named[name] = NamedAction(name, model, pre, post)
    return table.rows, roots, named


class Contexts:
    """The numbered contexts, which are sequences of events before a subformula; 0 is the context without events."""

    def __init__(self) -> None:
        self.parent: list[int] = [0]
        self.step: list[Step] = [Step()]
        self.changes: list[bool] = [False]
        self.number: dict[tuple[int, Step], int] = {}
        self.alternatives: dict[tuple[int, Group], tuple[Group, list[int]]] = {}

    def after(self, context: int, step: Step) -> int:
        """Return the context after one more event; `TooLarge` if there are over `LIMIT` contexts."""
        key = (context, step)
        if key not in self.number:
            if len(self.parent) > LIMIT:
                raise TooLarge(f"over {LIMIT:,} combinations of events; leave out what only some agents hear")
            self.number[key] = len(self.parent)
            self.parent.append(context)
            self.step.append(step)
            self.changes.append(self.changes[context] or step.action is not None)
        return self.number[key]

    def seen(self, context: int, group: Group) -> tuple[Group, list[int]]:
        """Return the group and the contexts that determine the relation of `group` in a context; see `Step.seen`."""
        waiting = []
        while (known := self.alternatives.get((context, group))) is None:
            if not context:
                known = self.alternatives[context, group] = group, [context]
                break
            before, events = self.step[context].seen(group)
            waiting.append((context, group, events))
            context, group = self.parent[context], before
        for later, seeing, events in reversed(waiting):
            known = known[0], [self.after(world, event) for world in known[1] for event in events]
            self.alternatives[later, seeing] = known
        return known

    def history(self, context: int, known: Container[int] = ()) -> list[tuple[int, Step]]:
        """Return the events since the last context in `known`, latest first, each with the context before the event."""
        events = []
        while context and context not in known:
            events.append((self.parent[context], self.step[context]))
            context = self.parent[context]
        return events


Way = tuple[Group, Node, Node, Node]  # a conjunct of an unfolding: its group, condition, body and next fixpoint
Goal = tuple[int, ...]  # a context, a row, and optionally the step of the row's program with which runs begin


class Reducer:
    """Translates rows into nodes. O(n c s) for n distinct subformulas, c contexts, and s contexts seen from each."""

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
        self.rows, rows, self.actions = rows_of([*formulas, *map(f.Atom, self.vocabulary)], actions or {})
        self.roots = [*islice(rows, len(formulas))]
        self.atom_rows = dict(zip(self.vocabulary, rows, strict=True))
        self.done: dict[Goal, Node] = {}
        self.landed: dict[Goal, Node] = {}
        """Maps (context, row, step of a program) to the condition on runs that take the step and never return to it."""
        self.pre: dict[int, Node] = {0: TRUE}
        self.fixpoints: list[Goal] = []

    def run(self) -> list[Node]:
        """Translate the formulas, and return their nodes."""
        nodes = [self.translate((0, root)) for root in self.roots]
        while self.fixpoints:
            goal = self.fixpoints.pop()
            self.nodes.define(self.nodes.fix(goal), [*(self._onwards if goal[2:] else self._common)(*goal)])
        return nodes

    def translate(self, goal: Goal) -> Node:
        """Return the node of a goal, which is a subformula in a context."""
        return answered(goal, self.done, self._reading)

    def _reading(self, goal: Goal) -> Generator[Goal, Node, Node]:
        """Compute the node of a goal; the generator yields the goals that must be translated first."""
        self.clock.tick()
        context, row, *step = goal
        node, kids = self.rows[row]
        if step:
            return (yield from self._after_step(context, row, *step))
        if isinstance(node, (f.C, f.CB)):
            self.fixpoints.append(goal)
            return self.nodes.fix(goal)
        if isinstance(node, f.Atom):
            value = self._value(context, node.name)
            return self.nodes.atom(node.name) if value is None else (yield value)
        if isinstance(node, CHANGES):
            return (yield from self._change(context, row))
        rows: Sequence[int] = kids
        if isinstance(node, f.Kv):
            rows = [value for atom, value in self.atom_rows.items() if atom.startswith(node.variable + "=")]
        needed: list[Goal] = [(context, kid) for kid in kids]
        if isinstance(node, MODAL):
            needed = [each for group in self._groups(node) for each in self._beyond(context, group, rows)]
        for each in needed:
            if each not in self.done:
                yield each
        if isinstance(node, PROGRAMS):
            return self.nodes.all((yield from self._ends(context, row))) ^ isinstance(node, f.RunDual)
        return self._built(context, node, rows)

    def _value(self, context: int, atom: str) -> Goal | None:
        """Return the context and row of the formula for an atom's current value; None if no event changes the atom."""
        if not self.contexts.changes[context]:
            return None
        past = [(before, step.postcondition(atom)) for before, step in self.contexts.history(context)]
        return next(((before, row) for before, row in past if row is not None), None)

    def _change(self, context: int, row: int) -> Generator[Goal, Node, Node]:
        """Return the node of a formula with a change.

        ``[p] q`` requires q after each possible event, ``<p> q`` after one.
        """
        node, kids = self.rows[row]
        steps = self._steps(node, kids)
        for step in steps:
            if step.row is not None:
                yield context, step.row
        bodies = []
        for step in steps:
            if (pre := self._holds(context, step)) != FALSE:
                bodies.append((pre, (yield self.contexts.after(context, step), kids[-1])))
        if isinstance(node, (f.AnnounceDual, f.ActDual)):
            return self.nodes.any([self.nodes.both(pre, then) for pre, then in bodies])
        return self.nodes.all([self.nodes.either(pre ^ 1, then) for pre, then in bodies])

    def _ends(self, context: int, row: int, step: int = -1) -> Generator[Goal, Node, list[Node]]:
        """Return nodes that require the body (negated for a dual) at the ends of runs continued after `step`.

        Runs whose next step can lead back to `step` are left out. The step -1 is the start of the program.
        """
        node, kids = self.rows[row]
        steps, guards = self._automaton(row), self._guards(context, row)
        ends = []
        if step in steps.last:
            ends.append((steps.last[step], self.done[context, kids[-1]] ^ isinstance(node, f.RunDual)))
        back = steps.onwards(step)
        for then, guard in steps.follow[step].items():
            if then not in back:
                ends.append((guard, (yield context, row, then)))
        return [self.nodes.either(guards[guard] ^ 1, inside) for guard, inside in ends]

    def _after_step(self, context: int, row: int, step: int) -> Generator[Goal, Node, Node]:
        """Return the node which says: the body (negated for a dual) holds after all runs with `step` as next step."""
        steps = self._automaton(row)
        agent = frozenset([str(steps.steps[step])])
        for needed in self._beyond(context, agent, self.rows[row][1]):
            if needed not in self.done:
                yield needed
        base, contexts = self.contexts.seen(context, agent)
        boxes = []
        for seen in contexts:
            pre = self._precondition(seen)
            for end in (yield from self._ends(seen, row, step)):
                boxes.append(self.nodes.box(base, self.nodes.either(pre ^ 1, end)))
        self.landed[context, row, step] = landed = self.nodes.all(boxes)
        if not steps.onwards(step):
            return landed
        self.fixpoints.append((context, row, step))
        return self.nodes.both(landed, self.nodes.fix((context, row, step)))

    def _common(self, context: int, row: int) -> Iterator[Way]:
        """Yield the conjuncts that unfold common knowledge: the body and a fixpoint, after each step of an agent."""
        node, kids = self.rows[row]
        for group in self._groups(node):
            for needed in self._beyond(context, group, kids):
                self.translate(needed)
            base, contexts = self.contexts.seen(context, group)
            for seen in contexts:
                yield base, self._precondition(seen), self.done[seen, kids[0]], self.translate((seen, row))

    def _onwards(self, context: int, row: int, step: int) -> Iterator[Way]:
        """Yield the conjuncts that unfold a fixpoint: one for each next step from which a run can return to `step`."""
        steps = self._automaton(row)
        base, contexts = self.contexts.seen(context, frozenset([str(steps.steps[step])]))
        for seen in contexts:
            pre, guards = self._precondition(seen), self._guards(seen, row)
            for then in sorted(steps.onwards(step)):
                self.translate((seen, row, then))
                condition = self.nodes.both(pre, guards[steps.follow[step][then]])
                yield base, condition, self.landed[seen, row, then], self.nodes.fix((seen, row, then))

    def _guards(self, context: int, row: int) -> list[Node]:
        tests = [self.done[context, kid] for kid in self.rows[row][1][:-1]]
        return self._automaton(row).valued(TRUE, FALSE, tests, self.nodes.both, self.nodes.either)

    def _automaton(self, row: int) -> Automaton:
        node: Any = self.rows[row][0]
        return automaton(node.program)

    def _steps(self, node: Any, kids: tuple[int, ...]) -> list[Step]:
        if isinstance(node, (f.Act, f.ActDual)):
            action = self.actions[node.action]
            return [happened(action, event) for event in action.model.designated]
        if isinstance(node, f.R):
            return [Step(pool=node.among(self.agents))]
        answers = (True, False) if isinstance(node, f.AnnounceWhether) else (True,)
        return [Step(kids[0], yes, node.group, len(answers) > 1 or node.group is not None) for yes in answers]

    def _holds(self, context: int, step: Step) -> Node:
        return TRUE if step.row is None else self.done[context, step.row] ^ (not step.answer)

    def _groups(self, node: Any) -> list[Group]:
        if isinstance(node, (f.D, f.DB)):
            return [node.among(self.agents)]
        agents = node.among(self.agents) if isinstance(node, (f.E, f.C, f.EB, f.CB)) else {node.agent}
        return [frozenset([agent]) for agent in sorted(agents)]

    def _beyond(self, context: int, group: Group, rows: Iterable[int]) -> list[Goal]:
        """Return the goals for the rows in all contexts that the group considers possible; preconditions come first."""
        rows, goals = list(rows), list[Goal]()
        for seen in self.contexts.seen(context, group)[1]:
            history = self.contexts.history(seen, known=self.pre)
            goals += [(before, step.row) for before, step in history if step.row is not None]
            goals += [(seen, row) for row in rows]
        return goals

    def _precondition(self, context: int) -> Node:
        """Return the node which says that a context's events can happen, as a condition on the original model."""
        parent, step = self.contexts.parent, self.contexts.step

        def possible(later: int) -> Node:
            return self.nodes.both(self.pre[parent[later]], self._holds(parent[later], step[later]))

        return evaluated(context, self.pre, lambda later: [parent[later]], possible)

    def _built(self, context: int, node: Any, rows: Sequence[int]) -> Node:
        if isinstance(node, MODAL):
            flips = (0, 1) if isinstance(node, f.Kw) else (isinstance(node, f.M),)
            cases = product(self._groups(node), rows, flips)
            boxes = [self._box(context, group, row, flip) for group, row, flip in cases]
            whole = self.nodes.any(boxes) if isinstance(node, (f.Kw, f.Kv)) else self.nodes.all(boxes)
            return whole ^ isinstance(node, f.M)
        operands = [self.done[context, row] for row in rows]
        match node:
            case f.Top() | f.Bottom():
                return TRUE ^ isinstance(node, f.Bottom)
            case f.Not():
                return operands[0] ^ 1
            case f.And():
                return self.nodes.both(*operands)
            case f.Or():
                return self.nodes.either(*operands)
            case f.Implies():
                return self.nodes.either(operands[0] ^ 1, operands[1])
            case f.Iff() | f.Xor():
                one, other = operands
                sides = self.nodes.either(one ^ 1, other), self.nodes.either(one, other ^ 1)
                return self.nodes.both(*sides) ^ isinstance(node, f.Xor)
        raise AssertionError(f"no translation of {type(node).__name__}")

    def _box(self, context: int, group: Group, row: int, flip: int) -> Node:
        """Return the node for distributed knowledge that the formula holds or, if `flip` is 1, that it fails."""
        base, contexts = self.contexts.seen(context, group)
        boxes = []
        for seen in contexts:
            body = self.nodes.either(self._precondition(seen) ^ 1, self.done[seen, row] ^ flip)
            boxes.append(self.nodes.box(base, body))
        return self.nodes.all(boxes)


CHANGES = (f.Announce, f.AnnounceDual, f.AnnounceWhether, f.Act, f.ActDual, f.R)
MODAL = (f.K, f.M, f.Kw, f.Kv, f.B, f.E, f.C, f.D, f.EB, f.CB, f.DB)
PROGRAMS = (f.Run, f.RunDual)
REPEATED = tuple([c for c in f.LANGUAGE if c.operator.repeats in {clause.__name__ for clause in MODAL}])
SUPPORTED = (*BOOLEAN, *CHANGES, *MODAL, *REPEATED, *PROGRAMS)
