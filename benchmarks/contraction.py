"""Contraction of models of 5 agents: random ones, and chains, where rounds over all worlds take quadratic time.

No worlds of the chain are bisimilar, but some differ only in formulas of a modal depth near n. Half of the worlds of a
random model copy the other half. The seconds of compilation in the first contraction on a machine are not counted.
"""

import numpy as np

from benchmarks.measure import best, peer, table
from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.sameness import refinement
from kripke.sameness.bisimulation import bisimilar
from kripke.sameness.invariance import _colours, quotient
from logic.parser import parse

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
AGENTS = ("ann", "bob", "cat", "dan", "eve")
DEGREE = 3
FORMULAS = (parse("K_ann (M_bob p -> K_cat M_dan p)"), parse("[M_eve p] Kw_bob p"), parse("M_ann M_bob C_{cat,dan} p"))


def chain(n: int) -> Structure:
    """A chain of worlds, of which each agent in turn confuses two neighbours; p holds at the end only."""
    worlds = np.arange(n)
    relations = {
        agent: Relation.from_labels(((worlds + i % 2) // 2).astype(np.int32)) for i, agent in enumerate(AGENTS)
    }
    return Structure(Named(range(n)), {"p": WorldSet(n, column=worlds == n - 1)}, relations)


def line(n: int) -> Structure:
    """A directed path: world i sees i + 1, and p is true at the end."""
    worlds = np.arange(n)
    relations = {agent: Relation.from_edges(n, worlds[:-1], worlds[1:]) for agent in AGENTS}
    return Structure(Named(range(n)), {"p": WorldSet(n, column=worlds == n - 1)}, relations)


def partitions(n: int) -> Structure:
    """Random classes of three worlds for each agent."""
    rng = np.random.default_rng(n)
    labels = {agent: rng.permutation(n // 2) // DEGREE for agent in AGENTS}
    relations = {a: Relation.from_labels(np.concatenate([c, c + n // 2]).astype(np.int32)) for a, c in labels.items()}
    return Structure(Named(range(n)), valuation(n, rng), relations)


def sparse(n: int) -> Structure:
    """Random relations with three edges per world."""
    rng = np.random.default_rng(n)
    half, relations = n // 2, {}
    for agent in AGENTS:
        sources, targets = rng.integers(half, size=(2, DEGREE * half))
        ends = np.concatenate([sources, sources + half]), np.concatenate([targets, targets + half])
        relations[agent] = Relation.from_edges(n, *ends)
    return Structure(Named(range(n)), valuation(n, rng), relations)


def valuation(n: int, rng: np.random.Generator) -> dict[str, WorldSet]:
    return {p: WorldSet(n, column=np.tile(rng.random(n // 2) < 0.5, 2)) for p in "pq"}


def measured(structure: Structure, least: int, most: int) -> tuple[float, float, float]:
    """Milliseconds of a contraction with and without rounds, and the ratio of the first to the C++ program's time."""
    seconds, made = best(lambda: quotient(structure), runs=3)
    assert least <= made.structure.size <= most
    for formula in FORMULAS:
        before, after = extension(structure, formula).column, extension(made.structure, formula).column
        assert (before == after[made.places]).all()
    assert bisimilar(structure, made.structure)
    rounds, refinement.MOST_ROUNDS = refinement.MOST_ROUNDS, 0
    parts, _ = best(lambda: quotient(structure), runs=1)
    refinement.MOST_ROUNDS = rounds
    if least == structure.size:
        return seconds * 1e3, parts * 1e3, float("nan")
    forms = [part for relation in structure.relations.values() for part in relation.csr]
    theirs = [peer("contraction", [[structure.size, len(AGENTS)], _colours(structure), *forms]) for _ in range(3)]
    assert all(each is None or each[1] == made.structure.size for each in theirs)
    return seconds * 1e3, parts * 1e3, seconds / min(each[0] if each else float("nan") for each in theirs)


def main() -> None:
    """Run the benchmark and print its table."""
    quotient(chain(2_000))  # compiles
    rows = []
    for n in SIZES:
        half = n // 2
        every, some = (n, n), (half * 9 // 10, half)
        for kind, bounds in ((chain, every), (line, every), (partitions, some), (sparse, some)):
            rows.append((kind.__name__, n, *measured(kind(n), *bounds)))
    head = ("model", "worlds", "milliseconds", "by smaller parts alone", "as a multiple of C++'s")
    table("Contraction with 5 agents", head, rows)
