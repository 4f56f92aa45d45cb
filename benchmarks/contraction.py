"""Contraction of models of 5 agents: random ones, and the chain, on which rounds over all worlds would be quadratic.

The chain's worlds all differ, though only by what agents know to a depth of up to n; half of the random models are
copies of the other half. The first contraction on a machine compiles for some seconds, which is not counted.
"""

import numpy as np

from benchmarks.measure import best, table
from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.sameness.bisimulation import bisimilar
from kripke.sameness.invariance import quotient
from logic.parser import parse

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
AGENTS = ("ann", "bob", "cat", "dan", "eve")
DEGREE = 3
FORMULAS = (parse("K_ann (M_bob p -> K_cat M_dan p)"), parse("[M_eve p] Kw_bob p"), parse("M_ann M_bob C_{cat,dan} p"))


def chain(n: int) -> Structure:
    """Consecutive numbers: ann confuses 2k and 2k + 1, bob 2k + 1 and 2k + 2, and so on in turn; p at the end alone."""
    worlds = np.arange(n)
    relations = {
        agent: Relation.from_labels(((worlds + i % 2) // 2).astype(np.int32)) for i, agent in enumerate(AGENTS)
    }
    return Structure(Named(range(n)), {"p": WorldSet(n, column=worlds == n - 1)}, relations)


def line(n: int) -> Structure:
    """One direction alone: world i sees i + 1, and p is true at the end."""
    worlds = np.arange(n)
    relations = {agent: Relation.from_edges(n, worlds[:-1], worlds[1:]) for agent in AGENTS}
    return Structure(Named(range(n)), {"p": WorldSet(n, column=worlds == n - 1)}, relations)


def partitions(n: int) -> Structure:
    """Random classes of three worlds."""
    rng = np.random.default_rng(n)
    labels = {agent: rng.permutation(n // 2) // DEGREE for agent in AGENTS}
    relations = {a: Relation.from_labels(np.concatenate([c, c + n // 2]).astype(np.int32)) for a, c in labels.items()}
    return Structure(Named(range(n)), valuation(n, rng), relations)


def sparse(n: int) -> Structure:
    """Random relations of three edges a world."""
    rng = np.random.default_rng(n)
    half, relations = n // 2, {}
    for agent in AGENTS:
        sources, targets = rng.integers(half, size=(2, DEGREE * half))
        ends = np.concatenate([sources, sources + half]), np.concatenate([targets, targets + half])
        relations[agent] = Relation.from_edges(n, *ends)
    return Structure(Named(range(n)), valuation(n, rng), relations)


def valuation(n: int, rng: np.random.Generator) -> dict[str, WorldSet]:
    return {p: WorldSet(n, column=np.tile(rng.random(n // 2) < 0.5, 2)) for p in "pq"}


def measured(structure: Structure, least: int, most: int) -> float:
    seconds, made = best(lambda: quotient(structure), runs=3)
    assert least <= made.structure.size <= most
    for formula in FORMULAS:
        before, after = extension(structure, formula).column, extension(made.structure, formula).column
        assert (before == after[made.places]).all()
    assert bisimilar(structure, made.structure)
    return seconds


def main() -> None:
    """Print the table."""
    quotient(chain(2_000))  # compiles
    rows = []
    for n in SIZES:
        half = n // 2
        rows.append(
            (
                n,
                measured(chain(n), n, n) * 1e3,
                measured(line(n), n, n) * 1e3,
                measured(partitions(n), half * 9 // 10, half) * 1e3,
                measured(sparse(n), half * 9 // 10, half) * 1e3,
            )
        )
    table(
        "Contraction with 5 agents, in milliseconds",
        ("worlds", "chain, S5", "line, one edge a world", "random, S5", "random, 3 edges a world"),
        rows,
    )
