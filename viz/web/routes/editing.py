"""Changes of a model by its author: another actual world, a stricter law, a new atom; and a model from observations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kripke.data.errors import ModelError
from kripke.models.model import Model
from kripke.models.symbolic_model import SymbolicModel
from learn.exercises.formulas import limited_formula
from viz.web.given import At, State, data_of, place
from viz.web.request import Name, Request, Text


class MakeActual(Request):
    """Another world or state is the actual one."""

    kind: Literal["actual"]
    at: At

    def apply(self, model: Model) -> Model:
        return model.at(place(self.at))


class Restrict(Request):
    """Only the worlds or states where a formula holds stay; the actual one need not be among them."""

    kind: Literal["law"]
    formula: Text

    def apply(self, model: Model) -> Model:
        """The model after it; without an actual world if the formula is false there."""
        law = limited_formula(self.formula)
        stays = model.actual is not None and model.holds(law)
        return (model if stays else model.at(None)).announce(law)


class Define(Request):
    """A new atom of a symbolic model, true where a formula is."""

    kind: Literal["define"]
    atom: Name
    formula: Text

    def apply(self, model: Model) -> Model:
        if not isinstance(model, SymbolicModel):
            raise ModelError("the worlds of this model are listed: add the atom, and say where it is true")
        return model.define({self.atom: limited_formula(self.formula)})


class Query(Request):
    """A model of all assignments that satisfy a law; each agent observes atoms and Boolean formulas."""

    atoms: State
    law: Text = "true"
    observes: Annotated[dict[Name, Annotated[list[Text], Field(max_length=1_000)]], Field(max_length=100)]
    actual: State | None = None


def answer(query: Query) -> dict[str, Any]:
    """The data of the model, with listed worlds if these are few."""
    return {"model": data_of(SymbolicModel(query.atoms, query.law.strip() or "true", query.observes, query.actual))}
