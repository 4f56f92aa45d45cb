"""Hold'em: what the shipped networks win against others, by duplicate deals, and their decisions per second.

The parts are ``python -m benchmarks holdem_brains:against`` (players without a network against two copies of one),
``holdem_brains:raisers`` (two players who always raise against a network), and ``holdem_brains:pairs`` (pairs with
raise bits, and their controls, against Brain 1).
"""

from fractions import Fraction
from time import process_time

import numpy as np

from benchmarks.measure import table
from games.holdem.agents.brain.agent import network_of
from games.holdem.agents.brain.inputs import WIDTHS
from games.playing.statistics import estimate
from studies.holdem.learning.course import PAIR, measured
from studies.holdem.learning.table_play import NetworkPlayer, Player, RulePlayer
from studies.holdem.learning.trajectories import CALLER, RAISER, RANDOM, TESTED
from studies.holdem.line_ups import SEEDS
from studies.holdem.training import BRAIN_1

DEALS, PAIR_DEALS, SEED = 3_000, 100_000, 2026
NAMES = ("league-1", "ac-1", "league-cards-1", "ac-cards-1", "league-bits-1", "ac-bits-1", "nfsp-1")
"""The networks of the first seed of each training; `whoknows train` measures each other one with 10,000 deals."""
BATCH, BATCHES = 65_536, 5
OTHERS: dict[str, Player] = {
    "rule": TESTED,
    "looser rule": RulePlayer(0.8, 1.2),
    "caller": CALLER,
    "raiser": RAISER,
    "random": RANDOM,
}


def decisions(name: str) -> float:
    """Decisions per second of processor time."""
    network, legal = network_of(name), np.ones((BATCH, 4), np.bool_)
    seen = np.random.default_rng(1).random((BATCH, WIDTHS[network.inputs]), np.float32)
    network.probabilities(seen[:10], legal[:10])
    began = process_time()
    for _ in range(BATCHES):
        network.probabilities(seen, legal)
    return BATCH * BATCHES / (process_time() - began)


def against() -> None:
    """Print what players without a network win against two copies of a network."""
    for network in NAMES[:2]:
        two = [NetworkPlayer(network_of(network))] * 2
        found = {name: measured(player, two, DEALS, SEED) for name, player in OTHERS.items()}
        rows = [
            (name, f"{each.mean:+.2f} ± {each.margin:.2f}", f"{each.won:.0%}", f"{each.ratio:.2f}")
            for name, each in found.items()
        ]
        table(f"Hold'em: against two {network}", ("player", "big blinds a game", "games won", "win ratio"), rows)


def raisers() -> None:
    """Print what each of two players who always raise wins from one network."""
    rows = []
    for name in NAMES:
        each = measured(OTHERS["raiser"], [NetworkPlayer(network_of(name))], DEALS, SEED, PAIR)
        rows.append((name, f"{each.mean:+.2f} ± {each.margin:.2f}", f"{each.ratio:.2f}"))
    heads = ("network", "big blinds a game for each", "win ratio")
    table("Hold'em: two who always raise, against one network", heads, rows)


def pairs() -> None:
    """Print what each player of a pair, with and without raise bits, wins from Brain 1, and the mean over seeds."""
    rows, brain = [], NetworkPlayer(network_of(BRAIN_1))
    for training in ("pair-raises-shared", "pair-none-shared"):
        means = []
        for seed in SEEDS[training]:
            each = measured(NetworkPlayer(network_of(f"{training}-{seed}")), [brain], PAIR_DEALS, SEED, PAIR)
            means.append(Fraction(each.mean))
            rows.append((f"{training}-{seed}", f"{each.mean:+.4f} ± {each.margin:.4f}", f"{each.ratio:.2f}"))
        over = estimate(means, [1] * len(means))
        rows.append((f"{training}, mean", f"{over.mean:+.4f} ({over.low:+.4f} to {over.high:+.4f})", ""))
    table(f"Hold'em: {3 * PAIR_DEALS:,} games", ("pair", "big blinds a game for each", "win ratio"), rows)


PARTS = {"against": against, "raisers": raisers, "pairs": pairs}


def main() -> None:
    """Run the benchmark and print its tables."""
    rows = []
    for name in NAMES:
        player = NetworkPlayer(network_of(name))
        found = {other: measured(player, [each] * 2, DEALS, SEED) for other, each in OTHERS.items()}
        rule = found["rule"]
        told = [f"{each.mean:+.2f} ± {each.margin:.2f}" for each in found.values()]
        rows.append((name, *told, f"{rule.won:.0%}", f"{rule.ratio:.2f}"))
    heads = ("network", *(f"against two {other}" for other in OTHERS), "games won, rule", "win ratio, rule")
    table("Hold'em: big blinds a game", heads, rows)
    rates = [(name, decisions(name)) for name in NAMES]
    table("Hold'em: decisions a second of processor time", ("network", "number"), rates)
