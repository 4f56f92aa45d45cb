"""What a request gives about a model."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge
from viz.web.limits import WORLDS
from viz.web.request import Request


class AboutModel(Request):
    """A request about a model.

    Parameters
    ----------
    model : dict
        The data of a model file.
    """

    model: dict[str, Any]

    @cached_property
    def read(self) -> KripkeModel:
        """The model; `FileError` gives the path of each mistake, `TooLarge` is for more than `WORLDS` worlds."""
        worlds = self.model.get("worlds")
        if isinstance(worlds, dict) and len(worlds) > WORLDS:
            raise TooLarge(
                f"the model has {len(worlds):,} worlds, and the page evaluates at most {WORLDS:,}: use the command "
                "`whoknows check` for larger ones"
            )
        return KripkeModel.from_dict(self.model)
