"""Writing formulas: as few brackets as possible, in three notations, each read back as an equal formula."""

import re

import pytest
from effort import examples
from hypothesis import example, given
from strategies import CONNECTIVES, formulas, language

from logic import printer
from logic.clauses import Announce, Atom, B, BAtLeast, BGiven, E, K, Not, Top, atoms
from logic.errors import ParseError, TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.printer import beginning, write, write_with_spans

p, q = atoms("p q")


@examples(400)
@given(language())
def test_str_is_read_back(f: Formula) -> None:
    assert parse(str(f)) == f


@examples(400)
@given(language())
def test_ascii_is_read_back(f: Formula) -> None:
    assert parse(f.to_ascii()) == f


@examples(400)
@given(language())
@example(Atom(" "))
def test_latex_is_read_back(f: Formula) -> None:
    assert parse(f.to_latex()) == f


@examples(400)
@given(language())
def test_short_texts_are_joined_as_long_ones_are(f: Formula) -> None:
    assert str(f) == beginning(f, printer.LIMIT)
    for notation in (printer.UNICODE, printer.ASCII, printer.LATEX):
        assert write(f, notation) == write_with_spans(f, notation)[0]
        assert write(K("a", f), notation) in write(Not(K("a", f)), notation)


def test_templates_take_bounded_memory() -> None:
    for number in range(3 * printer.TEMPLATES):
        assert str(Atom(f"p{number}") & "q") == f"p{number} ∧ q"
    assert len(printer._TEMPLATES) <= printer.TEMPLATES
    name = "p" * 1_000
    assert str(Atom(name) & "q") == f"{name} ∧ q"
    assert max(length for _, length in printer._TEMPLATES.values()) <= printer.LONG


@given(language())
def test_repr_evaluates_to_the_formula(f: Formula) -> None:
    assert eval(repr(f)) == f


@given(formulas())
def test_ascii_is_ascii(f: Formula) -> None:
    assert f.to_ascii().isascii()


@given(formulas())
def test_latex_of_plain_names_is_ascii_with_balanced_braces(f: Formula) -> None:
    latex = re.sub(r"\\[{}]", "", f.to_latex())
    assert latex.isascii()
    assert latex.count("{") == latex.count("}")


@given(formulas(max_leaves=6))
def test_no_pair_of_brackets_can_be_left_out(f: Formula) -> None:
    text = f.to_ascii()
    for opening, closing in pairs(text):
        if text[closing - 1 : closing + 2] == "*)*" or (text[opening + 1] == "?" and text[closing + 1 :][:1] == "*"):
            continue  # a repetition or a test that is repeated is easier to read so
        bare = text[:opening] + " " + text[opening + 1 : closing] + " " + text[closing + 1 :]
        assert meaning(bare) != f, bare


def pairs(text: str) -> list[tuple[int, int]]:
    found, opened = [], []
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")":
            found.append((opened.pop(), place))
    return found


def meaning(text: str) -> Formula | None:
    try:
        return parse(text)
    except ParseError:
        return None


@pytest.mark.parametrize(
    ("text", "unicode", "latex"),
    [
        ("p & (q & r)", "p ∧ (q ∧ r)", r"p \wedge (q \wedge r)"),
        ("(p & q) & r", "p ∧ q ∧ r", r"p \wedge q \wedge r"),
        ("(p -> q) -> r", "(p → q) → r", r"(p \to q) \to r"),
        ("p -> (q -> r)", "p → q → r", r"p \to q \to r"),
        ("~(p | q)", "¬(p ∨ q)", r"\neg (p \vee q)"),
        ("~~K_a p", "¬¬K_a p", r"\neg \neg K_{a} p"),
        ("K_a (p ^ q)", "K_a (p ⊕ q)", r"K_{a} (p \oplus q)"),
        ("E_{b,a} p", "E_{a,b} p", r"E_{\{a,b\}} p"),
        ("C p", "C p", "C p"),
        ("<p> q", "⟨p⟩ q", r"\langle p \rangle q"),
        ("[p!{a}] q", "[p!{a}] q", r"[p!\{a\}] q"),
        ("B_a>=0.7 p", "B_a>=7/10 p", r"B_{a}^{\geq 7/10} p"),
        ("B_a[q | p] p", "B_a[q ∨ p] p", r"B_{a}^{q \vee p} p"),
        ("Kₐ p & K1 q", "K_a p ∧ K_1 q", r"K_{a} p \wedge K_{1} q"),
        ("muddy_anne", "muddy_anne", r"\mathit{muddy}_{anne}"),
        ("m_a & x_1", "m_a ∧ x_1", r"m_{a} \wedge x_{1}"),
        ("a_b_c & p__a", "a_b_c ∧ p__a", r"a_{b\_c} \wedge p_{\_a}"),
        ("m_a' & m'_a & p_", "m_a' ∧ m'_a ∧ p_", r"m_{a}' \wedge \mathit{m'}_{a} \wedge \mathit{p\_}"),
        ("die_1=4 & has_(a)", "die_1=4 ∧ has_(a)", r"\mathit{die\_1=4} \wedge \mathit{has\_(a)}"),
        ("φ & ϕ_1 & é_1", "φ ∧ ϕ_1 ∧ é_1", r"\varphi \wedge \phi_{1} \wedge \text{é}_{1}"),
        ('"K_a" & "L_a"', '"K_a" ∧ "L_a"', r"\text{K\_a} \wedge \text{L\_a}"),
        ("[@look_up] Kv_a die_1", "[@look_up] Kv_a die_1", r"[@\mathit{look\_up}] Kv_{a} \mathit{die}_{1}"),
        ('"50% {x}" & "Kw"', '"50% {x}" ∧ "Kw"', r"\text{50\% \{x\}} \wedge \text{Kw}"),
        ("Kv_agent_1 die1", "Kv_agent_1 die1", r"Kv_{agent\_1} \mathit{die1}"),
        ("Bsafe_a true", "Bsafe_a ⊤", r"\mathit{Bsafe}_{a} \top"),
    ],
)
def test_formulas_are_written_in_the_form_of_the_notation(text: str, unicode: str, latex: str) -> None:
    assert str(parse(text)) == unicode
    assert parse(text).to_latex() == latex


def test_belief_about_a_change_stands_in_brackets() -> None:
    for change in ("[q] p", "[q?] p", "[@peek] p", "[q!{a}] p"):
        f = B("a", parse(change))
        assert f.to_ascii() == f"B_a ({change})"
        assert parse(f.to_ascii()) == f
    assert B("a", parse("<q> p")).to_ascii() == "B_a <q> p"
    assert BGiven("a", q, Announce(q, p)).to_ascii() == "B_a[q] [q] p"
    assert BAtLeast("a", 0.5, Announce(q, p)).to_ascii() == "B_a>=1/2 [q] p"


def test_jupyter_shows_latex() -> None:
    assert parse("K_a p")._repr_latex_() == "$K_{a} p$"


def test_a_formula_of_numbers_up_to_a_thousand_digits_is_read_back() -> None:
    f = BAtLeast("a", "1e-999", p)
    assert parse(str(f)) == parse(f.to_latex()) == f


# ---- shared graphs


def doubled(times: int) -> Formula:
    """A graph of `times` nodes and 2^times paths."""
    f: Formula = p
    for _ in range(times):
        f = f & f
    return f


def test_a_graph_of_2_to_the_100_paths_is_refused_with_its_size_by_str_and_described_by_repr() -> None:
    f = doubled(100)
    with pytest.raises(TooLarge, match=r"about \d\.\de\+3\d characters"):
        str(f)
    with pytest.raises(TooLarge):
        f.to_latex()
    assert re.fullmatch(r"<Formula of 101 nodes, .* about \d\.\de\+3\d characters>", repr(f))


def test_a_graph_of_2_to_the_10000_paths_is_described() -> None:
    assert "more than 10^308 characters" in repr(doubled(10_000))


def test_a_shared_graph_below_the_limit_is_written_out() -> None:
    assert str(doubled(10)).count("p") == 2**10


def test_a_connective_over_itself_keeps_its_grouping() -> None:
    for clause in CONNECTIVES:
        left, right = clause(clause(p, q), p), clause(p, clause(q, p))
        assert parse(str(left)) == left
        assert parse(str(right)) == right
        assert str(left).count("(") + str(right).count("(") == 1


def test_a_constant_takes_no_brackets() -> None:
    assert str(E(None, Not(K("a", Top())))) == "E ¬K_a ⊤"
    assert Atom("p").to_latex() == "p"
