"""Pictures of what a player of a game knows, and of what is known at the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from os import PathLike
from pathlib import Path as FilePath
from typing import NamedTuple

from games.core.errors import GameError
from games.knowing.excerpt import Excerpt, seen_by, seen_by_all
from games.knowing.knower import Knower
from kripke.data.worlds import World
from kripke.models.kripke_model import AnyModel, KripkeModel, model_of
from kripke.models.model import Model
from logic.errors import TooLarge, listing, shorten
from logic.formula import Formula
from viz.canvas import Canvas, Paint, Path, Rounded, Shape, Words, save_canvas, text_width
from viz.drawing import draw
from viz.output.files import DPI, FORMATS
from viz.pictures.labels import world_text
from viz.pictures.picture import DrawError, Options
from viz.theme import FILL, GHOST, INK, PALE, PAPER, strokes

ONE_PLACE = re.compile(r"(\w+)\((\w+)\)")


@dataclass(frozen=True)
class BeliefClass:
    """A class of worlds with the same possible and believed worlds of an agent.

    Parameters
    ----------
    worlds : tuple of World
        The worlds of the class that the owner of the model believes possible.
    possible, believed : frozenset of World
        The worlds that the agent considers possible there, and those the agent believes possible.
    """

    worlds: tuple[World, ...]
    possible: frozenset[World]
    believed: frozenset[World]


@dataclass(frozen=True)
class OwnedModel:
    """The model of one agent, with the agent's own beliefs."""

    mind: KripkeModel
    owner: str

    @cached_property
    def here(self) -> frozenset[World]:
        """The worlds that the owner believes possible."""
        start = self.mind.actual if self.mind.actual is not None else next(iter(self.mind.worlds))
        return self.mind.believed(self.owner, start)

    def classes(self, agent: str) -> list[BeliefClass]:
        """The agent's classes at these worlds, the largest first. O(n^2) for n worlds."""
        by_beliefs: dict[tuple[frozenset[World], frozenset[World]], list[World]] = {}
        for world in self.mind.worlds:
            if world in self.here:
                key = self.mind.possible(agent, world), self.mind.believed(agent, world)
                by_beliefs.setdefault(key, []).append(world)
        return sorted(
            (BeliefClass(tuple(worlds), *key) for key, worlds in by_beliefs.items()),
            key=lambda each: -len(each.possible),
        )

    def describe(self, agent: str, each: BeliefClass) -> str:
        """The agent's name with what is true of the agent in this class, if the same holds in all its worlds."""
        atom = next((atom for atom in self.mind.atoms if atom.endswith(f"({agent})")), None)
        if atom is None:
            return agent
        true = [atom in self.mind.structure.true_atoms(i) for i, w in enumerate(self.mind.worlds) if w in each.worlds]
        word = atom.partition("(")[0]
        return f"{agent}, if a {word}" if all(true) else f"{agent}, if no {word}" if not any(true) else agent


def one_word(mind: KripkeModel) -> tuple[dict[str, str], str]:
    """The argument of each atom, if all atoms have the same predicate, such as ``saboteur(ann)``; and the predicate."""
    matches = [ONE_PLACE.fullmatch(atom) for atom in mind.atoms]
    words = {each[1] for each in matches if each}
    if len(words) != 1 or not all(matches):
        return {}, ""
    return {each[0]: each[2] for each in matches if each}, words.pop()


def world_labels(mind: KripkeModel) -> tuple[dict[World, str], str]:
    """Short names of the worlds, and the predicate they are made of; it is empty for the worlds' own names.

    If all atoms have the same predicate, such as ``saboteur(ann)``, a world is named by the arguments of its true
    atoms.
    """
    about, word = one_word(mind)
    if not word:
        return {world: world_text(world) for world in mind.worlds}, ""
    return {
        world: ", ".join(about[atom] for atom in _true(mind, i)) or "none" for i, world in enumerate(mind.worlds)
    }, word


def _true(mind: KripkeModel, position: int) -> list[str]:
    true = set(mind.structure.true_atoms(position))
    return [atom for atom in mind.atoms if atom in true]


TABLE_FOOT = 40.0
SIZE, ROW, GAP = 11.0, 26.0, 12.0
"""Size of letters, height of a row, and distance of the parts of the table, in points."""


class _Row(NamedTuple):
    """An agent in one class: a description, the degrees, and the number of believed worlds."""

    agent: str
    said: str
    degrees: tuple[float, ...]
    believed: str


def table_canvas(mind: KripkeModel, owner: str, *, title: str = "", note: str = "") -> Canvas | None:
    """The table of a model whose atoms all have the same predicate, such as ``saboteur(ann)``; None for other models.

    Notes
    -----
    O(a n^2) for a agents and n worlds.
    """
    about, word = one_word(mind)
    if not word:
        return None
    model = OwnedModel(mind, owner)
    rows = [row for agent in _owner_first(mind, owner) for row in _rows(model, agent, list(about))]
    left = max(text_width(row.said, SIZE, True) for row in rows) + GAP
    cell = max(44.0, *(text_width(name, SIZE, True) + GAP for name in about.values()))
    width = 2 * EDGE + left + cell * len(about) + GAP + text_width(_longest(rows), SIZE) + GAP
    width = max(width, 2 * EDGE + text_width(_table_legend(word), 10.5))
    heading = title or f"The mind of {owner}"
    shapes: list[Shape] = [Words(EDGE, 30, heading, 18, INK, True, "start")]
    shapes.append(Words(width - EDGE, 31, note, 11, PALE, False, "end"))
    shapes += _head([*about.values()], EDGE + left, cell)
    colours = {agent: stroke.colour for agent, stroke in strokes(list(mind.agents)).items()}
    for number, row in enumerate(rows):
        y = HEAD + ROW * (number + 1.5) + (GAP if number else 0.0)
        shapes += _table_line(row, y, EDGE + left, cell, colours[row.agent])
    height = HEAD + ROW * (len(rows) + 1.5) + GAP + TABLE_FOOT
    shapes.append(Words(EDGE, height - TABLE_FOOT / 2, _table_legend(word), 10.5, PALE, anchor="start"))
    return Canvas(width, height, tuple(shapes), heading)


def _owner_first(mind: KripkeModel, owner: str) -> list[str]:
    return [owner, *(agent for agent in mind.agents if agent != owner)]


def _rows(model: OwnedModel, agent: str, atoms: list[str]) -> list[_Row]:
    classes = model.classes(agent)
    return [_row(model, agent, each, atoms, len(classes) > 1) for each in classes]


def _row(model: OwnedModel, agent: str, each: BeliefClass, atoms: list[str], several: bool) -> _Row:
    said = f"{model.describe(agent, each)}," if several else agent
    who = f"{agent} believes" if agent == model.owner else f"{model.owner} believes that {said} believes"
    degrees = tuple(float(model.mind.degree(agent, atom, at=each.worlds[0], alike=True)) for atom in atoms)
    return _Row(agent, who, degrees, f"{len(each.believed)} of {len(each.possible)} worlds")


def _longest(rows: list[_Row]) -> str:
    return max((row.believed for row in rows), key=len)


def _head(names: list[str], x: float, cell: float) -> list[Shape]:
    return [Words(x + cell * (place + 0.5), HEAD + ROW / 2, name, SIZE, INK, True) for place, name in enumerate(names)]


def _table_line(row: _Row, y: float, x: float, cell: float, colour: str) -> list[Shape]:
    shapes: list[Shape] = [Words(EDGE, y, row.said, SIZE, colour, True, "start")]
    for place, degree in enumerate(row.degrees):
        middle = x + cell * (place + 0.5)
        shapes.append(Rounded(middle, y, cell - 3, ROW - 3, 4, Paint(PAPER, GHOST, 0.6)))
        if degree:
            shapes.append(Rounded(middle, y, cell - 3, ROW - 3, 4, Paint(FILL, opacity=degree)))
        shapes.append(Words(middle, y, f"{degree:.2f}", SIZE, INK if degree else PALE))
    shapes.append(Words(x + cell * len(row.degrees) + GAP, y, row.believed, SIZE, PALE, anchor="start"))
    return shapes


def _table_legend(word: str) -> str:
    return (
        f"degrees of belief that each player is a {word}; and the number of worlds that the agent believes, of those "
        "that the agent considers possible"
    )


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
    mind: AnyModel,
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
    mind : KripkeModel or networkx graph
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
    return save_canvas(mind_canvas(model_of(mind), owner, title=title, note=note), path, dpi)


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


DRAWN = Options().max_worlds
"""The largest number of worlds in a picture."""


def draw_knowledge(knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), note: str = "") -> FilePath:
    """Draw what a player considers possible, and what others consider possible there, without the actual world.

    Parameters
    ----------
    about : sequence of str
        Variables and atoms; worlds that differ neither in these nor in what is known of them are one. The worlds of a
        player's own model have weights and are never merged.

    Raises
    ------
    TooLarge
        If there are too many worlds.
    UnknownAtom
        If there is no such variable or atom.
    GameError
        If `about` is given and the player has a model of their own.
    """
    if knower.mind is None:
        return _drawn(seen_by(knower, about, most=DRAWN), path, f"Possible for {knower.name}")
    if about:
        raise GameError(
            f"{knower.name} has a model of their own, whose worlds have weights: it is drawn whole; without --as the "
            "table's model is drawn, about what you like"
        )
    return _draw_mind(knower, knower.mind, path, note)


def draw_table(
    knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), asked: Formula | None = None
) -> FilePath:
    """Draw what is known at the table, with the actual world and the worlds where a formula holds.

    Parameters
    ----------
    about : sequence of str
        Variables and atoms, as in `draw_knowledge`, and the errors too.
    """
    return _drawn(seen_by_all(knower, about, asked, most=DRAWN), path, "What is known at the table")


def _drawn(shown: Excerpt, path: str | PathLike[str], title: str) -> FilePath:
    if shown.marker is None:
        return FilePath(draw(shown.model, path, title=title, atoms="none", names=True))
    return FilePath(draw(shown.model, path, title=title, highlight=shown.marker, atoms="none", names=True))


def _draw_mind(knower: Knower, whole: Model, path: str | PathLike[str], note: str) -> FilePath:
    """A ring of worlds for each player, or a table of many worlds, where the format is that of a picture."""
    title, mind = f"The mind of {knower.name}", knower.model
    if not isinstance(mind, KripkeModel):
        return FilePath(draw(whole, path, title=title))
    tabular = bool(one_word(mind)[1])
    if (len(mind) <= MOST or tabular) and FilePath(path).suffix.lower().lstrip(".") in FORMATS:
        return FilePath(draw_mind(mind, knower.name, path, title=title, note=note))
    if len(mind) > DRAWN:
        formats = listing([f".{each}" for each in FORMATS])
        asked = "ask formulas instead, such as the literals that are listed without one"
        way = f"as {formats} it is a table" if tabular else asked
        raise TooLarge(f"the model of {knower.name} has {len(mind):,} worlds, and at most {DRAWN} can be read: {way}")
    return FilePath(draw(whole, path, title=title))
