"""Descriptions of systems: terms, what is accepted, and the errors for what is not."""

import pytest

from kripke.data.errors import ModelError, UnknownAtom
from kripke.time.description import describe
from kripke.time.terms import assigned, term
from logic.errors import EpistemicError, FormulaError, ParseError, TooLarge
from logic.parser import parse
from whoknows import exactly, parity

VARIABLES = {
    "n": (0, 1, 2, 3),
    "m": (0, 1),
    "colour": ("red", "blue"),
    "b": (False, True),
    "muddy(anne)": (False, True),
}
STATE = {"n": 3, "m": 0, "colour": "red", "b": True, "muddy(anne)": False}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("n < m + 1", False),
        ("n = 3", True),
        ("n <> 3", False),
        ("n != m", True),
        ("n >= 2 + 1", True),
        ("n - 1 - 1", 1),
        ("2 * (n - 1) + m", 4),
        ("-n", -3),
        ("n / 2 * 2 = 3", True),
        ("n / 2 = 1", False),
        ("n / m = n / m", False),
        ("n / m", None),
        ("colour = red", True),
        ("colour != blue", True),
        ("b = true", True),
        ("b", True),
        ("muddy(anne)", False),
    ],
)
def test_terms_are_exact_sums_and_comparisons(text, value):
    assert term(text, VARIABLES).value(STATE) == value


def test_a_term_lists_the_variables_that_it_reads():
    assert term("n < m + 1", VARIABLES).names == ("n", "m")
    assert term("1 + 1", VARIABLES).names == ()


@pytest.mark.parametrize(
    ("text", "error", "named"),
    [
        ("n <", ParseError, "column 3"),
        ("n == 3", ParseError, "column 4"),
        ("n < red", FormulaError, "expected two numbers"),
        ("colour < red", FormulaError, "expected two numbers"),
        ("colour = 3", FormulaError, "one kind"),
        ("k + 1", UnknownAtom, "'k'"),
        ("1" * 501, FormulaError, "500"),
    ],
)
def test_a_wrong_term_names_its_mistake(text, error, named):
    with pytest.raises(error, match=named):
        term(text, VARIABLES)


def test_a_variable_is_set_to_any_value_of_its_own():
    towns = {"at": ("in town", "away"), "away": ("in town", "at sea")}
    assert assigned("at", "in town", towns).value({}) == "in town"
    assert assigned("at", "away", towns).names == ("away",)  # a variable of this name goes before
    assert assigned("n", "-1", {"n": (-1, 0)}).value({}) == -1


def test_a_boolean_variable_is_set_to_a_term_or_a_formula():
    assert assigned("b", "n < 2", VARIABLES).value(STATE) is False
    assert assigned("b", 'b & ~"n < 2"', VARIABLES) == parse('b & ~"n < 2"')


@pytest.mark.parametrize(("variable", "text"), [("b", "n"), ("n", "7"), ("n", "red"), ("colour", "green"), ("n", "b")])
def test_a_variable_is_set_to_values_of_its_own(variable, text):
    with pytest.raises(EpistemicError):
        assigned(variable, text, VARIABLES)


GIVEN = {
    "agents": {"s": ["x"]},
    "variables": {"x": bool, "n": range(3)},
    "init": "x",
    "protocol": None,
    "evolution": None,
    "fairness": (),
    "deadlocks": False,
}


def test_a_description_has_the_atoms_of_its_variables():
    described = describe(**{**GIVEN, "variables": {"x": bool, "n": range(2), "c": ["red", "blue"]}})
    assert described.atoms == {
        "x": ("x", True), "n=0": ("n", 0), "n=1": ("n", 1), "c=red": ("c", "red"), "c=blue": ("c", "blue"),
    }  # fmt: skip
    assert described.knowing == {"s": ("x",)}


def test_conditions_may_be_constraints():
    described = describe(
        **{**GIVEN, "variables": ["x", "y"], "init": exactly(1, ["x", "y"]), "fairness": parity(["x"])}
    )
    assert described.init == exactly(1, ["x", "y"]).formula(["x", "y"])
    with pytest.raises(UnknownAtom, match="init: no atom 'z'"):
        describe(**{**GIVEN, "init": exactly(1, ["x", "z"])})


def test_initial_states_may_be_listed():
    described = describe(**{**GIVEN, "init": [{"x": False, "n": 2}, {"x": True}]})
    assert str(described.init) == "x=false ∧ n=2 ∨ x=true"


@pytest.mark.parametrize(
    ("change", "error", "named"),
    [
        ({"agents": {"s": ["x", "zz"]}}, UnknownAtom, "agent s: no variable 'zz'"),
        ({"agents": {"s": "x"}}, ModelError, "list of variables"),
        ({"agents": {"x": ["x"]}}, ModelError, "x is a variable and an agent"),
        ({"variables": {"x": [1, "a"]}}, ModelError, "variable x"),
        ({"variables": {"x": []}}, ModelError, "variable x"),
        ({"variables": {"x": [True]}}, ModelError, "both truth values"),
        ({"variables": {"x": bool, "n": 5}}, ModelError, "variable n"),
        ({"variables": {"x": bool, "n": [[1]]}}, ModelError, "variable n"),
        ({"variables": {"x": bool, "n": range(10**12)}}, TooLarge, "variable n: more than 1,048,576 values"),
        ({"variables": {}}, ModelError, "at least one variable"),
        ({"variables": {"x": bool, "x=": bool}}, ModelError, "without ="),
        ({"init": "y"}, UnknownAtom, "init: no variable or value 'y'"),
        ({"init": "x=3"}, UnknownAtom, "init: x=3: x has no value"),
        ({"init": "K_s x"}, ModelError, "K_s x is no condition"),
        ({"init": "x &"}, ParseError, "init: column 4"),
        ({"init": [{"n": 9}]}, UnknownAtom, "init: n=9: n has no value '9'; there are '0', '1' and '2'"),
        ({"init": {"k": 9}}, UnknownAtom, "init: 'k=9': no variable or value 'k'"),
        ({"init": ["x"]}, ModelError, "init: expected a formula or states"),
        ({"variables": "xy"}, ModelError, "expected a list"),
        ({"fairness": "q"}, UnknownAtom, "fairness"),
        ({"fairness": 5}, ModelError, "^fairness 5: expected a formula"),
        ({"protocol": {"s": {"go": "s=go"}}}, UnknownAtom, "actions are named in evolution only"),
        ({"evolution": {"s": [("s=go", {"x": "true"})]}}, UnknownAtom, "s has no actions; give its protocol"),
        ({"evolution": {"s": [("true", {"x": "y"})]}}, UnknownAtom, "evolution of s: no variable or value 'y'"),
        ({"evolution": {"s": [("true", {"z": "y"})]}}, UnknownAtom, "evolution of s: no variable 'z'"),
        ({"evolution": {"s": ["x"]}}, ModelError, "expected a pair"),
        ({"evolution": {"a": [("x", {"x": True})], "b": [("x", {"x": False})]}}, ModelError, "a and b set x"),
        ({"evolution": {"a b": []}}, ModelError, "letters, digits"),
        ({"deadlocks": "no"}, ModelError, "expected True or False"),
    ],
)
def test_wrong_parts_are_named(change, error, named):
    with pytest.raises(error, match=named):
        describe(**{**GIVEN, **change})
