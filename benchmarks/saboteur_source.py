"""The agent `source` of Saboteur: the costs of moves, of updates by evidence, and of rounds."""

import gc
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from benchmarks.measure import table
from games.playing.match import Match
from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from studies.saboteur.experiment import EXPERIMENT
from studies.set_ups import SetUp

ROUNDS = 20
SET_UPS = (
    *EXPERIMENT.set_ups({"depth": (1, 2)}),
    *EXPERIMENT.set_ups({"depth": (2,), "factor": (5,), "saboteurs": ("never",)}),
    *EXPERIMENT.set_ups({"depth": (1, 2)}, "official"),
    *EXPERIMENT.set_ups({"depth": (2,)}, "official", (3, 10)),
)


class Cost(NamedTuple):
    """Processor seconds; a move lasts from one decision to the next, including the updates of all agents."""

    moves: list[float]
    decisions: list[float]
    updates: list[float]
    rounds: list[float]


class Clock:
    """Measures the processor seconds of each call of a function."""

    def __init__(self) -> None:
        self.found: list[float] = []

    def around(self, work):  # type: ignore[no-untyped-def]
        def timed(*given, **named):  # type: ignore[no-untyped-def]
            began = time.process_time()
            made = work(*given, **named)
            self.found.append(time.process_time() - began)
            return made

        return timed


def moves(match: Match) -> Iterator[float]:
    """The processor seconds of each move of a round: the decision, and the updates of all agents."""
    began = time.process_time()
    for turn in match.turns(0):
        now = time.process_time()
        if turn.player >= 0:
            yield now - began
        began = time.process_time()


def cost(each: SetUp, rounds: int) -> Cost:
    """The costs of rounds of a set-up: moves, decisions, and updates by evidence."""
    setup, decisions, updates = each.trial(0).setup, Clock(), Clock()
    list(moves(Match(setup, 0)))  # compiles
    gc.collect()
    gc.freeze()  # otherwise some row waits 0.07 s for a full collection of what the libraries loaded
    learn, Beliefs.learn = Beliefs.learn, updates.around(Beliefs.learn)  # type: ignore[method-assign]
    found: list[float] = []
    lengths = []
    for number in range(rounds):
        match = Match(setup, number * each.players)
        for agent in match.agents:
            agent.act = decisions.around(agent.act)  # type: ignore[method-assign]
        began = time.process_time()
        found += moves(match)
        lengths.append(time.process_time() - began)
    Beliefs.learn = learn  # type: ignore[method-assign]
    return Cost(found, decisions.found, updates.found, lengths)


def row(each: SetUp) -> list[object]:
    found = cost(each, ROUNDS if each.players < 10 else ROUNDS // 4)
    milliseconds = [1e3 * value for value in (np.mean(found.moves), np.quantile(found.moves, 0.99))]
    rest = [1e3 * np.mean(found.decisions), 1e6 * np.mean(found.updates), 1e3 * np.mean(found.rounds)]
    return [f"{each.variant} {each.players}", each.label, len(found.moves), *map(float, [*milliseconds, *rest])]


def main() -> None:
    """Run the benchmark and print its table."""
    head = [
        "rules, players",
        "agents",
        "moves",
        "move ms",
        "99th percentile ms",
        "decision ms",
        "evidence us",
        "round ms",
    ]
    table("Saboteur, agents of the source, processor time", head, [row(each) for each in SET_UPS])


if __name__ == "__main__":
    main()
