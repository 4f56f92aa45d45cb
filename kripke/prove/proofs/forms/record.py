"""A proof as plain data for JSON, and as a graph for pictures."""

from __future__ import annotations

from typing import Any

from kripke.prove.nodes import FALSE
from kripke.prove.proofs.forms.outline import Block, Entry, Part
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.forms.tree import reason


def record(telling: Telling) -> dict[str, Any]:
    """The parts with their steps; all branches of a part are in one list, each with the branch that it continues.

    Parameters
    ----------
    telling : Telling
        The proof.
    """
    return {
        "steps": telling.outline.total,
        "complete": not telling.outline.is_cut,
        "preface": telling.preface(),
        "parts": [_part(telling, part) for part in telling.outline.parts],
    }


def _part(telling: Telling, part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {"lemma": part.number} if part.number else {}
    if part.induction:
        found["induction"] = list(part.induction)
    branches = [{"continues": block.above, "closed": block.is_closed} for block in part.blocks]
    steps = [_step(telling, entry, place) for place, block in enumerate(part.blocks) for entry in block.entries]
    return found | {"formula": str(telling.clause(part)), "branches": branches, "steps": steps}


def _step(telling: Telling, entry: Entry, branch: int) -> dict[str, Any]:
    return {
        "number": entry.number,
        "branch": branch,
        "world": entry.world,
        "formula": str(telling.reading.formula(entry.step.node)),
        "rule": entry.step.rule,
        "premises": list(entry.premises),
    } | ({"of": entry.step.of + 1} if entry.step.of >= 0 else {})


def dot(telling: Telling) -> str:
    """The tableaux as a graph in plain DOT; each box is a branch up to where it splits.

    Parameters
    ----------
    telling : Telling
        The proof.
    """
    out = [
        "digraph proof {",
        '  node [shape=box, style=filled, fillcolor="#fbfbf8", fontname="DejaVu Sans"];',
    ]
    for part in telling.outline.parts:
        for place, block in enumerate(part.blocks):
            title = [] if block.above is not None else [telling.title(part)]
            name = f"n{part.number}_{place}"
            out.append(f'  {name} [label="{"".join(_line(text) for text in [*title, *_texts(telling, block)])}"];')
            if block.above is not None:
                out.append(f"  n{part.number}_{block.above} -> {name} [dir=none];")
    return "\n".join([*out, "}", ""])


def _texts(telling: Telling, block: Block) -> list[str]:
    """The lines of a block."""
    lines = []
    for entry in block.entries:
        said = "✗" if entry.step.node == FALSE else f"{entry.world}: {telling.said(entry)}"
        lines.append(f"{entry.number}  {said}   {reason(entry)}".rstrip())
    return [*lines, "…"] if block.is_cut else lines


def _line(text: str) -> str:
    """A line as a part of a DOT string, at the left."""
    return text.replace("\\", "\\\\").replace('"', '\\"') + "\\l"
