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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from games.core.errors import GameError

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
    def histories(self) -> npt.NDArray[np.int64]:
        """All histories, each as the set of bids made so far, as bits."""
        return np.arange(1 << self.k)

    @cached_property
    def starters(self) -> npt.NDArray[np.bool_]:
        """For each history, whether it is the starter's turn: that is, whether the number of bids is even."""
        return np.array([history.bit_count() % 2 == 0 for history in range(1 << self.k)])

    @cached_property
    def legal(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal, by history: the bids above the last one, and the call if there is a bid."""
        last = np.array([history.bit_length() - 1 for history in self.histories.tolist()])
        legal = np.arange(self.k + 1)[None, :] > last[:, None]
        legal[0, self.k] = False
        return np.asarray(legal)

    @cached_property
    def truth(self) -> Floats:
        """P(observation, true bid) - P(observation, false bid), as an array of bids x observations."""
        joint = np.array(self.joint)
        return np.array([joint[:, bid:].sum(axis=1) - joint[:, :bid].sum(axis=1) for bid in range(self.k)])

    def layers(self) -> Iterator[tuple[int, slice]]:
        """Each bid, from the highest down, with the slice of histories that end in it, so continuations come first."""
        for bid in range(self.k - 1, -1, -1):
            yield bid, slice(1 << bid, 2 << bid)


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
    """The starter's expected payoff if both follow the strategy. O(s k 2^k) for s observations and k classes."""
    return float(starter_values(duel, strategy, _expected)[0].sum())


def best_against_responder(duel: Duel, strategy: Strategy) -> float:
    """The starter's payoff from a best response to the responder. O(s k 2^k) for s observations and k classes."""
    return float(starter_values(duel, strategy, _best)[0].sum())


def best_against_starter(duel: Duel, strategy: Strategy) -> float:
    """The responder's payoff from a best response to the starter. O(s k 2^k) for s observations and k classes."""
    return float(responder_values(duel, strategy, _best)[0])


def exploitability(duel: Duel, strategy: Strategy) -> float:
    """The exploitability: the mean over both roles of a best response's gain over the value of the game.

    0 for an equilibrium and at most 1. Half of NashConv: Lanctot et al. (2017), arXiv:1711.00832.
    """
    return (best_against_responder(duel, strategy) + best_against_starter(duel, strategy)) / 2


Choice = Callable[[Floats, Floats, npt.NDArray[np.bool_]], Floats]
"""Returns the value of a decision from a strategy's probabilities, the values of the actions, and the legal actions."""


def _expected(rows: Floats, values: Floats, legal: npt.NDArray[np.bool_]) -> Floats:
    return np.asarray((rows * values).sum(axis=-1))


def _best(rows: Floats, values: Floats, legal: npt.NDArray[np.bool_]) -> Floats:
    return np.asarray(np.where(legal, values, -np.inf).max(axis=-1))


def starter_values(duel: Duel, strategy: Strategy, choice: Choice = _expected) -> tuple[Floats, Floats]:
    """The starter's payoffs, times the probability of each observation: at the start, and by history and action.

    The responder plays the strategy, and the starter decides by `choice`. The arrays have the shapes (observations,)
    and (observations, histories, k + 1).
    """
    actions = np.zeros((duel.sights, len(duel.histories), duel.k + 1))
    for bid, layer in duel.layers():
        mine, here, legal = duel.starters[layer], actions[:, layer], duel.legal[layer]
        here[:, :, duel.k] = duel.truth[bid][:, None] * np.where(mine, -1, 1)
        chosen = choice(strategy.starter[:, layer], here, legal)
        actions[:, : layer.start, bid] = np.where(mine, chosen, _expected(strategy.responder[layer], here, legal))
    return choice(strategy.starter[:, 0], actions[:, 0], duel.legal[0]), actions


def responder_values(duel: Duel, strategy: Strategy, choice: Choice = _expected) -> tuple[Floats, Floats]:
    """The responder's payoffs, times the starter's reach probability: at the start, and by history and action.

    The starter plays the strategy, and the responder decides by `choice`.
    """
    reach = reach_of(duel, strategy.starter, duel.starters)
    actions = np.zeros((len(duel.histories), duel.k + 1))
    for bid, layer in duel.layers():
        mine, here, legal = ~duel.starters[layer], actions[layer], duel.legal[layer]
        calls = np.where(mine, -1, strategy.starter[:, layer, duel.k])
        here[:, duel.k] = duel.truth[bid] @ (reach[:, layer] * calls)
        chosen = choice(strategy.responder[layer], here, legal)
        actions[: layer.start, bid] = np.where(mine, chosen, here.sum(axis=-1))
    return actions[0].sum(), actions


def reach_of(duel: Duel, rows: Floats, turn: npt.NDArray[np.bool_]) -> Floats:
    """For each history, the product of the probabilities of the bids that a role makes in it.

    `rows`: the role's part of a `Strategy`. `turn`: for each history, whether it is the role's turn.
    """
    reach = np.ones(rows.shape[:-1])
    for bid, layer in reversed(list(duel.layers())):
        chosen = np.where(turn[: layer.start], rows[..., : layer.start, bid], 1.0)
        reach[..., layer] = reach[..., : layer.start] * chosen
    return reach
