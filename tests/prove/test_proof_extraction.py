"""The search's lemmas are written out as proofs."""

from __future__ import annotations

from random import Random

import pytest

from kripke.prove.clock import Clock
from kripke.prove.proofs.script import Induction, Script, Tableau
from kripke.prove.proofs.writing.extraction import script_of
from kripke.prove.question.nodes import FALSE
from kripke.prove.question.problem import Options, pose
from kripke.prove.search.search import Decision
from tests.effort import seeds
from tests.problems import random_problem
from whoknows import Proof, prove

INDUCTION = "C_{a,b} (p -> E_{a,b} p) & E_{a,b} p -> C_{a,b} p"


def tableaux(script: Script) -> list[Tableau]:
    lemmas = [each for part in script.parts for each in (part.lemmas if isinstance(part, Induction) else (part,))]
    return [*[lemma.tableau for lemma in lemmas], script.tableau]


def closed_leaves(tableau: Tableau) -> bool:
    leaves = {0, *range(1, len(tableau.branches) + 1)} - set(tableau.branches)
    return leaves == {step.branch for step in tableau.steps if step.node == FALSE}


def proof(formula: str, logic: str = "S5") -> Proof:
    answer = prove(formula, logic=logic)
    assert isinstance(answer, Proof)
    return answer


@pytest.mark.parametrize(("formula", "logic"), [("K_a p -> K_a K_a p", "S4"), ("~K_a p -> K_a ~K_a p", "S5")])
def test_the_proof_of_an_axiom_is_one_tableau_of_six_steps(formula: str, logic: str) -> None:
    script = proof(formula, logic).script
    assert script.parts == ()
    assert [step.rule for step in script.tableau.steps][:4] == ["suppose", "and", "and", "possible"]
    assert len(script.tableau.steps) == 6


def test_the_induction_axiom_has_one_invariant_whose_clause_has_three_parts() -> None:
    (induction,) = proof(INDUCTION, "K").script.parts
    assert isinstance(induction, Induction)
    assert [len(lemma.clause) for lemma in induction.lemmas] == [3]


def test_a_lemma_that_is_needed_once_stands_where_it_is_needed() -> None:
    assert proof("K_a p & K_b q -> K_a (p | q)").script.parts == ()


@pytest.mark.parametrize(
    "formula",
    ["K_a M_a (true | K_a q) -> K_a K_a M_a (true | K_a q)", "M_a p -> K_a M_a true", "C_a M_a true | C_a false"],
)
def test_a_proof_may_rest_on_a_tautology_that_symmetry_carries_back(formula: str) -> None:
    prove(formula, "KB").check()


def test_an_induction_rests_on_its_own_clauses_only() -> None:
    """A clause that was learned by the same induction, but is not needed, is no hypothesis of the finished proof."""
    laws = "C_{a,b} (p -> K_b q) & C_{a,b} (q -> K_a p)"
    prove(f"~(C_a (p -> ~p) & [p] ~C ~q & ~C (~p | ~p) & {laws} & E^3 ~p)").check()


def test_a_proof_is_written_once() -> None:
    answer = proof(INDUCTION)
    assert answer.script is answer.script


@pytest.mark.parametrize("seed", seeds(38, 3_000))
def test_each_branch_of_each_proof_is_closed(seed: int) -> None:
    formula, logic, theory = random_problem(Random(seed), 20)
    problem = pose([formula], Options(logic, theory, atoms=["x=1", "x=2"], same_relation=True))
    decision = Decision(problem, Clock(None))
    if decision.arcs() is None:
        assert all(closed_leaves(tableau) for tableau in tableaux(script_of(problem, decision)))
