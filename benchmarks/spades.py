"""Spades: random rounds per second, with states and with the compiled simulator."""

from random import Random
from time import process_time

import numpy as np

from benchmarks.measure import table
from games import registry
from games.spades.rules import Spades
from studies.simulator import simulator

STATES, DEALS = 100, 200_000
"""Numbers of rounds to play."""


def through_states() -> float:
    """Rounds per second of processor time, with states; chance deals card by card."""
    began = process_time()
    for seed in range(STATES):
        rng, state = Random(seed), Spades(limit=1).start()
        while not state.is_terminal:
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return STATES / (process_time() - began)


def simulated() -> float:
    """Rounds per second of processor time in the simulator, with random legal bids and cards."""
    fast = simulator(registry.game("spades"), Spades(limit=1))
    assert fast is not None
    fast.reset([0])
    fast.play()  # compiles
    began = process_time()
    fast.reset(np.arange(DEALS))
    fast.play()
    return DEALS / (process_time() - began)


def main() -> None:
    """Run the benchmark and print its tables."""
    slow, fast = through_states(), max(simulated() for _ in range(3))
    rows = [("states", slow, 1.0), (f"compiled, {DEALS:,} at once", fast, fast / slow)]
    table("Random deals of Spades, bids and 52 cards, one core", ("through", "deals a second", "times"), rows)
