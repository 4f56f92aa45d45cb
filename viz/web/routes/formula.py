"""`formula`: where a formula and each of its parts hold."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from learn.exercises.formulas import formula_of
from logic.exact import magnitude
from logic.printer import write_with_spans
from viz.web.extensions import extensions
from viz.web.given import DRAWN, AboutModel, State
from viz.web.limits import PARTS
from viz.web.request import Text


class Asked(AboutModel):
    """A formula to check on a model.

    Parameters
    ----------
    states : list of list of str
        The states of a symbolic model that are drawn.
    """

    formula: Text
    states: Annotated[list[State], Field(max_length=DRAWN)] = Field(default=[])


def answer(asked: Asked) -> dict[str, Any]:
    """The formula in the notation of the page, and for each part its place in that text and its extension."""
    formula, model = formula_of(asked.formula), asked.read
    text, spans = write_with_spans(formula, most=PARTS)
    rows = extensions(model, spans, [frozenset(state) for state in asked.states])
    of = magnitude(model.count())
    return {
        "text": text,
        "latex": formula.to_latex(),
        "rows": rows,
        "of": of,
        "actual": None if model.actual is None else model.holds(formula),
        "valid": rows[0]["count"] == of,
    }
