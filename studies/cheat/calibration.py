"""Calibrates the search constants of the agent MGA: ``python -m studies.cheat.calibration --out calibration``.

The agent MGA with random constants plays against MGA with the constants of Bitan and Kraus (AAMAS 2018, 4.6). They
play duplicate deals, and the number of simulations is fixed. Successive halving selects the best constants, which then
play on new deals with more simulations; only the result of these games is unbiased. A stopped search continues if it is
started again with the same folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from math import exp, log
from pathlib import Path
from random import Random

from games.playing.match import Lineup, Setup
from games.playing.statistics import Estimate
from logic.errors import shorten
from studies.experiment import Survivor, Trial, first_return, halve, mean, run

RANGES = {"eta": (0.5, 1.0), "gamma": (0.02, 0.5), "c": (0.001, 5.0), "d": (0.0005, 0.5), "horizon": (30.0, 3000.0)}
"""Constants are log-uniform between these limits; the discount is 1 - 1 / horizon."""


def candidate(rng: Random) -> dict[str, float]:
    """Constants drawn at random from `RANGES`."""
    drawn = {name: exp(rng.uniform(log(low), log(high))) for name, (low, high) in RANGES.items()}
    drawn["discount"] = 1 - 1 / drawn.pop("horizon")
    return {name: float(f"{value:.{4 if name == 'discount' else 2}g}") for name, value in drawn.items()}


def trial(name: str, constants: dict[str, float], simulations: int, seed: int) -> Trial:
    """A trial of these constants against the constants of Bitan and Kraus."""
    inside = ",".join(f"{key}={value:g}" for key, value in constants.items())
    agents = f"mga(simulations={simulations},{inside})", f"mga(simulations={simulations})"
    return Trial(name, Setup("cheat", Lineup(agents), seed=seed))


def calibrate(given: argparse.Namespace) -> tuple[list[list[Survivor]], Trial, Estimate]:
    """Calibrate by successive halving; return its steps, a last trial of the best constants, and the wins there.

    The last trial has more simulations.
    """
    rng = Random(given.seed)
    drawn = [candidate(rng) for _ in range(given.candidates)]
    trials = [trial(f"{n:02}", each, given.simulations, given.seed) for n, each in enumerate(drawn, 1)]
    steps = halve(trials, given.rounds, out=given.out, jobs=given.jobs)
    best = trials.index(steps[-1][0].trial)
    last = trial("last", drawn[best], given.more, given.seed + 1)
    games = run([last], given.last, first_return, out=given.out, jobs=given.jobs)[last.name]
    return steps, last, mean(games, lambda game: Fraction(game["return"]))


def told(steps: Sequence[Sequence[Survivor]], last: Trial, share: Estimate) -> str:
    """The results as a Markdown table."""
    rows = ["| step | games | share won | constants |", "|---|---|---|---|"]
    for number, step in enumerate(steps, 1):
        rows += [
            f"| {number} | {each.rounds * each.trial.matches} | {_interval(each.returns)} | {_constants(each.trial)} |"
            for each in step
        ]
    return "\n".join([*rows, f"| new deals | | {_interval(share)} | {_constants(last)} |"])


def _constants(given: Trial) -> str:
    return str(given.setup.lineup.agents[0]).partition("(")[2].rstrip(")").replace(",", ", ").replace("=", " ")


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.mean:.1%}"
    return f"{estimate.mean:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"


def _count(text: str) -> int:
    if text.isdecimal() and 0 < int(text[:9]) == int(text):
        return int(text)
    raise argparse.ArgumentTypeError(f"{shorten(repr(text))}: expected a whole number from 1 to {10**9 - 1:,}")


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=_count, default=24)
    parser.add_argument("--rounds", type=_count, default=6, help="of each in the first step; a round is two games")
    parser.add_argument("--simulations", type=_count, default=200, help="for each move of the search")
    parser.add_argument("--last", type=_count, default=200, help="rounds of the best on new deals")
    parser.add_argument("--more", type=_count, default=1000, help="simulations for each move of these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; -1: all cores")
    parser.add_argument("--out", type=Path, help="a folder for the games, from which a stopped search goes on")
    return parser


if __name__ == "__main__":
    print(told(*calibrate(_options().parse_args())))
