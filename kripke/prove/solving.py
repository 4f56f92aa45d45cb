"""Calls of the SAT solver that stop in time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from kripke.prove.clock import Clock

CONFLICTS = 1_000
"""Number of conflicts between two looks at the clock: some milliseconds to some tenths of a second."""


def solve(solver: Any, assumptions: list[int], clock: Clock, refuted: Callable[[], bool] = lambda: False) -> bool:
    """Whether the clauses are satisfiable with the assumptions.

    Parameters
    ----------
    solver : pysat.solvers.Solver
        The solver.
    assumptions : list of int
        Literals.
    clock : Clock
        The time limit.
    refuted : callable
        Called once if the solver finds it hard: whether another method shows that the clauses are unsatisfiable.
    """
    for attempt in count():
        clock.tick()
        solver.conf_budget(CONFLICTS)
        answer = solver.solve_limited(assumptions=assumptions)
        if answer is not None or (attempt == 0 and refuted()):
            return bool(answer)
    raise AssertionError("the loop has no end")
