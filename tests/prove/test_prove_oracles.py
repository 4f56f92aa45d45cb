"""The prover against type elimination, against all small models in the reference semantics, and against itself."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from effort import seeds, thorough
from oracles import by_elimination, used_atoms
from problems import ATOMS, random_induction, random_problem, random_static, small_models
from reference_graphs import plain
from theorems import Problem, mixed, nested, random_after_changes, random_question
from three_worlds import HAS, countermodel

from kripke.data.frames import SYSTEMS
from kripke.prove.answers import Countermodel, Proof
from kripke.prove.clock import Clock
from kripke.prove.countermodels import smallest
from kripke.prove.face import prove, satisfiable
from kripke.prove.question.problem import Options, pose
from kripke.prove.search.search import Decision
from kripke.semantics import relation, truth
from logic import clauses as f

CHANGES = (f.Announce, f.AnnounceDual, f.AnnounceWhether, f.R)

BATCH = 25
"""Problems of one test."""

QUESTIONS = 250 if thorough() else 60
"""Questions of one test of shares; 400 such tests are 100,000."""


def problems(seed: int, size: int = 9):
    for number in range(BATCH):
        rng = Random(1_000 * seed + number)
        yield (*random_problem(rng, size), rng)


@pytest.mark.parametrize("seed", seeds(1, 400))
def test_search_elimination_and_all_models_of_three_worlds_agree(seed: int) -> None:
    """And of the questions at least 25 % are valid, at least 20 % have C or D nested among different logics."""
    shares = sum((asked(Random(f"questions/{seed}/{number}")) for number in range(QUESTIONS)), Counter[str]())
    print({name: f"{count / QUESTIONS:.1%}" for name, count in sorted(shares.items())})
    assert shares["valid"] >= 0.25 * QUESTIONS
    assert shares["nested"] >= 0.2 * QUESTIONS
    assert shares["answered by elimination"] >= 0.95 * QUESTIONS


@pytest.mark.parametrize("seed", seeds(1, 100))
def test_common_knowledge_after_changes_agrees_with_elimination_and_all_models_of_three_worlds(seed: int) -> None:
    """At least a third of the questions are valid."""
    shares = sum((compared(rng, random_after_changes(rng)) for rng in randoms(f"changes/{seed}")), Counter[str]())
    assert 3 * shares["valid"] >= 2 * BATCH


def randoms(name: str) -> list[Random]:
    """The sources of chance of the questions of one test."""
    return [Random(f"{name}/{number}") for number in range(2 * BATCH)]


def asked(rng: Random) -> Counter[str]:
    """Put one random question to all procedures."""
    return compared(rng, random_question(rng))


def compared(rng: Random, problem: Problem) -> Counter[str]:
    """Put one question to all procedures, compare answers, check proof and countermodel, and say of what kind it is."""
    formula, logic, theory = problem
    answer = prove(formula, logic, theory, atoms=ATOMS)
    valid = answer.valid
    if isinstance(answer, Proof):
        answer.check()
    else:
        assert refutes(answer), problem
    types = by_elimination(formula, logic, theory, ATOMS)
    assert types in (None, valid), problem
    small = countermodel(rng, formula, logic, theory, used_atoms(formula, theory))
    assert not (valid and small.model), (problem, small.model)
    if small.model is not None:
        assert len(truth(small.model, formula)) < len(small.model), (problem, small.model)
        assert all(len(truth(small.model, law)) == len(small.model) for law in theory), (problem, small.model)
    kinds = {
        "valid": valid,
        "mixed logics": mixed(logic),
        "theory": bool(theory),
        "announcements": any(isinstance(node, CHANGES) for node in formula.subformulas()),
        "nested": mixed(logic) and nested(formula),
        "nested and valid": valid and mixed(logic) and nested(formula),
        "answered by elimination": types is not None,
        "all models of three worlds": small.complete,
        "valid, all models of three worlds": valid and small.complete,
        "a countermodel of three worlds": small.model is not None,
    }
    return Counter([name for name, holds in kinds.items() if holds])


def refutes(answer: Countermodel) -> bool:
    """Whether a countermodel is one, by the reference semantics and the definitions of the frame conditions."""
    m = plain(answer.model.structure)
    return (
        answer.model.structure.actual not in truth(m, answer.formula)
        and all(len(truth(m, law)) == len(m) for law in answer.theory)
        and all(HAS[name](relation(m, a), m) for a, system in answer.logic.items() for name in SYSTEMS[system])
    )


@pytest.mark.parametrize("seed", seeds(1, 100))
def test_a_smallest_countermodel_has_three_worlds_at_most_if_some_model_of_three_worlds_is_one(seed: int) -> None:
    for number in range(2 * BATCH):
        rng = Random(f"smallest/{seed}/{number}")
        formula, logic, theory = problem = random_question(rng)
        small = countermodel(rng, formula, logic, theory, used_atoms(formula, theory))
        least = smallest(pose([f.Not(formula)], Options(logic, theory, atoms=ATOMS)), Clock(None), 3)
        if small.model is not None:
            assert least is not None, problem
            assert len(least.worlds) == len(small.model), problem
        elif small.complete:
            assert least is None, problem


@pytest.mark.parametrize("seed", seeds(2, 100))
def test_the_smallest_model_agrees_with_the_search_and_is_smallest(seed: int) -> None:
    for formula, logic, theory, _ in problems(seed + 9_000, 7):
        problem = pose([formula], Options(logic, theory, atoms=ATOMS))
        sat = Decision(problem, Clock(None)).arcs() is not None
        least = smallest(problem, Clock(None), 4)
        assert sat or least is None, (formula, logic, theory)
        if least is not None:
            model = satisfiable(formula, logic, theory, atoms=ATOMS, smallest=True)
            assert model is not None
            assert len(model) == len(least.worlds)


@pytest.mark.parametrize("seed", seeds(1, 100))
def test_small_models_of_the_reference_semantics_are_found(seed: int) -> None:
    """Each formula that a random model satisfies is satisfiable."""
    for number in range(BATCH):
        rng = Random(f"models/{seed}/{number}")
        _, logic, _ = random_problem(rng, 3)
        model = rng.choice(small_models(rng, logic, ATOMS, 3, 5))
        formula = random_static(rng, list(logic), 10, rng.choice([(f.C,), (f.D,), (f.C, f.D, f.E)]))
        asked = formula if 0 in truth(model, formula) else f.Not(formula)
        assert satisfiable(asked, logic, atoms=ATOMS) is not None, (asked, logic, model)


@pytest.mark.parametrize("seed", seeds(1, 400))
def test_induction_agrees_with_type_elimination(seed: int) -> None:
    for number in range(BATCH):
        formula, logic, theory = random_induction(Random(f"induction/{seed}/{number}"))
        found = satisfiable(formula, logic, theory)
        if found is None:
            assert smallest(pose([formula], Options(logic, theory)), Clock(None), 3) is None, (formula, logic, theory)
        assert by_elimination(f.Not(formula), logic, theory) in (None, found is None), (formula, logic, theory)


@pytest.mark.parametrize("logic", ["K", "T", "S4", "S5", "KD45", "B"])
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_no_number_of_steps_is_common_knowledge(logic: str, steps: int) -> None:
    """A lemma learned while others are pushed to a higher rank must be pushed too, or induction proves too much."""
    assert not prove(f"E^{steps}_{{a,b}} p -> C_{{a,b}} p", logic).valid
    assert prove(f"C_{{a,b}} p -> E^{steps}_{{a,b}} p", logic).valid
