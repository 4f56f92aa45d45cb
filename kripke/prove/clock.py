"""Limits on time and memory, also for the SAT solver. `OutOfTime` reports the progress when a limit is exceeded."""

import gc
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, TypeVar

from kripke.data.watch import LONGEST
from kripke.prove.errors import OutOfTime
from logic.errors import FormulaError, by_face, shorten
from logic.exact import is_real

T = TypeVar("T")


class Clock:
    """A time limit: `tick` raises `OutOfTime` after `seconds`, measured by `timer`. None means no limit."""

    def __init__(self, seconds: float | None, timer: Callable[[], float] = perf_counter) -> None:
        if seconds is not None and not is_real(seconds, 0):
            raise FormulaError(f"time {shorten(repr(seconds))}: expected a number of seconds, such as 10, or None")
        self.timer = timer
        self.start, self.seconds = timer(), None if seconds is None else min(seconds, LONGEST)
        self.done = ""  # the progress so far, which the message of `OutOfTime` includes

    @property
    def spent(self) -> float:
        """The number of seconds since the clock started."""
        return self.timer() - self.start

    def tick(self) -> None:
        """Raise `OutOfTime` if the time limit is exceeded."""
        if self.seconds is not None and self.spent > self.seconds:
            way_out = by_face("give more time by time=", "give more time by --time SECONDS", "ask for less")
            raise OutOfTime(f"undecided after {self.spent:.1f} s{self.done}; {way_out}")

    def timed(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items; check the time limit before each."""
        for item in items:
            self.tick()
            yield item


def within_memory(work: Callable[[], T], clock: Clock) -> T:
    """Return the result of `work()`; raise `OutOfTime` if the memory limit is reached."""
    try:
        return work()
    except MemoryError:
        pass  # its traceback holds what fills the memory: the new error must not refer to it
    gc.collect()  # worlds refer to each other
    raise OutOfTime(f"undecided after {clock.spent:.1f} s{clock.done}; the memory that is allowed is full")


SOLVER = "minisat22"
"""The SAT solver. It checks its conflict budget after each conflict.

Glucose checks its budget only at restarts, and one of its calls ran for 11 s.
"""

CONFLICTS = 100  # number of conflicts before the first check of the time. That many conflicts take 1 ms to 0.3 s.

SHORT = 0.1  # seconds; if a call of the solver takes less, twice as many conflicts are allowed in the next call


def solve(solver: Any, assumptions: list[int], clock: Clock, refuted: Callable[[], bool] = lambda: False) -> bool:
    """Return whether the solver's clauses are satisfiable under the assumptions.

    If the first attempt is undecided, `refuted` is called, which returns True if it finds the clauses unsatisfiable.
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
