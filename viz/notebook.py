"""Displays in notebooks: `show` opens the explorer of a model (extra ``jupyter``), `beside` shows several objects."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from kripke.models.functions import EXPECTED
from kripke.models.kripke_model import AnyModel, model_of
from kripke.models.model import Model
from logic.errors import shorten
from logic.formula import Formula
from viz.pictures.picture import DrawError

if TYPE_CHECKING:
    from viz.jupyter import Explorer

SVG_STARTS = 500  # number of characters in which to search for the ``<svg`` tag of a picture


def show(model: AnyModel, formula: str | Formula = "") -> Explorer:
    """Return the explorer of a model, a widget to view and edit the model and to evaluate formulas.

    The explorer looks like the page of ``whoknows serve`` without games. The attributes ``model`` and ``formula`` of
    the result are the edited values, and can be set.

    Parameters
    ----------
    model : KripkeModel, SymbolicModel or networkx graph
        The model.
    formula : str or Formula
        The first formula to evaluate.

    Raises
    ------
    DrawError
        If the extra ``jupyter`` is not installed, or `model` is not a model.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> explorer = show(m, "K_a p")  # doctest: +SKIP
    >>> explorer.model  # doctest: +SKIP
    """
    known = model_of(model)
    if not isinstance(known, Model):
        raise DrawError(f"show {shorten(repr(model))}: {EXPECTED}")
    try:
        from viz.jupyter import Explorer
    except ImportError:
        raise DrawError("notebooks need anywidget: pip install 'whoknows[jupyter]'") from None
    return Explorer(known, formula)


class Beside:
    """Objects side by side in a notebook; returned by `beside`."""

    def __init__(self, shown: tuple[Any, ...], titles: tuple[str, ...]) -> None:
        self.shown, self.titles = shown, titles

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.shown))

    def _repr_html_(self) -> str:
        figures = [
            f"<figure style='margin:0'><figcaption>{escape(title)}</figcaption>{_content(each)}</figure>"
            for each, title in zip(self.shown, self.titles, strict=True)
        ]
        return f"<div style='display:flex;flex-wrap:wrap;gap:2em;align-items:flex-start'>{''.join(figures)}</div>"


def beside(*shown: Any, titles: Sequence[str] = ()) -> Beside:
    """Return an object that a notebook shows as the given objects side by side, if it is the last value of a cell.

    Parameters
    ----------
    titles : sequence of str
        A title for each object; by default none.
    *shown : object
        Models, formulas, verdicts, explanations, pictures as SVG strings, or anything that a notebook displays.

    Raises
    ------
    DrawError
        If a title is not a text, or the numbers of titles and objects differ.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> beside(m, m.announce("p"), titles=["before", "after p"])._repr_html_().count("<figure")
    2
    """
    if isinstance(titles, str) or not isinstance(titles, Iterable):
        raise DrawError(f"titles {shorten(repr(titles))}: expected a list of texts")
    for title in titles:
        if not isinstance(title, str):
            raise DrawError(f"titles: expected texts, got {shorten(repr(title))}")
    if titles and len(titles) != len(shown):
        raise DrawError(f"titles: {len(titles)} for {len(shown)} things; give one for each, or none")
    return Beside(shown, tuple(titles) or ("",) * len(shown))


def _content(shown: Any) -> str:
    """Return the first available representation of an object: a picture, HTML, LaTeX, or text."""
    svg = shown if isinstance(shown, str) and "<svg" in shown[:SVG_STARTS] else _form(shown, "_repr_svg_")
    if svg:  # as an image, since two pictures in one page may use the same ids
        return f"<img alt='' src='data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}'>"
    return _form(shown, "_repr_html_") or _form(shown, "_repr_latex_") or f"<pre>{escape(str(shown))}</pre>"


def _form(shown: Any, name: str) -> str:
    method = getattr(shown, name, None)
    return "" if method is None else str(method() or "")
