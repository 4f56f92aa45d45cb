"""Closed tableaux of lemmas, built from unsatisfiable cores; common knowledge is proved by induction.

An invariant is a set of clauses that one induction proves; each clause is about a fixpoint. Suppose that a clause
fails, so its fixpoint fails. The first step of a shortest way to the counterexample leads to the counterexample itself,
or to a world that is nearer to it, where the invariant holds. If both cases contradict the facts that the step carries
to the next world, the clause holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse

from pysat.solvers import Solver

from kripke.prove.clock import SOLVER, Clock, solve
from kripke.prove.proofs import script
from kripke.prove.proofs.script import CONTRADICTION, SERIAL, THEORY, Lemma, Step, Tableau
from kripke.prove.question.nodes import AND, BOX, FALSE, FIX, TRUE, Group, Node, Nodes, Option
from kripke.prove.search.rules import Rules
from logic.errors import TooLarge, by_face
from logic.shared import depth_first


@dataclass(frozen=True, slots=True)
class Clause:
    """A disjunction of nodes that holds at every world, with the rule that justifies it."""

    nodes: tuple[Node, ...]
    rule: str
    of: int = -1  # number of the lemma or hypothesis; -1 for other rules


def conjuncts(nodes: Nodes, base: Node) -> list[Node]:
    """Return the conjuncts of an unnegated node, with nested conjunctions split; those of a fixpoint are its boxes."""
    if nodes.kind[base >> 1] == FIX:
        return list(dict.fromkeys(option.box for option in nodes.options[base]))
    return [*filterfalse(nodes.nested, depth_first(nodes.parts(base), nodes.nested))]


def clauses_of(rules: Rules, base: Node) -> list[Clause]:
    """Return the clauses that define an unnegated node."""
    nodes = rules.nodes
    kind = nodes.kind[base >> 1]
    if kind in (AND, FIX):
        name = script.AND if kind == AND else script.COMMON
        parts = conjuncts(nodes, base)
        each = [Clause((base ^ 1, part), name) for part in parts]
        return [*each, Clause((base, *[part ^ 1 for part in parts]), name)]
    if kind != BOX:
        return []

    def name_of(clause: Sequence[Node]) -> str:
        if clause[0] != base ^ 1:
            return script.LOOP if clause[0] == base else script.DENSE
        return script.AGAIN if clause[1] == rules.twice.get(base) else script.REFLEXIVE

    return [disjunction(clause, name_of(clause)) for clause in rules.clauses(base)]


def disjunction(nodes: Iterable[Node], rule: str, of: int = -1) -> Clause:
    """Return the clause with these nodes, except `FALSE`."""
    return Clause(tuple([node for node in nodes if node != FALSE]), rule, of)


def closure(rules: Rules, starts: Iterable[Node]) -> list[Clause]:
    """Return the clauses that define these nodes and, transitively, the nodes in these clauses, within one world."""
    stack = [node & ~1 for node in starts]
    seen: set[Node] = set()
    clauses: list[Clause] = []
    while stack:
        base = stack.pop()
        if base not in seen:
            seen.add(base)
            new = clauses_of(rules, base)
            clauses += new
            stack += [node & ~1 for clause in new for node in clause.nodes]
    return clauses


FEW = 60  # Size of a core up to which it is minimised, one element at a time


@dataclass(frozen=True, slots=True)
class Fact:
    """A node that holds at a successor of a world, with the rule and the premises that imply it."""

    node: Node
    rule: str
    premises: tuple[Node, ...] = ()


class Cores:
    """Finds unsatisfiable cores among all clauses of a problem, with optional lemmas."""

    def __init__(self, rules: Rules, theory: Iterable[Node], clock: Clock) -> None:
        self.rules, self.clock = rules, clock
        laws = (*[(law, THEORY) for law in theory], *[(law, SERIAL) for law in rules.serial])
        self.laws = [disjunction([law], rule) for law, rule in laws]
        self.variable = {base: number for number, base in enumerate(rules.universe, 1)}
        self.last = len(self.variable)
        clauses = [*[clause for base in rules.universe for clause in clauses_of(rules, base)], *self.laws]
        self.solver = Solver(SOLVER, bootstrap_with=[*map(self._literals, clauses), [self.variable[0]]])
        self.selector: dict[Clause, int] = {}

    def _literal(self, node: Node) -> int:
        return -self.variable[node & ~1] if node & 1 else self.variable[node]

    def _literals(self, clause: Clause) -> list[int]:
        return [self._literal(node) for node in clause.nodes]

    def needed(self, nodes: Iterable[Node], lemmas: Sequence[Clause]) -> tuple[list[Node], list[Clause]] | None:
        """Return a small set of the nodes and lemmas that is contradictory; None if they can hold together."""
        for lemma in lemmas:
            if lemma not in self.selector:
                self.last += 1
                self.selector[lemma] = self.last
                self.solver.add_clause([-self.last, *self._literals(lemma)])
        meaning: dict[int, Node | Clause] = {self.selector[lemma]: lemma for lemma in lemmas}
        meaning |= {self._literal(node): node for node in nodes}
        core = minimal(self.solver, list(meaning), self.clock)
        if core is None:
            return None
        conflict = [meaning[literal] for literal in core]
        return [x for x in conflict if not isinstance(x, Clause)], [x for x in conflict if isinstance(x, Clause)]

    def core(self, facts: Iterable[Fact], lemmas: Sequence[Clause]) -> tuple[list[Fact], list[Clause]] | None:
        """Return a small set of the facts and lemmas that is contradictory; None if they can hold together."""
        first: dict[Node, Fact] = {}
        for fact in facts:
            first.setdefault(fact.node, fact)
        needed = self.needed(first, lemmas)
        return None if needed is None else ([first[node] for node in needed[0]], needed[1])

    def clauses(self, nodes: Sequence[Node], lemmas: Sequence[Clause]) -> list[Clause]:
        """Return a small set of clauses, laws and lemmas that contradicts the nodes."""
        starts = {*nodes, *[node for clause in [*self.laws, *lemmas] for node in clause.nodes]}
        clauses = [*closure(self.rules, starts), *self.laws, *lemmas]
        first = self.last + 1
        chosen = [[-number, *self._literals(clause)] for number, clause in enumerate(clauses, first)]
        with Solver(SOLVER, bootstrap_with=[*chosen, *[[self._literal(node)] for node in (0, *nodes)]]) as solver:
            core = minimal(solver, list(range(first, first + len(clauses))), self.clock)
        assert core is not None, "the nodes and lemmas contradict each other"
        return [clauses[number - first] for number in sorted(core)]


def minimal(solver: Solver, assumptions: list[int], clock: Clock) -> list[int] | None:
    """Return a small contradictory subset of the assumptions; None if they can hold together."""
    if solve(solver, assumptions, clock):
        return None
    core = _core(solver, assumptions)
    while not solve(solver, core, clock) and len(smaller := _core(solver, core)) < len(core):
        core = smaller
    if len(core) > FEW:
        return core
    for literal in reversed(core):
        rest = [other for other in core if other != literal]
        if literal in core and not solve(solver, rest, clock):
            core = _core(solver, rest)
    return core


def _core(solver: Solver, assumptions: list[int]) -> list[int]:
    blamed = set(solver.get_core() or [])
    return [literal for literal in assumptions if literal in blamed]


MOST_CASES = 3_000  # number of case distinctions in one tableau above which a proof is not written out, as unreadable

DEEPEST = 250  # number of nested cases above which a proof is not written out; `_reason` is recursive


@dataclass(slots=True)
class Reasoning:
    """The steps that follow from known nodes on a branch: the derived nodes, then a contradiction or the cases."""

    end: Clause  # the clause that closes the branch, or whose other nodes are the cases
    derived: list[tuple[Node, Clause]] = field(default_factory=list)
    cases: list[tuple[Node, Reasoning]] = field(default_factory=list)  # the cases; none if the branch is closed


class Reasoner:
    """Derives contradictions from clauses by unit propagation and case distinctions; exponential at worst."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = list(clauses)
        self.denied = [(clause, tuple([node ^ 1 for node in clause.nodes])) for clause in self.clauses]
        self.against: dict[Node, list[tuple[Clause, tuple[Node, ...]]]] = defaultdict(list)
        for pair in self.denied:
            for node in pair[1]:
                self.against[node].append(pair)
        self.cases = 0

    def reason(self, known: Iterable[Node]) -> Reasoning:
        """Return the steps from known nodes to a contradiction."""
        return self._reason(dict.fromkeys(known), 0)[0]

    def _reason(self, why: dict[Node, Clause | None], depth: int) -> tuple[Reasoning, set[Node]]:
        """Return the steps that derive a contradiction from the nodes in `why`, and the known nodes that they use.

        `why` maps a derived node to the clause that implies it, and a known node to None; derived nodes are added.
        """
        end = self._propagate(why)
        if end is not None:
            return self._trace(Reasoning(end), why, {node ^ 1 for node in end.nodes})
        open_clauses = [clause for clause in self.clauses if why.keys().isdisjoint(clause.nodes)]
        split = min(open_clauses, key=lambda clause: sum(node ^ 1 not in why for node in clause.nodes))
        self.cases += 1
        if self.cases > MOST_CASES or depth > DEEPEST:
            way_out = by_face("; `Proof.valid` is the answer")
            raise TooLarge(f"a proof of over {MOST_CASES:,} cases is not written out{way_out}")
        used = {node ^ 1 for node in split.nodes if node ^ 1 in why}
        cases = []
        for node in split.nodes:
            if node ^ 1 in why:
                continue
            below, uses = self._reason(dict.fromkeys([*why, node]), depth + 1)
            if node not in uses:  # the case was not needed
                return self._trace(below, why, uses)
            used |= uses - {node}
            cases.append((node, below))
        return self._trace(Reasoning(split, [], cases), why, used)

    def _trace(
        self, reasoning: Reasoning, why: Mapping[Node, Clause | None], used: set[Node]
    ) -> tuple[Reasoning, set[Node]]:
        """Add the derivations of the used nodes to the reasoning; return it and the known nodes on which it rests."""
        before = []
        for node, clause in list(why.items())[::-1]:
            if clause is not None and node in used:
                used.remove(node)
                used |= {other ^ 1 for other in clause.nodes if other != node}
                before.append((node, clause))
        reasoning.derived[:0] = reversed(before)
        return reasoning, used

    def _propagate(self, why: dict[Node, Clause | None]) -> Clause | None:
        for node in why:
            if node ^ 1 in why:
                return Clause((node & ~1, node | 1), CONTRADICTION)
        waiting = self.denied.copy()
        for clause, denied in waiting:  # the list grows in the loop
            left = [*filterfalse(why.__contains__, denied)]
            if not left:
                return clause
            if len(left) == 1 and (node := left[0] ^ 1) not in why:
                why[node] = clause
                waiting += self.against[node]
        return None


Places = dict[Node, int]  # Node that holds at a world on the current branch -> the number of its step


class Builder:
    """Builds a tableau, which begins with its suppositions."""

    def __init__(self, suppositions: Iterable[Node]) -> None:
        self.steps: list[Step] = []
        self.worlds: list[tuple[int, Group]] = []
        self.branches: list[int] = []
        self.start: Places = {node: self.add(Step(script.SUPPOSE, node)) for node in suppositions}

    def add(self, step: Step) -> int:
        """Add a step; return its number."""
        self.steps.append(step)
        return len(self.steps) - 1

    def world(self, group: Group) -> int:
        """Add a world that a group considers possible at world 0; return the number of the new world."""
        self.worlds.append((0, group))
        return len(self.worlds)

    def branch(self, parent: int) -> int:
        """Add a branch that continues branch `parent`; return the number of the new branch."""
        self.branches.append(parent)
        return len(self.branches)

    def reason(self, reasoning: Reasoning, places: Places, world: int, branch: int) -> None:
        """Add the steps of `reasoning` at a world; store in `places` the number of the step that derives each node."""
        for node, clause in reasoning.derived:
            premises = tuple([places[other ^ 1] for other in clause.nodes if other != node])
            places[node] = self.add(Step(clause.rule, node, world, premises, branch, clause.of))
        end = reasoning.end
        open_nodes = {node for node, _ in reasoning.cases}
        premises = tuple([places[node ^ 1] for node in end.nodes if node not in open_nodes])
        if not reasoning.cases:
            self.add(Step(end.rule, FALSE, world, premises, branch, end.of))
        for node, below in reasoning.cases:
            case = self.branch(branch)
            number = self.add(Step(end.rule, node, world, premises, case, end.of))
            self.reason(below, {**places, node: number}, world, case)

    def arrive(self, facts: Iterable[Fact], before: Places, places: Places, world: int, branch: int) -> None:
        """Add facts at a world, each as a step whose premises are at the previous world.

        `before` maps the nodes at the previous world to their steps, and `places` the nodes at this world; the new
        steps are added to `places`.
        """
        for fact in facts:
            if fact.node not in places:
                premises = tuple([before[premise] for premise in fact.premises])
                places[fact.node] = self.add(Step(fact.rule, fact.node, world, premises, branch))

    def close(self, cores: Cores, places: Places, world: int, branch: int, lemmas: Sequence[Clause]) -> None:
        """Add the steps that lead from the facts at a world to a contradiction."""
        if FALSE in places:
            return
        needed = cores.needed(places, lemmas)
        assert needed is not None, "the nodes contradict the lemmas"
        self.reason(Reasoner(cores.clauses(*needed)).reason(needed[0]), places, world, branch)

    def done(self) -> Tableau:
        """Return the finished tableau."""
        return Tableau(tuple(self.steps), tuple(self.worlds), tuple(self.branches))


def carried(rules: Rules, here: Collection[Node], label: Group) -> Iterator[Fact]:
    """Yield facts about all worlds that the group `label` considers possible, from the nodes `here` of a world."""
    nodes = rules.nodes
    for agent in sorted(label & rules.sometimes.keys()):
        yield Fact(rules.sometimes[agent], script.SEEN)
    for node in here:
        if nodes.kind[node >> 1] != BOX or not (group := nodes.group(node)) <= label:
            continue
        inner = nodes.inside(node)
        if not node & 1:
            yield Fact(inner, script.KNOWN, (node,))
            if (reasons := rules.has("transitive", group, here)) is not None:
                yield Fact(node, script.TRANSITIVE, (node, *reasons))
        elif rules.is_euclidean(group):
            yield Fact(node, script.EUCLIDEAN, (node,))
            if nodes.kind[inner >> 1] == BOX and inner & 1 and nodes.group(inner) == group:
                yield Fact(inner, script.TWICE, (node,))
    for group in rules.below(label):
        if group in rules.backward and (reasons := rules.has("symmetric", group, here)) is not None:
            for box in rules.by_group[group]:
                if (inside := nodes.inside(box) ^ 1) in here:
                    yield Fact(box ^ 1, script.SYMMETRIC, (inside, *reasons))


Core = tuple[set[Node], list[Clause]]  # the nodes of world 0, and the hypotheses, that a proof needs


class Invariant:
    """Proves the clauses `wanted` by one induction; each clause is about a fixpoint."""

    def __init__(
        self, cores: Cores, clauses: dict[int, tuple[Node, list[Node]]], wanted: set[int], lemmas: Sequence[Clause]
    ) -> None:
        self.cores, self.rules, self.before = cores, cores.rules, lemmas
        self.fix = {number: fix for number, (fix, _) in clauses.items()}
        self.whole = {number: [fix, *[n for n in clause if n != fix]] for number, (fix, clause) in clauses.items()}
        self.clause: dict[int, list[Node]] = {}
        for number, whole in self.whole.items():  # without the boxes of its fixpoint's steps
            boxes = {option.box for option in cores.rules.nodes.options[whole[0]]}
            self.clause[number] = [node for node in whole if node == whole[0] or node not in boxes]
        self.wanted = set(wanted)
        self.unchanged: set[int] = set()  # the clauses that cannot be shortened
        self.within: set[int] = set()  # the clauses that follow from other clauses at the same world

    def lemmas(self) -> tuple[list[int], tuple[Lemma, ...]]:
        """Return the numbers of the clauses that are needed, and their proofs."""
        while self._shorten():
            pass
        numbers = sorted(self.wanted)
        self.clause = {number: self._folded(self.clause[number]) for number in numbers}
        return numbers, tuple([self._lemma(number) for number in numbers])

    def _folded(self, clause: list[Node]) -> list[Node]:
        """Return the clause; negations of all parts of a conjunction or fixpoint become one negation of the whole."""
        nodes = self.rules.nodes
        for base in self.rules.universe:
            parts = [part ^ 1 for part in conjuncts(nodes, base)] if nodes.kind[base >> 1] in (AND, FIX) else []
            if len(parts) > 1 and set(parts) <= set(clause[1:]):
                clause = [*[node for node in clause if node == clause[0] or node not in parts], base ^ 1]
        return clause

    def _shorten(self) -> bool:
        """Remove unneeded nodes from clauses, and add clauses that a proof needs; return whether anything changed."""
        before = {number: self.clause[number] for number in sorted(self.wanted)}
        for number, clause in before.items():
            used, hypotheses = self._core(number)
            if number not in self.unchanged:
                self.clause[number] = [n for n in clause if n == self.fix[number] or n ^ 1 in used]
            self.wanted |= {clause.of for clause in hypotheses}
        return before != {number: self.clause[number] for number in self.wanted}

    def _core(self, number: int) -> Core:
        if number not in self.within:
            if (core := self._core_by_ways(number)) is not None:
                return core
            self.clause[number] = self.whole[number]
            self.unchanged.add(number)
            if (core := self._core_by_ways(number)) is not None:
                return core
            self.within.add(number)
        needed = self.cores.needed(self._supposed(number), self._known_here(number))
        assert needed is not None, "the clause follows from those before it"
        return set(needed[0]), [clause for clause in needed[1] if clause.rule == script.HYPOTHESIS]

    def _core_by_ways(self, number: int) -> Core | None:
        """Return the core of a proof that refutes all steps to the counterexample; None if a step is possible."""
        used: set[Node] = set()
        hypotheses: list[Clause] = []
        for _, _, facts, known in self._ways(number):
            core = self.cores.core(facts, known)
            if core is None:
                return None
            used |= {premise for fact in core[0] for premise in fact.premises}
            hypotheses += [clause for clause in core[1] if clause.rule == script.HYPOTHESIS]
        return used, hypotheses

    def _supposed(self, number: int) -> list[Node]:
        return [node ^ 1 for node in self.clause[number]]

    def _ways(self, number: int) -> Iterator[tuple[int, Option, list[Fact], list[Clause]]]:
        """Yield the steps to the counterexample: number, option, and the facts and known clauses at the next world.

        The first fact is the formula that fails at the next world. Unless that world is the counterexample, the clauses
        of the invariant are known there.
        """
        here = self._unfolded(number)
        first = sorted(self.clause, key=lambda n: (n not in self.wanted, len(self.clause[n])))
        for place, option in enumerate(self.rules.nodes.options[self.fix[number]]):
            condition = [] if option.pre == TRUE else [Fact(option.pre, script.CONDITION)]
            facts = [*condition, *carried(self.rules, here, self.rules.nodes.group(option.box))]
            yield place, option, [Fact(option.body ^ 1, script.ENDS), *facts], [*self.before]
            known = [*self.before, *self._hypotheses(option.then, first)]
            yield place, option, [Fact(option.then ^ 1, script.ONWARD), *facts], known

    def _unfolded(self, number: int) -> dict[Node, tuple[str, Node]]:
        """Map each supposition, and each part of a supposition, to the rule and the node that it comes from."""
        nodes = self.rules.nodes
        sources = {node: (script.SUPPOSE, node) for node in self._supposed(number)}
        stack = list(sources)
        while stack:
            node = stack.pop()
            if not node & 1 and nodes.kind[node >> 1] in (AND, FIX):
                rule = script.AND if nodes.kind[node >> 1] == AND else script.COMMON
                new = [part for part in conjuncts(nodes, node) if part not in sources]
                sources |= dict.fromkeys(new, (rule, node))
                stack += new
        return sources

    def _hypotheses(self, fix: Node, numbers: list[int]) -> list[Clause]:
        return [disjunction(self.clause[n], script.HYPOTHESIS, n) for n in numbers if self.fix[n] == fix]

    def _known_here(self, number: int) -> list[Clause]:
        return [*self.before, *self._hypotheses(self.fix[number], [n for n in self.clause if n < number])]

    def _lemma(self, number: int) -> Lemma:
        builder = Builder(self._supposed(number))
        if number in self.within:
            builder.close(self.cores, builder.start, 0, 0, self._known_here(number))
        else:
            for node, (rule, whole) in self._unfolded(number).items():
                if rule != script.SUPPOSE:
                    builder.start[node] = builder.add(Step(rule, node, premises=(builder.start[whole],)))
            for way in self._ways(number):
                self._way(builder, builder.start[self.fix[number] ^ 1], *way)
        return Lemma(tuple(self.clause[number]), builder.done())

    def _way(
        self, builder: Builder, failing: int, place: int, option: Option, facts: list[Fact], known: list[Clause]
    ) -> None:
        """Build the branch of one step towards the counterexample."""
        end = facts[0]
        world, branch = builder.world(self.rules.nodes.group(option.box)), builder.branch(0)
        places: Places = {end.node: builder.add(Step(end.rule, end.node, world, (failing,), branch, place))}
        core = self.cores.core(facts, known)
        assert core is not None, "no way is possible"
        for fact in core[0]:
            if fact.rule == script.CONDITION:
                places[fact.node] = builder.add(Step(fact.rule, fact.node, world, (places[end.node],), branch))
            elif fact.rule != end.rule:
                builder.arrive([fact], builder.start, places, world, branch)
        builder.close(self.cores, places, world, branch, core[1])
