"""What a request gives: bounded fields, and models and formulas read from them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from kripke.models.kripke_model import KripkeModel
from learn.exercises.fields import FORMULA, formula_of
from logic.errors import TooLarge
from viz.web.limits import WORLDS

__all__ = ["AboutModel", "Name", "Places", "Request", "Text", "formula_of"]

Text = Annotated[str, Field(max_length=FORMULA)]
Name = Annotated[str, Field(max_length=200)]
Places = dict[Name, tuple[float, float]]


class Request(BaseModel):
    """The fields of a request; unknown fields are errors."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class AboutModel(Request):
    """A request about a model.

    Parameters
    ----------
    model : dict
        The data of a model file.
    """

    model: dict[str, Any]

    @property
    def read(self) -> KripkeModel:
        """The model; `FileError` gives the path of each mistake, `TooLarge` is for more than `WORLDS` worlds."""
        worlds = self.model.get("worlds")
        if isinstance(worlds, dict) and len(worlds) > WORLDS:
            raise TooLarge(
                f"the model has {len(worlds):,} worlds, and the page evaluates at most {WORLDS:,}: use the command "
                "`whoknows check` for larger ones"
            )
        return KripkeModel.from_dict(self.model)
