"""Rule 1 of the source's agent, looking ahead: which dice it would throw in every case, and how often that helps.

Chances are whole numbers over a common denominator, by world; dice and sets of dice are bits (see `dice`). A decision
at the table asks the engine (see `Viewpoint.improves`); the plan is for throws that may come, by whoever makes them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.dice import ALL, SETS, SIZE
from games.bluff_poker.outcomes import ROLLS, Ladder
from games.bluff_poker.outlook import Outlook, Whole, outlook, ranks_of
from games.knowing.queries import remembered

SUBSETS = tuple(tuple(some for some in SETS if some and some & taken == 0) for taken in SETS)
"""By the dice that are thrown: the sets of the others, without the empty one."""
WHOLE_ROLLS, WHOLE_OUTCOMES = 216, 326_592
"""Chances of throws are multiples of 1 over this, by rolls, and if each outcome counts the same."""


@dataclass(frozen=True, eq=False)
class Plan:
    """The throws of an agent who has to beat a rank.

    Parameters
    ----------
    beats : array of shape (216,)
        Whether the dice beat it.
    chance : array of shape (8, 216)
        Row s: the weight of the throws of the dice s that beat it, of the total of the class of the dice kept.
    choice : array of shape (8, 216)
        Row t: which dice the agent throws after the dice t, 0 for none.
    beating : array of shape (216,)
        The chance to beat it, all throws together, times `whole`.
    """

    beats: NDArray[np.bool_]
    chance: Whole
    choice: NDArray[np.intp]
    beating: Whole
    whole: int

    def expected(self, stopped: Whole, held: list[Outlook]) -> Whole:
        """The expectation of a value before the first throw, by what the next player knows (rows) and by world.

        Parameters
        ----------
        stopped : array of shape (8, 216)
            The value by what the next player knows, and by the dice, after the last throw.

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


@remembered(1_024)
def plan(ladder: Ladder, least: int, by_rolls: bool = True, keeps_throwing: bool = False) -> Plan:
    """How to beat a rank, by rule 1: of the lowest one, two or three dice those whose throw beats it most often.

    Parameters
    ----------
    keeps_throwing : bool
        Whether the agent throws once even if the dice beat it, and goes on where no throw can beat it.
    """
    held = [outlook(known, ladder, by_rolls) for known in SETS]
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
    """Rule 2: whether the next player knows fewer dice after an open throw than after a closed one.

    Parameters
    ----------
    known : int
        The dice that the next player knows, as bits.
    thrown : int
        The dice that are thrown, as bits.
    """
    return SIZE[thrown] + SIZE[known & ALL - thrown] < SIZE[ALL - thrown]


def _leaves(known: int, thrown: int) -> int:
    """The dice that the next player knows after a throw: those kept, or, if it is open, those thrown too."""
    if not thrown:
        return known
    return thrown | known & ALL - thrown if is_open(known, thrown) else ALL - thrown


LEAVES = np.array([[_leaves(known, thrown) for thrown in SETS] for known in SETS])
"""The dice that the next player knows after a throw, by those known before (rows) and those thrown."""
