"""Conjunctions of variables, for quantification; a new one is derived from a similar one where that is faster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

WIDE = 16
"""Cubes of at least this many variables are derived from each other where possible."""


class Cubes(dict[int, T]):
    """A cache: set of variables -> cube, computed when it is first looked up.

    Parameters
    ----------
    make : callable
        From a set of variables to its cube. O(k) operations for k variables.
    without : callable
        From a cube and some of its variables to the cube of its other variables, in one operation.
    """

    def __init__(self, make: Callable[[int], T], without: Callable[[T, int], T]) -> None:
        super().__init__()
        self._make, self._without = make, without
        self._widest: tuple[int, T] | None = None

    def __missing__(self, variables: int) -> T:
        wide = variables.bit_count() >= WIDE
        cube = self[variables] = self._narrowed(variables) if wide else self._make(variables)
        return cube

    def _narrowed(self, variables: int) -> T:
        """The cube, from one of at most a quarter more variables: the last wide cube, or that with these variables."""
        whole, cube = self._widest or (0, None)
        wider = whole | variables
        if (wider ^ variables).bit_count() * 4 > variables.bit_count():
            wider = variables
        if cube is None or wider != whole:
            cube = self._make(wider)
            self._widest = wider, cube
        extra = wider ^ variables
        return self._without(cube, extra) if extra else cube

    def clear(self) -> None:
        """Drop all cubes."""
        super().clear()
        self._widest = None
