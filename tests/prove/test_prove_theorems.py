"""The lists of the textbooks: what is valid in which logic, and what is not.

FHMV: Fagin, Halpern, Moses and Vardi, *Reasoning About Knowledge* (MIT Press 1995), chapters 2 and 3.
DEL: van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4.
BRV: Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), chapter 4.
"""

from __future__ import annotations

import pytest

from kripke.data.frames import SYSTEMS
from kripke.prove.face import entails, prove, satisfiable
from kripke.prove.logics import properties_of

AXIOMS = {
    "K_a (p -> q) -> K_a p -> K_a q": set(),
    "K_a p -> ~K_a ~p": {"serial"},
    "K_a p -> p": {"reflexive"},
    "p -> K_a M_a p": {"symmetric"},
    "K_a p -> K_a K_a p": {"transitive"},
    "~K_a p -> K_a ~K_a p": {"euclidean"},
}
"""Axiom -> the property of frames that it corresponds to (FHMV 3.1, BRV table 4.1)."""


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_axiom_is_valid_in_exactly_the_systems_whose_frames_have_its_property(axiom: str, system: str) -> None:
    assert prove(axiom, system).valid == (AXIOMS[axiom] <= properties_of(system))


VALID = [
    # knowledge, FHMV 2.2 and 3.1, DEL 2.2
    ("S5", "K_a p & K_a q <-> K_a (p & q)"),
    ("S5", "K_a p | K_a q -> K_a (p | q)"),
    ("S5", "M_a K_a p -> K_a p"),
    ("S5", "K_a (p | K_a q) <-> K_a p | K_a q"),
    ("KD45", "~B_a (p & ~B_a p)"),
    ("KD45", "B_a (B_a p -> p)"),
    ("KD45", "B_a ~B_a p <-> ~B_a p"),
    ("K", "Kw_a p <-> Kw_a ~p"),
    ("S5", "Kw_a Kw_a p"),
    ("S5", "Kw_a K_a p"),
    # groups, FHMV 2.2 and 3.3, DEL 2.3
    ("K", "E_{a,b} p <-> K_a p & K_b p"),
    ("K", "C_{a,b} p <-> E_{a,b} (p & C_{a,b} p)"),
    ("S5", "C_{a,b} p -> p"),
    ("S5", "C_{a,b} p -> C_{a,b} C_{a,b} p"),
    ("S5", "~C_{a,b} p -> C_{a,b} ~C_{a,b} p"),
    ("K", "C_{a,b} (p -> q) -> C_{a,b} p -> C_{a,b} q"),
    ("K", "C_{a,b} (p -> E_{a,b} p) -> E_{a,b} p -> C_{a,b} p"),
    ("S5", "C_{a,b} (p -> E_{a,b} p) -> p -> C_{a,b} p"),
    ("K", "C_{a,b,c} p -> C_{a,b} p"),
    ("S5", "C_{a,b} p <-> K_a C_{a,b} p"),
    ("K", "K_a p -> D_{a,b} p"),
    ("K", "D_{a} p <-> K_a p"),
    ("K", "K_a (p -> q) & K_b p -> D_{a,b} q"),
    ("K", "D_{a,b} p -> D_{a,b,c} p"),
    ("S5", "D_{a,b} p -> p"),
    ("S5", "~D_{a,b} p -> D_{a,b} ~D_{a,b} p"),
    ("S4", "D_{a,b} p -> D_{a,b} D_{a,b} p"),
    ("K", "E^3_{a,b} p <-> E_{a,b} E_{a,b} E_{a,b} p"),
    ("S5", "C_{a,b} p -> E^7_{a,b} p"),
    # resolution, Ågotnes and Wáng (2017), section 4
    ("S5", "R_{a,b} p <-> p"),
    ("S5", "R_{a,b} K_a p <-> D_{a,b} p"),
    ("S5", "R_{a,b} K_c p <-> K_c R_{a,b} p"),
    ("S5", "D_{a,b} p -> R_{a,b} C_{a,b} p"),
    ("S5", "R_{a,b} D_{b,c} p <-> D_{a,b,c} p"),
    # public announcements, DEL 4.3 to 4.5: reduction axioms, partial functionality, composition
    ("K", "[p] q <-> (p -> q)"),
    ("K", "[p] ~q <-> (p -> ~[p] q)"),
    ("K", "[p] (q & r) <-> [p] q & [p] r"),
    ("K", "[p] K_a q <-> (p -> K_a [p] q)"),
    ("K", "[p] [q] r <-> [p & [p] q] r"),
    ("K", "<p> q -> [p] q"),
    ("K", "<p> q <-> p & [p] q"),
    ("S5", "[p] K_a p"),
    ("S5", "[p & ~K_a p] ~(p & ~K_a p)"),
    ("S5", "[p] C_{a,b} p"),
    ("K", "[p?] (Kw_a p)"),
    ("S5", "[p!{a}] K_a p"),
    ("S5", "~K_b Kw_a p & p & ~K_b p -> [p?{a}] (K_a p & ~K_b p & K_b Kw_a p)"),
    # announcement and common knowledge, DEL proposition 4.26: if p -> [q] r and p & q -> E p, then p -> [q] C r
    ("S5", "C_{a,b} (p -> [q] r) & C_{a,b} (p & q -> E_{a,b} p) -> (p & q -> [q] C_{a,b} r)"),
    # updates and relativised common knowledge
    ("S5", "C_{a,b} (q -> p) -> [q] C_{a,b} p"),
    ("K", "[q] C_{a,b} p <-> (q -> E_{a,b} (q -> p & [q] C_{a,b} p)) | ~q"),
]

NOT_VALID = [
    ("S5", "p -> K_a p"),
    ("S5", "K_a (p | q) -> K_a p | K_a q"),
    ("S5", "K_a p -> K_b K_a p"),
    ("KD45", "B_a p -> p"),
    ("KD45", "C_{a,b} p -> p"),
    ("KD45", "~C_{a,b} p -> C_{a,b} ~C_{a,b} p"),
    ("S4", "~K_a p -> K_a ~K_a p"),
    ("S5", "E_{a,b} p -> E_{a,b} E_{a,b} p"),
    ("S5", "E_{a,b} p -> C_{a,b} p"),
    ("S5", "E^5_{a,b} p -> C_{a,b} p"),
    ("S5", "R_{a,b} C_{a,b,c} p -> C_{a,b,c} p"),
    ("S5", "D_{a,b} p -> K_a p | K_b p"),
    ("K", "C_{a,b} (p -> E_{a,b} p) -> p -> C_{a,b} p & p"),
    # DEL 4.2 and 4.7: announcements need not succeed, their effects need not be knowledge before
    ("S5", "[p & ~K_a p] (p & ~K_a p)"),
    ("S5", "[p] K_a q -> K_a [p] q"),
    ("S5", "[p] q -> <p> q"),
    ("S5", "[p] C_{a,b} q -> C_{a,b} [p] q"),
    ("S5", "[p!{a}] K_b p"),
    ("KD45", "[p] ~B_a false"),
    # DEL example 4.25: the announcement of p & ~K_a p, then of p
    ("S5", "[p & ~K_a p] K_a (p & ~K_a p)"),
]


@pytest.mark.parametrize(("logic", "formula"), VALID)
def test_a_theorem_is_valid(logic: str, formula: str) -> None:
    assert prove(formula, logic, time=20).valid


@pytest.mark.parametrize(("logic", "formula"), NOT_VALID)
def test_what_is_no_theorem_has_a_countermodel(logic: str, formula: str) -> None:
    answer = prove(formula, logic, time=20)
    assert not answer.valid
    assert not answer.model.holds(formula)


SUCCESSFUL = {
    "p": True,
    "~p": True,
    "K_a p": True,
    "~K_a p": True,
    "C_{a,b} p": True,
    "p & ~K_a p": False,
}
"""Whether ``[f] f`` is valid in S5 (DEL 4.7)."""


@pytest.mark.parametrize("formula", SUCCESSFUL)
def test_successful_formulas_stay_true_after_their_announcement(formula: str) -> None:
    assert prove(f"[{formula}] ({formula})", {"a": "S5", "b": "S5"}).valid == SUCCESSFUL[formula]


@pytest.mark.parametrize("formula", ["M_a M_a p", "M_a p & M_a ~p", "M_a p & K_a ~p"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_package_mlsolver_gets_wrong(formula: str, system: str) -> None:
    """The first two are satisfiable in every system, the third in none."""
    found = satisfiable(formula, system)
    assert (found is not None) == (formula != "M_a p & K_a ~p")


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
    assert prove(formula, logic).valid
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
    assert prove(formula, logic, theory=sees, time=30).valid
    early = f"[{father}] " + f"[{nobody}] " * (n - 2) + f"(({everyone}) -> K_c0 m0)"
    assert not prove(early, logic, theory=sees, time=30).valid


def test_a_theory_is_global_and_premises_are_local() -> None:
    assert prove("K_a p", theory=["p"]).valid
    assert not entails(["p"], "K_a p").valid
    assert prove("C_{a,b} p", "K", theory=["p"]).valid
