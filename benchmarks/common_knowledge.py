"""Common knowledge on a chain of worlds (the worst case for rounds of E), random partitions, and by observed atoms."""

import random

import numpy as np

from benchmarks.measure import best, first_time, table
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.explicit import extension
from kripke.data.structure import Structure
from logic.parser import parse
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


ATOMS = (16, 18, 20, 22, 24)
LAWS = {"none": "true", "some of 4 atoms": "m0 | m1 | m2 | m3"}
KNOWN, COMMON = parse("K_c1 (m1 -> m2)"), parse("C (m0 -> m1 | m2)")


def by_atoms(n: int, law: str) -> Structure:
    """2^n worlds at most, and 5 agents who each do not see every fifth atom."""
    names = [f"m{i}" for i in range(n)]
    sees = {f"c{k}": [names[i] for i in range(n) if i % 5 != k] for k in range(5)}
    return KripkeModel.from_observations(names, sees, law, limit=2**n).structure


def by_labels(structure: Structure) -> np.ndarray:
    """Common knowledge by the labels of all worlds, made anew."""
    anew = Structure.of_cube(structure.cube)
    return extension(anew, COMMON, ArrayAlgebra(anew)).column


def observed() -> None:
    """Print the table of models from observed atoms; labels of all worlds are the old way."""
    rows = []
    for n in ATOMS:
        for name, law in LAWS.items():
            structure = by_atoms(n, law)
            known, _ = first_time(lambda s=structure: extension(s, KNOWN))
            ours, _ = first_time(lambda s=structure: extension(s, COMMON))
            _, megabytes = first_time(lambda n=n, law=law: extension(by_atoms(n, law), COMMON))
            labels = float("nan"), float("nan")
            if n < 24:  # there they take 26 s and 4 GB
                first_time(lambda s=structure: np.testing.assert_array_equal(extension(s, COMMON).column, by_labels(s)))
                labels = first_time(lambda s=structure: by_labels(s))
            rows.append((n, name, known * 1e3, ours * 1e3, ours / known, megabytes, labels[0] * 1e3, labels[1]))
    head = ("atoms", "law", "K, ms", "C, ms", "C / K", "MB with the model", "C by labels, ms", "MB grown")
    table("The first C in a model of 2^n worlds from observed atoms", head, rows)


def main() -> None:
    """Print the tables."""
    observed()
    rows = []
    for n in SIZES:
        line, cloud = chain(n), scattered(n)
        ours, known = best(lambda m=line: KripkeModel.of(m.structure).count("C p"), runs=2)
        assert known == 0
        random_common, _ = best(lambda m=cloud: KripkeModel.of(m.structure).count("C p"), runs=2)
        joint, _ = best(lambda m=cloud: KripkeModel.of(m.structure).count("D p"), runs=2)
        rows.append((n, ours * 1e3, random_common * 1e3, joint * 1e3))
    table("C and D of two agents, in milliseconds", ("worlds", "C, chain", "C, random", "D, random"), rows)


PARTS = {"observed": observed}
