"""Listed worlds of models of both engines."""

from __future__ import annotations

from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.errors import TooLarge


def with_worlds(model: Model, why: str) -> KripkeModel:
    """The model with listed worlds; `TooLarge` with the reason for listing them if there are too many.

    Parameters
    ----------
    why : str
        The reason why the worlds must be listed, for the message.
    """
    if isinstance(model, KripkeModel):
        return model
    try:
        return KripkeModel.of(model.to_structure())
    except TooLarge as error:
        raise TooLarge(f"{str(error).partition(';')[0]}; {why}") from None
