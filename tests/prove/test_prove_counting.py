"""Contradictions by counting: the pigeonhole principle without exponentially many steps."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from effort import seeds
from pysat.solvers import Solver

from kripke.prove.clock import Clock
from kripke.prove.face import prove, satisfiable
from kripke.prove.search.levels import contradictory


def pigeons(count: int, holes: int, inside: str = "{}") -> str:
    """Each of the pigeons has a hole, and no two have the same."""
    somewhere = " & ".join("(" + " | ".join(f"p{i}_{j}" for j in range(holes)) + ")" for i in range(count))
    alone = " & ".join(f"~(p{i}_{j} & p{k}_{j})" for j in range(holes) for i, k in combinations(range(count), 2))
    return inside.format(somewhere) + " & " + inside.format(alone)


@pytest.mark.parametrize(
    "logic", ["K", *(pytest.param(each, marks=pytest.mark.slow) for each in ("S5", "T", "S4", "KD45"))]
)
def test_twenty_pigeons_do_not_fit_into_nineteen_holes(logic: str) -> None:
    assert satisfiable(f"K_a ({pigeons(20, 19)}) & M_a true", logic, time=20) is None


def test_pigeons_that_fit_have_a_model() -> None:
    assert satisfiable(f"M_a ({pigeons(9, 9)})", "K", time=20) is not None


def test_what_is_not_needed_for_the_contradiction_is_not_blamed() -> None:
    proof = prove(f"K_a ({pigeons(12, 11)}) & M_a q -> K_a r | M_a (s & ~s)", "K", time=20)
    assert proof.valid


@pytest.mark.parametrize("seed", seeds(10, 2_000))
def test_what_counting_refutes_no_solver_satisfies(seed: int) -> None:
    rng = Random(seed)
    holes = rng.randint(3, 4)
    places = [[10 * i + j for j in range(1, holes + 1)] for i in range(1, holes + rng.randint(1, 4))]
    clauses = [
        frozenset(rng.sample(row, rng.randint(3, holes)) + rng.sample(range(1, 50), rng.random() < 0.1))
        for row in places
    ]
    clauses += [
        frozenset({-one[j], -other[j]})
        for j in range(holes)
        for one, other in combinations(places, 2)
        if rng.random() < 0.98
    ]
    clauses += [frozenset(rng.choice((1, -1)) * x for x in rng.sample(range(1, 50), 3)) for _ in range(5)]
    if contradictory(clauses, Clock(None)):  # nearly half of them
        with Solver("minisat22", bootstrap_with=map(list, clauses)) as solver:
            assert not solver.solve()
