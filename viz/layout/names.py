"""Positions of agents' names on lines: where a name covers as little as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import atan2, cos, hypot, inf, pi, sin
from typing import NamedTuple

from viz.layout.geometry import Box, Curve, Piece, Point, Rectangles, Row, extent, pieces_of, shares_at
from viz.layout.tips import APART, TIP, tip_boxes, tip_middle
from viz.pictures.labels import group_rows, text_width
from viz.pictures.links import Link, tips_of

SHARES = 0.5, *(0.5 + side * 0.03 * k for k in range(1, 14) for side in (-1, 1))
"""Possible positions of a label, as fractions of its line, the centre first."""
ROUND = 0.0, 0.25, -0.25, 0.5, -0.5
"""Possible directions of a loop's label, as multiples of pi from the loop's own direction."""
AT_SHARES = [shares_at(share) for share in SHARES]
OFF = [2 * abs(share - 0.5) for share in SHARES]  # costs of the distances from the centre
OFF_TOP = [10 * abs(turn) for turn in ROUND]  # costs of the directions of a loop's label
BATCHES = 0, 1, 10, 19, len(OFF)  # places that are compared with lines at once; outer ones are seldom needed
BESIDE_NAMES = 4
"""Width of the background on each side of names, in points, so that no dash beside a name looks like a letter."""
ROW, MARGINS = 15.0, 5.0 + 2 * BESIDE_NAMES  # height of a row of a label, and its margins, in points
STUB = 13.0  # visible length of a line on both sides of its label, without arrow tips, in points
LABEL_ROUNDS = 3
"""Maximal number of times that a label is placed; from the second on, the positions of all other labels are known."""
AROUND = 1.5  # the margin around a label, in points
BESIDE_LINES, NEAR = 8.0, 1.5  # distances from a label at which other lines cost little, and much, in points
COVERS, AT_STUB, ON_LINE, ACROSS, PAST = 40.0, 16.0, 12.0, 7.0, 0.7
"""Costs of a label position: for each world, tip or label that it covers; for covering an end of its own line; for
covering other lines at all; for each covered line; and for each line nearby."""


class Track(NamedTuple):
    """A link with its curve and label position."""

    link: Link
    curve: Curve  # from the border of the source to the border of the target
    label: Box | None  # place of the agents' names; None without names, as for the spokes of a hub
    is_free: bool = False  # whether it is known to run behind no box


def with_labels(bare: Sequence[Track], boxes: Sequence[Box], worlds: int) -> tuple[Track, ...]:
    """Return the tracks; each label gets a position where it covers as little as possible.

    Positions near the centre of the line are tried first.
    """
    links, curves, tracks = [track.link for track in bare], [track.curve for track in bare], list(bare)
    named = [i for i, link in enumerate(links) if link.named and max(link.source, link.target) < worlds]
    if not named:
        return tuple(bare)
    lines = [pieces_of(curve.path()) for curve in curves]
    lengths = [sum(hypot(right - left, top - bottom) for left, right, bottom, top, *_ in line) for line in lines]
    named.sort(key=lengths.__getitem__)  # a short line has few places
    before = [0, *accumulate(map(len, lines))]
    every = [piece for line in lines for piece in line]
    spans = Rectangles([
        ((left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2, 0.0)
        for left, right, bottom, top, *_ in every
    ])  # fmt: skip
    tips = [tip.row for link, curve in zip(links, curves, strict=True) for tip in tip_boxes(link, curve)]
    taken = Rectangles([*(box.row for box in boxes), *tips])
    sizes = {agents: label_size(agents) for agents in {links[i].agents for i in named}}
    reach = Rectangles([_reach(links[i], curves[i], sizes[links[i].agents]) for i in named])
    around = [reach.meeting(x, y, w + AROUND, h + AROUND) for x, y, w, h, _ in reach.rows]
    near = [[k for k in there if k != own] for own, there in enumerate(around)]
    placed, due = dict[int, Row](), set(range(len(named)))
    for _ in range(LABEL_ROUNDS):
        for k, i in enumerate(named):
            if k not in due:
                continue
            due.remove(k)
            old, others = placed.pop(k, None), [placed[other] for other in near[k] if other in placed]
            size, own = sizes[links[i].agents], range(before[i], before[i + 1])
            beside = _beside(curves[i], size, len(links[i].agents)) if links[i].kind == "loop" else ()
            placed[k] = _best_place(curves[i], size, taken, every, spans, own, others, beside)
            if placed[k] != old and (old is not None or _met(placed[k], others)):
                due.update(near[k])  # a new label that covers no other changes no choice
    for k, (x, y, across, up, _) in placed.items():
        tracks[named[k]] = bare[named[k]]._replace(label=Box(x, y, 2 * across, 2 * up))
    return tuple(tracks)


def _reach(link: Link, curve: Curve, size: Point) -> Row:
    """Return a rectangle that contains all possible positions of a line's label."""
    places = _beside(curve, size, len(link.agents)) if link.kind == "loop" else curve.path()
    x, y, w, h = extent(places)
    return x, y, w + size[0] / 2, h + size[1] / 2, 0.0


def _best_place(
    curve: Curve,
    size: Point,
    taken: Rectangles,
    pieces: Sequence[Piece],
    spans: Rectangles,
    own: range,
    others: Sequence[Row],
    places: Sequence[Point] = (),
) -> Row:
    """Return the place of least cost for a label on a line; each box, line or label that it would cover has a cost.

    The cost of a place is computed only until it exceeds the least cost so far. `places`: those for a loop's label.
    """
    stubs = [] if places else [tip_middle(curve, at_start, STUB) for at_start in (True, False)]
    offs = OFF_TOP if places else OFF
    w, h = size[0] / 2, size[1] / 2
    (across, up), (wide, high) = margins = [(w + by, h + by) for by in (BESIDE_LINES, NEAR)]
    best, least = (*curve.a, w, h, 0.0), inf
    for first, last in pairwise(BATCHES):
        if first >= len(offs) or offs[first] >= least:
            break
        middles = places[first:last] or curve.along(AT_SHARES[first:last])
        x, y, dx, dy = extent(middles)
        dx, dy = dx + across, dy + up
        is_free = not taken.count(x, y, dx, dy)
        hidden = [(u, v) for u, v in stubs if abs(x - u) < dx and abs(y - v) < dy]
        lines = _lines_near(pieces, spans.meeting(x, y, dx + 1, dy + 1), own, (x, y, dx, dy), *margins)
        for (x, y), off in zip(middles, offs[first:last], strict=True):
            cost = off if is_free else off + COVERS * taken.count(x, y, w + AROUND, h + AROUND)
            for u, v in hidden:
                cost += AT_STUB * (abs(x - u) < w + STUB / 2 and abs(y - v) < h + STUB / 2)
            if cost >= least:
                continue
            near = nearer = 0
            for nx, ny, d, far, close, (left, right, bottom, top) in lines:  # as in `meets`, for both distances
                if not -far <= (away := nx * x + ny * y - d) <= far:
                    continue
                if left <= x + across and right >= x - across and bottom <= y + up and top >= y - up:
                    near += 1
                    beside = left <= x + wide and right >= x - wide and bottom <= y + high and top >= y - high
                    if beside and abs(away) <= close:
                        nearer += 1
                        if ON_LINE + ACROSS * nearer >= least:
                            break
            else:
                cost += ON_LINE * (nearer > 0) + ACROSS * nearer + PAST * near
                row = x, y, w, h, 0.0
                if cost < least:
                    cost += COVERS * _met(row, others)
                if cost < least:
                    best, least = row, cost
    return best


def _lines_near(
    pieces: Sequence[Piece],
    numbers: Iterable[int],
    own: range,
    box: tuple[float, float, float, float],
    far: Point,
    close: Point,
) -> list[tuple[float, float, float, float, float, tuple[float, float, float, float]]]:
    """Return the pieces with these numbers, but not in `own`, that meet a box, given by its middle and half its size.

    Each is described by the line's normal and offset, by the distances at which it meets a label with the half sizes
    `far` and `close`, and by its left, right, bottom and top.
    """
    (x, y, dx, dy), (across, up), (wide, high) = box, far, close
    lines = []
    for k in numbers:
        left, right, bottom, top, nx, ny, d = pieces[k]
        a, b = abs(nx), abs(ny)
        if abs(nx * x + ny * y - d) <= a * dx + b * dy + 1 and k not in own:
            sides = left, right, bottom, top
            lines.append((nx, ny, d, a * across + b * up, a * wide + b * high, sides))
    return lines


def _met(place: Row, others: Iterable[Row]) -> int:
    """Return the number of other boxes that a label at this position would cover, with a margin."""
    x, y, across, up, _ = place
    across, up = across + AROUND, up + AROUND
    return len([0 for u, v, w, h, _ in others if abs(x - u) < across + w and abs(y - v) < up + h])


def _beside(curve: Curve, size: Point, agents: int) -> list[Point]:
    """Return the places for a label beside a loop, first the one on the side away from its world."""
    (x, y, w, h), (u, v), (s, t), by = extent(curve.path()), curve.a, curve.d, APART * (agents - 1) / 2
    around = Box(0, 0, 2 * w + size[0] + by + 4, 2 * h + size[1] + by + 4)
    outwards = atan2(y - (v + t) / 2, x - (u + s) / 2)
    ways = [(cos(outwards + pi * turn), sin(outwards + pi * turn)) for turn in ROUND]
    return [(x + away * dx, y + away * dy) for dx, dy in ways for away in [around.border(dx, dy)]]


def label_size(agents: Sequence[str]) -> tuple[float, float]:
    """Return the approximate width and height of the agents' names."""
    rows = group_rows(agents)
    return max(text_width(", ".join(row)) for row in rows) + MARGINS, ROW * len(rows)


def clearance(link: Link) -> float:
    """Return the minimum visible length, in points, of a line beside its label."""
    return 2 * STUB + 4 + TIP * sum(tips_of(link))
