"""`compare`: two models side by side, and a formula that tells them apart; `steps`: before, event model and after."""

from __future__ import annotations

from typing import Any, TypedDict

from kripke.models.functions import bisimilar, distinguishing_formula
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic.exact import magnitude
from viz.product_pictures import draw_product
from viz.sameness_pictures import draw_sameness
from viz.update_pictures import draw_update
from viz.web.given import AboutModel, State, listed
from viz.web.limits import PICTURE_SECONDS
from viz.web.routes import change, symbolic

CAPTIONS, WHEN = ("this model", "the other"), ("before", "after")


class Compared(AboutModel):
    """Two models.

    Parameters
    ----------
    narrow : bool
        Whether the pictures are below each other, for a narrow screen.
    """

    other: dict[str, Any]
    narrow: bool = False


def compared(asked: Compared) -> dict[str, Any]:
    """Whether the models are bisimilar, or else a formula that holds in the first and not in the other, and a picture.

    Only atoms of both models count.
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
        "svg": str(
            draw_sameness(one, other, compare=shared, captions=CAPTIONS, stacked=asked.narrow, timeout=PICTURE_SECONDS)
        ),
    }


class Planned(change.Asked):
    """A change that has not happened yet.

    Parameters
    ----------
    at : list of str, optional
        The state of a symbolic model around which it is drawn; None: the actual one.
    narrow : bool
        Whether the pictures are below each other, for a narrow screen.
    """

    at: State | None = None
    narrow: bool = False


def steps(asked: Planned) -> dict[str, Any]:
    """A picture of the model, the events and the model after them; of other changes before and after alone.

    Of a symbolic model what is around one of its states is drawn, before and after, and `left` says what is not.
    """
    if isinstance(asked.read, SymbolicModel):
        return _around(asked.read, asked)
    before: KripkeModel = asked.listed
    if isinstance(asked.change, change.ByEvents):
        events = asked.change.events()
        return {"svg": str(draw_product(before, events, event=asked.change.event, **_shape(asked)))}
    return {"svg": str(draw_update(before, asked.change.apply(before), **_shape(asked)))}


class _Shape(TypedDict):
    stacked: bool
    timeout: float


def _shape(asked: Planned) -> _Shape:
    return {"stacked": asked.narrow, "timeout": PICTURE_SECONDS}


def _around(model: SymbolicModel, asked: Planned) -> dict[str, Any]:
    before = model.at(symbolic.middle_of(model, asked.at))
    after = asked.change.apply(before)
    if not isinstance(after, SymbolicModel):
        return {"svg": str(draw_update(listed(before), after, **_shape(asked)))}
    shown = [symbolic.around(each, symbolic.middle_of(each)) for each in (before, after)]
    captions = [f"{when}: {magnitude(each.count())} states" for when, each in zip(WHEN, (before, after), strict=True)]
    one, other = (each.model for each in shown)  # the names of the worlds say in what they differ
    both = [agent for agent in one.agents if agent in other.agents]
    svg = draw_update(one, other, captions=captions, legend=False, atoms="none", agents=both, **_shape(asked))
    left = [f"{each} {when}" for when, found in zip(WHEN, shown, strict=True) for each in found.left]
    return {"svg": str(svg), "left": left}
