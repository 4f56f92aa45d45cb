"""What is plotted of many games, as data: a game has it where its folder has a module ``charts`` with ``chart``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import registry
from games.core.rules import State


@dataclass(frozen=True)
class Shares:
    """Shares of counts, a series of steps for each line of the plot.

    Parameters
    ----------
    series : mapping
        Series -> at each step how many, out of how many.
    title, label, below : str
        Above the plot, beside its upright axis, and below the other axis.
    games : int
        About how many games are enough for a first plot.
    """

    series: Mapping[str, Sequence[tuple[int, int]]]
    steps: Sequence[str]
    title: str = ""
    label: str = "share"
    below: str = ""
    least: int = 1
    counted: str = "counts"
    games: int = 100


def games_with_charts() -> list[str]:
    """The names of the games in the registry of which something is plotted."""
    return [name for name in registry.names() if registry.part(registry.game(name).rules, "charts") is not None]


def chart_of(ends: Sequence[State]) -> Shares | None:
    """What is plotted of games of one kind, given their last states; None where the game has no chart."""
    module = registry.part(type(ends[0].rules), "charts")
    if module is None:
        return None
    made: Shares = module.chart(ends)
    return made
