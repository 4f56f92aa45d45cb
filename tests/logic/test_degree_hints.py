"""Degrees of belief and letters as books and other keyboards write them: read where harmless, else explained."""

from __future__ import annotations

import pytest

from logic.errors import ParseError
from logic.parser import parse
from logic.unknown import agent_hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("P_a(p) >= 0.5", "a degree of belief is written B_a>=0.5 p"),
        ("Pr_a(p) = 1", "a degree of belief is written B_a>=0.5 p"),
        ("P(p) < 1/2", "a degree of belief is written B_a>=0.5 p"),
        ("B_a<=0.3 p", ": B_a>=0.7 ~p"),
        (r"B_{a}^{\leq 1/3} p", ": B_a>=2/3 ~p"),
        ("q & B_a<0.3 p", ": ~B_a>=0.3 p"),
        ("B_a>0.3 p", ": ~B_a>=0.7 ~p"),
        ("~B_a=0.5 p", ": (B_a>=0.5 p & B_a>=0.5 ~p)"),
        ("B_a^{0.5} p", ": B_a>=0.5 p"),
        ("B_a 1/4 p", ": B_a>=1/4 p"),
        ("B_a>=0,7 p", "a decimal number has a point, not a comma: 0.7"),
        ("C_{a,b} B_{a}^{\\geq 0,25} p", "not a comma: 0.25"),
        ("（p）", "（ is a fullwidth left parenthesis; write the ASCII sign ("),
        ("p ＆ q", "write the ASCII sign &"),
        ("p。q", "write the ASCII sign ."),
        ("Ｋ_a p", "write the letter K, as in K_a p"),
    ],
)
def test_what_books_write_of_degrees_and_wide_signs_is_explained(text: str, hint: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert hint in str(caught.value)
    meant = hint.removeprefix(": ")
    if meant != hint:
        parse(meant)


@pytest.mark.parametrize("text", ["B_a=p", "p = 0.5", "B_a>=0.5 p & q = 0.5", "B_a^q p", "B_a<=7 p", "B_a=1/0 p"])
def test_other_mistakes_beside_beliefs_have_no_hint_about_degrees(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert "degree of" not in str(caught.value)


@pytest.mark.parametrize("text", ["B_a>=٠.7 p", "B_a>=1/٢ p", "E^３ p"])
def test_numbers_have_the_digits_0_to_9(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize("hat", ["hat", "widehat"])
@pytest.mark.parametrize("style", ["mathrm", "mathbf", "mathsf", "mathit"])
def test_a_hat_over_a_letter_of_any_style_is_the_dual_of_knowledge(hat: str, style: str) -> None:
    assert parse(rf"\{hat}{{\{style}{{K}}}}_a p") == parse("M_a p")


def test_agents_in_a_row_are_explained_for_operators_of_groups_and_of_one_agent() -> None:
    assert agent_hint("ab", ["a", "b"]).endswith("as in C_{a,b} p; K and M have one agent each: M_a M_b p")
