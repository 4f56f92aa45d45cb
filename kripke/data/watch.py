"""Time limits of searches, which long computations check from time to time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sized
from contextvars import ContextVar
from math import inf
from types import TracebackType

from logic.errors import TooLarge
from logic.exact import plural

LONGEST = 10.0**9
"""The largest number of seconds that is counted, 30 years; a larger limit, such as 10**400, need not fit a float."""

WATCH: ContextVar[Callable[[], object]] = ContextVar("watch", default=lambda: None)
"""A function that raises an error when the time of the current search is over; it does nothing outside a search."""


class _OutOfTime(Exception):
    """Raised to interrupt a computation; it is not an `EpistemicError`, so handlers of such errors do not catch it."""


class Watch:
    """A context manager that ends a search at its limits or on a keyboard interrupt.

    `states`: the states found so far; messages give their number. `seconds`: the time limit, None for no limit. If the
    search ended early, the attribute `stopped` says why.
    """

    def __init__(self, states: Sized, seconds: float | None) -> None:
        self._states, self._seconds, self.stopped = states, seconds, ""
        self._until = inf if seconds is None else time.monotonic() + min(seconds, LONGEST)

    def __call__(self) -> None:
        """Interrupt the search if its time is over."""
        if time.monotonic() > self._until:
            raise _OutOfTime(f"{plural(len(self._states), 'state')} in {self._seconds:g} seconds")

    def __enter__(self) -> Watch:
        self._before = WATCH.set(self)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> bool:
        WATCH.reset(self._before)
        if isinstance(error, (TooLarge, _OutOfTime)):
            self.stopped = str(error.args[0])
        elif isinstance(error, KeyboardInterrupt):
            self.stopped = f"stopped by the keyboard after {plural(len(self._states), 'state')}"
        return bool(self.stopped)
