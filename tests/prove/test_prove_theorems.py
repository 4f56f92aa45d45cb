"""Theorems about mixed logics, muddy children and theories.

FHMV: Fagin, Halpern, Moses and Vardi, *Reasoning About Knowledge* (MIT Press 1995).
DEL: van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4.
"""

from __future__ import annotations

import pytest

from kripke.prove.face import entails, prove


@pytest.mark.parametrize(
    ("logic", "formula"),
    [
        ({"a": "T", "b": "KD45"}, "K_b (D_{a,b} p -> p)"),
        ({"a": "B", "b": "K45"}, "K_b (p -> D_{a,b} ~D_{a,b} ~p)"),
        ({"a": "S4", "b": "KD45"}, "K_b (D_{a,b} p -> D_{a,b} D_{a,b} p)"),
        ({"a": "K5", "b": "S5"}, "K_a (~D_{a,b} p -> D_{a,b} ~D_{a,b} p)"),
    ],
)
def test_an_agent_that_is_seen_by_a_euclidean_relation_counts_as_s5(logic: dict[str, str], formula: str) -> None:
    prove(formula, logic).check()
    inside = formula.removeprefix("K_b ").removeprefix("K_a ")
    if logic != {"a": "K5", "b": "S5"} and logic != {"a": "S4", "b": "KD45"}:
        assert not prove(inside, logic).valid


def muddy(n: int) -> tuple[str, list[str]]:
    """The father's words, and the theory that each child sees the others."""
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    sees = [f"(m{j} -> K_c{i} m{j}) & (~m{j} -> K_c{i} ~m{j})" for i, j in pairs]
    return " | ".join(f"m{i}" for i in range(n)), sees


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("logic", ["S5", "KD45", "K"])
def test_muddy_children_know_after_as_many_rounds_as_there_are_muddy_ones(n: int, logic: str) -> None:
    """If all n are muddy, then after n - 1 rounds of "nobody knows" each knows (DEL 4.10, FHMV 1.1)."""
    father, sees = muddy(n)
    nobody = " & ".join(f"~Kw_c{i} m{i}" for i in range(n))
    everyone = " & ".join(f"m{i}" for i in range(n))
    formula = f"[{father}] " + f"[{nobody}] " * (n - 1) + f"(({everyone}) -> K_c0 m0)"
    prove(formula, logic, theory=sees, time=30).check()
    early = f"[{father}] " + f"[{nobody}] " * (n - 2) + f"(({everyone}) -> K_c0 m0)"
    assert not prove(early, logic, theory=sees, time=30).valid


def test_a_theory_is_global_and_premises_are_local() -> None:
    assert prove("K_a p", theory=["p"]).valid
    assert not entails(["p"], "K_a p").valid
    assert prove("C_{a,b} p", "K", theory=["p"]).valid
