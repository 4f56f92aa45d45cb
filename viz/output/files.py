"""From pictures to a file: the layout of all parts, the format given by the path, writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path

from kripke.data.worlds import World
from kripke.formats.writing import write_bytes
from logic.errors import listing, shorten
from viz.layout.geometry import Box, Point, around
from viz.layout.placement import Panel, engine_of, place
from viz.output import dot
from viz.output.render import places, render
from viz.output.sheet import INCH, MARGIN, Sheet, compose, furniture, scale_of
from viz.output.tikz import tikz_document
from viz.pictures.legend import Beside
from viz.pictures.picture import DrawError, Picture

FORMATS = ("svg", "png", "pdf")
ENDINGS = (*FORMATS, "dot", "gv", "tex", "tikz")
TEX = ("tex", "tikz")
DPI = 192
PIXELS = 10_000

Arrange = Callable[[Sequence[Picture], Sequence[Mapping[str, Box]]], list[Panel]]
"""Maps pictures and the sizes of their parts to panels."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pictures with the places of all parts.

    Parameters
    ----------
    pictures : sequence of Picture
        The pictures.
    sheets : sequence of Sheet
        One, or one for each overlay; none for Graphviz's language, which has no places.
    scale : float or None
        The factor that makes the sheets, one on another, as wide as wanted; None if no width is.
    """

    pictures: Sequence[Picture]
    sheets: Sequence[Sheet]
    scale: float | None = None

    @property
    def bounds(self) -> Box:
        """The smallest box around all sheets."""
        return around(sheet.bounds for sheet in self.sheets) if self.sheets else Box(0, 0, 0, 0)

    @property
    def where(self) -> Mapping[World, Point] | None:
        """The middle of each world; None for several pictures."""
        panels = [panel for sheet in self.sheets for panel in sheet.panels]
        return panels[0].where if len(panels) == 1 else None


def lay_out(
    pictures: Sequence[Picture], beside: Beside, ending: str, timeout: float, arrange: Arrange | None = None
) -> Drawing:
    """The pictures side by side, with legend and captions.

    Parameters
    ----------
    beside : Beside
        The parts between and below them.
    timeout : float
        Time limit of the layout in seconds.
    arrange : callable, optional
        The layout of the panels; by default Graphviz's places, the same in pictures with the same worlds.
    """
    if ending in ("dot", "gv"):
        return Drawing(pictures, ())
    if beside.overlays and ending not in TEX:
        raise DrawError(f"overlays are for Beamer: expected a file .tex or .tikz, got .{ending}")
    if beside.overlays and arrange is not None:
        sheets = overlays_of(pictures, beside, timeout, arrange)
    else:
        sheets = [sheet_of(pictures, beside, timeout, arrange)]
    worlds = sum(len(picture.spots) for picture in pictures)
    return Drawing(pictures, sheets, scale_of(around(each.bounds for each in sheets), worlds, pictures[0].options))


def content_of(drawing: Drawing, ending: str, timeout: float, dpi: int) -> bytes:
    """The drawing in a format.

    Parameters
    ----------
    drawing : Drawing
        The pictures with their places.
    ending : str
        Format: ``svg``, ``png``, ``pdf`` and so on.
    timeout : float
        Time limit in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
    """
    if not drawing.sheets:
        return "\n".join(dot.to_graph(picture).source for picture in drawing.pictures).encode()
    if ending in TEX:
        return tikz_document(drawing.sheets, drawing.pictures[0].options, drawing.scale).encode()
    (sheet,) = drawing.sheets
    graph = dot.placed(sheet)
    if drawing.scale is not None:
        sides = (sheet.bounds.width, sheet.bounds.height)
        graph.attr(size=f"{','.join(f'{(side + 2 * MARGIN) * drawing.scale / INCH:.4f}' for side in sides)}!")
    return render(graph.source, ending, "nop2", timeout, _dots(dpi, sheet.bounds) if ending == "png" else None)


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
    beside : Beside
        The parts between and below them.
    timeout : float
        Time limit of the layout in seconds.
    """
    texts, _ = furniture(pictures, beside)
    graphs = [(dot.skeleton(picture).source, engine_of(picture)) for picture in pictures]
    *sized, sizes = places([*graphs, (dot.furniture(texts).source, "dot")], timeout)
    panels = arrange(pictures, sized) if arrange else [place(*part) for part in zip(pictures, sized, strict=True)]
    return compose(panels, sizes, beside)


def overlays_of(pictures: Sequence[Picture], beside: Beside, timeout: float, arrange: Arrange) -> list[Sheet]:
    """A sheet for each picture, to be shown one after another at the same place.

    Parameters
    ----------
    timeout : float
        Time limit of the layout in seconds.
    """
    alone = [replace(beside, captions=[caption]) for caption in beside.captions]
    texts = [furniture([picture], each)[0] for picture, each in zip(pictures, alone, strict=True)]
    graphs = [(dot.skeleton(picture).source, engine_of(picture)) for picture in pictures]
    drawn = places([*graphs, *((dot.furniture(each).source, "dot") for each in texts)], timeout)
    sized, sizes = drawn[: len(pictures)], drawn[len(pictures) :]
    panels = arrange(pictures, sized)
    return [compose([panel], size, each) for panel, size, each in zip(panels, sizes, alone, strict=True)]


def ending_of(path: str | PathLike[str] | None, endings: Sequence[str] = ENDINGS) -> str:
    """The format given by the path's ending, SVG without a path; `DrawError` for another ending."""
    ending = "svg" if path is None else suffix_of(path)
    if ending not in endings:
        raise DrawError(
            f"{shorten(str(path), 200)}: the ending gives the format, {listing(f'.{each}' for each in endings)}"
        )
    return ending


def format_of(path: str | PathLike[str] | None) -> str:
    """The format of a plot given by the path's ending, as `ending_of`."""
    return ending_of(path, FORMATS)


def suffix_of(path: str | PathLike[str]) -> str:
    """The path's ending without its dot, in small letters; `DrawError` for what is not a path."""
    if not isinstance(path, (str, PathLike)) or not isinstance(fspath(path), str):
        raise DrawError(f"path {shorten(repr(path))}: expected the path of a file, such as 'model.svg'")
    return Path(path).suffix.lower().lstrip(".")


class SvgText(str):
    """The text of a picture as SVG: a notebook shows the picture, and Python's prompt how to write it to a file."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<an SVG picture of {len(self):,} characters: give a file such as 'picture.svg' to write it>"


def finish(content: bytes, path: str | PathLike[str] | None) -> str | Path:
    """Write the content and return the path; without a path return the text."""
    if path is None:
        return SvgText(content.decode("utf-8"))
    write_bytes(Path(path), content)
    return Path(path)
