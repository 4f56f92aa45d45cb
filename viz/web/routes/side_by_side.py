"""Routes `compare` (two models, with a distinguishing formula) and `steps` (a model, an event model, the product)."""

from typing import Any

from kripke.data.lazy import Lazy
from kripke.models.functions import distinguish
from kripke.models.kripke_model import KripkeModel
from logic.exact import magnitude
from viz.pair_pictures import draw_product, draw_sameness
from viz.update_pictures import draw_update
from viz.web.given import AboutModel, State, listed
from viz.web.protocol import PICTURE_SECONDS
from viz.web.routes import change

symbolic = Lazy("viz.web.routes.symbolic")

CAPTIONS, WHEN = ("this model", "the other"), ("before", "after")


class Compared(AboutModel):
    """A request to compare two models; on a narrow screen, their pictures are stacked."""

    other: dict[str, Any]
    narrow: bool = False


def compared(query: Compared) -> dict[str, Any]:
    """Return a picture of two models, and a formula that distinguishes them.

    The formula is None if the models are bisimilar. The entry ``said`` describes where it holds. Only atoms that both
    models have are compared.
    """
    one, other = query.listed, AboutModel(model=query.other).listed
    shared = sorted(set(one.atoms) & set(other.atoms))
    distinction = distinguish(one, other, shared)
    shape: Any = {"columns": 1 if query.narrow else None, "timeout": PICTURE_SECONDS}
    return {
        "formula": distinction and str(distinction.formula),
        "said": distinction and distinction.said(*CAPTIONS),
        "pointed": bool(one.actuals and other.actuals),
        "atoms": shared,
        "svg": str(draw_sameness(one, other, compare=shared, captions=CAPTIONS, **shape)),
    }


class Planned(change.Query):
    """A request to preview a change; a symbolic model is drawn around the state `at`."""

    at: State | None = None
    narrow: bool = False


def steps(query: Planned) -> dict[str, Any]:
    """Return a picture of the model, the event model and the product.

    A change without an event model, or of a symbolic model, is shown by the models before and after. For a symbolic
    model, only the neighbourhood of a state is drawn; the entry ``left`` lists what is omitted.
    """
    shape: Any = {"columns": 1 if query.narrow else None, "timeout": PICTURE_SECONDS}
    if not isinstance(query.read, KripkeModel):
        return _around(query.read, query, shape)
    before = query.listed
    if isinstance(query.change, change.ByEvents):
        return {"svg": str(draw_product(before, query.change.action, **shape))}
    return {"svg": str(draw_update(before, query.change.apply(before), **shape))}


def _around(model: Any, query: Planned, shape: Any) -> dict[str, Any]:
    before = model.at(symbolic.middle_of(model, query.at))
    after = query.change.apply(before)
    if isinstance(after, KripkeModel):
        return {"svg": str(draw_update(listed(before), after, **shape))}
    shown = [symbolic.around(each, symbolic.middle_of(each)) for each in (before, after)]
    captions = [f"{when}: {magnitude(each.count())} states" for when, each in zip(WHEN, (before, after), strict=True)]
    one, other = (each.model for each in shown)  # the names of the worlds say how they differ
    both = [agent for agent in one.agents if agent in other.agents]
    svg = draw_update(one, other, captions=captions, legend=False, atoms="none", agents=both, **shape)
    left = [f"{each} {when}" for when, drawn in zip(WHEN, shown, strict=True) for each in drawn.left]
    return {"svg": str(svg), "left": left}
