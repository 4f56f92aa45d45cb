"""`formula`: where a formula and each of its parts hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kripke.models.kripke_model import KripkeModel
from learn.exercises.fields import formula_of
from logic.clauses import Announce, AnnounceDual, AnnounceWhether
from logic.formula import Formula
from logic.printer import Span, write_with_spans
from viz.web.given import AboutModel
from viz.web.limits import PARTS
from viz.web.request import Text

Here = KripkeModel | None
"""The model in which a part is evaluated; None after an announcement that is true nowhere."""


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
    where = rows[0]["worlds"]
    actual = None if model.actual is None else model.holds(formula)
    return {
        "text": text,
        "latex": formula.to_latex(),
        "rows": rows,
        "actual": actual,
        "valid": len(where) == len(model),
    }


def extensions(model: KripkeModel, spans: list[Span]) -> list[dict[str, Any]]:
    """For each part its span and the positions of the worlds where it holds; inside ``[p] q`` after the announcement.

    Parts of ``[p] q`` behind the announcement are evaluated in the announced model, as the semantics does: worlds that
    the announcement removed are not among them, and ``after`` says that it is another model.

    Parameters
    ----------
    model : KripkeModel
        The model.
    spans : list of Span
        The formula's parts, outer ones first.
    """
    models: list[Here] = []
    first = model.at(None)
    position = {world: i for i, world in enumerate(model.worlds)}
    rows: list[dict[str, Any]] = []
    children: dict[int, int] = {}
    for span in spans:
        number = children[span.above] = children.get(span.above, -1) + 1
        here = first if span.above < 0 else _inside(spans[span.above].node, number, models[span.above])
        models.append(here)
        holds = frozenset() if here is None else here.extension(span.node)  # type: ignore[arg-type]
        worlds = sorted(position[world] for world in holds)
        row = {"start": span.start, "end": span.end, "above": span.above, "worlds": worlds}
        rows.append(row if here is first else row | {"after": True, "left": 0 if here is None else len(here)})
    return rows


def _inside(node: Any, child: int, here: Here) -> Here:
    """The model in which a child of the node is evaluated."""
    if here is None or child == 0 or not isinstance(node, (Announce, AnnounceDual, AnnounceWhether)):
        return here
    change: Callable[[Formula, Any], KripkeModel]
    change = here.announce_whether if isinstance(node, AnnounceWhether) else here.announce
    said = node.statement
    if not isinstance(node, AnnounceWhether) and not here.count(said):
        return None
    return change(said, node.group)
