"""Kuhn poker (Kuhn, "A simplified two-person poker", 1950), a game for tests: its value is known, -1/18 for who begins.

Each of two players antes 1 and is dealt one of three cards. They pass or bet 1; after a bet passing folds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from games.core.rules import CHANCE, EVERYTHING, TERMINAL, Rules, State

VALUE = Fraction(-1, 18)
PASS, BET = "pass", "bet"
ENDS = ((PASS, PASS), (PASS, BET, PASS), (PASS, BET, BET), (BET, PASS), (BET, BET))


@dataclass(frozen=True)
class KuhnRules(Rules):
    """Three cards; the higher one wins."""

    names: tuple[str, ...] = ("ann", "bob")

    game: ClassVar[str] = "kuhn"
    total: ClassVar[Fraction] = Fraction(0)

    def start(self) -> Kuhn:
        """Before the deal."""
        return Kuhn(self, (), ())

    def parse(self, text: str) -> Any:
        """An action is its text, a card its number."""
        return int(text) if text.isdigit() else text


class Kuhn(State):
    """The cards by seat, and the bets so far."""

    __slots__ = ("bets", "cards")

    def __init__(self, rules: KuhnRules, cards: tuple[int, ...], bets: tuple[str, ...]) -> None:
        self.rules, self.past, self.cards, self.bets = rules, None, cards, bets

    @property
    def current_player(self) -> int:
        if len(self.cards) < 2:
            return CHANCE
        return TERMINAL if self.bets in ENDS else len(self.bets) % 2

    def legal_actions(self) -> tuple[str, ...]:
        return (PASS, BET) if self.current_player >= 0 else ()

    def chance_outcomes(self) -> tuple[tuple[int, Fraction], ...]:
        left = [card for card in (1, 2, 3) if card not in self.cards]
        return tuple((card, Fraction(1, len(left))) for card in left)

    def sample(self, rng: Random) -> int:
        return rng.choice(self.chance_outcomes())[0]

    def _next(self, action: Any) -> Kuhn:
        if self.is_chance:
            return Kuhn(self.rules, (*self.cards, action), ())
        return Kuhn(self.rules, self.cards, (*self.bets, action))

    def returns(self) -> tuple[Fraction, ...]:
        stake = 2 if self.bets.count(BET) == 2 else 1
        folded = None if self.bets.count(BET) != 1 else 1 - self.bets.index(BET) % 2
        wins = 1 - folded if folded is not None else int(self.cards[1] > self.cards[0])
        return (Fraction(stake), Fraction(-stake)) if wins == 0 else (Fraction(-stake), Fraction(stake))


def observation(state: Kuhn, player: int) -> tuple[Any, ...]:
    """The own card, and the bets."""
    return (state.cards if player == EVERYTHING else state.cards[player : player + 1]), state.bets
