"""The models of stories on both engines: the same story is told with explicit worlds and with decision diagrams."""

from __future__ import annotations

from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.symbolic.choice import Engine, for_worlds
from kripke.symbolic.choice import engine as known


def on_engine(engine: Engine, model: Model) -> Model:
    """The model, converted to decision diagrams if the engine is symbolic and the model explicit."""
    wanted = isinstance(model, KripkeModel) and for_worlds(engine).is_symbolic
    if not wanted or not isinstance(model, KripkeModel):
        return model
    from kripke.models.named_model import NamedModel  # loads the library of decision diagrams

    return NamedModel(model)


def explicit_only(model: Model) -> KripkeModel:
    """The model of a story that is told only with explicit worlds."""
    assert isinstance(model, KripkeModel)
    return model


def limit_for(engine: Engine, value: object, explicit: int, symbolic: int = 200, what: str = "n") -> int:
    """The maximal size of a story on an engine.

    Parameters
    ----------
    value : object
        The given size, which only decides whether to raise an error.

    Raises
    ------
    ModelError
        If the engine is explicit, and only the symbolic engine supports the size.
    """
    if known(engine) != "explicit":
        return symbolic
    if isinstance(value, int) and explicit < value <= symbolic:
        raise ModelError(
            f"{what}={value}: the explicit engine supports at most {explicit}; use the symbolic engine with "
            "engine='symbolic'"
        )
    return explicit
