"""Plots of many games: shares with intervals, and the counts that each game defines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from games.playing.statistics import proportion
from games.telling.description import chart_of, games_with_charts
from logic.errors import by_face, listing, shorten
from logic.exact import plural
from viz.output.files import finish, format_of
from viz.pictures.picture import DPI, DrawError
from viz.plots import HEIGHT, WIDTH, composed, furnish
from viz.theme import INK, Stroke, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from games.core.rules import State

PLOTTED = by_face("plot_mind", "whoknows ask RECORD --as NAME --plot FILE", "plot_mind")
Shares = Mapping[str, Sequence[tuple[int, int]]]  # for each series and step: a count, and the number of trials


def plot_shares(
    shares: Shares,
    path: str | PathLike[str] | None = None,
    *,
    steps: Sequence[str],
    title: str = "",
    label: str = "share",
    below: str = "",
    least: int = 1,
    dpi: int = DPI,
) -> str | Path:
    """Plot shares of counts with 95 % intervals, a line for each series; a step has a count and a number of trials.

    `DrawError` if there are no counts or too few, or a series does not fit the steps, `FileError` if the file cannot
    be written.
    """
    ending = format_of(path)
    counted = {name: series for name, series in shares.items() if any(trials >= least for _, trials in series)}
    if not counted:
        raise DrawError(f"there is nothing to plot: no step was counted {least} times or more")
    for name, series in counted.items():
        if len(series) != len(steps):
            raise DrawError(f"{shorten(name)}: {len(series)} counts for {len(steps)} steps")

    def build(figure: Figure) -> None:
        axes = figure.add_subplot()
        for place, (name, series) in enumerate(counted.items()):
            _line(axes, name, series, place - (len(counted) - 1) / 2, strokes(list(counted))[name], least)
        furnish(axes, len(steps), list(steps), title, label)
        axes.set_xlabel(below, color=INK)
        axes.set_ylim(-0.03, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.legend(frameon=False, fontsize=8, labelcolor=INK)

    return finish(composed(build, (WIDTH, HEIGHT), ending, dpi), path)


def _line(axes: Axes, name: str, series: Sequence[tuple[int, int]], aside: float, stroke: Stroke, least: int) -> None:
    """The points with their bars, shifted a little so that bars of other series do not hide them."""
    there = [place for place, (_, trials) in enumerate(series) if trials >= least]
    estimates = [proportion(*series[place]) for place in there]
    below = [each.mean - (each.low or 0.0) for each in estimates]
    bars = [below, [(each.high or 0.0) - each.mean for each in estimates]]
    axes.errorbar(
        [place + 0.06 * aside for place in there], [each.mean for each in estimates], yerr=bars,
        label=f"{name} ({sum(trials for _, trials in series):,})", color=stroke.colour, linestyle=stroke.style,
        linewidth=stroke.width, marker="o", markersize=3.5, elinewidth=1, capsize=2,
    )  # fmt: skip


def plot_games(ends: Iterable[State], path: str | PathLike[str] | None = None, *, dpi: int = DPI) -> str | Path:
    """Plot the counts that a game defines, over many games of one kind.

    `DrawError` if there are no games or games of several kinds, the game defines no plot, or there are no counts.
    """
    states = list(ends)
    kinds = {state.rules.game for state in states}
    if len(kinds) != 1:
        raise DrawError(f"{listing(sorted(kinds), 'and') or 'no games'}: expected records of one game")
    (kind,) = kinds
    chart = chart_of(states)
    if chart is None:
        there = listing(games_with_charts(), "and")
        way_out = f"there is one of {there}; how beliefs went in one game is plotted by {PLOTTED}"
        raise DrawError(f"{kind}: there is no plot of this game; {way_out}")
    most = max((trials for series in chart.series.values() for _, trials in series), default=0)
    if most < chart.least:
        raise DrawError(
            f"{plural(len(states), 'game')} of {kind}: the plot needs {chart.least} {chart.counted}, there are at most "
            f"{most}; play more games, such as {chart.games}"
        )
    return plot_shares(
        chart.series, path, steps=chart.steps, title=chart.title, label=chart.label, below=chart.below,
        least=chart.least, dpi=dpi,
    )  # fmt: skip
