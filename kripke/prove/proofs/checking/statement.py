"""Checks that a proof's table of formulas is valid, and that the proof is about the formulas that it claims to prove.

The formulas are translated by the reduction axioms, independently of the search. A world after some events is a pair of
a world before the events and the history of events. ``T(h, f)`` translates a formula f after the history h to a formula
about the world before: ``T(h, [e]f)`` is ``pre(e) -> T(h e, f)``, and ``T(h, K_a f)`` says that in all worlds that
agent a considers possible before the events, and for all histories k that a cannot tell from h, ``pre(k) -> T(k, f)``.
Common knowledge after a history is named by the formula and the history; `Translation.unfolding` returns its unfolding
by one step.

Sources: Baltag, Moss and Solecki (1998); van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006),
doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import product
from typing import Any, NamedTuple, Protocol, TypeAlias

from kripke.data.frames import SYSTEMS, required
from kripke.prove.errors import WrongProof
from kripke.prove.proofs.script import Group, Node, Row, Script
from logic import clauses as f
from logic.errors import shorten
from logic.formula import Formula
from logic.programs import Automaton, automaton
from logic.shared import answered, evaluated, expansion

Term: TypeAlias = int
TRUE, FALSE = 0, 1  # The constants are both terms and nodes


class Terms:
    """A table of terms: normalised formulas as integers, where ``t ^ 1`` negates t. Equal terms get the same number."""

    def __init__(self) -> None:
        self.number: dict[object, Term] = {}
        self.conjuncts: dict[Term, frozenset[Term]] = {}

    def leaf(self, *key: object) -> Term:
        """Return the term with this key, such as the name of an atom; each new key gets a new term."""
        return self.number.setdefault(key, 2 * len(self.number) + 2)

    def box(self, group: frozenset[str], inside: Term) -> Term:
        """Return the term ``[group] inside``; `TRUE` if `inside` is `TRUE`."""
        return TRUE if inside == TRUE else self.leaf("box", group, inside)

    def all(self, terms: Iterable[Term]) -> Term:
        """Return the conjunction of terms. O(k) for k conjuncts, apart from the test for a contradiction."""
        parts: set[Term] = set()
        for term in terms:
            parts |= self.conjuncts.get(term, {term})
        parts.discard(TRUE)
        if FALSE in parts or any(part & 1 and self.conjuncts.get(part ^ 1, {part ^ 1}) <= parts for part in parts):
            return FALSE
        if len(parts) < 2:
            return parts.pop() if parts else TRUE
        whole = frozenset(parts)
        conjunction = self.leaf("and", whole)
        self.conjuncts[conjunction] = whole
        return conjunction

    def any(self, terms: Iterable[Term]) -> Term:
        """Return the disjunction of terms."""
        return self.all([term ^ 1 for term in terms]) ^ 1

    def implies(self, one: Term, other: Term) -> Term:
        """Return the implication from one term to the other."""
        return self.all([one, other ^ 1]) ^ 1


class Way(NamedTuple):
    """A step of a fixpoint's unfolding: the conjunct ``[group](pre -> body & then)``, whose node is `box`."""

    group: Group
    pre: Node
    body: Node
    then: Node  # the fixpoint at the next world
    box: Node


class Table:
    """A proof's formulas by kind of node; `WrongProof` for an unknown system or an invalid row. O(n) for n nodes."""

    def __init__(self, rows: tuple[Row, ...], systems: Mapping[str, str]) -> None:
        self.rows = rows
        self.properties: dict[str, frozenset[str]] = {}
        for agent, name in systems.items():
            if not isinstance(name, str) or name not in SYSTEMS:
                known = ", ".join(SYSTEMS)
                raise WrongProof(f"agent {agent}: no system {shorten(repr(name))}; expected one of {known}")
            self.properties[agent] = required(name)
        self.parts: dict[Node, tuple[Node, Node]] = {}
        self.boxes: dict[Node, tuple[Group, Node]] = {}
        self.members: dict[str, Node] = {}
        self.ways: dict[Node, tuple[Way, ...]] = {}
        if not rows or rows[0] != ("true",):
            raise WrongProof("row 0: expected ('true',)")
        for number, row in enumerate(rows):
            if not self._read(2 * number, row):
                said = shorten(" ".join(map(str, row)))
                raise WrongProof(f"row {number}: {said}: this has no meaning, or refers to later rows")

    def require_fixpoints(self) -> None:
        """Raise `WrongProof` if the box of a `Way` contradicts its other fields, or a fixpoint may not exist.

        A fixpoint exists if no condition or body of its steps depends on the fixpoint.
        """
        if not self.ways:
            return
        self._require_layers()
        for fix, ways in self.ways.items():
            for way in ways:
                denied = self.boxes[way.box][1] ^ 1
                rest = (TRUE, FALSE, denied, *self.parts.get(denied, ()))
                if not any(self._is_both(denied, way.pre, x) and self._is_both(x ^ 1, *way[2:4]) for x in rest):
                    raise WrongProof(f"row {fix >> 1}: row {way.box >> 1} is not the box of its step {way}")

    def _is_both(self, node: Node, one: Node, other: Node) -> bool:
        """Whether a node is the conjunction of two nodes, simplified if these are constant, equal or opposite."""
        if TRUE in (one, other) or one == other:
            return node == max(one, other)
        if FALSE in (one, other) or one == other ^ 1:
            return node == FALSE
        return self.parts.get(node) in ((one, other), (other, one))

    def is_node(self, node: object) -> bool:
        """Whether the value is a node of the table: a number whose row exists and is used."""
        return isinstance(node, int) and 0 <= node < 2 * len(self.rows) and self.rows[node >> 1] != ("unused",)

    def is_group(self, group: object) -> bool:
        """Whether the value is a non-empty group of the proof's agents."""
        return isinstance(group, frozenset) and bool(group) and group <= self.properties.keys()

    def _read(self, base: Node, row: Row) -> bool:
        """Store a row of the proof's table by its kind; return False if the row is invalid."""
        match row:
            case ("true",) | ("unused",) | ("atom", str()):
                return True
            case ("member", str(agent)) if "euclidean" in self.properties.get(agent, ()):
                self.members[agent] = base
                return True
            case ("and", int(one), int(other)) if self._earlier(base, one, other):
                self.parts[base] = one, other
                return True
            case ("box", frozenset() as group, int(inside)) if self.is_group(group) and self._earlier(base, inside):
                self.boxes[base] = group, inside
                return True
            case ("fix", _, _, tuple(steps)) if all(map(self._is_way, steps)):
                self.ways[base] = tuple([Way(*step) for step in steps])
                return True
        return False

    def _earlier(self, base: Node, *nodes: Node) -> bool:
        return all(self.is_node(node) and node < base for node in nodes)

    def _is_way(self, step: object) -> bool:
        match step:
            case (frozenset() as group, int(), int(), int(then), int(box)) if self.is_group(group):
                valid = all(map(self.is_node, step[1:])) and not (then | box) & 1
                return valid and self.rows[then >> 1][0] == "fix" and self.rows[box >> 1][:2] == ("box", group)
        return False

    def _require_layers(self) -> None:
        """Raise `WrongProof` if a fixpoint depends on itself through a step's condition or body, so may not exist."""
        import networkx as nx  # loaded for fixpoints only

        linked: nx.Graph[Node] = nx.Graph([(fix, way.then) for fix, ways in self.ways.items() for way in ways])
        family = {fix: min(each) for each in nx.connected_components(linked) for fix in each}
        parts: dict[Node, Iterable[Node]] = {**self.parts}
        parts |= {base: [inside] for base, (_, inside) in self.boxes.items()}
        parts |= {fix: [part for way in ways for part in way[1:3]] for fix, ways in self.ways.items()}
        below: dict[Node, set[Node]] = {}
        for base, inside in parts.items():
            below.setdefault(family.get(base, base), set()).update([family.get(n & ~1, n & ~1) for n in inside])
        try:
            TopologicalSorter(below).prepare()
        except CycleError as error:
            rows = sorted({n >> 1 for n in error.args[1]})
            raise WrongProof(f"rows {rows}: what they say depends on itself") from None

    def has(self, name: str, group: Group) -> bool:
        """Whether the relation of each agent of the group has the property."""
        return all(name in self.properties[agent] for agent in group)

    def needed(self, name: str, group: Group) -> frozenset[Node] | None:
        """Return the ``member`` nodes that imply a property of the group's relation at a world; None if none imply it.

        An agent's node says that the agent's Euclidean relation R leads to the world w. There R is reflexive, symmetric
        and transitive: w R w and w R v imply v R w; then w R v and v R u imply w R u.
        """
        lacking = [agent for agent in group if name not in self.properties[agent]]
        if any(agent not in self.members for agent in lacking):
            return None
        return frozenset([self.members[agent] for agent in lacking])


Event: TypeAlias = tuple[Any, ...]  # As in `kripke.prove.proofs.script.Row`, with the row of each formula in its place

Goal: TypeAlias = tuple[int, ...]
"""The number of a history and the row of a formula (or `PRE`, the condition under which the history can happen),
perhaps followed by the number of a step of a program: the goal is then only about the runs that begin with this step.
"""

PRE = -1
Asking: TypeAlias = Generator[Goal, Term, Term]  # Yields goals, receives their terms, and returns a term


class _EventModel(Protocol):
    """The part of an event model that the translation reads."""

    @property
    def events(self) -> Mapping[str, Any]: ...
    @property
    def formulas(self) -> list[Formula]: ...
    @property
    def designated(self) -> tuple[str, ...]: ...
    def seen(self, agent: str, event: str) -> tuple[str, ...]: ...


class Translation:
    """Translates formulas to terms.

    O(n h k) for n subformulas, h histories, and at most k histories that a group cannot tell apart.
    """

    def __init__(
        self, formulas: Sequence[Formula], agents: Group, actions: Mapping[str, _EventModel], atoms: Iterable[str]
    ) -> None:
        self.terms, self.agents, self.actions, self.atoms = Terms(), agents, actions, sorted(set(atoms))
        inside = [formula for model in actions.values() for formula in model.formulas]
        table = expansion(*formulas, *inside, *map(f.Atom, self.atoms))
        self.rows, self.roots = table.rows, table.roots[: len(formulas)]
        rest = iter(table.roots[len(formulas) :])
        self.pre: dict[tuple[str, str], int] = {}
        self.post: dict[tuple[str, str], dict[str, int]] = {}
        for action, model in actions.items():
            for name, event in model.events.items():
                self.pre[action, name] = next(rest)
                self.post[action, name] = {atom: next(rest) for atom in event.post}
        self.atom_rows = dict(zip(self.atoms, rest, strict=True))
        self.past: list[tuple[int, Event]] = [(0, ())]  # each history without its last event, and that event
        self.numbers: dict[tuple[int, Event], int] = {}
        self.known: dict[Goal, Term] = {}

    def after(self, history: int, event: Event) -> int:
        """Return the number of the history extended by an event."""
        if (history, event) not in self.numbers:
            self.numbers[history, event] = len(self.past)
            self.past.append((history, event))
        return self.numbers[history, event]

    def _possible(self, history: int, group: Group) -> tuple[Group, list[int]]:
        """Return agents and histories that give the group's relation after a history.

        The relation leads to all pairs (w, h) where all these agents considered the world w possible at the start, and
        h is one of these histories.
        """
        seen: list[list[Event]] = []
        while history:
            history, event = self.past[history]
            group, events = self._seen(event, group)
            seen.append(events)
        histories = [0]
        for events in reversed(seen):
            histories = [self.after(before, event) for before in histories for event in events]
        return group, histories

    def _seen(self, event: Event, group: Group) -> tuple[Group, list[Event]]:
        """Return agents and events that give the group's relation after the event.

        After the event, the group considers possible each world (v, f) where f is one of these events and all these
        agents considered v possible before.
        """
        match event:
            case ("announced", _):
                return group, [event]
            case ("answered", row, answer, hearers):
                heard = hearers is None or bool(group & hearers)
                return group, [event] if heard else [event, ("answered", row, not answer, hearers)]
            case ("resolved", pool):
                return (group | pool if group & pool else group), [event]
            case ("happened", action, name):
                model = self.actions[action]
                both = set(model.events).intersection(*[model.seen(agent, name) for agent in group])
                return group, [("happened", action, other) for other in model.events if other in both]
        raise AssertionError(event)

    def _condition(self, history: int, event: Event) -> Asking:
        match event:
            case ("announced", row):
                return (yield history, row)
            case ("answered", row, answer, _):
                return (yield history, row) ^ (not answer)
            case ("happened", action, name):
                return (yield history, self.pre[action, name])
        return TRUE

    def term(self, *goal: int) -> Term:
        """Return the term of a goal (a formula after a history); it is about the world before the history."""
        return answered(goal, self.known, self._reading)

    def _asked(self, asking: Generator[Goal, Term, list[Term]]) -> list[Term]:
        """Run a generator that yields goals and is sent their terms; return its result."""
        answer: Term | None = None
        while True:
            try:
                answer = self.term(*asking.send(answer))  # type: ignore[arg-type]
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]

    def _reading(self, goal: Goal) -> Asking:
        """Compute the term of a formula after a history; a generator that yields the goals to compute first."""
        history, row, *step = goal
        if row == PRE:
            if not history:
                return TRUE
            before, event = self.past[history]
            return self.terms.all([(yield before, PRE), (yield from self._condition(before, event))])
        node, kids = self.rows[row]
        match node:
            case f.Top() | f.Bottom():
                return int(isinstance(node, f.Bottom))
            case f.Atom():
                if not history:
                    return self.terms.leaf("atom", node.name)
                before, event = self.past[history]  # the atom has the value of its postcondition, or keeps its own
                post = self.post[event[1:]] if event[0] == "happened" else {}
                return (yield before, post.get(node.name, row))
            case f.Not():
                return (yield history, kids[0]) ^ 1
            case f.And() | f.Or():
                operands, stack, seen = list[int](), [row], set[int]()  # nested ``&`` or ``|`` share one list
                while stack:
                    for kid in self.rows[stack.pop()][1]:
                        if kid not in seen:
                            seen.add(kid)
                            (stack if type(self.rows[kid][0]) is type(node) else operands).append(kid)
                terms = yield from self._terms((history, kid) for kid in operands)
                return self.terms.all(terms) if isinstance(node, f.And) else self.terms.any(terms)
            case f.Implies():
                return self.terms.implies((yield history, kids[0]), (yield history, kids[1]))
            case f.Iff() | f.Xor():
                one, other = (yield history, kids[0]), (yield history, kids[1])
                same = self.terms.all([self.terms.implies(one, other), self.terms.implies(other, one)])
                return same ^ isinstance(node, f.Xor)
            case f.C() | f.CB():
                return self.terms.leaf("common", history, row)
            case f.Run() | f.RunDual() if step:
                landed = yield from self._landing(history, row, *step)
                back = [self.fixpoint(history, row, *step)] * bool(self._automaton(row).onwards(*step))
                return self.terms.all([*landed, *back])
            case f.Run() | f.RunDual():
                return self.terms.all((yield from self._ends(history, row))) ^ isinstance(node, f.RunDual)
        if isinstance(node, (f.Announce, f.AnnounceDual, f.AnnounceWhether, f.Act, f.ActDual, f.R)):
            return (yield from self._change(history, row))
        return (yield from self._modality(history, row))

    def _change(self, history: int, row: int) -> Asking:
        """Compute the term of a formula such as ``[p] q``: q after each event, or for ``<p> q``, after some event."""
        node, kids = self.rows[row]
        cases = []
        for event in self._events(node, kids):
            condition = yield from self._condition(history, event)
            if condition != FALSE:
                cases.append((condition, (yield self.after(history, event), kids[-1])))
        if isinstance(node, (f.AnnounceDual, f.ActDual)):
            return self.terms.any([self.terms.all(case) for case in cases])
        return self.terms.all([self.terms.implies(*case) for case in cases])

    def _ends(self, history: int, row: int, step: int = -1) -> Generator[Goal, Term, list[Term]]:
        """Compute terms that require the body (negated for a dual) at the ends of runs continued after `step`.

        They cover the runs that end at once, and the runs whose next step cannot lead back to `step`. The fixpoint
        covers the others. The step -1 is the start of the program.
        """
        node, kids = self.rows[row]
        steps, guards = self._automaton(row), (yield from self._guards(history, row))
        ends = list[tuple[int, Term]]()
        if step in steps.last:
            ends.append((steps.last[step], (yield history, kids[-1]) ^ isinstance(node, f.RunDual)))
        for then in steps.follow[step].keys() - steps.onwards(step):
            ends.append((steps.follow[step][then], (yield history, row, then)))
        return [self.terms.implies(guards[guard], inside) for guard, inside in ends]

    def _landing(self, history: int, row: int, step: int) -> Generator[Goal, Term, list[Term]]:
        """Compute boxes about the runs that take `step` and then continue like the runs of `_ends`.

        The boxes say that the body (its negation for a dual) holds at the ends of these runs.
        """
        before, histories = self._possible(history, frozenset([str(self._automaton(row).steps[step])]))
        boxes = list[Term]()
        for seen in histories:
            pre, ends = (yield seen, PRE), (yield from self._ends(seen, row, step))
            boxes += [self.terms.box(before, self.terms.implies(pre, end)) for end in ends]
        return boxes

    def _guards(self, history: int, row: int) -> Generator[Goal, Term, list[Term]]:
        tests = yield from self._terms((history, kid) for kid in self.rows[row][1][:-1])
        both, either = (lambda *terms: self.terms.all(terms)), (lambda *terms: self.terms.any(terms))
        return self._automaton(row).valued(TRUE, FALSE, tests, both, either)

    def _terms(self, goals: Iterable[Goal]) -> Generator[Goal, Term, list[Term]]:
        terms = []
        for goal in goals:
            terms.append((yield goal))
        return terms

    def _automaton(self, row: int) -> Automaton:
        node: Any = self.rows[row][0]
        return automaton(node.program)

    def _events(self, node: Any, kids: tuple[int, ...]) -> list[Event]:
        match node:
            case f.Act(name, _) | f.ActDual(name, _):
                return [("happened", name, event) for event in self.actions[name].designated]
            case f.AnnounceWhether():
                return [("answered", kids[0], yes, node.group) for yes in (True, False)]
            case f.R():
                return [("resolved", node.among(self.agents))]
        return [("announced", kids[0]) if node.group is None else ("answered", kids[0], True, node.group)]

    def _modality(self, history: int, row: int) -> Asking:
        node, kids = self.rows[row]
        rows: Sequence[int] = kids
        if isinstance(node, f.Kv):
            rows = [value for atom, value in self.atom_rows.items() if atom.startswith(node.variable + "=")]
        flips = (0, 1) if isinstance(node, f.Kw) else (isinstance(node, f.M),)
        boxes = []
        for group, inside, flip in product(self._groups(node), rows, flips):
            boxes.append((yield from self._box(history, group, inside, flip)))
        whole = self.terms.any(boxes) if isinstance(node, (f.Kw, f.Kv)) else self.terms.all(boxes)
        return whole ^ isinstance(node, f.M)

    def _groups(self, node: Any) -> list[Group]:
        if isinstance(node, (f.D, f.DB)):
            return [node.among(self.agents)]
        agents = node.among(self.agents) if isinstance(node, (f.E, f.C, f.EB, f.CB)) else {node.agent}
        return [frozenset([agent]) for agent in sorted(agents)]

    def _box(self, history: int, group: Group, row: int, flip: int) -> Asking:
        """Compute the term of the group's knowledge of the formula or, with `flip`, of its negation."""
        before, histories = self._possible(history, group)
        boxes = []
        for seen in histories:
            inside = self.terms.implies((yield seen, PRE), (yield seen, row) ^ flip)
            boxes.append(self.terms.box(before, inside))
        return self.terms.all(boxes)

    def fixpoint(self, history: int, row: int, *step: int) -> Term:
        """Return the term of a fixpoint after a history; `step` is the step of its program that its runs reached."""
        return self.terms.leaf("runs", history, row, *step) if step else self.term(history, row)

    def unfolding(self, history: int, row: int, *step: int) -> set[tuple[Group, Term, Term, Term]]:
        """Return the ways to unfold a fixpoint: groups, each with a condition, a body and the next fixpoint."""
        node, kids = self.rows[row]
        unfoldings = set()
        for number in step:
            steps = self._automaton(row)
            before, histories = self._possible(history, frozenset([str(steps.steps[number])]))
            for seen, then in product(histories, steps.onwards(number)):
                guards = self._asked(self._guards(seen, row))
                condition = self.terms.all([self.term(seen, PRE), guards[steps.follow[number][then]]])
                body = self.terms.all(self._asked(self._landing(seen, row, then)))
                unfoldings.add((before, condition, body, self.fixpoint(seen, row, then)))
        for group in [] if step else self._groups(node):
            before, histories = self._possible(history, group)
            for seen in histories:
                unfoldings.add((before, self.term(seen, PRE), self.term(seen, kids[0]), self.term(seen, row)))
        return unfoldings


def check_statement(
    proof: Script,
    goals: Sequence[Formula],
    theory: Sequence[Formula] = (),
    systems: Mapping[str, str] | None = None,
    actions: Mapping[str, _EventModel] | None = None,
    atoms: Iterable[str] = (),
) -> None:
    """Check that a proof is about a statement: that the goals cannot all hold at one world of a model of the theory.

    The formulas are translated again, by `Translation`, and each must have the same term as its node in the proof.
    Terms ignore order, brackets, repetitions and constants. `check_script` checks the proof. Raises `WrongProof` if the
    proof is about other formulas or systems, or a fixpoint does not match its formula and history.

    `systems` maps each agent to the name of its system. None: the systems of the proof.

    >>> from kripke.prove.proofs.script import Step, Tableau
    >>> from whoknows import parse
    >>> rows = (("true",), ("atom", "p"), ("box", frozenset("a"), 2))
    >>> check_statement(Script(rows, 5, (), {"a": "K"}, (), Tableau((Step("suppose", 5),))), [parse("~K_a p")])
    """
    if systems is not None and dict(systems) != dict(proof.systems):
        texts = [", ".join([f"{a}: {name}" for a, name in each.items()]) for each in (proof.systems, systems)]
        given, wanted = [text or "no agent" for text in texts]
        raise WrongProof(f"the proof is for the systems {shorten(given)}, expected {shorten(wanted)}")
    table = Table(proof.rows, proof.systems)
    table.require_fixpoints()
    said = ProofTerms(table, [*goals, *theory], actions or {}, atoms)
    meant = [said.translation.term(0, root) for root in said.translation.roots[: len(goals) + len(theory)]]
    if said.of(proof.goal) != said.translation.terms.all(meant[: len(goals)]):
        raise WrongProof(f"goal: node {proof.goal} does not say {shorten(' & '.join(map(str, goals)))}")
    if [said.of(node) for node in proof.theory] != meant[len(goals) :]:
        raise WrongProof(f"theory: nodes {proof.theory} do not say {shorten(', '.join(map(str, theory)))}")
    said.check_fixpoints()


class ProofTerms:
    """Maps the nodes of a proof to terms (see `Terms`), and checks that the fixpoints match their formulas."""

    def __init__(
        self, table: Table, formulas: list[Formula], actions: Mapping[str, _EventModel], atoms: Iterable[str]
    ) -> None:
        self.table, self.actions = table, actions
        named = {fix: table.rows[fix >> 1][1:3] for fix in table.ways}
        more = [part for formula, history in named.values() for part in (formula, *_formulas(history))]
        if not all(isinstance(formula, Formula) for formula in more):
            raise WrongProof("fixpoints: expected formulas in their rows and histories")
        self.translation = Translation([*formulas, *more], frozenset(table.properties), actions, atoms)  # type: ignore[list-item]
        roots = iter(self.translation.roots[len(formulas) :])
        self.places: dict[Node, tuple[int, ...]] = {}
        for fix, (_, history) in named.items():
            row, number, step = next(roots), 0, list[int]()
            for event in history:  # type: ignore[attr-defined]
                if event[0] == "at":
                    step.append(self._step(row, event))
                else:
                    number = self.translation.after(number, self._event(event, roots))
            self.places[fix] = row, number, *step[-1:]
        self.terms, fixpoint = self.translation.terms, self.translation.fixpoint
        self.known = {fix: fixpoint(number, row, *step) for fix, (row, number, *step) in self.places.items()}

    def of(self, node: Node) -> Term:
        """Return the term of a node; nested conjunctions are merged into one."""
        return evaluated(node & ~1, self.known, lambda b: [p & ~1 for p in self._parts(b)], self._term) ^ (node & 1)

    def _parts(self, base: Node) -> list[Node]:
        if base in self.table.boxes:
            return [self.table.boxes[base][1]]
        parts, stack, seen = list[Node](), [base] if base in self.table.parts else [], set[Node]()
        while stack:
            for part in self.table.parts[stack.pop()]:
                if part not in seen:
                    seen.add(part)
                    (stack if part in self.table.parts else parts).append(part)
        return parts

    def _term(self, base: Node) -> Term:
        terms = [self.known[part & ~1] ^ (part & 1) for part in self._parts(base)]
        if base in self.table.parts:
            return self.terms.all(terms)
        if base in self.table.boxes:
            return self.terms.box(self.table.boxes[base][0], terms[0])
        row = self.table.rows[base >> 1]
        return TRUE if row == ("true",) else self.terms.leaf(*row)

    def _event(self, event: Event, roots: Iterator[int]) -> Event:
        """Return an event of a history with its formula replaced by the formula's row, the next of `roots`."""
        match event:
            case ("announced", Formula()):
                return "announced", next(roots)
            case ("answered", Formula(), bool(answer), frozenset() | None as hearers):
                return "answered", next(roots), answer, hearers
            case ("resolved", frozenset(group)) if self.table.is_group(group):
                return event
            case ("happened", action, name) if action in self.actions and name in self.actions[action].events:
                return event
        raise WrongProof(f"history: {shorten(repr(event))} is no event")

    def _step(self, row: int, event: Event) -> int:
        """Return the number of the program step in an event; `WrongProof` unless the step can be repeated."""
        node = self.translation.rows[row][0]
        if isinstance(node, (f.Run, f.RunDual)) and len(event) == 2 and isinstance(event[1], int):
            steps = automaton(node.program)
            if 0 <= event[1] < len(steps.steps) and steps.onwards(event[1]):
                return event[1]
        raise WrongProof(f"history: {shorten(repr(event))} is no step of a program after which the program can go on")

    def check_fixpoints(self) -> None:
        """Check that the steps of each fixpoint match the formula that the fixpoint stands for."""
        for fix, (row, history, *step) in self.places.items():
            kinds = (f.Run, f.RunDual) if step else (f.C, f.CB)
            if not isinstance(self.translation.rows[row][0], kinds):
                raise WrongProof(f"row {fix >> 1}: expected a formula of common knowledge or belief, or of a program")
            expected = {way for way in self.translation.unfolding(history, row, *step) if self._says(way)}
            of = self.of
            ways = [(way.group, of(way.pre), of(way.body), of(way.then)) for way in self.table.ways[fix]]
            if {way for way in ways if self._says(way)} != expected:
                raise WrongProof(f"row {fix >> 1}: its steps are not those of its formula after its history")

    def _says(self, step: tuple[Group, Term, Term, Term]) -> bool:
        return self.terms.implies(step[1], self.terms.all(step[2:])) != TRUE


def _formulas(history: object) -> list[object]:
    if not isinstance(history, tuple) or not all(isinstance(event, tuple) and event for event in history):
        raise WrongProof(f"history {shorten(repr(history))}: expected a tuple of events")
    return [event[1] for event in history if event[0] in ("announced", "answered") and len(event) > 1]
