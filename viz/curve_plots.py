"""Plots of curves between 0 and 1, such as ROC curves of predictors."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from kripke.formats.writing import write_bytes
from viz.plots import composed, format_of, tidy
from viz.theme import INK, PALE, strokes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from studies.training import Curves

SIDE = 5.0
"""Width and height in inches."""


def plot_curves(curves: Curves, path: str | PathLike[str]) -> Path:
    """Plot curves in a square, with the diagonal of a predictor that guesses.

    Parameters
    ----------
    curves : Curves
        Texts and points.
    """

    def build(figure: Figure) -> None:
        axes = figure.subplots()
        axes.plot((0, 1), (0, 1), color=PALE, linewidth=0.8)
        for name, stroke in strokes(list(curves.lines)).items():
            axes.plot(*curves.lines[name], color=stroke.colour, linestyle=stroke.style, linewidth=1.2, label=name)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        axes.set_xlabel(curves.across, color=INK)
        axes.set_ylabel(curves.up, color=INK)
        axes.set_title(curves.title, color=INK, fontsize=10, loc="left")
        axes.legend(loc="lower right", fontsize=8, frameon=False)
        tidy(axes, "y")

    write_bytes(Path(path), composed(build, (SIDE, SIDE), format_of(path)))
    return Path(path)
