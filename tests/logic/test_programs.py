"""Programs: reading, writing, construction, measures, and the automaton of their runs."""

import pickle
import warnings

import pytest
from effort import share
from hypothesis import given
from hypothesis import strategies as st
from strategies import formulas, programs

from logic.clauses import Act, Atom, Run, RunDual
from logic.errors import FormulaError, IdleProgram, ParseError, TooLarge
from logic.parser import parse
from logic.programs import automaton
from logic.shared import modal_depth, size, substitute
from logic.typed import read_typed

p, q = Atom("p"), Atom("q")
ODD = ("a", "1", "12b", "K", "C", "true", "not", "K_a", "Kp", "_x", "ä", "agent_1", "Kw")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[a ; b] p", ("a", "b", ";")),
        ("[a ; b ; c] p", ("a", "b", ";", "c", ";")),
        ("[a ; (b ; c)] p", ("a", "b", "c", ";", ";")),
        ("[a | b ; c*] p", ("a", "b", "c", "*", ";", "|")),
        ("[(a | b)*] p", ("a", "b", "|", "*")),
        ("[(a ; b)] p", ("a", "b", ";")),
        ("[a | (b ; a)] p", ("a", "b", "a", ";", "|")),
        ("[1 ; 2] p", ("1", "2", ";")),
        ("[?p ; a] p", ("?", "a", ";")),
        ("[?(p | q) ; a] p", ("?", "a", ";")),
        ("[?[a ; b] q ; c] p", ("?", "c", ";")),
        ("[?~K_a p] p", ("?",)),
        (r"[a \cup b ; c^{*}] p", ("a", "b", "c", "*", ";", "|")),
        ("[a or b ; c] p", ("a", "b", "c", ";", "|")),
    ],
)
@pytest.mark.filterwarnings("ignore::logic.errors.IdleProgram")
def test_a_star_binds_before_a_semicolon_before_a_bar(text: str, words: tuple[str, ...]) -> None:
    formula = parse(text)
    assert type(formula) is Run
    assert formula.program == words
    assert parse("<" + text[1:].replace("] p", "> p")) == RunDual(words, formula.tests, p)


@pytest.mark.parametrize(
    "text", ["[a] p", "[a | b] p", "[a & b] p", "[a?] p", "[(a | b)] p", "[[a ; b] p] q", "[p?{a}] q"]
)
def test_a_bracket_without_a_sign_of_its_own_announces(text: str) -> None:
    assert type(parse(text)).__name__.startswith("Announce")


def test_one_action_alone_is_an_action_with_brackets_too() -> None:
    assert parse("[@peek] p") == parse("[(@peek)] p") == Act("peek", p)


@given(programs(Run, st.sampled_from(ODD), st.nothing(), formulas(max_leaves=3)))
def test_a_program_is_read_back_from_each_notation_whatever_its_agents_are_called(formula: Run) -> None:
    with warnings.catch_warnings(action="ignore"):
        assert parse(str(formula)) == parse(formula.to_ascii()) == parse(formula.to_latex()) == formula


def test_a_program_is_made_from_a_text_or_from_its_words() -> None:
    made = Run("(a | ?p)* ; b", (), q)
    assert made == Run(("a", "?", "|", "*", "b", ";"), ("p",), "q") == parse("[(a | ?p)* ; b] q")
    assert made.agents == {"a", "b"}
    assert made.atoms == {"p", "q"}
    assert pickle.loads(pickle.dumps(made)) == made
    assert substitute(made, {"p": "K_c r"}) == parse("[(a | ?K_c r)* ; b] q")
    assert (size(made), modal_depth(made), modal_depth(Run("a ; ?K_c r ; b", (), q))) == (3, 2, 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("a",), "K_a p is about one agent"),
        (("a", "b", "|"), "E_{a,b} p about a choice"),
        (("a", ";"), "too few operands"),
        (("a", "b"), "expected one program"),
        (("a", "@b", ";"), "is not an agent"),
        (("?", "a", ";"), "1 tests, got 1 and 0"),
        ((), "expected one program"),
        (["a", "*"], "expected a text"),
        ("a | b", "expected a ; "),
    ],
)
def test_what_is_no_program_is_refused(words: object, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        Run(words, (), p)
    assert message in str(caught.value)


def test_a_deep_program_is_read_written_compared_and_pickled() -> None:
    deep = "(" * share(50_000) + "a" + " ; ?p)*" * share(50_000)
    formula = parse(f"[{deep}] q")
    assert parse(str(formula)) == formula == pickle.loads(pickle.dumps(formula))
    assert hash(formula) == hash(parse(formula.to_latex()))


def test_a_test_alone_and_a_repeated_test_are_read_with_a_note() -> None:
    with pytest.warns(IdleProgram, match=r"does nothing"):
        parse("[(?p)* ; a] q & q")
    with pytest.warns(IdleProgram, match=r"learn whether is \[p\?\] q"):
        parse("[?p] q & q")
    assert "learn whether" in read_typed(["[?p] q"]).notes[0]


def test_the_hints_of_a_test_and_of_learning_whether_name_each_other() -> None:
    with pytest.raises(ParseError) as caught:
        parse("[p? ; @a] q")
    assert "an action" in caught.value.expected[0]
    with pytest.raises(ParseError) as caught:
        parse("[a? ; b] q")
    assert "[a?] q" in caught.value.hint


def test_the_automaton_of_a_choice_repeated_is_one_step_of_a_group() -> None:
    program = parse("[a ; (a | b)*] p").program
    assert automaton(program, closed=True).steps == ("a", frozenset({"a", "b"}))
    assert automaton(program).steps == ("a", "a", "b")


def test_too_many_stars_beside_each_other_are_refused() -> None:
    with pytest.raises(TooLarge, match="fewer"):
        automaton(parse("[" + " ; ".join(["a*"] * 2_000) + "] p").program)


@pytest.mark.parametrize("text", ["[@look] p | (q)", "[p?] K_a p | (q)", "<a*> p | (q & p)", "[a ; b] p | q | (r)"])
def test_round_brackets_after_a_program_are_no_part_of_it(text: str) -> None:
    assert parse(text).to_ascii().removeprefix(text.split("(")[0].strip()).strip(" ()") in ("q", "q & p", "r")
