"""The degrees of belief about outcomes of an observer who knows some dice, at every world, from the engine.

Agents look ahead with it: what the next player would think, and what a throw may come to, since an agent that throws
dice 1 and 3 expects the same as an observer who knows only the second die.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.dice import ALL, OUTCOME, dice_of
from games.bluff_poker.knowledge import OUTCOMES, VARIABLES
from games.bluff_poker.outcomes import MOST, ROLLS, Ladder
from games.knowing.classes import Classes
from games.knowing.queries import considering, remembered
from games.knowing.table import Table, situation

OBSERVER = "observer"

Whole = NDArray[np.float64]
"""Whole numbers below 2^53, which floats hold exactly and multiply fast."""


def table_of(known: int) -> Table:
    """The table at which the observer knows these dice, whatever they show."""
    return Table(VARIABLES, ((OBSERVER, tuple(f"die{die}" for die in dice_of(known))),), defined=OUTCOMES)


@dataclass(frozen=True, eq=False)
class Outlook:
    """The observer's degrees of belief, by world; all weights are whole numbers.

    Parameters
    ----------
    own : array of shape (216,)
        The weight of each world in its own class.
    total : int
        The weight of a class, the same for all.
    considered : array of shape (216, 56)
        Whether the observer considers an outcome possible; by the place of the outcome in the ladder.
    at_most : array of shape (216, ranks)
        The weight of the worlds of the class whose outcome has this rank or a lower one.
    median : array of shape (216,)
        The rank of the lower weighted median of the class.
    """

    classes: Classes
    own: Whole
    total: int
    considered: NDArray[np.bool_]
    at_most: Whole
    median: NDArray[np.intp]

    def sums(self, values: Whole) -> Whole:
        """The sum, by weight, in the class of each world of values by world (the last axis). O(n) for n values."""
        order, start, number = self.classes.order, self.classes.start, self.classes.number
        found: Whole = np.add.reduceat((values * self.own)[..., order], start, axis=-1)[..., number]
        return found

    def mean(self, values: Whole) -> Whole:
        """The expectation in the class of each world of values by world (the last axis)."""
        return self.sums(values) / self.total


@remembered(256)
def outlook(known: int, ladder: Ladder, by_rolls: bool = True) -> Outlook:
    """The outlook of an observer who knows these dice.

    Parameters
    ----------
    known : int
        The dice, as bits.
    by_rolls : bool
        Whether each roll counts the same; else each outcome, as if the 56 were equally likely.
    """
    with considering(f"of an observer who knows {_named(known)}"):
        asked = situation(table_of(known))
        counts = asked.counts(OBSERVER, tuple(f"outcome={each}" for each in ladder.outcomes))
    classes, place = asked.classes(OBSERVER), places_of(ladder)
    weights = (counts if by_rolls else MOST * (counts > 0)).astype(float)
    own = np.ones(len(ROLLS)) if by_rolls else MOST / counts[classes.number, place]
    ranks = np.array([ladder.rank[each] for each in ladder.outcomes])
    at_most = (weights @ (ranks[:, None] <= np.arange(ranks.max() + 1)))[classes.number]
    total = int(weights[0].sum())
    median = (2 * at_most >= total).argmax(axis=1)
    return Outlook(classes, own, total, (counts > 0)[classes.number], at_most, median)


def _named(known: int) -> str:
    return " ".join(f"die{die}" for die in dice_of(known)) if known else "no die"


def places_of(ladder: Ladder) -> NDArray[np.intp]:
    """World -> the place of its outcome in the ladder."""
    place = {each: number for number, each in enumerate(ladder.outcomes)}
    return np.array([place[each] for each in OUTCOME])


def ranks_of(ladder: Ladder) -> NDArray[np.intp]:
    """World -> the rank of its outcome."""
    return np.array([ladder.rank[each] for each in OUTCOME])


def after_throwing(some: int, ladder: Ladder, by_rolls: bool = True) -> Outlook:
    """What a player expects of a throw: they know the dice that they keep.

    Parameters
    ----------
    some : int
        The dice that are thrown, as bits.
    """
    return outlook(ALL - some, ladder, by_rolls)
