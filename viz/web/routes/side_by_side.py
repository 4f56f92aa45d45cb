"""`compare`: two models side by side, and a formula that tells them apart; `steps`: before, event model and after."""

from __future__ import annotations

from typing import Any

from kripke.models.compare import bisimilar, distinguishing_formula
from kripke.models.kripke_model import KripkeModel
from viz.product_pictures import draw_product
from viz.sameness_pictures import draw_sameness
from viz.update_pictures import draw_update
from viz.web.given import AboutModel
from viz.web.limits import PICTURE_SECONDS
from viz.web.routes import change

CAPTIONS = ("this model", "the other")


class Compared(AboutModel):
    """Two models.

    Parameters
    ----------
    other : dict
        The data of the other model's file.
    """

    other: dict[str, Any]


def compared(asked: Compared) -> dict[str, Any]:
    """Whether the models are bisimilar, or else a formula that holds in the first and not in the other, and a picture.

    Only atoms of both models count.

    Parameters
    ----------
    asked : Compared
        The request.
    """
    one, other = asked.listed, AboutModel(model=asked.other).listed
    shared = sorted(set(one.atoms) & set(other.atoms))
    same = bisimilar(one, other, shared)
    formula = None if same else distinguishing_formula(one, other, shared)
    return {
        "same": same,
        "formula": None if formula is None else str(formula),
        "pointed": one.actual is not None and other.actual is not None,
        "atoms": shared,
        "svg": str(draw_sameness(one, other, compare=shared, captions=CAPTIONS, timeout=PICTURE_SECONDS)),
    }


def steps(asked: change.Asked) -> dict[str, Any]:
    """A picture of the model, the events and the model after them; of other changes before and after alone.

    Parameters
    ----------
    asked : change.Asked
        The request.
    """
    before: KripkeModel = asked.listed
    if isinstance(asked.change, change.ByEvents):
        events = asked.change.events()
        return {"svg": str(draw_product(before, events, event=asked.change.event, timeout=PICTURE_SECONDS))}
    return {"svg": str(draw_update(before, asked.change.apply(before), timeout=PICTURE_SECONDS))}
