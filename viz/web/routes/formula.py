"""`formula`: where a formula and each of its parts hold."""

from __future__ import annotations

from typing import Any

from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.checking.explicit import algebra, evaluate
from kripke.models.kripke_model import KripkeModel
from learn.exercises.fields import formula_of
from logic.clauses import Announce, AnnounceDual, AnnounceWhether
from logic.printer import Span, write_with_spans
from viz.web.given import AboutModel
from viz.web.limits import PARTS
from viz.web.request import Text
from viz.web.routes.picture import DRAWN

ANNOUNCEMENTS = (Announce, AnnounceDual, AnnounceWhether)


class Asked(AboutModel):
    """A formula to check on a model.

    Parameters
    ----------
    formula : str
        The formula in any notation.
    """

    formula: Text


def answer(asked: Asked) -> dict[str, Any]:
    """The formula in the notation of the page, and for each part its place in that text and its extension.

    Parameters
    ----------
    asked : Asked
        The request.
    """
    formula, model = formula_of(asked.formula), asked.read
    text, spans = write_with_spans(formula, most=PARTS)
    rows = extensions(model, spans)
    actual = None if model.actual is None else model.holds(formula)
    return {
        "text": text,
        "latex": formula.to_latex(),
        "rows": rows,
        "actual": actual,
        "valid": rows[0]["count"] == len(model),
    }


def extensions(model: KripkeModel, spans: list[Span]) -> list[dict[str, Any]]:
    """For each part its span, and the number and positions of the worlds where it holds.

    Parts of ``[p] q`` behind the announcement are evaluated in the announced model, as the semantics does: worlds that
    the announcement removed are not among them, and ``after`` says that it is another model. Positions are for models
    that are drawn alone.

    Parameters
    ----------
    model : KripkeModel
        The model.
    spans : list of Span
        The formula's parts, outer ones first.

    Notes
    -----
    Each part is computed once in each context, so O(s n) for s parts and n worlds, as for the formula itself.
    """
    start: ExplicitAlgebra[Any] = algebra(model.structure)
    evaluation = evaluate(start, spans[0].node)  # type: ignore[arg-type]  # the first part is the whole formula
    number: dict[Any, int] = {step.formula: i for i, step in enumerate(evaluation.program.steps)}
    contexts: list[Any] = []
    rows: list[dict[str, Any]] = []
    above: set[int] = set()
    for span in spans:
        here = start if span.above < 0 else contexts[span.above]
        if span.above in above and isinstance(spans[span.above].node, ANNOUNCEMENTS):  # the body, its second child
            here = evaluation.after(number[spans[span.above].node], here)
        above.add(span.above)
        contexts.append(here)
        holds = start.world_set(evaluation.value(number[span.node], here) & here.domain)
        worlds = holds.positions() if len(model) <= DRAWN else []
        row = {"start": span.start, "end": span.end, "above": span.above, "count": len(holds), "worlds": worlds}
        rows.append(row if here is start else row | {"after": True, "left": len(start.world_set(here.domain))})
    return rows
