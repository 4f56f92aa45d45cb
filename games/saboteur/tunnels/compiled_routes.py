"""Compiled loops: routes through the mine by breadth-first search, level by level of cards to be laid.

Loading this file loads Numba (about 0.4 s). The first use on a machine compiles (some seconds); the result is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.saboteur.tunnels.board import FAR, HIDDEN, MARGIN, WALL
from games.saboteur.tunnels.cards import DEAD
from kripke.checking.engine.compiled import compiled


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
    """Write to `cost` how many cards to lay from the source up to each place, itself included; -1 if none leads there.

    Parameters
    ----------
    width : int
        Places in a row.
    ends : int array
        The search stops as soon as all of these are reached; if empty, at the end.

    Notes
    -----
    O(c) for c places within the wall.
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
                near = place + (-width if side == 0 else 1 if side == 1 else width if side == 2 else -1)
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
def lengths(grid: Any, width: int, home: int, ends: Any, places: Any, cards: Any, found: Any) -> None:
    """Write the lengths of the routes to the ends after each change of the mine."""
    copy = _fenced(grid, width)
    cost = np.empty(len(grid), dtype=np.int16)
    now, later = np.empty(len(grid), dtype=np.int32), np.empty(len(grid), dtype=np.int32)
    for change in range(len(places)):
        before = copy[places[change]]
        copy[places[change]] = cards[change]
        spread(copy, width, home, ends, cost, now, later)
        copy[places[change]] = before
        for end in range(len(ends)):
            found[change, end] = cost[ends[end]] if cost[ends[end]] >= 0 else FAR


@compiled
def costs(grid: Any, width: int, source: int, cost: Any) -> None:
    """Write the number of cards to lay from the source to each place within the wall."""
    copy = _fenced(grid, width)
    now, later = np.empty(len(grid), dtype=np.int32), np.empty(len(grid), dtype=np.int32)
    spread(copy, width, source, np.empty(0, dtype=np.int64), cost, now, later)


@compiled
def outlook(
    grid: Any, width: int, home: int, ends: Any, places: Any, cards: Any, shapes: Any, copies: Any, found: Any
) -> None:
    """Write the outlook of each end after each change of the mine.

    Parameters
    ----------
    found : array of changes x ends x 3
        Written: the route's length, the number of copies that shorten it if laid next, and the number of places
        where a shortest route goes on.
    """
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
            found[change, end, 0] = length if length >= 0 else FAR
            found[change, end, 1:] = 0.0
            if length > 0:
                spread(copy, width, ends[end], everywhere, back, now, later)
                _shortening(copy, width, out, back, length, shapes, copies, found[change, end])
        copy[places[change]] = before


@compiled
def _shortening(grid: Any, width: int, out: Any, back: Any, length: int, shapes: Any, copies: Any, found: Any) -> None:
    """Add to `found` the copies of cards that shorten a route, and the places: by the costs from start and goal."""
    helps = np.zeros(len(copies), dtype=np.bool_)
    for place in range(width, len(grid) - width):
        if grid[place] != 0 or out[place] != 1 or back[place] != length:
            continue
        found[2] += 1.0
        must, never, comes, leads = 0, 0, 0, 0
        for side in range(4):
            near = place + (-width if side == 0 else 1 if side == 1 else width if side == 2 else -1)
            there, bit = grid[near], 1 << side
            card = there != 0 and there != WALL and there != HIDDEN
            facing = there >> (side + 2 & 3) & 1
            if card and facing:
                must |= bit
                if out[near] == 0 and not there & DEAD:
                    comes |= bit
            elif card:
                never |= bit
            if back[near] == length - 1 and (not card or (facing and not there & DEAD)):
                leads |= bit
        for kind in range(len(copies)):
            for turn in range(2):
                bits = shapes[kind, turn]
                if bits & must == must and not bits & never and bits & comes and bits & leads:
                    helps[kind] = True
    for kind in range(len(copies)):
        if helps[kind]:
            found[1] += copies[kind]
