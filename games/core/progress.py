"""Callbacks that report the progress of long computations."""

from collections.abc import Callable

ProgressCallback = Callable[[int, int], None]  # Called with the number of finished steps and the total number of steps


def untold(done: int, wanted: int) -> None:
    """The default progress callback; it does nothing."""
