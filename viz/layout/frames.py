"""Layout with the equivalence classes of one agent as framed rectangles; worlds joined by lines are close together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, exp, sqrt
from random import Random
from typing import Any

from viz.layout.geometry import Box, Point, around
from viz.pictures.links import Cell, size_of
from viz.pictures.picture import MARGIN, Picture, least_scale, paper_of

PAD = 7.0  # distance of a frame from its worlds, in points
BESIDE = 40.0  # room for frames, second rings and lines beside the columns, in points
ACROSS, UP = 26.0, 46.0  # least distance of two columns, and of two rows, in points; a name fits between two rows
BROAD = 1.4  # ratio of width to height of a picture that may be as large as it needs
STEPS, HOT = 2_500, 0.6  # number of changes that are tried, and the first temperature, in cells
LEGEND = 130.0  # height of a legend, in points
WIDEST = 10_000.0  # width of a picture that may be as wide as it needs, in points
LONG = 0.75  # power of the square of a distance: a long line goes around more worlds than two short ones
HIGHER = 0.35  # share by which rows are farther apart after every three arrangements, for more lines between them
WITHIN = 0.7  # share of the changes within a class of several worlds
NEAR = 3.0  # cost of a line between neighbours of a row, where its name has no room, in cells


def frame_of(members: Sequence[int], boxes: Sequence[Box]) -> Box:
    """Return the rounded frame around the boxes of the members of a class."""
    return around(boxes[i] for i in members).grown(PAD)._replace(radius=2 * PAD)


def framed(picture: Picture, boxes: Sequence[Box], turn: int = 0) -> list[Point]:
    """Return a position for each world, within the width of the paper; each number `turn` gives another arrangement.

    Simulated annealing: a step exchanges two worlds of a class, or two classes, if this brings linked worlds closer,
    and with a small probability if it does not. O(s n) for s steps and n worlds.
    """
    n = len(picture.spots)
    random, groups = Random(turn), _groups(picture)
    blocks = [list(members) for _, members in picture.frames]
    inside = {i for block in blocks for i in block}
    blocks += [[i] for i in range(n) if i not in inside]
    columns = _columns(picture, boxes, turn)
    ratio = (max(box.height for box in boxes) + UP) / (max(box.width for box in boxes) + ACROSS)
    cells = _packed(blocks, columns)
    least = cost = _cost(cells, groups, ratio)
    best = cells
    for step in range(STEPS):
        block = random.choice(blocks)
        inner = len(block) > 1 and random.random() < WITHIN
        changed: list[Any] = block if inner else blocks
        i, j = random.randrange(len(changed)), random.randrange(len(changed))
        changed[i], changed[j] = changed[j], changed[i]
        new = _packed(blocks, columns)
        there = _cost(new, groups, ratio)
        if there <= cost or random.random() < exp((cost - there) / (HOT * (1 - step / STEPS))):
            cost = there
            if cost < least:
                best, least = new, cost
        else:
            changed[i], changed[j] = changed[j], changed[i]
    return _spaced(best, boxes, UP * (1 + HIGHER * (turn // 3)), room_of(picture)[0] - BESIDE)


def room_of(picture: Picture) -> Point:
    """Return the largest size, in unscaled points, of a drawing with readable letters; the legend is not counted."""
    width = picture.options.width
    if width is None:
        return WIDEST, WIDEST
    paper, scale = paper_of(width), least_scale(width)
    return paper.width / scale - 2 * MARGIN - 1, paper.height / scale - 2 * MARGIN - LEGEND


def sides(picture: Picture, boxes: Sequence[Box]) -> list[Box]:
    """Return boxes that cover the space to the left and right of the paper."""
    whole, (room, _) = around(boxes), room_of(picture)
    return [Box(whole.x + side * (room / 2 + WIDEST), whole.y, 2 * WIDEST, WIDEST) for side in (-1, 1)]


def _columns(picture: Picture, boxes: Sequence[Box], turn: int) -> int:
    """Return the number of columns, limited by the paper and the usual shape of a picture; it varies with `turn`."""
    n, room = len(boxes), room_of(picture)[0] - BESIDE
    across = sum(box.width for box in boxes) / n
    usual = ceil(sqrt(BROAD * n * (max(box.height for box in boxes) + UP) / (across + ACROSS)))
    widest = max(box.width for box in boxes)
    most = int((room + ACROSS) / (widest + ACROSS)) - turn % 3  # fewer columns leave room for lines beside the worlds
    return max(1, min(usual, most))


def _groups(picture: Picture) -> list[list[int]]:
    """Return the groups of worlds joined by a line, or by a star (lines from a dot to all worlds of a class)."""
    n, stars = len(picture.spots), dict[int, list[int]]()
    pairs = []
    for link in picture.links:
        low, high = sorted((link.source, link.target))
        if low < n <= high:  # a line between the dots of two stars moves no world
            stars.setdefault(high, []).append(low)
        elif low < high < n:
            pairs.append([low, high])
    return [*stars.values(), *pairs]


def _packed(blocks: Sequence[Sequence[int]], columns: int) -> list[Cell]:
    """Return a grid cell for each world; each block (class or single world) is put into the first free rectangle."""
    cells: dict[int, Cell] = {}
    taken: set[Cell] = set()
    first = 0  # no cell before this one, row by row, is free
    for block in blocks:
        high = ceil(len(block) / columns)
        wide = ceil(len(block) / high)
        at = first
        while True:
            x, y = at % columns, at // columns
            spot = [(x + k % wide, y + k // wide) for k in range(high * wide)] if x + wide <= columns else []
            if spot and taken.isdisjoint(spot):
                break
            at += 1
        taken.update(spot)
        cells |= dict(zip(block, spot, strict=False))
        while (first % columns, first // columns) in taken:
            first += 1
    return [cells[i] for i in range(len(cells))]


def _cost(cells: Sequence[Cell], groups: Sequence[Sequence[int]], ratio: float) -> float:
    """Return the cost of an arrangement, which grows with the distances of worlds from the centre of their group.

    `ratio` is the height of a cell divided by its width.
    """
    cost = 0.0
    for group in groups:
        x, y = (sum([cells[i][axis] for i in group]) / len(group) for axis in (0, 1))
        cost += sum([((cells[i][0] - x) ** 2 + ((cells[i][1] - y) * ratio) ** 2) ** LONG for i in group])
        if len(group) == 2:
            (u, v), (s, t) = (cells[i] for i in group)
            cost += NEAR * (v == t) + NEAR * (u == s and abs(v - t) > 1)
    return cost


def _spaced(cells: Sequence[Cell], boxes: Sequence[Box], up: float, room: float) -> list[Point]:
    """Return the centres of the cells: rows `up` apart, columns with equal distances that use the width `room`."""
    columns, _ = size_of(cells)
    widths = [
        max((box.width for cell, box in zip(cells, boxes, strict=True) if cell[0] == k), default=0.0)
        for k in range(columns)
    ]
    space = (
        ACROSS if room >= WIDEST or columns < 2 else max(ACROSS, min(2 * ACROSS, (room - sum(widths)) / (columns - 1)))
    )
    xs = [0.0]
    for one, other in pairwise(widths):
        xs.append(xs[-1] + (one + other) / 2 + space)
    step = max(box.height for box in boxes) + up
    return [(xs[x], -y * step) for x, y in cells]
