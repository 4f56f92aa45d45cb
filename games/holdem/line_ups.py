"""Who plays in the experiment on collusion: pairs, controls, and tables at which nobody colludes."""

from __future__ import annotations

from games.holdem.training import BRAIN_1, PAIRS
from games.playing.set_up import Part

SEEDS = (1, 2, 3, 4, 5)
COALITION = ((0, 1),)
TABLES = 34
"""Rounds: three tables of 1,000 games each, with the same deals, so 102,000 games."""


def brain(weights: str) -> str:
    """An agent with these weights."""
    return f"brain(weights={weights})"


def pair(training: str, seed: int) -> tuple[str, tuple[str, str]]:
    """Two of a training against Brain 1: the agent, and the others.

    Parameters
    ----------
    training : str
        One of `games.holdem.training.PAIRS`.
    seed : int
    """
    name = brain(f"{training}-{seed}")
    return name, (name, brain(BRAIN_1))


TRAINED = {(training, seed): pair(training, seed) for training in PAIRS for seed in SEEDS}
CONTROL = (brain(BRAIN_1), (brain(BRAIN_1), brain(BRAIN_1)))
OTHER_SEED = (brain("ac-cards-2"), (brain("ac-cards-2"), brain("ac-cards-2")))
RULES = ("rule", ("rule", "rule"))
STRONGER = (brain("ac-1"), (brain("ac-2"), brain("ac-3")))
HONEST = {
    "Brain 1": CONTROL,
    "Brain 1, another seed": OTHER_SEED,
    "rule players": RULES,
    "three other networks": STRONGER,
}
"""Tables at which nobody colludes."""
PARTS = (
    *(Part("pairs", (agent,), (others,), TABLES, coalitions=COALITION) for agent, others in TRAINED.values()),
    *(Part("honest", (agent,), (others,), TABLES, coalitions=COALITION) for agent, others in HONEST.values()),
)
