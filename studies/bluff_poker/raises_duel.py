"""A solvable duel: after one roll without further throws, two players outbid each other until one calls.

The starter rolls and bids; then both players raise in turn until one calls. The responder never sees the dice. The 56
outcomes are pooled into k classes of about equal probability, and bids are classes: a bid is true if the roll is of its
class or a higher one. A player who calls a true bid loses the duel; a player whose false bid is called loses it, too.
After a bid of the highest class, only a call is possible. The winner gets 1, the loser -1.

A starter who looks always wins: they bid exactly the roll, so a call of this bid loses, and they call any higher bid.

A history is a bit set of the bids so far; the last bid is the highest one. The starter's turn is after an even number
of bids.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from games.core.errors import GameError
from games.core.rules import CHANCE, TERMINAL
from studies.solving import regret
from studies.solving.extensive_form import ExtensiveForm, Policy, extensive_form

Floats = npt.NDArray[np.float64]
FEWEST, MOST = 2, 14


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
        """The number of classes. It is also the index of the call among the actions of a strategy."""
        return len(self.joint[0])

    @property
    def sights(self) -> int:
        """The number of the starter's possible observations."""
        return len(self.joint)

    @cached_property
    def starters(self) -> npt.NDArray[np.bool_]:
        """For each history, whether it is the starter's turn: that is, whether the number of bids is even."""
        return np.array([history.bit_count() % 2 == 0 for history in range(1 << self.k)])

    @cached_property
    def legal(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal, by history: the bids above the last one, and the call if there is a bid."""
        last = np.array([history.bit_length() - 1 for history in range(1 << self.k)])
        legal = np.arange(self.k + 1)[None, :] > last[:, None]
        legal[0, self.k] = False
        return np.asarray(legal)

    @cached_property
    def form(self) -> ExtensiveForm:
        """The duel as a tree. O(s 2^k) nodes for s observations and k classes."""
        return extensive_form(self, _Bidding.view)

    def start(self) -> _Bidding:
        """The position before the roll."""
        return _Bidding(self)


class _Bidding(NamedTuple):
    """A position of a duel, as a state of a game; the starter is seat 0, and the observation is -1 before the roll."""

    duel: Duel
    sight: int = -1
    history: int = 0
    called: bool = False

    @property
    def current_player(self) -> int:
        return CHANCE if self.is_chance else TERMINAL if self.called else self.history.bit_count() % 2

    @property
    def is_chance(self) -> bool:
        return self.sight < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(sight, sum(row)) for sight, row in enumerate(self.duel.joint)]

    def legal_actions(self) -> list[int]:
        return np.flatnonzero(self.duel.legal[self.history]).tolist()

    def after(self, action: int) -> _Bidding:
        if self.is_chance:
            return self._replace(sight=action)
        if action == self.duel.k:
            return self._replace(called=True)
        return self._replace(history=self.history | 1 << action)

    def returns(self) -> tuple[float, float]:
        """The payoffs after the call, as means over the rolls that the starter may have."""
        row, last = self.duel.joint[self.sight], self.history.bit_length() - 1
        caller = (sum(row[:last]) - sum(row[last:])) / (sum(row) or 1)
        return (-caller, caller) if self.history.bit_count() % 2 else (caller, -caller)

    def view(self, player: int) -> tuple[int, int]:
        """The starter's observation, which the responder does not see, and the history."""
        return (-1 if player == 1 else self.sight), self.history


@dataclass(frozen=True)
class Strategy:
    """The strategies of both roles of a duel; rows sum to 1 if it is the role's turn, otherwise they are 0.

    Parameters
    ----------
    starter : array of the starter's observations x histories x (k + 1)
        The probability of each bid, and of the call.
    responder : array of histories x (k + 1)
        The same for the responder, who does not see the dice.
    """

    starter: Floats
    responder: Floats

    @classmethod
    def of(cls, duel: Duel, policy: Policy) -> Strategy:
        """The strategy with the probabilities of a policy of `Duel.form`."""
        rows, first = np.zeros((duel.sights + 1, *duel.legal.shape)), duel.form.nodes.first
        for number, each in enumerate(duel.form.infosets):
            rows[each.view][list(each.actions)] = policy[first[number] : first[number + 1]]
        return cls(rows[:-1], rows[-1])

    def policy(self, duel: Duel) -> Policy:
        """The probabilities of all choices in `Duel.form`."""
        rows = np.concatenate((self.starter, self.responder[None]))
        return duel.form.policy(lambda each: dict(enumerate(rows[each.view])))


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


def value(duel: Duel, strategy: Strategy) -> float:
    """The starter's expected payoff if both follow the strategy. O(s 2^k) for s observations and k classes."""
    return regret.value(duel.form, strategy.policy(duel))


def best_against_responder(duel: Duel, strategy: Strategy) -> float:
    """The starter's payoff from a best response to the responder. O(s k 2^k) for s observations and k classes."""
    return regret.best_responses(duel.form, strategy.policy(duel))[0]


def best_against_starter(duel: Duel, strategy: Strategy) -> float:
    """The responder's payoff from a best response to the starter. O(s k 2^k) for s observations and k classes."""
    return regret.best_responses(duel.form, strategy.policy(duel))[1]


def exploitability(duel: Duel, strategy: Strategy) -> float:
    """The exploitability: the mean over both roles of a best response's gain over the value of the game.

    0 for an equilibrium and at most 1. Half of NashConv: Lanctot et al. (2017), arXiv:1711.00832.
    """
    return regret.exploitability(duel.form, strategy.policy(duel))
