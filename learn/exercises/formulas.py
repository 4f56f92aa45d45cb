"""Formulas as people type them, within limits."""

from __future__ import annotations

from learn.exercises.limits import DEPTH, FORMULA
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.shared import fold
from logic.table import flatten


def formula_of(text: str) -> Formula:
    """The formula; `TooLarge` if it is longer than `FORMULA` or nested deeper than `DEPTH`."""
    if len(text) > FORMULA:
        raise TooLarge(f"the formula has {len(text):,} characters, and at most {FORMULA:,} are read: write less")
    formula = parse(text)
    depth = fold(flatten(formula).rows, lambda _, kids: 1 + max(kids, default=0))
    if depth > DEPTH:
        raise TooLarge(f"the formula is nested {depth:,} deep, and the page reads at most {DEPTH}: write it in parts")
    return formula
