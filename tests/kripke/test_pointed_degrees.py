"""Degrees of belief asked at one state of a symbolic model, and counts within a number of nodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kripke.data.errors import UnknownAgent, UnknownAtom
from kripke.models.symbolic_model import SymbolicModel
from logic.formula import Formula
from logic.parser import parse

ATOMS = ("p", "q", "r")
MODEL = SymbolicModel(atoms=ATOMS, law="p | q | r", observes={"a": ["p"], "b": ["p ^ q"]}, actual={"p"})
PARTS = (
    *("p", "q", "K_a q", "B_a>=1/2 q", "B_b>=2/3 (p | r)", "B_a>=0 false", "B_b>=1 p"),
    *("K_b B_a>=1/2 q", "B_a>=1/2 B_b>=2/3 r", "[p | q] B_b>=1/2 p"),
)


def formulas() -> st.SearchStrategy[str]:
    def combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        pairs = st.tuples(inner, st.sampled_from(["&", "|", "->", "<->", "^"]), inner)
        return st.one_of(inner.map("~({})".format), pairs.map(lambda each: f"({each[0]}) {each[1]} ({each[2]})"))

    return st.recursive(st.sampled_from(PARTS), combined, max_leaves=5)


@given(formulas())
def test_a_formula_with_degrees_holds_at_the_states_of_its_extension(text: str) -> None:
    fresh = SymbolicModel.of(MODEL.knowledge)
    answers = {state: fresh.holds(text, state) for state in MODEL.worlds}
    assert {state for state, true in answers.items() if true} == fresh.extension(text)


def test_unknown_names_are_refused_as_in_other_formulas() -> None:
    with pytest.raises(UnknownAgent):
        MODEL.holds("p | B_c>=1/2 p")
    with pytest.raises(UnknownAtom):
        MODEL.holds("B_a>=1/2 x & p")


def test_a_deep_formula_around_a_degree_is_decided() -> None:
    deep: Formula = parse("B_a>=1/2 q")
    for _ in range(3_000):
        deep = ~deep
    assert MODEL.holds(deep) == MODEL.holds("B_a>=1/2 q")


def test_a_count_stops_where_its_diagrams_take_more_nodes() -> None:
    n = 24
    left, right = [f"x{i}" for i in range(n)], [f"y{i}" for i in range(n)]
    law = " & ".join(f"({x} <-> {y})" for x, y in zip(left, right, strict=True))
    model = SymbolicModel(atoms=[*left, *right], order=[*left, *right])  # the worst order for these equivalences
    assert model.count_within("x0", 2**12) == 2 ** (2 * n - 1)
    assert model.count_within(law, 2**12) is None
    assert model.count_within("true", 2**12) == model.count()


def test_a_formula_with_degrees_is_not_counted() -> None:
    assert MODEL.count_within("K_a B_a>=1/2 p", 2**12) is None
