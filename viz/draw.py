"""`draw`: a model, an update or an explanation as a picture, in the format that the path's ending says."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Protocol, TypedDict, Unpack, overload, runtime_checkable

from graphviz import Digraph

from kripke.model import KripkeModel
from kripke.structure import Structure
from logic.errors import listing, shorten
from logic.formula import Formula
from viz import dot
from viz.depict import picture_of
from viz.files import write_whole
from viz.geometry import Box
from viz.picture import Atoms, DrawError, Options, Picture
from viz.place import engine_of, place
from viz.render import TIMEOUT, places, render
from viz.sheet import Sheet, compose, furniture
from viz.tikz import tikz_of

ENDINGS = ("svg", "png", "pdf", "dot", "gv", "tex", "tikz")
DPI = 192
PIXELS = 10_000

Model = KripkeModel | Structure


@runtime_checkable
class HasDot(Protocol):
    """What can say itself in DOT: an explanation, for one."""

    def to_dot(self) -> str:
        """The graph in DOT."""


class DrawOptions(TypedDict, total=False):
    """The options of `draw`, for the functions that take the same."""

    title: str
    highlight: Formula | str | None
    atoms: Atoms
    names: bool | None
    layers: bool | None
    legend: bool
    full: bool
    loops: bool | None
    hubs: int
    engine: str | None
    max_worlds: int
    max_lines: int


@overload
def draw(
    model: Model | HasDot,
    path: None = None,
    *,
    before: Model | None = None,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw(
    model: Model | HasDot,
    path: str | PathLike[str],
    *,
    before: Model | None = None,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw(
    model: Model | HasDot,
    path: str | PathLike[str] | None = None,
    *,
    before: Model | None = None,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw a model, or an explanation.

    Parameters
    ----------
    model : KripkeModel, Structure, or anything with a method ``to_dot() -> str``
        What to draw.
    path : path, optional
        Where to; the ending says the format: ``.svg .png .pdf`` pictures, ``.dot .gv`` Graphviz's language, ``.tex
        .tikz`` TikZ for a paper. The file is written whole or not at all.
    before : KripkeModel or Structure, optional
        The model before an update: the worlds and lines that are gone are drawn pale. See also `draw_update`.
    timeout : float
        Seconds after which the layout, or then the drawing, is stopped.
    dpi : int
        Dots in an inch, for PNG.
    **options
        What the picture shows:

        title : str
            Above the picture.
        highlight : Formula or str
            The worlds where it holds are filled.
        atoms : {"true", "all", "none"}
            Say the atoms true at a world (the default), all literals, or nothing.
        names : bool
            Write the worlds' names, or do not; by default unless each is the set of the atoms true there.
        layers : bool
            A layer for each number of true atoms; by default where every line joins two layers.
        legend : bool
            Explain colours and signs below the picture; True by default.
        full : bool
            Every pair of every relation as an arrow, loops included.
        loops : bool
            Draw loops or not; by default unless the relation is an equivalence.
        hubs : int
            A class with more than so many members (4) is a star around a dot, not lines between all its members.
        engine : {"dot", "neato", "fdp", "sfdp", "circo", "twopi"}
            Who places the worlds; by default chosen by the shape of the model.
        max_worlds, max_lines : int
            Larger models (64 worlds, 250 lines) are refused.

    Returns
    -------
    str or Path
        The SVG's text without a path; else the path.

    Raises
    ------
    TooLarge
        If there are more worlds or lines than the limits say; found before anything is built.
    DrawError
        If the format is unknown, the file cannot be written, or the layout takes too long.
    ParseError, UnknownAgent, UnknownAtom
        If `highlight` is no formula of this model.

    Notes
    -----
    O(l (n + l)) for n worlds and l lines, and Graphviz's time for the layout.
    """
    ending = _ending(path)
    if not isinstance(model, (KripkeModel, Structure)):
        return _finish(_foreign(model, ending, timeout, dpi), path)
    old = None if before is None else _structure(before)
    picture = picture_of(_structure(model), Options(before=old, **options))
    return _finish(_content([picture], [""], ending, timeout, dpi), path)


@overload
def draw_update(
    before: Model,
    after: Model,
    path: None = None,
    *,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw_update(
    before: Model,
    after: Model,
    path: str | PathLike[str],
    *,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw_update(
    before: Model,
    after: Model,
    path: str | PathLike[str] | None = None,
    *,
    captions: Sequence[str] = ("before", "after"),
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw a model before and after an update, side by side, each world at the same place in both.

    What the update took away is drawn pale on the right. Where the update made new worlds, both are laid out freely.

    Parameters
    ----------
    before, after : KripkeModel or Structure
        Worlds are the same where their names are.
    path, timeout, dpi, **options
        As in `draw`.
    captions : pair of str
        Above the two pictures.

    Returns
    -------
    str or Path
        As `draw`; errors too.
    """
    if isinstance(captions, str) or len(captions) != 2:
        raise DrawError(f"captions={shorten(repr(captions))}: expected two texts, such as ('before', 'after')")
    ending = _ending(path)
    old, new = _structure(before), _structure(after)
    first = picture_of(old, Options(**options))
    kept = all(old.worlds.find(world) is not None for world in new.worlds)
    second = picture_of(new, Options(before=old if kept else None, **options))
    return _finish(_content([first, second], captions, ending, timeout, dpi), path)


def to_graphviz(model: Model, **options: Unpack[DrawOptions]) -> Digraph:
    """The model as a graph of the `graphviz` package, to be changed by hand. Options and errors as in `draw`."""
    return dot.to_graph(picture_of(_structure(model), Options(**options)))


def to_tikz(model: Model, *, timeout: float = TIMEOUT, **options: Unpack[DrawOptions]) -> str:
    """The model as a ``tikzpicture`` for a document that loads ``tikz``. Options and errors as in `draw`."""
    return tikz_of(_sheet([picture_of(_structure(model), Options(**options))], [""], timeout))


def _content(pictures: Sequence[Picture], captions: Sequence[str], ending: str, timeout: float, dpi: int) -> bytes:
    if ending in ("dot", "gv"):
        return "\n".join(dot.to_graph(picture).source for picture in pictures).encode()
    sheet = _sheet(pictures, captions, timeout)
    if ending in ("tex", "tikz"):
        return tikz_of(sheet).encode()
    graph = dot.placed(sheet)
    return render(graph.source, ending, "nop2", timeout, _dots(dpi, sheet.bounds) if ending == "png" else None)


def _dots(dpi: int, bounds: Box) -> int:
    """The resolution, less where the picture would have more than `PIXELS` on a side."""
    if not isinstance(dpi, int) or dpi < 1:
        raise DrawError(f"dpi={shorten(repr(dpi))}: expected a whole number of dots in an inch, such as {DPI}")
    return max(1, min(dpi, int(PIXELS * 72 / max(bounds.width, bounds.height, 1.0))))


def _sheet(pictures: Sequence[Picture], captions: Sequence[str], timeout: float) -> Sheet:
    """The pictures with their places; a second one takes its places from the first, where it has the same worlds."""
    texts, _ = furniture(pictures, captions)
    graphs = [(dot.skeleton(picture).source, engine_of(picture)) for picture in pictures]
    *sized, sizes = places([*graphs, (dot.furniture(texts).source, "dot")], timeout)
    panels = [place(pictures[0], sized[0])]
    for picture, boxes in zip(pictures[1:], sized[1:], strict=True):
        where = panels[0].where
        panels.append(place(picture, boxes, where if all(spot.world in where for spot in picture.spots) else None))
    return compose(panels, sizes, captions)


def _foreign(model: object, ending: str, timeout: float, dpi: int) -> bytes:
    """The drawing of something that speaks DOT itself."""
    if not isinstance(model, HasDot):
        raise DrawError(
            f"cannot draw a {type(model).__name__}, {shorten(repr(model))}: expected a KripkeModel, a Structure, or an "
            "explanation (anything with a method to_dot)"
        )
    text = model.to_dot()
    if ending in ("tex", "tikz"):
        raise DrawError("TikZ is for models; write an explanation as .svg, .pdf, .png or .dot")
    return (
        text.encode()
        if ending in ("dot", "gv")
        else render(text, ending, "dot", timeout, dpi if ending == "png" else None)
    )


def _structure(model: Model) -> Structure:
    if isinstance(model, Structure):
        return model
    if isinstance(model, KripkeModel):
        return model.structure
    raise DrawError(f"cannot draw a {type(model).__name__}: expected a KripkeModel or a Structure")


def _ending(path: str | PathLike[str] | None) -> str:
    if path is None:
        return "svg"
    ending = Path(path).suffix.lower().lstrip(".")
    if ending not in ENDINGS:
        raise DrawError(
            f"{shorten(str(path), 200)}: the ending says the format, {listing(f'.{each}' for each in ENDINGS)}"
        )
    return ending


def _finish(content: bytes, path: str | PathLike[str] | None) -> str | Path:
    if path is None:
        return content.decode("utf-8")
    write_whole(Path(path), content)
    return Path(path)
