"""The forms of a proof by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kripke.prove.proofs.forms.bussproofs import bussproofs
from kripke.prove.proofs.forms.choices import STYLES
from kripke.prove.proofs.forms.derived import hilbert
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.forms.tikz import tikz
from kripke.prove.proofs.forms.tree import tree
from kripke.prove.proofs.forms.words import words
from logic.errors import FormulaError, listing, near_miss, shorten

WRITERS: Mapping[str, Callable[[Telling], str]] = {
    "steps": words,
    "tree": tree,
    "latex": tikz,
    "bussproofs": bussproofs,
    "hilbert": hilbert,
}
"""Name of a form -> what writes it."""


def written(telling: Telling, style: str) -> str:
    """The proof in a form.

    Raises
    ------
    FormulaError
        If there is no such form.
    """
    writer = WRITERS.get(style) if isinstance(style, str) else None
    if writer is None:
        hint = near_miss(style, STYLES) if isinstance(style, str) else ""
        raise FormulaError(f"style {shorten(repr(style))}: expected {listing(map(repr, STYLES))}{hint}")
    return writer(telling)
