"""`draw`: a picture of a model, an event model or an explanation, in the format that the path's ending gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log
from os import PathLike
from pathlib import Path
from typing import Protocol, Unpack, overload, runtime_checkable

from graphviz import Digraph

from kripke.change.event import EventModel
from kripke.data.structure import Structure
from kripke.models.model import Model
from kripke.why.explanation import Explanation
from kripke.why.verdict import Verdict
from logic.errors import shorten
from viz import dot
from viz.arguments import Drawable, DrawOptions, options_of, picture_of_any, structure_of
from viz.geometry import around
from viz.labels import broken
from viz.legend import Beside
from viz.output import DPI, TEX, Drawing, content_of, ending_of, finish, lay_out
from viz.picture import DrawError, Options
from viz.readable import readable
from viz.render import TIMEOUT, places, render

SHAPE, WIDE = 1.6, 1.5
"""Best ratio of width to height of a picture, and the factor above it that is too wide."""

ROW, MOST_ROWS = 100, 40
"""Number of letters in a row of an explanation below a picture, and of rows: about a page."""


@runtime_checkable
class HasDot(Protocol):
    """Something with a DOT form, such as an explanation."""

    def to_dot(self) -> str:
        """The graph in DOT."""


@runtime_checkable
class HasTikz(Protocol):
    """Something with a form in TikZ, such as a proof."""

    def to_tikz(self) -> str:
        """The text for a document that loads ``tikz``."""


@runtime_checkable
class Refutation(Protocol):
    """A model with the reasons why a formula fails at its actual world, such as a countermodel."""

    @property
    def model(self) -> Model:
        """The model."""

    def explain(self) -> Explanation:
        """The reasons."""


@overload
def draw(
    model: Drawable | EventModel | Verdict | Refutation | HasDot,
    path: None = None,
    *,
    before: Drawable | None = None,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw(
    model: Drawable | EventModel | Verdict | Refutation | HasDot,
    path: str | PathLike[str],
    *,
    before: Drawable | None = None,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw(
    model: Drawable | EventModel | Verdict | Refutation | HasDot,
    path: str | PathLike[str] | None = None,
    *,
    before: Drawable | None = None,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw a model, an event model, an explanation, a proof or a countermodel.

    Parameters
    ----------
    model : Model, EventModel, Verdict, Explanation, Proof, Countermodel, or anything with ``to_dot() -> str``
        What to draw; of a verdict its explanation. Below a countermodel is the explanation why the formula fails. See
        `draw_product` for an event model beside a model.
    path : path, optional
        The file; its ending gives the format: ``.svg .png .pdf`` pictures, ``.dot .gv`` Graphviz's language, ``.tex
        .tikz`` TikZ for a paper. The file is written completely or not at all. None: return the SVG text.
    before : Model or Structure, optional
        The model before an update: removed worlds and lines are drawn pale. See also `draw_update`.
    timeout : float
        Time limit of the layout, and then of the drawing, in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
    **options
        The options of the picture, which `viz.arguments.DrawOptions` describes: title, highlight, atoms, weights,
        names, layout, positions, worlds, agents, width, standalone, legend, full, loops, hubs, engine, max_worlds,
        max_lines.

    Returns
    -------
    str or Path
        The SVG text without a path; else the path.

    Raises
    ------
    TooLarge
        If there are more worlds or lines than the limits; checked before anything is built.
    DrawError
        If the format is unknown, or the layout exceeds the time limit.
    FileError
        If the file cannot be written.
    ParseError, UnknownAgent, UnknownAtom
        If `highlight` is not a formula of this model.

    Notes
    -----
    O(l (n + l)) for n worlds and l lines, plus Graphviz's time for the layout.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> "<svg" in draw(m, highlight="p")
    True
    """
    ending = ending_of(path)
    if isinstance(model, Verdict):
        model = model.explain()
    shown = model.model if isinstance(model, Refutation) else model
    if not isinstance(shown, (Model, Structure, EventModel)):
        return finish(_foreign(shown, ending, timeout, dpi), path)
    old = None if before is None else structure_of(before)
    settings = replace(options_of(**options), before=old)
    below = reasons(model.explain()) if isinstance(model, Refutation) else ""

    drawing = laid_out(shown, settings, Beside([""], below=below), ending, timeout)
    return finish(content_of(drawing, ending, timeout, dpi), path)


def laid_out(shown: Drawable | EventModel, options: Options, beside: Beside, ending: str, timeout: float) -> Drawing:
    """The picture of a model or an event model, with places; errors as in `draw`."""

    def content(chosen: Options, contracted: Sequence[Structure]) -> Drawing:
        model = next(iter(contracted), shown)
        return lay_out([picture_of_any(model, chosen)], beside, ending, timeout)

    if isinstance(shown, EventModel) or options.before is not None or options.worlds is not None:
        return readable(content, options)
    return readable(content, options, [structure_of(shown)])


def to_graphviz(model: Drawable | EventModel, **options: Unpack[DrawOptions]) -> Digraph:
    """The model as a graph of the `graphviz` package, to be changed by hand. Errors as in `draw`."""
    drawing = laid_out(model, options_of(**options), Beside([""]), "dot", TIMEOUT)
    return dot.to_graph(drawing.pictures[0])


def to_tikz(model: Drawable | EventModel, *, timeout: float = TIMEOUT, **options: Unpack[DrawOptions]) -> str:
    """The model in TikZ, for a document that loads ``tikz`` or, with `standalone`, as one. Errors as in `draw`.

    Parameters
    ----------
    timeout : float
        Time limit of the layout in seconds.
    """
    drawing = laid_out(model, options_of(**options), Beside([""]), "tikz", timeout)
    return content_of(drawing, "tikz", timeout, DPI).decode()


def reasons(explanation: Explanation) -> str:
    """The explanation in rows for a picture, indented as its text; at most `MOST_ROWS` rows."""
    rows: list[str] = []
    for line in str(explanation).splitlines():
        indent = "\xa0\xa0" * (len(line) - len(line.lstrip(" ")))
        first, *others = broken(line.lstrip(" "), ROW)
        rows += [indent + first, *[indent + "\xa0" * 8 + row for row in others]]
    return "\n".join(rows if len(rows) <= MOST_ROWS else [*rows[:MOST_ROWS], "…"])


def _foreign(model: object, ending: str, timeout: float, dpi: int) -> bytes:
    """The drawing of something with its own DOT form."""
    if not isinstance(model, HasDot):
        raise DrawError(
            f"cannot draw {shorten(repr(model))} of type {type(model).__name__}: expected a model, an event "
            "model, a verdict, an explanation, a proof or a countermodel"
        )
    if ending in TEX:
        return _own_tikz(model)
    text = model.to_dot()
    if ending in ("dot", "gv"):
        return text.encode()
    return render(_well_shaped(text, timeout), ending, "dot", timeout, dpi if ending == "png" else None)


def _own_tikz(model: HasDot) -> bytes:
    """The TikZ form of something that has its own, such as a proof."""
    if not isinstance(model, HasTikz):
        raise DrawError("TikZ is for models, event models and proofs; write an explanation as .svg, .pdf, .png or .dot")
    return model.to_tikz().encode()


def _well_shaped(text: str, timeout: float) -> str:
    """The tree, drawn from left to right if it would otherwise be much wider than high."""
    turned = text.replace("{", "{\n  rankdir=LR;", 1)
    shapes = [around(boxes.values()) for boxes in places([(text, "dot"), (turned, "dot")], timeout)]
    down, right = (log(max(shape.width, 1) / max(shape.height, 1) / SHAPE) for shape in shapes)
    return turned if down > log(WIDE) and abs(right) < abs(down) else text
