"""InToHyLo files: what is read, what is refused by name, and that what is written is read back."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from kripke.formats.intohylo import dumps_intohylo, load_intohylo, loads_intohylo
from logic import clauses as f
from logic.errors import FormulaError, ParseError, TooLarge
from logic.parser import parse
from whoknows import FileError

ATOMS = st.sampled_from([f.Atom("p1"), f.Atom("p2"), f.Atom("p30"), f.Top(), f.Bottom()])
AGENTS = st.sampled_from(["r1", "r2", "r10"])
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds(f.Not, inner),
        *(st.builds(clause, inner, inner) for clause in (f.And, f.Or, f.Implies, f.Iff)),
        *(st.builds(clause, AGENTS, inner) for clause in (f.K, f.M)),
    ),
    max_leaves=12,
)


@given(FORMULAS)
@examples(200)
def test_what_is_written_is_read_back(formula: f.Formula) -> None:
    assert loads_intohylo(dumps_intohylo(formula)) == formula


WORDS = "begin end ; ( ) & | ^ v -> --> <-> <- - ~ ! p1 P2 n1 x1 r1 [r1] <r2> [] <> [ < > true false @ : % A down ATOM"


@given(st.lists(st.sampled_from([*WORDS.split(), "\n"]), max_size=12).map(" ".join))
@examples(300)
def test_any_text_is_a_formula_or_a_parse_error(text: str) -> None:
    for given_text in (text, f"begin {text} end"):
        try:
            formula = loads_intohylo(given_text)
        except ParseError:
            continue
        assert loads_intohylo(dumps_intohylo(formula)) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("begin p1 end", "p1"),
        ("begin <r1>p1 ; [] -p2 ; end", "M_r1 p1 & K_r1 ~p2"),
        ("begin\n% a comment: end\np1 & p2 v ~p3 -> p4 <-> !p5 % another\nend\n", "p1 & p2 | ~p3 -> p4 <-> ~p5"),
        ("begin p1 ^ p2 | p3 --> p4 <--> p5 end", "p1 & p2 | p3 -> p4 <-> p5"),
        ("begin [r1](p1 -> ~p2) & (p1 | p2 ) end", "K_r1 (p1 -> ~p2) & (p1 | p2)"),  # the page of the prover S5Cheetah
        (
            "begin ~ ([r1]([r1]p1 | [r1]<r1>~ p1) & <r1>(<r1>p3 & [r1]<r1>~ p4) & <r1>false) end",
            "~(K_r1 (K_r1 p1 | K_r1 M_r1 ~p1) & M_r1 (M_r1 p3 & K_r1 M_r1 ~p4) & M_r1 false)",
        ),
        ("begin p1vp2 & P03 end", "p1 | p2 & p3"),
        ("begin [ r2 ](p1 -> (p2 -> false)) end", "K_r2 (p1 -> p2 -> false)"),
        ("begin --p1 & <R1>[r1]true end", "~~p1 & M_r1 K_r1 true"),
    ],
)
def test_a_text_is_a_formula(text: str, formula: str) -> None:
    assert loads_intohylo(text) == parse(formula)


@pytest.mark.parametrize(
    ("token", "text", "what"),
    [
        ("@", "begin @ n1 p1 end", "the operator @"),
        (":", "begin p1 : p2 end", "the operator @"),
        ("n1", "begin p1 & n1 end", "nominals"),
        ("down", "begin down x1 p1 end", "the down-arrow binder"),
        ("x1", "begin p1 & x1 end", "variables for worlds"),
        ("A", "begin A p1 end", "the modalities A and E"),
        ("E", "begin E p1 end", "the modalities A and E"),
        ("D", "begin D p1 end", "the difference modality D"),
        ("<-r1>", "begin <-r1> p1 end", "converse relations"),
        ("signature", "signature { } begin p1 end", "signatures and theories"),
    ],
)
def test_what_hybrid_logic_adds_is_refused_by_name(token: str, text: str, what: str) -> None:
    with pytest.raises(ParseError) as refusal:
        loads_intohylo(text)
    assert refusal.value.problem.startswith(f"{token!r} is not supported: {what}")
    assert refusal.value.position == text.index(token)


@pytest.mark.parametrize(
    ("text", "problem", "expected"),
    [
        ("", "the text ends too early", "'begin'"),
        ("p1", "unexpected 'p1'", "'begin'"),
        ("begin p1 &", "the text ends too early", "a formula such as [r1] p1"),
        ("begin p1 q end", "unexpected 'q'", "a connective (& | -> <->)"),
        ("begin (p1 end", "the ( at column 7 is never closed", "')'"),
        ("begin (p1 & (p2 | p3) % )\nend", "the ( at line 1, column 7 is never closed", "')'"),
        ("begin (p1 p2) end", "unexpected 'p2'", "')'"),
        ("begin <r1 p1 end", "the < at column 7 is never closed", "a formula such as [r1] p1"),
        ("begin (p1 <-> p2 -> p3 end", "the ( at column 7 is never closed", "')'"),
        ("begin p1 end p2", "unexpected 'p2'", "the end of the text"),
        ("begin OPERATOR p1 end", "unexpected 'OPERATOR'", "a formula such as [r1] p1"),
        ("begin [1] p1 end", "unexpected '['", "a formula such as [r1] p1"),
    ],
)
def test_a_mistake_has_its_place_and_what_was_expected(text: str, problem: str, expected: str) -> None:
    with pytest.raises(ParseError) as refusal:
        loads_intohylo(text)
    assert refusal.value.problem == problem
    assert expected in refusal.value.expected


def test_the_message_has_line_and_caret_and_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "f.intohylo"
    path.write_text("begin\np1 & @\nend\n", encoding="utf-8")
    with pytest.raises(FileError) as refusal:
        load_intohylo(path)
    shown = str(refusal.value).splitlines()
    assert shown[0].endswith("f.intohylo: line 2, column 6: '@' is not supported: the operator @ (at a named world)")
    assert shown[1:3] == ["  p1 & @", "       ^"]


def test_a_missing_file_is_named_once(tmp_path: Path) -> None:
    with pytest.raises(FileError) as error:
        load_intohylo(tmp_path / "f.intohylo")
    assert str(error.value).count("f.intohylo") == 1


def test_other_names_are_numbered_and_comments_say_how() -> None:
    text = dumps_intohylo(parse("K_anne (p1 -> muddy(bill))"))
    assert text == "% r1: anne\n% p1: muddy(bill)\n% p2: p1\nbegin\n[r1](p2 -> p1)\nend\n"
    assert loads_intohylo(text) == parse("K_r1 (p2 -> p1)")


@pytest.mark.parametrize("formula", ["Kw_a p", "C_{a,b} p", "[p] q", "p ^ q"])
def test_operators_that_the_format_does_not_have_are_not_written(formula: str) -> None:
    with pytest.raises(FormulaError, match="InToHyLo has no operator"):
        dumps_intohylo(parse(formula))


def test_deep_formulas_are_read_and_written_and_long_ones_refused() -> None:
    deep = reduce(lambda inner, _: f.K("r1", inner), range(10_000), f.Atom("p1"))
    assert loads_intohylo(dumps_intohylo(deep)) == deep
    shared = reduce(lambda inner, _: f.And(inner, inner), range(40), f.Atom("p1"))
    with pytest.raises(TooLarge, match="over 10,000,000 characters"):
        dumps_intohylo(shared)
    with pytest.raises(TooLarge, match="the limit is 10,000,000"):
        loads_intohylo("begin p1" + " " * 10_000_000 + "end")


@pytest.mark.parametrize("bracket", "<[")
def test_blanks_behind_an_open_modality_are_passed_once(bracket):
    with pytest.raises(ParseError, match="never closed"):
        loads_intohylo(f"begin {bracket}" + " \n" * 40_000 + "p1 end")  # cubic before: hours
