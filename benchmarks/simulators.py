"""Random play: games per second with states, and with the compiled simulator by batch size."""

from random import Random
from time import process_time

import numpy as np

from benchmarks.measure import best, table
from games import registry
from games.core.rules import Rules
from studies.simulator import simulator

SIZES = (1, 10, 100, 1_000, 10_000, 100_000)
GAMES = 300


def through_states(rules: Rules, games: int) -> float:
    """Games per second, with moves drawn as in the simulator."""
    began = process_time()
    for seed in range(games):
        rng, state = Random(seed), rules.start()
        while not state.is_terminal:
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return games / (process_time() - began)


def rows(name: str) -> list[tuple[str, str, float, float]]:
    """A row for states and, if the game has a simulator, a row for each batch size."""
    game = registry.game(name)
    rules = game.rules()
    fast = simulator(game, rules)
    states = max(through_states(rules, GAMES) for _ in range(3))
    found = [(game.title, "states", states, 1.0)]
    if fast is None:
        return found
    fast.reset([0])
    fast.play()  # compiles
    for size in SIZES:
        runs = max(1, 1_000 // size)

        def played(size: int = size, runs: int = runs) -> None:
            for run in range(runs):
                fast.reset(np.arange(run * size, (run + 1) * size))
                fast.play()

        rate = size * runs / best(played, 3)[0]
        found.append((game.title, f"compiled, {size:,} at once", rate, rate / states))
    return found


def main() -> None:
    """Run the benchmark and print its table."""
    table(
        "Random games, one core",
        ("game", "through", "games a second", "times"),
        [row for name in registry.names() for row in rows(name)],
    )
