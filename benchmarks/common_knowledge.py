"""Common knowledge on a chain of worlds (the worst case for rounds of E) and on random partitions; D beside it."""

import random

from benchmarks.measure import best, table
from whoknows import KripkeModel

SIZES = (1_000, 10_000, 100_000, 1_000_000)


def chain(n: int) -> KripkeModel:
    """Consecutive numbers: ann confuses 2k and 2k + 1, bob 2k + 1 and 2k + 2; p everywhere but at the end."""
    worlds = {w: {"p"} if w < n - 1 else set() for w in range(n)}
    ann = [[w, w + 1] for w in range(0, n, 2)]
    bob = [[0], *[[w, w + 1] for w in range(1, n - 1, 2)], [n - 1]]
    return KripkeModel.s5(worlds, {"ann": ann, "bob": bob}, actual=0, atoms=["p"])


def scattered(n: int) -> KripkeModel:
    """Two agents whose classes of three worlds are drawn at random."""
    rng = random.Random(n)
    worlds = {w: {"p"} if rng.random() < 0.9 else set() for w in range(n)}
    partitions = {}
    for agent in ("ann", "bob"):
        order = list(range(n))
        rng.shuffle(order)
        partitions[agent] = [order[i : i + 3] for i in range(0, n, 3)]
    return KripkeModel.s5(worlds, partitions, actual=0)


def main() -> None:
    """Print the table."""
    rows = []
    for n in SIZES:
        line, cloud = chain(n), scattered(n)
        ours, known = best(lambda m=line: KripkeModel.of(m.structure).count("C p"), runs=2)
        assert known == 0
        random_common, _ = best(lambda m=cloud: KripkeModel.of(m.structure).count("C p"), runs=2)
        joint, _ = best(lambda m=cloud: KripkeModel.of(m.structure).count("D p"), runs=2)
        rows.append((n, ours * 1e3, random_common * 1e3, joint * 1e3))
    table("C and D of two agents, in milliseconds", ("worlds", "C, chain", "C, random", "D, random"), rows)
