"""Lines between worlds: bent around other worlds, with room for the tips of arrows, and with the agents' names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import atan2, degrees, dist, hypot
from typing import NamedTuple

from kripke.data.lazy import np
from viz.layout.geometry import (
    STEPS,
    Box,
    Counts,
    Curve,
    Point,
    Points,
    arc,
    beside,
    controls_of,
    crossings,
    ends_before,
    join,
    joined,
    leaving_points,
    loop,
    overlaps,
    rows_at,
    rows_of,
    sampled,
    shortened,
    spaced_points,
)
from viz.layout.rectangles import Rectangles
from viz.pictures.labels import group_rows, text_width
from viz.pictures.links import Link, tips_of

TIP = 8.0  # approximate length and width of a tip, in points
DRAWN_TIP = 7.5  # length of the tip of one agent's arrow as Graphviz draws it, in points


def tip_middle(curve: Curve, at_start: bool) -> Point:
    """The middle of a tip at an end of a line."""
    inner = shortened(curve, TIP / 2, at_start)
    return inner.a if at_start else inner.d


SMALL = 32  # maximal number of worlds of a picture in which all work is done; with more, layouts save time
SHARES = 0.5, *(0.5 + side * 0.03 * k for k in range(1, 14) for side in (-1, 1))
"""Possible places of a label on its line."""
BESIDE_NAMES = 4
"""Width of the background on each side of names, in points: a dash beside a name would look like a letter."""
ROW, MARGINS = 15.0, 5.0 + 2 * BESIDE_NAMES  # height of a row of a label, and its margins, in points
APART = 3.2  # distance of parallel strokes, in points
STUB = 13.0  # visible length of a line on both sides of its label, without arrow tips, in points
LABEL_ROUNDS = 3
"""Number of times that each label is placed; from the second time on with the places of all others known."""
AROUND = 1.5  # the margin around a label, in points
GROWN = 0.0, 0.0, AROUND, AROUND, 0.0
BESIDE_LINES = 8.0  # distance from a label at which other lines count, in points
SPACING = 4.0  # distance of the points at which lines are compared with labels, in points
NEAR, NEAR_OF_MANY = (SPACING, 2.5), (16.0, 1.5)
"""This distance, and the margin of a label in which other lines cost most, for few worlds and for many.

Farther points still meet each label. With more than `SMALL` worlds names then cover as many lines as before.
"""


def labels_of(links: Sequence[Link], curves: Sequence[Curve], boxes: Sequence[Box], worlds: int) -> list[Box | None]:
    """Places for labels on their own lines; if possible they cover no tip, line, label or world."""
    named = [i for i, link in enumerate(links) if link.named and max(link.source, link.target) < worlds]
    if not named:
        return [None] * len(links)
    spacing, margin = NEAR if worlds <= SMALL else NEAR_OF_MANY
    lines, owners = points_along(curves, spacing)
    lengths = np.bincount(owners, minlength=len(curves))
    named.sort(key=lambda i: lengths[i])  # a short line has few places
    taken = np.concatenate([rows_of(boxes), tip_rows(links, controls_of(curves))])
    places, costs = _choices(named, links, curves, lines, owners, taken, margin)
    low, high = ((places[..., :2] + sign * places[..., 2:4]) for sign in (-1, 1))
    low, high = low.min(axis=1), high.max(axis=1)
    reach = np.hstack([(low + high) / 2, (high - low) / 2, np.zeros((len(named), 1))])
    one, other = Rectangles(reach).overlapping(reach + GROWN)
    near = [each.tolist() for each in np.split(other, np.searchsorted(one, np.arange(1, len(named))))]
    ranked, alone, rows = np.argsort(costs, axis=1, kind="stable").tolist(), costs.tolist(), places.tolist()
    placed, due = dict[int, list[float]](), set(range(len(named)))
    for _ in range(LABEL_ROUNDS):
        for k in range(len(named)):
            if k not in due:
                continue
            due.remove(k)
            before = placed.pop(k, None)
            others = [placed[other] for other in near[k] if other in placed]
            best = float("inf"), -1
            for place in ranked[k]:  # the first one mostly meets nothing
                if alone[k][place] > best[0]:
                    break
                best = min(best, (alone[k][place] + 40.0 * _met(rows[k][place], others), place))
            placed[k] = rows[k][best[1]]
            if placed[k] != before:
                due.update(near[k])
    labels = {named[k]: Box(x, y, 2 * across, 2 * up) for k, (x, y, across, up, _) in placed.items()}
    return [labels.get(i) for i in range(len(links))]


def points_along(curves: Sequence[Curve], spacing: float = SPACING) -> tuple[Points, Counts]:
    """Points of lines, about `spacing` apart, as an array of shape (k, 2), and the number of the line of each."""
    lines = controls_of(curves)
    extent = np.ptp(sampled(curves), axis=1) if curves else np.empty((0, 2))
    counts = np.maximum(25, (1.5 * np.hypot(extent[:, 0], extent[:, 1]) / spacing).astype(np.int64))
    return spaced_points(lines, counts)


def tip_boxes(link: Link, curve: Curve) -> list[Box]:
    """Places of the arrow tips."""
    ends = zip((True, False), tips_of(link), strict=True)
    return [Box(*tip_middle(curve, at_start), TIP, TIP) for at_start, there in ends if there]


def tip_rows(links: Sequence[Link], curves: Points) -> Points:
    """Places of the arrow tips of all lines as rows."""
    ends = [(i, at_start) for i, link in enumerate(links) for at_start in (True, False) if tips_of(link)[not at_start]]
    line, at_start = np.array(ends, dtype=np.int64).reshape(-1, 2).T
    return rows_at(ends_before(curves[line], np.full(len(line), TIP / 2), at_start > 0), TIP)


def _choices(
    named: Sequence[int],
    links: Sequence[Link],
    curves: Sequence[Curve],
    lines: Points,
    owners: Counts,
    taken: Points,
    margin: float,
) -> tuple[Points, Points]:
    """The possible places of the labels of some links, of shape (k, len(SHARES), 5), and their costs without others.

    `lines` of shape (m, 2) are points of all lines, `owners` of shape (m,) their lines, and `taken` of shape (n, 5) are
    the boxes that a label must not cover. Points of other lines within the margin cost more.
    """
    sizes = np.array([label_size(links[i].agents) for i in named]).reshape(-1, 1, 2) / 2
    chosen = controls_of(curves[i] for i in named)
    where = sampled([curves[i] for i in named], np.array(SHARES))
    places = np.concatenate([where, np.broadcast_to(sizes, where.shape), np.zeros((*where.shape[:2], 1))], axis=2)
    flat = places.reshape(-1, 5)
    rows = rows_at(lines)
    place, point = Rectangles(rows).overlapping(flat + np.array([0, 0, BESIDE_LINES, BESIDE_LINES, 0]))
    foreign = owners[point] != np.array(named, dtype=np.int64)[place // len(SHARES)]
    place, point = place[foreign], point[foreign]
    close = overlaps(flat[place] + (0, 0, margin, margin, 0), rows[point])
    covered, _ = Rectangles(taken).overlapping(flat + GROWN)
    blocked, near, nearer = (
        np.bincount(each, minlength=len(flat)).reshape(places.shape[:2]) for each in (covered, place, place[close])
    )
    cut = np.repeat([True, False], len(chosen))  # the line must not end there
    stubs = rows_at(ends_before(np.tile(chosen, (2, 1, 1)), np.full(len(cut), STUB / 2), cut), STUB)
    ends = overlaps(places, stubs.reshape(2, -1, 1, 5)).sum(axis=0)
    costs = 40.0 * blocked + 16 * ends + 12 * (nearer > 0) + nearer + near / 4 + 2 * np.abs(np.subtract(SHARES, 0.5))
    for k, i in enumerate(named):
        if links[i].kind == "loop":
            by = APART * (len(links[i].agents) - 1) / 2
            places[k], costs[k] = rows_of([_beyond(curves[i], *(2 * sizes[k, 0] + by))]), 0.0
    return places, costs


def _met(place: Sequence[float], others: Iterable[Sequence[float]]) -> int:
    """The number of other boxes that a place would cover, with a margin; boxes as rows (see `rows_of`)."""
    x, y, across, up = place[0], place[1], place[2] + AROUND, place[3] + AROUND
    return sum([abs(x - u) < across + w and abs(y - v) < up + h for u, v, w, h, _ in others])


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


BENDS = (0.0, 14.0, -14.0, 22.0, -22.0, 34.0, -34.0, 50.0, -50.0, 70.0, -70.0, 95.0, -95.0)
"""Possible distances of a line's middle from the straight line, in points."""
WIDE_BENDS = (130.0, -130.0, 170.0, -170.0, 210.0, -210.0)
"""More bends for bridges, which are long and avoid many worlds."""


FAR = (0.3, -0.3, 0.45, -0.45, 0.65, -0.65)
"""The same for a line that finds no free way among `BENDS`, as shares of its length."""
LEANS = (0.0, 0.7, -0.7)  # possible shifts of such a bend towards the start of the line
ASIDE = (6.0, -6.0, 11.0, -11.0, 18.0, -18.0)
"""Possible distances from the middles of the worlds for a line that finds no free way through them, in points."""
EDGES = (0.5, -0.5, 0.75, -0.75)  # the same as shares of the way to the borders, for lines past wide worlds
ROUNDS = 3  # maximal number of times that lines whose tips touch others are routed again, with all other lines known
ANGLES = (90, 45, 135, -90, -45, -135, 0, 180)
MARGIN = 5.0
STEP, WIDER = 8.0, 16.0
"""About 1.5 times the distance of the points at which a line is compared with worlds, in all pictures and in those of
many worlds: a line through a round corner is nearer than `MARGIN` on a longer way."""
FEW = 120  # maximal number of lines that are routed again
CROWD = 3000  # maximal number of pieces of lines for which crossings are counted
BUDGET = 4_000_000
"""Number of points of possible ways compared with worlds, after which only a line behind a world tries far ways.

A picture of 32 worlds with 216 lines needs that many; its picture is the same without a budget.
"""
HIT, SOFT, CROSSING, AT_TIP, AT_END = 100.0, 20.0, 3.0, 45.0, 15.0
"""Costs of a world, a soft box, a line, two tips that touch, and a tip at another line's end; a bend costs a tenth."""

Way = tuple[float, float, float]  # a bend in points, its lean, and the distance from the middles of the worlds


class Track(NamedTuple):
    """A link with its place."""

    link: Link
    curve: Curve  # from the border of the source to the border of the target
    label: Box | None  # place of the agents' names; None for the spokes of a hub


def tracks(
    links: Sequence[Link], boxes: Sequence[Box], worlds: int, bends: Sequence[float] = BENDS, soft: Sequence[Box] = ()
) -> tuple[Track, ...]:
    """Places for links between positions of `boxes`. O(l (n + l)) for l links and n boxes, in arrays."""
    return with_labels(routes(links, boxes, bends, soft), boxes, worlds)


def routes(
    links: Sequence[Link],
    boxes: Sequence[Box],
    bends: Sequence[float] = BENDS,
    soft: Sequence[Box] = (),
    partly: bool = True,
    step: float = STEP,
) -> tuple[Track, ...]:
    """As `tracks`, without labels. Unless `partly`, none if a line runs behind a box that it does not join."""
    walls = Rectangles(rows_of(box.grown(MARGIN) for box in boxes))
    curves = _Routes(boxes, Rectangles(rows_of(soft)), walls, partly, step).all(links, bends)
    return tuple(Track(link, curve, None) for link, curve in zip(links, curves, strict=False))


def behind(links: Sequence[Link], points: Points, owners: Counts, boxes: Sequence[Box]) -> int:
    """Number of pairs of a line and a box behind which it runs, by points of the lines (see `points_along`)."""
    line, box = Rectangles(rows_of(boxes)).touched(points, owners)
    ends = np.array([(link.source, link.target) for link in links], dtype=np.int64).reshape(-1, 2)
    return int(np.count_nonzero((ends[line] != box[:, None]).all(axis=1)))


def with_labels(bare: Sequence[Track], boxes: Sequence[Box], worlds: int) -> tuple[Track, ...]:
    """The tracks with places for their labels."""
    labels = labels_of([track.link for track in bare], [track.curve for track in bare], boxes, worlds)
    return tuple(track._replace(label=label) for track, label in zip(bare, labels, strict=True))


@dataclass(slots=True)
class _Routes:
    """The lines routed so far, which the next one avoids."""

    boxes: Sequence[Box]
    soft: Rectangles  # boxes that are avoided where possible
    walls: Rectangles  # the boxes with a margin
    partly: bool  # whether lines behind boxes are kept; if not, the first one ends the search
    step: float  # see `STEP`
    tipped: bool = True  # whether a line has a tip; without one, ends of lines need no room
    work: int = 0  # see `BUDGET`
    segments: dict[int, Points] = field(default_factory=dict)  # pieces of each line
    blocked: dict[tuple[int, int, int], tuple[list[Curve], Points]] = field(default_factory=dict)  # of `_blocked`
    ends: dict[int, dict[int, list[tuple[Point, bool]]]] = field(default_factory=dict)  # by box and line; is it a tip?

    def all(self, links: Sequence[Link], bends: Sequence[float]) -> list[Curve]:
        """The curves of the links, or none; loops come first, lines whose tips touch others once more at the end."""
        placed: dict[int, Curve] = {}
        self.tipped = any(link.kind != "line" for link in links)
        for i, link in enumerate(links):
            if link.kind == "loop":
                placed[i] = self._kept(i, link, _loop(link.source, links, self.boxes, self.walls))
        used: dict[tuple[int, int], dict[int, float]] = {}
        alike = Counter(map(_pair, links))
        # short lines first, so long ones pass outside them; ghosts last
        lengths = [(link.ghost, round(_length(link, self.boxes))) for link in links]
        due = order = sorted(set(range(len(links))) - set(placed), key=lengths.__getitem__)
        straight = self._straight([(i, links[i]) for i in due])
        ways_of = {pair: bends[1:] if count % 2 == 0 else bends for pair, count in alike.items()}
        bent = [links[i] for i in reversed(due) if i not in straight]  # long lines are more often behind something
        if not self.partly and any(self._routed(link, ways_of[_pair(link)], ())[1] is None for link in bent):
            return []
        self.work = 0  # of this search, whose touches are kept
        for _ in range(1 + ROUNDS * (len(links) <= FEW)):
            for i in due:
                pair = _pair(links[i])
                ways = ways_of[pair]
                self.segments.pop(i, None)
                for box in pair:
                    self.ends.get(box, {}).pop(i, None)
                taken = used.setdefault(pair, {})
                taken.pop(i, None)
                if (
                    i in straight
                    and ways[0] == 0.0
                    and all(abs(other) >= 12 for other in taken.values())
                    and not self._at_tips(links[i], [straight[i][0]])[0]
                ):
                    taken[i] = 0.0
                    placed[i] = self._kept(i, links[i], *straight[i][1:])
                    continue
                taken[i], curve = self._routed(links[i], ways, [*taken.values()])
                if curve is None:
                    return []
                placed[i] = self._kept(i, links[i], curve if links[i].source == pair[0] else curve.reversed())
            due = [i for i in order if self.tipped and self._touches(i, links[i])]
        return [placed[i] for i in range(len(links))]

    def _straight(self, links: Sequence[tuple[int, Link]]) -> dict[int, tuple[Curve, Curve, list[Point], Points]]:
        """For each link whose straight line touches no box: the line, its piece between the boxes, and what is kept."""
        pairs = np.array([_pair(link) for _, link in links], dtype=np.int64).reshape(-1, 2)
        arcs = [arc(self.boxes[low].middle, self.boxes[high].middle, 0.0) for low, high in pairs.tolist()]
        counts = np.array([self._samples(*pair) for pair in pairs.tolist()], dtype=np.int64)
        points, line = spaced_points(controls_of(arcs), counts)
        behind, box = self.walls.touched(points, line)
        blocked = {
            *behind[(pairs[behind] != box[:, None]).all(axis=1)].tolist(),
            *self.soft.touched(points, line)[0].tolist(),
        }
        free = [k for k in range(len(links)) if k not in blocked]
        borders = rows_of(self.boxes)
        pieces = joined([arcs[k] for k in free], *borders[pairs[free].T])
        pieces = [
            piece if links[k][1].source == pairs[k, 0] else piece.reversed()
            for k, piece in zip(free, pieces, strict=True)
        ]
        ends: list[list[Point]] = [[] for _ in free]
        if self.tipped:
            curves, is_start = controls_of(pieces), np.repeat([True, False], len(free))
            both = ends_before(np.tile(curves, (2, 1, 1)), np.full(len(is_start), TIP / 2), is_start)
            ends = [[(x, y), (u, v)] for (x, y), (u, v) in both.reshape(2, -1, 2).swapaxes(0, 1).tolist()]
        paths = sampled(pieces)
        return {links[k][0]: (arcs[k], pieces[n], ends[n], paths[n]) for n, k in enumerate(free)}

    def _samples(self, one: int, other: int) -> int:
        return max(25, int(1.5 * dist(self.boxes[one].middle, self.boxes[other].middle) / self.step))

    def _kept(
        self, i: int, link: Link, curve: Curve, ends: Sequence[Point] = (), points: Points | None = None
    ) -> Curve:
        points = curve.points() if points is None else points
        self.segments[i] = np.stack([points[:-1], points[1:]], axis=1)
        middles = (ends or [tip_middle(curve, at_start) for at_start in (True, False)]) if self.tipped else ()
        for box, middle, tip in zip((link.source, link.target), middles, tips_of(link), strict=False):
            self.ends.setdefault(box, {}).setdefault(i, []).append((middle, tip))
        return curve

    def _touches(self, i: int, link: Link) -> bool:
        """Whether a tip of the line touches a tip of another line at the same box."""
        return any(
            tip and other_tip and dist(end, other) < TIP
            for box in (link.source, link.target)
            for end, tip in self.ends[box].get(i, ())
            for k, there in self.ends[box].items()
            if k != i
            for other, other_tip in there
        )

    def _routed(self, link: Link, bends: Sequence[float], taken: Sequence[float]) -> tuple[float, Curve | None]:
        """The bend of the best way, and its curve; none if it is behind a box and such lines are not kept.

        If none of the near ways is free, it is among far ones, and ones beside the middles of the worlds.
        """
        way, cost = self._best(link, [(bend, 0.0, 0.0) for bend in bends], taken)
        if cost >= (AT_END if self.work <= BUDGET else HIT):
            length = _length(link, self.boxes)
            far = [(*way, 0.0) for way in product([*bends, *(share * length for share in FAR)], LEANS)]
            most = self._room_aside(link)
            asides = [*(each for each in ASIDE if abs(each) < 0.8 * most), *(share * most for share in EDGES)]
            far += [(bend, 0.0, aside) for bend, aside in product(bends, asides)]
            way, cost = min((way, cost), self._best(link, far, taken), key=lambda each: each[1])
        low, high = _pair(link)
        curve = join(self.boxes[low], self.boxes[high], *way)
        is_lost = cost >= HIT and not self.partly and behind([link], *points_along([curve]), self.boxes)
        return way[0], None if is_lost else curve

    def _room_aside(self, link: Link) -> float:
        """The distance from the line between the middles of two worlds that is still inside both worlds."""
        one, other = (self.boxes[k] for k in _pair(link))
        length = hypot(other.x - one.x, other.y - one.y) or 1.0
        across, up = abs(other.y - one.y) / length, abs(other.x - one.x) / length
        room = []
        for box in (one, other):  # a circle is the same in every direction
            is_round = 2 * box.radius >= min(box.width, box.height)
            room += [box.radius] if is_round else [box.width / 2 / max(across, 0.01), box.height / 2 / max(up, 0.01)]
        return min(room)

    def _best(self, link: Link, ways: Sequence[Way], taken: Sequence[float]) -> tuple[Way, float]:
        """The way with the least cost, and the cost without bends and crossings."""
        all_arcs, touched = self._blocked(*_pair(link), ways)
        free = [k for k, way in enumerate(ways) if not any(abs(way[0] - other) < 12 for other in taken)]
        free = free or [*range(len(ways))]
        self.work += len(free) * self._samples(*_pair(link))
        arcs, ways = [all_arcs[k] for k in free], [ways[k] for k in free]
        blocked = touched[free] + self._at_tips(link, arcs)
        bends, leans, asides = np.abs(np.array(ways)).T
        known = blocked + 0.1 * bends + 0.2 * np.maximum(bends - max(BENDS), 0.0) + 3.0 * leans + 0.3 * asides
        count = STEPS * len(self.segments)
        segments = np.concatenate([np.empty((0, 2, 2)), *(self.segments.values() if count <= CROWD else ())])
        best, least = 0, float("inf")
        for k in np.argsort(known, kind="stable").tolist():
            if known[k] >= least or known[k] == 0:  # a straight line that touches nothing is best, even with crossings
                best = k if known[k] == 0 else best
                break
            crossed = CROSSING * crossings(sampled([arcs[k]])[0], segments) if len(segments) else 0.0
            if known[k] + crossed < least:
                best, least = k, known[k] + crossed
        return ways[best], float(blocked[best])

    def _blocked(self, low: int, high: int, ways: Sequence[Way]) -> tuple[list[Curve], Points]:
        """The curves of these ways between two boxes, and for each the cost of the other boxes that it touches."""
        if (low, high, len(ways)) not in self.blocked:  # lines between the same boxes have the same ways
            arcs = [arc(self.boxes[low].middle, self.boxes[high].middle, *way) for way in ways]
            paths = sampled(arcs, np.linspace(0.0, 1.0, self._samples(low, high)))
            costs = HIT * self.walls.hits(paths, (low, high)) + SOFT * self.soft.hits(paths)
            self.blocked[low, high, len(ways)] = arcs, costs
        return self.blocked[low, high, len(ways)]

    def _at_tips(self, link: Link, arcs: Sequence[Curve]) -> Points:
        """For each way the cost of other lines' tips and ends that its tips touch, or whose tips touch its ends."""
        low, high = _pair(link)
        tips = tips_of(link) if link.source == low else tips_of(link)[::-1]
        cost = np.zeros(len(arcs))
        for box, tip, ways in ((low, tips[0], arcs), (high, tips[1], [way.reversed() for way in arcs])):
            there = [each for line in self.ends.get(box, {}).values() for each in line if tip or each[1]]
            if there:
                places, dear = zip(*((end, AT_TIP if tip and other else AT_END) for end, other in there), strict=True)
                apart = leaving_points(controls_of(ways), self.boxes[box].grown(TIP / 2))[:, None] - np.array(places)
                cost += (np.hypot(apart[..., 0], apart[..., 1]) < TIP + 1) @ np.array(dear)
        return cost


def _pair(link: Link) -> tuple[int, int]:
    return min(link.source, link.target), max(link.source, link.target)


def _length(link: Link, boxes: Sequence[Box]) -> float:
    return dist(boxes[link.source].middle, boxes[link.target].middle)


def _loop(spot: int, links: Sequence[Link], boxes: Sequence[Box], walls: Rectangles) -> Curve:
    """The loop in the direction with the fewest lines and worlds; upwards if there is no difference."""
    box = boxes[spot]
    ends = [boxes[a + b - spot] for a, b in ((x.source, x.target) for x in links) if a != b and spot in (a, b)]
    away = [degrees(atan2(end.y - box.y, end.x - box.x)) for end in ends]
    loops = [loop(box, angle) for angle in ANGLES]
    covered: list[int] = walls.hits(sampled(loops), (spot,)).tolist()

    def cost(k: int) -> float:
        near = max((60 - abs((ANGLES[k] - each + 180) % 360 - 180) for each in away), default=0.0)
        return 100 * covered[k] + max(near, 0.0) / 6 + k * 0.2

    return loops[min(range(len(ANGLES)), key=cost)]


class Tip(NamedTuple):
    """The tip of a shared arrow."""

    base: Point
    point: Point
    ahead: bool  # whether it is at the end of the line, not at its start


def strands_of(link: Link, curve: Curve) -> Iterator[tuple[str, Curve]]:
    """The agents of a shared line with their strokes, which end at the base of the tips; the first is on the left."""
    shaft, middle = shaft_of(curve, link.kind, _tip_length(link)), (len(link.agents) - 1) / 2
    for i, agent in enumerate(link.agents):
        yield agent, beside(shaft, (middle - i) * APART)


def tips_along(link: Link, curve: Curve) -> list[Tip]:
    """The tips of a shared line."""
    shaft = shaft_of(curve, link.kind, _tip_length(link))
    tips = [Tip(shaft.d, curve.d, ahead=True), Tip(shaft.a, curve.a, ahead=False)]
    return [tip for tip, there in zip(tips, reversed(tips_of(link)), strict=True) if there]


def _tip_length(link: Link) -> float:
    return DRAWN_TIP * (0.8 + 0.2 * len(link.agents))


def shaft_of(curve: Curve, kind: str, tip: float) -> Curve:
    """The curve without its arrow tips."""
    if kind != "line":
        curve = shortened(curve, tip)
    return shortened(curve, tip, at_start=True) if kind == "both" else curve
