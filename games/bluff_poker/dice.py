"""Sets of dice as bits, and worlds as numbers: the 216 rolls in the order of `ROLLS`.

The first die is 1, the second 2, the third 4. Everyone knows who knows which die, so a player's information is the set
of dice that they know and the values of these.
"""

from __future__ import annotations

from games.bluff_poker.actions import DICE
from games.bluff_poker.outcomes import ROLLS, outcome

SETS = range(8)
"""The sets of dice, as bits."""
ALL = 7
SIZE = tuple(each.bit_count() for each in SETS)
OUTCOME = tuple(outcome(roll) for roll in ROLLS)
"""World -> its outcome."""


def bits(dice: tuple[int, ...] | frozenset[int]) -> int:
    """A set of dice as bits."""
    return sum(1 << die - 1 for die in dice)


def dice_of(code: int) -> tuple[int, ...]:
    """The dice of a set of bits."""
    return tuple(die for die in DICE if code >> die - 1 & 1)


def known_by(knowers: tuple[int, int, int], seat: int) -> int:
    """The dice that a player knows, as bits.

    Parameters
    ----------
    knowers : tuple of int
        For each die the players who know its value, as bits.
    """
    first, second, third = knowers
    return first >> seat & 1 | (second >> seat & 1) << 1 | (third >> seat & 1) << 2


def world(dice: tuple[int, ...]) -> int:
    """The world with these values; a die that is not known (0) counts as a 1."""
    first, second, third = (value or 1 for value in dice)
    return 36 * (first - 1) + 6 * (second - 1) + third - 1
