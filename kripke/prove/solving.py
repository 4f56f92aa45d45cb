"""Calls of the SAT solver that stop in time."""

from __future__ import annotations

from typing import Any

from kripke.prove.clock import Clock

CONFLICTS = 1_000
"""Number of conflicts between two looks at the clock: some milliseconds to some tenths of a second."""


def solve(solver: Any, assumptions: list[int], clock: Clock) -> bool:
    """Whether the clauses are satisfiable with the assumptions.

    Parameters
    ----------
    solver : pysat.solvers.Solver
        The solver.
    assumptions : list of int
        Literals.
    clock : Clock
        The time limit.
    """
    while True:
        clock.tick()
        solver.conf_budget(CONFLICTS)
        answer = solver.solve_limited(assumptions=assumptions)
        if answer is not None:
            return bool(answer)
