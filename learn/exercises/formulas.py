"""Formulas as people type them, within limits; and the limits of what an exercise or an answer may contain."""

from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.shared import fold
from logic.table import flatten

FORMULA = 4_000  # maximal number of characters of a formula: forty lines
DEPTH = 200  # maximal number of operators around one another
WORLDS = 64  # maximal number of worlds of a model in an exercise or an answer: a picture shows as many


def limited_formula(text: str) -> Formula:
    """The formula; `TooLarge` if it is longer than `FORMULA` or nested deeper than `DEPTH`."""
    if len(text) > FORMULA:
        raise TooLarge(f"the formula has {len(text):,} characters, and at most {FORMULA:,} are read: write less")
    formula = parse(text)
    depth = fold(flatten(formula).rows, lambda _, kids: 1 + max(kids, default=0))
    if depth > DEPTH:
        raise TooLarge(f"the formula is nested {depth:,} deep, and the page reads at most {DEPTH}: write it in parts")
    return formula
