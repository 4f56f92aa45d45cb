"""The best throws after a believed poker: at most three open throws, by backward induction from the last one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.dice import SETS, SIZE
from games.bluff_poker.outcomes import ROLLS, Ladder
from games.bluff_poker.outlook import Whole, after_throwing, ranks_of
from games.bluff_poker.rules import POKER_THROWS
from games.knowing.queries import remembered

WHOLE = len(ROLLS) ** (POKER_THROWS - 1)
"""The denominator of the chances."""


@dataclass(frozen=True, eq=False)
class PokerPlan:
    """The throws for a believed poker.

    Parameters
    ----------
    choice : array of shape (3, 216)
        Row l: which dice to throw if l throws are left, 0 to stop.
    safe, higher : array of shape (3, 216)
        Row l: the probabilities of an equal or higher outcome, and of a higher one, times `whole`.
    """

    choice: NDArray[np.intp]
    safe: Whole
    higher: Whole
    whole: int


@remembered(64)
def poker_plan(ladder: Ladder, asked: int) -> PokerPlan:
    """The throws with the highest probability of a rank or more, and among these of more than it.

    Of equal choices the one with the fewest dice. The first throw is of all dice.
    """
    after = [after_throwing(some, ladder) for some in SETS]
    ranks = ranks_of(ladder)
    safe: list[Whole] = [np.where(ranks >= asked, float(WHOLE), 0.0)]
    higher: list[Whole] = [np.where(ranks > asked, float(WHOLE), 0.0)]
    choice = [np.zeros(len(ROLLS), dtype=np.intp)]
    for _ in range(POKER_THROWS - 1):
        made = np.stack([after[some].mean(safe[-1]) if some else safe[0] for some in SETS])
        above = np.stack([after[some].mean(higher[-1]) if some else higher[0] for some in SETS])
        order = np.array(sorted(SETS, key=SIZE.__getitem__))
        best = order[(made * 2 * WHOLE + above)[order].argmax(axis=0)]
        choice.append(best)
        safe.append(np.take_along_axis(made, best[None], axis=0)[0])
        higher.append(np.take_along_axis(above, best[None], axis=0)[0])
    assert all((one <= two).all() for one, two in pairwise(safe))
    return PokerPlan(np.stack(choice), np.stack(safe), np.stack(higher), WHOLE)


@remembered(64)
def poker_chance(ladder: Ladder, asked: int) -> tuple[int, int]:
    """The chance that a player who believes a poker is not penalised: numerator and denominator."""
    best = poker_plan(ladder, asked)
    return int(best.safe[-1].sum()), best.whole * len(ROLLS)
