"""From pictures to a file: layout of all parts, format by the file extension, and writing."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

from kripke.data.worlds import World
from kripke.formats.writing import write_bytes
from logic.errors import by_face, listing, shorten
from viz.layout.geometry import Box, Point, around
from viz.layout.placement import Panel, engine_of, place
from viz.output import dot
from viz.output.animation import animated_gif, animated_svg
from viz.output.render import needs_fonts, places, run
from viz.output.sheet import Sheet, Style, Text, compose, furniture, warn_of_letters
from viz.output.svg import drawing_svg
from viz.output.tikz import tikz_document
from viz.pictures.legend import Beside
from viz.pictures.picture import INCH, MARGIN, DrawError, Picture

FORMATS = ("svg", "png", "pdf")
ENDINGS = (*FORMATS, "dot", "gv", "tex", "tikz", "gif")
TEX = ("tex", "tikz")
SHOWN_IN_TURN = (*TEX, "svg", "gif")  # formats that can show pictures one after another
PIXELS = 10_000

Arrange = Callable[[Sequence[Picture], Sequence[Mapping[str, Box]]], list[Panel]]
"""A function that arranges pictures, given the sizes of their parts, as panels."""


class Drawing(NamedTuple):
    """One or more pictures with all their parts laid out."""

    pictures: Sequence[Picture]
    sheets: Sequence[Sheet]  # one, or one for each overlay; none for DOT files, which have no positions
    bounds: Box = Box(0, 0, 0, 0)  # the bounding box of all sheets
    scale: float | None = None  # the factor that makes the sheets as wide as requested; None without such a width

    @property
    def where(self) -> Mapping[World, Point] | None:
        """The centre of the box of each world; None unless there is exactly one picture with a layout."""
        panels = [panel for sheet in self.sheets for panel in sheet.panels]
        return panels[0].where if len(panels) == 1 else None


def lay_out(pictures: Sequence[Picture], beside: Beside, ending: str, arrange: Arrange | None = None) -> Drawing:
    """Lay out pictures side by side, with legend and captions; `arrange` replaces Graphviz's layouts."""
    if ending in ("dot", "gv"):
        return Drawing(pictures, ())
    if beside.overlays and ending not in SHOWN_IN_TURN:
        expected = f"overlays are for Beamer, or move: expected a file {listing(f'.{each}' for each in SHOWN_IN_TURN)}"
        on_command = "--overlays is for Beamer, or moves: give a file by -o, such as talk.tex, talk.svg or talk.gif"
        raise DrawError(by_face(f"{expected}, got .{ending}", on_command, f"{expected}, got .{ending}"))
    sheets = sheets_of(pictures, beside, arrange)
    worlds = sum(len(picture.spots) for picture in pictures)
    bounds = around(each.bounds for each in sheets)
    together = 1 if beside.overlays else len(pictures)
    return Drawing(pictures, sheets, bounds, pictures[0].options.scale(bounds.width, bounds.height, worlds, together))


_SIZES: dict[tuple[str, Style, str], Box] = {}  # by font, style and text
MOST_SIZES = 10_000


def measured(
    pictures: Sequence[Picture], texts: Sequence[Sequence[Text]]
) -> tuple[list[dict[str, Box]], list[dict[str, Box]]]:
    """Return two lists of mappings: the boxes of each picture's parts, and the sizes of each sheet's texts.

    Text sizes are cached, unless the machine's fonts are used. O(t) for t texts, plus Graphviz's time.
    """
    options = pictures[0].options
    graphs = [(dot.skeleton(picture).source, engine_of(picture)) for picture in pictures]
    wanted = {(options.font, text.style, text.text): text for each in texts for text in each}
    known = {} if needs_fonts([*(source for source, _ in graphs), *(text for *_, text in wanted)]) else _SIZES
    sizes = {name: box for name in wanted if (box := known.get(name))}
    new = [name for name in wanted if name not in sizes]
    if new:
        graphs.append((dot.furniture(map(wanted.__getitem__, new), options.font).source, "dot"))
    boxes = places(graphs, options.timeout, options.begun)
    if new:
        sizes |= zip(new, boxes.pop().values(), strict=True)
        if len(known) + len(new) > MOST_SIZES:
            known.clear()
        known.update(sizes)
    return boxes, [{text.key: sizes[options.font, text.style, text.text] for text in each} for each in texts]


def sheets_of(pictures: Sequence[Picture], beside: Beside, arrange: Arrange | None = None) -> list[Sheet]:
    """Lay out all pictures on one sheet or, if they are shown one after another (overlays), each on its own sheet."""
    parts = [(pictures, beside)]
    if beside.overlays:
        alone = zip(pictures, beside.captions, strict=True)
        parts = [([picture], beside._replace(captions=[caption])) for picture, caption in alone]
    around_them = [furniture(*part) for part in parts]
    sized, sizes = measured(pictures, around_them)
    panels = arrange(pictures, sized) if arrange else [place(*part) for part in zip(pictures, sized, strict=True)]
    grouped = [[panel] for panel in panels] if beside.overlays else [panels]
    every = zip(grouped, around_them, sizes, parts, strict=True)
    return [compose(group, texts, size, own) for group, texts, size, (_, own) in every]


def content_of(drawing: Drawing, ending: str) -> bytes:
    """Return the drawing in a format; the resolution of a PNG or GIF is reduced if a side would exceed `PIXELS`."""
    if not drawing.sheets:
        return "\n".join(dot.to_graph(picture).source for picture in drawing.pictures).encode()
    options = drawing.pictures[0].options
    bounds, dpi = drawing.bounds, None
    if drawing.scale is None:
        warn_of_letters(bounds)
    if ending in TEX:
        return tikz_document(drawing.sheets, options, drawing.scale).encode()
    sheets = [dot.parts_of(sheet) for sheet in drawing.sheets]
    width, height = ((side + 2 * MARGIN) * (drawing.scale or 0.0) for side in (bounds.width, bounds.height))
    if ending == "svg":
        pictures = [drawing_svg(parts, options.font, bounds, (width, height) if width else None) for parts in sheets]
        return pictures[0] if len(pictures) == 1 else animated_svg(pictures)
    graphs = [dot.fixed_graph(parts, options.font, bounds if len(sheets) > 1 else None) for parts in sheets]
    for graph in graphs if width else ():
        graph.attr(size=f"{width / INCH:.4f},{height / INCH:.4f}!")
    if ending in ("png", "gif"):
        dpi = max(1, min(options.dpi, int(PIXELS * INCH / max(bounds.width, bounds.height, 1.0))))
    kind = "png" if ending == "gif" else ending
    jobs = [{"dot": each.source, "engine": "nop2", "format": kind, "dpi": str(dpi or "")} for each in graphs]
    drawn = run(jobs, options.timeout, options.begun)
    return animated_gif(drawn) if ending == "gif" else drawn[0]


def ending_of(path: str | PathLike[str] | None, endings: Sequence[str] = ENDINGS) -> str:
    """Return the format for a file extension, SVG without a path; `DrawError` for an unknown extension."""
    if path is not None and not (isinstance(path, (str, PathLike)) and isinstance(fspath(path), str)):
        raise DrawError(f"path {shorten(repr(path))}: expected the path of a file, such as 'model.svg'")
    ending = "svg" if path is None else Path(path).suffix.lower().lstrip(".")
    if ending not in endings:
        raise DrawError(
            f"{shorten(str(path), 200)}: the ending gives the format, {listing(f'.{each}' for each in endings)}"
        )
    return ending


def format_of(path: str | PathLike[str] | None) -> str:
    """Return the format of a plot for a file extension; errors as in `ending_of`."""
    return ending_of(path, FORMATS)


class SvgText(str):
    """The SVG text of a picture: notebooks show the picture, and `repr` explains how to write it to a file."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<an SVG picture of {len(self):,} characters: give a file such as 'picture.svg' to write it>"


def finish(content: bytes, path: str | PathLike[str] | None) -> str | Path:
    """Write the content and return the path; without a path return the content as text."""
    if path is None:
        return SvgText(content.decode("utf-8"))
    write_bytes(Path(path), content)
    return Path(path)
