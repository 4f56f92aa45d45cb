"""What a reader is told whose text is no formula: `parse_errors.txt` is the table of texts and messages."""

import ast
import contextlib
import pickle
import re
from pathlib import Path

import pytest

from logic.clauses import Atom
from logic.errors import EpistemicError, ParseError
from logic.parser import parse

TABLE = Path(__file__).with_name("parse_errors.txt").read_text(encoding="utf-8")
CASES = [
    (ast.literal_eval(text), message)
    for text, message in re.findall(r"^>>> parse\((.*)\)\n((?:.+\n?)+)", TABLE, re.MULTILINE)
]


def complaint(text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(("text", "message"), CASES, ids=lambda each: ascii(each)[:30])
def test_each_text_of_the_table_has_its_message(text: str, message: str) -> None:
    assert str(complaint(text)) == message.rstrip("\n")


WHOLE = (
    "K_a (p -> ~q) & [p] (q | r)",
    "<p> K_a (q & C_{a,b} (p <-> q))",
    "[p!{a,b}] (q -> B_a[q] (p ^ r))",
    "B_a>=0.5 (p & f(a,b)) -> Kv_a loc(bob)",
    'E^2_{a,b} (p | "a ( b") <-> D_{a,b} [q?] (p <- q)',
    r"B_{a}^{q} (p \to K_{a} (q \wedge \text{any p}))",
)


@pytest.mark.parametrize("whole", WHOLE)
def test_a_bracket_is_said_to_be_never_closed_where_its_closer_is_missing_and_nowhere_else(whole: str) -> None:
    parse(whole)
    for place, sign in enumerate(whole):
        text = whole[:place] + whole[place + 1 :]
        if sign in ")]}":
            assert re.search(r"is never closed|cannot close the", complaint(text).problem), text
        elif sign not in '([{<>-^="\\!?':
            with contextlib.suppress(ParseError):  # the text may still be a formula
                parse(text)
                continue
            assert "is never closed" not in complaint(text).problem, text


def test_the_table_is_long_and_no_text_stands_there_twice() -> None:
    texts = [text for text, _ in CASES]
    assert len(set(texts)) == len(texts) == TABLE.count(">>> ") >= 25


def test_nearly_every_message_of_the_table_shows_a_way_out() -> None:
    hinted = [message for _, message in CASES if "\nhint: " in message]
    assert len(hinted) >= 0.8 * len(CASES)


def test_an_error_carries_its_parts() -> None:
    error = complaint("(p &\n q")
    assert (error.text, error.position, error.line, error.column) == ("(p &\n q", 7, 2, 3)
    assert error.expected == ("an operator such as &", "a closing bracket for the one at line 1, column 1")
    assert complaint("Kw p").hint.startswith("write Kw_a p")


def test_an_error_is_a_value_error_and_an_epistemic_error_and_survives_pickling() -> None:
    error = complaint("p &")
    assert isinstance(error, ValueError)
    assert isinstance(error, EpistemicError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.position, again.hint) == (str(error), error.position, error.hint)
    assert pickle.dumps(error.__context__)  # Dask sends it, too


def test_the_place_in_a_long_line_is_shown_in_a_window() -> None:
    message = str(complaint("p & " * 1_000 + "= q" + " & p" * 1_000))
    line, caret = message.splitlines()[1:3]
    assert len(line) < 140
    assert line[caret.index("^")] == "="


def test_a_degree_of_a_million_digits_is_refused_with_a_short_message() -> None:
    message = str(complaint(f"B_a>={'9' * 1_000_000} p"))
    assert "too long" in message
    assert len(message) < 500


@pytest.mark.parametrize(
    "command", [r"\neg p", r"p \to q", r"\top & p q", r"p \vee q", r"\bot", r"p \rightarrow q", r"\text{p}"]
)
def test_a_backslash_that_python_ate_is_explained(command: str) -> None:
    eaten = ast.literal_eval(f'"{command}"')
    assert "write a raw string" in complaint(eaten).hint


@pytest.mark.parametrize("name", ["Kw", "Kv", "Bsafe", "Bstrong"])
def test_an_operator_without_its_agent_is_shown_with_one(name: str) -> None:
    assert f"write {name}_a" in complaint(f"{name} p").hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [("if p then q", "p -> q"), ("B_a|q p", "B_a[q] p")],
)
def test_an_operator_that_is_written_before_both_formulas_is_shown_in_its_place(text: str, hint: str) -> None:
    assert complaint(text).hint.endswith(hint)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("p only if q", "p only if q is written p -> q"),
        ("neither p nor q", "neither p nor q is written ~p & ~q"),
        ("1 -> p", "the constants are written true and false"),
        ("(2) p -> p", "leave out the number of the formula"),
        ("K^a p", "an agent is a subscript, K_a p"),
        ("K(anne) p", "for the agent anne write K_anne p; for the atom anne join two formulas, K anne & p"),
        ("□a p", "the agent of a box is a subscript, □_a p, or K_a p"),
        ("box a p & q", "the agent of a box is a subscript, □_a p, or K_a p"),
        ("nobody knows that p", "nobody and someone are no agents: ~K_a p & ~K_b p, K_a p | K_b p"),
        (r"\begin{cases} p \end{cases}", "write the formula alone, without the environment around it"),
        (r"\vdash p", "write the formula alone: prove(formula) decides whether it is valid"),
    ],
)
def test_what_books_write_has_a_hint_of_its_kind(text: str, hint: str) -> None:
    assert complaint(text).hint.endswith(hint)


@pytest.mark.parametrize("text", ["imp p", "imp p q r", "iff (p & q) r", "and p (q", "not and p"])
def test_prefix_notation_that_is_not_complete_is_named(text: str) -> None:
    assert "in prefix notation, as in LoTREC" in complaint(text).hint


@pytest.mark.parametrize("name", ["E", "C", "D"])
def test_an_operator_of_groups_with_an_empty_group_is_an_error(name: str) -> None:
    for braces in ("{}", "{ }", r"{\{\}}", r"{\{ \}}"):
        assert complaint(f"{name}_{braces} p").problem == "an empty group"


@pytest.mark.parametrize("digit", "²³¹⁰⁴⁵⁶⁷⁸⁹ⁿᵏ")
def test_a_superscript_is_never_a_silent_part_of_a_name(digit: str) -> None:
    for text in (f"E{digit}p", f"Eₐ{digit}p", f"K₁{digit}p", f"{digit}p", f"K_a{digit} p", f"E_{{a,b}}{digit} p"):
        assert "a superscript is written with ^: E^2 p" in complaint(text).hint
    name = Atom(f"p{digit}")
    assert parse(str(name)) == parse(name.to_latex()) == name


@pytest.mark.parametrize("name", ["E", "C", "D", "R"])
def test_the_letter_of_an_operator_of_groups_with_a_value_needs_quotes(name: str) -> None:
    assert f'needs quotes: "{name}=1"' in complaint(f"{name}=1").hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("K(a)p -> p", "join two formulas, K a & p"),
        ("K (a) []p", "for the agent a write K_a p; for the atom a join two formulas, K a & p"),
        ("EB_a,b p", "in braces: EB_{a,b} p"),
        ("K_a,b p", "in braces: E_{a,b} p"),
        ("CK{a,b} p", "what a group knows is written C p, C_{a,b} p"),
        (r"\text{K}_\text{a}(p)", "the agent of an operator stands in braces: K_{a} p"),
        ("EB_{a,b}^{q} p", "EB_{a,b} has no condition; what one agent believes on a condition is written B_a[q] p"),
        ("EB_{a,b}^2 p", "repeat the operator: EB_{a,b} EB_{a,b} p; a number follows E alone: E^2 p"),
        ("it is common knowledge that p", "of a group C_{a,b} p: commas separate agents in braces"),
        ("alice,bob comknow that p", "of a group C_{a,b} p: commas separate agents in braces"),
        ("a does not know that p", "that a does not know p is written ~K_a p"),
        ("M, u |= p", "model.holds(formula, at='u') asks it at a world"),
        ("[1 | 2] p", "knows p is written E_{1,2} p"),
        ("[1,2] p", "knows p is written E_{1,2} p"),
        ("<1 | 2> p", "is written ~E_{1,2} ~p"),
        ("B_a[a;b] p", "belief about a program is B_a ([a ; b] p)"),
        ("B_a[a*] p", "belief about a program is B_a ([a ; b] p)"),
        ("<+{}> p", "for all agents there are no braces: <+> p"),
        ("[*{}] p", "for all agents there are no braces: [*] p"),
        ("<+a> p", "with commas between them: <+{a}> p"),
        ("[+a,b] p", "with commas between them: [+{a,b}] p"),
        ("<*{a|b}> p", "with commas between them: <*{a,b}> p"),
    ],
)
def test_what_people_write_has_a_hint_of_its_kind(text: str, hint: str) -> None:
    assert complaint(text).hint.endswith(hint)


def test_premises_in_braces_have_the_hint_of_premises() -> None:
    assert "as an implication, p & q -> p" in complaint("{p, q} |= p").hint
