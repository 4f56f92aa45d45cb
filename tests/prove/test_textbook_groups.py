"""Knowledge of one agent and of groups: the lists of two textbooks.

FHMV: Fagin, Halpern, Moses and Vardi, *Reasoning About Knowledge* (MIT Press 1995), sections 2.2, 3.1, 3.3 and 3.4.
Their C1, C2 and the rule RC1, and D1 and D2, are named so; their C is one or more steps, as ours.
DEL: van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), chapter 2. Their C is zero or more
steps: in S5 both are the same.
"""

from __future__ import annotations

import pytest
from oracles import by_elimination

from kripke.prove.face import entails, prove

VALID = [
    # one agent, after FHMV 2.2 and 3.1, DEL 2.2 to 2.4
    ("K", "K_a p & K_a q <-> K_a (p & q)"),
    ("K", "K_a p | K_a q -> K_a (p | q)"),
    ("K", "K_a p & M_a q -> M_a (p & q)"),
    ("S5", "M_a K_a p -> K_a p"),
    ("S5", "K_a (p | K_a q) <-> K_a p | K_a q"),
    ("S5", "K_a ~K_a p | K_a p"),
    ("KD45", "~B_a (p & ~B_a p)"),
    ("KD45", "B_a (B_a p -> p)"),
    ("KD45", "B_a ~B_a p <-> ~B_a p"),
    ("KD45", "B_a B_a p <-> B_a p"),
    ("K", "Kw_a p <-> Kw_a ~p"),
    ("K", "Kw_a p <-> K_a p | K_a ~p"),
    ("S5", "Kw_a Kw_a p"),
    ("S5", "Kw_a K_a p"),
    ("K", "Kw_a p & Kw_a q -> Kw_a (p & q)"),
    # everyone, after FHMV 3.3
    ("K", "E_{a,b} p <-> K_a p & K_b p"),  # C1
    ("K", "E_{a,b} (p & q) <-> E_{a,b} p & E_{a,b} q"),
    ("K", "E^3_{a,b} p <-> E_{a,b} E_{a,b} E_{a,b} p"),
    ("T", "E^3_{a,b} p -> E^2_{a,b} p"),
    ("K5", "E^2_{a,b} p -> E_{a,b} p"),
    # common knowledge
    ("K", "C_{a,b} p -> E_{a,b} (p & C_{a,b} p)"),  # C2
    ("K", "C_{a,b} p <-> E_{a,b} (p & C_{a,b} p)"),
    ("K", "C_{a,b} p & C_{a,b} (p -> q) -> C_{a,b} q"),
    ("K", "C_{a,b} (p -> q) -> C_{a,b} p -> C_{a,b} q"),
    ("K", "C_{a,b} (p -> E_{a,b} p) -> E_{a,b} p -> C_{a,b} p"),
    ("S5", "C_{a,b} (p -> E_{a,b} p) -> p -> C_{a,b} p"),  # DEL 2.3, induction
    ("S5", "C_{a,b} p -> p & E_{a,b} C_{a,b} p"),  # DEL 2.3, mix
    ("S5", "C_{a,b} p -> p"),
    ("K", "C_{a,b} p -> C_{a,b} C_{a,b} p"),
    ("S5", "~C_{a,b} p -> C_{a,b} ~C_{a,b} p"),
    ("K", "C_{a,b,c} p -> C_{a,b} p"),
    ("K", "C_{a} p -> K_a p"),
    ("K4", "C_{a} p <-> K_a p"),
    ("S5", "C_{a,b} p <-> K_a C_{a,b} p"),
    ("S5", "C_{a,b} p -> E^7_{a,b} p"),
    ("S5", "K_a C_{a,b} p <-> K_b C_{a,b} p"),
    # distributed knowledge, FHMV 3.4
    ("K", "D_{a} p <-> K_a p"),  # D1
    ("K", "D_{a,b} p -> D_{a,b,c} p"),  # D2
    ("K", "D_{a,b} p & D_{a,b} (p -> q) -> D_{a,b} q"),
    ("K", "K_a p -> D_{a,b} p"),
    ("K", "K_a (p -> q) & K_b p -> D_{a,b} q"),
    ("T", "D_{a,b} p -> p"),
    ("B", "p -> D_{a,b} ~D_{a,b} ~p"),
    ("S4", "D_{a,b} p -> D_{a,b} D_{a,b} p"),
    ("K5", "~D_{a,b} p -> D_{a,b} ~D_{a,b} p"),
    ("KD45", "~D_{a,b} p -> D_{a,b} ~D_{a,b} p"),
    # resolution: Ågotnes and Wáng, "Resolving distributed knowledge" (2017), doi:10.1016/j.artint.2017.07.002
    ("S5", "R_{a,b} p <-> p"),
    ("S5", "R_{a,b} K_a p <-> D_{a,b} p"),
    ("S5", "R_{a,b} K_c p <-> K_c R_{a,b} p"),
    ("S5", "D_{a,b} p -> R_{a,b} C_{a,b} p"),
    ("S5", "R_{a,b} D_{b,c} p <-> D_{a,b,c} p"),
]

NOT_VALID = [
    ("S5", "p -> K_a p"),
    ("S5", "K_a (p | q) -> K_a p | K_a q"),
    ("S5", "M_a p & M_a q -> M_a (p & q)"),
    ("S5", "K_a p -> K_b K_a p"),
    ("S5", "Kw_a (p & q) -> Kw_a p & Kw_a q"),
    ("KD45", "B_a p -> p"),
    ("S4", "~K_a p -> K_a ~K_a p"),
    ("S4", "Kw_a K_a p"),
    ("S5", "E_{a,b} p -> E_{a,b} E_{a,b} p"),  # FHMV 2.2: E is not positively introspective
    ("S5", "~E_{a,b} p -> E_{a,b} ~E_{a,b} p"),
    ("D", "E^2_{a,b} p -> E_{a,b} p"),
    ("S5", "E_{a,b} p -> C_{a,b} p"),
    ("S5", "E^5_{a,b} p -> C_{a,b} p"),
    ("KD45", "C_{a,b} p -> p"),
    ("KD45", "~C_{a,b} p -> C_{a,b} ~C_{a,b} p"),
    ("K4", "C_{a,b} p <-> K_a p & K_b p"),
    ("K", "C_{a,b} (p -> E_{a,b} p) -> p -> C_{a,b} p"),  # the first step is missing: p here, not at the next worlds
    ("K", "C_{a,b} (p -> E_{a,b} p) -> p -> C_{a,b} p & p"),
    ("S5", "C_{a,b} p | C_{a,b} q <-> C_{a,b} (p | q)"),
    ("S5", "D_{a,b} p -> K_a p | K_b p"),
    ("KD45", "~D_{a,b} false"),  # FHMV 3.4: A6 is lost for D
    ("D", "~D_{a,b} false"),
    ("KD45", "D_{a,b} p -> p"),
    ("S5", "R_{a,b} C_{a,b,c} p -> C_{a,b,c} p"),
]


@pytest.mark.parametrize(("logic", "formula"), VALID)
def test_a_theorem_about_groups_is_valid(logic: str, formula: str) -> None:
    prove(formula, logic, time=20).check()
    assert by_elimination(formula, logic)


@pytest.mark.parametrize(("logic", "formula"), NOT_VALID)
def test_what_is_no_theorem_about_groups_has_a_countermodel(logic: str, formula: str) -> None:
    answer = prove(formula, logic, time=20)
    assert not answer.valid
    assert not answer.model.holds(formula)
    assert by_elimination(formula, logic) is False


@pytest.mark.parametrize("logic", ["K", "T", "S4", "S5", "KD45"])
def test_the_induction_rule_of_common_knowledge(logic: str) -> None:
    """FHMV 3.3, RC1: from p -> E(q & p) infer p -> C q. The premise holds at every world: a theory, not a premise."""
    rule = "p -> E_{a,b} (q & p)"
    assert prove("p -> C_{a,b} q", logic, theory=[rule])
    assert not entails([rule], "p -> C_{a,b} q", logic)
    assert entails([f"C_{{a,b}} ({rule})", rule], "p -> C_{a,b} q", logic)


def test_the_meet_of_the_axioms_is_not_the_logic_of_distributed_knowledge() -> None:
    """FHMV 3.4: each property but seriality passes from the relations to their intersection."""
    for system, axiom in [("T", "D_{a,b} p -> p"), ("K4", "D_{a,b} p -> D_{a,b} D_{a,b} p"), ("KB", "M_a true")]:
        assert prove(axiom, system).valid == (axiom != "M_a true")
