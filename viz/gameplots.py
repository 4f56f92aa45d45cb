"""Plots of many games: shares with their intervals, and what each game has to show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.bluff_poker.bluffs import ROLLS, believed, bluffs
from games.playing.statistics import proportion
from logic.errors import listing, shorten
from viz.output import DPI, finish
from viz.picture import DrawError
from viz.plots import format_of, furnish, plotted
from viz.theme import INK, Stroke, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from games.core.rules import State

ENOUGH = 10
"""So many bluffs of a kind are counted at least before their share is shown."""

Shares = Mapping[str, Sequence[tuple[int, int]]]
"""Of each series, step by step: how many, of how many."""


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
    """Plot shares of counts with their 95 % intervals, a line for each series.

    Parameters
    ----------
    shares : mapping of str to sequence of (int, int)
        Series -> at each step how many, of how many.
    path : path, optional
        Where the plot is written, as SVG, PNG or PDF by its ending; None: the SVG's text is returned.
    steps : sequence of str
        Their names.
    title, label, below : str
        Above the plot, beside its upright axis and below the other.
    least : int
        Steps of which fewer were counted are left out: one coin says nothing.
    dpi : int
        The resolution of a PNG.

    Raises
    ------
    DrawError
        If nothing was counted, or not enough, a series does not fit the steps, or the file cannot be written.
    """
    ending = format_of(path)
    counted = {name: series for name, series in shares.items() if any(trials >= least for _, trials in series)}
    if not counted:
        raise DrawError(f"there is nothing to plot: no step was counted {least} times or more")
    for name, series in counted.items():
        if len(series) != len(steps):
            raise DrawError(f"{shorten(name)}: {len(series)} counts for {len(steps)} steps")

    def draw_into(axes: Axes) -> None:
        for place, (name, series) in enumerate(counted.items()):
            _line(axes, name, series, place - (len(counted) - 1) / 2, strokes(list(counted))[name], least)
        furnish(axes, len(steps), list(steps), title, label)
        axes.set_xlabel(below, color=INK)
        axes.set_ylim(-0.03, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.legend(frameon=False, fontsize=8, labelcolor=INK)

    return finish(plotted(draw_into, ending, dpi), path)


def _line(axes: Axes, name: str, series: Sequence[tuple[int, int]], aside: float, stroke: Stroke, least: int) -> None:
    """The points with bars, moved aside a little so that bars of other series do not hide them."""
    there = [place for place, (_, trials) in enumerate(series) if trials >= least]
    found = [proportion(*series[place]) for place in there]
    bars = [[each.mean - (each.low or 0.0) for each in found], [(each.high or 0.0) - each.mean for each in found]]
    axes.errorbar(
        [place + 0.06 * aside for place in there], [each.mean for each in found], yerr=bars,
        label=f"{name} ({sum(trials for _, trials in series):,})", color=stroke.colour, linestyle=stroke.style,
        linewidth=stroke.width, marker="o", markersize=3.5, elinewidth=1, capsize=2,
    )  # fmt: skip


def plot_bluffs(ends: Iterable[Any], path: str | PathLike[str] | None = None, *, dpi: int = DPI) -> str | Path:
    """Plot how often bluffs are believed, by roll and by number of players.

    Parameters
    ----------
    ends : iterable of BluffState
        The last states of games of Bluff Poker.
    path, dpi
        As in `plot_shares`, and the errors too.
    """
    found = believed(chain.from_iterable(map(bluffs, ends)))
    shares = {f"{players} players": series for players, series in found.items()}
    return plot_shares(
        shares, path, steps=ROLLS, title="How often bluffs are believed", label="believed",
        below="the dice under the cup, while more was bid; in brackets: bluffs", least=ENOUGH, dpi=dpi,
    )  # fmt: skip


PLOTS: dict[str, Callable[..., str | Path]] = {"bluff_poker": plot_bluffs}
"""What is plotted of the records of each game."""


def plot_games(ends: Iterable[State], path: str | PathLike[str] | None = None, *, dpi: int = DPI) -> str | Path:
    """Plot what there is to be shown of many games of one kind, by their last states.

    Raises
    ------
    DrawError
        If there are no games, games of several kinds, no plot of this kind, or nothing to be counted in them.
    """
    states = list(ends)
    kinds = {state.rules.game for state in states}
    if len(kinds) != 1:
        raise DrawError(f"{listing(sorted(kinds), 'and') or 'no games'}: expected records of one game")
    (kind,) = kinds
    if kind not in PLOTS:
        raise DrawError(
            f"{kind}: there is no plot of this game, but of {listing(sorted(PLOTS), 'and')}; how beliefs went in one "
            "game is plotted by plot_mind"
        )
    return PLOTS[kind](states, path, dpi=dpi)
