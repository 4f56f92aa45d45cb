"""Routes of lines and places of labels: straight if possible, bent around worlds otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot

import numpy as np

from viz.geometry import Box, Curve, Point, Points, arc, around, crossings, hits, join, loop, shortened
from viz.labels import group_rows, text_width
from viz.links import Link

BENDS = (0.0, 14.0, -14.0, 22.0, -22.0, 34.0, -34.0, 50.0, -50.0, 70.0, -70.0, 95.0, -95.0)
"""Possible distances of a line's middle from the straight line, in points."""
ANGLES = (90, 45, 135, -90, -45, -135, 0, 180)
SHARES = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8)
MARGIN = 5.0
CROWD = 3000
"""Maximal number of pieces of lines for which crossings are counted."""
ROW, MARGINS = 15.0, 5.0
"""Height of a row of a label, and its margins, in points."""
APART = 3.2
"""Distance of parallel strokes, in points."""
TIP = 8.0
"""Approximate length of an arrow's tip, in points."""
STUB = 13.0
"""Visible length of a line on both sides of its label, without arrow tips, in points."""


@dataclass(frozen=True, slots=True)
class Track:
    """A link with its place.

    Parameters
    ----------
    link : Link
        The link.
    curve : Curve
        From the border of the source to the border of the target.
    label : Box or None
        Place of the agents' names; None for the spokes of a hub.
    """

    link: Link
    curve: Curve
    label: Box | None


def tracks(
    links: Sequence[Link], boxes: Sequence[Box], worlds: int, bends: Sequence[float] = BENDS, soft: Sequence[Box] = ()
) -> tuple[Track, ...]:
    """Places for the links.

    Parameters
    ----------
    links : sequence of Link
        Between positions of `boxes`.
    boxes : sequence of Box
        Of the worlds, then of the hubs.
    worlds : int
        Number of boxes that are worlds.
    bends : sequence of float
        Possible distances of a line's middle from the straight line.
    soft : sequence of Box
        Boxes that lines avoid if possible.

    Notes
    -----
    O(l (n + l)) for l links and n boxes, in arrays.
    """
    curves = _curves(links, boxes, bends, soft)
    labels = _labels(links, curves, boxes, worlds)
    return tuple(Track(link, curve, label) for link, curve, label in zip(links, curves, labels, strict=True))


def _curves(links: Sequence[Link], boxes: Sequence[Box], bends: Sequence[float], soft: Sequence[Box]) -> list[Curve]:
    placed: dict[int, Curve] = {}
    used: dict[tuple[int, int], list[float]] = {}
    segments: Points = np.empty((0, 2, 2))
    for i, link in enumerate(links):
        if link.kind == "loop":
            placed[i] = _loop(link.source, links, boxes)
            segments = np.concatenate([segments, _segments(placed[i].points())])
    order = sorted((i for i, link in enumerate(links) if link.kind != "loop"), key=lambda i: _urgency(links[i], boxes))
    alone = _multiplicity(links)
    for i in order:
        low, high = sorted((links[i].source, links[i].target))
        taken = used.setdefault((low, high), [])
        ways = bends[1:] if alone[low, high] % 2 == 0 else bends
        bend = _best_bend(low, high, ways, taken, boxes, soft, segments)
        taken.append(bend)
        placed[i] = join(boxes[low], boxes[high], bend)
        if links[i].source == high:
            placed[i] = Curve(*reversed(placed[i].controls))
        segments = np.concatenate([segments, _segments(placed[i].points())])
    return [placed[i] for i in range(len(links))]


def _urgency(link: Link, boxes: Sequence[Box]) -> tuple[bool, int]:
    """Short lines are routed first, so long ones pass outside them; ghosts are last."""
    one, other = boxes[link.source], boxes[link.target]
    return link.ghost, round(hypot(one.x - other.x, one.y - other.y))


def _multiplicity(links: Sequence[Link]) -> dict[tuple[int, int], int]:
    count: dict[tuple[int, int], int] = {}
    for link in links:
        low, high = sorted((link.source, link.target))
        count[low, high] = count.get((low, high), 0) + 1
    return count


def _segments(points: Points) -> Points:
    return np.stack([points[:-1], points[1:]], axis=1)


def _best_bend(
    low: int,
    high: int,
    bends: Sequence[float],
    taken: list[float],
    boxes: Sequence[Box],
    soft: Sequence[Box],
    segments: Points,
) -> float:
    others = [box.grown(MARGIN) for k, box in enumerate(boxes) if k not in (low, high)]
    best, least = bends[0], float("inf")
    for bend in bends:
        if any(abs(bend - other) < 12 for other in taken):
            continue
        points = arc(boxes[low].middle, boxes[high].middle, bend).points()
        cost = abs(bend) / 10 + 100 * hits(others, points) + 20 * hits(soft, points)
        if bend == 0 and cost < 20:  # a straight line that touches nothing is best, even with crossings
            return bend
        if cost < least and len(segments) <= CROWD:
            cost += 3 * crossings(points, segments)
        if cost < least:
            best, least = bend, cost
    return best


def _loop(spot: int, links: Sequence[Link], boxes: Sequence[Box]) -> Curve:
    """The loop in the direction with the fewest lines and worlds; upwards if there is no difference."""
    box = boxes[spot]
    ends = [boxes[a + b - spot] for a, b in ((x.source, x.target) for x in links) if a != b and spot in (a, b)]
    away = [degrees(atan2(end.y - box.y, end.x - box.x)) for end in ends]

    def cost(angle: float) -> float:
        points = loop(box, angle).points()
        covered = hits([other for k, other in enumerate(boxes) if k != spot], points)
        near = max((60 - _between(angle, each) for each in away), default=0.0)
        return 100 * covered + max(near, 0.0) / 6 + ANGLES.index(int(angle)) * 0.2

    return loop(box, min(ANGLES, key=cost))


def _between(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _labels(links: Sequence[Link], curves: Sequence[Curve], boxes: Sequence[Box], worlds: int) -> list[Box | None]:
    """A place for each label on its own line; if possible it covers no tip, line, label or world."""
    sampled = [curve.points() for curve in curves]
    tips = [_tips(link, curve) for link, curve in zip(links, curves, strict=True)]
    label: list[Box | None] = []
    for i, link in enumerate(links):
        if max(link.source, link.target) >= worlds:
            label.append(None)
            continue
        others = np.concatenate([np.empty((0, 2)), *sampled[:i], *sampled[i + 1 :]])
        taken = [*boxes, *filter(None, label), *(tip for each in tips for tip in each)]
        label.append(_best_label(link, curves[i], others, taken))
    return label


def _tips(link: Link, curve: Curve) -> list[Box]:
    """Places of the arrow tips."""
    ends = {"line": [], "both": [True, False]}.get(link.kind, [False])
    return [Box(*_end(curve, TIP / 2, at_start), TIP, TIP) for at_start in ends]


def _stubs(curve: Curve) -> list[Box]:
    """The ends of a line, which its label must not cover: the line would seem to end at the label."""
    return [Box(*_end(curve, STUB / 2, at_start), STUB, STUB) for at_start in (True, False)]


def _end(curve: Curve, by: float, at_start: bool) -> Point:
    inner = shortened(curve, by, at_start)
    return inner.a if at_start else inner.d


def _best_label(link: Link, curve: Curve, others: Points, taken: Sequence[Box]) -> Box:
    width, height = label_size(link.agents)
    if link.kind == "loop":
        by = APART * (len(link.agents) - 1) / 2
        return _beyond(curve, width + by, height + by)
    window, stubs = around([], [curve]).grown(30), _stubs(curve)
    others, taken = others[window.covers(others)], [box for box in taken if window.meets(box)]

    def cost(share: float) -> float:
        here = Box(*curve.at(share), width, height)
        frame = here.grown(1.5)
        blocked = sum(frame.meets(box) for box in taken)
        near, nearer = (int(here.grown(by).covers(others).sum()) for by in (8.0, 2.5))
        ends = sum(here.meets(box) for box in stubs)
        return 20 * blocked + 6 * ends + 2 * nearer + near / 2 + 2 * abs(share - 0.5)

    return Box(*curve.at(min(SHARES, key=cost)), width, height)


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
    return 2 * STUB + 4 + TIP * {"line": 0, "both": 2}.get(link.kind, 1)
