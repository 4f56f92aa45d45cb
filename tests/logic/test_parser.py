"""Reading formulas: every notation, precedence, names, and texts of any kind and size."""

import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest
from effort import examples, thorough
from hypothesis import given
from hypothesis import strategies as st
from strategies import formulas, language

from logic.clauses import (
    Act,
    ActDual,
    And,
    Announce,
    AnnounceDual,
    AnnounceWhether,
    Atom,
    B,
    BAtLeast,
    BGiven,
    Bottom,
    C,
    E,
    Iff,
    Implies,
    K,
    Kv,
    Kw,
    M,
    Not,
    Or,
    Top,
    Xor,
    atoms,
)
from logic.errors import EpistemicError, FormulaError, ParseError
from logic.formula import Formula
from logic.operators import is_plain_atom, looks_run_together
from logic.parser import CACHED, parse

p, q, r = atoms("p q r")


# ---- notations


@pytest.mark.parametrize(
    "text", ["~p", "!p", "not p", "not(p)", "¬p", r"\neg p", r"\lnot p", r"\neg(p)", "! p", "$~p$"]
)
def test_every_spelling_of_a_negation_is_read(text: str) -> None:
    assert parse(text) == Not(p)


@pytest.mark.parametrize(
    ("clause", "signs"),
    [
        (And, ["&", "&&", "and", "/\\", "∧", r"\wedge", r"\land"]),
        (Or, ["|", "||", "or", "\\/", "∨", r"\vee", r"\lor"]),
        (Xor, ["^", "xor", "⊕", r"\oplus"]),
        (Implies, ["->", "=>", "→", "⟹", "⊃", r"\to", r"\rightarrow", r"\supset", r"\Longrightarrow"]),
        (Iff, ["<->", "<=>", "↔", "⟺", "≡", r"\leftrightarrow", r"\equiv", r"\Longleftrightarrow"]),
    ],
)
def test_every_spelling_of_a_connective_is_read(clause: type[And], signs: list[str]) -> None:
    for sign in signs:
        assert parse(f"p {sign} q") == clause(p, q), sign


def test_three_notations_mix_in_one_text() -> None:
    mixed = parse(r"K_{a} (p ∧ ~q) \to M_b ¬p or C_{\{a,b\}} \mathit{muddy\_anne}")
    assert mixed == parse("K_a (p & ~q) -> M_b ~p | C_{a,b} muddy_anne")


@pytest.mark.parametrize(
    "text",
    ["K_a p", "K{a} p", "K_{a} p", "Kₐ p", "K_{ a } p", r"K_{\text{a}} p", r"\mathit{K}_{a} p", r"\mathbf{K}_a p",
     r"\mathbf K_a p", r"\mathsf{K}_{a} p", r"\boldsymbol{K}_a p", "□_a p", "□ₐ p", r"\Box_a p", r"\square_{a} p"],
)  # fmt: skip
def test_every_spelling_of_knowledge_and_its_agent_is_read(text: str) -> None:
    assert parse(text) == K("a", p)


@pytest.mark.parametrize(
    "text",
    ["M_a p", "L_a p", "L_{a} p", "Lₐ p", "◇_a p", "◊_{a} p", "◇ₐ p", "K\u0302_a p", r"\hat{K}_a p", r"\hat K_a p",
     r"\widehat{K}_{a} p", r"\mathbf{\hat{K}}_a p", r"\Diamond_a p", r"\lozenge_{a} p", r"\diamond_a p"],
)  # fmt: skip
def test_every_spelling_of_what_an_agent_considers_possible_is_read(text: str) -> None:
    assert parse(text) == M("a", p)


@pytest.mark.parametrize("name", ["L", "L1", "La", "L=1", "L(x)", "Love"])
def test_the_letter_l_without_an_underscore_or_subscript_is_an_atom(name: str) -> None:
    assert parse(name) == Atom(name)
    assert str(Atom(name)) == name


def test_an_atom_whose_name_is_read_as_an_operator_is_written_in_quotes() -> None:
    assert str(Atom("L_a")) == '"L_a"'
    for name in ("L_a", "EB", "CB", "DB"):
        assert parse(Atom(name).to_latex()) == Atom(name)


def test_digits_directly_after_an_operator_of_one_agent_name_the_agent() -> None:
    assert parse("K1 p & M23 p & B7 p & Kw1 p & Kv1 x") == parse("K_1 p & M_23 p & B_7 p & Kw_1 p & Kv_1 x")
    assert parse("K₁₂ p") == K("12", p)


@pytest.mark.parametrize(
    "name", ["E1", "D4", "C2", "Kate", "K1a", "android", "order", "nothing", "trueish", "xorx", "Ka", "K1'"]
)
def test_names_that_only_begin_like_an_operator_are_atoms(name: str) -> None:
    assert parse(name) == Atom(name)


@pytest.mark.parametrize(
    ("text", "group"),
    [("E p", None), ("E(p)", None), ("E_a p", {"a"}), ("E{a,b} p", {"a", "b"}), ("E_{a, b} p", {"a", "b"}),
     (r"E_{\{a,b\}} p", {"a", "b"}), (r"E_{\{ anne\_1 , b \}} p", {"anne_1", "b"}),
     ("Eₐ p", {"a"}), ("E_{b,a,b} p", {"a", "b"})],
)  # fmt: skip
def test_every_spelling_of_a_group_is_read(text: str, group: set[str] | None) -> None:
    assert parse(text) == E(group, p)


@pytest.mark.parametrize(
    "text",
    ["B_a>=0.7 p", "B_a>=7/10 p", "B_a >= 7/10 p", "B_a≥0.70 p", "B_a>=.7 p", "B_a>=7e-1 p", r"B_{a}^{\geq 7/10} p",
     r"B_a \geq 0.7 p", r"B_{a}^{\ge \frac{7}{10}} p", "Bₐ>=0.7 p", "B_a>=7 / 10 p"],
)  # fmt: skip
def test_every_spelling_of_a_degree_is_read_exactly(text: str) -> None:
    assert parse(text) == BAtLeast("a", "7/10", p)


@pytest.mark.parametrize(
    "text", ["B_a[q] p", "B_a [q] p", "B_{a}^{q} p", "B_a^{q} p", r"B_a \left[ q \right] p", "Bₐ[q] p"]
)
def test_a_bracket_directly_after_a_belief_opens_a_condition(text: str) -> None:
    assert parse(text) == BGiven("a", q, p)


def test_belief_about_a_change_stands_in_brackets() -> None:
    assert parse("B_a ([q] p)") == B("a", Announce(q, p))
    assert parse("K_a [q] p") == K("a", Announce(q, p))


def test_announcements_and_actions_are_read() -> None:
    assert parse("[p] q") == parse("[p!] q") == Announce(p, q)
    assert parse("<p> q") == parse("⟨p⟩ q") == parse(r"\langle p \rangle q") == AnnounceDual(p, q)
    assert parse("[p!{a,b}] q") == Announce(p, q, ["a", "b"])
    assert parse("<p!{a}> q") == AnnounceDual(p, q, ["a"])
    assert parse("[p?] q") == parse("<p?> q") == AnnounceWhether(p, q)
    assert parse(r"[p?\{a,b\}] q") == parse("<p?{b, a}> q") == AnnounceWhether(p, q, ["a", "b"])
    assert parse("[@peek] q") == Act("peek", q)
    assert parse('<@"look twice"> q') == ActDual("look twice", q)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("[!p] q", "[p] q"), ("[! p] q", "[p] q"), ("[ !p] q", "[p] q"), ("[!p & q] r", "[p & q] r"),
     ("[!p -> q] r", "[p -> q] r"), ("[!(p)] q", "[p] q"), (r"\left[ ! p \right] q", "[p] q"), ("<!p> q", "<p> q"),
     ("⟨!p⟩ q", "<p> q"), ("< ! p | q> r", "<p | q> r"), (r"\langle ! p \rangle q", "<p> q"),
     (r"\langle\,!p\rangle q", "<p> q"), ("[!p][!q] r", "[p] [q] r")],
)  # fmt: skip
def test_an_exclamation_mark_after_an_opening_bracket_announces_the_whole_bracket(text: str, meant: str) -> None:
    assert parse(text) == parse(meant)


@pytest.mark.parametrize("text", ["[!!p] q", "[!~p] q", "[(!p)] q", "[~p] q", "[not p] q"])
def test_a_negation_is_announced_by_a_second_sign_or_in_brackets(text: str) -> None:
    assert parse(text) == Announce(~p, q)


def test_an_exclamation_mark_elsewhere_is_a_negation_or_closes_an_announcement() -> None:
    assert parse("!p & !(q)") == ~p & ~q
    assert parse("[p & !q] !r") == Announce(p & ~q, ~r)
    assert parse("[(!p)!] q") == parse("[~p!] q") == Announce(~p, q)
    assert parse("B_{a}^{!p} q") == BGiven("a", ~p, q)


def test_the_value_of_a_variable_is_known() -> None:
    assert parse("Kv_a die1 & Kv_a loc(bob)") == Kv("a", "die1") & Kv("a", "loc(bob)")
    assert parse('Kv_a "x=1"') == Kv("a", "x=1")


def test_constants_are_read_in_every_notation() -> None:
    assert parse(r"true | ⊤ | \top") == Top() | Top() | Top()
    assert parse(r"false | ⊥ | \bot") == Bottom() | Bottom() | Bottom()


# ---- precedence


def test_and_or_xor_bind_to_the_left() -> None:
    assert parse("p & q & r") == p & q & r == And(And(p, q), r)
    assert parse("p | q | r") == Or(Or(p, q), r)
    assert parse("p ^ q ^ r") == Xor(Xor(p, q), r)


def test_implications_bind_to_the_right_and_equivalences_to_the_left() -> None:
    assert parse("p -> q -> r") == Implies(p, Implies(q, r))
    assert parse("p <-> q <-> r") == Iff(Iff(p, q), r)


@pytest.mark.parametrize("arrow", ["<-", "←", "⇐", r"\leftarrow", r"\gets", r"\Leftarrow"])
def test_a_left_arrow_is_the_mirror_image_of_an_implication(arrow: str) -> None:
    assert parse(f"p {arrow} q") == Implies(q, p)
    assert parse(f"p {arrow} q {arrow} r") == Implies(r, Implies(q, p))
    assert parse(f"p | q {arrow} r <-> ~p {arrow} q") == Iff(Implies(r, p | q), Implies(q, ~p))


def test_a_left_arrow_in_brackets_stands_beside_any_connective() -> None:
    assert parse("p -> (q <- r)") == Implies(p, Implies(r, q))
    assert parse("(p <- q) -> r") == Implies(Implies(q, p), r)


def test_connectives_bind_in_the_order_and_xor_or_implies_iff() -> None:
    assert parse("p | q ^ r & p -> q <-> r") == Iff(Implies(Or(p, Xor(q, And(r, p))), q), r)


@pytest.mark.parametrize(
    "prefix", ["~", "K_a ", "E ", "C_{a,b} ", "B_a>=1/2 ", "B_a[r] ", "[r] ", "<r> ", "[r?] ", "[@x] ", "Bsafe_a "]
)
def test_every_unary_operator_binds_tighter_than_every_connective(prefix: str) -> None:
    for sign in ("&", "^", "|", "->", "<->"):
        assert parse(f"{prefix}p {sign} q") == parse(f"({prefix}p) {sign} q")


# ---- names


@pytest.mark.parametrize(
    ("text", "name"),
    [("die1=4", "die1=4"), ("x=-1", "x=-1"), ("x=1.5", "x=1.5"), ("loc(bob)=cave", "loc(bob)=cave"),
     ("has(N, SA)", "has(N,SA)"), ("has( N ,SA )", "has(N,SA)"), ("p'", "p'"), ('"any text"', "any text"),
     (r'"a \"b\" \\"', 'a "b" \\'), (r'"\neg"', r"\neg"),
     (r"\text{any text}", "any text"), (r"\mathit{muddy\_anne}", "muddy_anne"), (r"\mathrm{has(N, SA)}", "has(N,SA)"),
     (r"\text{5\% \{\textbackslash{}\}}", "5% {\\}"), ("é", "é"),
     ("φ_1", "φ_1"), ('"K"', "K"), (r"\text{true}", "true"), ("x=true", "x=true")],
)  # fmt: skip
def test_every_kind_of_atom_is_read(text: str, name: str) -> None:
    assert parse(text) == Atom(name)


def test_an_equals_sign_belongs_to_the_atom_or_to_an_arrow() -> None:
    assert parse("p=q") == Atom("p=q")
    assert parse("p=>q") == Implies(p, q)
    assert parse("p<=>q") == Iff(p, q)


def test_names_in_the_formula_are_plain_texts() -> None:
    f = parse("K_anne muddy")
    assert isinstance(f, K)
    assert type(f.agent) is str
    assert isinstance(f.sub, Atom)
    assert type(f.sub.name) is str


@pytest.mark.parametrize(
    ("text", "name"),
    [(r"m_{a}", "m_a"), ("m_{ a }", "m_a"), ("x_{1}", "x_1"), ("muddy_{ann}", "muddy_ann"),
     (r"\mathit{muddy}_{ann}", "muddy_ann"), (r"\mathit{muddy}_ann", "muddy_ann"), (r"m_{\text{ann}}", "m_ann"),
     (r"a_{b\_c}", "a_b_c"), ("a_{b_c}", "a_b_c"), ("m_{a}'", "m_a'"), (r"\text{any text}_{a}", "any text_a"),
     ("loc_{1}(bob)=cave", "loc_1(bob)=cave"), ("die_{1}=4", "die_1=4"), (r"\varphi", "φ"), (r"\psi_1", "ψ_1"),
     (r"\varphi_{1}'", "φ_1'"), (r"x_{\alpha}", "x_α"), ("true_{a}", "true_a"), ("K'_{a}", "K'_a")],
)  # fmt: skip
def test_a_subscript_in_latex_is_a_part_of_the_name(text: str, name: str) -> None:
    assert parse(text) == Atom(name)


def test_latex_letters_end_where_the_command_ends() -> None:
    assert parse(r"K_a\varphi\to\neg\psi_{b}") == parse("K_a φ -> ~ψ_b")
    assert parse(r"Kv_{a} x_{1}") == Kv("a", "x_1")
    assert parse(r"K_{\alpha} p") == K("α", p)


@pytest.mark.parametrize("text", ["m_{}", "m_{ }", "m_{a,b}", "x_{n+1}", "m_{a b}", r"\varphi_{}"])
def test_a_subscript_that_is_not_a_name_is_an_error_with_a_hint(text: str) -> None:
    error = complaint(text)
    assert error is not None
    assert "subscript" in error.problem
    assert error.hint


@pytest.mark.parametrize(
    "blank",
    [
        " ",
        "  ",
        "\n",
        "\t",
        "\r\n",
        "\u00a0",
        "\u3000",
        "$",
        r"\,",
        r"\;",
        r"\:",
        r"\!",
        r"\quad ",
        r"\left ",
        r"\right ",
        r"\(",
        r"\)",
        r"\[",
        r"\]",
        r"\big ",
        r"\Biggl ",
    ],
)
def test_white_space_is_ignored_between_tokens(blank: str) -> None:
    tokens = ["[", "p", "&", "q", "]", "(", "r", "->", "~", "p", ")"]
    assert parse(blank.join(["", *tokens, ""])) == parse("[p & q] (r -> ~p)")


def test_an_action_is_lexed_apart_from_a_condition() -> None:
    with pytest.raises(ParseError):
        parse("B_a[@peek] p")
    assert parse("B_a ([@peek] p)") == B("a", Act("peek", p))


# ---- the function itself


def test_the_same_text_gives_the_same_object() -> None:
    assert parse("K_a (p -> ~q)") is parse("K_a (p -> ~q)")


def test_a_huge_text_is_not_kept() -> None:
    text = "p & " * CACHED + "p"
    assert parse(text) == parse(text)
    assert parse(text) is not parse(text)


def test_a_formula_comes_back_as_it_is() -> None:
    assert parse(f := K("a", p)) is f


@pytest.mark.parametrize("nothing", [None, 3, b"p", ["p"], object])
def test_what_is_no_text_is_a_clear_error(nothing: object) -> None:
    with pytest.raises(FormulaError, match=r"expected.* text.* formula, got "):
        parse(nothing)  # type: ignore[arg-type]


def test_atoms_that_are_written_alike_are_one_object() -> None:
    f = parse("p & p")
    assert f.children[0] is f.children[1]


@given(formulas())
def test_reading_a_formula_in_brackets_gives_the_same_formula(f: Formula) -> None:
    assert parse(f"(({f}))") == f


@given(language(), st.sampled_from([str, Formula.to_ascii, Formula.to_latex]))
def test_what_is_printed_is_read_back(f: Formula, printed: object) -> None:
    assert parse(printed(f)) == f  # type: ignore[operator]


@given(formulas(), st.sampled_from([str, Formula.to_ascii, Formula.to_latex]))
def test_an_announcement_with_its_mark_is_the_announcement_without(
    f: Formula, printed: Callable[[Formula], str]
) -> None:
    assert parse(f"[!{printed(f)}] q") == Announce(f, q)
    assert parse(rf"\langle ! {printed(f)} \rangle q") == AnnounceDual(f, q)
    assert parse(f"[!({printed(f)})] q") == Announce(f, q)


@given(formulas(), formulas())
def test_a_left_arrow_builds_the_mirrored_implication(f: Formula, g: Formula) -> None:
    assert parse(f"({g}) <- ({f})") == f >> g


@given(formulas(), formulas())
def test_notations_of_two_formulas_mix(f: Formula, g: Formula) -> None:
    assert parse(f"({f}) -> ({g.to_latex()})") == f >> g


@given(st.text(st.characters(categories=("L", "Nd"), include_characters="_'(),=-. "), min_size=1, max_size=12))
def test_a_name_is_plain_exactly_where_it_is_read_as_an_atom_without_quotes(name: str) -> None:
    read = complaint(name) is None and parse(name) == Atom(name)
    assert is_plain_atom(name) == (read and not looks_run_together(name))  # `Kp` is read, and written in quotes


# ---- texts of any kind

SIGNS = "p é ( ) [ ] { } < > ! ? @ ~ & | ^ = , _ ' “ $ ² ₐ -> <-> <- >= 0.7 1/0 1e9999 a,b true not"
HEADS = r"K K_a K_ K² K_² C E_{ Kv_a B_a B_a[ B_{a}^{ @x \ \text{ \neg \geq L L_a ◇_ [! <! \hat{K}_a \Box_ \( \["
PIECES = [*SIGNS.split(), *HEADS.split(), " ", "\n", "\x00", "\ud800", "\u200b", "\x0b", "\x08ot", '"']
anything = st.text(st.characters(exclude_categories=())) | st.lists(st.sampled_from(PIECES), max_size=20).map("".join)


@examples(500)
@given(anything)
def test_any_text_gives_a_formula_or_a_parse_error_that_points_into_it(text: str) -> None:
    error = complaint(text)
    if error is None:
        assert parse(str(parse(text))) == parse(text)
    else:
        assert 0 <= error.position <= len(text)
        assert error.line >= 1
        assert error.column >= 1
        assert str(error).encode()
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


def complaint(text: str) -> ParseError | None:
    try:
        parse(text)
    except ParseError as error:
        return error
    return None


LONG = 1_000_000 if thorough() else 6_000
JUNK = {
    "open brackets": "(" * LONG,
    "open announcements": "[" * LONG,
    "closed brackets": ")" * LONG,
    "quotes": '"\\' * (LONG // 2),
    "a quote that never ends": '"' + "a" * LONG,
    "backslashes": "\\" * (LONG + 1),
    "braces": "K_{" * (LONG // 3),
    "nested styles": r"\text{" * (LONG // 6),
    "a style that never ends": r"\text{" + r"\text" * (LONG // 5),
    "arguments that never end": "p(" + "a," * (LONG // 2),
    "primes": "p" + "'a" * (LONG // 2) + "=",
    "values": "p=p(a" * (LONG // 5),
    "blanks": " " * LONG,
    "blanks between words": "p(a" + " " * LONG + "b",
    "degrees": "B_a>=" + "9" * LONG,
    "beliefs": "B_a " * (LONG // 4),
    "at signs": "[@" * (LONG // 2),
    "nothing at all": "\x00" * LONG,
    "an unknown agent": "K_{" + "a" * LONG,
    "marks": "[p!{a" * (LONG // 5),
    "announcements": "[!" * (LONG // 2),
    "brackets before blanks": "[" + " " * LONG + "]",
    "beliefs before blanks": "B_a[" + " " * LONG,
    "possibilities": r"\hat{K}_{" * (LONG // 10),
    "left arrows": "<-" * (LONG // 2),
    "subscripts": "m_{" * (LONG // 3),
    "a subscript that never ends": "m_{" + "a" * LONG,
    "blanks before subscripts": "m_" + " " * LONG + "_m_",
    "subscripts of subscripts": r"\mathit{a}_{" * (LONG // 12),
    "Greek letters": r"\varphi_" * (LONG // 8),
    "display mathematics": r"\[\(" * (LONG // 4),
}


@pytest.mark.parametrize("name", JUNK)
def test_a_long_text_of_junk_is_a_parse_error(name: str) -> None:
    with pytest.raises(ParseError) as error:
        parse(JUNK[name])
    assert len(str(error.value)) < 1_000


def test_every_error_of_reading_is_an_epistemic_error_and_a_value_error() -> None:
    for kind in (EpistemicError, ValueError):
        with pytest.raises(kind):
            parse("p &")


def test_reading_loads_no_heavy_library() -> None:
    command = "import sys, logic.parser as l; l.parse('K_a p & ~q'); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "sympy", "rich", "difflib", "logic.hints"} & set(out)


def test_the_words_of_the_language_do_not_leak_from_one_text_to_the_next() -> None:
    assert parse("Kw_a p") == Kw("a", p)
    assert parse("M_a p") == M("a", p)
    assert parse("C_{a} p") == C(["a"], p)
