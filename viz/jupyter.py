"""The explorer of a model in a notebook: parts of the page of ``whoknows serve``, with the kernel as the server."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.models.symbolic_model import SymbolicModel, card
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from viz.drawing import draw

if TYPE_CHECKING:
    from collections.abc import Mapping

BUILT = Path(__file__).with_name("web") / "static" / "assets"
"""Folder with the compiled page: a script and a style sheet."""


class Explorer(anywidget.AnyWidget):
    """A widget to view and edit a model; without a kernel, it shows a picture or a summary.

    Parameters
    ----------
    model : KripkeModel or SymbolicModel
        The model. The attribute `model` returns the edited model, and setting it shows another model.
    formula : str or Formula
        The first formula to evaluate; the attribute `formula` returns the edited text. Empty: no formula.
    """

    _esm = next(BUILT.glob("*.js"))
    document = traitlets.Dict().tag(sync=True)
    styles = traitlets.Unicode(next(BUILT.glob("*.css")).read_text(encoding="utf-8")).tag(sync=True)

    def __init__(self, model: Model, formula: str | Formula = "") -> None:
        text = str(parse(formula)) if formula else ""
        super().__init__(document={"model": model.to_dict(), "formula": text})
        self.on_msg(_answer)

    @property
    def model(self) -> Model:
        """The current model after the user's edits. A symbolic model becomes explicit if few of its states are left."""
        data = self.document["model"]
        return KripkeModel.from_dict(data) if "worlds" in data else SymbolicModel.from_dict(data)

    @model.setter
    def model(self, model: Model) -> None:
        self.document = {**self.document, "model": model.to_dict()}

    @property
    def formula(self) -> str:
        """The formula as the user has typed it; it may be invalid."""
        text: str = self.document["formula"]
        return text

    @formula.setter
    def formula(self, formula: str | Formula) -> None:
        self.document = {**self.document, "formula": str(formula)}

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget, with a picture or a summary for notebooks without a kernel."""
        shown, model = super()._repr_mimebundle_(**kwargs), self.model
        if shown is None:
            return None
        still = {} if isinstance(model, KripkeModel) else {"text/html": card(model)}  # type: ignore[arg-type]
        if isinstance(model, KripkeModel):
            with suppress(TooLarge):
                still["image/svg+xml"] = str(draw(model))
        return {**shown[0], **still}, shown[1]


def _answer(widget: Explorer, content: Mapping[str, Any], buffers: object) -> None:
    from viz.web.answers import answer

    status, body = answer(content["route"], content["body"].encode())
    widget.send({"id": content["id"], "status": status, "text": body.decode()})
