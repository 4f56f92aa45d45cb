"""`show`: the explorer of a model in a notebook, which the extra ``jupyter`` brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kripke.models.kripke_model import KripkeModel
from logic.errors import shorten
from logic.formula import Formula
from viz.picture import DrawError

if TYPE_CHECKING:
    from viz.jupyter import Explorer


def show(model: KripkeModel, formula: str | Formula = "") -> Explorer:
    """The explorer of a model, for the end of a notebook's cell: look at it, ask formulas, change and edit it.

    It is the page of ``whoknows serve`` without games. What is edited is read back in Python: the attributes ``model``
    and ``formula`` of the result are those of the page, and can be set.

    Parameters
    ----------
    model : KripkeModel
        The model, with listed worlds.
    formula : str or Formula
        What is asked first.

    Raises
    ------
    DrawError
        If the extra is not installed, or `model` is no model with listed worlds.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> explorer = show(m, "K_a p")  # doctest: +SKIP
    >>> explorer.model  # doctest: +SKIP
    """
    if not isinstance(model, KripkeModel):
        raise DrawError(f"show {shorten(repr(model))}: expected a KripkeModel")
    try:
        from viz.jupyter import Explorer
    except ImportError:
        raise DrawError("notebooks need anywidget: pip install 'whoknows[jupyter]'") from None
    return Explorer(model, formula)
