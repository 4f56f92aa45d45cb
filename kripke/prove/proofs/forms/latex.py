"""What both forms of a proof in LaTeX share: the lines of a tableau, and the text around its parts."""

from __future__ import annotations

from collections.abc import Callable

from kripke.prove.proofs.forms.outline import Entry, Part
from kripke.prove.proofs.forms.telling import Telling, in_text, math
from kripke.prove.question.nodes import FALSE
from logic.printer import escape_latex

BREAK = r" \\{}"
"""Ends a line; without the braces a bracket at the start of the next line would be read as an option."""


def document(telling: Telling, packages: str, draw: Callable[[Telling, Part], str]) -> str:
    """A part of a document: for each part of the proof its statement and its tableau.

    Parameters
    ----------
    packages : str
        The packages that the document must load, for a comment.
    """
    out = [rf"% \usepackage{{{packages}}}"]
    out += [*[line + BREAK for line in telling.preface(latex=True)], ""]
    for part in telling.outline.parts:
        out += [rf"\paragraph{{{escape_latex(telling.heading(part))}.}} {telling.statement(part, latex=True)}.", ""]
        out += [draw(telling, part), ""]
    return "\n".join([*out, *map(in_text, telling.ending())])


def said(telling: Telling, entry: Entry) -> str:
    """World and formula of an entry, in LaTeX's text mode."""
    if entry.step.node == FALSE:
        return r"$\times$"
    if telling.reading.member(entry.step.node) is not None:
        return escape_latex(telling.said(entry))
    return f"${world(entry.world)}: {math(telling.reading.formula(entry.step.node))}$"


def because(telling: Telling, entry: Entry) -> str:
    """Rule and premises of an entry, in LaTeX's text mode."""
    return in_text(telling.reason(entry))


def world(name: str) -> str:
    """The name of a world: ``w1`` with an index."""
    return f"{name[0]}_{{{name[1:]}}}" if name[1:] else name
