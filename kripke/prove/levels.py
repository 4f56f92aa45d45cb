"""The propositional side of the search: at each depth a solver with the nodes that matter there.

In logics where nothing comes back (no symmetric or Euclidean relations, no common knowledge) a world at depth d is
about the nodes within d boxes only, so each depth has a solver of its own. Otherwise there is one solver for all
worlds.
"""

from __future__ import annotations

from collections.abc import Iterable

from pysat.solvers import Solver

from kripke.prove.clock import Clock
from kripke.prove.nodes import AND, BOX, FIX, Node, Nodes
from kripke.prove.problem import Problem
from kripke.prove.rules import Rules
from kripke.prove.solving import solve

SOLVER = "glucose4"
MOST_LEVELS = 64
"""Number of solvers, of some megabytes each; all worlds below the last share it."""


class Level:
    """The solver of some nodes.

    Parameters
    ----------
    rules : Rules
        The rules.
    universe : list of int
        The even nodes.
    laws : iterable of int
        The nodes that hold at every world.
    """

    def __init__(self, rules: Rules, universe: list[Node], laws: Iterable[Node]) -> None:
        self.rules, self.universe = rules, universe
        self.variable = {base: number for number, base in enumerate(universe, 1)}
        self.base = [0, *universe]
        self.solver = Solver(SOLVER)
        self.values: list[int] = []
        self.backward = [box for box in rules.boxes(universe) if rules.nodes.group(box) in rules.backward]
        self.symmetric = [rules.nodes.inside(b) for b in self.backward if not rules.is_euclidean(rules.nodes.group(b))]
        self.members = [node for node in rules.sometimes.values() if node in self.variable]
        for base in universe:
            for clause in self.meaning(base):
                self.add(clause)
        for law in laws:
            self.add([law])
        self.solver.add_clause([len(universe), -len(universe)])  # every variable has a value in a solution

    def literal(self, node: Node) -> int:
        """The solver's literal of a node."""
        variable = self.variable[node & ~1]
        return -variable if node & 1 else variable

    def node(self, literal: int) -> Node:
        """The node of a literal."""
        return self.base[literal] if literal > 0 else self.base[-literal] ^ 1

    def add(self, clause: Iterable[Node]) -> None:
        """Add a clause of nodes."""
        self.solver.add_clause([self.literal(node) for node in clause])

    def covers(self, clause: Iterable[Node]) -> bool:
        """Whether all nodes of a clause have a variable here."""
        return all(node & ~1 in self.variable for node in clause)

    def selector(self) -> int:
        """A new literal that no node has."""
        self.base.append(-1)
        return len(self.base) - 1

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
        nodes : iterable of int
            The nodes.
        selectors : iterable of int
            Selectors of lemmas that count now.
        clock : Clock
            The time limit.
        """
        if solve(self.solver, [*map(self.literal, nodes), *selectors], clock):
            self.values = self.solver.get_model()
            return None
        known = len(self.base)
        core = [lit for lit in self.solver.get_core() or [] if abs(lit) < known and self.base[abs(lit)] >= 0]
        return [self.node(literal) for literal in core]


class Levels:
    """All levels of a problem.

    Parameters
    ----------
    problem : Problem
        The problem.
    rules : Rules
        Its rules.
    """

    def __init__(self, problem: Problem, rules: Rules) -> None:
        self.rules = rules
        self.laws = [*problem.theory, *rules.serial]
        fixpoints = any(problem.nodes.kind[base >> 1] == FIX for base in rules.universe)
        self.flat = fixpoints or bool(rules.backward) or bool(rules.sometimes)
        self.levels: list[Level] = []
        self.next: list[int] = []
        if self.flat:
            self.levels, self.next = [Level(rules, rules.universe, self.laws)], [0]
        else:
            self.layers(problem)

    def layers(self, problem: Problem) -> None:
        """One level for each depth, until nothing new comes."""
        seen: dict[frozenset[Node], int] = {}
        universe = self.closed([problem.goal, *self.laws])
        while universe not in seen:
            if len(self.levels) == MOST_LEVELS:
                universe = frozenset(self.rules.universe)
            seen[universe] = len(self.levels)
            self.levels.append(Level(self.rules, sorted(universe), self.laws))
            self.next.append(len(self.levels))
            if len(self.levels) > MOST_LEVELS:
                break
            universe = self.closed([*self.laws, *self.carried(universe)])
        self.next[-1] = seen[universe]

    def carried(self, universe: Iterable[Node]) -> list[Node]:
        """The nodes that a step carries on."""
        nodes, found = self.rules.nodes, []
        for box in self.rules.boxes(universe):
            found.append(nodes.inside(box))
            if self.rules.has("transitive", nodes.group(box), ()) is not None:
                found.append(box)
        return found

    def closed(self, starts: Iterable[Node]) -> frozenset[Node]:
        """The even nodes that matter at the same world as these."""
        return closed(self.rules, starts)

    def learn(self, clause: list[Node]) -> None:
        """Add a lemma to each level that has its nodes."""
        for level in self.levels:
            if level.covers(clause):
                level.add(clause)


def closed(rules: Rules, starts: Iterable[Node]) -> frozenset[Node]:
    """The even nodes below some nodes that matter at the same world.

    Parameters
    ----------
    rules : Rules
        The rules.
    starts : iterable of int
        The nodes.
    """
    nodes: Nodes = rules.nodes
    stack, found = [0, *[node & ~1 for node in starts]], set()
    while stack:
        base = stack.pop()
        if base in found:
            continue
        found.add(base)
        stack += [part & ~1 for part in nodes.parts(base)]
        if nodes.kind[base >> 1] == BOX and rules.has("reflexive", nodes.group(base), ()) is not None:
            stack.append(nodes.inside(base) & ~1)
    return frozenset(found)
