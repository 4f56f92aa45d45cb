"""A network that plays: shipped weights, or a file from ``whoknows train holdem``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from games.core.agent import Agent, Reason
from games.core.card_sets import NUMBER
from games.core.errors import GameError
from games.core.rules import Event
from games.holdem.actions import WORDS, Deal
from games.holdem.chances import chance_of
from games.holdem.learning.channel import NOBODY, told
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

    A network with a channel is told of a partner: of the other agent in its coalition that has a channel. They post
    their cards in the mailbox. Without a partner it is told nothing.

    Parameters
    ----------
    weights : str
        A shipped name, or a file.
    """

    def __init__(self, weights: str = "ac-1") -> None:
        self.network = network_of(weights)
        self.told: Mapping[Any, float] = {}
        self.since = 0

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Begin a game; messages of earlier ones are left."""
        super().begin(seat, rules, seed)
        self.since = len(self.mailbox.messages) if self.mailbox is not None else 0

    def observe(self, event: Event) -> None:
        """Tell the partner the own cards."""
        if self.mailbox is not None and self.network.channel != "none" and type(event.seen.action) is Deal:
            if event.seen.to == self.rules.names[self.seat]:
                self.mailbox.post(self.seat, NUMBER[event.seen.action.card])

    @property
    def partner(self) -> tuple[int, int]:
        """The seat of the partner, or `NOBODY`, and the set of the partner's cards."""
        posted = [] if self.mailbox is None else self.mailbox.read(self.since)
        others = [(seat, card) for seat, card in posted if seat != self.seat]
        return (others[0][0], sum(1 << card for _, card in others)) if others else (NOBODY, 0)

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The network's probabilities.

        Parameters
        ----------
        observation : Observation
            What the agent sees.
        legal : sequence of actions
            The legal actions.
        """
        hands, (partner, cards) = [each or 0 for each in observation.hands], self.partner
        if partner != NOBODY:
            hands[partner] = cards
        row, shares = np.array([row_of(observation, observation.current, hands)], np.int64), no_shares(1)
        if self.network.inputs == "shares":
            for seat in (observation.player, *([partner] if observation.live >> max(partner, 0) & 1 else [])):
                if seat != NOBODY:
                    shares[0, seat, observation.round] = _shares(hands[seat], observation)
        mask = np.array([[word in legal for word in WORDS]])
        seen = inputs(row, np.array([0]), shares, self.network.inputs)
        heard = told(row, np.array([0]), shares, np.array([partner]), self.network.channel)
        seen = np.concatenate([seen, heard], axis=1)
        (found,) = self.network.probabilities(seen, mask).astype(float)
        found[found < LEAST] = 0
        found /= found.sum()
        self.told = {word: float(share) for word, share in zip(WORDS, found, strict=True) if share}
        return self.told

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The probabilities."""
        pairs = sorted(self.told.items(), key=lambda pair: -pair[1])
        return Reason("the network: {shares}", shares=", ".join(f"{word} {share:.0%}" for word, share in pairs))


def _shares(hand: int, view: Observation) -> list[float]:
    """The exact shares of the pot against one and two unknown hands."""
    return [float(chance_of(hand, view.shown, view.rules.deck, others).share) for others in (1, 2)]
