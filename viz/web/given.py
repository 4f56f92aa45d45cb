"""The model and the picture options in a request, and the description of a model in an answer."""

import json
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from kripke.data.lazy import Lazy
from kripke.formats.jsonfile import Limits
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.errors import TooLarge
from logic.exact import magnitude
from viz.pictures.picture import Layout, Options
from viz.web.protocol import MODEL_BODY, WORLDS
from viz.web.request import Name, Request, require_few_worlds

if TYPE_CHECKING:
    from kripke.models import symbolic_model
else:
    symbolic_model = Lazy("kripke.models.symbolic_model")  # with decision diagrams, which small models do not need

__all__ = ["DRAWN", "AboutModel", "At", "PictureStyle", "State", "data_of", "listed", "place", "symbolic_model"]


class PictureStyle(Request):
    """A user's options for pictures; `compact` shows digits or short values instead of names and atoms."""

    layout: Layout | None = None
    legend: bool = True
    compact: bool = False

    @property
    def chosen(self) -> dict[str, Any]:
        """The options of `draw` that differ from their defaults."""
        options = {"layout": self.layout, "legend": self.legend, "names": "compact" if self.compact else None}
        usual = Options()
        return {name: value for name, value in options.items() if value != getattr(usual, name)}


DRAWN = Options().max_worlds  # maximum number of worlds of a model that is drawn
State = Annotated[list[Name], Limits(most=1_000)]
"""A state of a symbolic model: its true atoms and its true hidden bits, which distinguish states with equal atoms."""
At = Name | State | None  # a world or a state; None for the actual one


class AboutModel(Request):
    """Base class of requests about a model, given as the content of a model file."""

    model: dict[str, Any]

    @cached_property
    def read(self) -> Model:
        """The model; `FileError` lists the mistakes, `TooLarge` for more than `WORLDS` listed worlds."""
        if "bits" in self.model and "worlds" not in self.model:
            return symbolic_model.SymbolicModel.from_dict(self.model)
        require_few_worlds(self.model)
        return KripkeModel.from_dict(self.model)

    @property
    def listed(self) -> KripkeModel:
        """The model with listed worlds; errors as in `read`, and `TooLarge` for more than `WORLDS` states."""
        return listed(self.read)


def listed(model: Model) -> KripkeModel:
    """Return the model with listed worlds; `TooLarge` for a symbolic model of more than `WORLDS` states."""
    if isinstance(model, KripkeModel):
        return model
    count = model.count()
    if count > WORLDS:
        raise TooLarge(
            f"the model has {magnitude(count)} states, and this needs a list of them, at most {WORLDS:,}: announce "
            "something first, or take the model around one state"
        )
    return KripkeModel.of(model.to_structure(WORLDS))


def place(at: str | list[str] | None) -> str | frozenset[str] | None:
    """Convert the name of a world, or a state as a list of atoms, to the form that models use."""
    return frozenset(at) if isinstance(at, list) else at


def data_of(model: Model) -> dict[str, Any]:
    """Return the model as the content of a model file; a symbolic model with few states becomes explicit.

    `TooLarge` if the content is too long.
    """
    if isinstance(model, KripkeModel):
        return model.to_dict()
    if isinstance(model, symbolic_model.SymbolicModel) and model.has_at_most(DRAWN):
        return model.to_explicit(DRAWN).to_dict()
    data = model.to_dict()
    if (size := len(json.dumps(data))) > MODEL_BODY:
        raise TooLarge(f"the model's diagrams are {size:,} bytes, and the page takes at most {MODEL_BODY:,}")
    return data
