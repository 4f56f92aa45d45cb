"""The chart of many games of Bluff Poker: the share of bluffs that are believed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from games.bluff_poker.bluffs import ROLLS, believed, bluffs
from games.bluff_poker.rules import BluffState
from games.telling.description import Shares

ENOUGH = 10
"""The smallest number of bluffs of a kind whose share is shown: below it the interval covers nearly everything."""


def chart(ends: Iterable[BluffState]) -> Shares:
    """The share of bluffs that are believed, by roll and by number of players, from the last states of games."""
    found = believed(chain.from_iterable(map(bluffs, ends)))
    return Shares(
        {f"{players} players": series for players, series in found.items()},
        ROLLS,
        title="How often bluffs are believed",
        label="believed",
        below="the dice under the cup, while more was bid; in brackets: bluffs",
        least=ENOUGH,
        counted="bluffs of one kind",
        games=100,
    )
