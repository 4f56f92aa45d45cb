"""A proof as a graph for pictures: each box is a branch of a tableau up to where it splits."""

from __future__ import annotations

from textwrap import wrap

from kripke.prove.proofs.forms.outline import Block
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.question.nodes import FALSE

WIDTH = 100
"""Number of characters after which a line goes on below."""


def dot(telling: Telling) -> str:
    """The tableaux in plain DOT; several of them below each other, with their cases to the right."""
    out = ["digraph proof {", '  node [shape=box, style=filled, fillcolor="#fbfbf8", fontname="DejaVu Sans"];']
    parts = telling.outline.parts
    out += ["  rankdir=LR;"] * (len(parts) > 1)
    for part in reversed(parts):  # from left to right, Graphviz puts the first tree at the bottom
        for place, block in enumerate(part.blocks):
            title = [*([] if part.number else telling.preface()), telling.title(part)] if block.above is None else []
            label = "".join([_line(text) for text in [*title, *_texts(telling, block)]])
            out.append(f'  n{part.number}_{place} [label="{label}"];')
            if block.above is not None:
                out.append(f"  n{part.number}_{block.above} -> n{part.number}_{place} [dir=none];")
    return "\n".join([*out, "}", ""])


def _texts(telling: Telling, block: Block) -> list[str]:
    """The lines of a block."""
    lines = []
    for entry in block.entries:
        said = "✗" if entry.step.node == FALSE else f"{entry.world}: {telling.said(entry)}"
        lines.append(f"{entry.number}  {said}   {telling.reason(entry)}".rstrip())
    return [*lines, "…"] if block.is_cut else lines


def _line(text: str) -> str:
    """A line as a part of a DOT string, at the left."""
    rows = wrap(text, WIDTH, subsequent_indent="      ", drop_whitespace=False, break_on_hyphens=False) or [""]
    return "".join([row.replace("\\", "\\\\").replace('"', '\\"') + "\\l" for row in rows])
