"""A text is read wherever a formula is expected, and formulas are built from formulas as before."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest

from logic.clauses import And, Announce, B, BAtLeast, BGiven, C, Formula, Implies, K, Not, Or, Xor, atoms, conj, disj
from logic.errors import FormulaError, ParseError
from logic.parser import parse

p, q = atoms("p q")


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (K("a", "p -> q"), "K_a (p -> q)"),
        (Not("p & q"), "~(p & q)"),
        (Implies("p", q), "p -> q"),
        (Announce("p", "K_a p"), "[p] K_a p"),
        (Announce("p", q, ["a"]), "[p!{a}] q"),
        (C(["a", "b"], "p"), "C_{a,b} p"),
        (BAtLeast("a", 0.7, "p"), "B_a>=0.7 p"),
        (BGiven("a", "p | q", "q"), "B_a[p | q] q"),
        (B("a", r"\neg p"), "B_a ~p"),
        (conj(["p | q", q, "r"]), "(p | q) & q & r"),
        (conj("p", "q"), "p & q"),
        (disj("p"), "p"),
        (p & "q | r", "p & (q | r)"),
        ("q | r" & p, "(q | r) & p"),
        (p | "q", "p | q"),
        ("p" | q, "p | q"),
        (p ^ "q", "p ^ q"),
        ("p" ^ q, "p ^ q"),
        (p >> "q", "p -> q"),
        ("p" >> q, "p -> q"),
        (~(p & "q"), "~(p & q)"),
    ],
)
def test_a_text_stands_for_its_formula(built: Formula, text: str) -> None:
    assert built == parse(text)
    assert all(isinstance(node, Formula) for node in built.subformulas())
    assert pickle.loads(pickle.dumps(built)) == built


def test_a_formula_stays_the_same_object() -> None:
    assert K("a", p).sub is p
    assert (p & q).left is p


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: K("a", "p &"), "the text ends after &"),
        (lambda: p & "q r", "column 3"),
        (lambda: conj(["p", ")"]), "column 1"),
        (lambda: Not(""), "formula"),
    ],
)
def test_a_text_that_is_no_formula_is_a_parse_error(build: Callable[[], object], words: str) -> None:
    with pytest.raises(ParseError, match=words):
        build()


@pytest.mark.parametrize("clause", [And, Or, Xor, Implies])
def test_anything_else_is_refused_with_what_was_expected(clause: type) -> None:
    with pytest.raises(FormulaError, match=rf"^{clause.__name__}: expected.* formula.*, got 7"):
        clause(p, 7)
    with pytest.raises(TypeError):
        p & 7
    with pytest.raises(TypeError):
        None | p


def test_a_formula_does_not_equal_its_text() -> None:
    assert p != "p"


def test_the_parser_is_loaded_with_the_first_text() -> None:
    code = "import sys; from logic.clauses import *; Not(Atom('p')); print('logic.parser' in sys.modules); "
    code += "Not('p'); print('logic.parser' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
