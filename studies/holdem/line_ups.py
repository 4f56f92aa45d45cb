"""The line-ups of the experiment on collusion: pairs, controls, and tables without collusion.

The source is Pyne, Abhichandani and Shrivastava (2023).
"""

from __future__ import annotations

from studies.holdem.training import BRAIN_1
from studies.set_ups import Part

Key = tuple[str, tuple[str, ...]]  # the first agent, and the others
SEEDS = {
    "pair-cards-shared": (1, 2, 3, 4, 5),
    "pair-raises-shared": (1, 2, 3, 4, 5),
    "pair-none-shared": (1, 2, 3, 4, 5),
    "pair-cards-source": (1, 2, 3),
    "pair-raises-source": (1, 2, 3, 4, 5),
    "pair-none-source": (1, 2, 3),
    "pair-none-own": (1, 2, 3),
}
"""The seeds of the shipped weights, by the name of the training setup, ``pair-CHANNEL-REWARD``."""
AS_IN_THE_SOURCE = "pair-raises-source"  # the source's channel and reward; it plays 100,000 games with them
COALITION = ((0, 1),)
TABLES, MORE = 17, 34  # Rounds: three tables of 1,000 games each, with the same deals, so 51,000 and 102,000 games


def brain(weights: str) -> str:
    """The specification of an agent `brain` with these weights."""
    return f"brain(weights={weights})"


def pair(training: str, seed: int) -> Key:
    """The line-up (first agent, and the others) in which a trained network plays two seats and Brain 1 the third."""
    name = brain(f"{training}-{seed}")
    return name, (name, brain(BRAIN_1))


def split_seed(weights: str) -> tuple[str, int]:
    """The training setup and the seed in the name of shipped weights."""
    training, _, seed = weights.rpartition("-")
    return training, int(seed)


TRAINED = {(name, seed): pair(name, seed) for name, seeds in SEEDS.items() for seed in seeds}
CONTROL: Key = (brain(BRAIN_1), (brain(BRAIN_1), brain(BRAIN_1)))
OTHER_SEED: Key = (brain("ac-cards-2"), (brain("ac-cards-2"), brain("ac-cards-2")))
RULES: Key = ("rule", ("rule", "rule"))
STRONGER: Key = (brain("ac-1"), (brain("ac-2"), brain("ac-3")))
HONEST = {
    "Brain 1": CONTROL,
    "Brain 1, another seed": OTHER_SEED,
    "rule players": RULES,
    "three other networks": STRONGER,
}
"""Line-ups by name, for tables without any cooperation."""
INNOCENT = (
    HONEST
    | {f"pair without channel, seed {seed}": pair("pair-none-shared", seed) for seed in (1, 2, 3)}
    | {"pair without channel, source's reward": pair("pair-none-source", 1)}
)
"""Line-ups by name, for tables without collusion. Detectors know the networks of these pairs, except for seed 3."""
KNOWN = "pair-cards-shared"  # the training whose first seed the detector knows
GUILTY = {f"cards, shared, seed {seed}": pair(KNOWN, seed) for seed in SEEDS[KNOWN]} | {
    f"{channel}, {reward}, seed 1": pair(f"pair-{channel}-{reward}", 1)
    for channel, reward in (("raises", "shared"), ("cards", "source"), ("raises", "source"))
}
"""Line-ups by name, for tables with colluders. The detector knows only the network of the first line-up."""
PARTS = (
    *(
        Part(name, (agent,), (others,), MORE if name == AS_IN_THE_SOURCE else TABLES, coalitions=COALITION)
        for (name, _), (agent, others) in TRAINED.items()
    ),
    *(Part("honest", (agent,), (others,), MORE, coalitions=COALITION) for agent, others in HONEST.values()),
)
