"""From pictures to a file: the layout of all parts together, the format by the path's ending, written whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from kripke.data.worlds import World
from logic.errors import listing, shorten
from viz import dot
from viz.files import write_whole
from viz.geometry import Box, Point
from viz.legend import Beside
from viz.picture import DrawError, Picture
from viz.place import Panel, engine_of, growth, place
from viz.render import places, render
from viz.sheet import Sheet, compose, furniture
from viz.strands import STRANDS
from viz.tikz import tikz_of

ENDINGS = ("svg", "png", "pdf", "dot", "gv", "tex", "tikz")
DPI = 192
PIXELS = 10_000

Arrange = Callable[[Sequence[Picture], Sequence[Mapping[str, Box]]], list[Panel]]
"""From pictures and the sizes of what is in them to panels."""


def content_of(
    pictures: Sequence[Picture],
    beside: Beside,
    ending: str,
    timeout: float,
    dpi: int,
    arrange: Arrange | None = None,
) -> bytes:
    """The pictures side by side in a format, with what stands beside them."""
    if ending in ("dot", "gv"):
        return "\n".join(dot.to_graph(picture).source for picture in pictures).encode()
    beside = replace(beside, strands=1 if ending in ("tex", "tikz") else STRANDS)
    sheet = sheet_of(pictures, beside, timeout, arrange)
    if ending in ("tex", "tikz"):
        return tikz_of(sheet).encode()
    graph = dot.placed(sheet)
    return render(graph.source, ending, "nop2", timeout, _dots(dpi, sheet.bounds) if ending == "png" else None)


def _dots(dpi: int, bounds: Box) -> int:
    """The resolution, less where the picture would have more than `PIXELS` on a side."""
    if not isinstance(dpi, int) or dpi < 1:
        raise DrawError(f"dpi={shorten(repr(dpi))}: expected a whole number of dots in an inch, such as {DPI}")
    return max(1, min(dpi, int(PIXELS * 72 / max(bounds.width, bounds.height, 1.0))))


def sheet_of(
    pictures: Sequence[Picture],
    beside: Beside,
    timeout: float,
    arrange: Arrange | None = None,
) -> Sheet:
    """The pictures with their places, which `arrange` gives them once all sizes are known."""
    texts, _ = furniture(pictures, beside)
    graphs = [(dot.skeleton(picture).source, engine_of(picture)) for picture in pictures]
    *sized, sizes = places([*graphs, (dot.furniture(texts).source, "dot")], timeout)
    return compose((arrange or _same_places)(pictures, sized), sizes, beside)


def _same_places(pictures: Sequence[Picture], sized: Sequence[Mapping[str, Box]]) -> list[Panel]:
    """Each as Graphviz places it; later ones as the first, where they have the same worlds."""
    first = place(pictures[0], sized[0])
    there = [all(spot.world in first.where for spot in picture.spots) for picture in pictures]
    panels = _at_places(pictures, sized, there, first.where)
    wider = max(growth(panel) for panel, kept in zip(panels, there, strict=True) if kept)
    if wider > 1:  # a label that is new in a later picture needs its room in all
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
    """The format that the path's ending says, SVG without a path; `DrawError` where it says none."""
    if path is None:
        return "svg"
    ending = Path(path).suffix.lower().lstrip(".")
    if ending not in ENDINGS:
        raise DrawError(
            f"{shorten(str(path), 200)}: the ending says the format, {listing(f'.{each}' for each in ENDINGS)}"
        )
    return ending


def finish(content: bytes, path: str | PathLike[str] | None) -> str | Path:
    """Write the content, whole or not at all, and give the path; without a path give the text."""
    if path is None:
        return content.decode("utf-8")
    write_whole(Path(path), content)
    return Path(path)
