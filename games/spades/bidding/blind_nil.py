"""The value of a blind nil before the cards are seen: deals that fit the previous bids are played with a nil.

The deals are weighed by the bids before (`reading`), the players that follow bid as BIS does, and all play by the
strong rules, as in `rollout`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from games.core.seeds import derive_seed
from games.spades.bidding.bis import Bis
from games.spades.bidding.compiled_bis import BidTables, likelihoods, tables
from games.spades.bidding.self_play import bid_and_play
from games.spades.bidding.situation import Situation, tricks
from games.spades.compiled_deals import DealSampler
from games.spades.dealing import Hidden
from games.spades.position import SEATS
from games.spades.tricks import BLIND_COUNTS, PER_SUIT, full_deck
from kripke.checking.engine.compiled import compiled

DEALS = 20_000  # Deals that are drawn and played, 10 microseconds each


@dataclass(frozen=True)
class BlindNil:
    """The value of a blind nil.

    Parameters
    ----------
    chance, error : float
        The chance that it succeeds, and its standard error.
    points : float
        The points that it is expected to bring.
    why : str
        Why BIS bids it; empty where BIS does not.
    """

    chance: float
    error: float
    effective: float
    points: float
    why: str


def blind_nil(situation: Situation) -> BlindNil:
    """The value of a blind nil after some bids; deterministic for each situation."""
    seed = int(derive_seed(DEALS, *situation.before), 16)
    dealt = DealSampler(Hidden.free(full_deck(PER_SUIT), (PER_SUIT,) * SEATS)).deals(DEALS, seed).astype(np.int64)
    weights = likelihoods(dealt, situation.before, range(situation.place))
    made, taken = np.array([*map(tricks, situation.before)], np.int64), np.zeros(DEALS, np.int64)
    _play(dealt, situation.place, made, tables(), taken)
    weights /= weights.sum()
    success = taken == 0
    chance = float(weights @ success)
    error = float(weights**2 @ (success - chance) ** 2) ** 0.5
    points = (2 * chance - 1) * BLIND_COUNTS * situation.nil
    return BlindNil(chance, error, float(1 / (weights**2).sum()), points, Bis().blind(situation))


@compiled
def _play(dealt: Any, place: int, before: Any, tables: BidTables, taken: Any) -> None:
    """The tricks of the player who bids nil, in each deal."""
    bids, took = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for deal in range(len(dealt)):
        bid_and_play(dealt[deal], place, before, 0, 0, False, tables, bids, took)
        taken[deal] = took[place]
