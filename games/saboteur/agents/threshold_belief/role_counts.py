"""Beliefs about the roles, counted: in how many believed worlds each player is a miner or a saboteur."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

Roles = frozenset[str]
"""The saboteurs of a world."""


class RoleCounts:
    """The believed worlds, and the roles of the players in them."""

    def __init__(self, names: Sequence[str], matrix: npt.NDArray[Any], held: npt.NDArray[np.bool_]) -> None:
        self.names, self.matrix, self.held = names, matrix, held

    @cached_property
    def worlds(self) -> int:
        """Number of believed worlds."""
        return int(np.count_nonzero(self.held))

    @cached_property
    def guilty(self) -> dict[str, int]:
        """Player -> number of believed worlds in which they are a saboteur."""
        counts = self.held.astype(self.matrix.dtype) @ self.matrix
        return dict(zip(self.names, counts.tolist(), strict=True))

    @cached_property
    def verdicts(self) -> dict[str, str]:
        """Player -> ``miner``, ``saboteur`` or ``unclear``: what they are in most of the believed worlds."""
        return {name: _verdict(self.worlds, guilty) for name, guilty in self.guilty.items()}


@lru_cache(maxsize=64)
def saboteur_matrix(names: tuple[str, ...], worlds: tuple[Roles, ...]) -> npt.NDArray[np.int64]:
    """An array of worlds x players: 1 for a saboteur, else 0. It is shared: do not write to it."""
    return np.array([[name in roles for name in names] for roles in worlds], dtype=np.int64)


def _verdict(worlds: int, guilty: int) -> str:
    return "unclear" if 2 * guilty == worlds else "saboteur" if 2 * guilty > worlds else "miner"
