"""The size of a picture: on a slide, in a column of a paper, or so many inches wide, with letters that can be read."""

from __future__ import annotations

from dataclasses import dataclass

from logic.errors import shorten
from viz.geometry import Box
from viz.picture import A_PART, DrawError, Options, Unreadable, Width

INCH = 72.0
LETTERS = 12.0
"""Size of the letters of atoms and agents before a picture is scaled, in points."""
MARGIN = 16.0
"""Margin around a picture, in points."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The place for a picture; lengths in points."""

    name: str
    width: float
    height: float
    least: float
    most: float


PAPERS = {
    "slide": Paper("on a slide", 12.0 * INCH, 6.2 * INCH, 9.0, 24.0),
    "column": Paper("in a column", 3.3 * INCH, 9.0 * INCH, 5.0, 10.0),
}
"""A slide of 13.3 by 7.5 inches below its title, and a column of a paper in two columns."""


def paper_of(width: Width) -> Paper:
    """The place that the option `width` names; `DrawError` for anything else."""
    if isinstance(width, str) and width in PAPERS:
        return PAPERS[width]
    if isinstance(width, (int, float)) and not isinstance(width, bool) and 0.5 <= width <= 100:
        return Paper(f"in {width:g} inches", width * INCH, float("inf"), 5.0, 24.0)
    shown = f"{width:g}" if isinstance(width, float) else shorten(repr(width))
    raise DrawError(f"width {shown}: expected 'slide', 'column', or a number of inches from 0.5 to 100")


def scale_of(bounds: Box, worlds: int, options: Options) -> float | None:
    """The factor that makes a picture as large as its place allows; None if its place is not given.

    Raises
    ------
    Unreadable
        If the letters would be too small.
    """
    if options.width is None:
        return None
    paper = paper_of(options.width)
    room = min(paper.width / (bounds.width + 2 * MARGIN), paper.height / (bounds.height + 2 * MARGIN))
    scale = min(room, paper.most / LETTERS)
    if scale * LETTERS < paper.least:
        raise Unreadable(
            f"{worlds} worlds {paper.name} would have letters of {scale * LETTERS:.1f} points, and {paper.least:g} can "
            "be read",
            A_PART,
            "give a larger width or none",
        )
    return scale
