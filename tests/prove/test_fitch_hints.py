"""A proof as it is written: a line that does not follow gets a hint, and what the hint says is so."""

from dataclasses import replace
from random import Random

import pytest

from kripke.prove.errors import DerivationError
from kripke.prove.fitch.hints import HOLE, Hint, with_hints
from kripke.prove.fitch.proof import FitchProof
from kripke.prove.fitch.reading import reason
from kripke.prove.hilbert import reading as hilbert
from learn.exercises.registry import make


def hints_of(text: str) -> dict[int, Hint]:
    proof = FitchProof.parse(text)
    return with_hints(proof, None)[1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "1. p | q  premise\n2. p -> r  premise\n3. r  |E 1",
            "|E needs line 1, a subproof | from p to r and a subproof",
        ),
        ("1. K_a r  KI", "KI needs a subproof |a that ends with r"),
        ("1. p  premise\n2. p & q  &I 1", "&I needs line 1 and a line q"),
        ("1. p -> q  premise\n2. q  ->E 1", "->E needs line 1 and a line p"),
        ("1. p <-> q  premise\n2. q  <->E 1", "<->E needs line 1 and a line p"),
        ("1. ~p  premise\n2. false  ~E 1", "~E needs line 1 and a line p"),
        ("1. q  IP", "IP needs a subproof | from ¬q to ⊥"),
        ("1. | p  R", "it is the first line of a subproof: its rule is assume"),
        ("1. C_{a,b} p  CI", "CI needs a line p and a subproof |* from p to K_a p ∧ K_b p"),
        ("1. | p & q  assume\n2. | p  T 1", "it follows by &E 1"),
    ],
)
def test_a_hint_names_the_rule_or_what_it_lacks(text: str, says: str) -> None:
    (found,) = hints_of(text).values()
    assert found.says.startswith(says)


def test_nothing_is_said_of_a_line_without_a_formula_or_of_one_that_follows() -> None:
    proof = FitchProof.parse("1. | p  assume\n2. | p  R 1")
    blank = replace(proof.lines[1], formula=HOLE, rule="")
    assert not with_hints(proof, None)[1]
    assert not with_hints(FitchProof((proof.lines[0], blank)), None)[1]


@pytest.mark.parametrize("seed", range(6))
def test_a_line_without_its_reason_gets_one_by_which_it_follows(seed: int) -> None:
    proof = FitchProof.parse(make("write_proof", seed, 1 + seed % 3).answer)
    place = Random(seed).choice([place for place, line in enumerate(proof.lines) if line.of])
    lines = [*proof.lines]
    lines[place] = replace(lines[place], rule="", of=())
    hint = with_hints(FitchProof(tuple(lines)), None)[1][place + 1]
    rule, of = reason(hint.why)
    lines[place] = replace(lines[place], rule=rule, of=of)
    assert not FitchProof(tuple(lines)).check().wrong


def test_a_reason_alone_is_read_in_both_styles() -> None:
    assert (reason("→E 1, 2"), reason("KI 3–5")) == (("->E", (1, 2)), ("KI", ((3, 5),)))
    assert (hilbert.reason("MP 1,2"), hilbert.reason("axiom 5")) == (("MP", (1, 2)), ("5", ()))
    for read in (reason, hilbert.reason):
        with pytest.raises(DerivationError, match="no rule"):
            read("magic 1")
