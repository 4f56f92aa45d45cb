"""The distances to the goals: the fewest cards that are still needed, and the cells where they would lie.

A route goes from the start over connected cards, at no cost, and over empty cells, at one card each. A card can
connect any two sides of an empty cell. A route does not cross a closed side of an adjacent card, a dead end, or
another face-down goal. The search ignores which cards are left.

The loops are compiled: a breadth-first search with a level for each number of cards to be laid. Importing this file
imports Numba.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from games.saboteur.tunnels.board import FAR, HIDDEN, MARGIN, WALL, Board, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD
from kripke.checking.engine.compiled import compiled

CUT_OFF = 20  # the distance, in cards, of a goal that cannot be reached


def lengths(board: Board) -> tuple[int, ...]:
    """For each goal, the number of cards needed to reach it; `CUT_OFF` if it cannot be reached."""
    return tuple(map(_cut_off, routes(board)))


def lengths_after(board: Board, actions: Iterable[Any]) -> dict[Any, tuple[int, ...]]:
    """The lengths of the routes (see `lengths`) after each action that changes the board.

    O(k c) for k actions and c cells.
    """
    changing = [action for action in actions if type(action) in (Lay, Rockfall)]
    places = [board.plan.place(action.x, action.y) for action in changing]
    cards = [action.shape if type(action) is Lay else 0 for action in changing]
    after = routes_after(board, places, cards) if changing else []
    return {action: tuple(map(_cut_off, each)) for action, each in zip(changing, after, strict=True)}


def _cut_off(cards: int) -> int:
    return CUT_OFF if cards >= FAR else cards


@lru_cache(maxsize=1024)
def routes(board: Board) -> tuple[int, ...]:
    """For each goal, the smallest number of cards that reach it, or `FAR`. O(c) for c cells; compiles on first call."""
    return routes_after(board, (board.plan.home,), (board.grid[board.plan.home],))[0]


def routes_after(board: Board, places: Sequence[int], cards: Sequence[int]) -> list[tuple[int, ...]]:
    """The lengths of the routes to all goals, or `FAR`, after each of several changes to one cell.

    Change number i puts `cards[i]` in the cell with the index `places[i]`. O(k c) for k changes and c cells.
    """
    plan = board.plan
    distances = np.empty((len(places), len(plan.ends)), dtype=np.int16)
    _lengths(*_arrays(board, places, cards), distances)
    return [tuple(each) for each in distances.tolist()]


def outlook(board: Board, places: Sequence[int], cards: Sequence[int], shapes: Any, copies: Any) -> Any:
    """The length of the route to each goal, and the ways to shorten it, after each of several one-cell changes.

    O(k g c) for k changes, g goals and c cells.

    Parameters
    ----------
    places, cards : sequence of int
        The index of the cell and its new content, for each change.
    shapes : int array of kinds x 2
        The shapes of path cards, upright and turned.
    copies : float array of kinds
        The number of copies of each kind.

    Returns
    -------
    array of changes x goals x 3
        The route's length, `FAR` if there is none; the number of copies that shorten it if laid next; the number of
        cells where a shortest route can continue.
    """
    outlooks = np.zeros((len(places), len(board.plan.ends), 3))
    _outlook(*_arrays(board, places, cards), shapes, copies, outlooks)
    return outlooks


def _arrays(board: Board, places: Sequence[int], cards: Sequence[int]) -> tuple[Any, ...]:
    plan, grid = board.plan, np.frombuffer(board.grid, dtype=np.uint8)
    at, there = np.array(places, dtype=np.int64), np.array(cards, dtype=np.uint8)
    return grid, plan.width, plan.home, np.array(plan.ends), at, there


@lru_cache(maxsize=1024)
def on_routes(board: Board, goal: int) -> frozenset[int]:
    """The empty cells on a shortest route to the goal with index `goal`. O(c) for c cells within the wall."""
    plan, shortest = board.plan, routes(board)[goal]
    if shortest >= FAR:
        return frozenset()
    grid = np.frombuffer(board.grid, dtype=np.uint8)
    out, back = (_costs(grid, plan.width, end).astype(np.int32) for end in (plan.home, plan.ends[goal]))
    on = (grid == 0) & (out >= 0) & (back >= 0) & (out + back - 1 == shortest)
    return frozenset(np.flatnonzero(on).tolist())


@compiled
def _fenced(grid: Any, width: int) -> Any:
    """A copy of the grid with a wall around the rectangle of the cards, `MARGIN` cells away."""
    height = len(grid) // width
    left, right, top, bottom = width, 0, height, 0
    for place in range(len(grid)):
        if grid[place] != 0 and grid[place] != WALL:
            x, y = place % width, place // width
            left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
    left, right = max(left - MARGIN, 0), min(right + MARGIN, width - 1)
    top, bottom = max(top - MARGIN, 0), min(bottom + MARGIN, height - 1)
    copy = grid.copy()
    copy[top * width + left : top * width + right + 1] = WALL
    copy[bottom * width + left : bottom * width + right + 1] = WALL
    for y in range(top, bottom + 1):
        copy[y * width + left] = copy[y * width + right] = WALL
    return copy


@compiled
def spread(grid: Any, width: int, source: int, ends: Any, cost: Any, now: Any, later: Any) -> None:
    """Write to `cost` the number of new cards that a path from the source to each cell needs; -1 if unreachable.

    If the cell is empty, a card on the cell itself is counted.

    O(c) for c cells within the wall.

    Parameters
    ----------
    width : int
        The number of cells in a row.
    ends : int array
        The search stops as soon as all these cells are reached; without any, when no more cells can be reached.
    now, later : int arrays
        Scratch arrays for indices of cells.
    """
    cost[:] = -1
    cost[source] = 0
    now[0] = source
    count, laid = 1, 0
    while count > 0:
        more = 0
        while count > 0:
            count -= 1
            place = now[count]
            card = grid[place]
            if place != source and (card & DEAD or card == HIDDEN):
                continue
            for side in range(4):
                if card != 0 and card != HIDDEN and not card >> side & 1:
                    continue
                near = place + beside(width, side)
                there = grid[near]
                if there == WALL or cost[near] >= 0:
                    continue
                if there == 0:
                    cost[near] = laid + 1
                    later[more] = near
                    more += 1
                elif there == HIDDEN or there >> (side + 2 & 3) & 1:
                    cost[near] = laid
                    now[count] = near
                    count += 1
        now, later, count = later, now, more
        laid += 1
        if len(ends) > 0 and np.all(cost[ends] >= 0):
            return


@compiled
def _lengths(grid: Any, width: int, home: int, ends: Any, places: Any, cards: Any, distances: Any) -> None:
    copy = _fenced(grid, width)
    cost = np.empty(len(grid), dtype=np.int16)
    now, later = np.empty(len(grid), dtype=np.int32), np.empty(len(grid), dtype=np.int32)
    for change in range(len(places)):
        before = copy[places[change]]
        copy[places[change]] = cards[change]
        spread(copy, width, home, ends, cost, now, later)
        copy[places[change]] = before
        for end in range(len(ends)):
            distances[change, end] = cost[ends[end]] if cost[ends[end]] >= 0 else FAR


@compiled
def _costs(grid: Any, width: int, source: int) -> Any:
    """The number of path cards needed from the source to each cell within the wall."""
    cost = np.empty(len(grid), dtype=np.int16)
    now, later = np.empty(len(grid), dtype=np.int32), np.empty(len(grid), dtype=np.int32)
    spread(_fenced(grid, width), width, source, np.empty(0, dtype=np.int64), cost, now, later)
    return cost


@compiled
def beside(width: int, side: int) -> int:
    """The difference between the indices of a cell and of its neighbour on a side, 0 to 3: top, right, bottom, left."""
    return -width if side == 0 else 1 if side == 1 else width if side == 2 else -1


@compiled
def fitting(grid: Any, width: int, place: int, out: Any) -> tuple[int, int, int]:
    """For a card in a cell, three sets of sides as bits: must be open, must be closed, a path arrives there.

    `out[i]` is the number of cards needed from the start to cell i.
    """
    must, never, comes = 0, 0, 0
    for side in range(4):
        near = place + beside(width, side)
        there = grid[near]
        if there in (0, HIDDEN, WALL):
            continue
        if there >> (side + 2 & 3) & 1:
            must |= 1 << side
            if out[near] == 0 and not there & DEAD:
                comes |= 1 << side
        else:
            never |= 1 << side
    return must, never, comes


@compiled
def _outlook(
    grid: Any, width: int, home: int, ends: Any, places: Any, cards: Any, shapes: Any, copies: Any, outlooks: Any
) -> None:
    copy = _fenced(grid, width)
    out, back = np.empty(len(grid), dtype=np.int16), np.empty(len(grid), dtype=np.int16)
    now, later = np.empty(len(grid), dtype=np.int32), np.empty(len(grid), dtype=np.int32)
    everywhere = np.empty(0, dtype=np.int64)
    for change in range(len(places)):
        before = copy[places[change]]
        copy[places[change]] = cards[change]
        spread(copy, width, home, everywhere, out, now, later)
        for end in range(len(ends)):
            length = out[ends[end]]
            outlooks[change, end, 0] = length if length >= 0 else FAR
            if length > 0:
                spread(copy, width, ends[end], everywhere, back, now, later)
                _shortening(copy, width, out, back, length, shapes, copies, outlooks[change, end])
        copy[places[change]] = before


@compiled
def _shortening(grid: Any, width: int, out: Any, back: Any, length: int, shapes: Any, copies: Any, entry: Any) -> None:
    """Add to `entry` the number of cards that shorten a route, and the number of cells where the route can continue."""
    helps = np.zeros(len(copies), dtype=np.bool_)
    for place in range(width, len(grid) - width):
        if grid[place] != 0 or out[place] != 1 or back[place] != length:
            continue
        entry[2] += 1.0
        must, never, comes = fitting(grid, width, place, out)
        leads = 0
        for side in range(4):
            near = place + beside(width, side)
            if back[near] == length - 1 and not never >> side & 1 and not (must >> side & 1 and grid[near] & DEAD):
                leads |= 1 << side
        for kind in range(len(copies)):
            for turn in range(2):
                bits = shapes[kind, turn]
                if bits & must == must and not bits & never and bits & comes and bits & leads:
                    helps[kind] = True
    for kind in range(len(copies)):
        if helps[kind]:
            entry[1] += copies[kind]
