"""Hold'em: starting hands that Brain 1 and a pair that shares its cards play: docs/reports/holdem-hands.svg."""

from pathlib import Path
from typing import Any

from games.core.cards import RANKS
from games.playing.match import Lineup, Match, Setup
from studies.holdem.collusion.seating import table_of
from studies.holdem.collusion.style import Style
from studies.holdem.learning.table_play import play
from studies.holdem.line_ups import COALITION, CONTROL, KNOWN, Key, pair
from studies.holdem.series import SEATS
from viz.plots.experiments import Grid, plot_maps

GAMES, SEED = 100_000, 2026
PLAYERS: dict[str, Key] = {"Brain 1": CONTROL, f"{KNOWN}-1": pair(KNOWN, 1)}
PICTURE = Path(__file__).parents[1] / "docs" / "reports" / "holdem-hands.svg"


def hands(key: Key) -> Any:
    """How often the first two players of a line-up play each kind of starting hand, by seat and kind."""
    lineup = Lineup((key[0], *key[1]), coalitions=COALITION)
    table = table_of(Match(Setup("holdem", lineup, seed=SEED), 0), 0, GAMES)
    style = Style(table.positions)
    play(table.players, table.seats, table.seeds, watch=style.watch)
    return style.starting_hands(COALITION[0])


def grid(title: str, shares: Any) -> Grid:
    """The grid of starting hands as poker players print it: aces first, suited hands above the diagonal."""
    return Grid(title, RANKS[::-1], RANKS, shares.reshape(len(RANKS), -1)[:, ::-1].tolist())


def main() -> None:
    """Draw the picture."""
    rows = [
        [grid(f"{name}, {seat}", shares) for seat, shares in zip(SEATS, hands(key), strict=True)]
        for name, key in PLAYERS.items()
    ]
    labels = ("lower rank of one suit; higher rank of two suits", "higher rank of one suit; lower of two")
    plot_maps(rows, PICTURE, labels=labels, scales=[(0, 1)] * len(rows), title="Starting hands played", side=4.6)
    print(f"\nHold'em: starting hands of {GAMES:,} games in {PICTURE.name}")
