"""A proof as HTML for notebooks: the steps in words, and each tableau to unfold; no scripts, all texts escaped."""

from __future__ import annotations

from html import escape

from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.forms.tree import tree
from kripke.prove.proofs.forms.words import DEEPEST, lines_of


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
