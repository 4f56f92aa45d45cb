"""Fits the simulated population to published data about people: ``python -m studies.cheat.fitting``.

Players of the population play each other. Their mean tendencies to lie and to call, and their mean time for a move, are
fitted to games among people (Bitan and Kraus, AAMAS 2018, sections 4.7, 4.5 and 4.3.1): 47.6 % of claims are false
(1,157 of 2,432), 10.5 % of moves are calls, and a move takes 25 seconds. Nothing is fitted to games against agents.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from math import log
from random import Random
from typing import NamedTuple

from games.cheat.agents.habits import Habits, Habitual, Population
from games.cheat.game import GAME
from games.cheat.rules import CALL, Cheat, Claim, is_lie
from games.playing.match import Turn, turns

LIES, CALLS, SECONDS = 1157 / 2432, 0.105, 25.0
STEPS, GAMES = 12, 400


class Shares(NamedTuple):
    """The fitted statistics, in games between members of a population.

    Attributes
    ----------
    lies, calls : float
        The proportions of false claims among claims, and of calls among moves.
    seconds : float
        The mean time of a move.
    """

    lies: float
    calls: float
    seconds: float

    def __str__(self) -> str:
        return f"{self.lies:.1%} lies, {self.calls:.1%} calls, {self.seconds:.1f} s"


def shares(population: Population, games: int, seed: int) -> Shares:
    """The rates of lies and calls, and the mean time of a move, in games between members of a population."""
    count: dict[str, float] = defaultdict(float)
    for game in range(games):
        for turn in _played(population, f"{seed}/{game}"):
            count["claims"] += isinstance(turn.action, Claim)
            count["lies"] += is_lie(turn.action)
            count["calls"] += turn.action == CALL
            count["moves"] += 1
            count["seconds"] += turn.seconds
    return Shares(count["lies"] / count["claims"], count["calls"] / count["moves"], count["seconds"] / count["moves"])


def fitted(start: Habits, games: int = GAMES, steps: int = STEPS) -> Habits:
    """The means of habits, fitted so that the statistics of self-play equal the published ones.

    Steps become shorter (H. Robbins and S. Monro, *Annals of Mathematical Statistics* 22, 400-407 (1951)), so
    random deviations in single steps have little influence on the result.
    """
    mean = start
    for step in range(1, steps + 1):
        rates = shares(Population(mean), games, step)
        more = (_logit(LIES) - _logit(rates.lies)) / step
        mean = replace(
            mean,
            lie=mean.lie + more,
            bluff=mean.bluff + more,
            call=mean.call + (_logit(CALLS) - _logit(rates.calls)) / step,
            time=mean.time + log(SECONDS / rates.seconds) / step,
        )
        text = ", ".join(f"{name} {getattr(mean, name):.3f}" for name in ("lie", "bluff", "call", "time"))
        print(f"step {step}: {rates}; {text}", flush=True)
    return mean


def _played(population: Population, seed: str) -> Iterator[Turn]:
    """The turns of one game between two players of the population."""
    agents, rules, rng = [Habitual(), Habitual()], Cheat(), Random(seed)
    for seat, agent in enumerate(agents):
        agent.population = population
        agent.begin(seat, rules, f"{seed}/{seat}")
    yield from (turn for turn in turns(GAME, rules, agents, lambda state: state.sample(rng)) if turn.player >= 0)


def _logit(share: float) -> float:
    return log(share / (1 - share))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games a step")
    parser.add_argument("--steps", type=int, default=STEPS)
    given = parser.parse_args()
    mean = fitted(Habits(), given.games, given.steps)
    print(f"{mean}\nnew games: {shares(Population(mean), given.games, 0)}")
