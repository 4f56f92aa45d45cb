"""The time of one `K_a` over n worlds as a multiple of one NumPy gather ``table[labels]`` in the same run."""

import numpy as np

from benchmarks.measure import best, table
from kripke.checking.engine import preimages
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named

SHARES = (0.01, 0.5, 0.99)
LEAST = preimages.COMPILED


def ratios(n: int) -> list[float]:
    """For each proportion of true worlds, the time of one `K_a` as a multiple of one gather."""
    rng = np.random.default_rng(n)
    labels = rng.integers(0, n // 16, n, dtype=np.int32)
    values = rng.random(n // 16 + 1) < 0.5
    gather, _ = best(lambda: values[labels])
    found = []
    for share in SHARES:
        true = rng.random(n) < share
        structure = Structure(Named(range(n)), {"p": WorldSet(n, column=true)}, {"a": Relation.from_labels(labels)})
        algebra = ArrayAlgebra(structure)
        seconds, known = best(lambda m=algebra, s=true: m.domain ^ m.preimage("a", m.domain ^ s))
        expected = np.ones(n // 16, dtype=np.bool_)
        np.logical_and.at(expected, labels, true)
        assert np.array_equal(known, expected[labels])
        found.append(seconds / gather)
    return found


def main() -> None:
    """Run the benchmark and print its table."""
    rows = []
    for size in (16, 18, 20, 22, 24):
        preimages.COMPILED = preimages.LOADED = 1
        ratios(64)  # compiles the loops
        compiled = ratios(2**size)
        preimages.COMPILED = preimages.LOADED = 2**62
        plain = ratios(2**size) if 2**size < LEAST else ["-"] * len(SHARES)  # larger models never use NumPy
        rows.append((f"2^{size}", *plain, *compiled))
    table(
        "One K_a as a multiple of one gather, at 1, 50 and 99 % of worlds true",
        ("worlds", "NumPy 1 %", "NumPy 50 %", "NumPy 99 %", "compiled 1 %", "compiled 50 %", "compiled 99 %"),
        rows,
    )
