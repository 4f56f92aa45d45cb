"""Calls of the SAT solver that stop in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kripke.prove.clock import Clock

SOLVER = "minisat22"
"""Looks at its budget after each conflict. Glucose looks at each restart only: one call ran for 11 s."""

CONFLICTS = 100
"""Number of conflicts before the first look at the clock: less than a millisecond to a third of a second."""

SHORT = 0.1
"""Seconds between two looks at the clock, below which twice as many conflicts are allowed before the next."""


def solve(solver: Any, assumptions: list[int], clock: Clock, refuted: Callable[[], bool] = lambda: False) -> bool:
    """Whether the clauses are satisfiable with the assumptions.

    Parameters
    ----------
    clock : Clock
        The time limit.
    refuted : callable
        Called once if the solver finds it hard: whether another method shows that the clauses are unsatisfiable.
    """
    conflicts, first = CONFLICTS, True
    while True:
        clock.tick()
        start = clock.spent
        solver.conf_budget(conflicts)
        answer = solver.solve_limited(assumptions=assumptions)
        if answer is not None or (first and refuted()):
            return bool(answer)
        first = False
        conflicts *= 2 if clock.spent < start + SHORT else 1
