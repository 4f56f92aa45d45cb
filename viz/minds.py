"""Pictures of an agent's beliefs about the world and about other agents' beliefs.

Each agent has a ring of worlds. In its centre is a dot for each class of worlds where the agent has the same beliefs,
with arrows to the worlds that the agent believes possible. The picture has the information of `draw` with fewer lines.
If there are too many worlds for a ring, or their names are too long, a table shows the degrees of belief.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from kripke.data.naming import name_text
from kripke.data.worlds import World
from kripke.models.kripke_model import AnyModel, KripkeModel, model_of
from logic.errors import TooLarge, by_face, shorten
from logic.exact import plural
from viz.canvas import Canvas, Paint, Rounded, Shape, Words, polyline, save_canvas, text_width
from viz.pictures.picture import DPI, DrawError
from viz.theme import FILL, GHOST, INK, PALE, PAPER, strokes

ONE_PLACE = re.compile(r"(\w+)\((\w+)\)")
MOST = 24  # maximum number of worlds in a ring
LARGE, SMALL = (190.0, 12.0), (118.0, 9.0)
"""Minimum radius and letter size, for the ring of the owner (whose beliefs are drawn) and for rings of other agents."""
WIDEST = 1400.0
"""Maximum width of a picture with rings, in points: in a wider picture, letters would be below 6 points on a slide."""
WIDER, HIGHER = 1.05, 0.95  # factors for the width and height of rings, since the boxes of worlds are wider than high
EDGE, HEAD, FOOT, TABLE_FOOT = 24.0, 66.0, 44.0, 40.0
SIZE, ROW, GAP = 11.0, 26.0, 12.0  # font size, row height, and distance of the parts of a table, in points

Point = tuple[float, float]


def draw_mind(
    mind: AnyModel,
    owner: str,
    path: str | PathLike[str] | None = None,
    *,
    title: str = "",
    note: str = "",
    dpi: int = DPI,
) -> str | Path:
    """Draw an agent's beliefs about the world and about other agents' beliefs.

    Parameters
    ----------
    mind : KripkeModel or networkx graph
        The agent's model, with at most 24 worlds. If all atoms have the same predicate, such as ``saboteur(ann)``,
        a model with more worlds or longer names is drawn as a table. The picture is drawn for the actual world or,
        without one, for the first world.
    owner : str
        Name of the agent.
    path : path, optional
        The file to write, as SVG, PNG or PDF by its extension; None: return the SVG text.
    title, note : str
        Text above the picture, and a smaller one beside it.
    dpi : int
        Resolution of a PNG in dots per inch.

    Raises
    ------
    TooLarge
        If there are more worlds or longer names than fit a ring, and the atoms do not have the same predicate.
    DrawError
        If `mind` is not a model, `title` or `note` is not a text, or the format is unknown.
    ModelError
        If a table would need the degree of belief of an agent who considers no world possible.
    UnknownAgent
        If the model does not have the agent.
    FileError
        If the file cannot be written.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_mind
    >>> worlds = {"ann": {"saboteur(ann)"}, "bob": {"saboteur(bob)"}}
    >>> mind = KripkeModel.s5(worlds, {"cath": [["ann", "bob"]]}, actual="ann",
    ...                       weights={"cath": {"ann": 0.7, "bob": 0.3}}, threshold=0.5)
    >>> "The mind of cath" in draw_mind(mind, "cath")
    True
    """
    return save_canvas(mind_canvas(model_of(mind), owner, title=title, note=note), path, dpi)


def require_mind(mind: object, owner: str) -> None:
    """Raise `DrawError` unless the object is a `KripkeModel`; agents without a model have None."""
    if not isinstance(mind, KripkeModel):
        raise DrawError(f"mind of {shorten(owner)}: expected a KripkeModel, got {shorten(repr(mind))}")


def mind_canvas(mind: KripkeModel, owner: str, *, title: str = "", note: str = "") -> Canvas:
    """Return the canvas of `draw_mind`: a ring for each agent, or a table. O(g n^2) for g agents and n worlds."""
    require_mind(mind, owner)
    for name, text in (("title", title), ("note", note)):
        if not isinstance(text, str):
            raise DrawError(f"{name} {shorten(repr(text))}: expected a text")
    drawn = _rings if len(mind) <= MOST else _table
    return drawn(_Mind(mind, owner), title or f"The mind of {owner}", note)


def one_word(mind: KripkeModel) -> tuple[dict[str, str], str]:
    """Return each atom's argument, and the predicate of all atoms: ``ann`` and ``saboteur`` for ``saboteur(ann)``.

    Both are empty if the atoms do not have one common predicate with one argument.
    """
    matches = [ONE_PLACE.fullmatch(atom) for atom in mind.atoms]
    words = {each[1] for each in matches if each}
    if len(words) != 1 or not all(matches):
        return {}, ""
    return {each[0]: each[2] for each in matches if each}, words.pop()


def world_labels(mind: KripkeModel) -> tuple[dict[World, str], str]:
    """Return labels of the worlds, and the predicate of all atoms.

    A label lists the arguments of the true atoms. Without a common predicate, or if two worlds have the same label, the
    labels are the worlds' names, and the predicate is empty.
    """
    about, word = one_word(mind)
    true = [set(mind.structure.true_atoms(i)) for i in range(len(mind))]
    names = [", ".join(about[atom] for atom in mind.atoms if atom in atoms) or "none" for atoms in true] if word else []
    if len({*names}) < len(mind):
        return {world: name_text(world) for world in mind.worlds}, ""
    return dict(zip(mind.worlds, names, strict=True)), word


def start_of(mind: KripkeModel) -> World:
    """Return the first actual world, or the first world if there is no actual one."""
    start: World = next(iter([*mind.actuals, *mind.worlds]))
    return start


class _Class(NamedTuple):
    """A class of worlds: at each, the same worlds are `possible` for an agent, and the same worlds are `believed`."""

    worlds: tuple[World, ...]  # those that the owner of the model believes possible
    possible: frozenset[World]
    believed: frozenset[World]


class _Form(NamedTuple):
    """The dimensions of a ring: the letter size, the radius, and the size of its panel."""

    size: float
    radius: float
    width: float
    height: float


_Row = tuple[str, str, tuple[float, ...], str]
"""A row of the table: agent, description of a class, degrees of belief, and the number of believed worlds."""


@dataclass(frozen=True)
class _Mind:
    """An agent's own model, prepared for drawing, with the name of the agent (the owner)."""

    mind: KripkeModel
    owner: str

    @cached_property
    def here(self) -> frozenset[World]:
        """The worlds that the owner believes possible at the actual world or, without one, at the first world."""
        return self.mind.believed(self.owner, start_of(self.mind))

    @cached_property
    def others(self) -> list[str]:
        return [agent for agent in self.mind.agents if agent != self.owner]

    @cached_property
    def labels(self) -> dict[World, str]:
        return world_labels(self.mind)[0]

    @cached_property
    def colours(self) -> dict[str, str]:
        return {agent: stroke.colour for agent, stroke in strokes(list(self.mind.agents)).items()}

    def classes(self, agent: str) -> list[_Class]:
        """Return the agent's classes among the worlds that the owner believes possible. O(n^2).

        Classes at which the agent considers the most worlds possible come first. An owner who believes no world
        possible has one class, at the actual or first world; other agents then have none.
        """
        here = self.here or {start_of(self.mind)} if agent == self.owner else self.here
        by_beliefs: dict[tuple[frozenset[World], frozenset[World]], list[World]] = {}
        for world in self.mind.worlds:
            if world in here:
                key = self.mind.possible(agent, world), self.mind.believed(agent, world)
                by_beliefs.setdefault(key, []).append(world)
        classes = [_Class(tuple(worlds), *key) for key, worlds in by_beliefs.items()]
        return sorted(classes, key=lambda each: -len(each.possible))

    def describe(self, agent: str, each: _Class) -> str:
        """Return the agent's name; if an atom about the agent has one value in the whole class, add it in words."""
        atom = next((atom for atom in self.mind.atoms if atom.endswith(f"({agent})")), None)
        if atom is None:
            return agent
        true = [atom in self.mind.structure.true_atoms(i) for i, w in enumerate(self.mind.worlds) if w in each.worlds]
        word = atom.partition("(")[0]
        return f"{agent}, if a {word}" if all(true) else f"{agent}, if no {word}" if not any(true) else agent

    def rows(self, agent: str, atoms: Sequence[str]) -> Iterator[_Row]:
        """Yield the rows of the table for an agent: the agent's degrees of belief at the worlds of each class."""
        classes = self.classes(agent)
        for each in classes:
            said = f"{self.describe(agent, each)}," if len(classes) > 1 else agent
            who = f"{agent} believes" if agent == self.owner else f"{self.owner} believes that {said} believes"
            degrees = tuple(float(self.mind.degree(agent, atom, at=each.worlds[0], alike=True)) for atom in atoms)
            yield agent, who, degrees, f"{len(each.believed)} of {len(each.possible)} worlds"

    def form(self, radius: float, size: float) -> _Form:
        """Return the dimensions of a ring; the radius grows if the worlds on the ring need more space."""
        boxes = [self._box(world, size, weighted=True) for world in self.mind.worlds]
        width, height = max(each[0] for each in boxes), boxes[0][1]
        while self._crowded(radius, width + 3, height + 3):
            radius *= 1.06
        return _Form(size, radius, 2 * WIDER * radius + width + 2 * size, 2 * HIGHER * radius + height + 6 * size)

    def _crowded(self, radius: float, width: float, height: float) -> bool:
        """Whether boxes of this size would overlap on a ring, in one of the two rotations in which it may be drawn."""
        count = len(self.mind)
        for turn in (0.0, 0.5):
            angles = [2 * pi * (i + turn) / count for i in range(count + 1)]
            places = [(WIDER * radius * sin(a), HIGHER * radius * cos(a)) for a in angles]
            if any(abs(x - u) < width and abs(y - v) < height for (x, y), (u, v) in pairwise(places) if count > 1):
                return True
        return False

    def _box(self, world: World, size: float, weighted: bool) -> Point:
        return text_width(self.labels[world], size, True) + 1.2 * size, size * (3.0 if weighted else 1.9)

    def ring(self, agent: str, corner: Point, form: _Form, title: str) -> list[Shape]:
        """Draw a ring of worlds around dots for the agent's classes, with arrows to the believed worlds."""
        size, radius = form.size, form.radius
        x, y = corner[0] + form.width / 2, corner[1] + form.height / 2 + 1.5 * size
        classes, colour = self.classes(agent), self.colours[agent]
        weights: Mapping[World, Any] = self.mind.weights(agent) if agent in self.mind.structure.weights else {}
        # worlds of a class are side by side, the first class at the top
        order = [*dict.fromkeys(w for each in classes for w in self.mind.worlds if w in each.possible)]
        order += [world for world in self.mind.worlds if world not in order]
        turn = pi / 2 + pi * (len(classes[0].possible if classes else order) - 1) / len(order)
        angles = [2 * pi * i / len(order) - turn for i in range(len(order))]
        places = {
            w: (x + WIDER * radius * cos(a), y + HIGHER * radius * sin(a)) for w, a in zip(order, angles, strict=True)
        }
        hubs = [(x, y)] * len(classes)
        if len(classes) > 1:
            ends = [[places[world] for world in each.possible] or [(x, y)] for each in classes]
            hubs = [_towards((x, y), each, 0.3 * radius) for each in ends]
        shapes: list[Shape] = [Words(x, corner[1] + 12, title, size + 1.5, colour, True)]
        for each, hub in zip(classes, hubs, strict=True):
            for world in filter(each.possible.__contains__, self.mind.worlds):
                end = _edge(hub, places[world], *self._box(world, size, bool(weights)))
                if world in each.believed:
                    width = (0.8 + 3.2 * float(weights.get(world, 0.5))) * size / 12
                    shapes += _arrow(hub, end, Paint(None, colour, width), size)
                else:
                    shapes.append(polyline(Paint(None, GHOST, 0.9, (2, 4)), hub, end))
        for each, hub in zip(classes, hubs, strict=True):
            said = self.describe(agent, each) if len(classes) > 1 else agent
            width = text_width(said, size, True) + 1.3 * size
            shapes += [
                Rounded(*hub, width, 1.8 * size, 0.9 * size, Paint(colour)),
                Words(*hub, said, size, PAPER, True),
            ]
        possible = frozenset().union(*(each.possible for each in classes))
        believed = frozenset().union(*(each.believed for each in classes))
        for world, place in places.items():
            weight = weights.get(world) if world in possible else None
            shapes += self._world(world, place, size, world in possible, world in believed, weight, bool(weights))
        return shapes

    def _world(
        self, world: World, place: Point, size: float, possible: bool, believed: bool, weight: Any, weighted: bool
    ) -> list[Shape]:
        """Draw the box of a world with its name and the agent's weight of the world."""
        ink, rim = (INK, ()) if possible else (GHOST, (2, 3))
        paint = Paint(FILL if believed else PAPER, ink, 1.2 if believed else 0.8, rim)
        shift = 0.55 * size if weighted and possible else 0.0
        shapes: list[Shape] = [
            Rounded(*place, *self._box(world, size, weighted), 0.5 * size, paint),
            Words(place[0], place[1] - shift, self.labels[world], size, ink, believed),
        ]
        if weight is not None:
            at = place[0], place[1] + 0.75 * size
            shapes.append(Words(*at, f"{float(weight):.2f}", 0.85 * size, ink if believed else PALE))
        return shapes


def _rings(model: _Mind, title: str, note: str) -> Canvas:
    others, large, small = model.others, model.form(*LARGE), model.form(*SMALL)
    columns = min(len(others), 2 if len(others) <= 6 else 3)
    width = large.width + columns * small.width + 2 * EDGE
    if width > WIDEST:
        return _table(model, title, note)
    inner = max(large.height, ceil(len(others) / max(1, columns)) * small.height)
    shapes = model.ring(model.owner, (EDGE, HEAD + (inner - large.height) / 2), large, f"{model.owner} believes")
    for number, agent in enumerate(others):
        down, across = divmod(number, columns)
        corner = EDGE + large.width + across * small.width, HEAD + down * small.height
        shapes += model.ring(agent, corner, small, f"{model.owner} believes that {agent} believes")
    named = world_labels(model.mind)[1]
    below = f"worlds are named by who is a {named} there · " * bool(named) + (
        "arrow, yellow: believed · dotted: possible, not believed · grey: not possible · number: weight"
    )
    return _titled(width, HEAD + inner + FOOT, title, note, shapes, below, FOOT)


def _table(model: _Mind, title: str, note: str) -> Canvas:
    """Return the canvas with a table of degrees of belief; `TooLarge` unless all atoms have the same predicate."""
    about, word = one_word(model.mind)
    if not word:
        raise TooLarge(
            f"{plural(len(model.mind), 'world')}: at most {MOST} with short names can be read as a ring; ask formulas"
            + by_face(", or draw a part by draw(model, worlds=[...])")
        )
    below = (
        f"degrees of belief that each player is a {word}; and the number of worlds that the agent believes, of those "
        "that the agent considers possible"
    )
    rows = [row for agent in (model.owner, *model.others) for row in model.rows(agent, list(about))]
    left = EDGE + max(text_width(said, SIZE, True) for _, said, _, _ in rows) + GAP
    cell = max(44.0, *(text_width(name, SIZE, True) + GAP for name in about.values()))
    counts = text_width(max((believed for *_, believed in rows), key=len), SIZE)
    width = max(EDGE + left + cell * len(about) + GAP + counts + GAP, 2 * EDGE + text_width(below, 10.5))
    shapes: list[Shape] = [
        Words(left + cell * (place + 0.5), HEAD + ROW / 2, name, SIZE, INK, True)
        for place, name in enumerate(about.values())
    ]
    for number, (agent, said, degrees, believed) in enumerate(rows):
        y = HEAD + ROW * (number + 1.5) + (GAP if number else 0.0)
        shapes.append(Words(EDGE, y, said, SIZE, model.colours[agent], True, "start"))
        for place, degree in enumerate(degrees):
            middle = left + cell * (place + 0.5)
            shapes.append(Rounded(middle, y, cell - 3, ROW - 3, 4, Paint(PAPER, GHOST, 0.6)))
            if degree:
                shapes.append(Rounded(middle, y, cell - 3, ROW - 3, 4, Paint(FILL, opacity=degree)))
            shapes.append(Words(middle, y, f"{degree:.2f}", SIZE, INK if degree else PALE))
        shapes.append(Words(left + cell * len(degrees) + GAP, y, believed, SIZE, PALE, anchor="start"))
    return _titled(width, HEAD + ROW * (len(rows) + 1.5) + GAP + TABLE_FOOT, title, note, shapes, below, TABLE_FOOT)


def _titled(
    width: float, height: float, title: str, note: str, shapes: Sequence[Shape], below: str, foot: float
) -> Canvas:
    above = Words(EDGE, 30, title, 18, INK, True, "start"), Words(width - EDGE, 31, note, 11, PALE, False, "end")
    legend = Words(EDGE, height - foot / 2, below, 10.5, PALE, anchor="start")
    return Canvas(width, height, (*above, *shapes, legend), title)


def _towards(middle: Point, places: Sequence[Point], distance: float) -> Point:
    """Return the point at a distance from the centre, in the direction of the mean of these points."""
    x = sum(place[0] for place in places) / len(places) - middle[0]
    y = sum(place[1] for place in places) / len(places) - middle[1]
    length = hypot(x, y) or 1.0
    return middle[0] + x * distance / length, middle[1] + y * distance / length


def _edge(start: Point, middle: Point, width: float, height: float) -> Point:
    """Return the point where a line from `start` enters the box with this centre and size."""
    x, y = start[0] - middle[0], start[1] - middle[1]
    scale = min((width / 2 + 2) / abs(x) if x else float("inf"), (height / 2 + 2) / abs(y) if y else float("inf"), 1.0)
    return middle[0] + x * scale, middle[1] + y * scale


def _arrow(start: Point, end: Point, paint: Paint, size: float) -> list[Shape]:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y) or 1.0
    x, y, tip = x / length, y / length, 0.62 * size + paint.width
    back = end[0] - x * tip, end[1] - y * tip
    half = 0.42 * tip + 0.3 * paint.width
    left, right = ((back[0] - y * side, back[1] + x * side) for side in (half, -half))
    return [polyline(paint, start, back), polyline(Paint(paint.stroke), end, left, right, is_closed=True)]
