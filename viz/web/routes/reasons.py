"""`reasons`: why a formula holds or fails at a world, as rows with the worlds that each row is about."""

from __future__ import annotations

from typing import Any

from kripke.data.wording import natural, world_text
from kripke.why.explanation import Explanation
from learn.exercises.formulas import formula_of
from viz.web.given import AboutModel, At, place
from viz.web.request import Text


class Asked(AboutModel):
    """A formula to explain.

    Parameters
    ----------
    formula : str
        The formula in any notation.
    at : str or list of str, optional
        The world or state; None: the actual one.
    """

    formula: Text
    at: At = None


def answer(asked: Asked) -> dict[str, Any]:
    """The rows of the explanation, in reading order.

    Parameters
    ----------
    asked : Asked
        The request.
    """
    verdict = asked.read.check(formula_of(asked.formula), at=place(asked.at))
    rows = [_row(*row) for row in verdict.explain().rows()]
    return {"holds": verdict.holds, "world": key(verdict.world), "rows": rows}


def _row(node: Explanation | None, depth: int, text: str) -> dict[str, Any]:
    if node is None:
        return {"depth": depth, "text": text}
    row = {"depth": depth, "text": text, "holds": node.holds, "world": key(node.world)}
    path = [[agent, key(world)] for agent, world in node.path]
    return row | {"path": path} if path else row


def key(world: object) -> str:
    """The name of a world; of a state all true atoms, where the reasons show some of them.

    Parameters
    ----------
    world : object
        A world, or a state of a symbolic model.
    """
    return ", ".join(sorted(world, key=natural)) if isinstance(world, frozenset) else world_text(world)
