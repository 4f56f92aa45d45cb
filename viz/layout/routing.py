"""Routes of lines between worlds, bent to avoid other worlds, with space for arrow tips and agents' names."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from math import atan2, degrees, dist, hypot, inf
from operator import itemgetter
from typing import NamedTuple

from viz.layout.geometry import (
    FINE,
    PIECES,
    Box,
    Curve,
    Line,
    Point,
    Rectangles,
    Row,
    behind,
    crossings,
    even,
    join,
    leaving,
    line_of,
    loop,
    pieces_of,
    touch,
)
from viz.layout.names import BESIDE_LINES, Track, label_size, with_labels
from viz.layout.tips import TIP, tip_middle
from viz.pictures.links import Link, tips_of

INNER = [(b, c) for _, b, c, _ in even(PIECES)]  # the weights of a curve's inner control points at even steps
BENDS = (0.0, 14.0, -14.0, 22.0, -22.0, 34.0, -34.0, 50.0, -50.0, 70.0, -70.0, 95.0, -95.0)
"""The bends that the router tries, as distances in points between the centre of the line and a straight line."""
BROADEST = max(BENDS)
WIDE_BENDS = (130.0, -130.0, 170.0, -170.0, 210.0, -210.0)
"""Further bends for bridges (lines between two panels), which are long and avoid many worlds."""
FAR = (0.3, -0.3, 0.45, -0.45, 0.65, -0.65)
"""Further bends for a line without a free route among `BENDS`, as fractions of its length."""
LEANS = (0.0, 0.7, -0.7)  # possible shifts of such a bend towards the start of the line
ASIDE = (6.0, -6.0, 11.0, -11.0, 18.0, -18.0)
"""Distances from the worlds' centres, in points, for a line without a free route through the centres."""
ALIKE = 4.0  # difference of two distances, in points, below which only one is tried
EDGES = (0.5, -0.5, 0.75, -0.75)  # the same as shares of the way to the borders, for lines past wide worlds
ROUNDS = 3  # maximal number of times that lines whose tips touch others are routed again, with all other lines known
ANGLES = (90, 45, 135, -90, -45, -135, 0, 180)
MARGIN = 5.0
FEW = 120  # maximal number of lines that are routed again
CROWD = 125  # maximal number of lines whose crossings are counted
BUDGET = 400_000
"""Maximum number of points to compare with worlds; above it, only lines that run behind worlds try longer routes.

These comparisons take about a second; 12 worlds with 54 arrows need a quarter of them.
"""
HIT, SOFT, CROSSING, AT_TIP, AT_END = 100.0, 20.0, 3.0, 45.0, 15.0
"""Costs of a route: for a world behind it, a box to avoid, a crossing, two touching tips, a tip at a line's end.

A bend costs 0.1 for each point.
"""

Way = tuple[float, float, float]  # as in `arc`: a bend in points, its lean, and the distance aside
STRAIGHT = 0.0, 0.0, 0.0
Priced = tuple[float, Way]  # the cost of a route's form, and the route
Routed = tuple[Way, float, float]
"""A route, its cost without bends and crossings, and its full cost; a straight free line costs 0."""


def tracks(
    links: Sequence[Link], boxes: Sequence[Box], worlds: int, bends: Sequence[float] = BENDS, soft: Sequence[Box] = ()
) -> tuple[Track, ...]:
    """Route links and place their labels; the ends of a link are indices of `boxes`.

    Only links between the first `worlds` boxes have labels, not links to hubs (dots linked to all worlds of a large
    class). `bends` are tried first; boxes in `soft` are avoided where possible. O(l (n + l)) for l links and n boxes.
    """
    return with_labels(routes(links, boxes, bends, soft), boxes, worlds)


def routes(
    links: Sequence[Link],
    boxes: Sequence[Box],
    bends: Sequence[float] = BENDS,
    soft: Sequence[Box] = (),
    partly: bool = True,
) -> tuple[Track, ...]:
    """Route links without labels. Without `partly`, return no tracks if a line would run behind a box.

    `bends`: the bends that are tried first, as in `BENDS`. `soft`: boxes that lines avoid where possible.
    """
    walls, avoided = Rectangles([box.grown(MARGIN).row for box in boxes]), Rectangles([box.row for box in soft])
    routing = _Routes(boxes, avoided, walls, partly)
    curves = routing.all(links, bends)
    return tuple(Track(links[i], curve, None, i in routing.free) for i, curve in enumerate(curves))


def runs_behind(link: Link, curve: Curve, rows: Rectangles) -> int:
    """Return the number of boxes that the curve of a link touches, apart from the boxes at its ends."""
    return len(behind(curve.path(FINE), rows, (link.source, link.target)))


class _Corridor(NamedTuple):
    """The data shared by all routes between two boxes, in coordinates along and across their straight line.

    `walls` has a tuple for each box near the line: the offsets of its right and left side from the line (positive to
    the left); the weights of a route's handles beside its centre; the offset of its centre; the radius of its inscribed
    circle (a route that passes the centre within this radius runs through the box), or -1 if its centre is not beside
    the line; the bounds of the slice of `points` beside it; and its row.
    """

    points: list[Point]  # points of the straight line
    normal: Point  # the unit vector to the left
    length: float
    walls: list[tuple[float, float, float, float, float, float, int, int, Row]]

    def handles(self, way: Way) -> tuple[float, float]:
        """Return how far the two inner control points lie to the left of the straight line, without `aside`."""
        bend, lean, _ = way
        off = 4 / 3 * max(-self.length, min(self.length, bend))  # as in `arc`
        return off * (1 + lean), off * (1 - lean)


def _corridor(start: Point, end: Point, rows: Sequence[Row], ends: tuple[int, int]) -> _Corridor:
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    ex, ey = dx / length, dy / length
    shares = [0.3 * b + 0.7 * c + d for _, b, c, d in even(PIECES)]
    along = [length * share for share in shares]
    walls = []
    for i, (u, v, w, h, r) in enumerate(rows):
        far = ex * (u - x) + ey * (v - y)
        reach = abs(ex) * (w - r) + abs(ey) * (h - r) + r
        if i in ends or far + reach < 0 or far - reach > length:
            continue
        middle, wide = ex * (v - y) - ey * (u - x), abs(ey) * (w - r) + abs(ex) * (h - r) + r
        first, last = bisect_right(along, far - reach) - 1, bisect_left(along, far + reach)
        k = max(0, min(bisect_right(along, far) - 1, PIECES - 1))
        share, (b, c), (e, f) = (far - along[k]) / (along[k + 1] - along[k] or 1.0), INNER[k], INNER[k + 1]
        inner, b, c = min(w, h) if 0 <= share <= 1 else -1.0, b + share * (e - b), c + share * (f - c)
        walls.append((middle - wide, middle + wide, b, c, middle, inner, max(first, 0), last + 1, rows[i]))
    return _Corridor([(x + dx * share, y + dy * share) for share in shares], (-ey, ex), length, walls)


@dataclass
class _Routes:
    """Routes lines one by one; each line avoids the earlier ones."""

    boxes: Sequence[Box]
    soft: Rectangles  # boxes that are avoided where possible
    walls: Rectangles  # the boxes with a margin
    partly: bool  # whether lines behind boxes are kept; if not, the first one ends the search
    tipped: bool = True  # whether any line has an arrow tip; otherwise ends of lines need no room
    work: int = 0  # see `BUDGET`
    free: set[int] = field(default_factory=set)  # lines whose distance from all boxes is more than a polyline's error
    lines: dict[int, Line] = field(default_factory=dict)
    corridors: dict[tuple[int, int], _Corridor] = field(default_factory=dict)  # by the two boxes at the ends
    paths: dict[tuple[int, int, Way], list[Point]] = field(default_factory=dict)  # cached results of `_path`
    blocked: dict[tuple[int, int, Way], float] = field(default_factory=dict)  # cached results of `_blocked`
    ends: dict[int, dict[int, list[tuple[Point, bool]]]] = field(default_factory=dict)  # by box, line: (end, has tip)

    @cached_property
    def near(self) -> list[Row]:
        """The boxes, enlarged by the space for arrow tips."""
        return [box.grown(TIP / 2).row for box in self.boxes]

    def all(self, links: Sequence[Link], bends: Sequence[float]) -> list[Curve]:
        """Route all links, loops first; return no curves if a line runs behind a box and `partly` is False."""
        placed: dict[int, Curve] = {}
        self.tipped = any(link.kind != "line" for link in links)
        for i, link in enumerate(links):
            if link.kind == "loop":
                placed[i] = self._kept(i, link, _loop(link.source, links, self.boxes, self.walls))
        used: dict[tuple[int, int], dict[int, float]] = {}
        alike = Counter(map(_pair, links))
        # short lines first, so long ones pass outside them; removed lines last
        lengths = [(link.ghost, round(_length(link, self.boxes))) for link in links]
        due = order = sorted(set(range(len(links))) - set(placed), key=lengths.__getitem__)
        ways = sorted(_priced(bends), key=itemgetter(0))  # the straight one first
        ways_of = {pair: ways[1:] if count % 2 == 0 else ways for pair, count in alike.items()}
        if not self.partly:
            bent = [links[i] for i in reversed(due) if self._blocked((*_pair(links[i]), STRAIGHT))]  # mostly long ones
            if any(self._routed(link, ways_of[_pair(link)], ())[2] is None for link in bent):
                return []
        self.work = 0  # the routes tested so far do not count; their results are kept
        for _ in range(1 + ROUNDS * (len(links) <= FEW)):
            for i in due:
                pair = _pair(links[i])
                self.lines.pop(i, None)
                for box in pair:
                    self.ends.get(box, {}).pop(i, None)
                taken = used.setdefault(pair, {})
                taken.pop(i, None)
                own = ways_of[pair]
                if alike[pair] > 1:  # the lines beside it pass above and below a column of names
                    least = self._least_bend(links[i])
                    own = [each for each in own if abs(each[1][0]) >= least] or own
                (taken[i], lean, _), is_free, curve = self._routed(links[i], own, [*taken.values()])
                if curve is None:
                    return []
                self.free.discard(i)
                if is_free and not lean and abs(taken[i]) <= BROADEST:
                    self.free.add(i)
                placed[i] = self._kept(i, links[i], curve if links[i].source == pair[0] else curve.reversed())
            touching = self._touching() if self.tipped else ()
            due = [i for i in order if i in touching]
        return [placed[i] for i in range(len(links))]

    def _least_bend(self, link: Link) -> float:
        """Return the least bend at which the link's column of names does not touch a line with the opposite bend."""
        across = abs(self.boxes[link.source].x - self.boxes[link.target].x) / (_length(link, self.boxes) or 1.0)
        return (label_size(link.agents)[1] / 2 + BESIDE_LINES) / 2 * across if link.named else 0.0

    def _kept(self, i: int, link: Link, curve: Curve) -> Curve:
        self.lines[i] = line_of(curve.path())
        middles = [tip_middle(curve, at_start) for at_start in (True, False)] if self.tipped else ()
        for box, middle, tip in zip((link.source, link.target), middles, tips_of(link), strict=False):
            self.ends.setdefault(box, {}).setdefault(i, []).append((middle, tip))
        return curve

    def _touching(self) -> set[int]:
        """Return the lines with an arrow tip that touches another line's tip at the same box."""
        touching = set[int]()
        for lines in self.ends.values():
            tips = [(i, end) for i, ends in lines.items() for end, tip in ends if tip]
            for (i, end), (k, other) in combinations(tips, 2):
                if i != k and dist(end, other) < TIP:
                    touching |= {i, k}
        return touching

    def _routed(self, link: Link, ways: Sequence[Priced], taken: Sequence[float]) -> tuple[Way, bool, Curve | None]:
        """Return the best route, whether it is free, and its curve.

        The curve is None if it runs behind a box and `partly` is False. If none of the routes `ways` is free, larger
        bends are tried, and routes beside the centres of the worlds.
        `taken`: the bends of other links between the same worlds.
        """
        way, cost, least = self._best(link, ways, taken)
        if cost >= (AT_END if self.work <= BUDGET else HIT):
            length, bends = _length(link, self.boxes), [bend for _, (bend, _, _) in ways]
            further = [bend for bend in _with(bends, [share * length for share in FAR]) if bend]
            most = self._room_aside(link)
            asides = _with([each for each in ASIDE if abs(each) < 0.8 * most], [share * most for share in EDGES])
            far = sorted(_priced(further, leans=LEANS) + _priced(bends, asides=asides), key=itemgetter(0))
            way, cost, _ = self._best(link, far, taken, (way, cost, least))
        low, high = _pair(link)
        curve = join(self.boxes[low], self.boxes[high], *way)
        is_seen = cost < HIT or self.partly or not runs_behind(link, curve, Rectangles([box.row for box in self.boxes]))
        return way, cost < HIT, curve if is_seen else None

    def _room_aside(self, link: Link) -> float:
        """Return how far a line can be shifted sideways from the centres of its two worlds and still meet both."""
        one, other = (self.boxes[k] for k in _pair(link))
        length = hypot(other.x - one.x, other.y - one.y) or 1.0
        across, up = abs(other.y - one.y) / length, abs(other.x - one.x) / length
        room = []
        for box in (one, other):  # a circle is the same in every direction
            is_round = 2 * box.radius >= min(box.width, box.height)
            room += [box.radius] if is_round else [box.width / 2 / max(across, 0.01), box.height / 2 / max(up, 0.01)]
        return min(room)

    def _best(
        self, link: Link, ways: Sequence[Priced], taken: Sequence[float], best: Routed = (STRAIGHT, 0.0, inf)
    ) -> Routed:
        """Return the cheapest of `best` and `ways` (sorted by cost); bends near `taken` are avoided."""
        if taken:
            ways = [each for each in ways if all(abs(each[1][0] - other) >= 12 for other in taken)] or ways
        is_crowded = len(self.lines) > CROWD
        low, high = _pair(link)
        tips = tips_of(link) if link.source == low else tips_of(link)[::-1]
        near = [
            (box, tip, at_start, there)
            for box, tip, at_start in ((low, tips[0], True), (high, tips[1], False))
            if (there := [each for line in self.ends.get(box, {}).values() for each in line if tip or each[1]])
        ]
        for bare, way in ways:
            if bare >= best[2]:
                break
            cost = self._blocked(key := (low, high, way), best[2] - bare)
            if bare + cost >= best[2]:
                continue
            path = self._path(key)
            for box, tip, at_start, there in near:
                if bare + cost < best[2]:
                    x, y = leaving(path if at_start else path[::-1], self.near[box])
                    cost += sum([
                        AT_TIP if tip and other else AT_END
                        for (u, v), other in there
                        if (x - u) ** 2 + (y - v) ** 2 < (TIP + 1) ** 2
                    ])  # fmt: skip
            total = bare + cost
            if total and total < best[2] and not is_crowded:
                most = (best[2] - total) / CROSSING
                total += CROSSING * crossings(path, self.lines.values(), most)
            if total < best[2]:
                best = way, cost, total
        return best

    def _path(self, key: tuple[int, int, Way]) -> list[Point]:
        """Return the polyline of a route between two boxes, cached for all lines with this route."""
        if key[2] == STRAIGHT:
            return [self.boxes[key[0]].middle, self.boxes[key[1]].middle]
        if key not in self.paths:
            corridor = self._corridor(key[:2])
            (nx, ny), (early, late), aside = corridor.normal, corridor.handles(key[2]), key[2][2]
            offsets = [early * b + late * c + aside for b, c in INNER]
            path = [(x + nx * v, y + ny * v) for (x, y), v in zip(corridor.points, offsets, strict=True)]
            self.paths[key] = path if key[2][0] else [path[0], path[-1]]
        return self.paths[key]

    def _corridor(self, ends: tuple[int, int]) -> _Corridor:
        if ends not in self.corridors:
            low, high = ends
            self.corridors[ends] = _corridor(self.boxes[low].middle, self.boxes[high].middle, self.walls.rows, ends)
        return self.corridors[ends]

    def _blocked(self, key: tuple[int, int, Way], most: float = inf) -> float:
        """Return the cost of the boxes that a route touches between its ends.

        If the cost is above `most`, the result may be a lower bound of it.
        """
        if key in self.blocked:
            return self.blocked[key]
        hits, near, way = 0, list[Row](), key[2]
        if way == STRAIGHT:
            hits = len(behind(self._path(key), self.walls, key[:2]))
        else:
            corridor = self.corridors.get(key[:2]) or self._corridor(key[:2])
            (early, late), aside = corridor.handles(way), way[2]
            self.work += len(INNER)
            # at most three quarters as far as the handles
            left = aside + 0.75 * max(early, late, 0.0)
            right = aside + 0.75 * min(early, late, 0.0)
            unsure = []
            for low, high, b, c, middle, inner, first, last, row in corridor.walls:
                if low > left or high < right:
                    continue
                if abs(early * b + late * c + aside - middle) <= inner:
                    hits += 1
                    if HIT * hits > most:
                        return HIT * hits
                else:
                    unsure.append((low, high, first, last, row))
            offsets = [early * b + late * c + aside for b, c in INNER] if unsure else []
            for low, high, first, last, row in unsure:
                if low <= max(offsets[first:last]) and high >= min(offsets[first:last]):
                    near.append(row)
        pieces = pieces_of(self._path(key)) if near else ()
        cost = HIT * (hits + sum([touch(pieces, row) for row in near]))
        self.blocked[key] = cost = cost + SOFT * len(behind(self._path(key), self.soft)) if self.soft.rows else cost
        return cost


def _with(distances: Sequence[float], others: Iterable[float]) -> list[float]:
    """Return the distances, then the others that differ from each of them by more than `ALIKE`."""
    return [*distances, *(other for other in others if all(abs(each - other) > ALIKE for each in distances))]


def _priced(bends: Iterable[float], leans: Sequence[float] = (0.0,), asides: Sequence[float] = (0.0,)) -> list[Priced]:
    """Return all routes with these bends, leans and distances from the centres, each with its cost."""
    costs = [(0.1 * abs(bend) + 0.2 * max(abs(bend) - BROADEST, 0.0), bend) for bend in bends]
    ways = [(3.0 * abs(lean) + 0.3 * abs(aside), lean, aside) for lean, aside in product(leans, asides)]
    return [(cost + more, (bend, lean, aside)) for cost, bend in costs for more, lean, aside in ways]


def _pair(link: Link) -> tuple[int, int]:
    return (link.source, link.target) if link.source < link.target else (link.target, link.source)


def _length(link: Link, boxes: Sequence[Box]) -> float:
    return dist(boxes[link.source].middle, boxes[link.target].middle)


def _loop(spot: int, links: Sequence[Link], boxes: Sequence[Box], walls: Rectangles) -> Curve:
    """Return a loop at a world, in a direction without worlds if possible and away from lines; preferably upwards."""
    box = boxes[spot]
    ends = [boxes[a + b - spot] for a, b in ((x.source, x.target) for x in links) if a != b and spot in (a, b)]
    away = [degrees(atan2(end.y - box.y, end.x - box.x)) for end in ends]

    def lines(k: int) -> float:
        near = max((60 - abs((ANGLES[k] - each + 180) % 360 - 180) for each in away), default=0.0)
        return max(near, 0.0) / 6 + k * 0.2

    best, least = loop(box, ANGLES[0]), float("inf")
    for bare, k in sorted((lines(k), k) for k in range(len(ANGLES))):
        if bare >= least:
            break
        tried = loop(box, ANGLES[k])
        cost = bare + 100 * len(behind(tried.path(), walls, (spot,)))
        if cost < least:
            best, least = tried, cost
    return best
