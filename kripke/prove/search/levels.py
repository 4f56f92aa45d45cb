"""The propositional side of the search: at each depth a solver with the nodes that matter there.

In logics where nothing comes back (no symmetric or Euclidean relations, no common knowledge) a world at depth d is
about the nodes within d boxes only, so near depths share a solver with the nodes that occur there. Otherwise there is
one solver for all worlds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable

from pysat.solvers import Solver

from kripke.prove.clock import Clock
from kripke.prove.question.nodes import AND, ATOM, BOX, FIX, Node
from kripke.prove.question.problem import Problem
from kripke.prove.search.counting import contradictory
from kripke.prove.search.rules import Rules
from kripke.prove.solving import SOLVER, solve

SMALL = 100
"""Number of nodes that cost a solver little; depths share a solver of at most twice the nodes of each, and these."""

ALWAYS = 1 << 60
"""The last depth of a node that occurs at every depth."""


class Level:
    """The solver of some nodes.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """

    def __init__(self, rules: Rules, universe: list[Node], laws: Iterable[Node], clock: Clock) -> None:
        self.rules, self.laws = rules, list(laws)
        universe = sorted(universe, key=lambda base: (rules.nodes.kind[base >> 1] != ATOM, base))
        self.atoms = sum(rules.nodes.kind[base >> 1] == ATOM for base in universe)
        """Number of atoms, which have the first variables."""
        self.named = [0, *universe, *[base ^ 1 for base in reversed(universe)]]
        """Literal -> node; a negative literal counts from the end."""
        self.literals = {base: number for number, base in enumerate(universe, 1)}
        self.literals |= {base ^ 1: -number for base, number in self.literals.items()}
        self.last = len(universe)
        self.solver = Solver(SOLVER)
        self.values: list[int] = []
        self.backward = [box for box in rules.boxes(universe) if rules.nodes.group(box) in rules.backward]
        self.symmetric = [rules.nodes.inside(b) for b in self.backward if not rules.is_euclidean(rules.nodes.group(b))]
        for base in universe:
            clock.tick()
            for clause in self.meaning(base):
                self.add(clause)
        for law in self.laws:
            self.add([law])
        self.solver.add_clause([len(universe), -len(universe)])  # every variable has a value in a solution

    def literal(self, node: Node) -> int:
        """The solver's literal of a node."""
        return self.literals[node]

    def add(self, clause: Iterable[Node]) -> None:
        """Add a clause of nodes."""
        self.solver.add_clause([self.literals[node] for node in clause])

    def covers(self, clause: Iterable[Node]) -> bool:
        """Whether all nodes of a clause have a variable here."""
        return all(node in self.literals for node in clause)

    def selector(self) -> int:
        """A new literal that no node has."""
        self.last += 1
        return self.last

    def meaning(self, base: Node) -> list[list[Node]]:
        """The clauses of an even node."""
        nodes = self.rules.nodes
        kind = nodes.kind[base >> 1]
        if base == 0:
            return [[base]]
        if kind in (AND, FIX):
            parts = nodes.parts(base)
            return [*[[base ^ 1, part] for part in parts], [base, *[part ^ 1 for part in parts]]]
        return self.rules.clauses(base) if kind == BOX else []

    def solve(self, nodes: Iterable[Node], selectors: Iterable[int], clock: Clock) -> list[Node] | None:
        """None if some world satisfies the nodes, then `values` is a solution. Else a core of the nodes.

        Parameters
        ----------
        clock : Clock
            The time limit.
        """
        nodes = list(nodes)
        counted: list[Node] = []

        def refuted() -> bool:
            counted.extend(self.counted(nodes, clock))
            return bool(counted)

        if solve(self.solver, [*map(self.literals.__getitem__, nodes), *selectors], clock, refuted):
            self.values = self.solver.get_model()
            return None
        nodes_only = len(self.literals) // 2
        core = [self.named[literal] for literal in self.solver.get_core() or [] if abs(literal) <= nodes_only]
        return counted or core

    def counted(self, nodes: list[Node], clock: Clock) -> list[Node]:
        """A core of the nodes that is contradictory by counting; an empty list if there is none.

        Parameters
        ----------
        clock : Clock
            The time limit.
        """
        if not contradictory(self.disjunctions(nodes), clock):
            return []
        for node in nodes:
            clock.tick()
            fewer = [other for other in nodes if other != node]
            nodes = fewer if contradictory(self.disjunctions(fewer), clock) else nodes
        return nodes

    def disjunctions(self, nodes: Iterable[Node]) -> list[frozenset[int]]:
        """The clauses that hold where the nodes hold: the literals that are left after unit propagation."""
        assumed = [self.literals[node] for node in [*nodes, *self.laws]]
        forced = {*assumed, *self.solver.propagate(assumptions=assumed)[1]}
        choices = [node for node in map(self.named.__getitem__, forced) if self.rules.nodes.is_choice(node)]
        clauses = [frozenset(self.literals[part] for part in self.rules.nodes.choices(node)) for node in choices]
        return [
            frozenset(literal for literal in clause if -literal not in forced)
            for clause in clauses
            if forced.isdisjoint(clause)
        ]


class Levels:
    """All levels of a problem.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """

    def __init__(self, problem: Problem, rules: Rules, clock: Clock) -> None:
        self.rules = rules
        self.laws = [*problem.theory, *rules.serial]
        fixpoints = any(problem.nodes.kind[base >> 1] == FIX for base in rules.universe)
        self.flat = fixpoints or bool(rules.backward) or bool(rules.sometimes)
        self.starts = [0]
        """The first depth of each level."""
        universes = [rules.universe] if self.flat else self.layers(problem)
        self.levels = [Level(rules, universe, self.laws, clock) for universe in universes]

    def at(self, depth: int) -> int:
        """The number of the level of the worlds at a depth."""
        return bisect_right(self.starts, depth) - 1

    def layers(self, problem: Problem) -> list[list[Node]]:
        """The nodes of each level: depths share a level while it has at most twice the nodes that occur at each."""
        depths = self.depths(problem)
        begin, end = (Counter(ends) for ends in zip(*depths.values(), strict=True))
        here = held = 0
        for depth in range(max(each for each in [*begin, *end, 0] if each < ALWAYS) + 2):
            here += begin[depth] - end[depth - 1]
            held += begin[depth]
            if held > 2 * here + SMALL:
                self.starts.append(depth)
                held = here
        universes: list[list[Node]] = [[] for _ in self.starts]
        for base, (first, last) in depths.items():
            for level in range(self.at(first), self.at(last) + 1):
                universes[level].append(base)
        return universes

    def depths(self, problem: Problem) -> dict[Node, tuple[int, int]]:
        """The first and the last depth of a world that an even node may matter at."""
        rules, nodes = self.rules, self.rules.nodes
        found = {problem.goal & ~1: (0, 0)} | {node & ~1: (0, ALWAYS) for node in [0, *self.laws]}
        for base in reversed(rules.universe):  # a node has a greater number than those below it
            first, last = found[base]
            below = nodes.parts(base)
            if nodes.kind[base >> 1] == BOX:
                group, below = nodes.group(base), (nodes.inside(base),)
                if rules.has("transitive", group, ()) is not None:
                    last = ALWAYS
                    found[base] = first, last
                first += rules.has("reflexive", group, ()) is None
                last = min(last + 1, ALWAYS)
            for node in below:
                least, most = found.get(node & ~1, (first, last))
                found[node & ~1] = min(first, least), max(last, most)
        return found

    def learn(self, clause: list[Node]) -> None:
        """Add a lemma to each level that has its nodes."""
        for level in self.levels:
            if level.covers(clause):
                level.add(clause)
