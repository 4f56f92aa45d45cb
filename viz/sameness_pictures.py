"""The picture of two models: bisimilar worlds joined, or a formula that tells the models apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Unpack, overload

from kripke.checking.explicit import extension
from kripke.data.structure import Structure
from kripke.data.wording import visible
from kripke.sameness.bisimulation import Bisimulation, bisimulation, distinguishing_formula
from logic.clauses import Atom
from logic.formula import Formula
from viz.arguments import Drawable, DrawOptions, require_captions, structure_of, whole_options
from viz.labels import shortened, titles
from viz.legend import Beside
from viz.links import Link
from viz.model_picture import LONG, picture_of, require_within
from viz.output import DPI, Drawing, content_of, ending_of, finish, lay_out
from viz.picture import Options
from viz.readable import readable
from viz.render import TIMEOUT
from viz.sameness_layout import SamenessLayout


@overload
def draw_sameness(
    one: Drawable,
    other: Drawable,
    path: None = None,
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw_sameness(
    one: Drawable,
    other: Drawable,
    path: str | PathLike[str],
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw_sameness(
    one: Drawable,
    other: Drawable,
    path: str | PathLike[str] | None = None,
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ("one", "other"),
    timeout: float = TIMEOUT,
    dpi: int = DPI,
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
    timeout : float
        Time limit of the layout in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
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
    ending, left, right = ending_of(path), structure_of(one), structure_of(other)
    settings = whole_options("draw_sameness", ("worlds", "positions", "layout"), **options)
    atoms = None if compare is None else list(compare)
    formula = distinguishing_formula(left, right, atoms)

    def content(chosen: Options, models: Sequence[Structure]) -> Drawing:
        if formula is not None and chosen.highlight is None:
            chosen = replace(chosen, highlight=formula)
        pictures = [picture_of(each, chosen) for each in models]
        bridges: list[Link] = []
        note = "bisimilar: no formula distinguishes joined worlds"
        if formula is None:
            bridges = _bridges(bisimulation(models[0], models[1], atoms), chosen)
        else:
            note = _parted(formula, left, right, captions)
        beside = Beside(captions, bridges=bridges, notes=[note])
        return lay_out(pictures, beside, ending, timeout, SamenessLayout(bridges))

    return finish(content_of(readable(content, settings, [left, right], whole=True), ending, timeout, dpi), path)


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
