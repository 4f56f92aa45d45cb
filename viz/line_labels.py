"""Places of the agents' names on lines, where they cover no world, tip, other name or other line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot

import numpy as np

from viz.geometry import Box, Curve, Points, around, overlaps, shortened
from viz.labels import group_rows, text_width
from viz.links import Link, tips_of
from viz.tips import TIP, tip_middle

SHARES = np.array([0.5, *(0.5 + side * 0.03 * k for k in range(1, 14) for side in (-1, 1))])
"""Possible places of a label on its line."""
BESIDE_NAMES = 4
"""Width of the background on each side of names, in points: a dash beside a name would look like a letter."""
ROW, MARGINS = 15.0, 5.0 + 2 * BESIDE_NAMES
"""Height of a row of a label, and its margins, in points."""
APART = 3.2
"""Distance of parallel strokes, in points."""
STUB = 13.0
"""Visible length of a line on both sides of its label, without arrow tips, in points."""
ROUNDS = 3
"""Number of times that each label is placed; from the second time on with the places of all others known."""
SPACING = 4.0
"""Distance of the points at which lines are compared with labels, in points."""


def labels_of(links: Sequence[Link], curves: Sequence[Curve], boxes: Sequence[Box], worlds: int) -> list[Box | None]:
    """A place for each label on its own line; if possible it covers no tip, line, label or world.

    Notes
    -----
    O(l (n + l)) for l links and n boxes, in arrays.
    """
    sampled = [points_along(curve) for curve in curves]
    owner = np.repeat(np.arange(len(sampled)), [len(points) for points in sampled])
    lines = np.concatenate([np.empty((0, 2)), *sampled])
    tips = [tip for link, curve in zip(links, curves, strict=True) for tip in tip_boxes(link, curve)]
    named = [i for i, link in enumerate(links) if link.named and max(link.source, link.target) < worlds]
    named.sort(key=lambda i: len(sampled[i]))  # a short line has few places
    choices = {i: _choices(links[i], curves[i], lines[owner != i], [*boxes, *tips]) for i in named}
    placed: dict[int, Box] = {}
    for _ in range(ROUNDS):
        before = dict(placed)
        for i in named:
            here, cost = choices[i]
            names = [box for k, box in placed.items() if k != i]
            placed[i] = here[int((cost + _blocked(here, names)).argmin())]
        if placed == before:
            break
    return [placed.get(i) for i in range(len(links))]


@lru_cache(maxsize=1_024)
def points_along(curve: Curve) -> Points:
    """Points of a line that are about `SPACING` apart, as a read-only array of shape (k, 2)."""
    whole = around([], [curve])
    points = curve.points(np.linspace(0.0, 1.0, max(25, int(1.5 * hypot(whole.width, whole.height) / SPACING))))
    points.flags.writeable = False
    return points


def tip_boxes(link: Link, curve: Curve) -> list[Box]:
    """Places of the arrow tips."""
    return [
        Box(*tip_middle(curve, end), TIP, TIP) for end, there in zip((True, False), tips_of(link), strict=True) if there
    ]


def _stubs(curve: Curve) -> list[Box]:
    """The ends of a line, which its label must not cover: the line would seem to end at the label."""
    starts, stops = shortened(curve, STUB / 2, at_start=True).a, shortened(curve, STUB / 2).d
    return [Box(*end, STUB, STUB) for end in (starts, stops)]


def _choices(link: Link, curve: Curve, others: Points, taken: Sequence[Box]) -> tuple[list[Box], Points]:
    """The possible places of a label, and what they cost without other labels."""
    width, height = label_size(link.agents)
    if link.kind == "loop":
        by = APART * (len(link.agents) - 1) / 2
        return [_beyond(curve, width + by, height + by)], np.zeros(1)
    window = around([], [curve]).grown(max(30.0, width))
    others, taken = others[window.covers(others)], [box for box in taken if window.meets(box)]
    where = curve.points(SHARES)
    here = [Box(x, y, width, height) for x, y in where.tolist()]
    ends = overlaps(here, _stubs(curve)).sum(axis=1)
    near, nearer = (_inside(where, others, width, height, by) for by in (8.0, 2.5))
    cost = _blocked(here, taken) + 16 * ends + 12 * (nearer > 0) + nearer + near / 4 + 2 * np.abs(SHARES - 0.5)
    return here, cost


def _blocked(places: Sequence[Box], taken: Sequence[Box]) -> Points:
    """For each place the cost of the boxes that it would cover."""
    return np.asarray(40.0 * overlaps([box.grown(1.5) for box in places], taken).sum(axis=1))


def _inside(where: Points, points: Points, width: float, height: float, by: float) -> Points:
    """For each place the number of points inside a box of this size, with a margin."""
    apart = np.abs(where[:, None] - points[None])
    return np.asarray(((apart[..., 0] < width / 2 + by) & (apart[..., 1] < height / 2 + by)).sum(axis=1))


def _beyond(curve: Curve, width: float, height: float) -> Box:
    """The place outside the far end of a loop, which has some width itself."""
    (x, y), (u, v) = curve.at(0.5), curve.a
    w, z = curve.d
    dx, dy = x - (u + w) / 2, y - (v + z) / 2
    length = hypot(dx, dy) or 1.0
    return Box(x + dx / length * (width / 2 + 2), y + dy / length * (height / 2 + 2), width, height)


def label_size(agents: Sequence[str]) -> tuple[float, float]:
    """Approximate width and height of the agents' names."""
    rows = group_rows(agents)
    return max(text_width(", ".join(row)) for row in rows) + MARGINS, ROW * len(rows)


def clearance(link: Link) -> float:
    """Length of the line between two worlds that its label must not cover."""
    return 2 * STUB + 4 + TIP * sum(tips_of(link))
