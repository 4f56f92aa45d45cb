"""The engines give what the slow clauses give: random models of every frame, random formulas of the whole language."""

from random import Random

import numpy as np
import pytest
from effort import seeds, share, thorough
from randoms import random_cube, random_formula, random_structure
from reference_graphs import plain

from kripke.checking.build import s5
from kripke.checking.engine import reaching, shifts
from kripke.checking.engine.arrays import MOST_GROUPS, ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.engine.shifts import LACKING
from kripke.checking.explicit import extension, holds
from kripke.checking.observations import from_observations
from kripke.checking.program import compile_formula
from kripke.data.relation import Relation
from kripke.semantics import truth
from logic.clauses import Announce, C
from logic.parser import parse

MOST_WORLDS = 25 if thorough() else 15
ENGINES = {"integers": BitsetAlgebra, "arrays": ArrayAlgebra}


def disagreements(pairs: int, seed: int) -> int:
    """Compare both engines with the oracle on a number of pairs of a model and a formula; the number compared."""
    compared = 0
    rng = Random(seed)
    while compared < pairs:
        structure = random_structure(rng, MOST_WORLDS, rng.choice([None, "mixed"]))
        model = plain(structure)
        for _ in range(10):
            formula = random_formula(rng, structure.agents, rng.randint(1, 12))
            expected = truth(model, formula)
            for name, engine in ENGINES.items():
                found = extension(structure, formula, engine(structure))
                assert frozenset(np.flatnonzero(found.column).tolist()) == expected, (name, seed, compared, formula)
            world, start = rng.randrange(structure.size), BitsetAlgebra(structure)
            assert holds(structure, formula, world, start) == (world in expected), (seed, compared, formula)
            compared += 1
    return compared


@pytest.mark.parametrize("sweeps", [shifts.SWEEPS, 0])  # 0: common knowledge by merged classes
@pytest.mark.parametrize("seed", seeds(1, 4))
def test_shifts_on_cubes_agree_with_the_slow_semantics(seed, sweeps, monkeypatch):
    monkeypatch.setattr(shifts, "SWEEPS", sweeps)
    rng = Random(seed)
    shifted = 0
    for _ in range(share(400)):
        structure = random_cube(rng)
        model = plain(structure)
        for _ in range(5):
            formula = random_formula(rng, structure.agents, rng.randint(1, 12))
            shifted += compile_formula(formula).clauses.isdisjoint(LACKING)
            found, expected = extension(structure, formula), truth(model, formula)
            assert len(found) == len(expected)
            assert frozenset(np.flatnonzero(found.column).tolist()) == expected, (seed, formula)
            assert all((i in found) == bool(found.column[i]) for i in range(structure.size))
    assert shifted > share(400)


@pytest.mark.parametrize("sweeps", [shifts.SWEEPS, 0])
def test_common_knowledge_on_a_chain_of_assignments_takes_as_many_steps_as_there_are(sweeps, monkeypatch):
    """Ann sees x, bob sees y, two numbers of 8 bits, and y is x or x + 1: a chain of 2 * 2^8 - 1 worlds."""
    monkeypatch.setattr(shifts, "SWEEPS", sweeps)
    x, y = [f"x{i}" for i in range(8)], [f"y{i}" for i in range(8)]
    structure = from_observations([*x, *y], {"ann": x, "bob": y})
    same = [f"({a} <-> {b})" for a, b in zip(x, y, strict=True)]
    carries = [[*(f"{x[j]} & ~{y[j]}" for j in range(i)), f"~{x[i]} & {y[i]}", *same[i + 1 :]] for i in range(8)]
    law = " | ".join(f"({' & '.join(each)})" for each in (same, *carries))
    assert len(extension(structure, parse(f"<{law}> C true"))) == 2 * 2**8 - 1
    assert len(extension(structure, parse(f"<{law}> ~C ({' | '.join(x)})"))) == 2 * 2**8 - 1
    assert len(extension(structure, parse(f"<{law}> C ({' | '.join(x)})"))) == 0


@pytest.mark.parametrize("loaded", [0, reaching.LOADED])  # 0: compiled loops answer
@pytest.mark.parametrize(("few", "much", "looks"), [(10, 1, 0), (0, 3, 0), (0, 10**9, 10**9)])  # search, both, looks
@pytest.mark.parametrize("seed", seeds(1, 10))
def test_common_knowledge_by_relations_agrees_with_the_slow_semantics(seed, few, much, looks, loaded, monkeypatch):
    for name, value in (("LOADED", loaded), ("FEW", few), ("MUCH", much), ("LOOKS", looks)):
        monkeypatch.setattr(reaching, name, value)
    rng = Random(seed)
    for _ in range(share(1_000)):
        structure = random_structure(rng, MOST_WORLDS, rng.choice([None, "mixed"]))
        if not structure.agents:
            continue
        model, engine = plain(structure), ArrayAlgebra(structure)
        for _ in range(4):
            group = rng.sample(structure.agents, rng.randint(1, len(structure.agents)))
            formula = C(group, random_formula(rng, structure.agents, rng.randint(1, 4)))
            for asked in (formula, Announce(random_formula(rng, structure.agents, 2), formula)):
                found = extension(structure, asked, engine)
                assert frozenset(np.flatnonzero(found.column).tolist()) == truth(model, asked), (seed, asked)
        assert len(engine._memo["reaches"]) <= MOST_GROUPS


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_worlds_that_lead_to_a_set_are_those_of_scipy_on_paths_around_cycles_and_elsewhere(seed, monkeypatch):
    rng, hubs, paths = np.random.default_rng(seed), 0, 0
    for number in range(share(100, 20)):
        size = int(rng.integers(1, 400))
        ends = [rng.integers(size, size=(2, rng.integers(4 * size))) for _ in range(2)]
        if number % 4 == 0:  # no cycles
            ends = [np.sort(pair, axis=0)[:, pair[0] != pair[1]] for pair in ends]
        elif number % 4 == 1:  # paths: each world sees at most one
            ends = [np.stack([worlds := np.flatnonzero(rng.random(size) < 0.9), rng.integers(size, size=len(worlds))])]
        elif number % 4 == 2:  # each world sees some, those of the second half only each other
            ends += [np.stack([np.arange(size), rng.integers(size // 2 * (np.arange(size) > size / 2), size)])] * 3
        domain = rng.random(size) < (0.9 if number % 10 < 2 else 1)
        closure = reaching.Closure([Relation.from_edges(size, *pair) for pair in ends], domain)
        for part in (0, 0.003, 0.02, 0.5):
            target, answers = rng.random(size) < part, []
            for loaded in (0, 10**18):
                monkeypatch.setattr(reaching, "LOADED", loaded)
                answers.append(closure.reaching(target & domain))
            np.testing.assert_array_equal(*answers)
        hubs += closure._hub is not None and not closure._hub.before.all()
        paths += bool(closure._paths)
    assert hubs
    assert paths


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_both_engines_agree_with_the_slow_semantics(seed, capsys):
    compared = disagreements(1_000, seed)
    with capsys.disabled():
        print(f" {compared:,} pairs of model and formula agree", end="")
    assert compared == 1_000


@pytest.mark.parametrize(
    "formula", ["K_a q & p", "K_a q & K_a ~q & (r & p) & K_a q", "~(~p | K_a q)", "~(K_a q -> ~p)"]
)
def test_no_knowledge_is_computed_where_a_fact_decides(formula, monkeypatch):
    structure = s5({"w": {"r"}, "v": {"p", "q", "r"}}, {"a": [["w", "v"]]})
    assert [holds(structure, parse(formula), i, BitsetAlgebra(structure)) for i in range(2)] == [
        i in extension(structure, parse(formula)) for i in range(2)
    ]
    monkeypatch.delattr(BitsetAlgebra, "preimage")
    assert not holds(structure, parse(formula), 0, BitsetAlgebra(structure))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_both_engines_agree_with_the_slow_semantics_a_million_times(seed, capsys):
    compared = disagreements(10_000, seed)
    with capsys.disabled():
        print(f" {compared:,} pairs of model and formula agree", end="")
    assert compared == 10_000
