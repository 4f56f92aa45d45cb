"""What one who knows some of the dice holds possible, asked of the engine once and kept as arrays of whole numbers.

At this table all that tells a player's class is which dice she knows, and everyone knows who knows which: eight sets
of dice, coded as bits (the first die is 1, the second 2, the third 4), and 216 worlds. A throw leads into a class too:
whoever throws dice 1 and 3 expects what one expects who knows the second die alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.actions import DICE
from games.bluff_poker.knowledge import VARIABLES
from games.bluff_poker.outcomes import MOST, ROLLS, Ladder, outcome
from games.knowing.classes import Classes as Cells
from games.knowing.table import Table, situation

SETS = range(8)
"""The sets of dice, as bits."""
ALL = 7
OBSERVER = "she"

Whole = NDArray[np.float64]
"""Whole numbers below 2^53, which floats hold exactly and multiply fast."""
OUTCOME = tuple(outcome(roll) for roll in ROLLS)
"""By world, in the order of `ROLLS`."""


def bits(dice: tuple[int, ...] | frozenset[int]) -> int:
    """A set of dice as bits."""
    return sum(1 << die - 1 for die in dice)


def dice_of(code: int) -> tuple[int, ...]:
    """The dice of a set of bits."""
    return tuple(die for die in DICE if code >> die - 1 & 1)


def known_by(knowers: tuple[int, int, int], seat: int) -> int:
    """The dice that a player knows, as bits."""
    first, second, third = knowers
    return first >> seat & 1 | (second >> seat & 1) << 1 | (third >> seat & 1) << 2


def world(dice: tuple[int, ...]) -> int:
    """A world with these values; where a die is not known (0), the one of its class with a 1 there."""
    first, second, third = (value or 1 for value in dice)
    return 36 * (first - 1) + 6 * (second - 1) + third - 1


def table_of(known: int) -> Table:
    """The table at which one player knows these dice, whatever they show."""
    return Table(VARIABLES, ((OBSERVER, tuple(f"die{die}" for die in dice_of(known))),))


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of one who knows some dice.

    Attributes
    ----------
    weight : array of shape (216, 216)
        Row w: the weights of the worlds that she holds possible at world w, 0 for the others.
    cells : games.knowing.classes.Classes
        What she cannot tell apart, as the engine has it.
    own : array of shape (216,)
        The weight of each world in its own class.
    total : int
        What a row of `weight` sums to; the same for all rows.
    outcomes : array of shape (216, 56)
        Row w: whether she holds an outcome possible at world w; by the place of the outcome in the ladder.
    at_most : array of shape (216, ranks)
        Row w: the weight of the worlds in her class whose outcome has this rank or a lower one.
    median : array of shape (216,)
        The rank of the lower weighted median of her class.
    """

    weight: Whole
    cells: Cells
    own: Whole
    total: int
    outcomes: NDArray[np.bool_]
    at_most: Whole
    median: NDArray[np.intp]

    def sums(self, values: Whole) -> Whole:
        """The sum, by weight, in the class of each world of values by world (the last axis). O(n) for n values."""
        cells = self.cells
        found: Whole = np.add.reduceat((values * self.own)[..., cells.order], cells.start, axis=-1)[..., cells.number]
        return found

    def mean(self, values: Whole) -> Whole:
        """The expectation in the class of each world of values by world (the last axis)."""
        return self.sums(values) / self.total


@lru_cache(maxsize=256)
def classes(known: int, ladder: Ladder, by_rolls: bool = True) -> Classes:
    """The classes of one who knows these dice.

    Parameters
    ----------
    known : int
        The dice, as bits.
    ladder : Ladder
        How outcomes are ranked.
    by_rolls : bool
        Whether each roll counts the same; else each outcome, as if the 56 were equally likely.
    """
    cells = situation(table_of(known)).classes(OBSERVER)
    member = cells.number[:, None] == cells.number
    same = member & (np.array(OUTCOME)[:, None] == np.array(OUTCOME))
    own = np.ones(len(ROLLS)) if by_rolls else MOST / same.sum(axis=1)  # one weight for all rolls of an outcome
    weight, ranks = member * own, ranks_of(ladder)
    total = int(weight[0].sum())
    at_most = weight @ (ranks[:, None] <= np.arange(ranks.max() + 1)).astype(float)
    shown = np.array([[each == listed for listed in ladder.outcomes] for each in OUTCOME])
    median = (2 * at_most >= total).argmax(axis=1)
    return Classes(weight, cells, own, total, member @ shown, at_most, median)


@lru_cache(maxsize=8)
def ranks_of(ladder: Ladder) -> NDArray[np.intp]:
    """The rank of the outcome of each world."""
    return np.array([ladder.rank[each] for each in OUTCOME])
