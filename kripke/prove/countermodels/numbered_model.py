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
    worlds : list of set of str
        The atoms that are true at each world.
    relations : mapping of str to list of pairs
        Agent -> pairs of worlds, in order.
    actual : int
        The world where the formula holds.
    """

    worlds: list[set[str]]
    relations: dict[str, list[Pair]]
    actual: int
