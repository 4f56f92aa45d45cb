"""Boxes with round corners, and cubic curves between them: clipping, sampling, crossings. Lengths are in points."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import cos, dist, hypot, inf, radians, sin, sqrt
from operator import or_
from typing import NamedTuple

Point = tuple[float, float]
Shares = tuple[float, float, float, float]  # the weights of a curve's control points at one of its points
Row = tuple[float, float, float, float, float]
"""A box as a tuple of numbers: its centre, half its width and height, and the radius of its corners."""

STEPS, HALVINGS = 24, 8
SHORTEST = 0.9  # share of a curve above which nothing is cut off
PIECES, FINE = 8, 24  # number of straight pieces that stand for a bent line, and for one when layout faults are counted
LOOP = 21.0


class Box(NamedTuple):
    """A rectangle with round corners; `x` and `y` are its centre."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0  # radius of the corners; half the width for a circle

    @property
    def middle(self) -> Point:
        """The centre of the box."""
        return self.x, self.y

    @property
    def row(self) -> Row:
        """The box as a tuple: centre, half width, half height and corner radius."""
        return self.x, self.y, self.width / 2, self.height / 2, self.radius

    def border(self, dx: float, dy: float) -> float:
        """Return t such that the centre plus ``t * (dx, dy)`` is on the border; the vector is not zero."""
        across, up = abs(dx), abs(dy)
        w, h, r = self.width / 2, self.height / 2, self.radius
        if across and up * w <= (h - r) * across:
            return w / across
        if up and across * h <= (w - r) * up:
            return h / up
        square, along = dx * dx + dy * dy, across * (w - r) + up * (h - r)
        return (along + sqrt(max(along * along - square * ((w - r) ** 2 + (h - r) ** 2 - r * r), 0.0))) / square

    def moved(self, dx: float, dy: float) -> Box:
        """Return the box shifted by a vector."""
        return self._replace(x=self.x + dx, y=self.y + dy)

    def grown(self, by: float) -> Box:
        """Return the box with a margin added on all sides."""
        return Box(self.x, self.y, self.width + 2 * by, self.height + 2 * by, self.radius + by)

    def scaled(self, factor: float) -> Box:
        """Return the box scaled about its centre; a circle stays a circle, other corners keep their radius."""
        is_round = 2 * self.radius >= min(self.width, self.height)
        radius = self.radius * factor if is_round else self.radius
        return Box(self.x, self.y, self.width * factor, self.height * factor, radius)

    def has(self, point: Point) -> bool:
        """Whether the box contains a point."""
        across = abs(point[0] - self.x) - (self.width / 2 - self.radius)
        up = abs(point[1] - self.y) - (self.height / 2 - self.radius)
        return hypot(max(across, 0.0), max(up, 0.0)) <= self.radius

    def meets(self, other: Box) -> bool:
        """Whether the box and another one overlap, as rectangles."""
        beside = abs(self.x - other.x) * 2 < self.width + other.width
        return beside and abs(self.y - other.y) * 2 < self.height + other.height


class Curve(NamedTuple):
    """A cubic Bézier curve from `a` to `d`, with the inner control points `b` and `c`."""

    a: Point
    b: Point
    c: Point
    d: Point

    @property
    def is_straight(self) -> bool:
        """Whether the curve is straight: its inner control points are on the chord."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self
        u, v = dx - ax, dy - ay
        return abs(u * (by - ay) - v * (bx - ax)) + abs(u * (cy - ay) - v * (cx - ax)) < 1e-6 * (1 + hypot(u, v))

    def at(self, t: float) -> Point:
        """Return the point at a parameter from 0 to 1."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        return a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy

    def path(self, pieces: int = PIECES) -> list[Point]:
        """Return a polyline that approximates the curve; only the two end points if the curve is straight."""
        if self.is_straight:
            return [self.a, self.d]
        return self.along(even(pieces))

    def along(self, shares: Iterable[Shares]) -> list[Point]:
        """Return the weighted means of the control points, one for each tuple of weights in `shares`."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self
        return [(a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy) for a, b, c, d in shares]

    def part(self, start: float, stop: float) -> Curve:
        """Return the piece between two parameters from 0 to 1, by de Casteljau's algorithm."""
        tail = _divide(self, start)[1]
        return _divide(tail, (stop - start) / (1 - start) if start < 1 else 1.0)[0]

    def reversed(self) -> Curve:
        """Return the curve in the opposite direction."""
        return Curve(self.d, self.c, self.b, self.a)

    def moved(self, dx: float, dy: float) -> Curve:
        """Return the curve shifted by a vector."""
        return Curve(*((x + dx, y + dy) for x, y in self))


def shares_at(t: float) -> Shares:
    """Return the Bernstein polynomials: the weights of the four control points at a parameter from 0 to 1."""
    s = 1 - t
    return s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t


@cache
def even(pieces: int) -> list[Shares]:
    """Return the Bernstein polynomials at the ends of `pieces` equal steps of the parameter."""
    return [shares_at(k / pieces) for k in range(pieces + 1)]


def _divide(curve: Curve, t: float) -> tuple[Curve, Curve]:
    def mix(p: Point, q: Point) -> Point:
        return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t

    a, b, c, d = curve
    ab, bc, cd = mix(a, b), mix(b, c), mix(c, d)
    left, right = mix(ab, bc), mix(bc, cd)
    half = mix(left, right)
    return Curve(a, ab, left, half), Curve(half, right, cd, d)


def straight(start: Point, end: Point) -> Curve:
    """Return a straight line as a curve."""
    (x, y), (u, v) = start, end
    dx, dy = u - x, v - y
    return Curve(start, (x + dx * 0.3, y + dy * 0.3), (x + dx * 0.7, y + dy * 0.7), end)


def join(one: Box, other: Box, bend: float = 0.0, lean: float = 0.0, aside: float = 0.0) -> Curve:
    """Return the curve between the borders of two boxes, or between their centres if the boxes overlap.

    `bend`: shift of the curve's centre to the left, in points. `aside`: shift of both its ends. `lean`: as in `arc`.
    """
    if not (bend or aside):
        dx, dy = other.x - one.x, other.y - one.y
        start, stop = (one.border(dx, dy), 1 - other.border(dx, dy)) if dx or dy else (1.0, 0.0)
        start, stop = (start, stop) if start < stop else (0.0, 1.0)
        return straight((one.x + start * dx, one.y + start * dy), (one.x + stop * dx, one.y + stop * dy))
    return _clipped(arc(one.middle, other.middle, bend, lean, aside), one, other)


def arc(start: Point, end: Point, bend: float, lean: float = 0.0, aside: float = 0.0) -> Curve:
    """Return a curve whose centre is at a distance `bend` to the left of the straight line from start to end.

    The bend is limited to the length of the line. `lean` shifts it towards the end (down to -1) or the start (up to 1).
    `aside` is the distance by which both ends are shifted to the left.
    """
    if aside:
        start, end = (_aside(point, start, end, aside) for point in (start, end))
    (x, y), (u, v) = start, end
    dx, dy = u - x, v - y
    off = 4 / 3 * max(-1.0, min(1.0, bend / (hypot(dx, dy) or 1.0)))
    early, late = off * (1 + lean), off * (1 - lean)
    b = (x + dx * 0.3 - dy * early, y + dy * 0.3 + dx * early)
    c = (x + dx * 0.7 - dy * late, y + dy * 0.7 + dx * late)
    return Curve(start, b, c, end)


def loop(box: Box, angle: float) -> Curve:
    """Return a loop that leaves the box at this angle and returns to it."""
    across, up = cos(radians(angle)), sin(radians(angle))
    far = (box.border(across, up) + LOOP) * 1.45
    b, c = (
        (box.x + far * cos(radians(angle + turn)), box.y + far * sin(radians(angle + turn))) for turn in (27.0, -27.0)
    )
    return _clipped(Curve(box.middle, b, c, box.middle), box, box)


def _clipped(curve: Curve, one: Box, other: Box) -> Curve:
    """Return the part of the curve outside the two boxes at its ends; the whole curve if the boxes overlap."""
    start = _leaving(curve, one)
    stop = 1.0 - _leaving(curve.reversed(), other)
    return curve.part(start, stop) if start < stop else curve


def _leaving(curve: Curve, box: Box) -> float:
    """Return the parameter at which the curve first leaves the box, with an error of at most 2^-12."""
    # with plain Python numbers: arrays are slower for so few
    high = next((k / STEPS for k in range(1, STEPS + 1) if not box.has(curve.at(k / STEPS))), None)
    if high is None:
        return 1.0
    low = high - 1 / STEPS
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if box.has(curve.at(middle)) else (low, middle)
    return high


def beside(curve: Curve, by: float) -> Curve:
    """Return the parallel curve at a distance to the left; approximate unless the curve is straight."""
    a, b, c, d = curve
    along = ((a, b if b != a else d), (a, c), (b, d), (c if c != d else a, d))
    return Curve(*(_aside(point, *ends, by) for point, ends in zip(curve, along, strict=True)))


def _aside(point: Point, start: Point, end: Point, by: float) -> Point:
    length = dist(start, end) or 1.0
    return point[0] - (end[1] - start[1]) / length * by, point[1] + (end[0] - start[0]) / length * by


def leaving(path: Sequence[Point], box: Row) -> Point:
    """Return the point where a polyline leaves the box it starts in; its last point if it never does."""
    x, y, w, h, r = box
    w, h, square = w - r, h - r, r * r
    u, v = path[0]
    for s, t in path:
        across, up = abs(s - x) - w, abs(t - y) - h
        if (across * across if across > 0 else 0.0) + (up * up if up > 0 else 0.0) > square:
            break
        u, v = s, t
    else:
        return path[-1]
    dx, dy, px, py = s - u, t - v, u - x, v - y
    share = ((w + r if dx > 0 else -w - r) - px) / dx if dx else inf
    share = min(share, ((h + r if dy > 0 else -h - r) - py) / dy) if dy else share
    p, q = px + share * dx, py + share * dy  # where it leaves the rectangle around the box
    if abs(p) <= w or abs(q) <= h:  # through the straight part of a side
        return x + p, y + q
    px, py = px - (w if p > 0 else -w), py - (h if q > 0 else -h)  # through a corner
    long, along, room = dx * dx + dy * dy, dx * px + dy * py, square - px * px - py * py
    share = (sqrt(max(along * along + long * room, 0.0)) - along) / (long or 1.0)
    return u + share * dx, v + share * dy


@lru_cache(maxsize=1_024)
def shortened(curve: Curve, length: float, at_start: bool = False) -> Curve:
    """Return the curve without a piece of this length at one end, which leaves space for an arrow tip.

    If the piece is about 90 % of the curve or more, the whole curve is returned.
    """
    if curve.is_straight:
        (x, y), (u, v) = curve.a, curve.d
        share = length / (dist(curve.a, curve.d) or length)
        if share >= SHORTEST:
            return curve
        dx, dy = share * (u - x), share * (v - y)
        return straight((x + dx, y + dy), curve.d) if at_start else straight(curve.a, (u - dx, v - dy))
    way = curve if at_start else curve.reversed()
    place = _leaving(way, Box(*way.a, 2 * length, 2 * length, length))
    if place >= SHORTEST:
        return curve
    return curve.part(place, 1.0) if at_start else curve.part(0.0, 1 - place)


def extent(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the centre and the half sides of the smallest rectangle around the points."""
    if len(points) == 2:  # mostly
        (x, y), (u, v) = points
        return (x + u) / 2, (y + v) / 2, abs(u - x) / 2, abs(v - y) / 2
    xs, ys = zip(*points, strict=True)
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2


Piece = tuple[float, float, float, float, float, float, float]
"""A segment as plain numbers: the left, right, lower and upper border of its bounding rectangle, and its
line ``nx x + ny y = d``."""


Line = tuple[tuple[float, float, float, float], Sequence[Piece]]  # the extent and the segments of a polyline


def line_of(path: Sequence[Point]) -> Line:
    """Return the extent and the segments of a polyline."""
    return extent(path), pieces_of(path)


def pieces_of(path: Sequence[Point]) -> list[Piece]:
    """Return the segments of a polyline."""
    pieces = []
    x, y = path[0]
    for u, v in path[1:]:
        nx, ny = y - v, u - x
        length = hypot(nx, ny) or 1.0
        nx, ny = nx / length, ny / length
        left, right = (x, u) if x < u else (u, x)
        pieces.append(
            (left, right, y, v, nx, ny, nx * x + ny * y) if y < v else (left, right, v, y, nx, ny, nx * x + ny * y)
        )
        x, y = u, v
    return pieces


def meets(pieces: Sequence[Piece], x: float, y: float, w: float, h: float) -> bool:
    """Return whether any segment meets a rectangle with this centre and half sides. O(k) for k segments.

    A segment meets a rectangle unless a line parallel to an axis or to the segment separates them.
    """
    left, right, bottom, top = x - w, x + w, y - h, y + h
    return any(
        abs(nx * x + ny * y - d) <= abs(nx) * w + abs(ny) * h
        for low, high, under, over, nx, ny, d in pieces
        if low <= right and high >= left and under <= top and over >= bottom
    )


def behind(path: Sequence[Point], boxes: Rectangles, ends: Collection[int] = ()) -> list[int]:
    """Return the indices of the boxes that a polyline touches, without the boxes at its ends.

    O(log n + k m) for n boxes, k segments and m boxes near them.
    """
    near = [k for k in boxes.meeting(*extent(path)) if k not in ends]
    pieces = pieces_of(path) if near else ()
    return [k for k in near if touch(pieces, boxes.rows[k])]


def touch(pieces: Sequence[Piece], box: Row) -> bool:
    """Return whether any segment meets a rectangle with round corners."""
    x, y, w, h, r = box
    left, right, bottom, top = x - w, x + w, y - h, y + h
    is_round = r >= w and r >= h
    for low, high, under, over, nx, ny, d in pieces:
        if low > right or high < left or under > top or over < bottom:
            continue
        away, across, up = abs(nx * x + ny * y - d), abs(nx), abs(ny)
        if away > (r if is_round else across * w + up * h):
            continue
        px, py, long = (low + high) / 2 - x, (under + over) / 2 - y, hypot(high - low, over - under) / 2
        if not is_round and (
            (away <= across * w + up * (h - r) and under <= top - r and over >= bottom + r)
            or (away <= across * (w - r) + up * h and low <= right - r and high >= left + r)
        ):
            return True
        for cx, cy in ((0.0, 0.0),) if is_round else ((w - r, h - r), (w - r, r - h), (r - w, h - r), (r - w, r - h)):
            off = abs((cx - px) * ny - (cy - py) * nx) - long  # how far beyond the end
            if (nx * (cx - px) + ny * (cy - py)) ** 2 + (off * off if off > 0 else 0.0) <= r * r:
                return True
    return False


def crossings(path: Sequence[Point], lines: Iterable[Line], most: float = inf) -> int:
    """Count the crossings of a polyline with other lines; counting may stop above `most`.

    O(k m) for k points of the polyline and m segments.
    """
    steps = []
    (x, y), *others = path
    for s, t in others:
        steps.append((*((x, s) if x < s else (s, x)), *((y, t) if y < t else (t, y)), x, y, s - x, t - y))
        x, y = s, t
    x, y, w, h = extent(path)
    left, right, bottom, top = x - w, x + w, y - h, y + h
    count = 0
    for (u, v, across, up), line in lines:
        if abs(x - u) > w + across or abs(y - v) > h + up:
            continue
        for low, high, under, over, nx, ny, d in line:
            if low >= right or high <= left or under >= top or over <= bottom:
                continue
            for before, after, below, above, a, b, s, t in steps:
                if low < after and high > before and under < above and over > below:
                    one, change = nx * a + ny * b - d, nx * s + ny * t
                    if one * (one + change) < 0:  # where the lines cross, and how far from the middle of the piece
                        share = -one / change
                        p, q = a + share * s - (low + high) / 2, b + share * t - (under + over) / 2
                        count += 4 * (p * ny - q * nx) ** 2 < (high - low) ** 2 + (over - under) ** 2
        if count > most:
            break
    return count


class Rectangles:
    """An index of rectangles; each query is an intersection of four bit sets, one for each side."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        left, right = [x - w for x, _, w, _, _ in rows], [-x - w for x, _, w, _, _ in rows]
        bottom, top = [y - h for _, y, _, h, _ in rows], [-y - h for _, y, _, h, _ in rows]
        self._sides = [_below(side) for side in (left, right, bottom, top)]

    def _met(self, x: float, y: float, w: float, h: float) -> int:
        (left, lefts), (right, rights), (bottom, bottoms), (top, tops) = self._sides
        beside = lefts[bisect_left(left, x + w)] & rights[bisect_left(right, w - x)]
        return beside and beside & bottoms[bisect_left(bottom, y + h)] & tops[bisect_left(top, h - y)]

    def count(self, x: float, y: float, w: float, h: float) -> int:
        """Return the number of boxes that overlap a rectangle with this centre and these half sides. O(log n)."""
        return self._met(x, y, w, h).bit_count()

    def meeting(self, x: float, y: float, w: float, h: float) -> list[int]:
        """Return the indices of the boxes that overlap a rectangle with this centre and these half sides."""
        met, indices = self._met(x, y, w, h), []
        while met:
            low = met & -met
            indices.append(low.bit_length() - 1)
            met ^= low
        return indices


def _below(values: Sequence[float]) -> tuple[list[float], list[int]]:
    """Return the sorted values, and for each k the bit set of the indices of the k smallest values."""
    order = sorted(range(len(values)), key=values.__getitem__)
    return [values[k] for k in order], [*accumulate([1 << k for k in order], or_, initial=0)]


def around(boxes: Iterable[Box], curves: Iterable[Curve] = ()) -> Box:
    """Return the smallest box around all boxes and curves; without any, an empty box at the origin."""
    points = [corner for x, y, w, h, _ in [box.row for box in boxes] for corner in ((x - w, y - h), (x + w, y + h))]
    points += [point for curve in curves for point in curve.path(FINE)]
    x, y, w, h = extent(points) if points else (0.0, 0.0, 0.0, 0.0)
    return Box(x, y, 2 * w, 2 * h)
