"""Spades: random deals a second through states and through the compiled simulator."""

from random import Random
from time import process_time

import numpy as np

from benchmarks.measure import table
from games import registry
from games.spades.rules import Spades

STATES, DEALS = 100, 200_000
"""How many deals are played."""


def through_states() -> float:
    """Deals a second of processor time: chance deals card by card."""
    began = process_time()
    for seed in range(STATES):
        rng, state = Random(seed), Spades(limit=1).start()
        while not state.is_terminal:
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return STATES / (process_time() - began)


def simulated() -> float:
    """Deals a second of processor time, all bids and cards drawn among the legal ones."""
    fast = registry.simulator(registry.game("spades"), Spades(limit=1))
    assert fast is not None
    fast.reset([0])
    fast.play()  # compiles
    began = process_time()
    fast.reset(np.arange(DEALS))
    fast.play()
    return DEALS / (process_time() - began)


def main() -> None:
    """Print the tables."""
    slow, fast = through_states(), max(simulated() for _ in range(3))
    rows = [("states", slow, 1.0), (f"compiled, {DEALS:,} at once", fast, fast / slow)]
    table("Random deals of Spades, bids and 52 cards, one core", ("through", "deals a second", "times"), rows)
