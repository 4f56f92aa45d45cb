"""Listed worlds of models of both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel


def with_worlds(model: KripkeModel | SymbolicModel, why: str) -> KripkeModel:
    """The model with listed worlds; `TooLarge` with the reason for listing them if there are too many.

    Parameters
    ----------
    model : KripkeModel or SymbolicModel
        The model of either engine.
    why : str
        The reason why the worlds must be listed, for the message.
    """
    if isinstance(model, KripkeModel):
        return model
    try:
        return model.to_explicit()
    except TooLarge as error:
        raise TooLarge(f"{str(error).partition(';')[0]}; {why}") from None
