"""What players win in big blinds and in games, by duplicate deals: each player plays each deal in each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from studies.holdem.learning.table_play import Player, play

BATCH = 4_096
"""Deals that are played at once."""
NORMAL = 1.959964
"""Standard errors of half an interval of 95 %."""

ALL_DIFFERENT = (0, 1, 2)
PAIR = (0, 0, 1)
"""Places at a table: three players, or two partners and a third."""


class Result(NamedTuple):
    """How a player did against two others.

    Attributes
    ----------
    mean, margin : float
        Big blinds a game, and half the interval of 95 % over deals.
    won, lost : float
        The shares of games with a positive and with a negative payoff.
    ratio : float
        Games that the player won, by games that each of the others won on average: the "win ratio".
    deals : int
        How many deals; each is played three times.
    """

    mean: float
    margin: float
    won: float
    lost: float
    ratio: float
    deals: int


def measured(
    player: Player, others: Sequence[Player], deals: int, seed: int, places: Sequence[int] = ALL_DIFFERENT
) -> Result:
    """Play deals with the player in each seat against two others, or a pair in each two seats against one.

    Parameters
    ----------
    places : sequence of three int
        Who sits where, clockwise: 0 for the player, 1 and 2 for the others. The result is that of one seat with a 0.
    """
    paid = payoffs([player, *others], deals, seed, places)
    is_own = np.array(places) == 0
    own, rest = paid[:, :, is_own], paid[:, :, ~is_own]
    by_deal = own.mean(axis=(1, 2))
    margin = NORMAL * by_deal.std(ddof=1) / np.sqrt(deals)
    won, others_won = float((own > 0).mean()), float((rest > 0).mean())
    return Result(
        float(by_deal.mean()), float(margin), won, float((own < 0).mean()), won / max(others_won, 1e-12), deals
    )


def payoffs(players: Sequence[Player], deals: int, seed: int, places: Sequence[int] = ALL_DIFFERENT) -> Any:
    """The payoffs by deal, by how far the players moved round the table, and by place.

    Parameters
    ----------
    places : sequence of three int
        Place, clockwise -> number of a player.
    """
    found = np.zeros((deals, 3, 3))
    rng = np.random.default_rng(seed)
    seeds = rng.integers(0, 2**63, deals, np.uint64)
    for first in range(0, deals, BATCH):
        part = slice(first, min(first + BATCH, deals))
        shares = None
        for turn in range(3):
            seats = np.tile([places[(seat - turn) % 3] for seat in range(3)], (part.stop - part.start, 1))
            paid, shares = play(players, seats, seeds[part], shares)
            found[part, turn] = paid[:, [(place + turn) % 3 for place in range(3)]]
    return found
