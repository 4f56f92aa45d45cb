"""What the agent considers possible of the dice: weights of the 216 rolls, moved by bids and by what is seen.

The weights follow the game: a throw makes dice unknown again, a bid weighs rolls by how likely it was at each of them,
and what is seen leaves only the rolls that agree. It is the product update of the table with likelihoods, in floats.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.bluff_poker.agents.opponent_model.raises_duel import Floats
from games.bluff_poker.outcomes import ROLLS

VALUES = np.array(ROLLS)
EVEN = np.full(len(ROLLS), 1 / len(ROLLS))


class Claim:
    """A bid of another player whose dice are not yet shown.

    Parameters
    ----------
    weight : array of shape (216,)
        Of the rolls before the bid.
    chances : array of habits x 216
        How likely the bid was, by habit and roll.
    """

    __slots__ = ("bidder", "chances", "since", "weight")

    def __init__(self, bidder: int, weight: Floats, chances: Floats) -> None:
        self.bidder, self.weight, self.chances = bidder, weight, chances
        self.since = np.ones(len(ROLLS))

    def evidence(self) -> Floats:
        """By habit how likely the bid was, with all that was seen of the dice since."""
        return np.asarray(self.chances @ (self.weight * self.since))


class DiceWeights:
    """The dice as the agent considers them possible.

    Attributes
    ----------
    weight : array of shape (216,)
        Sums to 1.
    claim : Claim, optional
        The standing bid, if another player made it and the dice are not yet shown.
    """

    def __init__(self) -> None:
        self.weight: Floats = EVEN
        self.claim: Claim | None = None

    def fresh(self) -> None:
        """All dice are thrown unseen; no bid stands."""
        self.weight, self.claim = EVEN, None

    def see(self, dice: tuple[int, ...]) -> None:
        """Some dice are seen: their values, 0 for the others."""
        shown = np.array(dice)
        if shown.any():
            self.learn(((shown == VALUES) | (shown == 0)).all(axis=1).astype(float))

    def learn(self, chance: Floats) -> None:
        """Something was seen that had this chance by roll; where it had none at all the weights stay as they are."""
        weight = self.weight * chance
        total = weight.sum()
        if self.claim is not None:
            self.claim.since = self.claim.since * chance
        self.weight = weight / total if total > 0 else self._only(chance)

    def _only(self, chance: Floats) -> Floats:
        """What was held impossible has happened: each roll that allows it is as likely again."""
        return np.asarray(chance / chance.sum()) if chance.any() else self.weight

    def throw(self, dice: tuple[int, ...]) -> None:
        """Some dice are thrown, and what was claimed of them no longer counts."""
        cube = self.weight.reshape(6, 6, 6)
        axes = tuple(die - 1 for die in dice)
        spread = np.broadcast_to(cube.mean(axis=axes, keepdims=True), cube.shape)
        self.weight, self.claim = spread.ravel(), None

    def bid(self, bidder: int, chances: Floats, habits: Floats) -> None:
        """Another player bids.

        Parameters
        ----------
        chances : array of shape (habits, 216)
            How likely the bid was, by habit and roll.
        habits : array of shape (habits,)
            The weights of the bidder's habits.
        """
        self.claim = Claim(bidder, self.weight, chances)
        before = self.claim
        self.claim = None
        self.learn(habits @ chances)
        self.claim = before

    def joint(self, habits: Floats) -> Any:
        """Habit of the bidder x roll -> weight, where a claim stands."""
        assert self.claim is not None
        weights = habits[:, None] * self.claim.chances * self.claim.weight * self.claim.since
        return weights / weights.sum()
