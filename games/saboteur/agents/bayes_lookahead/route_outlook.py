"""The routes to the goals after a change of the mine: their lengths, and the cards that would shorten them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.board import Board
from games.saboteur.tunnels.cards import DEAD

FURTHEST = 12
"""The distance, in cards, of a goal that cannot be reached; also the largest distance."""


def outlook(rules: Saboteur, board: Board, places: Sequence[int], cards: Sequence[int], unseen: Any) -> Any:
    """The outlook of each goal after each change of the mine.

    Parameters
    ----------
    places, cards : sequence of int
        The changes, each alone; a card is its bits, 0 for nothing.

    Returns
    -------
    array of changes x goals x 3
        The length of the route, at most `FURTHEST`; the share of the cards to come that would shorten it; the number of
        places where it goes on.

    Notes
    -----
    O(k g c) for k changes, g goals, c cells of the rectangle around the cards.
    """
    from games.saboteur.tunnels import compiled_routes

    shapes, kinds = _shapes(rules)
    plan = board.plan
    grid = np.frombuffer(board.grid, dtype=np.uint8)
    found = np.empty((len(places), len(plan.ends), 3))
    at, there = np.array(places, dtype=np.int64), np.array(cards, dtype=np.uint8)
    copies = np.asarray(unseen, dtype=np.float64)[kinds]
    compiled_routes.outlook(grid, plan.width, plan.home, np.array(plan.ends), at, there, shapes, copies, found)
    found[:, :, 0] = np.minimum(found[:, :, 0], FURTHEST)
    found[:, :, 1] /= max(float(np.sum(unseen)), 1.0)
    return found


@cache
def _shapes(rules: Saboteur) -> tuple[Any, Any]:
    """The paths that are no dead ends, as they lie and turned, and their kinds."""
    kinds = [kind for kind, card in enumerate(rules.cards) if card.shapes and not card.shapes[0] & DEAD]
    shapes = [(rules.cards[kind].shapes[0], rules.cards[kind].shapes[-1]) for kind in kinds]
    return np.array(shapes, dtype=np.int64), np.array(kinds, dtype=np.int64)
