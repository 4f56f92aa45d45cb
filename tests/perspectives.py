"""Views of views: what agents consider possible that others consider possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kripke.models.model import Model


def perspectives(model: Model, agents: Sequence[str], at: Any = None) -> frozenset[Any]:
    """The first agent's possible views of the second agent, and so on, as sets of sets of worlds.

    ``perspectives(m, ["1"])`` are the worlds that 1 considers possible; ``perspectives(m, ["1", "2"])`` for each of
    these the set of worlds that 2 considers possible there. That f is true in one of them is ``M_1 M_2 f``. O(n^d) for
    n worlds and d agents, less where classes meet again.
    """
    here = model.possible(agents[0], at, limit=None)
    if len(agents) == 1:
        return here
    cells: dict[frozenset[Any], frozenset[Any]] = {}
    for world in here:
        cell = model.possible(agents[1], world, limit=None)
        if cell not in cells:
            cells[cell] = perspectives(model, agents[1:], world)
    return frozenset(cells.values())
