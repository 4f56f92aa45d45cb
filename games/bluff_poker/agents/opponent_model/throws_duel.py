"""A solvable two-player version of the game: a believer throws all three dice again, hidden from the other, and bids.

The earlier dice under the cup no longer count, so a position is the standing bid alone. The duel splits into one-shot
games of a bidder who has rolled and an answerer who has not seen the roll. They are solved from the highest bid down.
The winner gets 1, the loser -1; the believer of a poker has three open throws to reach it. Outcomes, pokers and the
ladder (the ranking of the outcomes) are explained in `games.bluff_poker.outcomes`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from games.bluff_poker.outcomes import MULTIPLICITY, ROLLS, Ladder
from games.bluff_poker.outlook import poker_plan, ranks
from games.core.errors import GameError

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ladders:
    """The ladder as arrays; bids are indices in the ladder, and a standing bid is its index plus 1, or 0 for none."""

    chance: Floats  # array of shape (56,): the probability of each outcome
    rank: Any  # array of shape (56,): the rank of each outcome
    above: Any  # array of shape (57, 56): by standing bid, whether each bid can follow it
    reaches: Any  # array of shape (56, 56): by outcome, whether it makes each bid true
    special: Any  # array of shape (56,): whether a player who believes this bid must reach it by throws
    # array of shape (56, 3): the probabilities that the believer of a special bid ends below, equal to and above it
    poker: Floats


@lru_cache(maxsize=8)
def arrays(ladder: Ladder) -> Ladders:
    """The ladder's outcomes and ranks as arrays for compiled loops."""
    outcomes = ladder.outcomes
    rank = ranks(ladder)
    special = np.array([each in ladder.special for each in outcomes])
    poker = np.zeros((len(outcomes), 3))
    for place in np.flatnonzero(special).tolist():
        best = poker_plan(ladder, int(rank[place]))
        whole = best.whole * len(ROLLS)
        safe, higher = best.safe[-1].sum() / whole, best.higher[-1].sum() / whole
        poker[place] = 1 - safe, safe - higher, higher
    standing = np.concatenate([[-1], rank])
    chance = np.array([MULTIPLICITY[each] for each in outcomes]) / len(ROLLS)
    return Ladders(chance, rank, rank > standing[:, None], rank[:, None] >= rank, special, poker)


@dataclass(frozen=True, eq=False)
class Play:
    """The policies of both roles of the duel."""

    bids: Floats  # array of shape (57, 56, 56): by standing bid and outcome of the roll, the probability of each bid
    calls: Floats  # array of shape (57, 56): by standing bid, the probability that each new bid is called


@dataclass(frozen=True, eq=False)
class Solved:
    """The equilibrium: the policies, and the thrower's expectation by standing bid (`value`, of shape (57,))."""

    value: Floats
    play: Play


@lru_cache(maxsize=8)
def solve(ladder: Ladder) -> Solved:
    """The equilibrium of the duel, computed by a linear program of up to 112 variables for each standing bid."""
    table = arrays(ladder)
    count = len(table.rank)
    value, calls = np.zeros(count + 1), table.above.astype(float)
    bids = np.repeat((calls / np.maximum(calls.sum(axis=1, keepdims=True), 1))[:, None], count, axis=1)
    for standing in range(count, -1, -1):
        open_ = np.flatnonzero(table.above[standing])
        if len(open_) and not (standing and table.special[standing - 1]):
            worth, bid, call = _one_shot(table, open_, believed(table, value)[open_])
            value[standing], bids[standing][:, open_], calls[standing, open_] = worth, bid, call
    return Solved(value, Play(bids, calls))


def believed(table: Ladders, value: Floats) -> Floats:
    """The value of each bid to a player who believes it. `value`: the thrower's expectation by standing bid."""
    return np.where(table.special, table.poker[:, 2] - table.poker[:, 0], value[1:])


def _one_shot(table: Ladders, open_: Any, worth: Floats) -> tuple[float, Floats, Floats]:
    """Solve the one-shot game of bidder and answerer; return its value, the bids by outcome, and the calls by bid.

    `open_`: the indices of the legal bids. `worth`: the value of each legal bid to a player who believes it.
    """
    from scipy.optimize import linprog

    count, some = len(table.rank), len(open_)
    called = np.where(table.reaches[:, open_], 1.0, -1.0)
    rows = np.zeros((count, some, count + some))
    rows[np.arange(count), :, np.arange(count)] = -1
    rows[:, np.arange(some), count + np.arange(some)] = called + worth
    limits = np.broadcast_to(worth, (count, some)).ravel()
    cost = np.concatenate([table.chance, np.zeros(some)])
    bounds = [(None, None)] * count + [(0.0, 1.0)] * some
    solution = linprog(cost, rows.reshape(-1, count + some), limits, bounds=bounds, method="highs")
    if not solution.success:
        raise GameError(f"a duel of throws: the linear program was not solved: {solution.message}")
    weights = np.maximum(-solution.ineqlin.marginals.reshape(count, some), 0)
    return float(solution.fun), weights / weights.sum(axis=1, keepdims=True), solution.x[count:]
