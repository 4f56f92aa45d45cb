"""What players win in big blinds and in games, by duplicate deals: each player plays each deal in each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from games.holdem.learning.table_play import Player, play

BATCH = 4_096
"""Deals that are played at once."""
NORMAL = 1.959964
"""Standard errors of half an interval of 95 %."""


class Result(NamedTuple):
    """How a player did against two others.

    Attributes
    ----------
    mean, margin : float
        Big blinds a game, and half the interval of 95 % over deals.
    won, lost : float
        The shares of games with a positive and with a negative payoff.
    ratio : float
        Games that the player won, by games that each of the two others won on average: the "win ratio".
    deals : int
        How many deals; each is played three times.
    """

    mean: float
    margin: float
    won: float
    lost: float
    ratio: float
    deals: int


def measured(player: Player, others: Sequence[Player], deals: int, seed: int) -> Result:
    """Play deals with the player in each seat against two others.

    Parameters
    ----------
    player : Player
    others : sequence of two Player
        Those to the player's left.
    deals, seed : int
    """
    paid = payoffs([player, *others], deals, seed)
    own, rest = paid[:, :, 0], paid[:, :, 1:]
    by_deal = own.mean(axis=1)
    margin = NORMAL * by_deal.std(ddof=1) / np.sqrt(deals)
    won, others_won = float((own > 0).mean()), float((rest > 0).mean())
    return Result(
        float(by_deal.mean()), float(margin), won, float((own < 0).mean()), won / max(others_won, 1e-12), deals
    )


def payoffs(players: Sequence[Player], deals: int, seed: int) -> Any:
    """The payoffs by deal, by how far the players moved round the table, and by player.

    Parameters
    ----------
    players : sequence of three Player
    deals, seed : int
    """
    found = np.zeros((deals, 3, 3))
    rng = np.random.default_rng(seed)
    seeds = rng.integers(0, 2**63, deals, np.uint64)
    for first in range(0, deals, BATCH):
        part = slice(first, min(first + BATCH, deals))
        shares = None
        for turn in range(3):
            seats = np.tile([(seat - turn) % 3 for seat in range(3)], (part.stop - part.start, 1))
            paid, shares = play(players, seats, seeds[part], shares)
            found[part, turn] = paid[:, [(player + turn) % 3 for player in range(3)]]
    return found
