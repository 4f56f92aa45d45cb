"""A picture of an agent's beliefs about the world and about the beliefs of others: a ring of worlds for each agent.

An agent's classes are dots in the middle of the ring, with arrows to the worlds that the agent believes possible: from
each world of the class, `B` leads to these worlds. The picture has the information of `draw` with fewer lines. With too
many worlds or too long names for a ring, a table shows the degrees of belief.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from os import PathLike
from pathlib import Path as FilePath
from typing import NamedTuple

from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge, shorten
from viz.canvas import Canvas, Paint, Path, Rounded, Shape, Words, save_canvas, text_width
from viz.mind_classes import BeliefClass, OwnedModel, world_labels
from viz.mind_table import table_canvas
from viz.output import DPI
from viz.picture import DrawError
from viz.theme import FILL, GHOST, INK, PALE, PAPER, strokes

MOST = 24
"""Maximal number of worlds in a ring."""
LARGE, SMALL = (190.0, 12.0), (118.0, 9.0)
"""Minimal radius and size of letters, of the owner's ring and of the others."""
WIDEST = 1400.0
"""Maximal width of a picture with rings, in points; on a slide the letters of a wider one would be below 6 points."""
WIDER, HIGHER = 1.05, 0.95
"""Factors of width and height of a ring; the boxes on it are wider than high too."""
EDGE, HEAD, FOOT = 24.0, 66.0, 44.0


def draw_mind(
    mind: KripkeModel,
    owner: str,
    path: str | PathLike[str] | None = None,
    *,
    title: str = "",
    note: str = "",
    dpi: int = DPI,
) -> str | FilePath:
    """Draw an agent's beliefs about the world and about the beliefs of others.

    Parameters
    ----------
    mind : KripkeModel
        The agent's model, with at most 24 worlds. If all atoms have the same predicate, such as ``saboteur(ann)``, it
        may have more worlds or longer names; a table is then drawn instead of rings. The picture is drawn for the
        actual world, or the first world if there is none.
    owner : str
        Name of the agent.
    path : path, optional
        The file, SVG, PNG or PDF by its ending; None: return the SVG text.
    title, note : str
        Text above the picture, and a smaller one beside it.
    dpi : int
        Resolution of a PNG in dots per inch.

    Raises
    ------
    TooLarge
        If there are more worlds, with other atoms.
    DrawError
        If `mind` is not a model, the format is unknown or the file cannot be written.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_mind
    >>> worlds = {"ann": {"saboteur(ann)"}, "bob": {"saboteur(bob)"}}
    >>> mind = KripkeModel.s5(worlds, {"cath": [["ann", "bob"]]}, actual="ann",
    ...                       weights={"cath": {"ann": 0.7, "bob": 0.3}}, threshold=0.5)
    >>> "The mind of cath" in draw_mind(mind, "cath")
    True
    """
    return save_canvas(mind_canvas(mind, owner, title=title, note=note), path, dpi)


def require_mind(mind: object, owner: str) -> None:
    """Refuse anything but a model, such as the mind of an agent who does not have a model yet."""
    if not isinstance(mind, KripkeModel):
        raise DrawError(f"mind of {shorten(owner)}: expected a KripkeModel, got {shorten(repr(mind))}")


def mind_canvas(mind: KripkeModel, owner: str, *, title: str = "", note: str = "") -> Canvas:
    """The drawing of `draw_mind`. O(a n^2) for a agents and n worlds."""
    require_mind(mind, owner)
    others = [agent for agent in mind.agents if agent != owner]
    if len(mind) > MOST:
        return _table(mind, owner, title, note)
    rings = _Rings(mind, owner)
    large, small = rings.form(*LARGE), rings.form(*SMALL)
    columns = min(len(others), 2 if len(others) <= 6 else 3)
    width = large.width + columns * small.width + 2 * EDGE
    if width > WIDEST:
        return _table(mind, owner, title, note)
    inner = max(large.height, ceil(len(others) / max(1, columns)) * small.height)
    shapes: list[Shape] = [Words(EDGE, 30, title or f"The mind of {owner}", 18, INK, True, "start")]
    shapes.append(Words(width - EDGE, 31, note, 11, PALE, False, "end"))
    shapes += rings.panel(owner, (EDGE, HEAD + (inner - large.height) / 2), large, f"{owner} believes")
    for number, agent in enumerate(others):
        row, column = divmod(number, columns)
        corner = EDGE + large.width + column * small.width, HEAD + row * small.height
        shapes += rings.panel(agent, corner, small, f"{owner} believes that {agent} believes")
    shapes += _legend(rings, HEAD + inner + FOOT / 2)
    return Canvas(width, HEAD + inner + FOOT, tuple(shapes), title or f"The mind of {owner}")


def _table(mind: KripkeModel, owner: str, title: str, note: str) -> Canvas:
    table = table_canvas(mind, owner, title=title, note=note)
    if table is None:
        raise TooLarge(
            f"{len(mind)} worlds: at most {MOST} with short names can be read as a ring; ask formulas, or draw a part "
            "by draw(model, worlds=[...])"
        )
    return table


class _Form(NamedTuple):
    """The size of letters, the radius of a ring, and its panel's size."""

    size: float
    radius: float
    width: float
    height: float


@dataclass(frozen=True)
class _Rings(OwnedModel):
    @cached_property
    def labels(self) -> dict[World, str]:
        return world_labels(self.mind)[0]

    @cached_property
    def colours(self) -> dict[str, str]:
        return {agent: stroke.colour for agent, stroke in strokes(list(self.mind.agents)).items()}

    def form(self, radius: float, size: float) -> _Form:
        """The form of a ring with this radius, or a larger one if the worlds on it need more space."""
        boxes = [self._box(world, size, weighted=True) for world in self.mind.worlds]
        width, height = max(each[0] for each in boxes), boxes[0][1]
        while self._crowded(radius, width + 3, height + 3):
            radius *= 1.06
        return _Form(size, radius, 2 * WIDER * radius + width + 2 * size, 2 * HIGHER * radius + height + 6 * size)

    def _crowded(self, radius: float, width: float, height: float) -> bool:
        """Whether boxes of this size would overlap on a ring, wherever it starts."""
        count = len(self.mind)
        for turn in (0.0, 0.5):
            angles = [2 * pi * (i + turn) / count for i in range(count + 1)]
            places = [(WIDER * radius * sin(a), HIGHER * radius * cos(a)) for a in angles]
            if any(abs(x - u) < width and abs(y - v) < height for (x, y), (u, v) in pairwise(places) if count > 1):
                return True
        return False

    def panel(self, agent: str, corner: tuple[float, float], form: _Form, title: str) -> list[Shape]:
        size, radius = form.size, form.radius
        middle = corner[0] + form.width / 2, corner[1] + form.height / 2 + 1.5 * size
        classes = self.classes(agent)
        places = self._places(classes, middle, radius)
        hubs = [(each, self._hub_at(each, classes, middle, radius, places)) for each in classes]
        shapes: list[Shape] = [Words(middle[0], corner[1] + 12, title, size + 1.5, self.colours[agent], True)]
        weights = self.mind.weights(agent) if self._weighted(agent) else {}
        for each, place in hubs:
            shapes += self._arrows(agent, each, place, places, size, weights)
        for each, place in hubs:
            shapes += self._hub(agent, each, place, size, len(hubs) > 1)
        for world, place in places.items():
            shapes += self._world(agent, world, place, size, weights)
        return shapes

    def _weighted(self, agent: str) -> bool:
        return bool(self.mind.structure.weights) and agent in self.mind.structure.weights

    def _places(
        self, classes: Sequence[BeliefClass], middle: tuple[float, float], radius: float
    ) -> dict[World, tuple[float, float]]:
        """The worlds around the middle: worlds of a class side by side, the first class at the top."""
        order = dict.fromkeys(w for each in classes for w in self.mind.worlds if w in each.possible)
        worlds = [*order, *(world for world in self.mind.worlds if world not in order)]
        turn = pi / 2 + pi * (len(classes[0].possible) - 1) / len(worlds)
        angles = [2 * pi * i / len(worlds) - turn for i in range(len(worlds))]
        return {
            world: (middle[0] + WIDER * radius * cos(a), middle[1] + HIGHER * radius * sin(a))
            for world, a in zip(worlds, angles, strict=True)
        }

    def _hub_at(
        self,
        each: BeliefClass,
        classes: Sequence[BeliefClass],
        middle: tuple[float, float],
        radius: float,
        places: Mapping[World, tuple[float, float]],
    ) -> tuple[float, float]:
        """The middle of the ring; with several classes, a point on the way to the worlds of the class."""
        if len(classes) == 1:
            return middle
        return _towards(middle, [places[world] for world in each.possible], 0.3 * radius)

    def _arrows(
        self,
        agent: str,
        each: BeliefClass,
        hub: tuple[float, float],
        places: Mapping[World, tuple[float, float]],
        size: float,
        weights: Mapping[World, object],
    ) -> list[Shape]:
        colour, shapes = self.colours[agent], []
        for world in self.mind.worlds:
            if world not in each.possible:
                continue
            end = _edge(hub, places[world], *self._box(world, size, bool(weights)))
            weight = float(weights.get(world, 0.5)) if weights else 0.5  # type: ignore[arg-type]
            if world in each.believed:
                shapes += _arrow(hub, end, Paint(None, colour, (0.8 + 3.2 * weight) * size / 12), size)
            else:
                shapes.append(_line(hub, end, Paint(None, GHOST, 0.9, (2, 4))))
        return shapes

    def _box(self, world: World, size: float, weighted: bool) -> tuple[float, float]:
        return text_width(self.labels[world], size, True) + 1.2 * size, size * (3.0 if weighted else 1.9)

    def _hub(
        self, agent: str, each: BeliefClass, place: tuple[float, float], size: float, several: bool
    ) -> list[Shape]:
        said = self.describe(agent, each) if several else agent
        width = text_width(said, size, True) + 1.3 * size
        paint = Paint(self.colours[agent])
        return [Rounded(*place, width, 1.8 * size, 0.9 * size, paint), Words(*place, said, size, PAPER, True)]

    def _world(
        self, agent: str, world: World, place: tuple[float, float], size: float, weights: Mapping[World, object]
    ) -> list[Shape]:
        width, height = self._box(world, size, bool(weights))
        possible = {w for looker in self.here for w in self.mind.possible(agent, looker)}
        believed = {w for looker in self.here for w in self.mind.believed(agent, looker)}
        is_possible, is_believed = world in possible, world in believed
        paint = Paint(
            FILL if is_believed else PAPER,
            INK if is_possible else GHOST,
            1.2 if is_believed else 0.8,
            () if is_possible else (2, 3),
        )
        ink = INK if is_possible else GHOST
        shift = 0.55 * size if weights and is_possible else 0.0
        shapes: list[Shape] = [
            Rounded(*place, width, height, 0.5 * size, paint),
            Words(place[0], place[1] - shift, self.labels[world], size, ink, is_believed),
        ]
        if weights and is_possible and world in weights:
            number = f"{float(weights[world]):.2f}"  # type: ignore[arg-type]
            shapes.append(Words(place[0], place[1] + 0.75 * size, number, 0.85 * size, ink if is_believed else PALE))
        return shapes


def _towards(
    middle: tuple[float, float], places: Sequence[tuple[float, float]], distance: float
) -> tuple[float, float]:
    """The point at a distance from the middle, in the direction of the mean of these places."""
    x = sum(place[0] for place in places) / len(places) - middle[0]
    y = sum(place[1] for place in places) / len(places) - middle[1]
    length = hypot(x, y) or 1.0
    return middle[0] + x * distance / length, middle[1] + y * distance / length


def _edge(start: tuple[float, float], middle: tuple[float, float], width: float, height: float) -> tuple[float, float]:
    """The point where a line from the start meets the box around the middle."""
    x, y = start[0] - middle[0], start[1] - middle[1]
    scale = min((width / 2 + 2) / abs(x) if x else float("inf"), (height / 2 + 2) / abs(y) if y else float("inf"), 1.0)
    return middle[0] + x * scale, middle[1] + y * scale


def _line(start: tuple[float, float], end: tuple[float, float], paint: Paint) -> Shape:
    return Path((("M", start), ("L", end)), paint)


def _arrow(start: tuple[float, float], end: tuple[float, float], paint: Paint, size: float) -> list[Shape]:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y) or 1.0
    x, y, tip = x / length, y / length, 0.62 * size + paint.width
    back = end[0] - x * tip, end[1] - y * tip
    half = 0.42 * tip + 0.3 * paint.width
    head = (
        ("M", end),
        ("L", (back[0] - y * half, back[1] + x * half)),
        ("L", (back[0] + y * half, back[1] - x * half)),
        ("Z", ()),
    )
    return [_line(start, back, paint), Path(head, Paint(paint.stroke))]


def _legend(ring: _Rings, y: float) -> list[Shape]:
    named = world_labels(ring.mind)[1]
    worlds = f"worlds are named by who is a {named} there · " if named else ""
    text = f"{worlds}arrow, yellow: believed · dotted: possible, not believed · grey: not possible · number: weight"
    return [Words(EDGE, y, text, 10.5, PALE, anchor="start")]
