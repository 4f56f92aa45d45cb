"""Hold'em as a simulator: rows of 64-bit words, moved by the compiled loops of `games.holdem.compiled_table`."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.core.cards import CARDS
from games.core.compiled_games import CompiledSimulator
from games.holdem.actions import WORDS, Deal
from games.holdem.compiled_table import CHIP, SEEN, Facts
from games.holdem.observe import Observation
from games.holdem.position import BIG, Phase
from games.holdem.rules import BLINDS, Holdem, HoldemState

PHASES = {phase: number for number, phase in enumerate(Phase)}


def facts_of(rules: Holdem) -> Facts:
    """What the rules fix, for compiled loops."""
    return Facts(rules.deck, rules.cap(0), rules.cap(1))


def row_of(now: Any, player: int, hands: Any) -> list[int]:
    """What is public, with some hands, in the order of the columns of `games.holdem.compiled_table`."""
    board = sum(1 << card for card in now.board)
    return [
        PHASES[now.phase],
        now.round,
        player,
        *hands,
        board,
        *now.paid,
        now.live,
        now.acted,
        *now.raises,
        *now.raised,
    ]


class HoldemSimulator(CompiledSimulator):
    """Games of hold'em."""

    rules: Holdem
    width = SEEN
    unit = CHIP * BLINDS[BIG]
    word = np.int64

    def fixed(self, rules: Holdem) -> Facts:
        """The options."""
        return facts_of(rules)

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The four actions; the cards that are dealt."""
        return WORDS, tuple(map(Deal, CARDS))

    def row(self, state: HoldemState) -> list[int]:
        """A position as numbers."""
        return row_of(state.position, state.position.player, state.position.hands)

    def encode(self, observation: Observation) -> list[int]:
        """The viewer, the row with the hands that are seen, and how many cards each player has."""
        hands = [hand or 0 for hand in observation.hands]
        return [observation.player, *row_of(observation, observation.current, hands), *observation.sizes]


SIMULATOR = HoldemSimulator
