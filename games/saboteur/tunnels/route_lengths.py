"""Distances to the goals, now and after actions that change the mine; unreachable goals count as `CUT_OFF` cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.saboteur.tunnels.board import FAR, Board
from games.saboteur.tunnels.changes import Lay, Rockfall
from games.saboteur.tunnels.routes import routes, routes_after

CUT_OFF = 20
"""The distance, in cards, of a goal that cannot be reached."""


def lengths(board: Board) -> tuple[int, ...]:
    """For each goal the number of cards to lay until it is reached, at most `CUT_OFF`."""
    return tuple(map(_cut_off, routes(board)))


def lengths_after(board: Board, actions: Iterable[Any]) -> dict[Any, tuple[int, ...]]:
    """Action -> the lengths after it, for each action that changes the mine. O(k c) for k of them, c cells."""
    changing = [action for action in actions if type(action) in (Lay, Rockfall)]
    if not changing:
        return {}
    places = [board.plan.place(action.x, action.y) for action in changing]
    cards = [action.shape if type(action) is Lay else 0 for action in changing]
    after = routes_after(board, places, cards)
    return {action: tuple(map(_cut_off, each)) for action, each in zip(changing, after, strict=True)}


def _cut_off(cards: int) -> int:
    return CUT_OFF if cards >= FAR else cards
