"""Layout of worlds and lines: worlds are moved apart until labels fit, and lines are routed around worlds.

A hub is a dot that is linked to all worlds of a large class, or the name above a frame. A track is a routed line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, combinations, count, pairwise
from math import cos, hypot, inf, isfinite, pi, sin
from operator import itemgetter
from typing import Literal as OneOf
from typing import NamedTuple

from kripke.data.wording import world_text
from kripke.data.worlds import World
from logic.errors import listing, shorten
from viz.layout.frames import PAD, frame_of, framed, room_of, sides
from viz.layout.geometry import FINE, Box, Point, Rectangles, Row, around, line_of, meets
from viz.layout.names import Track, clearance, label_size, with_labels
from viz.layout.routing import BENDS, WIDE_BENDS, routes, runs_behind, tracks
from viz.layout.tips import TIP, tip_boxes, tip_middle
from viz.pictures.links import Cell, Link, size_of, tips_of
from viz.pictures.picture import A_PART, DrawError, Picture, Spot, Unreadable, option

SMALL = 32  # maximal number of worlds of a picture in which all work is done; with more, layouts save time
GAP = 30.0
ROOM = 24.0  # minimal distance between two worlds, or the dots of two classes, in points
RING = 4.0
CORNER = 12.0  # largest radius of round corners, in points
FEW, FARTHEST = 8, 4.0  # maximal number of worlds, and factor, by which a small picture may be enlarged for its labels
ENLARGED = (1.0, 1.2, 1.45, 1.75, 2.1, 2.5)  # factors by which a panel is enlarged to remove faults
FARTHER = (1.0, 2.1, 4.4, 6.0)  # the same for many links between many worlds
SWOLLEN = (1.25, 1.6, 2.0)  # factors by which worlds and their distances are enlarged if tips overlap at any distance
TURNS = tuple(pi / 4 * k for k in (2, 1, 3, 0, 4, 7, 5, 6))  # directions in which a hub is moved, upwards first
CLEAR = 120  # maximal number of links for which lines behind names count as faults; with more they are not avoidable
RANKED = 24  # maximal number of worlds for a layout in ranks; with more worlds arrows have no common direction
NARROW = 20.0  # distance of two cells of a grid, in points
LARGEST = 100_000.0  # largest width and height of a picture in points: some 35 m. Renderers make an image of that size.


def circle(boxes: Sequence[Box]) -> list[Point]:
    """Return positions for the boxes on a circle, clockwise from the top."""
    turns = [2 * pi * i / len(boxes) for i in range(len(boxes))]
    return fitted([(sin(turn), cos(turn)) for turn in turns], boxes)


def spaced(cells: Sequence[Cell], boxes: Sequence[Box]) -> list[Point]:
    """Return the centres of the cells of a grid; columns are as wide as their widest world, and row 0 is at the top."""
    columns, rows = size_of(cells)
    widths, heights = [0.0] * columns, [0.0] * rows
    for (column, row), box in zip(cells, boxes, strict=True):
        widths[column], heights[row] = max(widths[column], box.width), max(heights[row], box.height)
    xs, ys = ([*accumulate((size + NARROW for size in sizes), initial=0.0)] for sizes in (widths, heights))
    return [(xs[column] + widths[column] / 2, -(ys[row] + heights[row] / 2)) for column, row in cells]


def fitted(points: Sequence[Point], boxes: Sequence[Box]) -> list[Point]:
    """Scale the points so that boxes around them do not overlap and the two closest boxes are `GAP` apart."""
    scale = 0.0
    for (i, (x, y)), (j, (u, v)) in combinations(enumerate(points), 2):
        across, up = boxes[i].width / 2 + boxes[j].width / 2 + GAP, boxes[i].height / 2 + boxes[j].height / 2 + GAP
        dx, dy = abs(x - u), abs(y - v)
        scale = max(scale, min(across / dx if dx else float("inf"), up / dy if dy else float("inf")))
    return [(x * scale, y * scale) for x, y in points]


def given(positions: Mapping[World, Point], worlds: Sequence[World], boxes: Sequence[Box]) -> list[Point]:
    """Convert the user's positions, in any unit with y upwards, to points at which the boxes of the worlds fit.

    `DrawError` if a position is missing or infinite, two are equal, or the picture would be larger than `LARGEST`.
    """
    missing = [world_text(world) for world in worlds if world not in positions]
    if missing:
        unknown = [world_text(world) for world in positions if world not in worlds]
        more = f"; {shorten(listing(unknown, 'and'), 200)}: no such world" if unknown else ""
        none = shorten(listing(missing, "and"), 200)
        raise DrawError(f"{option('positions')}: there is no place for {none}: give one for each{more}")
    places: dict[Point, World] = {}
    for world in worlds:
        try:
            x, y = map(float, positions[world])
        except (TypeError, ValueError, OverflowError):
            x = y = inf
        if not (isfinite(x) and isfinite(y)):
            said = f"{world_text(world)} has the place {shorten(repr(positions[world]))}"
            raise DrawError(f"{option('positions')}: {said}: expected two finite numbers (x, y)")
        place = x, y
        if place in places:
            one, other = world_text(places[place]), world_text(world)
            raise DrawError(f"{option('positions')}: {one} and {other} have the same place {place}: give each its own")
        places[place] = world
    points = fitted(list(places), boxes)
    size = max([max(values) - min(values) for values in zip(*points, strict=True)])
    if not size <= LARGEST:  # nan too
        large = f"{size:,.0f} points large" if isfinite(size) else "infinitely many points large"
        raise DrawError(
            f"{option('positions')}: with the closest worlds side by side the picture is {large}; the limit is "
            f"{LARGEST:,.0f}: give places whose distances differ less"
        )
    return points


TOUCHING = 2.0  # overlap of two arrow tips, in points, that is too small to be seen


SEEN = 6.0  # length of a line, without tips, that must be seen between a world and the label, in points


class Faults(NamedTuple):
    """Counts of layout faults, compared lexicographically; lower is better.

    `behind`: how often a line runs behind a world. `covered`: how often a label overlaps a world, an arrow tip or
    another label. `tips`: pairs of arrow tips that overlap.
    """

    behind: int
    covered: int
    tips: int
    unclear: int  # lines behind the labels of other lines, and ends of lines behind their own labels

    @property
    def false(self) -> int:
        """The number of faults that make the picture wrong or hide a part of it."""
        return self.behind + self.covered


def faults_of(
    boxes: Sequence[Box], tracks: Sequence[Track], all_kinds: bool = True, behind: int | None = None
) -> Faults:
    """Count the layout faults of a panel; `boxes` include the double rings of actual worlds.

    Without `all_kinds`, lines behind labels are not counted. `behind` is the fault count `Faults.behind`, if known.
    O(l (n + l)) for l links and n boxes.
    """
    worlds = [box.row for box in boxes]
    tips = [tip.row for track in tracks for tip in tip_boxes(track.link, track.curve)]
    names = [(i, track.label.row) for i, track in enumerate(tracks) if track.label is not None]
    unclear = 0
    if all_kinds:
        lines = [line_of(track.curve.path(FINE)) for track in tracks]
        near = Rectangles([(*place, 0.0) for place, _ in lines])
        for i, name in names:
            crossed = [k for k in near.meeting(*name[:4]) if k != i and meets(lines[k][1], *name[:4])]
            unclear += len(crossed) + sum(_hidden(tracks[i], name))
    covered = Rectangles([*worlds, *tips])
    return Faults(
        behind=_behind(boxes, tracks) if behind is None else behind,
        covered=sum(covered.count(*name[:4]) for _, name in names) + _among([name for _, name in names]),
        tips=_among([(x, y, w - TOUCHING / 2, h - TOUCHING / 2, r) for x, y, w, h, r in tips]),
        unclear=unclear,
    )


def _behind(boxes: Sequence[Box], tracks: Sequence[Track]) -> int:
    """Return how often a line runs behind a box that it does not join."""
    unsure = [track for track in tracks if not track.is_free]
    walls = Rectangles([box.row for box in boxes] if unsure else ())
    return sum(runs_behind(track.link, track.curve, walls) for track in unsure)


def _hidden(track: Track, name: Row) -> Iterator[bool]:
    """Yield for the start and for the end of a line whether its label covers the line there."""
    x, y, w, h, _ = name
    for at_start, tip in zip((True, False), tips_of(track.link), strict=True):
        if track.link.kind != "loop":
            u, v = tip_middle(track.curve, at_start, 2 * (SEEN + TIP * tip))
            yield abs(x - u) < w and abs(y - v) < h


def _among(rows: Sequence[Row]) -> int:
    """Return the number of pairs of boxes that overlap."""
    index = Rectangles(rows)
    return sum([index.count(*row[:4]) - 1 for row in rows]) // 2


WORST, HIDDEN = Faults(10**9, 0, 0, 0), Faults(1, 0, 0, 0)


class Panel(NamedTuple):
    """A picture with positions; `boxes` lists the worlds, then the hubs, and `tracks` the routed links."""

    picture: Picture
    boxes: tuple[Box, ...]
    tracks: tuple[Track, ...]
    axis: float | None = None  # the height that is aligned with the middles of other panels; None: its own middle

    @property
    def bounds(self) -> Box:
        """The bounding box of the panel, including the double rings of actual worlds."""
        labels = [track.label for track in self.tracks if track.label is not None]
        boxes = [*(box.grown(RING) for box in self.boxes), *(box for _, box in self.frames)]
        return around([*boxes, *labels], [track.curve for track in self.tracks])

    @property
    def frames(self) -> list[tuple[str, Box]]:
        """The frames of classes with their agents; `Unreadable` if one would contain a world outside its class."""
        ringed, frames = self.ringed, []
        for hub, members in self.picture.frames:
            box = frame_of(members, ringed)
            if any(box.meets(ringed[i]) for i in range(len(self.picture.spots)) if i not in members):
                raise Unreadable("frames would hold worlds that are not in their classes", "leave out frames")
            frames.append((self.picture.hubs[hub][0], box))
        return frames

    @property
    def ringed(self) -> list[Box]:
        """The boxes of worlds and hubs, including the double rings of actual worlds."""
        n = len(self.picture.spots)
        return [b.grown(RING) if i < n and self.picture.spots[i].actual else b for i, b in enumerate(self.boxes)]

    @property
    def where(self) -> dict[World, Point]:
        """The centre of the box of each world."""
        return {spot.world: box.middle for spot, box in zip(self.picture.spots, self.boxes, strict=False)}

    def moved(self, dx: float, dy: float) -> Panel:
        """Return the panel shifted by a vector."""
        moved = (t._replace(curve=t.curve.moved(dx, dy), label=t.label and t.label.moved(dx, dy)) for t in self.tracks)
        axis = None if self.axis is None else self.axis + dy
        return Panel(self.picture, tuple(box.moved(dx, dy) for box in self.boxes), tuple(moved), axis)


def engine_of(picture: Picture) -> str:
    """Return the requested Graphviz engine or, by default, an engine that suits the picture."""
    if picture.options.engine is not None:
        return picture.options.engine
    few = len(picture.spots) <= RANKED and len(picture.links) <= 3 * RANKED
    if picture.layered or (few and not picture.hubs and any(link.kind == "arrow" for link in picture.links)):
        return "dot"
    return "circo" if len(picture.spots) <= 8 and not picture.hubs else "neato"


Form = OneOf["circle", "rounded", "square"]


def form_of(picture: Picture) -> Form:
    """Return the shape of worlds or events: squares for events, circles for short texts, otherwise rounded boxes."""
    if picture.events:
        return "square"
    for spot in picture.spots:
        rows = [*spot.title, *(", ".join(text for text, _ in row) for row in spot.rows)]
        rows += [f"{remark.lead} {remark.text}" for remark in spot.remarks]
        if len(rows) > 2 or any(len(row) > 5 for row in rows):
            return "rounded"
    return "circle"


def place(
    picture: Picture, sized: Mapping[str, Box], where: Mapping[World, Point] | None = None, spread: bool = False
) -> Panel:
    """Lay out a picture as a panel. O(l (n + l)) for l links and n worlds.

    `sized`: the box of each world and hub, by its name in DOT. `where`: positions of the worlds, which are moved apart
    only if `spread` is set. `Unreadable` if the picture does not fit the paper, or if, in every layout tried, a line
    runs behind a world that it does not join. If positions are not moved, such lines are allowed.
    """
    n, options = len(picture.spots), picture.options
    chosen = options.layout or options.engine or options.positions or picture.layered or picture.cells or picture.frames
    ours = where is None and not chosen  # then the places of the worlds have no meaning, and any other layout will do
    names, form = keys(picture), form_of(picture)
    boxes = [_shaped(sized[key], form) for key in names[:n]]
    boxes += [_shaped(sized[key], "circle" if form == "circle" else "rounded") for key in names[n:]]
    if where is None and picture.frames and not (options.layout or options.engine or options.positions):
        return _in_frames(picture, boxes, sized)
    if where is None:
        where = _own_places(picture, boxes[:n])
        spread = where is not None
    if where is None:
        if picture.layered:
            boxes = _rows(boxes[:n], picture.spots)
            boxes += _hubs(picture, boxes, sized)
        elif engine_of(picture) != "dot":
            boxes = _level(boxes)
        boxes = _spread(boxes, picture)
    else:
        boxes = _at(picture, boxes[:n], where, sized)
        boxes = _spread(boxes, picture) if spread else boxes
    bare = Panel(picture, tuple(boxes), ())
    bare.frames  # noqa: B018 - `Unreadable` if a frame would hold another world
    if where is not None and not spread:
        return routed(bare)
    return _without_faults(bare, sized, ours)


TITLE = 3.0  # height of the middle of a frame's name above the frame, in points
ARRANGEMENTS, ENOUGH = 12, 3  # maximal number of arrangements of worlds in frames that are compared


def _in_frames(picture: Picture, boxes: Sequence[Box], sized: Mapping[str, Box]) -> Panel:
    """Try several arrangements in frames; return the panel with the fewest faults, if possible within the paper."""
    worlds, room = boxes[: len(picture.spots)], room_of(picture)
    best, least = Panel(picture, (), ()), (WORST.behind, 0, 0.0, 0)
    problem = Unreadable("lines would run behind worlds that they do not join", A_PART)
    for turn in range(ARRANGEMENTS):
        placed = _at(picture, worlds, named(picture, framed(picture, worlds, turn)), sized)
        try:
            panel, faults = _enlarged(Panel(picture, tuple(placed), ()), 1.0)
        except Unreadable as error:
            problem = error
            continue
        beyond = max(0.0, panel.bounds.width - room[0], panel.bounds.height - room[1])
        cost = faults.false, faults.tips, beyond, faults.unclear
        if cost < least:
            best, least = panel, cost
        if not any(least[: 4 if turn < ENOUGH else 3]):
            break
    if least[0]:
        raise problem
    return best


def _without_faults(bare: Panel, sized: Mapping[str, Box], ours: bool) -> Panel:
    """Route the links; put the worlds on a circle if that leads to fewer faults and `ours` allows it.

    `ours`: whether the positions of the worlds have no meaning. `Unreadable` if lines still run behind worlds.
    """
    panel, faults = _clear(bare)
    picture, boxes = bare.picture, bare.boxes[: len(bare.picture.spots)]
    if ours and (faults.behind or (faults.tips and len(picture.links) <= CLEAR)):
        places = named(picture, circle(boxes))
        rounded = Panel(picture, tuple(_spread(_at(picture, boxes, places, sized), picture)), ())
        panel, faults = min((panel, faults), _clear(rounded), key=itemgetter(1))
    if faults.behind:
        raise Unreadable("lines would run behind worlds that they do not join", A_PART)
    return panel


def _at(picture: Picture, boxes: Sequence[Box], where: Mapping[World, Point], sized: Mapping[str, Box]) -> list[Box]:
    """Return the boxes of the worlds at these positions, and of the hubs between them."""
    placed = [b._replace(x=where[s.world][0], y=where[s.world][1]) for s, b in zip(picture.spots, boxes, strict=True)]
    return placed + _hubs(picture, placed, sized)


def _own_places(picture: Picture, boxes: Sequence[Box]) -> dict[World, Point] | None:
    """Return the positions of the worlds if they are given or computed without Graphviz, otherwise None."""
    options = picture.options
    if options.positions is not None and not picture.events:
        return named(picture, given(options.positions, [spot.world for spot in picture.spots], boxes))
    if options.layout == "circle":
        return named(picture, circle(boxes))
    return named(picture, spaced(picture.cells, boxes)) if len(picture.cells) == len(boxes) > 0 else None


def named(picture: Picture, points: Sequence[Point]) -> dict[World, Point]:
    """Return the position of each world."""
    return {spot.world: point for spot, point in zip(picture.spots, points, strict=True)}


def _require_room(panel: Panel) -> None:
    """Raise `Unreadable` if the worlds alone are too large for the paper; checked before the slow routing of lines."""
    bounds = panel.bounds
    panel.picture.options.scale(bounds.width, bounds.height, len(panel.picture.spots))


def routed(panel: Panel) -> Panel:
    """Route the links between the boxes of the panel."""
    _require_room(panel)
    return panel._replace(tracks=tracks(panel.picture.links, panel.ringed, len(panel.picture.spots)))


def _enlarged(panel: Panel, factor: float) -> tuple[Panel, Faults]:
    """Move the boxes apart by a factor, keeping their size, and route the links again; also return the faults.

    If lines run behind worlds, the panel has no labels, since it will not be drawn.
    """
    panel = panel._replace(boxes=tuple(box._replace(x=box.x * factor, y=box.y * factor) for box in panel.boxes))
    _require_room(panel._replace(tracks=()))
    boxes, links = panel.ringed, panel.picture.links
    n, few = len(panel.picture.spots), len(links) <= CLEAR
    soft = sides(panel.picture, boxes) if panel.picture.frames else ()
    bare = routes(links, boxes, soft=soft, partly=few)
    if len(bare) < len(links):
        return panel, HIDDEN
    behind = _behind(boxes, bare) if few else 0
    new_tracks = bare if behind else with_labels(bare, boxes, n)
    return panel._replace(tracks=new_tracks), faults_of(boxes, new_tracks, few, behind)


def _clear(panel: Panel) -> tuple[Panel, Faults]:
    """Enlarge the panel until no line runs behind a world and no label covers anything, or return the best attempt."""
    best, least = panel, WORST
    many = ENLARGED[::2] if len(panel.picture.spots) <= SMALL else FARTHER
    for factor in ENLARGED if len(panel.picture.links) <= CLEAR else many:  # each routes all links again
        try:
            larger, faults = _enlarged(panel, factor)
        except Unreadable:
            if least.false or least.tips:
                raise
            break
        if not least.false and faults >= least:
            break
        if faults < least:
            best, least = larger, faults
        if not least.false and (not (least.tips or least.unclear) or len(panel.picture.links) > CLEAR):
            break
    if not least.tips or len(panel.picture.links) > CLEAR:
        return best, least
    bare = best
    for factor in SWOLLEN:  # borders of larger worlds have room for more tips
        boxes = tuple(box.scaled(factor) for box in bare.boxes)
        with suppress(Unreadable):  # too large for the paper
            larger, faults = _enlarged(bare._replace(boxes=boxes), factor)
            if faults < least:
                best, least = larger, faults
        if not least.tips:
            break
    return best, least


def keys(picture: Picture) -> list[str]:
    """Return the DOT names of the worlds, then of the hubs."""
    return [*(spot.key for spot in picture.spots), *(f"hub {k}" for k in range(len(picture.hubs)))]


def _shaped(box: Box, form: Form) -> Box:
    side = min(box.width, box.height)
    return box._replace(radius={"circle": side / 2, "rounded": min(CORNER, side / 3), "square": 0.0}[form])


def _rows(boxes: Sequence[Box], spots: Sequence[Spot]) -> list[Box]:
    """Arrange the layers as centred rows, in Graphviz's order; the distance between rows grows with the longest row."""
    levels: dict[int, list[int]] = {}
    for i in sorted(range(len(spots)), key=lambda i: boxes[i].x):
        levels.setdefault(spots[i].level, []).append(i)
    gap = max(box.width for box in boxes) + 1.3 * GAP
    step = max(box.height for box in boxes) + max(1.6 * GAP, 0.08 * gap * max(map(len, levels.values())))
    placed = list(boxes)
    for height, level in enumerate(sorted(levels)):
        row = levels[level]
        for k, i in enumerate(row):
            placed[i] = boxes[i]._replace(x=(k - (len(row) - 1) / 2) * gap, y=height * step)
    return placed


def _level(boxes: list[Box]) -> list[Box]:
    """Turn a spring or circular layout so that it is wider than high; a single row gets equal distances."""
    whole, turned = around(boxes), [box._replace(x=-box.y, y=box.x) for box in boxes]
    if whole.height > 1.2 * whole.width and not _among([box.grown(RING).row for box in turned]):
        boxes = turned
    order = sorted(range(len(boxes)), key=lambda i: boxes[i].x)
    if len(boxes) < 3 or max(abs(box.y - boxes[0].y) for box in boxes) > 1:
        return boxes
    row = [boxes[i] for i in order]
    space = max(GAP, min(b.x - a.x - (a.width + b.width) / 2 for a, b in pairwise(row)))
    placed, right = list(boxes), 0.0
    for i, box in zip(order, row, strict=True):
        placed[i] = box._replace(x=right + box.width / 2)
        right += box.width + space
    return placed


def _spread(boxes: Sequence[Box], picture: Picture) -> list[Box]:
    """Move the boxes apart until the links have room for lines and labels."""
    factor = growth(Panel(picture, tuple(boxes), ()))
    return [box._replace(x=box.x * factor, y=box.y * factor) for box in boxes]


def growth(panel: Panel) -> float:
    """Return the factor, within limits, that stretches positions to fit lines and labels. O(l) for l links."""
    links, worlds = panel.picture.links, len(panel.picture.spots)
    if worlds > RANKED:
        return 1.0
    boxes, most = panel.ringed, FARTHEST if worlds <= FEW else 2.0
    return min(most, max((_stretch(link, boxes, worlds) for link in links if link.kind != "loop"), default=1.0))


def _stretch(link: Link, boxes: Sequence[Box], worlds: int) -> float:
    """Return the factor by which the worlds of a link must be moved apart to make room for its label."""
    one, other = boxes[link.source], boxes[link.target]
    dx, dy = abs(one.x - other.x), abs(one.y - other.y)
    width, height = label_size(link.agents) if link.named and max(link.source, link.target) < worlds else (0.0, 0.0)
    across, up = (one.width + other.width) / 2, (one.height + other.height) / 2
    needed_x = across + max(GAP, width + clearance(link))
    needed_y = up + max(GAP, height + clearance(link))
    if dx >= needed_x or dy >= needed_y or hypot(dx, dy) < 1:
        return 1.0
    return min(needed_x / dx if dx > 1 else 9.0, needed_y / dy if dy > 1 else 9.0)


def _hubs(picture: Picture, boxes: Sequence[Box], sized: Mapping[str, Box]) -> list[Box]:
    """Return the boxes of the hubs: the names above frames, and dots at the centres of their worlds.

    A dot is moved to the nearest free position.
    """
    n, names = len(boxes), keys(picture)
    ringed, titles, stars = Panel(picture, tuple(boxes), ()).ringed, dict[int, Box](), dict[int, Box]()
    for hub, members in picture.frames:
        frame, size = frame_of(members, ringed), _shaped(sized[names[n + hub]], "rounded")
        left, top = frame.x - frame.width / 2, frame.y + frame.height / 2
        titles[n + hub] = size._replace(x=left + 2 * PAD + size.width / 2, y=top + TITLE)
    for hub, key in enumerate(names[n:], n):
        if hub in titles:
            continue
        pairs = [(link.source, link.target) for link in picture.links if hub in (link.source, link.target)]
        ends = [boxes[one + other - hub] for one, other in pairs if one + other - hub < len(boxes)]
        x, y = (sum(axis) / max(len(ends), 1) for axis in (tuple(b.x for b in ends), tuple(b.y for b in ends)))
        taken = [*(box.grown(3) for box in (*ringed, *titles.values())), *(box.grown(ROOM) for box in stars.values())]
        box = _shaped(sized[key], "rounded")._replace(x=x, y=y)
        steps = ((radius * cos(turn), radius * sin(turn)) for radius in count(0.0, 6.0) for turn in TURNS)
        moved = (box.moved(*step) for step in steps)
        stars[hub] = next(box for box in moved if not any(map(box.meets, taken)))
    return [(titles | stars)[hub] for hub in range(n, len(names))]


def largest(picture: Picture, sized: Mapping[str, Box]) -> Box:
    """Return a box as wide as the widest world and as high as the highest world."""
    boxes = [sized[key] for key in keys(picture)[: len(picture.spots)]]
    return Box(0, 0, max(box.width for box in boxes), max(box.height for box in boxes))


def roomy(points: Sequence[Point], box: Box, across: float = ROOM, up: float = ROOM) -> list[Point]:
    """Move the points apart until boxes of this size around them are `across` apart in x or `up` apart in y."""
    scale = 1.0
    for i, (x, y) in enumerate(points):
        for u, v in points[:i]:
            dx, dy = abs(x - u), abs(y - v)
            needed = min((box.width + across) / dx if dx > 1 else 99.0, (box.height + up) / dy if dy > 1 else 99.0)
            scale = max(scale, min(needed, 9.0))
    return [(x * scale, y * scale) for x, y in points]


def bridges_between(one: Panel, other: Panel, links: Sequence[Link]) -> tuple[Track, ...]:
    """Route the lines between the worlds of two panels, around all worlds and labels."""
    n = len(one.boxes)
    shifted = [Link(link.source, link.target + n, "line", (), ghost=True) for link in links]
    labels = [track.label for panel in (one, other) for track in panel.tracks if track.label is not None]
    routed = tracks(shifted, [*one.ringed, *other.ringed], 0, (*BENDS, *WIDE_BENDS), labels)
    return tuple(Track(link, track.curve, None) for link, track in zip(links, routed, strict=True))
