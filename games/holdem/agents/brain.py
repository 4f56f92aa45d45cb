"""A network that plays: shipped weights, or a file from ``whoknows train holdem``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from games.core.agent import Agent, Reason
from games.core.errors import GameError
from games.holdem.actions import WORDS
from games.holdem.chances import chance_of
from games.holdem.learning.features import inputs
from games.holdem.learning.network import Network
from games.holdem.learning.shares import no_shares
from games.holdem.observe import Observation
from games.holdem.simulator import row_of
from logic.errors import listing, shorten

FOLDER = Path(__file__).parents[1] / "weights"
LEAST = 0.001
"""Smaller probabilities are 0."""


def shipped() -> tuple[str, ...]:
    """The names of the shipped weights."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.npz")))


@lru_cache(maxsize=16)
def network_of(weights: str) -> Network:
    """The network of a shipped name, or of a file whose name ends in ``.npz``; `GameError` if there is none.

    Parameters
    ----------
    weights : str
    """
    if weights in shipped():
        return Network.load(FOLDER / f"{weights}.npz")
    if not weights.endswith(".npz"):
        raise GameError(f"weights {shorten(repr(weights))}: expected {listing(shipped())}, or a file that ends in .npz")
    return Network.load(Path(weights))


class Brain(Agent):
    """Draws its actions by a network's probabilities.

    Parameters
    ----------
    weights : str
        A shipped name, or a file.
    """

    def __init__(self, weights: str = "ac-1") -> None:
        self.network = network_of(weights)
        self.told: Mapping[Any, float] = {}

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The network's probabilities.

        Parameters
        ----------
        observation : Observation
            What the agent sees.
        legal : sequence of actions
            The legal actions.
        """
        row = np.array([row_of(observation, observation.current, [each or 0 for each in observation.hands])], np.int64)
        shares, seat = no_shares(1), observation.player
        if self.network.inputs == "shares":
            for others in (1, 2):
                exact = chance_of(observation.hand, observation.shown, observation.rules.deck, others)
                shares[0, seat, observation.round, others - 1] = float(exact.share)
        mask = np.array([[word in legal for word in WORDS]])
        seen = inputs(row, np.array([0]), shares, self.network.inputs)
        (found,) = self.network.probabilities(seen, mask).astype(float)
        found[found < LEAST] = 0
        found /= found.sum()
        self.told = {word: float(share) for word, share in zip(WORDS, found, strict=True) if share}
        return self.told

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The probabilities."""
        pairs = sorted(self.told.items(), key=lambda pair: -pair[1])
        return Reason("the network: {shares}", shares=", ".join(f"{word} {share:.0%}" for word, share in pairs))
