"""Boxes with round corners, and cubic curves between them: clipping, sampling, crossings. All lengths are in points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import cos, dist, hypot, radians, sin
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from kripke.data.lazy import np

if TYPE_CHECKING:
    import numpy.typing as npt

Point = tuple[float, float]
Points: TypeAlias = "npt.NDArray[np.float64]"
Truths: TypeAlias = "npt.NDArray[np.bool_]"
Counts: TypeAlias = "npt.NDArray[np.int64]"

STEPS, HALVINGS = 24, 11
LOOP = 21.0


class Box(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0  # radius of the corners; half the width for a circle

    @property
    def middle(self) -> Point:
        """The middle."""
        return self.x, self.y

    def moved(self, dx: float, dy: float) -> Box:
        """The shifted box."""
        return self._replace(x=self.x + dx, y=self.y + dy)

    def grown(self, by: float) -> Box:
        """The box with a margin on all sides."""
        return Box(self.x, self.y, self.width + 2 * by, self.height + 2 * by, self.radius + by)

    def scaled(self, factor: float) -> Box:
        """The box with larger sides; a circle stays one, other corners keep their radius."""
        is_round = 2 * self.radius >= min(self.width, self.height)
        radius = self.radius * factor if is_round else self.radius
        return Box(self.x, self.y, self.width * factor, self.height * factor, radius)

    def covers(self, points: Points) -> Truths:
        """Which of the points, an array of shape (k, 2), are inside."""
        core = np.array([self.width / 2 - self.radius, self.height / 2 - self.radius])
        outside = np.maximum(np.abs(points - (self.x, self.y)) - core, 0.0)
        return np.asarray(np.hypot(outside[:, 0], outside[:, 1]) <= self.radius)

    def has(self, point: Point) -> bool:
        """Whether a point is inside."""
        across = abs(point[0] - self.x) - (self.width / 2 - self.radius)
        up = abs(point[1] - self.y) - (self.height / 2 - self.radius)
        return hypot(max(across, 0.0), max(up, 0.0)) <= self.radius

    def meets(self, other: Box) -> bool:
        """Whether the two rectangles overlap."""
        beside = abs(self.x - other.x) * 2 < self.width + other.width
        return beside and abs(self.y - other.y) * 2 < self.height + other.height


class Curve(NamedTuple):
    """A cubic Bézier curve."""

    a: Point
    b: Point
    c: Point
    d: Point

    @property
    def controls(self) -> tuple[Point, Point, Point, Point]:
        """The four control points."""
        return self.a, self.b, self.c, self.d

    @property
    def is_straight(self) -> bool:
        """Whether the inner control points are on the chord."""
        aside = abs(_side(self.a, self.d, self.b)) + abs(_side(self.a, self.d, self.c))
        return aside < 1e-6 * (1 + dist(self.a, self.d))

    def at(self, t: float) -> Point:
        """The point at a parameter from 0 to 1."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.controls
        a, b, c, d = _shares(t)
        return a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy

    def points(self, where: Points | None = None) -> Points:
        """The points at many parameters, as an array of shape (k, 2); None: at 25 that divide the curve evenly."""
        return np.asarray(sampled([self], where)[0])

    def part(self, start: float, stop: float) -> Curve:
        """The piece between two parameters from 0 to 1, by de Casteljau's division."""
        tail = _divide(self, start)[1]
        return _divide(tail, (stop - start) / (1 - start) if start < 1 else 1.0)[0]

    def reversed(self) -> Curve:
        """The curve from its end to its start."""
        return Curve(self.d, self.c, self.b, self.a)

    def moved(self, dx: float, dy: float) -> Curve:
        """The shifted curve."""
        return Curve(*((x + dx, y + dy) for x, y in self.controls))


Numbers = TypeVar("Numbers", float, "npt.NDArray[np.float64]")


def _shares(t: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """The shares of the four control points in the point at a parameter: Bernstein's polynomials."""
    s = 1 - t
    return s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t


@cache
def _even_shares() -> Points:
    """The shares at parameters that divide a curve into `STEPS` parts."""
    return np.stack(_shares(np.linspace(0.0, 1.0, STEPS + 1)), axis=1)


def along(curves: Points, where: Points) -> Points:
    """The points of curves, an array of shape (m, 4, 2), each at its own k parameters or all at the same."""
    shares = _shares(where)  # axis by axis: loops over two numbers are ten times slower
    return np.stack(
        [sum(share * curves[:, None, i, axis] for i, share in enumerate(shares)) for axis in (0, 1)]
    ).transpose(1, 2, 0)


def _side(p: Point, q: Point, r: Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _divide(curve: Curve, t: float) -> tuple[Curve, Curve]:
    def mix(p: Point, q: Point) -> Point:
        return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t

    a, b, c, d = curve.controls
    ab, bc, cd = mix(a, b), mix(b, c), mix(c, d)
    left, right = mix(ab, bc), mix(bc, cd)
    half = mix(left, right)
    return Curve(a, ab, left, half), Curve(half, right, cd, d)


def join(one: Box, other: Box, bend: float = 0.0, lean: float = 0.0, aside: float = 0.0) -> Curve:
    """The curve from border to border."""
    return _clipped(arc(one.middle, other.middle, bend, lean, aside), one, other)


def arc(start: Point, end: Point, bend: float, lean: float = 0.0, aside: float = 0.0) -> Curve:
    """A curve whose middle has this distance, to the left, from the straight line; at most its length.

    `lean` shifts the bend towards the start, from -1 (all at the end) to 1.
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
    """A loop that leaves the box in a direction and returns."""
    across, up = cos(radians(angle)), sin(radians(angle))
    ray = Curve(*((box.x + r * across, box.y + r * up) for r in (0.0, 300.0, 600.0, 900.0)))
    far = (900 * _leaving(ray, box) + LOOP) * 1.45
    b, c = (
        (box.x + far * cos(radians(angle + turn)), box.y + far * sin(radians(angle + turn))) for turn in (27.0, -27.0)
    )
    return _clipped(Curve(box.middle, b, c, box.middle), box, box)


def _clipped(curve: Curve, one: Box, other: Box) -> Curve:
    """The piece of the curve outside the two boxes at its ends; the whole curve if they overlap."""
    start = _leaving(curve, one)
    stop = 1.0 - _leaving(curve.reversed(), other)
    return curve.part(start, stop) if start < stop else curve


def _leaving(curve: Curve, box: Box) -> float:
    """The parameter at which the curve first leaves the box, within 2^-15."""
    # in numbers of Python: arrays are slower for so few
    high = next((k / STEPS for k in range(1, STEPS + 1) if not box.has(curve.at(k / STEPS))), None)
    if high is None:
        return 1.0
    low = high - 1 / STEPS
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if box.has(curve.at(middle)) else (low, middle)
    return high


def leaving(curves: Points, rows: Points, divisions: Sequence[int] = (STEPS, *[2] * HALVINGS)) -> Points:
    """Bounds of the parameter at which each of the curves, of shape (m, 4, 2), first leaves its box; shape (2, m).

    The boxes are rows (see `rows_of`), one for each curve or one for all. The bounds are divided into these numbers of
    parts, one after the other. For a single curve `_leaving` is faster.
    """
    low, width = np.zeros((len(curves), 1)), 1.0
    for parts in divisions:
        where = low + width / parts * np.arange(1, parts)
        apart = np.abs(along(curves, where) - rows[:, None, :2]) - (rows[:, None, 2:4] - rows[:, None, 4:])
        beyond = np.maximum(apart, 0.0)
        out = np.hypot(beyond[..., 0], beyond[..., 1]) > rows[:, 4:]
        width /= parts
        low = low + width * np.where(out.any(axis=1), out.argmax(axis=1), parts - 1)[:, None]
    return np.stack([low[:, 0], low[:, 0] + width])


def leaving_points(curves: Points, box: Box) -> Points:
    """Where each curve first leaves the box, to about a thousandth of its length, as an array of shape (m, 2)."""
    return along(curves, leaving(curves, rows_of([box]), (STEPS, 5, 2, 2, 2)).mean(axis=0)[:, None])[:, 0]


def joined(arcs: Sequence[Curve], ones: Points, others: Points) -> list[Curve]:
    """The pieces of many curves from border to border of their boxes (see `rows_of`), as `join`."""
    curves = controls_of(arcs)
    starts, stops = leaving(curves, ones)[1], 1.0 - leaving(curves[:, ::-1], others)[1]
    pieces = zip(arcs, starts.tolist(), stops.tolist(), strict=True)
    return [curve.part(start, stop) if start < stop else curve for curve, start, stop in pieces]


def beside(curve: Curve, by: float) -> Curve:
    """Approximately the parallel curve at a distance to the left; exact for a straight line."""
    a, b, c, d = curve.controls
    along = ((a, b if b != a else d), (a, c), (b, d), (c if c != d else a, d))
    return Curve(*(_aside(point, *ends, by) for point, ends in zip(curve.controls, along, strict=True)))


def _aside(point: Point, start: Point, end: Point, by: float) -> Point:
    length = dist(start, end) or 1.0
    return point[0] - (end[1] - start[1]) / length * by, point[1] + (end[0] - start[0]) / length * by


@lru_cache(maxsize=1_024)
def shortened(curve: Curve, length: float, at_start: bool = False) -> Curve:
    """The curve without a piece at its end, where the tip of an arrow will be."""
    way = curve if at_start else curve.reversed()
    place = _leaving(way, Box(*way.a, 2 * length, 2 * length, length))
    if place >= 0.9:
        return curve
    return curve.part(place, 1.0) if at_start else curve.part(0.0, 1 - place)


def ends_before(curves: Points, lengths: Points, at_start: Truths) -> Points:
    """The ends of curves, of shape (m, 4, 2), without pieces of these lengths, as of `shortened`; of shape (m, 2)."""
    ways = np.where(at_start[:, None, None], curves, curves[:, ::-1])
    radius = np.broadcast_to(np.asarray(lengths)[..., None], (len(ways), 1))
    place = leaving(ways, np.hstack([ways[:, 0], radius, radius, radius]))[1]
    return along(ways, np.where(place < 0.9, place, 0.0)[:, None])[:, 0]


def crossings(path: Points, others: Points) -> int:
    """Number of segments, of shape (k, 2, 2), that a broken line of shape (m, 2) crosses. O(k m)."""
    low, high = path.min(axis=0), path.max(axis=0)
    one, other = others[:, 0], others[:, 1]  # element by element: a reduction over two ends is ten times slower
    near = (np.maximum(one, other) >= low) & (np.minimum(one, other) <= high)
    others = others[near[:, 0] & near[:, 1]]
    p, q = path[:-1, None, :], path[1:, None, :]
    r, s = others[None, :, 0, :], others[None, :, 1, :]
    apart = (_turn(p, q, r) * _turn(p, q, s) < 0) & (_turn(r, s, p) * _turn(r, s, q) < 0)
    return int(np.count_nonzero(apart))


def rows_of(boxes: Iterable[Box]) -> Points:
    """The boxes as an array of shape (n, 5): the middle, half the width, half the height, the radius."""
    return np.array([(b.x, b.y, b.width / 2, b.height / 2, b.radius) for b in boxes]).reshape(-1, 5)


def rows_at(points: Points, size: float = 0.0) -> Points:
    """Squares around points, an array of shape (n, 2), as rows (see `rows_of`)."""
    return np.hstack([points, np.tile((size / 2, size / 2, 0.0), (len(points), 1))])


def spaced_points(curves: Points, counts: Counts) -> tuple[Points, Counts]:
    """As many points of each of the curves, of shape (m, 4, 2), as its count, of shape (k, 2), and their curves."""
    owner = np.repeat(np.arange(len(curves)), counts)
    where = (np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)) / (counts[owner] - 1)
    return along(curves[owner], where[:, None])[:, 0], owner


def overlaps(rows: Points, others: Points) -> Truths:
    """Which boxes (see `rows_of`) meet which others; arrays of shapes (..., 5) that are broadcast."""
    beside, above = (
        np.abs(rows[..., axis] - others[..., axis]) < rows[..., 2 + axis] + others[..., 2 + axis] for axis in (0, 1)
    )  # axis by axis: a reduction over two of them is ten times slower
    return np.asarray(beside & above)


def controls_of(curves: Iterable[Curve]) -> Points:
    """The control points of the curves, as an array of shape (m, 4, 2)."""
    return np.array([curve.controls for curve in curves]).reshape(-1, 4, 2)


def sampled(curves: Sequence[Curve], where: Points | None = None) -> Points:
    """The points of several curves at the same k parameters, as an array of shape (len(curves), k, 2)."""
    shares = _even_shares() if where is None else np.stack(_shares(where), axis=1)
    return np.asarray(shares @ controls_of(curves))


def _turn(p: Points, q: Points, r: Points) -> Points:
    return np.asarray(
        (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])
    )


def around(boxes: Iterable[Box], curves: Iterable[Curve] = ()) -> Box:
    """The smallest box around all boxes and curves; a point at the origin for none."""
    rows, lines = rows_of(boxes), list(curves)
    corners = rows[:, :2] - rows[:, 2:4], rows[:, :2] + rows[:, 2:4]
    points = np.concatenate([*corners, *(sampled(lines) if lines else ())])
    if not len(points):
        return Box(0.0, 0.0, 0.0, 0.0)
    low, high = points.min(axis=0), points.max(axis=0)
    return Box(*((low + high) / 2).tolist(), *(high - low).tolist())
