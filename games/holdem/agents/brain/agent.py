"""An agent that plays with a neural network, shipped with the package or trained by ``whoknows train holdem``."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from games.core.agent import Agent, Reason
from games.core.cards import NUMBER
from games.core.errors import GameError
from games.core.rules import Deal, Event
from games.core.sentences import often
from games.holdem.agents.brain.inputs import NOBODY, inputs, no_shares, row_of, told
from games.holdem.agents.brain.network import Network
from games.holdem.chances import chance_of
from games.holdem.observe import BOARD, Observation
from games.holdem.rules import FOLD, WORDS
from logic.errors import did_you_mean, listing, shorten

WEIGHTS = Path(__file__).with_name("weights")
STUDIES = Path(__file__).parents[4] / "studies" / "holdem" / "weights"
"""The folder with the weights used in the reports; it is part of the repository, not of the wheel."""
LEAST = 0.001  # smaller probabilities are set to 0


def shipped() -> dict[str, Path]:
    """The weight files by name: those in the package and, in a checkout of the repository, those in `STUDIES`."""
    return {path.stem: path for folder in (STUDIES, WEIGHTS) for path in folder.glob("*.npz")}


@lru_cache(maxsize=16)
def network_of(weights: str) -> Network:
    """The network with this name in `shipped`, or the network in this ``.npz`` file; `GameError` for any other name."""
    files = shipped()
    if weights not in files and not weights.endswith(".npz"):
        elsewhere = (
            "" if STUDIES.is_dir() else "; the weights of the reports are in the repository, studies/holdem/weights"
        )
        raise GameError(
            f"weights {shorten(repr(weights))}: expected a shipped name, or a file that ends in .npz{elsewhere}"
            f"{did_you_mean(weights, files)}"
        )
    return Network.load(files.get(weights, Path(weights)))


class Brain(Agent):
    """Draws its actions from the probabilities that a network computes; `weights` is as for `network_of`.

    A network with a channel has inputs about a partner. The partner is another agent of the same coalition whose
    network has a channel, too. Both agents post their cards in the coalition's mailbox. Without a partner, these inputs
    are 0.
    """

    def __init__(self, weights: str = "league-1") -> None:
        self.network = network_of(weights)
        self.told: Mapping[Any, float] = {}
        self.since, self.board, self.folded = 0, 0, dict[int, int]()

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Begin a game; messages of earlier games are ignored."""
        super().begin(seat, rules, seed)
        self.since = len(self.mailbox.messages) if self.mailbox is not None else 0
        self.board, self.folded = 0, {}

    def observe(self, event: Event) -> None:
        """Record folds; if the network has a channel, post the agent's cards to the mailbox and count board cards."""
        action = event.seen.action
        if action == FOLD:
            self.folded[event.player] = self.board
        if type(action) is not Deal or self.mailbox is None or self.network.channel == "none":
            return
        self.board += event.seen.to == BOARD
        if action.card is not None and event.seen.to == self.rules.names[self.seat]:
            self.mailbox.post(self.seat, NUMBER[action.card])

    @property
    def partner(self) -> tuple[int, int]:
        """The partner's seat and set of cards; `NOBODY` and 0 without a partner. `GameError` for two partners."""
        posted = [] if self.mailbox is None else self.mailbox.read(self.since)
        others = [(seat, card) for seat, card in posted if seat != self.seat]
        if not others:
            return NOBODY, 0
        if len({seat for seat, _ in others}) > 1:
            raise GameError("a network with a channel is told of one partner: expected a coalition with two of them")
        return others[0][0], sum(1 << card for _, card in others)

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The network's probabilities of the legal actions."""
        hands, (partner, cards) = [each or 0 for each in observation.hands], self.partner
        if partner != NOBODY:
            hands[partner] = cards
        row, shares = np.array([row_of(observation, observation.current, hands)], np.int64), no_shares(1)
        for seat in self._with_shares(observation, partner):
            seen = hands[seat], observation.shown, observation.rules.deck
            shares[0, seat, observation.round] = [float(chance_of(*seen, others).share) for others in (1, 2)]
        mask = np.array([[word in legal for word in WORDS]])
        entries = inputs(row, np.array([0]), shares, self.network.inputs)
        heard = told(row, np.array([0]), shares, np.array([partner]), self.network.channel)
        (probabilities,) = self.network.probabilities(np.concatenate([entries, heard], axis=1), mask).astype(float)
        probabilities[probabilities < LEAST] = 0
        probabilities /= probabilities.sum()
        self.told = {word: float(share) for word, share in zip(WORDS, probabilities, strict=True) if share}
        return self.told

    def _with_shares(self, view: Observation, partner: int) -> Iterator[int]:
        """The seats whose shares of the pot are inputs of this network: the agent's, the partner's, both or none."""
        if self.network.inputs == "shares":
            yield view.player
        if self.network.channel == "cards" and partner != NOBODY and self.folded.get(partner, self.board) == self.board:
            yield partner

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason: the probabilities of the actions."""
        pairs = sorted(self.told.items(), key=lambda pair: -pair[1])
        return Reason(
            "the network plays {shares}", shares=listing([f"{word} {often(share)}" for word, share in pairs], "and")
        )
