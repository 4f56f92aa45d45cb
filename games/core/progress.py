"""Who is told how far a long computation is."""

from __future__ import annotations

from collections.abc import Callable

Told = Callable[[int, int], None]
"""Is told how many steps are done, and of how many."""


def untold(done: int, wanted: int) -> None:
    """Where nobody is to be told.

    Parameters
    ----------
    done, wanted : int
        The numbers of steps.
    """
