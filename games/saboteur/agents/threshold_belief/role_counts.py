"""What somebody believes of the roles at one moment, counted: in how many worlds each player is what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

Roles = frozenset[str]
"""The saboteurs of a world."""


class Tally:
    """The believed worlds, and what the players are there.

    Parameters
    ----------
    names : sequence of str
        The players by seat.
    guilt : integer array of worlds x players
        1 where the player is a saboteur, else 0.
    held : boolean array of worlds
        The believed ones.
    """

    def __init__(self, names: Sequence[str], guilt: npt.NDArray[Any], held: npt.NDArray[np.bool_]) -> None:
        self.names, self.guilt, self.held = names, guilt, held

    @cached_property
    def worlds(self) -> int:
        """How many worlds are believed."""
        return int(np.count_nonzero(self.held))

    @cached_property
    def guilty(self) -> dict[str, int]:
        """Player -> in how many believed worlds she is a saboteur."""
        counts = self.held.astype(self.guilt.dtype) @ self.guilt
        return dict(zip(self.names, counts.tolist(), strict=True))

    @cached_property
    def verdicts(self) -> dict[str, str]:
        """Player -> ``miner``, ``saboteur`` or ``unclear``: what she is in most of the believed worlds."""
        return {name: _verdict(self.worlds, guilty) for name, guilty in self.guilty.items()}


@lru_cache(maxsize=64)
def guilt(names: tuple[str, ...], worlds: tuple[Roles, ...]) -> npt.NDArray[np.int64]:
    """An array of worlds x players: 1 where the player is a saboteur, else 0; not to be written to."""
    return np.array([[name in roles for name in names] for roles in worlds], dtype=np.int64)


def _verdict(worlds: int, guilty: int) -> str:
    return "unclear" if 2 * guilty == worlds else "saboteur" if 2 * guilty > worlds else "miner"
