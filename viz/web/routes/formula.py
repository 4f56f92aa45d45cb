"""Route `formula`: the extension of a formula and of each of its subformulas, in a model of any engine."""

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import partial
from typing import Annotated, Any

from kripke.checking.check import Evaluation
from kripke.checking.explicit import algebra, evaluate
from kripke.data.lazy import Lazy
from kripke.formats.jsonfile import Limits
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from learn.exercises.formulas import limited_formulas
from logic.clauses import Announce, AnnounceDual, AnnounceWhether
from logic.exact import magnitude
from logic.formula import Formula
from logic.printer import Span, write_with_spans
from viz.web.given import DRAWN, AboutModel, State, place
from viz.web.protocol import PARTS
from viz.web.request import Name, Text

state_sets = Lazy("viz.web.state_sets")  # with decision diagrams, which small models do not need

ANNOUNCEMENTS = (Announce, AnnounceDual, AnnounceWhether)

WorldsOf = Callable[[Any, Any], tuple[int, list[int]]]
"""A function from a context (see `Evaluation`) and a set of worlds to the set's size and its drawn worlds' indices."""


def extensions(model: Model, spans: Sequence[Span], drawn: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """Return for each subformula its span in the text, and where it holds: the number of worlds and the drawn ones.

    In ``[p] q``, the subformulas of ``q`` are evaluated in the model after the announcement, so their extensions
    contain no removed worlds; the key ``after`` marks these subformulas. Without `drawn`, all worlds are drawn if there
    are at most `DRAWN`.

    Each subformula is evaluated once in each context: O(s n) for s subformulas and n listed worlds.
    """
    formula: Formula = spans[0].node  # type: ignore[assignment]  # the first part is the whole formula
    if isinstance(model, KripkeModel):
        start, few = algebra(model.structure), len(model) <= DRAWN
        places = [model.structure.worlds.find(world) for world in drawn]

        def worlds_of(here: Any, value: Any) -> tuple[int, list[int]]:
            holds = start.world_set(value & here.domain)
            shown = [i for i, at in enumerate(places) if at is not None and at in holds]
            return len(holds), shown if drawn else holds.positions() if few else []

        return _rows(spans, evaluate(start, formula), worlds_of)
    return state_sets.evaluated(model, formula, drawn, partial(_rows, spans))  # type: ignore[no-any-return]


def _rows(spans: Sequence[Span], evaluation: Evaluation[Any], worlds_of: WorldsOf) -> list[dict[str, Any]]:
    start = evaluation.start
    number = {step.formula: i for i, step in enumerate(evaluation.program.steps)}
    contexts: list[Any] = []
    rows: list[dict[str, Any]] = []
    above: set[int] = set()
    for span in spans:
        here = start if span.above < 0 else contexts[span.above]
        if span.above in above and isinstance(spans[span.above].node, ANNOUNCEMENTS):  # evaluated after it
            here = evaluation.after(number[spans[span.above].node], here)  # type: ignore[index]
        above.add(span.above)
        contexts.append(here)
        count, worlds = worlds_of(here, evaluation.value(number[span.node], here))  # type: ignore[index]
        row = {"start": span.start, "end": span.end, "above": span.above, "count": magnitude(count), "worlds": worlds}
        left = {} if here is start else {"after": True, "left": magnitude(worlds_of(here, here.domain)[0])}
        rows.append(row | left)
    return rows


class Query(AboutModel):
    """A request to evaluate a formula in a model; `states` are the drawn worlds or states of a large model."""

    formula: Text
    states: Annotated[list[Name | State], Limits(most=DRAWN)] = field(default_factory=list)


def answer(query: Query) -> dict[str, Any]:
    """Return the formula as text for the page, with the span and the extension of each subformula.

    The entry ``truths`` lists whether the formula holds at each actual world.
    """
    model = query.read
    (formula,), notes = limited_formulas([query.formula], model.atoms, model.agents)
    text, spans = write_with_spans(formula, most=PARTS)
    rows = extensions(model, spans, [*map(place, query.states)])
    of = magnitude(model.count())
    truths = [model.holds(formula, world) for world in model.actuals]
    return {
        "text": text,
        "latex": formula.to_latex(),
        "notes": notes,
        "rows": rows,
        "of": of,
        "actual": all(truths) if truths else None,
        "truths": truths,
        "valid": rows[0]["count"] == of,
    }
