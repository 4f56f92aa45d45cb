"""Countermodels as they are written out: closed relations, and worlds numbered without gaps."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from effort import seeds

from kripke.data.frames import SYSTEMS
from kripke.prove.clock import Clock
from kripke.prove.countermodels import close
from kripke.prove.question.problem import System, system
from whoknows import prove

Pairs = frozenset[tuple[int, int]]


def step(pairs: Pairs, of: System, size: int) -> Pairs:
    """The pairs with what the definitions of the properties add to them at once."""
    more = set(pairs)
    if of.reflexive:
        more |= {(i, i) for i in range(size)}
    if of.symmetric:
        more |= {(j, i) for i, j in pairs}
    for (i, j), (k, m) in product(pairs, pairs):
        if of.transitive and j == k:
            more.add((i, m))
        if of.euclidean and i == k:
            more.add((j, m))
    return frozenset(more)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seed", seeds(3, 100))
def test_a_relation_is_closed_by_the_definitions_of_the_properties(name: str, seed: int) -> None:
    rng, of = Random(seed), system(name)
    size = rng.randint(1, 7)
    pairs = frozenset(pair for pair in product(range(size), repeat=2) if rng.random() < 0.15)
    least = pairs
    while least != step(least, of, size):
        least = step(least, of, size)
    assert close(pairs, of, size, Clock(None)) == sorted(least)


def test_the_worlds_of_a_contracted_countermodel_are_numbered_without_gaps() -> None:
    wide = "~(" + " & ".join(f"M_a (p{i} & M_b (q & ~p{i}))" for i in range(4)) + ")"
    formulas = ["K_a p & M_b q -> K_b M_a (p & r) | K_a K_b K_a p", "E^5_{a,b} p -> C_{a,b} p", wide]
    models = [prove(formula, logic).model for formula in formulas for logic in ("K", "S4", "S5")]
    assert max(map(len, models)) > 5
    for model in models:
        assert list(model.worlds) == [f"w{number}" for number in range(len(model))]
        assert model.actual == "w0"
