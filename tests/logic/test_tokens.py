"""Cutting a text into tokens."""

import re

import pytest
from effort import share
from hypothesis import example, given, settings
from hypothesis import strategies as st

from logic import operators, tokens

POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+")
"""A group's repetition that does not try again: Python 3.11.0 to 3.11.4 lose their place in it (CPython 106052)."""


@pytest.mark.parametrize(
    "pattern",
    [*tokens.PATTERNS.values(), tokens.BLANK, operators.ATOM_PATTERN, operators.reserved().pattern],
    ids=[*tokens.PATTERNS, "BLANK", "ATOM", "RESERVED"],
)
def test_no_group_is_repeated_in_a_way_that_early_pythons_get_wrong(pattern: str) -> None:
    assert POSSESSIVE_GROUP.search(r"(?:\\left)*+")
    assert not POSSESSIVE_GROUP.search(r"(?>a*)(\)+b)")
    assert not POSSESSIVE_GROUP.search(pattern)


@pytest.mark.parametrize("text", [r"\lnot p", r"\left( p \lor q \right)", r"\langle \rangle", r"p \quad \rightarrow q"])
def test_a_command_that_begins_like_white_space_is_cut_whole(text: str) -> None:
    commands = re.findall(r"\\[a-z]+", text)
    cut = list(tokens.cut(text))
    assert [command for command in commands if command not in (r"\left", r"\right", r"\quad")] == [
        each for each in cut if each.startswith("\\")
    ]


SIGNS = r"p é ( ) [ ] { } < > ! ? @ ~ & | ^ = , _ ' $ ² ₐ -> <-> >= 0.7 1/2 a,b true and \ \text{ \neg \geq \langle"
HEADS = (
    r"K K_a K1 Kₐ E1 E_{ E_{a,b} Kv_a Kw1 B_a B_a[ B_{a}^{ B1>= Bsafe_a \mathit{K}_a \mathit{E} [@ !{a L_a \hat{K}_a"
)
REFERENCE = re.compile(rf"{tokens.BLANK}((?:{'|'.join(tokens.PATTERNS.values())})|.|\Z)", re.DOTALL)


@settings(max_examples=share(300, 100))
@given(st.lists(st.sampled_from([*SIGNS.split(), *HEADS.split(), " ", "\n", '"']), max_size=12).map("".join))
@example("E_{a,b}^ₐ")
@example("E_a^2_b p")
def test_a_text_is_cut_as_the_patterns_say_one_by_one(text: str) -> None:
    assert tokens.cut(text) == REFERENCE.findall(text)


@settings(max_examples=share(300, 100))
@given(st.lists(st.sampled_from([*SIGNS.split(), *HEADS.split(), " ", "\n", '"']), max_size=12).map("".join))
def test_a_text_without_a_backslash_is_cut_as_with_the_patterns_for_latex(text: str) -> None:
    text = text.replace("\\", "")
    assert tokens.cut(text) == re.findall(tokens._TOKEN, text, re.DOTALL)
    for token in tokens.cut(text):
        kinds = [name for name, pattern in tokens.PATTERNS.items() if re.fullmatch(pattern, token, re.DOTALL)]
        assert (tokens.kind(token) or "none") in (kinds or ["none"])
