"""The slow clauses, the explicit engine and decision diagrams give the same answers on random models and formulas."""

from random import Random

import pytest
from effort import seeds, share
from lawful import LARGE, SMALL, random_pair
from randoms import random_formula
from reference_graphs import plain

from kripke.checking.explicit import extension
from kripke.semantics import truth
from kripke.symbolic.diagrams import state_set


def compare(pairs: int, seed: int, atoms: tuple[str, ...], slow: bool = True) -> None:
    rng = Random(seed)
    compared = 0
    while compared < pairs:
        structure, symbolic = random_pair(rng, atoms[: rng.randint(6, len(atoms))])
        oracle = plain(structure) if slow else None
        for _ in range(min(10, pairs)):
            formula = random_formula(rng, structure.agents, rng.randint(1, 12))
            where = frozenset(extension(structure, formula).column.nonzero()[0].tolist())
            assert oracle is None or where == truth(oracle, formula), (seed, formula)
            assert symbolic.count(formula) == len(where), (seed, formula)
            assert symbolic.valid(formula) == (len(where) == structure.size), (seed, formula)
            for place in rng.sample(range(structure.size), min(3, structure.size)):
                assert symbolic.holds(formula, at=structure.worlds.name(place)) == (place in where), (seed, formula)
            compared += 1


def test_agents_who_are_asked_together_answer_alike_however_few_they_are(monkeypatch):
    monkeypatch.setattr(state_set, "FEW", 0)
    compare(share(500), 77, SMALL)


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_pairs_of_up_to_seven_atoms_agree(seed):
    compare(share(2_000), seed, SMALL)


@pytest.mark.parametrize("seed", seeds(1, 2))
def test_pairs_of_models_of_up_to_twelve_atoms_agree(seed):
    compare(share(200), seed, LARGE, slow=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_five_thousand_more_pairs_agree(seed):
    compare(5_000, seed, SMALL)
