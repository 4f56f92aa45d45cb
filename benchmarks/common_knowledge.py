"""Common knowledge for relations (chains and random ones), compared with a C++ program, and for observed atoms."""

from itertools import cycle

import numpy as np

from benchmarks.measure import best, first_time, peer, table
from kripke.checking.engine import reaching
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from logic.parser import parse
from whoknows import KripkeModel

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
DEGREE = 3
INPUTS = 160_000  # number of worlds of all inputs: a processor learns the branches of one small input by heart


def chain(n: int, seed: int = 0) -> list[Relation]:
    """A chain of worlds: ann confuses 2k and 2k + 1, bob 2k + 1 and 2k + 2."""
    return [Relation.from_labels(((np.arange(n) + i) // 2).astype(np.int32)) for i in range(2)]


def classes(n: int, seed: int = 0) -> list[Relation]:
    """Two agents with random classes of three worlds."""
    rng = np.random.default_rng((n, seed))
    return [Relation.from_labels((rng.permutation(n) // DEGREE).astype(np.int32)) for _ in range(2)]


def edges(n: int, seed: int = 0) -> list[Relation]:
    """Two agents with three random successors of each world."""
    rng = np.random.default_rng((n, seed))
    ends = [rng.integers(n, size=DEGREE * n) for _ in range(2)]
    return [Relation.from_edges(n, np.repeat(np.arange(n), DEGREE), end) for end in ends]


def line(n: int, seed: int = 0) -> list[Relation]:
    """A directed path through the worlds in random order, whose edges belong to the two agents in turn."""
    order = np.random.default_rng((n, seed)).permutation(n)
    return [Relation.from_edges(n, order[i:-1:2], order[1:][i::2]) for i in range(2)]


def by_relations() -> None:
    """Print the table of relations, with p false in a tenth of the worlds, or in one world."""
    reaching._asked[0] = reaching.LOADED  # Numba is loaded
    rows = []
    for kind in (chain, classes, line, edges):
        for n in SIZES:
            inputs = range(max(1, INPUTS // n))
            relations = [kind(n, seed) for seed in inputs]
            for share in (0.1, 0):
                structures, given = [], [np.array([len(inputs)])]
                for seed, own in zip(inputs, relations, strict=True):
                    p = np.random.default_rng(seed).random(n) >= share
                    p[n // 2] = False
                    sets = {"p": WorldSet(n, column=p), "q": WorldSet(n, column=np.roll(p, 1))}
                    structures.append(Structure(Named(range(n)), sets, dict(zip("ab", own, strict=True))))
                    forms = [(r.labels,) if r.is_k45 else r.csr for r in own]
                    given += [np.array([n, 2, len(forms[0]) == 2]), ~p, *[part for form in forms for part in form]]
                runs = max(5 * len(inputs), 3_000_000 // n)  # as many as the peer
                turn = cycle(structures)
                first, _ = best(lambda turn=turn: KripkeModel.of(next(turn)).count("C p"), runs)
                models = [KripkeModel.of(structure) for structure in structures]
                known = sum(model.count("C p") for model in models)
                turn = cycle(models)
                second, _ = best(lambda turn=turn: next(turn).count("C q"), runs)
                theirs = peer("common_knowledge", given)
                assert theirs is None or n * len(inputs) - theirs[1] == known
                seconds = theirs[0] if theirs else float("nan")
                ratios = first / seconds, second / first, second / seconds
                rows.append((kind.__name__, n, n - int(p.sum()), seconds * 1e3, first * 1e3, second * 1e3, *ratios))
    head = (
        "relations",
        "worlds",
        "without p",
        "C++, ms",
        "C p, ms",
        "then C q, ms",
        "C p / C++",
        "C q / C p",
        "C q / C++",
    )
    table("C of two agents; beside it search or union-find in C++", head, rows)


STARS = ("[(a | b)*] p", "[(a | b) ; (a | b)*] p", "[(a ; b)*] p", "[(a ; ?q ; b | b)*] p")


def by_programs() -> None:
    """Print the table of iterated programs on a million worlds, compared with C on the same model."""
    reaching._asked[0] = reaching.LOADED  # Numba is loaded
    rows, n = [], 1_000_000
    for kind in (chain, classes, line, edges):
        relations = dict(zip("ab", kind(n), strict=True))
        p = np.ones(n, dtype=np.bool_)
        p[n // 2] = False
        sets = {"p": WorldSet(n, column=p), "q": WorldSet(n, column=np.random.default_rng(1).random(n) < 0.9)}
        structure = Structure(Named(range(n)), sets, relations)
        asked = ("C_{a,b} p", *STARS)
        common, *stars = (best(lambda f=f, s=structure: KripkeModel.of(s).count(f))[0] * 1e3 for f in asked)
        rows.append((kind.__name__, common, *stars, stars[0] / common))
    head = ("relations", "C p, ms", *(f"{star}, ms" for star in STARS), f"{STARS[0]} / C p")
    table("Repeated programs of two agents, 1,000,000 worlds", head, rows)


ATOMS = (16, 18, 20, 22, 24)
LAWS = {"none": "true", "some of 4 atoms": "m0 | m1 | m2 | m3"}
KNOWN, COMMON = parse("K_c1 (m1 -> m2)"), parse("C (m0 -> m1 | m2)")


def by_atoms(n: int, law: str) -> Structure:
    """A model of at most 2^n worlds and 5 agents, each of whom sees four fifths of the atoms."""
    names = [f"m{i}" for i in range(n)]
    sees = {f"c{k}": [names[i] for i in range(n) if i % 5 != k] for k in range(5)}
    return KripkeModel.from_observations(names, sees, law, limit=2**n).structure


def by_labels(structure: Structure) -> np.ndarray:
    """Common knowledge, computed on a new structure from labels of all worlds."""
    anew = Structure.of_cube(structure.cube)
    return extension(anew, COMMON, ArrayAlgebra(anew)).column


def observed() -> None:
    """Print the table of models from observed atoms, with and without labels of all worlds."""
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
    """Run the benchmark and print its tables."""
    by_relations()
    by_programs()
    observed()


PARTS = {"relations": by_relations, "programs": by_programs, "observed": observed}
