"""Lines between worlds, bent to avoid other worlds, with space for arrow tips and agents' names."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, combinations, pairwise, product
from math import atan2, degrees, dist, hypot, inf
from operator import itemgetter
from typing import NamedTuple

from viz.layout.geometry import (
    FINE,
    PIECES,
    Box,
    Curve,
    Line,
    Piece,
    Point,
    Rectangles,
    Row,
    behind,
    beside,
    crossings,
    even,
    extent,
    join,
    leaving,
    line_of,
    loop,
    pieces_of,
    shares_at,
    shortened,
    touch,
)
from viz.pictures.labels import group_rows, text_width
from viz.pictures.links import Link, tips_of

TIP = 8.0  # approximate length and width of an arrow tip, in points
DRAWN_TIP = 7.5  # length of the tip of one agent's arrow as Graphviz draws it, in points


def tip_middle(curve: Curve, at_start: bool, length: float = TIP) -> Point:
    """Return the centre of a piece of this length, such as an arrow tip, at one end of a line."""
    inner = shortened(curve, length / 2, at_start)
    return inner.a if at_start else inner.d


SMALL = 32  # maximal number of worlds of a picture in which all work is done; with more, layouts save time
SHARES = 0.5, *(0.5 + side * 0.03 * k for k in range(1, 14) for side in (-1, 1))
"""Possible positions of a label, as fractions of its line, the centre first."""
INNER = [(b, c) for _, b, c, _ in even(PIECES)]  # the weights of a curve's inner control points at even steps
AT_SHARES = [shares_at(share) for share in SHARES]
OFF = [2 * abs(share - 0.5) for share in SHARES]  # costs of the distances from the centre
BATCHES = 0, 1, 10, 19, len(OFF)  # places that are compared with lines at once; outer ones are seldom needed
BESIDE_NAMES = 4
"""Width of the background on each side of names, in points, so that no dash beside a name looks like a letter."""
ROW, MARGINS = 15.0, 5.0 + 2 * BESIDE_NAMES  # height of a row of a label, and its margins, in points
APART = 3.2  # distance of parallel strokes, in points
STUB = 13.0  # visible length of a line on both sides of its label, without arrow tips, in points
LABEL_ROUNDS = 3
"""Maximal number of times that a label is placed; from the second on, the positions of all other labels are known."""
AROUND = 1.5  # the margin around a label, in points
BESIDE_LINES, NEAR = 8.0, 1.5  # distances from a label at which other lines cost little, and much, in points
COVERS, AT_STUB, ON_LINE, ACROSS, PAST = 40.0, 16.0, 12.0, 7.0, 0.7
"""Costs of a label position: for each world, tip or label that it covers; for covering an end of its own line; for
covering other lines at all; for each covered line; and for each line nearby."""


def labels_of(links: Sequence[Link], curves: Sequence[Curve], boxes: Sequence[Box], worlds: int) -> list[Box | None]:
    """Choose a position for each label on its line, where it covers as little as possible.

    Positions near the centre of the line are tried first.
    """
    labels: list[Box | None] = [None] * len(links)
    named = [i for i, link in enumerate(links) if link.named and max(link.source, link.target) < worlds]
    if not named:
        return labels
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
            placed[k] = reach.rows[k]
            if links[i].kind != "loop":
                size, own = sizes[links[i].agents], range(before[i], before[i + 1])
                placed[k] = _best_place(curves[i], size, taken, every, spans, own, others)
            if placed[k] != old and (old is not None or _met(placed[k], others)):
                due.update(near[k])  # a new label that covers no other changes no choice
    for k, (x, y, across, up, _) in placed.items():
        labels[named[k]] = Box(x, y, 2 * across, 2 * up)
    return labels


def _reach(link: Link, curve: Curve, size: Point) -> Row:
    """Return a rectangle that contains all possible positions of a line's label; a loop's label has only one."""
    width, height = size
    if link.kind == "loop":
        by = APART * (len(link.agents) - 1) / 2
        return _beyond(curve, width + by, height + by).row
    x, y, w, h = extent(curve.path())
    return x, y, w + width / 2, h + height / 2, 0.0


def _best_place(
    curve: Curve,
    size: Point,
    taken: Rectangles,
    pieces: Sequence[Piece],
    spans: Rectangles,
    own: range,
    others: Sequence[Row],
) -> Row:
    """Return the place of least cost for a label on a line; each box, line or label that it would cover has a cost.

    The cost of a place is computed only until it exceeds the least cost so far.
    """
    stubs = [tip_middle(curve, at_start, STUB) for at_start in (True, False)]
    w, h = size[0] / 2, size[1] / 2
    (across, up), (wide, high) = [(w + by, h + by) for by in (BESIDE_LINES, NEAR)]
    best, least = (*curve.a, w, h, 0.0), inf
    for first, last in pairwise(BATCHES):
        if OFF[first] >= least:
            break
        middles = curve.along(AT_SHARES[first:last])
        x, y, dx, dy = extent(middles)
        dx, dy = dx + across, dy + up
        is_free = not taken.count(x, y, dx, dy)
        hidden = [(u, v) for u, v in stubs if abs(x - u) < dx and abs(y - v) < dy]
        lines = []  # those near any of these places
        for k in spans.meeting(x, y, dx + 1, dy + 1):
            left, right, bottom, top, nx, ny, d = pieces[k]
            a, b = abs(nx), abs(ny)
            if abs(nx * x + ny * y - d) <= a * dx + b * dy + 1 and k not in own:
                sides = left, right, bottom, top
                lines.append((nx, ny, d, a * across + b * up, a * wide + b * high, sides))
        for (x, y), off in zip(middles, OFF[first:last], strict=True):
            cost = off
            if not is_free:
                cost += COVERS * taken.count(x, y, w + AROUND, h + AROUND)
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


def tip_boxes(link: Link, curve: Curve) -> list[Box]:
    """Return the bounding boxes of the arrow tips on a link's curve."""
    ends = zip((True, False), tips_of(link), strict=True)
    return [Box(*tip_middle(curve, at_start), TIP, TIP) for at_start, there in ends if there]


def _met(place: Row, others: Iterable[Row]) -> int:
    """Return the number of other boxes that a label at this position would cover, with a margin."""
    x, y, across, up, _ = place
    across, up = across + AROUND, up + AROUND
    return len([0 for u, v, w, h, _ in others if abs(x - u) < across + w and abs(y - v) < up + h])


def _beyond(curve: Curve, width: float, height: float) -> Box:
    """Return the box of a label beside a loop, on the side away from its world."""
    (x, y, w, h), (u, v), (s, t) = extent(curve.path()), curve.a, curve.d
    dx, dy = x - (u + s) / 2, y - (v + t) / 2
    away = Box(0, 0, 2 * w + width + 4, 2 * h + height + 4).border(dx, dy)
    return Box(x + away * dx, y + away * dy, width, height)


def label_size(agents: Sequence[str]) -> tuple[float, float]:
    """Return the approximate width and height of the agents' names."""
    rows = group_rows(agents)
    return max(text_width(", ".join(row)) for row in rows) + MARGINS, ROW * len(rows)


def clearance(link: Link) -> float:
    """Return the length of a line between two worlds, in points, that must stay visible beside its label."""
    return 2 * STUB + 4 + TIP * sum(tips_of(link))


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


class Track(NamedTuple):
    """A link with its curve and label position."""

    link: Link
    curve: Curve  # from the border of the source to the border of the target
    label: Box | None  # place of the agents' names; None without names, as for the spokes of a hub
    is_free: bool = False  # whether it is known to run behind no box


def tracks(
    links: Sequence[Link], boxes: Sequence[Box], worlds: int, bends: Sequence[float] = BENDS, soft: Sequence[Box] = ()
) -> tuple[Track, ...]:
    """Route links and place their labels; the ends of a link are indices of `boxes`.

    Links to boxes from index `worlds` on have no labels: these are hubs, dots linked to all worlds of a large class.
    `bends` are tried first; boxes in `soft` are avoided where possible.
    O(l (n + l)) for l links and n boxes.
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


def with_labels(bare: Sequence[Track], boxes: Sequence[Box], worlds: int) -> tuple[Track, ...]:
    """Return the tracks, each with a position for its label."""
    labels = labels_of([track.link for track in bare], [track.curve for track in bare], boxes, worlds)
    return tuple(track._replace(label=label) for track, label in zip(bare, labels, strict=True))


class _Corridor(NamedTuple):
    """What all routes between two boxes share, in coordinates along and across their straight line.

    For each box near it, `walls` has how far right and left of the line it reaches; the weights of a route's handles
    beside its centre; the offset of its centre; the radius of the largest circle in it, which a route meets if it is
    less far from the centre there; the points between which it is; and its row.
    """

    points: list[Point]  # points of the straight line
    normal: Point  # the unit vector to the left
    length: float
    walls: list[tuple[float, float, float, float, float, float, int, int, Row]]

    def handles(self, way: Way) -> tuple[float, float]:
        """Return the distances of a route's inner control points to the left of the straight line, without `aside`."""
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
        """Return the bend at which a line with the opposite bend passes above or below the column of names."""
        across = abs(self.boxes[link.source].x - self.boxes[link.target].x) / (_length(link, self.boxes) or 1.0)
        return (label_size(link.agents)[1] / 2 + BESIDE_LINES) / 2 * across if link.named else 0.0

    def _kept(self, i: int, link: Link, curve: Curve) -> Curve:
        self.lines[i] = line_of(curve.path())
        middles = [tip_middle(curve, at_start) for at_start in (True, False)] if self.tipped else ()
        for box, middle, tip in zip((link.source, link.target), middles, tips_of(link), strict=False):
            self.ends.setdefault(box, {}).setdefault(i, []).append((middle, tip))
        return curve

    def _touching(self) -> set[int]:
        """Return the lines of which an arrow tip touches a tip of another line at the same box."""
        touching = set[int]()
        for lines in self.ends.values():
            tips = [(i, end) for i, ends in lines.items() for end, tip in ends if tip]
            for (i, end), (k, other) in combinations(tips, 2):
                if i != k and dist(end, other) < TIP:
                    touching |= {i, k}
        return touching

    def _routed(self, link: Link, ways: Sequence[Priced], taken: Sequence[float]) -> tuple[Way, bool, Curve | None]:
        """Return the best route, whether it is free, and its curve: None if it runs behind a box and may not.

        If none of the routes `ways` is free, larger bends are tried, and routes beside the centres of the worlds.
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
        """Return the cost of the boxes that a route touches, apart from its ends; above `most`, a lower bound of it."""
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
    """Return the distances with those of the others that are not almost the same."""
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


class Tip(NamedTuple):
    """The tip of an arrow that several agents share, from the middle of its `base` to its `point`."""

    base: Point
    point: Point
    ahead: bool  # whether it is at the end of the line, not at its start


def strands_of(link: Link, curve: Curve) -> Iterator[tuple[str, Curve]]:
    """Yield the agents of a shared line from left to right, each with a stroke that ends at the base of the tips."""
    shaft, middle = shaft_of(curve, link.kind, _tip_length(link)), (len(link.agents) - 1) / 2
    for i, agent in enumerate(link.agents):
        yield agent, beside(shaft, (middle - i) * APART)


def tips_along(link: Link, curve: Curve) -> list[Tip]:
    """Return the arrow tips of a line that several agents share."""
    shaft = shaft_of(curve, link.kind, _tip_length(link))
    tips = [Tip(shaft.d, curve.d, ahead=True), Tip(shaft.a, curve.a, ahead=False)]
    return [tip for tip, there in zip(tips, reversed(tips_of(link)), strict=True) if there]


def _tip_length(link: Link) -> float:
    return DRAWN_TIP * (0.8 + 0.2 * len(link.agents))


def shaft_of(curve: Curve, kind: str, tip: float) -> Curve:
    """Return the curve without its arrow tips."""
    if kind != "line":
        curve = shortened(curve, tip)
    return shortened(curve, tip, at_start=True) if kind == "both" else curve
