"""The forms of a proof by name: as a derivation, and as HTML for notebooks, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from kripke.prove.proofs.deriving.deriving import derive
from kripke.prove.proofs.forms.choices import STYLES, cut
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.forms.trees import bussproofs, tikz, tree
from kripke.prove.proofs.forms.words import DEEPEST, lines_of, words
from logic.errors import FormulaError, listing, near_miss, shorten


def hilbert(telling: Telling) -> str:
    """The lines of the derivation."""
    derivation = derive(telling.script, telling.formula, telling.premises, telling.theory)
    count, limit = len(derivation.lines), telling.limit
    if limit is None or count <= limit:
        return str(derivation)
    return f"{derivation.first(limit)}\n# {cut('derivation', 'line', count, limit)}"


def page(telling: Telling) -> str:
    """The proof as a ``div``."""
    out = ['<div class="whoknows-proof">']
    out += [f"<div>{escape(line)}</div>" for line in telling.preface()]
    for part in telling.outline.parts:
        out.append(f"<p><b>{escape(telling.heading(part))}.</b> {escape(telling.statement(part))}</p>")
        for line in lines_of(telling, part):
            indent = 1.2 + 1.5 * min(line.depth, DEEPEST)
            out.append(f'<div style="margin-left:{indent:.1f}em">{line.number}. {escape(line.text)}</div>')
    out += [f"<p>{escape(line)}</p>" for line in telling.ending()]
    out.append(f"<details><summary>as a tree</summary><pre>{escape(tree(telling))}</pre></details>")
    return "\n".join([*out, "</div>"])


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
