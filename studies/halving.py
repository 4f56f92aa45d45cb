"""Successive halving: many set-ups play few rounds, the better half plays on.

K. Jamieson and A. Talwalkar, *AISTATS* 51, 240-248 (2016). The winner is the best of many by luck too, so its mean
return is too high: play it again on new deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from games.core.progress import Told
from games.playing.statistics import Estimate
from studies.experiment import Trial, mean, run
from studies.set_ups import first_return


class Survivor(NamedTuple):
    """A set-up after a step.

    Attributes
    ----------
    trial : Trial
        The set-up.
    rounds : int
        How many it has played.
    returns : Estimate
        The mean return of the first agent.
    """

    trial: Trial
    rounds: int
    returns: Estimate


def halve(
    trials: Sequence[Trial],
    rounds: int,
    *,
    out: Path | None = None,
    jobs: int = 1,
    told: Told | None = None,
) -> list[list[Survivor]]:
    """The steps of a search, each with its set-ups from the best on; each step plays twice the rounds of the last.

    Notes
    -----
    n set-ups play at most n rounds log2(2 n) in all.
    """
    steps: list[list[Survivor]] = []
    left = list(trials)
    while left:
        found = run(left, rounds, first_return, out=out, jobs=jobs, told=told)
        step = [Survivor(each, rounds, mean(found[each.name], lambda game: Fraction(game["return"]))) for each in left]
        steps.append(sorted(step, key=lambda each: -each.returns.mean))
        left = [each.trial for each in steps[-1][: len(left) // 2]]
        rounds *= 2
    return steps
