"""A model as the searches find it: worlds by number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NumberedModel:
    """Worlds 0, 1, 2, ... with their true atoms, the pairs of each agent, and the actual world.

    Parameters
    ----------
    worlds : list of set of str
        The atoms that are true at each world.
    relations : mapping of str to set of pairs
        Agent -> pairs of worlds.
    actual : int
        The world where the formula holds.
    """

    worlds: list[set[str]]
    relations: dict[str, set[tuple[int, int]]]
    actual: int
