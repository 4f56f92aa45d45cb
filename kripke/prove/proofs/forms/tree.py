"""A proof as text: each tableau as a tree of lines, drawn with box characters.

Each line has its number, its world, its formula, and the rule with the numbers of the premises. A closed branch ends
with ✗.
"""

from __future__ import annotations

from collections.abc import Iterator

from kripke.prove.proofs.forms.outline import Entry, Part
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.question.nodes import FALSE

DEEPEST = 30
"""Number of nested cases up to which lines are indented; deeper ones stay at that column."""
WIDEST = 90
"""Number of columns before the reasons; longer lines have theirs directly behind."""
GAP = 3
"""Number of spaces between a formula and its reason."""


def tree(telling: Telling) -> str:
    """The proof as a tree of lines."""
    out = above(telling)
    for part in telling.outline.parts:
        out += [f"{telling.title(part)}", *_aligned(_lines(telling, part)), ""]
    return "\n".join([*out[:-1], *telling.ending()])


def above(telling: Telling) -> list[str]:
    """The lines before the parts of a proof."""
    preface = telling.preface()
    return [*preface, ""] if preface else []


Line = tuple[str, str]
"""What stands on the left, and the reason."""


def _lines(telling: Telling, part: Part) -> Iterator[Line]:
    width = len(str(sum(len(block.entries) for block in part.blocks)))
    stems = [("", "")] * len(part.blocks)
    for block, (first, stem) in zip(part.blocks, stems, strict=True):
        for position, entry in enumerate(block.entries):
            yield f"{stem if position else first}{entry.number:{width}}  {_said(telling, entry)}", telling.reason(entry)
        if block.is_cut:
            yield f"{stem}{'':{width}}  …", ""
        for case in block.cases:
            is_last = case == block.cases[-1] and not block.is_cut
            below = stem if block.depth >= DEEPEST else stem + ("    " if is_last else " │  ")
            stems[case] = below[:-4] + (" └─ " if is_last else " ├─ "), below


def _said(telling: Telling, entry: Entry) -> str:
    return "✗" if entry.step.node == FALSE else f"{entry.world}: {telling.said(entry)}"


def _aligned(lines: Iterator[Line]) -> list[str]:
    """The lines with their reasons in one column."""
    rows = list(lines)
    column = min(max([len(left) for left, _ in rows], default=0), WIDEST)
    return [f"{left:{column}}{' ' * GAP}{right}".rstrip() for left, right in rows]
