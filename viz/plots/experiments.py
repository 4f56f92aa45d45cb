"""Plots of experiments and training runs: estimates with intervals, maps of two parameters, curves between 0 and 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from games.playing.statistics import Estimate
from viz.canvas import composed
from viz.output.files import finish, format_of
from viz.plots import tidy
from viz.theme import INK, PALE, contrast, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from studies.training import Curves, Progress

ROW, PANEL = 0.28, 3.2  # height of a row and width of a panel, in inches
SIDE, WIDTH, HEIGHT = 5.0, 6.5, 1.7  # in inches: side of a plot of curves, and size of a plot of a training run
COLOURS = "cividis"  # a colour map with even lightness, also for colour-blind readers


class Grid(NamedTuple):
    """A panel of a heat map: a title, the values of two parameters as columns and rows, and a number for each pair."""

    title: str
    columns: Sequence[str]
    rows: Sequence[str]
    values: Sequence[Sequence[float]]  # by row, then by column


def plot_intervals(
    rows: Sequence[str],
    panels: Mapping[str, Sequence[Estimate]],
    path: str | PathLike[str],
    *,
    title: str = "",
    groups: Sequence[str] = (),
) -> Path:
    """Plot estimates with intervals, one for each row of each panel; the rows of a group have one colour."""
    groups = groups or [""] * len(rows)
    by_group = strokes(list(dict.fromkeys(groups)))
    colours = [by_group[group].colour for group in groups]

    def build(figure: Figure) -> None:
        figure.suptitle(title, color=INK, fontsize=11)
        row_of_axes = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
        for axes, (name, figures) in zip(row_of_axes, panels.items(), strict=True):
            for row, (each, colour) in enumerate(zip(figures, colours, strict=True)):
                if not each.is_empty:
                    axes.errorbar(each.mean, row, xerr=arms([each]), fmt="o", markersize=3.5, color=colour, capsize=2)
            axes.set_yticks(range(len(rows)), list(rows))
            axes.set_ylim(len(rows) - 0.4, -0.6)
            axes.set_title(name, color=INK, fontsize=9, loc="left")
            tidy(axes, "x")

    return _written(build, (2.8 + PANEL * len(panels), 1.2 + ROW * len(rows)), path)


def plot_along(
    numbers: Sequence[float],
    panels: Mapping[str, Mapping[str, Sequence[Estimate]]],
    path: str | PathLike[str],
    *,
    label: str,
    title: str = "",
    is_log: bool = False,
) -> Path:
    """Plot estimates as functions of a parameter, whose values are `numbers`.

    Each panel has a title and named lines, with an estimate for each value.
    """

    def build(figure: Figure) -> None:
        figure.suptitle(title, color=INK, fontsize=11)
        for axes, (name, lines) in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True):
            _lines(axes, numbers, lines)
            if is_log:
                axes.set_xscale("log")
            axes.set_xticks(list(numbers), [f"{number:,g}" for number in numbers])
            axes.minorticks_off()
            axes.set_xlabel(label, color=INK)
            axes.set_title(name, color=INK, fontsize=9, loc="left")
            tidy(axes, "y")
        handles, names = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=4, fontsize=8, frameon=False)

    return _written(build, (1.0 + PANEL * len(panels), 4.6), path)


def plot_maps(
    grids: Sequence[Sequence[Grid]],
    path: str | PathLike[str],
    *,
    labels: tuple[str, str],
    scales: Sequence[tuple[float, float] | None],
    title: str = "",
    side: float = 2.3,
) -> Path:
    """Plot heat maps in rows of panels; each panel is `side` inches wide and high, each cell contains its number.

    `labels` name the two axes. `scales`: for each row the bounds of its colour scale; None: the range of its values.
    """

    def build(figure: Figure) -> None:
        figure.suptitle(title, color=INK, fontsize=11)
        rows: Any = figure.subplots(len(grids), len(grids[0]), squeeze=False, sharey=True)
        for panels, axes, ends in zip(grids, rows, scales, strict=True):
            values = [value for panel in panels for row in panel.values for value in row]
            low, high = ends or (min(values), max(values))
            for panel, each in zip(panels, axes, strict=True):
                _cells(each, panel, low, high)
                each.set_xlabel(labels[0], color=INK, fontsize=8)
            axes[0].set_ylabel(labels[1], color=INK, fontsize=8)

    return _written(build, (0.8 + side * len(grids[0]), 0.7 + side * len(grids)), path)


def _cells(axes: Axes, panel: Grid, low: float, high: float) -> None:
    from matplotlib.colors import to_hex

    shade: Any = axes.imshow(panel.values, cmap=COLOURS, vmin=low, vmax=high, aspect="auto", origin="lower")
    axes.set_xticks(range(len(panel.columns)), list(panel.columns))
    axes.set_yticks(range(len(panel.rows)), list(panel.rows))
    axes.set_title(panel.title, color=INK, fontsize=9)
    axes.tick_params(colors=PALE, labelcolor=INK, labelsize=8)
    for row, values in enumerate(panel.values):
        for column, value in enumerate(values):
            behind = to_hex(shade.to_rgba(value))
            ink = max(("#ffffff", INK), key=lambda each: contrast(each, behind))
            axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=8, color=ink)


def _lines(axes: Axes, numbers: Sequence[float], lines: Mapping[str, Sequence[Estimate]]) -> None:
    """Draw the lines, shifted sideways a little to keep their intervals apart."""
    for place, (name, stroke) in enumerate(strokes(list(lines)).items()):
        aside = 0.05 * (place - (len(lines) - 1) / 2)
        figures = lines[name]
        axes.errorbar(
            [number + aside for number in numbers], [nan if each.is_empty else each.mean for each in figures],
            yerr=arms(figures), color=stroke.colour, linestyle=stroke.style, linewidth=1.2, marker="o", markersize=3,
            capsize=1.5, label=name,
        )  # fmt: skip


def arms(figures: Sequence[Estimate]) -> list[list[float]]:
    """Return the lengths of the error bars below and above each mean."""
    below = [0.0 if each.low is None else max(0.0, each.mean - each.low) for each in figures]
    return [below, [0.0 if each.high is None else max(0.0, each.high - each.mean) for each in figures]]


def _written(build: Any, size: tuple[float, float], path: str | PathLike[str]) -> Path:
    return Path(finish(composed(build, size, format_of(path)), path))


def plot_curves(curves: Curves, path: str | PathLike[str]) -> Path:
    """Plot curves in a unit square, with the diagonal that stands for a random predictor."""

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

    return _written(build, (SIDE, SIDE), path)


def plot_progress(history: Sequence[Progress], title: str, path: str | PathLike[str]) -> Path:
    """Plot the quantities measured during training as functions of the number of games; replace the file atomically."""
    names = list(history[-1].figures)

    def build(figure: Figure) -> None:
        panels = figure.subplots(len(names), sharex=True, squeeze=False)[:, 0]
        for axes, (name, stroke) in zip(panels, strokes(names).items(), strict=True):
            points = [(each.games, each.figures[name]) for each in history if name in each.figures]
            axes.plot(*zip(*points, strict=True), color=stroke.colour, linewidth=1.2)
            axes.set_title(name, color=INK, fontsize=9, loc="left")
            tidy(axes, "y")
        panels[-1].set_xlabel(f"games; {title}", color=INK)

    return _written(build, (WIDTH, HEIGHT * len(names)), path)
