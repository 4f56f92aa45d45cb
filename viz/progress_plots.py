"""Plots of how a long training goes."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from kripke.formats.writing import write_bytes
from viz.plots import composed, format_of, tidy
from viz.theme import INK, strokes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from studies.training import Progress

WIDTH, HEIGHT = 6.5, 1.7
"""In inches, of each figure."""


def plot_progress(history: Sequence[Progress], title: str, path: str | PathLike[str]) -> Path:
    """Plot each figure of a training over the games; the file is replaced as a whole, so it can be watched.

    Parameters
    ----------
    history : sequence of Progress
        At least one.
    """
    names = list(history[-1].figures)

    def build(figure: Figure) -> None:
        panels = figure.subplots(len(names), sharex=True, squeeze=False)[:, 0]
        for axes, (name, stroke) in zip(panels, strokes(names).items(), strict=True):
            points = [(each.games, each.figures[name]) for each in history if name in each.figures]
            axes.plot(*zip(*points, strict=True), color=stroke.colour, linewidth=1.2)
            axes.set_title(name, color=INK, fontsize=9, loc="left")
            tidy(axes, "y")
        panels[-1].set_xlabel(f"games; {title}", color=INK)

    write_bytes(Path(path), composed(build, (WIDTH, HEIGHT * len(names)), format_of(path)))
    return Path(path)
