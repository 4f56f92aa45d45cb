"""Bluff Poker as a simulator: rows of numbers, moved by the compiled loops of `compiled_play`."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np

from games.bluff_poker import compiled_play as play
from games.bluff_poker.actions import BELIEVE, CALL, DICE, LOOK, STOP, Bid, Rolls, Starts, Throw
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import FACES, ROLLS, bits, outcome
from games.bluff_poker.rules import BluffPoker, BluffState, Phase
from games.core.simulator import Simulator

PHASES = {phase: number for number, phase in enumerate(Phase)}
SETS = tuple(dice for size in range(1, len(DICE) + 1) for dice in combinations(DICE, size))
"""The dice that can be thrown together."""
WAYS = ((False, False), (True, False), (True, True))


class BluffSimulator(Simulator):
    """Games of Bluff Poker; an outcome is its place in the ranking, a set of dice or of players are bits."""

    rules: BluffPoker

    def __init__(self, rules: BluffPoker) -> None:
        self.places = {each: place for place, each in enumerate(rules.ladder.outcomes)}
        self.width = play.SEEN + rules.players
        super().__init__(rules)

    def fixed(self, rules: BluffPoker) -> play.Facts:
        """The options, and the ranking."""
        ladder = rules.ladder
        return play.Facts(
            rules.players,
            rules.ending == "lives",
            rules.bearable,
            np.array([ladder.rank[each] for each in ladder.outcomes], np.int32),
            np.array([each in ladder.special for each in ladder.outcomes], np.bool_),
            np.array([self.places[outcome(roll)] for roll in ROLLS], np.int32),
        )

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Bids, words, throws; who starts, and rolls of one, two and three dice."""
        throws = [Throw(dice, *way) for way in WAYS for dice in SETS if len(dice) < len(DICE) or not way[1]]
        rolls = [Rolls(values) for count in DICE for values in product(FACES, repeat=count)]
        actions = (*map(Bid, self.rules.ladder.outcomes), CALL, BELIEVE, LOOK, STOP, *throws)
        return actions, (*map(Starts, self.rules.names), *rolls)

    def row(self, state: BluffState) -> list[int]:
        """A position as numbers, in the order of the columns of `compiled_play`."""
        now = state.position
        head = [PHASES[now.phase], now.player, now.starter, now.round, *now.dice, *now.knowers]
        throw = [bits(now.outside), bits(now.thrown), bits(now.throw.dice), int(now.throw.is_open)]
        return [*head, *throw, *self._bids(now), now.throws_left, *self._bidders(now.bids), *now.penalties]

    def encode(self, observation: Observation) -> list[int]:
        """The viewer, the phase, the player and the next, dice, who knows them, bids, and the rest of the table."""
        seen = observation
        head = [seen.player, PHASES[seen.phase], seen.current, seen.next, *seen.dice, *seen.knowers]
        table = [bits(seen.outside), bits(seen.thrown), *self._bids(seen), seen.round, seen.starter, seen.throws_left]
        return [*head, *table, *self._bidders(seen.bids), *seen.penalties]

    def _bids(self, now: Any) -> list[int]:
        return [
            -1 if now.bid is None else self.places[now.bid],
            -1 if now.beaten is None else self.places[now.beaten],
            -1 if now.bidder is None else now.bidder,
        ]

    def _bidders(self, bids: Any) -> list[int]:
        """For each outcome the seat that bid it in this round, from 1; bids rise, so this gives their order."""
        by_place = {self.places[bid]: seat + 1 for seat, bid in bids}
        return [by_place.get(place, 0) for place in range(len(self.places))]


SIMULATOR = BluffSimulator
