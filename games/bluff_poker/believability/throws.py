"""How the source agent throws: which dice, how often that helps, in the open or not, and for a believed poker.

Chances are whole numbers over a common denominator, by world (see `classes`); dice and sets of dice are bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.believability.classes import ALL, SETS, Classes, Whole, classes, ranks_of
from games.bluff_poker.outcomes import ROLLS, Ladder
from games.bluff_poker.rules import POKER_THROWS

SUBSETS = tuple(tuple(some for some in SETS if some and some & taken == 0) for taken in SETS)
"""By the dice that are thrown: the sets of the others, without the empty one."""
SIZE = tuple(each.bit_count() for each in SETS)
WHOLE_ROLLS, WHOLE_OUTCOMES = 216, 326_592
"""What chances of throws are multiples of 1 over, by rolls, and where each outcome counts the same."""


@dataclass(frozen=True, eq=False)
class Plan:
    """The throws of one who has to beat a rank.

    Attributes
    ----------
    beats : array of shape (216,)
        Whether the dice do.
    chance : array of shape (8, 216)
        Row s: the weight of the throws of the dice s that beat it, of the total of the class of the dice kept.
    choice : array of shape (8, 216)
        Row t: which dice she throws after the dice t, 0 for none.
    beating : array of shape (216,)
        The chance that she beats it, all her throws together, times `whole`.
    whole : int
        The denominator of `beating`.
    """

    beats: NDArray[np.bool_]
    chance: Whole
    choice: NDArray[np.intp]
    beating: Whole
    whole: int

    def expected(self, stopped: Whole, held: list[Classes]) -> Whole:
        """What she can expect of a value, by what the next player knows (rows) and by world, before she throws.

        Parameters
        ----------
        stopped : array of shape (8, 216)
            The value by what the next player knows, and by the dice, when she stops.
        held : list of Classes
            By the dice that one knows.

        Notes
        -----
        19 products of an 8 by 216 and a 216 by 216 matrix.
        """
        values: dict[int, Whole] = {ALL: stopped}
        for thrown in sorted(SETS, key=SIZE.__getitem__, reverse=True)[1:]:
            value = stopped
            for some in SUBSETS[thrown]:
                now = self.choice[thrown] == some
                if now.any():
                    later = held[ALL - some].mean(values[thrown | some])
                    value = np.where(now, later[LEAVES[:, some]], value)
            values[thrown] = value
        return values[0]


@lru_cache(maxsize=1_024)
def plan(ladder: Ladder, least: int, by_rolls: bool = True, keeps_throwing: bool = False) -> Plan:
    """How to beat a rank, by rule 1: of the lowest one, two or three dice those whose throw beats it most often.

    Parameters
    ----------
    ladder : Ladder
        How outcomes are ranked.
    least : int
        The rank to beat.
    by_rolls : bool
        Whether each roll counts the same, or each outcome.
    keeps_throwing : bool
        Whether she throws once even if the dice beat it already, and goes on where no throw can beat it.
    """
    held = [classes(known, ladder, by_rolls) for known in SETS]
    beats = ranks_of(ladder) > least
    chance = np.stack([held[ALL - some].sums(np.where(beats, 1.0, 0.0)) for some in SETS])
    share = chance / np.array([[held[ALL - some].total] for some in SETS])  # equal fractions are equal floats
    choice = np.stack([_choice(share, beats, thrown, keeps_throwing) for thrown in SETS])
    whole = WHOLE_ROLLS if by_rolls else WHOLE_OUTCOMES
    made = Plan(beats, chance, choice, np.zeros(len(ROLLS)), whole)
    beating = made.expected(np.tile(beats * float(whole), (len(SETS), 1)), held)[0]
    return Plan(beats, chance, choice, beating, whole)


def _choice(share: Whole, beats: NDArray[np.bool_], thrown: int, keeps_throwing: bool) -> NDArray[np.intp]:
    """The best of the lowest n dice, the fewest among equals; none where the rank is beaten or cannot be."""
    best = np.zeros(len(ROLLS), dtype=np.intp)
    top = np.full(len(ROLLS), -1.0 if keeps_throwing else 0.0)
    worlds = np.arange(len(ROLLS))
    for size in range(1, len(SUBSETS[thrown]).bit_length() + 1):
        lowest = LOWEST[thrown, size]
        now = share[lowest, worlds]
        better = now > top
        best, top = np.where(better, lowest, best), np.where(better, now, top)
    return best if keeps_throwing and not thrown else np.where(beats, 0, best)


def _lowest() -> NDArray[np.intp]:
    """By the dice that are thrown and a number: the lowest so many of the others, by world; equal dice in order."""
    found = np.zeros((len(SETS), 4, len(ROLLS)), dtype=np.intp)
    for thrown in SETS:
        for place, roll in enumerate(ROLLS):
            order = sorted((die for die in range(3) if not thrown >> die & 1), key=roll.__getitem__)
            for size in range(1, len(order) + 1):
                found[thrown, size, place] = sum(1 << die for die in order[:size])
    return found


LOWEST = _lowest()


def is_open(known: int, thrown: int) -> bool:
    """Rule 2: whether the next player, who knows some dice, then knows fewer of them by an open throw; else closed."""
    return SIZE[thrown] + SIZE[known & ALL - thrown] < SIZE[ALL - thrown]


def leaves(known: int, thrown: int) -> int:
    """The dice that the next player knows after the throw: those kept, or, where it is open, those thrown too."""
    return thrown | known & ALL - thrown if is_open(known, thrown) else ALL - thrown


LEAVES = np.array([[leaves(known, thrown) if thrown else known for thrown in SETS] for known in SETS])


@dataclass(frozen=True, eq=False)
class PokerPlan:
    """The throws for a believed poker.

    Attributes
    ----------
    choice : array of shape (3, 216)
        Row l: which dice to throw where l throws are left, 0 to stop.
    safe, higher : array of shape (3, 216)
        Row l: the chances to come out equal or higher, and higher, times `whole`.
    whole : int
        The denominator.
    """

    choice: NDArray[np.intp]
    safe: Whole
    higher: Whole
    whole: int


@lru_cache(maxsize=64)
def poker_plan(ladder: Ladder, asked: int) -> PokerPlan:
    """The throws that most probably come out at a rank or above it, and among these most probably above it.

    Worked backwards from the last throw; of equal choices the one with the fewest dice. The first throw is of all.
    """
    held = [classes(known, ladder) for known in SETS]
    whole = WHOLE_ROLLS ** (POKER_THROWS - 1)
    ranks = ranks_of(ladder)
    safe: list[Whole] = [np.where(ranks >= asked, float(whole), 0.0)]
    higher: list[Whole] = [np.where(ranks > asked, float(whole), 0.0)]
    choice = [np.zeros(len(ROLLS), dtype=np.intp)]
    for _ in range(POKER_THROWS - 1):
        made = np.stack([held[ALL - some].mean(safe[-1]) if some else safe[0] for some in SETS])
        above = np.stack([held[ALL - some].mean(higher[-1]) if some else higher[0] for some in SETS])
        order = np.array(sorted(SETS, key=SIZE.__getitem__))
        best = order[(made * 2 * whole + above)[order].argmax(axis=0)]
        choice.append(best)
        safe.append(np.take_along_axis(made, best[None], axis=0)[0])
        higher.append(np.take_along_axis(above, best[None], axis=0)[0])
    assert all((one <= two).all() for one, two in pairwise(safe))
    return PokerPlan(np.stack(choice), np.stack(safe), np.stack(higher), whole)


@lru_cache(maxsize=64)
def poker_chance(ladder: Ladder, asked: int) -> tuple[int, int]:
    """The chance that one who believes a poker is not penalised: how many of how many."""
    best = poker_plan(ladder, asked)
    return int(best.safe[-1].sum()), best.whole * len(ROLLS)
