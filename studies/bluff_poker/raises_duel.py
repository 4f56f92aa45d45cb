"""A solvable duel: after one roll without further throws, two players outbid each other until one calls.

The starter rolls and bids; then both players raise in turn until one calls. The responder never sees the dice. The 56
outcomes are pooled into k classes of about equal probability, and bids are classes: a bid is true if the roll is of its
class or a higher one. A player who calls a true bid loses the duel; a player whose false bid is called loses it, too.
After a bid of the highest class, only a call is possible. The winner gets 1, the loser -1.

A starter who looks always wins: they bid exactly the roll, so a call of this bid loses, and they call any higher bid.

A history is a bit set of the bids so far; the last bid is the highest one. The starter, seat 0, moves after an even
number of bids. A player's view is the observation of the dice with the history, and the actions are the bids from 0 and
k for the call.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from games.core.errors import GameError
from games.core.rules import CHANCE, TERMINAL
from studies.solving.extensive_form import ExtensiveForm, extensive_form

FEWEST, MOST = 2, 14
UNSEEN = -1  # the observation of the responder, and of all before the roll


@dataclass(frozen=True)
class Duel:
    """The duel over k classes of outcomes.

    Parameters
    ----------
    joint : tuple of tuple of float
        The joint probability of the starter's observation of the dice and the class of the roll; the sum is 1. One row
        per class if the starter looks, a single row if the starter bids on dice that nobody has seen.
    """

    joint: tuple[tuple[float, ...], ...]

    game: ClassVar[str] = "duel"
    players: ClassVar[int] = 2
    total: ClassVar[Fraction] = Fraction(0)

    def __post_init__(self) -> None:
        rows = self.joint
        if not rows or not FEWEST <= self.k <= MOST or any(len(row) != self.k for row in rows):
            raise GameError(f"duel over {self.k if rows else 0} classes: expected rows of {FEWEST} to {MOST} each")
        if min(map(min, rows)) < 0 or abs(sum(map(sum, rows)) - 1) > 1e-9:
            raise GameError(f"joint {rows}: expected probabilities that sum to 1")

    @property
    def k(self) -> int:
        """The number of classes. It is also the action of a call."""
        return len(self.joint[0])

    @cached_property
    def form(self) -> ExtensiveForm:
        """The duel as a tree. About 2 s 2^k nodes for s observations and k classes."""
        return extensive_form(self, _Bidding.view)

    def start(self) -> _Bidding:
        """The position before the roll."""
        return _Bidding(self)


class _Bidding(NamedTuple):
    """A position of a duel, as a state of a game."""

    duel: Duel
    sight: int = UNSEEN  # the starter's observation
    history: int = 0
    called: bool = False

    @property
    def current_player(self) -> int:
        return CHANCE if self.is_chance else TERMINAL if self.called else self.history.bit_count() % 2

    @property
    def is_chance(self) -> bool:
        return self.sight == UNSEEN

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(sight, sum(row)) for sight, row in enumerate(self.duel.joint)]

    def legal_actions(self) -> range:
        """The bids above the last one, and the call if there is a bid."""
        return range(self.history.bit_length(), self.duel.k + bool(self.history))

    def after(self, action: int) -> _Bidding:
        if self.is_chance:
            return self._replace(sight=action)
        if action == self.duel.k:
            return self._replace(called=True)
        return self._replace(history=self.history | 1 << action)

    def returns(self) -> tuple[float, float]:
        """The mean payoffs after the call, over the rolls that the starter may have."""
        row, last = self.duel.joint[self.sight], self.history.bit_length() - 1
        caller = (sum(row[:last]) - sum(row[last:])) / (sum(row) or 1)
        return (-caller, caller) if self.history.bit_count() % 2 else (caller, -caller)

    def view(self, player: int) -> tuple[int, int]:
        return UNSEEN if player == 1 else self.sight, self.history


@lru_cache
def classes(k: int) -> tuple[tuple[int, ...], ...]:
    """The 56 outcomes in k classes of about 216 / k rolls each, from the lowest outcomes up.

    Raises
    ------
    GameError
        If k is not from 2 to 14.
    """
    if isinstance(k, bool) or not isinstance(k, int) or not FEWEST <= k <= MOST:
        raise GameError(f"{k} classes of outcomes: expected a whole number from {FEWEST} to {MOST}")
    groups: list[list[int]] = [[] for _ in range(k)]
    below = 0
    for outcome in ladder().outcomes:
        groups[k * (2 * below + MULTIPLICITY[outcome]) // 432].append(outcome)
        below += MULTIPLICITY[outcome]
    return tuple(map(tuple, groups))


@lru_cache
def pooled(k: int, looks: bool = True) -> Duel:
    """The duel of Bluff Poker over k classes with exact probabilities; `looks`: whether the starter sees the dice."""
    chances = [sum(MULTIPLICITY[each] for each in group) / 216 for group in classes(k)]
    if not looks:
        return Duel((tuple(chances),))
    return Duel(tuple(tuple(chance * (row == column) for column in range(k)) for row, chance in enumerate(chances)))
