"""The picture of two models: bisimilar worlds joined, or a formula that tells the models apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from os import PathLike
from pathlib import Path
from typing import Unpack

from kripke.checking.explicit import extension
from kripke.data.structure import Structure
from kripke.data.wording import visible
from kripke.sameness.bisimulation import Bisimulation, bisimulation
from kripke.sameness.distinguishing import distinguishing_formula
from logic.clauses import Atom
from logic.formula import Formula
from viz.drawing import Build, Drawable, DrawOptions, drawn, require_captions, structure_of, whole_options
from viz.layout.geometry import Box, Point, around
from viz.layout.placement import GAP, Panel, largest, place, roomy
from viz.pictures.labels import shortened, titles
from viz.pictures.legend import Beside
from viz.pictures.links import Link
from viz.pictures.model_picture import LONG, picture_of, require_within
from viz.pictures.picture import Options, Picture

HIGH = 1.1
"""Ratio of width to height from which a panel is turned."""


@dataclass(frozen=True, slots=True)
class SamenessLayout:
    """The layout of two pictures whose worlds are joined by bridges."""

    bridges: Sequence[Link]  # from spots of the first picture to spots of the second

    def __call__(self, pictures: Sequence[Picture], sized: Sequence[Mapping[str, Box]]) -> list[Panel]:
        """The two panels. O(b + n^2) for b bridges and n worlds, besides the cost of `place`."""
        first, second = (_high(picture, boxes) for picture, boxes in zip(pictures, sized, strict=True))
        if not pictures[1].layered:
            points = [box.middle for box in _worlds(second)]
            mirrored = [[(x * sx, y * sy) for x, y in points] for sx in (1, -1) for sy in (1, -1)]
            second = min((_placed(second, sized[1], way) for way in mirrored), key=lambda p: self._length(first, p))
        return [first, second]

    def _length(self, one: Panel, other: Panel) -> float:
        """The length of the bridges, with the middles of the panels at the same height."""
        up, axis, left = one.bounds.y, other.bounds.y, other.bounds.x
        return sum(
            hypot(
                (one.boxes[b.source].y - up) - (other.boxes[b.target].y - axis), 0.1 * (other.boxes[b.target].x - left)
            )
            for b in self.bridges
        )


def _high(picture: Picture, sized: Mapping[str, Box]) -> Panel:
    """The panel, turned to be higher than wide unless its layers need a direction."""
    panel = place(picture, sized)
    whole = around(panel.boxes)
    if picture.layered or whole.width <= HIGH * whole.height:
        return panel
    return _placed(panel, sized, [(box.y, -box.x) for box in _worlds(panel)])


def _placed(panel: Panel, sized: Mapping[str, Box], points: Sequence[Point]) -> Panel:
    points = roomy(points, largest(panel.picture, sized), GAP, GAP)
    where = {spot.world: point for spot, point in zip(panel.picture.spots, points, strict=True)}
    return place(panel.picture, sized, where, spread=True)


def _worlds(panel: Panel) -> Sequence[Box]:
    return panel.boxes[: len(panel.picture.spots)]


def draw_sameness(
    one: Drawable,
    other: Drawable,
    path: str | PathLike[str] | None = None,
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ("one", "other"),
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw two models side by side, and show why they are bisimilar or why they are not.

    If they are bisimilar, dashed lines join bisimilar worlds. If they are not, the worlds are filled where a
    distinguishing formula holds.

    Parameters
    ----------
    one, other : Model or Structure
        The models, with the same agents.
    path : path, optional
        As in `draw`.
    compare : iterable of str, optional
        The atoms to compare, as ``atoms=[...]`` in `bisimilar`; required if the vocabularies differ.
    captions : pair of str
        Texts above the pictures.
    **options
        The options of `draw`; a formula to highlight replaces the distinguishing formula.

    Returns
    -------
    str or Path
        As `draw`.

    Raises
    ------
    ModelError, UnknownAtom
        As in `kripke.sameness.bisimulation.bisimilar`: the models cannot be compared.
    TooLarge, DrawError
        As in `draw`; the lines between bisimilar worlds count as lines.

    Examples
    --------
    >>> from whoknows import KripkeModel, contract, draw_sameness
    >>> m = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> "bisimilar" in draw_sameness(m, contract(m))
    True
    """
    require_captions(captions, ("one", "other"))
    left, right = structure_of(one), structure_of(other)
    settings = whole_options("draw_sameness", ("worlds", "positions", "layout"), **options)
    atoms = None if compare is None else list(compare)
    formula = distinguishing_formula(left, right, atoms)

    def build(chosen: Options, models: Sequence[Structure]) -> Build:
        if formula is not None:
            chosen = chosen if chosen.highlight is not None else replace(chosen, highlight=formula)
            beside = Beside(captions, notes=[_parted(formula, left, right, captions)])
        else:
            note = "bisimilar: no formula distinguishes joined worlds"
            beside = Beside(captions, bridges=_bridges(bisimulation(models[0], models[1], atoms), chosen), notes=[note])
        return [picture_of(each, chosen) for each in models], beside, SamenessLayout(beside.bridges)

    return drawn(build, path, settings, [left, right])


def _parted(formula: Formula, one: Structure, other: Structure, captions: Sequence[str]) -> str:
    """Where the formula holds and where it does not: at the actual worlds, everywhere, or somewhere."""
    said = shortened(visible(str(formula)), 2 * LONG)
    left, right = (visible(caption) for caption in captions)
    if one.actual is not None and other.actual is not None:
        here, there = (_point(each) for each in (one, other))
        return f"not bisimilar: {said} holds at {here} of {left}, not at {there} of {right}"
    if len(extension(one, formula)) == one.size:
        return f"not bisimilar: {said} holds everywhere in {left}, not everywhere in {right}"
    return f"not bisimilar: {said} holds somewhere in {left}, nowhere in {right}"


def _point(structure: Structure) -> str:
    """The actual world by its name, or "the actual world" if its atoms are its name."""
    name = titles(structure, None)[structure.actual or 0]
    return shortened(name, 30) if name else "the actual world"


def _bridges(matches: Bisimulation, options: Options) -> list[Link]:
    """A line for each pair of bisimilar worlds."""
    require_within(options, max_lines=(len(matches), "pairs of bisimilar worlds"))
    first, second = matches.blocks
    pairs = [(i, j) for i, one in enumerate(first.tolist()) for j, other in enumerate(second.tolist()) if one == other]
    return [Link(i, j, "line", ()) for i, j in pairs]
