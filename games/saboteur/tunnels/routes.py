"""The distances to the goals: the fewest cards that still have to be laid, and where they would lie.

A route goes from the start over cards with open path, at no cost, and over empty cells, at one card each; for any two
or more sides there is a card that is open there. It does not cross a closed side of a card around it, a dead end, or
another goal that is face down. Which cards are left does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from games.saboteur.tunnels.board import FAR, Board, Lay, Rockfall

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


@lru_cache(maxsize=1024)
def routes(board: Board) -> tuple[int, ...]:
    """For each goal the fewest cards to lay until it is reached; `FAR` if it cannot be.

    O(c) for c cells of the rectangle around the cards. The first call loads Numba and compiles.
    """
    return _lengths(board, (board.plan.home,), (board.grid[board.plan.home],))[0]


def routes_after(board: Board, places: Sequence[int], cards: Sequence[int]) -> list[tuple[int, ...]]:
    """The lengths as in `routes`, after each of these changes alone. O(k c) for k changes, c cells."""
    return _lengths(board, tuple(places), tuple(cards))


@lru_cache(maxsize=1024)
def on_routes(board: Board, goal: int) -> frozenset[int]:
    """The empty places on a shortest route to a goal. O(c) for c cells around the cards.

    Parameters
    ----------
    goal : int
        From 0.
    """
    plan, shortest = board.plan, routes(board)[goal]
    if shortest >= FAR:
        return frozenset()
    out = _costs(board, plan.home).astype(np.int32)
    back = _costs(board, plan.ends[goal]).astype(np.int32)
    grid = np.frombuffer(board.grid, dtype=np.uint8)
    on = (grid == 0) & (out >= 0) & (back >= 0) & (out + back - 1 == shortest)
    return frozenset(np.flatnonzero(on).tolist())


def _lengths(board: Board, places: tuple[int, ...], cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    plan = board.plan
    grid = np.frombuffer(board.grid, dtype=np.uint8)
    found = np.empty((len(places), len(plan.ends)), dtype=np.int16)
    at, there = np.array(places, dtype=np.int64), np.array(cards, dtype=np.uint8)
    _compiled().lengths(grid, plan.width, plan.home, np.array(plan.ends), at, there, found)
    return [tuple(each) for each in found.tolist()]


def _costs(board: Board, source: int) -> Any:
    plan = board.plan
    cost = np.empty(len(board.grid), dtype=np.int16)
    grid = np.frombuffer(board.grid, dtype=np.uint8)
    _compiled().costs(grid, plan.width, source, cost)
    return cost


@cache
def _compiled() -> Any:
    from games.saboteur.tunnels import compiled_routes

    return compiled_routes
