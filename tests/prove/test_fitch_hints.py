"""A proof as it is written: a line that does not follow gets a hint, and what the hint says is so."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from kripke.prove.errors import DerivationError
from kripke.prove.fitch import hints as fitch
from kripke.prove.fitch.proof import FitchProof
from kripke.prove.fitch.reading import reason
from kripke.prove.hilbert import hints as hilbert_hints
from kripke.prove.hilbert import reading as hilbert
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.marking import HOLE, Hint, WrittenProof, hints_for
from learn.exercises.registry import make


def hints_of(text: str | WrittenProof) -> dict[int, Hint]:
    proof = FitchProof.parse(text) if isinstance(text, str) else text
    page, marking = proof.page(None)
    return hints_for(marking, partial(fitch.hint if isinstance(proof, FitchProof) else hilbert_hints.hint, page))


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


def test_the_hint_for_a_line_without_a_reason_names_the_rule_that_lacks_a_line() -> None:
    proof = FitchProof.parse("1. p -> q  premise\n2. q  ->E 1")
    assert hints_of(replace(proof, lines=(proof.lines[0], replace(proof.lines[1], rule="", of=())))) == {
        2: Hint("->E needs line 1 and a line p")
    }


def test_nothing_is_said_of_a_line_without_a_formula_or_of_one_that_follows() -> None:
    proof = FitchProof.parse("1. | p  assume\n2. | p  R 1")
    blank = replace(proof.lines[1], formula=HOLE, rule="")
    assert not hints_of(proof)
    assert not hints_of(FitchProof((proof.lines[0], blank)))


@pytest.mark.parametrize("seed", range(6))
def test_a_line_without_its_reason_gets_one_by_which_it_follows(seed: int) -> None:
    proof = FitchProof.parse(make("write_proof", seed, 1 + seed % 3).answer)
    place = Random(seed).choice([place for place, line in enumerate(proof.lines) if line.of])
    lines = [*proof.lines]
    lines[place] = replace(lines[place], rule="", of=())
    hint = hints_of(FitchProof(tuple(lines)))[place + 1]
    rule, of = reason(hint.why)
    lines[place] = replace(lines[place], rule=rule, of=of)
    assert not FitchProof(tuple(lines)).check().wrong


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. p -> q  premise\n2. p  premise\n3. q  RM", "it follows by MP 1,2"),
        ("1. p -> q  premise\n2. q -> r  premise\n3. s  premise\n4. p -> r  MP 1,2", "it follows by PL 1,2"),
        ("1. K_a p -> p  5", "its reason is T"),
        ("1. p -> p  T", "its reason is PL"),
        ("1. p -> p  PL\n2. K_a (p -> p)  MP 1,1", "it follows by Nec 1"),
        ("1. p & q -> q  PL\n2. K_b (p & q) -> K_b q  PL 1", "it follows by RM 1"),
        ("1. p -> q  premise\n2. q  MP 1,1", "MP needs line 1 and a line p"),
        ("1. K_a p  Nec", "Nec needs a line p that rests on no premise"),
        ("1. K_a (p & q) -> K_a r  RM", "RM needs a line p ∧ q → r"),
    ],
)
def test_a_hint_in_the_style_of_hilbert_names_the_rule_or_what_it_lacks(text: str, says: str) -> None:
    (found,) = hints_of(Derivation.parse(text)).values()
    assert found.says == says


@pytest.mark.parametrize("seed", range(4))
def test_a_line_of_a_derivation_without_its_reason_gets_one_by_which_it_follows(seed: int) -> None:
    proof = Derivation.parse(make("derive", seed, 1 + seed % 3).answer)
    for place, line in enumerate(proof.lines):
        if line.rule != "premise":
            lines = [*proof.lines]
            lines[place] = replace(line, rule="", of=())
            rule, of = hilbert.reason(hints_of(Derivation(tuple(lines)))[place + 1].why)
            lines[place] = replace(line, rule=rule, of=of)
            assert not Derivation(tuple(lines)).check().wrong


def test_a_reason_alone_is_read_in_both_styles() -> None:
    assert (reason("→E 1, 2"), reason("KI 3–5")) == (("->E", (1, 2)), ("KI", ((3, 5),)))
    assert (hilbert.reason("MP 1,2"), hilbert.reason("axiom 5")) == (("MP", (1, 2)), ("5", ()))
    for read in (reason, hilbert.reason):
        with pytest.raises(DerivationError, match="no rule"):
            read("magic 1")
