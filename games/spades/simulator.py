"""Spades as a simulator: rows of 64-bit words, moved by the compiled loops of `compiled_rules`."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.core.simulator import Simulator
from games.spades.actions import BLIND, LOOK, Bid, Deal, Dealer, Play
from games.spades.compiled_rules import FIRST_BID, FIRST_CARD, NO_CARD, SEEN, Facts, play
from games.spades.observe import Observation
from games.spades.position import SEATS, Phase, Trick
from games.spades.rules import Spades, SpadesState
from games.spades.tricks import CARDS
from games.spades.variant import BLINDS, VARIANTS, Variant

PHASES = {phase: number for number, phase in enumerate(Phase)}


def facts(rules: Variant) -> Facts:
    """The constants of the rules, for compiled loops."""
    return Facts(
        sides=rules.sides,
        ranks=rules.ranks,
        deck=rules.deck,
        variant=VARIANTS.index(rules.variant),
        blind=BLINDS.index(rules.blind),
        goal=rules.goal,
        floor=rules.floor,
        limit=rules.limit,
        nil=rules.nil,
        bags=rules.bags,
        fine=rules.fine,
        broken=rules.broken,
    )


def row_of(now: Any, player: int, hands: Any) -> list[int]:
    """The public state and the given hands, in the order of the columns of `compiled_rules`."""
    trick: Trick = now.trick
    cards = [*trick.cards, *[NO_CARD] * (SEATS - len(trick.cards))]
    sums = [[*each, *[0] * (SEATS - len(each))] for each in (now.scores, now.bags)]
    head = [*hands, *now.played, *now.bids, *now.took, *now.voids, *cards, *sums[0], *sums[1]]
    tail = [PHASES[now.phase], player, now.dealer, now.number, now.looked, now.blind, int(now.broken)]
    return [*head, *tail, trick.leader, len(trick.cards)]


class SpadesSimulator(Simulator):
    """Games of Spades. An action is a word, a bid or a card; chance draws who deals first, and deals card by card."""

    rules: Spades
    width = SEEN
    unit = 12
    word = np.int64

    def fixed(self, rules: Spades) -> Facts:
        """The options."""
        return facts(rules)

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Words, bids and cards; who deals first, and the cards that are dealt."""
        actions = (LOOK, BLIND, *(Bid(tricks) for tricks in range(FIRST_CARD - FIRST_BID)), *map(Play, CARDS))
        return actions, (*map(Dealer, self.rules.names), *map(Deal, CARDS))

    def row(self, state: SpadesState) -> list[int]:
        """A position as numbers."""
        now = state.position
        return row_of(now, now.player, now.hands)

    def encode(self, observation: Observation) -> list[int]:
        """The viewer, the row with the own hand only, and how many cards each player has."""
        hands = [hand or 0 for hand in observation.hands]
        return [observation.player, *row_of(observation, observation.current, hands), *observation.sizes]

    def play(self) -> int:
        """Play to the end at random; moves of chance are not counted."""
        return int(play(self.tables, self.chance, self.facts))


SIMULATOR = SpadesSimulator
