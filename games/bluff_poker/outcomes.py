"""The 56 outcomes of three dice and their ranking, with sets of dice as bits and worlds as indices.

A roll is the values of dice 1, 2 and 3, and a world is the index of a roll in `ROLLS`. An outcome is the three values
in descending order, read as a number such as 642. A poker is an outcome with three equal values. A set of dice is an
integer, in which the bits of dice 1, 2 and 3 are 1, 2 and 4. Everyone knows who knows which die, so a player's
information is the set of dice that they know and the values of these.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from games.bluff_poker.actions import DICE

FACES = range(1, 7)
ROLLS: tuple[tuple[int, int, int], ...] = tuple(product(FACES, FACES, FACES))
"""The 216 rolls of dice 1, 2 and 3, equally likely."""
TRIANGLE = 321


def outcome(dice: tuple[int, ...]) -> int:
    """The dice sorted descending, read as a number: (2, 6, 4) is 642."""
    high, middle, low = sorted(dice, reverse=True)
    return 100 * high + 10 * middle + low


def is_poker(number: int) -> bool:
    """Whether the three dice of the outcome are equal."""
    return number % 111 == 0


MULTIPLICITY = Counter(map(outcome, ROLLS))
"""For each outcome, the number of rolls that give it: 6 for three different values, 3 for a pair, 1 for a poker."""
MOST = max(MULTIPLICITY.values())


@dataclass(frozen=True, eq=False)
class Ladder:
    """A ranking of the outcomes (three dice, read as a number)."""

    outcomes: tuple[int, ...]  # the outcomes from the lowest to the highest
    rank: dict[int, int]  # the rank of each outcome, counted from 0; equal outcomes have the same rank
    special: frozenset[int]  # the bids that a believer must reach by throws: pokers, and 321 if it is the highest

    def above(self, bid: int | None) -> tuple[int, ...]:
        """The outcomes strictly higher than the bid; all outcomes if there is no bid."""
        least = -1 if bid is None else self.rank[bid]
        return tuple(each for each in self.outcomes if self.rank[each] > least)

    @cached_property
    def place(self) -> dict[int, int]:
        """The index of each outcome in `outcomes`."""
        return {each: number for number, each in enumerate(self.outcomes)}

    @property
    def top(self) -> int:
        """The highest rank."""
        return self.rank[self.outcomes[-1]]

    def is_top(self, bid: int | None) -> bool:
        """Whether no outcome is strictly higher than the bid."""
        return bid is not None and self.rank[bid] == self.top

    def reaches(self, number: int, bid: int | None) -> bool:
        """Whether an outcome is at least the bid; True if there is no bid."""
        return bid is None or self.rank[number] >= self.rank[bid]

    def __reduce__(self) -> tuple[Any, ...]:
        """Unpickle to the shared object of `ladder`, so that caches keyed by ladder also work in other processes."""
        return ladder, (self.outcomes[-1] == TRIANGLE, self.rank[111] == self.rank[666])


def ladder(golden_triangle: bool = False, equal_pokers: bool = False) -> Ladder:
    """The ranking of the outcomes: pokers at the top or, with `golden_triangle`, 321 above them.

    Other outcomes are ranked by their numbers. With `equal_pokers` all pokers have the same rank. Equal options give
    the same object.
    """
    return _ladder(golden_triangle, equal_pokers)


@lru_cache
def _ladder(golden_triangle: bool, equal_pokers: bool) -> Ladder:
    plain = sorted(each for each in MULTIPLICITY if not is_poker(each))
    pokers = sorted(each for each in MULTIPLICITY if is_poker(each))
    top = [TRIANGLE] if golden_triangle else []
    order = [each for each in plain if each not in top] + pokers + top
    rank: dict[int, int] = {}
    for each in order:
        tied = equal_pokers and is_poker(each) and each != pokers[0]
        rank[each] = rank[pokers[0]] if tied else len(rank)
    return Ladder(tuple(order), rank, frozenset(pokers + top))


SETS = range(8)  # the sets of dice, as bits
ALL = 7
SIZE = tuple(each.bit_count() for each in SETS)
OUTCOME = tuple(outcome(roll) for roll in ROLLS)  # the outcome of each world


def bits(dice: tuple[int, ...] | frozenset[int]) -> int:
    """A set of dice as bits."""
    return sum(1 << die - 1 for die in dice)


def dice_of(code: int) -> tuple[int, ...]:
    """The numbers of the dice in a set given as bits."""
    return tuple(die for die in DICE if code >> die - 1 & 1)


def known_by(knowers: tuple[int, int, int], seat: int) -> int:
    """The dice that a player knows, as bits. `knowers` has, for each die, the players who know it, as bits."""
    first, second, third = knowers
    return first >> seat & 1 | (second >> seat & 1) << 1 | (third >> seat & 1) << 2


def world(dice: tuple[int, ...]) -> int:
    """The index of the world with these values; an unknown die (0) counts as a 1."""
    first, second, third = (value or 1 for value in dice)
    return 36 * (first - 1) + 6 * (second - 1) + third - 1
