"""Fits the simulated population to the source's data: ``python -m games.cheat.fitting``.

Players of the population play each other. The means of lying and of calling move until 47.6 % of claims are false
(1,157 of 2,432) and 10.5 % of moves are calls, as among the source's people (Bitan and Kraus, AAMAS 2018, 4.5 and 4.7).
Nothing is fitted to games against agents.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import log
from random import Random
from typing import Any

from games.cheat.actions import CALL, Claim
from games.cheat.agents.habits.agent import Habitual
from games.cheat.agents.habits.habits import Habits, Population
from games.cheat.game import GAME
from games.cheat.rules import Cheat
from games.playing.match import Turn, turns

LIES, CALLS = 1157 / 2432, 0.105
STEPS, GAMES = 12, 400


def shares(population: Population, games: int, seed: int) -> tuple[float, float]:
    """The share of false claims among claims, and of calls among moves.

    Parameters
    ----------
    population : Population
    games : int
        Number of games.
    seed : int
    """
    count: Counter[Any] = Counter()
    for game in range(games):
        for turn in _played(population, f"{seed}/{game}"):
            claim = isinstance(turn.action, Claim)
            count["claims"] += claim
            count["lies"] += claim and any(card.rank != turn.action.rank for card in turn.action.cards)
            count["calls"] += turn.action == CALL
            count["moves"] += 1
    return count["lies"] / count["claims"], count["calls"] / count["moves"]


def fitted(start: Habits, games: int = GAMES, steps: int = STEPS) -> Habits:
    """The means for which the shares are those of the source.

    Parameters
    ----------
    start : Habits
        Where to start.
    games, steps : int
        Number of games a step, and of steps.
    """
    mean = start
    for step in range(steps):
        lies, calls = shares(Population(mean), games, step)
        more = _logit(LIES) - _logit(lies)
        mean = replace(
            mean, lie=mean.lie + more, bluff=mean.bluff + more, call=mean.call + _logit(CALLS) - _logit(calls)
        )
        print(
            f"step {step + 1}: {lies:.1%} lies, {calls:.1%} calls; "
            f"lie {mean.lie:.2f}, bluff {mean.bluff:.2f}, call {mean.call:.2f}"
        )
    return mean


def _played(population: Population, seed: str) -> Iterator[Turn]:
    """The moves of the players in one game of two players of the population."""
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
    print(fitted(Habits(), given.games, given.steps))
