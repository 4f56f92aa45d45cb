"""ISPL: what a file means as a description and as formulas, its mistakes with their places, and its bounds."""

from __future__ import annotations

import re

import pytest

from kripke.time.description import Agent, Description, Line
from kripke.time.ispl import read
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from tests.time.ispl_texts import file

BARE = """Agent Environment
  Vars: n: 0..2; m: 0..1; light: {red, blue}; end Vars
  Actions = {%s};
  Protocol: end Protocol
  Evolution: end Evolution
end Agent
"""
SECOND = file().partition("Agent a")[2].partition("end Agent")[0] + "end Agent\n"


def described(**parts: str) -> Description:
    return read(file(**parts))[0]


def formula(text: str, **parts: str) -> Formula:
    (question,) = read(file(formulae=f"{text};", **parts))[1]
    return question.formula


def condition(text: str, **parts: str) -> Formula:
    """What a condition in Evaluation means."""
    return described(evaluation=f"p if {text};", formulae="p;", **parts).definitions["p"]


# ------------------------------------------------------------------------------------------------------ what is read


def test_a_file_is_a_description_of_variables_agents_and_lines() -> None:
    found = described()
    assert dict(found.variables) == {
        "light": ("red", "green"), "n": (0, 1, 2), "m": (-1, 0, 1), "x": (False, True), "y": (False, True),
        "c": ("red", "blue"),
    }  # fmt: skip
    tick = Line(parse('"n < 2" & Environment=tick'), {"n": "n + 1", "light": "green"})
    both = ("tick", "rest")
    assert found.agents["Environment"] == Agent(("light", "n", "m"), both, (), both, (tick,))
    go = Line(parse("a=go"), {"x": "true"})
    rules = ((parse("n=2"), ("stay",)),)
    assert found.agents["a"] == Agent(("x", "y", "c", "light", "n"), ("go", "stay"), rules, ("go", "stay"), (go,))
    assert found.init == parse("~x & ~y & c=red & light=red & n=0 & m=0")
    assert (found.fair, found.single, found.deadlocks) == ((), False, True)
    assert (found.definitions["p"], found.definitions["q"]) == (parse("x"), parse("n=2"))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a.x = true", "x"),
        ("a.x = false", "~x"),
        ("a.x <> true", "~x"),
        ("false = a.x", "~x"),
        ("a.x = a.y", '"x = y"'),
        ("a.x <> a.y", '"x <> y"'),
        ("a.c = red", "c=red"),
        ("red = a.c", "c=red"),
        ("a.c <> Environment.light", '"c <> light"'),
        ("Environment.m = -1", '"m=-1"'),
        ("Environment.n <> 2", "~n=2"),
        ("Environment.n = Environment.m", '"n = m"'),
        ("Environment.n >= 1", '"n >= 1"'),
        ("1 < Environment.n", '"1 < n"'),
        ("Environment.n + 2*(Environment.m - -1)/2 <> 3", '"n + 2 * (m - -1) / 2 <> 3"'),
        ("!a.x = true and a.y = true", "~x & y"),
        ("!(a.x = true and a.y = true)", "~(x & y)"),
        ("a.x=true or a.y=true and a.c=red", "x | (y & c=red)"),
        ("(a.x=true or a.y=true) and a.c=red", "(x | y) & c=red"),
        ("(((a.x = true)))", "x"),
        ("((Environment.n) + (1)) * 1 = (2)", '"(n + 1) * 1 = 2"'),
        ("(a.x) = (true)", "x"),
        ("((a.c)) <> (red)", "~c=red"),
    ],
)
def test_conditions_are_formulas_over_the_variables(text: str, meaning: str) -> None:
    assert condition(text) == parse(meaning)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("EX p", "EX p"),
        ("AG p -> q", "(AG p) -> q"),
        ("AG(p -> AF q)", "AG (p -> AF q)"),
        ("p -> q -> p", "p -> (q -> p)"),
        ("p or q and p", "p | (q & p)"),
        ("p and q and p", "p & q & p"),
        ("!EF !p", "~EF ~p"),
        ("EG AX (p) and q", "(EG AX p) & q"),
        ("A(p U q)", "A[p U q]"),
        ("E (p and q U !p) or q", "E[p & q U ~p] | q"),
        ("K(a, p)", "K_a p"),
        ("K(Environment, q) -> p", "K_Environment q -> p"),
        ("GK(g, p)", "E_{a,Environment} p"),
        ("GCK(g, p and q)", "C_{a,Environment} (p & q)"),
        ("! DK ( g , p )", "~D_{a,Environment} p"),
    ],
)
def test_formulas_are_formulas_of_our_language(text: str, meaning: str) -> None:
    assert formula(text) == parse(meaning)


def test_questions_have_their_text_on_one_line_and_the_number_of_the_line() -> None:
    text = file(formulae="\n  -- p; for ever\n  (AG\n p) ; -- now\n\n  EF q or -- or\n p;")
    first, second = read(text)[1]
    lines = text.splitlines()
    assert (first.text, second.text) == ("(AG p)", "EF q or p")
    assert [lines[question.line - 1].strip() for question in (first, second)] == ["(AG", "EF q or -- or"]


def test_short_and_long_names_of_the_semantics_are_the_same() -> None:
    for name, single in {"SA": True, "SingleAssignment": True, "MA": False, "MultiAssignment": False}.items():
        assert (
            described(semantics=f"Semantics = {name};", environment=BARE % "tick", init="a.x = false").single is single
        )


def test_fairness_is_about_the_variables() -> None:
    assert described(fairness="q; !p -> q;").fair == (parse("n=2"), parse("~x -> n=2"))


def test_red_states_define_atoms_and_all_states_are_green_without_them() -> None:
    red = file(formulae="a.RedStates or a.GreenStates;").replace(
        "Actions = {go", "RedStates: x = true; end RedStates Actions = {go"
    )
    found, (question,) = read(red)
    assert str(question.formula) == '"a.RedStates" ∨ "a.GreenStates"'
    assert (found.definitions["a.RedStates"], found.definitions["a.GreenStates"]) == (parse("x"), parse("~x"))
    assert formula("AG a.GreenStates or Environment.RedStates") == parse("(AG true) | false")


def test_a_variable_keeps_its_name_unless_something_else_has_it_too() -> None:
    second = "Agent b" + SECOND.replace("x: boolean", "z: boolean").replace("x = true", "z = true")
    found = described(more=second, vars="x: boolean; y: boolean; c: {red, blue}; p: 0..1; go: 0..1; a_y: 0..1;")
    names = ["light", "n", "m", "x", "a_y", "a_c", "a_p", "a_go", "a_a_y", "z", "b_y", "b_c"]
    assert [*found.variables] == names


def test_an_environment_without_actions_and_protocol_takes_no_part_and_without_protocol_may_do_anything() -> None:
    for given, actions in {"": (), "tick, rest": ("tick", "rest")}.items():
        found = described(environment=BARE % given, init="Environment.n = 0")
        assert found.agents["Environment"] == Agent(("n", "m", "light"), actions, (), actions, ())


def test_the_environment_may_be_absent() -> None:
    found = described(
        environment="",
        lobsvars="",
        protocol="Other: {go};",
        evaluation="p if a.x = true;",
        groups="",
        init="a.x = false",
    )
    assert found.agents.keys() == {"a"}


# --------------------------------------------------------------------------------------------------------- mistakes

MISTAKES = {
    "Agent Environment": [
        ({"environment": "Agent Environment Lobsvars = {n}; end Agent\n"}, "Environment has no Lobsvars"),
    ],
    "names": [
        ({"evaluation": "p if b.x = true;"}, "there is no agent 'b'(.|\n)*there are 'Environment' and 'a'"),
        ({"evaluation": "p if a.z = true;"}, r"there is no variable 'a\.z'(.|\n)*did you mean"),
        ({"evaluation": "p if x = true;"}, "there is no variable or value 'x'"),
        ({"evaluation": "p if a.c = rad;"}, "there is no variable or value 'rad'(.|\n)*'red'"),
        ({"evaluation": "p if a.c = 3;"}, "'c' has no value '3'"),
        ({"evaluation": "p if a.Action = go;"}, r"there is no variable 'a\.Action'"),
        ({"evolution": "x = true if Action = run;"}, "there is no variable or value 'run'"),
        ({"evolution": "x = true if b.Action = go;"}, "there is no agent 'b'"),
        ({"evolution": "x = true if Action <> go.x;"}, "there is no agent 'go'"),
        ({"evolution": "x = true if Action = Environment.n;"}, "= between a name of a value and a number"),
        ({"evolution": "z = true if Action = go;"}, "there is no variable of a 'z'"),
        ({"evolution": "n = 1 if Action = go;"}, "there is no variable of a 'n'"),
        ({"protocol": "Other: {run};"}, "there is no action of a 'run'"),
        ({"protocol": "Environment.m = 0: {go};"}, "'Environment.m' is not seen here(.|\n)*in conditions its Lobsvars"),
        ({"protocol": "a.x = true: {go};"}, r"'a\.x' is not seen here(.|\n)*write x alone"),
        ({"protocol": "Environment.k = 0: {go};"}, r"there is no variable 'Environment\.k'"),
        ({"lobsvars": "Lobsvars = {light};"}, "there is no variable in the Vars of Environment 'light'"),
        ({"groups": "g = {a, b};"}, "there is no agent 'b'"),
        ({"formulae": "AG r;"}, "there is no name in Evaluation 'r'"),
        ({"formulae": "K(b, p);"}, "there is no agent 'b'"),
        ({"formulae": "GK(h, p);"}, "there is no group 'h'"),
        ({"fairness": "r;"}, "there is no name in Evaluation 'r'"),
        ({"evaluation": "p if a.x = true; p if a.x = false;"}, "name in Evaluation 'p' is declared twice"),
        ({"groups": "g = {a}; g = {a};"}, "group 'g' is declared twice"),
        ({"vars": "x: boolean; x: 0..1;"}, "variable 'x' is declared twice"),
        ({"more": "Agent a" + SECOND}, "agent 'a' is declared twice"),
        ({"lobsvars": "Vars: k: boolean; end Vars"}, "in a, 'Vars' is declared twice"),
        ({"lobsvars": "Obsvars: k: boolean; end Obsvars"}, "a has no Obsvars"),
    ],
    "types": [
        ({"evaluation": "p if a.x = 1;"}, "'x' has no value '1'(.|\n)*'true'"),
        ({"evaluation": "p if a.x = red;"}, "'x' has no value 'red'"),
        ({"evaluation": "p if a.x < a.y;"}, "< between true or false and true or false; expected two numbers"),
        ({"evaluation": "p if a.c > red;"}, "> between a name of a value and a name of a value; expected two numbers"),
        ({"evaluation": "p if a.x + 1 = 2;"}, r"\+ between true or false and a number; expected two numbers"),
        ({"evaluation": "p if 1 = 2;"}, "'1 = 2' reads no variable"),
        ({"evaluation": "p if true = false;"}, "'true = false' reads no variable"),
        ({"evaluation": "p if Environment.n = a.c;"}, "= between a number and a name of a value; expected two values"),
        ({"vars": "x: boolean; c: {blue, pink};"}, "'c' has no value 'red'(.|\n)*'pink'"),
        ({"evolution": "x = 1 if Action = go;"}, "x := 1: expected true or false, got a number"),
        ({"evolution": "c = green if Action = go;"}, "c := green: c has no such value; there are 'red'"),
        ({"evolution": "c = x if Action = go;"}, "c := x: expected a name of a value, got true or false"),
        ({"evolution": "x = Environment.n if Action = go;"}, "'Environment.n' is not seen here"),
        ({"evolution": "x <> true if Action = go;"}, "before if stands what is set"),
        ({"evolution": "x = true or y = true if Action = go;"}, "before if stands what is set"),
        ({"evolution": "x = true and x = false if Action = go;"}, "in this line, variable 'x' is declared twice"),
        ({"fairness": "AG p;"}, "fairness is about states"),
        ({"fairness": "p and K(a, p);"}, "fairness is about states"),
    ],
    "ranges": [
        ({"vars": "x: 3..1;"}, r"the range 3\.\.1 is empty"),
        ({"evaluation": "p if Environment.n = 3;"}, "'n' has no value '3'"),
        ({"evaluation": "p if Environment.n < 7;"}, "'n' has no value '7'(.|\n)*'0', '1' and '2'"),
        ({"environment": file().partition("Agent a")[0].replace("n = n + 1", "n = 3")},
         "n := 3: n has no such value"),
    ],
    "parts": [
        ({"vars": ""}, "agent a has no Vars"),
        ({"actions": ""}, "agent a has no Actions"),
        ({"protocol": ""}, "agent a has no Protocol"),
        ({"evolution": ""}, "agent a has no Evolution"),
        ({"protocol": "Other: {go}; x = true: {stay};"}, "unexpected 'x'(.|\n)*expected 'end'"),
        ({"init": "a.x <> true"}, "InitStates compares by = only"),
        ({"semantics": "Semantics=SA;", "evolution": "x = true and y = true if Action = go;", "environment": BARE % ""},
         "a line sets one variable"),
        ({"formulae": ""}, "unexpected 'end'"),
    ],
    "syntax": [
        ({"evaluation": "p if a.x;"}, "write x = true for a Boolean variable"),
        ({"formulae": "AG true;"}, "a formula has names that Evaluation defines"),
        ({"formulae": "AG p"}, "unexpected 'end'(.|\n)*expected .*';'"),
        ({"formulae": "p & q;"}, "write and, or, !"),
        ({"evolution": "x = ~y if Action = go;"}, "operators on bits are not read"),
        ({"vars": "K: boolean;"}, "K is a word of the language: choose another name"),
        ({"vars": "MA: boolean;"}, "MA is a word of the language: choose another name"),
        ({"vars": "x: bool;"}, "unexpected 'bool'(.|\n)*did you mean 'boolean'"),
        ({"formulae": "AG (p;"}, "unexpected ';'"),
    ],
    "other logics": [
        ({"formulae": "<g> X p;"}, "unexpected '<'(.|\n)*this is ATL"),
        ({"formulae": "AG (<g> F p);"}, "this is ATL"),
        ({"formulae": "LDL [p] q;"}, "this is LDL"),
        ({"formulae": "LTL G p;"}, "this is LTL"),
        ({"formulae": "CTL* E(G p);"}, r"this is CTL\*"),
        ({"formulae": "A(G p);"}, "this is LTL"),
        ({"formulae": "O(a, p);"}, "this is deontic logic"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("parts", "message"), [case for cases in MISTAKES.values() for case in cases])
def test_a_mistake_is_shown_with_its_line_a_caret_and_a_way_out(parts: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        read(file(**parts), "f.ispl")
    assert re.match(r"f\.ispl: line \d+, column \d+: ", str(error.value))
    assert re.search(r"\n +\^", str(error.value))


def test_the_caret_stands_under_the_place() -> None:
    with pytest.raises(ValueError, match="there is no name in Evaluation") as error:
        read(file(formulae="AG (p -> K(a, nobody));"))
    _, line, caret, *_ = str(error.value).splitlines()
    assert line[caret.index("^") :].startswith("nobody")


def test_words_of_the_language_are_no_names_and_longer_words_are() -> None:
    for word in ("A", "E", "U", "K", "X", "F", "G", "O", "DK", "GK", "GCK", "MA", "SA", "AG", "end", "if", "true"):
        with pytest.raises(ValueError, match=r"choose another name|unexpected"):
            read(file(vars=f"x: boolean; {word}: boolean;"))
        assert f"{word}1" in described(vars=f"x: boolean; y: boolean; c: {{red, blue}}; {word}1: boolean;").variables


# ----------------------------------------------------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"vars": "x: 0..100000;"}, r"line \d+, column \d+: 100,001 values, the maximum is 100,000"),
        ({"vars": f"x: 0..{'9' * 10};"}, r"a number of 10 digits, the maximum is 9"),
        ({"evaluation": f"p if a.x = {'9' * 5000};"}, r"a number of 5,000 digits"),
        (
            {"evaluation": f"p if Environment.n{' + 1' * 200} = 2;"},
            r"a comparison of 805 characters, the maximum is 500",
        ),
        ({"formulae": f"p;{' ' * 10_000_000}"}, "characters, the maximum is 10,000,000"),
    ],
)
def test_what_is_too_large_is_refused_with_the_bound(parts: dict[str, str], message: str) -> None:
    with pytest.raises(TooLarge, match=message):
        read(file(**parts))


def test_deep_formulas_and_conditions_are_read() -> None:
    deep = 2_000
    found = formula(f"{'!' * deep}{'(' * deep}p{')' * deep}")
    assert sum(1 for _ in found.subformulas()) == deep + 1
    assert condition(f"{'(' * deep}a.x = true{')' * deep}") == parse("x")
    assert condition(f"{'!' * deep}a.x = true").atoms == {"x"}
    assert condition(" and ".join(["a.x = true"] * deep)).atoms == {"x"}
