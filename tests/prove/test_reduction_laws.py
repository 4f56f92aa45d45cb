"""The laws that the steps of a reduction name are valid for the formulas that their letters may stand for."""

import re
from random import Random

import pytest
from effort import seeds
from randoms import random_formula

from logic.clauses import Atom, K
from logic.errors import EpistemicError
from logic.shared import substitute
from whoknows import Formula, parse, prove, steps

LAW = re.compile(r"(?P<left>.*?) ≡ (?P<right>.*?)(?:, where (?P<where>.*?))?(?:; (?P<plain>.*) propositional)?")


def instance(law: str) -> Formula:
    """The law with ``K_a x`` for each letter x that may be any formula."""
    read = LAW.fullmatch(law)
    assert read is not None, law
    whole = parse(f"({read['left']}) <-> ({read['right']})")
    whole = parse(f"({read['where']}) -> ({whole})") if read["where"] else whole
    plain = set(re.split(r", | and ", read["plain"] or ""))
    return substitute(whole, {letter: K("a", Atom(letter)) for letter in whole.atoms - plain})


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("[p] [K_c q] K_b r", "[p] [q] K_b r ≡ [p] q → K_b (p ∧ [p] q → [p] [q] r), where p"),
        ("[p] [q] K_b r", "[p] [q] K_b r ≡ [p] q → K_b (p ∧ q → [p] [q] r), where p; q propositional"),
    ],
)
def test_a_second_announcement_is_taken_after_the_first_unless_it_is_propositional(text: str, law: str) -> None:
    assert steps(text, "static")[1].law == law


@pytest.mark.parametrize("seed", seeds(8, 300))
def test_the_laws_of_steps_are_valid_with_a_modality_for_each_letter_that_may_have_one(seed: int) -> None:
    formula = random_formula(Random(seed), ("a", "b"), 8, beliefs=False)
    try:
        laws = {step.law for step in steps(formula, "static")}
    except EpistemicError:  # the formula has no reduction
        return
    for law in laws:
        try:
            assert prove(instance(law), logic="K").valid, law
        except EpistemicError:  # not decided by the prover
            continue
