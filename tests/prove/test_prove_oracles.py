"""The prover against type elimination, against small models in the reference semantics, and against itself."""

from __future__ import annotations

from random import Random

import pytest
from effort import seeds
from problems import ATOMS, random_induction, random_problem, random_static, small_models

from kripke.prove.clock import Clock
from kripke.prove.decide import Decision
from kripke.prove.elimination import Elimination
from kripke.prove.face import prove, satisfiable
from kripke.prove.problem import pose
from kripke.prove.smallest import smallest
from kripke.semantics import truth
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula
from logic.table import flatten, rebuild

BATCH = 25
"""Problems of one test."""


def problems(seed: int, size: int = 9):
    for number in range(BATCH):
        rng = Random(1_000 * seed + number)
        yield (*random_problem(rng, size), rng)


@pytest.mark.parametrize("seed", seeds(6, 400))
def test_the_search_agrees_with_type_elimination(seed: int) -> None:
    for formula, logic, theory, _ in problems(seed):
        found = satisfiable(formula, logic, theory, atoms=ATOMS)  # confirmed by the checker, or an error
        try:
            types = Elimination(pose([formula], logic, theory, atoms=ATOMS), Clock(None), most=11)
        except TooLarge:
            continue
        assert types.satisfiable() == (found is not None), (formula, logic, theory)


@pytest.mark.parametrize("seed", seeds(3, 200))
def test_what_is_called_unsatisfiable_has_no_model_of_three_worlds_in_the_reference_semantics(seed: int) -> None:
    for formula, logic, theory, rng in problems(seed + 5_000, 7):
        if satisfiable(formula, logic, theory, atoms=ATOMS) is None:
            used = tuple(sorted({*formula.atoms, *(atom for law in theory for atom in law.atoms)} | {"x=1", "x=2"}))
            for size in (1, 2, 3):
                for m in small_models(rng, logic, used, size, 150):
                    if all(truth(m, law) == m.worlds for law in theory):
                        assert not truth(m, formula), (formula, logic, theory, m)


@pytest.mark.parametrize("seed", seeds(3, 100))
def test_the_smallest_model_agrees_with_the_search_and_is_smallest(seed: int) -> None:
    for formula, logic, theory, _ in problems(seed + 9_000, 7):
        problem = pose([formula], logic, theory, atoms=ATOMS)
        sat = Decision(problem, Clock(None)).arcs() is not None
        least = smallest(problem, Clock(None), 4)
        assert sat or least is None, (formula, logic, theory)
        if least is not None:
            model = satisfiable(formula, logic, theory, atoms=ATOMS, smallest=True)
            assert model is not None
            assert len(model) == len(least.worlds)


@pytest.mark.parametrize("seed", seeds(2, 100))
def test_small_models_of_the_reference_semantics_are_found(seed: int) -> None:
    """Each formula that a random model satisfies is satisfiable."""
    for number in range(BATCH):
        rng = Random(f"models/{seed}/{number}")
        _, logic, _ = random_problem(rng, 3)
        model = rng.choice(small_models(rng, logic, ATOMS, 3, 5))
        formula = random_static(rng, list(logic), 10, rng.choice([(f.C,), (f.D,), (f.C, f.D, f.E)]))
        asked = formula if 0 in truth(model, formula) else f.Not(formula)
        assert satisfiable(asked, logic, atoms=ATOMS) is not None, (asked, logic, model)


@pytest.mark.parametrize("seed", seeds(5, 400))
def test_induction_agrees_with_type_elimination(seed: int) -> None:
    for number in range(BATCH):
        formula, logic, theory = random_induction(Random(f"induction/{seed}/{number}"))
        found = satisfiable(formula, logic, theory)
        if found is None:
            assert smallest(pose([formula], logic, theory), Clock(None), 3) is None, (formula, logic, theory)
        try:
            types = Elimination(pose([formula], logic, theory), Clock(None), most=11)
        except TooLarge:
            continue
        assert types.satisfiable() == (found is not None), (formula, logic, theory)


@pytest.mark.parametrize("logic", ["K", "T", "S4", "S5", "KD45", "B"])
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_no_number_of_steps_is_common_knowledge(logic: str, steps: int) -> None:
    """A lemma learned while others are pushed to a higher rank must be pushed too, or induction proves too much."""
    assert not prove(f"E^{steps}_{{a,b}} p -> C_{{a,b}} p", logic).valid
    assert prove(f"C_{{a,b}} p -> E^{steps}_{{a,b}} p", logic).valid


STRONGER = [("K", "D"), ("D", "T"), ("T", "S4"), ("T", "B"), ("S4", "S5"), ("B", "S5"), ("K45", "KD45"), ("KD45", "S5")]


@pytest.mark.parametrize("seed", seeds(1, 50))
def test_a_stronger_logic_proves_at_least_as_much(seed: int) -> None:
    for formula, logic, _, rng in problems(seed + 20_000, 7):
        weak, strong = rng.choice(STRONGER)
        if prove(formula, dict.fromkeys(logic, weak), atoms=ATOMS):
            assert prove(formula, dict.fromkeys(logic, strong), atoms=ATOMS), (formula, weak, strong)


@pytest.mark.parametrize("seed", seeds(1, 50))
def test_substitution_keeps_validities_without_announcements_valid(seed: int) -> None:
    """Announcement logic is not closed under substitution: [p] p is valid, [p & ~K p] (p & ~K p) is not."""
    for formula, logic, _, rng in problems(seed + 30_000, 7):
        changes = (f.Announce, f.AnnounceDual, f.AnnounceWhether)
        static = not any(isinstance(node, changes) for node in formula.subformulas())
        if static and not formula.variables and prove(formula, logic):
            put = random_static(rng, list(logic), 3, (f.C,))
            assert prove(substitute(formula, put), logic, atoms=ATOMS), (formula, logic, put)


def substitute(formula: Formula, put: Formula) -> Formula:
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        built.append(put if node == f.Atom("p") else rebuild(node, [built[kid] for kid in kids]))
    return built[-1]
