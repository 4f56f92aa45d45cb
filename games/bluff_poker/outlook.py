"""An observer's degrees of belief about the outcome, at every world; the observer knows some of the dice.

A world is one of the 216 rolls of three dice; outcomes, ranks and sets of dice are explained in
`games.bluff_poker.outcomes`. Agents look ahead to the beliefs of the next player and to the results of a throw: an
agent that throws dice 1 and 3 has the expectations of an observer who knows only die 2. A player who believes a bid of
a poker (three equal dice) has at most three throws, which all can see; the best throws are planned backwards from the
last one.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.actions import STOP, Action, Throw
from games.bluff_poker.knowledge import OUTCOMES, VARIABLES
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import ALL, MOST, OUTCOME, ROLLS, SETS, SIZE, Ladder, dice_of, world
from games.bluff_poker.rules import POKER_THROWS
from games.knowing.ground import Classes
from games.knowing.queries import considering, remembered
from games.knowing.table import Table, situation

OBSERVER = "observer"

Whole = NDArray[np.float64]  # Whole numbers below 2^53, which floats hold exactly and multiply fast


def table_of(known: int) -> Table:
    """The `Table` of common knowledge in which the observer knows these dice (as bits), whatever values they show."""
    return Table(VARIABLES, ((OBSERVER, tuple(f"die{die}" for die in dice_of(known))),), defined=OUTCOMES)


@dataclass(frozen=True, eq=False)
class Outlook:
    """The observer's degrees of belief, by world; all weights of worlds are whole numbers."""

    classes: Classes  # the observer's information classes: sets of worlds that the observer cannot distinguish
    own: Whole  # array of shape (216,): the weight of each world
    total: int  # the weight of a class, the same for all classes
    # array of shape (216, 56): for each world and each outcome (by its index in the ladder), whether the observer
    # considers it possible
    considered: NDArray[np.bool_]
    # array of shape (216, ranks): for each world and rank, the weight of the worlds in its class with an outcome of at
    # most this rank
    at_most: Whole
    median: NDArray[np.intp]  # array of shape (216,): for each world, the lower weighted median rank in its class

    def sums(self, values: Whole) -> Whole:
        """For each world, the weighted sum of `values` over its class; worlds are the last axis. O(n) for n values."""
        order, start, number = self.classes.order, self.classes.start, self.classes.number
        sums: Whole = np.add.reduceat((values * self.own)[..., order], start, axis=-1)[..., number]
        return sums

    def mean(self, values: Whole) -> Whole:
        """For each world, the expectation of the values (by world, last axis) in its information class."""
        return self.sums(values) / self.total


@remembered(256)
def outlook(known: int, ladder: Ladder, by_rolls: bool = True) -> Outlook:
    """The beliefs of an observer who knows these dice (as bits); rolls (`by_rolls`) or outcomes have equal weights."""
    dice = " ".join(f"die{die}" for die in dice_of(known)) or "no die"
    with considering(f"of an observer who knows {dice}"):
        model = situation(table_of(known))
        counts = model.counts(OBSERVER, tuple(f"outcome={each}" for each in ladder.outcomes))
    classes, place = model.classes(OBSERVER), places_of(ladder)
    weights = (counts if by_rolls else MOST * (counts > 0)).astype(float)
    own = np.ones(len(ROLLS)) if by_rolls else MOST / counts[classes.number, place]
    at_most = (weights @ (ranks(ladder)[:, None] <= np.arange(ladder.top + 1)))[classes.number]
    total = int(weights[0].sum())
    median = (2 * at_most >= total).argmax(axis=1)
    return Outlook(classes, own, total, (counts > 0)[classes.number], at_most, median)


@lru_cache(maxsize=8)
def places_of(ladder: Ladder) -> NDArray[np.intp]:
    """For each world, the index of its outcome in the ladder."""
    return np.array([ladder.place[each] for each in OUTCOME])


@lru_cache(maxsize=8)
def ranks(ladder: Ladder) -> NDArray[np.intp]:
    """The ranks of the outcomes, by index in the ladder."""
    return np.array([ladder.rank[each] for each in ladder.outcomes])


def ranks_of(ladder: Ladder) -> NDArray[np.intp]:
    """For each world, the rank of its outcome."""
    return np.array([ladder.rank[each] for each in OUTCOME])


def spread(values: Whole, dice: tuple[int, ...]) -> Whole:
    """For each world (first axis), the mean of the values over all throws of these dice."""
    cube = values.reshape(6, 6, 6, -1)
    mean = cube.mean(axis=tuple(die - 1 for die in dice), keepdims=True)
    return np.broadcast_to(mean, cube.shape).reshape(values.shape)


WHOLE = len(ROLLS) ** (POKER_THROWS - 1)  # the denominator of the chances in a `PokerPlan`


@dataclass(frozen=True, eq=False)
class PokerPlan:
    """The best throws for a player who believed a bid of a poker and must reach it."""

    choice: NDArray[np.intp]  # array of shape (3, 216): by throws left and world, the set of dice to throw; 0 to stop
    safe: Whole  # array of shape (3, 216): by throws left and world, the chance to reach the poker, times `whole`
    higher: Whole  # array of shape (3, 216): by throws left and world, the chance to exceed the poker, times `whole`
    whole: int  # the common denominator of these chances


@remembered(64)
def poker_plan(ladder: Ladder, rank: int) -> PokerPlan:
    """The throws most likely to reach this rank; on a tie, the throws most likely to exceed it."""
    after = [outlook(ALL - some, ladder) for some in SETS]  # a thrower knows the dice that they keep
    world_ranks = ranks_of(ladder)
    safe: list[Whole] = [np.where(world_ranks >= rank, float(WHOLE), 0.0)]
    higher: list[Whole] = [np.where(world_ranks > rank, float(WHOLE), 0.0)]
    choice = [np.zeros(len(ROLLS), dtype=np.intp)]
    for _ in range(POKER_THROWS - 1):
        equal = np.stack([after[some].mean(safe[-1]) if some else safe[0] for some in SETS])
        above = np.stack([after[some].mean(higher[-1]) if some else higher[0] for some in SETS])
        order = np.array(sorted(SETS, key=SIZE.__getitem__))
        best = order[(equal * 2 * WHOLE + above)[order].argmax(axis=0)]
        choice.append(best)
        safe.append(np.take_along_axis(equal, best[None], axis=0)[0])
        higher.append(np.take_along_axis(above, best[None], axis=0)[0])
    assert all((one <= two).all() for one, two in pairwise(safe))
    return PokerPlan(np.stack(choice), np.stack(safe), np.stack(higher), WHOLE)


def poker_throw(ladder: Ladder, seen: Observation) -> tuple[Action, float, float]:
    """The best action (a throw or `STOP`) after a poker is believed, with the chances to reach and beat the poker."""
    assert seen.bid is not None  # a poker was believed
    best, place = poker_plan(ladder, ladder.rank[seen.bid]), (seen.throws_left, world(seen.dice))
    some = int(best.choice[place])
    action = Throw(dice_of(some), is_open=True) if some else STOP
    return action, best.safe[place] / best.whole, best.higher[place] / best.whole


@remembered(64)
def poker_chance(ladder: Ladder, rank: int) -> tuple[int, int]:
    """The chance to reach a poker of this rank after believing a bid of it, as numerator and denominator."""
    best = poker_plan(ladder, rank)
    return int(best.safe[-1].sum()), best.whole * len(ROLLS)
