"""A model as the searches find it: worlds by number."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[int, int]
"""A world, and a world that it sees."""


@dataclass(frozen=True)
class NumberedModel:
    """Worlds 0, 1, 2, ... with their true atoms, the pairs of each agent, and the actual world.

    Parameters
    ----------
    relations : mapping of str to list of pairs
        Agent -> pairs of worlds, in order.
    """

    worlds: list[set[str]]
    relations: dict[str, list[Pair]]
    actual: int
