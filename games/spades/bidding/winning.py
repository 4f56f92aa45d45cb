"""The chance to win a game, given the scores before a round, if both sides play and bid as BIS (see `bis`) does.

The gains of each round are those of a random round of self-play. The chances are a fixed point: between the floor and
the goal each chance is the mean of the chances after the round. The computation takes seconds, so a file has the
chances for the usual goals and floors. It also has the sample of rounds; `studies.spades.stored` writes this file.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.spades.bidding.compiled_bis import stored_arrays
from kripke.checking.engine.compiled import compiled
from logic.errors import note

SWEEPS, CLOSE = 40, 2e-3  # the most sweeps over all scores, and the change at which they end
STEEP = 120.0  # the sweeps begin with the score difference, divided by this number of points, as log odds
WIDEST = 1_200  # number of scores below the goal in the table; at lower scores the game counts as ended
QUICK = 400  # number of scores whose chances are solved in less than a second
FILE = Path(__file__).with_name("winning.npz")
USUAL = ((500, -200), (200, -100))
"""The pairs of goal and floor with stored chances: of a usual game, and of the published experiments."""
NIL = 100
BAGS, FINE = 10, 100


class Winning(NamedTuple):
    """The chances of a side to win the game, by the scores of both sides."""

    # `goal`, `floor`: a side with at least `goal` or at most `floor` points ends the game
    goal: int
    floor: int
    # float array of scores x scores: the indices are the side's own score and the other side's score, both counted
    # from the floor. The last digit of a score is the number of bags.
    chances: Any


@compiled
def chance_of(winning: Winning, ours: int, theirs: int) -> float:
    """The chance to win at these scores after a round; 1/2 if the game ends with equal scores."""
    if max(ours, theirs) >= winning.goal or min(ours, theirs) <= winning.floor:
        return 1.0 if ours > theirs else 0.0 if ours < theirs else 0.5
    return winning.chances[ours - winning.floor, theirs - winning.floor]


@compiled
def fined(score: int, bags: int, gain: int, new: int) -> int:
    """The score of a side after a round with `gain` points and `new` bags, less fines; `bags` are the earlier bags."""
    return score + gain - FINE * ((bags + new) // BAGS)


@lru_cache(maxsize=8)
def winning(goal: int, floor: int) -> Winning:
    """The chances to win with this goal and floor: stored for `USUAL`, otherwise computed, which takes some seconds."""
    chances, gains = _stored()
    return chances[goal, floor] if (goal, floor) in USUAL else solved(goal, floor, gains)


def solved(goal: int, floor: int, gains: Any) -> Winning:
    """The chances to win, computed from a sample of rounds with the points and bags of both sides."""
    lowest = max(floor, goal - WIDEST)
    span = goal - lowest
    if span > QUICK:
        note(f"solving the chances to win with a goal of {goal} and a floor of {floor}, which takes some seconds")
    ahead = np.subtract.outer(np.arange(span), np.arange(span))
    table = Winning(goal, lowest, 1 / (1 + np.exp(-ahead / STEEP)))
    _solve(table, gains)
    return table


@cache
def _stored() -> tuple[dict[tuple[int, int], Winning], Any]:
    """The stored chances to win, completed by symmetry, and the stored gains of rounds."""
    *halves, gains = stored_arrays(FILE, (*map(name_of, USUAL), "gains"))
    return {usual: _whole(*usual, half) for usual, half in zip(USUAL, halves, strict=True)}, gains


def _whole(goal: int, floor: int, half: Any) -> Winning:
    chances = np.zeros((goal - floor, goal - floor))
    chances[np.tril_indices(goal - floor, -1)] = half
    return Winning(goal, floor, chances + np.triu(1 - chances.T, 1) + np.eye(goal - floor) / 2)


def name_of(ends: tuple[int, int]) -> str:
    """The name of the array in the file for this goal and floor."""
    return f"{ends[0]} {ends[1]}"


@compiled
def _solve(winning: Winning, gains: Any) -> None:
    """Solve for the chances in place, by Gauss-Seidel iteration from the highest scores down.

    By symmetry, half of the pairs of scores suffice.
    """
    chances, span = winning.chances, winning.goal - winning.floor
    for _ in range(SWEEPS):
        change = 0.0
        for ahead in range(span - 1, 0, -1):
            for behind in range(ahead, 0, -1):
                ours, theirs = ahead + winning.floor, behind + winning.floor
                total = 0.0
                for number in range(len(gains)):
                    gain = gains[number]
                    total += chance_of(
                        winning,
                        fined(ours, ours % BAGS, gain[0], gain[1]),
                        fined(theirs, theirs % BAGS, gain[2], gain[3]),
                    )
                chance = total / len(gains) if ahead != behind else 0.5
                change = max(change, abs(chance - chances[ahead, behind]))
                chances[ahead, behind], chances[behind, ahead] = chance, 1.0 - chance
        if change < CLOSE:
            break
