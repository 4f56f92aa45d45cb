"""Formulas as people type them, within limits; and the limits of what an exercise or an answer may contain."""

from collections.abc import Collection, Sequence

from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.shared import fold
from logic.table import flatten
from logic.typed import Typed, read_typed

FORMULA = 4_000  # maximal number of characters of a formula: forty lines
DEPTH = 200  # maximal number of operators around one another
WORLDS = 64  # maximal number of worlds of a model in an exercise or an answer: a picture shows as many


def limited_formula(text: str) -> Formula:
    """The formula; `TooLarge` if it is longer than `FORMULA` or nested deeper than `DEPTH`."""
    _require_short(text)
    return _require_flat(parse(text))


def limited_formulas(
    texts: Sequence[str], atoms: Collection[str] = (), agents: Collection[str] | None = None, boxes: bool = False
) -> Typed:
    """The formulas of one question as a person typed them, within the same limits; see `logic.typed.read_typed`."""
    for text in texts:
        _require_short(text)
    read = read_typed(texts, atoms, agents, boxes)
    for formula in read.formulas:
        _require_flat(formula)
    return read


def _require_short(text: str) -> None:
    if len(text) > FORMULA:
        raise TooLarge(f"the formula has {len(text):,} characters, and at most {FORMULA:,} are read: write less")


def _require_flat(formula: Formula) -> Formula:
    depth = fold(flatten(formula).rows, lambda _, kids: 1 + max(kids, default=0))
    if depth > DEPTH:
        raise TooLarge(f"the formula is nested {depth:,} deep, and the page reads at most {DEPTH}: write it in parts")
    return formula
