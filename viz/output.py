"""From pictures to a file: the layout of all parts, the format given by the path, writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path

from kripke.data.worlds import World
from logic.errors import listing, shorten
from viz import dot
from viz.atomic_write import write_whole
from viz.geometry import Box, Point
from viz.legend import Beside
from viz.paper import INCH, MARGIN, scale_of
from viz.picture import DrawError, Picture
from viz.placement import Panel, engine_of, growth, place
from viz.render import places, render
from viz.sheet import Sheet, compose, furniture
from viz.strands import STRANDS
from viz.tikz import tikz_of

ENDINGS = ("svg", "png", "pdf", "dot", "gv", "tex", "tikz")
DPI = 192
PIXELS = 10_000

Arrange = Callable[[Sequence[Picture], Sequence[Mapping[str, Box]]], list[Panel]]
"""Maps pictures and the sizes of their parts to panels."""


def content_of(
    pictures: Sequence[Picture],
    beside: Beside,
    ending: str,
    timeout: float,
    dpi: int,
    arrange: Arrange | None = None,
) -> bytes:
    """The pictures side by side, with legend and captions, in a format.

    Parameters
    ----------
    pictures : sequence of Picture
        The pictures.
    beside : Beside
        The parts between and below them.
    ending : str
        Format: ``svg``, ``png``, ``pdf`` and so on.
    timeout : float
        Time limit of the layout in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
    arrange : callable, optional
        The layout of the panels; by default Graphviz's places, the same in pictures with the same worlds.
    """
    if ending in ("dot", "gv"):
        return "\n".join(dot.to_graph(picture).source for picture in pictures).encode()
    beside = replace(beside, strands=1 if ending in ("tex", "tikz") else STRANDS)
    sheet = sheet_of(pictures, beside, timeout, arrange)
    if ending in ("tex", "tikz"):
        return tikz_of(sheet, _scale(sheet, pictures)).encode()
    scale = _scale(sheet, pictures)
    graph = dot.placed(sheet)
    if scale is not None:
        size = (f"{(side + 2 * MARGIN) * scale / INCH:.4f}" for side in (sheet.bounds.width, sheet.bounds.height))
        graph.attr(size=f"{','.join(size)}!")
    return render(graph.source, ending, "nop2", timeout, _dots(dpi, sheet.bounds) if ending == "png" else None)


def _scale(sheet: Sheet, pictures: Sequence[Picture]) -> float | None:
    """The factor that makes the sheet as wide as wanted; None if no width is."""
    return scale_of(sheet.bounds, sum(len(picture.spots) for picture in pictures), pictures[0].options)


def _dots(dpi: int, bounds: Box) -> int:
    """The resolution, reduced if a side of the picture would exceed `PIXELS`."""
    if not isinstance(dpi, int) or dpi < 1:
        raise DrawError(f"dpi={shorten(repr(dpi))}: expected a whole number of dots per inch, such as {DPI}")
    return max(1, min(dpi, int(PIXELS * 72 / max(bounds.width, bounds.height, 1.0))))


def sheet_of(
    pictures: Sequence[Picture],
    beside: Beside,
    timeout: float,
    arrange: Arrange | None = None,
) -> Sheet:
    """The pictures with their places; `arrange` computes them once all sizes are known.

    Parameters
    ----------
    pictures : sequence of Picture
        The pictures.
    beside : Beside
        The parts between and below them.
    timeout : float
        Time limit of the layout in seconds.
    arrange : callable, optional
        The layout of the panels.
    """
    texts, _ = furniture(pictures, beside)
    graphs = [(dot.skeleton(picture).source, engine_of(picture)) for picture in pictures]
    *sized, sizes = places([*graphs, (dot.furniture(texts).source, "dot")], timeout)
    return compose((arrange or _same_places)(pictures, sized), sizes, beside)


def _same_places(pictures: Sequence[Picture], sized: Sequence[Mapping[str, Box]]) -> list[Panel]:
    """Graphviz's places for the first picture; the same places for later pictures with the same worlds."""
    first = place(pictures[0], sized[0])
    there = [all(spot.world in first.where for spot in picture.spots) for picture in pictures]
    panels = _at_places(pictures, sized, there, first.where)
    wider = max(growth(panel) for panel, kept in zip(panels, there, strict=True) if kept)
    if wider > 1:  # a new label in a later picture needs space in all
        spread = {world: (x * wider, y * wider) for world, (x, y) in first.where.items()}
        return _at_places(pictures, sized, there, spread)
    return [first, *panels[1:]]


def _at_places(
    pictures: Sequence[Picture],
    sized: Sequence[Mapping[str, Box]],
    there: Sequence[bool],
    where: Mapping[World, Point],
) -> list[Panel]:
    return [
        place(picture, boxes, where if kept else None)
        for picture, boxes, kept in zip(pictures, sized, there, strict=True)
    ]


def ending_of(path: str | PathLike[str] | None) -> str:
    """The format given by the path's ending, SVG without a path; `DrawError` for another ending."""
    if path is None:
        return "svg"
    ending = suffix_of(path)
    if ending not in ENDINGS:
        raise DrawError(
            f"{shorten(str(path), 200)}: the ending gives the format, {listing(f'.{each}' for each in ENDINGS)}"
        )
    return ending


def suffix_of(path: str | PathLike[str]) -> str:
    """The path's ending without its dot, in small letters; `DrawError` for what is not a path."""
    if not isinstance(path, (str, PathLike)) or not isinstance(fspath(path), str):
        raise DrawError(f"path {shorten(repr(path))}: expected the path of a file, such as 'model.svg'")
    return Path(path).suffix.lower().lstrip(".")


def finish(content: bytes, path: str | PathLike[str] | None) -> str | Path:
    """Write the content and return the path; without a path return the text.

    Parameters
    ----------
    content : bytes
        The picture.
    path : path, optional
        The file, written completely or not at all.
    """
    if path is None:
        return content.decode("utf-8")
    write_whole(Path(path), content)
    return Path(path)
