"""The deals by which a player decides on a card: late in a round all that fit, else some, weighed by the bids."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.spades.bidding.compiled_bis import likelihoods, resampled
from games.spades.bidding.heard import bids_made
from games.spades.compiled_deals import sampler
from games.spades.observe import Observation, hidden
from games.spades.tricks import PER_SUIT

ENUMERATED = 3
"""The number of last tricks in which all deals are listed: 1,680 at most."""
DRAWN = 20
"""Deals that are drawn and weighed by the bids for each deal that is used."""


def possible_deals(view: Observation, samples: int, seed: int) -> tuple[Any, Any]:
    """Hands that may be, the player's own too, and their weights: of the last tricks all in random order, else some."""
    chance, source = np.random.default_rng(seed), sampler(hidden(view))
    if every := view.rules.ranks - len(view.tricks) <= ENUMERATED:
        deals = source.every().astype(np.int64)
    else:
        deals = source.deals(DRAWN * samples, seed).astype(np.int64)
    deals[:, view.player] = view.hand
    weights = bid_weights(view, deals)
    chosen = chance.permutation(len(deals)) if every else resampled(weights, samples, chance.random())
    return deals[chosen], weights[chosen] if every else np.ones(samples)


def bid_weights(view: Observation, deals: Any) -> Any:
    """The likelihoods of the others' bids given the hands of deals; 1 if a variant has other bids."""
    if view.rules.variant != "partners" or view.rules.ranks != PER_SUIT:
        return np.ones(len(deals))
    others = [place for place, seat in enumerate(view.order) if seat != view.player]
    return likelihoods((deals | np.array(view.played))[:, view.order], bids_made(view), others)
