"""Layouts that Graphviz does not make: a grid by what two agents know, a circle in the model's order, given places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from math import ceil, cos, isfinite, pi, sin, sqrt

from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import World
from logic.errors import listing, shorten
from viz.geometry import Box, Point
from viz.links import Cell, is_equivalence
from viz.picture import DrawError

ROOM, NARROW = 30.0, 20.0
"""Least distance of two worlds, and of two cells of a grid, in points."""
HOLES = 2.0
"""Most cells of a grid by what two agents know, for each world; with more, it would be mostly empty."""
FARTHEST = 100_000.0
"""Largest width and height of a picture in points: some 35 m. Renderers make an image of that size."""
BROAD = 1.6
"""Ratio of columns to rows of a grid in the model's order."""


def circle(count: int) -> list[Point]:
    """Places on a circle, clockwise from the top."""
    return [(sin(2 * pi * i / count), cos(2 * pi * i / count)) for i in range(count)]


def grid(structure: Structure, high: bool = False) -> list[Cell]:
    """A cell for each world.

    If two agents together distinguish all worlds, a row is a class of one and a column a class of the other. If not, a
    row or a column is a class of one agent. If that leaves most cells empty, a row has several classes of one agent; if
    no agent has classes, the worlds are in the model's order.

    Notes
    -----
    O(g^2 n + g n^1.5) for g agents and n worlds.
    """
    labels = {
        agent: _numbered(relation.labels.tolist())
        for agent, relation in structure.relations.items()
        if is_equivalence(relation)
    }
    n = structure.size
    columns = ceil(sqrt(n / BROAD if high else BROAD * n))
    found = [list(zip(labels[b], labels[a], strict=True)) for a, b in permutations(labels, 2)]
    rows = [_in_rows(each) for each in labels.values()]
    found = [cells for cells in found if len({*cells}) == n] or [*rows, *map(_turned, rows)]
    found = [cells for cells in found if _size(cells)[0] * _size(cells)[1] <= HOLES * n]
    found = found or [_on_shelves(each, columns) for each in labels.values()]
    if not found:
        return [(i % columns, i // columns) for i in range(n)]
    return min(found, key=lambda cells: _badness(*_size(cells), high))


def _badness(columns: int, rows: int, high: bool) -> tuple[int, bool]:
    """The number of cells, and whether the grid has the wrong shape."""
    return columns * rows, columns > rows if high else columns < rows


def _turned(cells: Sequence[Cell]) -> list[Cell]:
    return [(row, column) for column, row in cells]


def _on_shelves(labels: Sequence[int], columns: int) -> list[Cell]:
    """The classes one beside another, each in the first row with room for it."""
    members: dict[int, list[int]] = {}
    for i, label in enumerate(labels):
        members.setdefault(label, []).append(i)
    width = max(columns, *map(len, members.values()))
    filled: list[int] = []
    cells: list[Cell] = [(0, 0)] * len(labels)
    for each in members.values():
        row = next((row for row, taken in enumerate(filled) if taken + len(each) <= width), len(filled))
        filled += [0] * (row == len(filled))
        for i in each:
            cells[i] = (filled[row], row)
            filled[row] += 1
    return cells


def _numbered(labels: Sequence[int]) -> list[int]:
    """The labels numbered in the order in which they occur."""
    numbers = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return [numbers[label] for label in labels]


def _in_rows(rows: Sequence[int]) -> list[Cell]:
    """A column for each world in its row."""
    filled: dict[int, int] = {}
    cells = []
    for row in rows:
        cells.append((filled.get(row, 0), row))
        filled[row] = filled.get(row, 0) + 1
    return cells


def _size(cells: Sequence[Cell]) -> Cell:
    return max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1


def spaced(cells: Sequence[Cell], boxes: Sequence[Box]) -> list[Point]:
    """The middles of the cells of a grid: each column as wide as its widest world, rows downwards."""
    columns, rows = _size(cells)
    widths, heights = [0.0] * columns, [0.0] * rows
    for (column, row), box in zip(cells, boxes, strict=True):
        widths[column], heights[row] = max(widths[column], box.width), max(heights[row], box.height)
    xs, ys = _middles(widths), _middles(heights)
    return [(xs[column], -ys[row]) for column, row in cells]


def _middles(sizes: Sequence[float]) -> list[float]:
    middles, end = [], 0.0
    for size in sizes:
        middles.append(end + size / 2)
        end += size + NARROW
    return middles


def fitted(points: Sequence[Point], boxes: Sequence[Box]) -> list[Point]:
    """The points, scaled so that the two closest boxes around them have the distance `ROOM`."""
    scale = 0.0
    for (i, (x, y)), (j, (u, v)) in combinations(enumerate(points), 2):
        across, up = boxes[i].width / 2 + boxes[j].width / 2 + ROOM, boxes[i].height / 2 + boxes[j].height / 2 + ROOM
        dx, dy = abs(x - u), abs(y - v)
        scale = max(scale, min(across / dx if dx else float("inf"), up / dy if dy else float("inf")))
    return [(x * scale, y * scale) for x, y in points]


def given(positions: Mapping[World, Point], worlds: Sequence[World], boxes: Sequence[Box]) -> list[Point]:
    """The given places of the worlds, scaled to fit them.

    Parameters
    ----------
    positions : mapping of World to point
        The places, in any unit; y grows upwards.

    Raises
    ------
    DrawError
        If a place is missing or infinite, two are the same, or the picture would be larger than `FARTHEST`.
    """
    missing = [world_text(world) for world in worlds if world not in positions]
    if missing:
        unknown = [world_text(world) for world in positions if world not in worlds]
        more = f"; {shorten(listing(unknown, 'and'), 200)}: no such world" if unknown else ""
        none = shorten(listing(missing, "and"), 200)
        raise DrawError(f"positions: there is no place for {none}: give one for each{more}")
    places: dict[Point, World] = {}
    for world in worlds:
        place = float(positions[world][0]), float(positions[world][1])
        if not all(map(isfinite, place)):
            raise DrawError(f"positions: {world_text(world)} has the place {place}: expected finite numbers")
        if place in places:
            one, other = world_text(places[place]), world_text(world)
            raise DrawError(f"positions: {one} and {other} have the same place {place}: give each its own")
        places[place] = world
    points = fitted(list(places), boxes)
    size = max([max(values) - min(values) for values in zip(*points, strict=True)])
    if not size <= FARTHEST:  # nan too
        large = f"{size:,.0f} points large" if isfinite(size) else "infinitely many points large"
        raise DrawError(
            f"positions: with the closest worlds side by side the picture is {large}; the limit is "
            f"{FARTHEST:,.0f}: give places whose distances differ less"
        )
    return points
