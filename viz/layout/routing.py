"""Lines between worlds, bent to avoid other worlds, with space for arrow tips and agents' names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, product
from math import atan2, degrees, dist, hypot, inf
from operator import itemgetter
from typing import NamedTuple

from viz.layout.geometry import (
    FINE,
    Box,
    Curve,
    Piece,
    Point,
    Rectangles,
    Row,
    arc,
    behind,
    beside,
    crossings,
    extent,
    join,
    leaving,
    loop,
    pieces_of,
    shares_at,
    shortened,
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
AT_SHARES = [shares_at(share) for share in SHARES]
OFF = [2 * abs(share - 0.5) for share in SHARES]  # costs of the distances from the centre
AT_ONCE = 9  # number of label positions that are compared with lines at once; outer positions are seldom needed
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
    spans = Rectangles([(*extent([(left, bottom), (right, top)]), 0.0) for left, right, bottom, top, *_ in every])
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
    for place, off in enumerate(OFF):
        if off >= least:
            break
        if place % AT_ONCE == 0:  # what is near any of the next places
            middles = curve.along(AT_SHARES[place : place + AT_ONCE])
            x, y, dx, dy = extent(middles)
            dx, dy = dx + across, dy + up
            is_free = not taken.count(x, y, dx, dy)
            hidden = [(u, v) for u, v in stubs if abs(x - u) < dx and abs(y - v) < dy]
            lines = []
            for k in spans.meeting(x, y, dx + 1, dy + 1):
                left, right, bottom, top, nx, ny, d = pieces[k]
                a, b = abs(nx), abs(ny)
                if abs(nx * x + ny * y - d) <= a * dx + b * dy + 1 and k not in own:
                    sides = left, right, bottom, top
                    lines.append((nx, ny, d, a * across + b * up, a * wide + b * high, sides))
        x, y = middles[place % AT_ONCE]
        cost = 0.0
        if not is_free:
            cost += COVERS * taken.count(x, y, w + AROUND, h + AROUND)
        for u, v in hidden:
            cost += AT_STUB * (abs(x - u) < w + STUB / 2 and abs(y - v) < h + STUB / 2)
        if cost + off >= least:
            continue
        near = nearer = 0
        for nx, ny, d, far, close, sides in lines:  # as in `meeting`, for both distances
            if -far <= (away := nx * x + ny * y - d) <= far:
                left, right, bottom, top = sides
                if left <= x + across and right >= x - across and bottom <= y + up and top >= y - up:
                    near += 1
                    beside = left <= x + wide and right >= x - wide and bottom <= y + high and top >= y - high
                    if beside and abs(away) <= close:
                        nearer += 1
                        if ON_LINE + ACROSS * nearer >= least:
                            break
        else:
            cost += ON_LINE * (nearer > 0) + ACROSS * nearer + PAST * near + off
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
    """Return the box of a label outside the far end of a loop."""
    (x, y), (u, v) = curve.at(0.5), curve.a
    w, z = curve.d
    dx, dy = x - (u + w) / 2, y - (v + z) / 2
    length = hypot(dx, dy) or 1.0
    return Box(x + dx / length * (width / 2 + 2), y + dy / length * (height / 2 + 2), width, height)


def label_size(agents: Sequence[str]) -> tuple[float, float]:
    """Return the approximate width and height of the agents' names."""
    rows = group_rows(agents)
    return max(text_width(", ".join(row)) for row in rows) + MARGINS, ROW * len(rows)


def clearance(link: Link) -> float:
    """Return the length of a line between two worlds, in points, that must stay visible beside its label."""
    return 2 * STUB + 4 + TIP * sum(tips_of(link))


BENDS = (0.0, 14.0, -14.0, 22.0, -22.0, 34.0, -34.0, 50.0, -50.0, 70.0, -70.0, 95.0, -95.0)
"""The bends that the router tries, as distances in points between the centre of the line and a straight line."""
WIDE_BENDS = (130.0, -130.0, 170.0, -170.0, 210.0, -210.0)
"""Further bends for bridges (lines between two panels), which are long and avoid many worlds."""


FAR = (0.3, -0.3, 0.45, -0.45, 0.65, -0.65)
"""Further bends for a line without a free route among `BENDS`, as fractions of its length."""
LEANS = (0.0, 0.7, -0.7)  # possible shifts of such a bend towards the start of the line
ASIDE = (6.0, -6.0, 11.0, -11.0, 18.0, -18.0)
"""Distances from the worlds' centres, in points, for a line without a free route through the centres."""
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
    curves = _Routes(boxes, avoided, walls, partly).all(links, bends)
    return tuple(Track(link, curve, None) for link, curve in zip(links, curves, strict=False))


def runs_behind(link: Link, curve: Curve, rows: Rectangles) -> int:
    """Return the number of boxes that the curve of a link touches, apart from the boxes at its ends."""
    return len(behind(curve.path(FINE), rows, (link.source, link.target)))


def with_labels(bare: Sequence[Track], boxes: Sequence[Box], worlds: int) -> tuple[Track, ...]:
    """Return the tracks, each with a position for its label."""
    labels = labels_of([track.link for track in bare], [track.curve for track in bare], boxes, worlds)
    return tuple(track._replace(label=label) for track, label in zip(bare, labels, strict=True))


@dataclass
class _Routes:
    """Routes lines one by one; each line avoids the earlier ones."""

    boxes: Sequence[Box]
    soft: Rectangles  # boxes that are avoided where possible
    walls: Rectangles  # the boxes with a margin
    partly: bool  # whether lines behind boxes are kept; if not, the first one ends the search
    tipped: bool = True  # whether any line has an arrow tip; otherwise ends of lines need no room
    work: int = 0  # see `BUDGET`
    pieces: dict[int, list[Piece]] = field(default_factory=dict)  # the segments of each line
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
        ways = _by_cost([(bend, 0.0, 0.0) for bend in bends])  # the straight one first
        ways_of = {pair: ways[1:] if count % 2 == 0 else ways for pair, count in alike.items()}
        if not self.partly:
            bent = [links[i] for i in reversed(due) if self._blocked((*_pair(links[i]), STRAIGHT))]  # mostly long ones
            if any(self._routed(link, ways_of[_pair(link)], ())[1] is None for link in bent):
                return []
        self.work = 0  # the routes tested so far do not count; their results are kept
        for _ in range(1 + ROUNDS * (len(links) <= FEW)):
            for i in due:
                pair = _pair(links[i])
                self.pieces.pop(i, None)
                for box in pair:
                    self.ends.get(box, {}).pop(i, None)
                taken = used.setdefault(pair, {})
                taken.pop(i, None)
                own = ways_of[pair]
                if alike[pair] > 1:  # the lines beside it pass above and below a column of names
                    least = self._least_bend(links[i])
                    own = [each for each in own if abs(each[1][0]) >= least] or own
                taken[i], curve = self._routed(links[i], own, [*taken.values()])
                if curve is None:
                    return []
                placed[i] = self._kept(i, links[i], curve if links[i].source == pair[0] else curve.reversed())
            due = [i for i in order if self.tipped and self._touches(i, links[i])]
        return [placed[i] for i in range(len(links))]

    def _least_bend(self, link: Link) -> float:
        """Return the bend at which a line with the opposite bend passes above or below the column of names."""
        across = abs(self.boxes[link.source].x - self.boxes[link.target].x) / (_length(link, self.boxes) or 1.0)
        return (label_size(link.agents)[1] / 2 + BESIDE_LINES) / 2 * across if link.named else 0.0

    def _kept(self, i: int, link: Link, curve: Curve) -> Curve:
        self.pieces[i] = pieces_of(curve.path())
        middles = [tip_middle(curve, at_start) for at_start in (True, False)] if self.tipped else ()
        for box, middle, tip in zip((link.source, link.target), middles, tips_of(link), strict=False):
            self.ends.setdefault(box, {}).setdefault(i, []).append((middle, tip))
        return curve

    def _touches(self, i: int, link: Link) -> bool:
        """Whether an arrow tip of the line touches a tip of another line at the same box."""
        return any(
            tip and other_tip and dist(end, other) < TIP
            for box in (link.source, link.target)
            for end, tip in self.ends[box].get(i, ())
            for k, there in self.ends[box].items()
            if k != i
            for other, other_tip in there
        )

    def _routed(self, link: Link, ways: Sequence[Priced], taken: Sequence[float]) -> tuple[float, Curve | None]:
        """Return the bend and the curve of the best route; no curve if it runs behind a box and `partly` is False.

        If none of the routes `ways` is free, larger bends are tried, and routes beside the centres of the worlds.
        `taken`: the bends of other links between the same worlds.
        """
        way, cost, least = self._best(link, ways, taken)
        if cost >= (AT_END if self.work <= BUDGET else HIT):
            length, bends = _length(link, self.boxes), [bend for _, (bend, _, _) in ways]
            far = [(*way, 0.0) for way in product([*bends, *(share * length for share in FAR)], LEANS)]
            most = self._room_aside(link)
            asides = [*(each for each in ASIDE if abs(each) < 0.8 * most), *(share * most for share in EDGES)]
            far += [(bend, 0.0, aside) for bend, aside in product(bends, asides)]
            way, cost, _ = self._best(link, _by_cost(far), taken, (way, cost, least))
        low, high = _pair(link)
        curve = join(self.boxes[low], self.boxes[high], *way)
        is_seen = cost < HIT or self.partly or not runs_behind(link, curve, Rectangles([box.row for box in self.boxes]))
        return way[0], curve if is_seen else None

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
        """Return the cheapest of `best` and `ways` (sorted as by `_by_cost`); bends near `taken` are avoided."""
        if taken:
            ways = [each for each in ways if all(abs(each[1][0] - other) >= 12 for other in taken)] or ways
        is_crowded = len(self.pieces) > CROWD
        low, high = _pair(link)
        for bare, way in ways:
            if bare >= best[2]:
                break
            path = self._path(key := (low, high, way))
            cost = self._blocked(key)
            if self.ends and bare + cost < best[2]:
                cost += self._at_tips(link, path, best[2] - bare - cost)
            total = bare + cost
            if total and total < best[2] and not is_crowded:
                most = (best[2] - total) / CROSSING
                total += CROSSING * crossings(path, chain.from_iterable(self.pieces.values()), most)
            if total < best[2]:
                best = way, cost, total
        return best

    def _path(self, key: tuple[int, int, Way]) -> list[Point]:
        """Return the polyline of a route between two boxes, cached for all lines with this route."""
        if key not in self.paths:
            low, high, way = key
            start, end = self.boxes[low].middle, self.boxes[high].middle
            self.paths[key] = path = [start, end] if way == STRAIGHT else arc(start, end, *way).path()
            self.work += len(path)
        return self.paths[key]

    def _blocked(self, key: tuple[int, int, Way]) -> float:
        """Return the cost of the boxes that a route touches, apart from the two boxes at its ends."""
        if key not in self.blocked:
            path = self._path(key)
            soft = SOFT * len(behind(path, self.soft)) if self.soft.rows else 0.0
            self.blocked[key] = HIT * len(behind(path, self.walls, key[:2])) + soft
        return self.blocked[key]

    def _at_tips(self, link: Link, path: list[Point], most: float) -> float:
        """Return the cost of other lines' tips and ends near the ends of this line; summation may stop above `most`."""
        low, high = _pair(link)
        tips = tips_of(link) if link.source == low else tips_of(link)[::-1]
        cost = 0.0
        for box, tip, at_start in ((low, tips[0], True), (high, tips[1], False)):
            there = [each for line in self.ends.get(box, {}).values() for each in line if tip or each[1]]
            if there and cost < most:
                x, y = leaving(path if at_start else path[::-1], self.near[box])
                cost += sum([
                    AT_TIP if tip and other else AT_END
                    for (u, v), other in there
                    if (x - u) ** 2 + (y - v) ** 2 < (TIP + 1) ** 2
                ])  # fmt: skip
        return cost


def _by_cost(ways: Iterable[Way]) -> list[Priced]:
    """Return the routes with the costs of their bends, leans and distances from the centres, in ascending order."""
    priced = []
    for way in ways:
        bend, lean, aside = map(abs, way)
        priced.append((0.1 * bend + 0.2 * max(bend - max(BENDS), 0.0) + 3.0 * lean + 0.3 * aside, way))
    return sorted(priced, key=itemgetter(0))


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
