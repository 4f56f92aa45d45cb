"""`reasons`: why a formula holds or fails at a world, as rows with the worlds that each row is about."""

from __future__ import annotations

from typing import Any

from kripke.data.wording import world_text
from kripke.why.explanation import Explanation
from learn.exercises.fields import formula_of
from viz.web.given import AboutModel
from viz.web.request import Name, Text


class Asked(AboutModel):
    """A formula to explain.

    Parameters
    ----------
    formula : str
        The formula in any notation.
    at : str, optional
        The world; None: the actual world.
    """

    formula: Text
    at: Name | None = None


def answer(asked: Asked) -> dict[str, Any]:
    """The rows of the explanation, in reading order.

    Parameters
    ----------
    asked : Asked
        The request.
    """
    verdict = asked.read.check(formula_of(asked.formula), at=asked.at)
    rows = [_row(*row) for row in verdict.explain().rows()]
    return {"holds": verdict.holds, "world": world_text(verdict.world), "rows": rows}


def _row(node: Explanation | None, depth: int, text: str) -> dict[str, Any]:
    if node is None:
        return {"depth": depth, "text": text}
    row = {"depth": depth, "text": text, "holds": node.holds, "world": world_text(node.world)}
    path = [[agent, world_text(world)] for agent, world in node.path]
    return row | {"path": path} if path else row
