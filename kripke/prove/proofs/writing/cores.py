"""Which nodes, lemmas and clauses a contradiction needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Solver

from kripke.prove.clock import Clock
from kripke.prove.proofs.script import SERIAL, THEORY
from kripke.prove.proofs.writing.local import Clause, clauses_of, closure, disjunction
from kripke.prove.question.nodes import Node
from kripke.prove.search.rules import Rules
from kripke.prove.solving import SOLVER, solve

FEW = 60
"""Size of a core up to which it is minimised, one element at a time."""


class Cores:
    """All clauses of a problem, with lemmas that can be left out.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """

    def __init__(self, rules: Rules, theory: Iterable[Node], clock: Clock) -> None:
        self.rules, self.clock = rules, clock
        self.laws = [disjunction([law], THEORY) for law in theory] + [
            disjunction([law], SERIAL) for law in rules.serial
        ]
        self.variable = {base: number for number, base in enumerate(rules.universe, 1)}
        self.solver = Solver(SOLVER)
        self.last = len(self.variable)
        for base in rules.universe:
            for clause in clauses_of(rules, base):
                self.solver.add_clause(self._literals(clause))
        for clause in self.laws:
            self.solver.add_clause(self._literals(clause))
        self.solver.add_clause([self.variable[0]])
        self.selector: dict[Clause, int] = {}

    def _literal(self, node: Node) -> int:
        return -self.variable[node & ~1] if node & 1 else self.variable[node]

    def _literals(self, clause: Clause) -> list[int]:
        return [self._literal(node) for node in clause.nodes]

    def needed(self, nodes: Iterable[Node], lemmas: Sequence[Clause]) -> tuple[list[Node], list[Clause]] | None:
        """The nodes and lemmas that a contradiction needs; None if there is none."""
        meaning: dict[int, Node | Clause] = {}
        for lemma in lemmas:
            if lemma not in self.selector:
                self.last += 1
                self.selector[lemma] = self.last
                self.solver.add_clause([-self.last, *self._literals(lemma)])
            meaning[self.selector[lemma]] = lemma
        for node in nodes:
            meaning[self._literal(node)] = node
        core = minimal(self.solver, list(meaning), self.clock)
        if core is None:
            return None
        found = [meaning[literal] for literal in core]
        return [x for x in found if not isinstance(x, Clause)], [x for x in found if isinstance(x, Clause)]

    def clauses(self, nodes: Sequence[Node], lemmas: Sequence[Clause]) -> list[Clause]:
        """The clauses, of all kinds, that a contradiction needs."""
        starts = {*nodes, *[node for clause in [*self.laws, *lemmas] for node in clause.nodes]}
        clauses = [*closure(self.rules, starts), *self.laws, *lemmas]
        with Solver(SOLVER) as solver:
            first = self.last + 1
            for number, clause in enumerate(clauses, first):
                solver.add_clause([-number, *self._literals(clause)])
            for node in [0, *nodes]:
                solver.add_clause([self._literal(node)])
            core = minimal(solver, list(range(first, first + len(clauses))), self.clock)
        assert core is not None, "the nodes and lemmas contradict each other"
        return [clauses[number - first] for number in sorted(core)]


def minimal(solver: Solver, assumptions: list[int], clock: Clock) -> list[int] | None:
    """A small set of the assumptions that cannot hold together; None if all of them can.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """
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
