"""Compiled loops: how a card can lie, what that does to the routes, and which goals are reached.

Loading this file loads Numba, as `games.saboteur.tunnels.compiled_routes` does; the first use on a machine compiles.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.saboteur.agents.bayes_lookahead.arrays import Mine
from games.saboteur.tunnels.board import FIXED, HIDDEN, WALL
from games.saboteur.tunnels.cards import DEAD
from games.saboteur.tunnels.compiled_routes import spread
from games.saboteur.tunnels.route_lengths import CUT_OFF
from kripke.checking.engine.compiled import compiled


class Work(NamedTuple):
    """Scratch arrays: costs from the start and from each goal, of a change that is tried, and two lists."""

    out: Any
    backs: Any
    cost: Any
    one: Any
    two: Any


@compiled
def reach(mine: Mine, source: int, cost: Any, work: Work) -> None:
    """Write the cards to lay from a source to everywhere."""
    spread(mine.grid, mine.width, source, np.empty(0, dtype=np.int64), cost, work.one, work.two)


@compiled
def length_to(end: int, cost: Any) -> Any:
    """The cards to lay to a goal."""
    return cost[end] if cost[end] >= 0 else CUT_OFF


@compiled
def beside(width: int, side: int) -> int:
    """The offset of the place on a side.

    Parameters
    ----------
    side : int
        0 to 3: top, right, bottom, left.
    """
    return -width if side == 0 else 1 if side == 1 else width if side == 2 else -1


@compiled
def fitting(mine: Mine, place: int, out: Any) -> tuple[int, int, int]:
    """The sides that must be open, that must be closed, and on which a path comes from the start, as bits."""
    must, never, comes = 0, 0, 0
    for side in range(4):
        near = place + beside(mine.width, side)
        there = mine.grid[near]
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
def count_sides(bits: int) -> int:
    """Number of open sides."""
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1)


@compiled
def _turn_up(mine: Mine, place: int, face: int, out: Any) -> None:
    """Turn a stone that is reached so that the path goes on, or else so that it fits."""
    must, never, comes = fitting(mine, place, out)
    best, bits = -100, face
    for way in (face, (face & 3) << 2 | (face & 12) >> 2):
        worth = 10 * count_sides(way & comes) + count_sides(way & must) - count_sides(way & never)
        if worth > best:
            best, bits = worth, way
    mine.grid[place] = FIXED | bits


@compiled
def settle(mine: Mine, faces: Any, work: Work) -> bool:
    """After a change: write what is connected, and turn up the stones that are reached; whether gold is reached.

    Parameters
    ----------
    faces : int array
        0 for gold, else the shape of the stone.
    """
    again = True
    while again:
        again = False
        reach(mine, mine.home, work.out, work)
        for goal in range(len(faces)):
            place = mine.ends[goal]
            if not again and mine.grid[place] == HIDDEN and work.out[place] == 0:
                if faces[goal] == 0:
                    return True
                _turn_up(mine, place, faces[goal], work.out)
                again = True
    return False


@compiled
def remaining(mine: Mine, place: int, bits: int, back: Any, end: int) -> int:
    """The cards to lay to a goal from a card that lies like this.

    Parameters
    ----------
    bits : int
        The shape.
    """
    best = CUT_OFF
    for side in range(4):
        if bits & DEAD or not bits >> side & 1:
            continue
        near = place + beside(mine.width, side)
        there = mine.grid[near]
        if near == end:
            return 0
        if there in (HIDDEN, WALL) or back[near] < 0:
            continue
        if there == 0 or (not there & DEAD and there >> (side + 2 & 3) & 1):
            best = min(best, back[near])
    return best


@compiled
def length_with(mine: Mine, place: int, bits: int, end: int, work: Work) -> Any:
    """The length of the route to a goal with this at a place.

    Parameters
    ----------
    bits : int
        The shape, 0 for nothing.
    """
    before = mine.grid[place]
    mine.grid[place] = bits
    ends = np.empty(1, dtype=np.int64)
    ends[0] = end
    spread(mine.grid, mine.width, mine.home, ends, work.cost, work.one, work.two)
    mine.grid[place] = before
    return length_to(end, work.cost)
