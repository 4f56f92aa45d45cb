"""The forms of a proof by name; those of trees: text, Graphviz, LaTeX by TikZ or bussproofs; HTML and plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from textwrap import wrap
from typing import Any

from kripke.prove.proofs.deriving.deriving import derive
from kripke.prove.proofs.forms.choices import STYLES, cut
from kripke.prove.proofs.forms.reading import Block, Entry, Part
from kripke.prove.proofs.forms.telling import Telling, in_text, math
from kripke.prove.proofs.forms.words import lines_of, words
from kripke.prove.proofs.script import HYPOTHESIS, LEMMA, WAYS
from kripke.prove.question.nodes import FALSE
from logic.errors import FormulaError, listing, near_miss, shorten
from logic.printer import escape_latex

INDENTED = 30  # number of nested cases up to which lines are indented; deeper ones stay at that column
WIDEST = 90  # number of columns before the reasons; longer lines have theirs directly behind


def tree(telling: Telling) -> str:
    """The proof as a tree of lines."""
    out = telling.above()
    for part in telling.outline.parts:
        rows = list(_lines(telling, part))
        column = min(max([len(left) for left, _ in rows], default=0), WIDEST)
        out += [telling.title(part), *[f"{left:{column}}   {reason}".rstrip() for left, reason in rows], ""]
    return "\n".join([*out[:-1], *telling.ending()])


def _lines(telling: Telling, part: Part) -> Iterator[tuple[str, str]]:
    """For each line what stands on the left, and the reason."""
    width = len(str(sum(len(block.entries) for block in part.blocks)))
    stems = [("", "")] * len(part.blocks)
    for block, (first, stem) in zip(part.blocks, stems, strict=True):
        for position, entry in enumerate(block.entries):
            yield f"{stem if position else first}{entry.number:{width}}  {_said(telling, entry)}", telling.reason(entry)
        if block.is_cut:
            yield f"{stem}{'':{width}}  …", ""
        for case in block.cases:
            is_last = case == block.cases[-1] and not block.is_cut
            below = stem if block.depth >= INDENTED else stem + ("    " if is_last else " │  ")
            stems[case] = below[:-4] + (" └─ " if is_last else " ├─ "), below


def _said(telling: Telling, entry: Entry) -> str:
    return "✗" if entry.step.node == FALSE else f"{entry.world}: {telling.said(entry)}"


WIDTH = 100  # number of characters after which a line goes on below


def dot(telling: Telling) -> str:
    """The tableaux in plain DOT; several of them below each other, with their cases to the right."""
    out = ["digraph proof {", '  node [shape=box, style=filled, fillcolor="#fbfbf8", fontname="DejaVu Sans"];']
    parts = telling.outline.parts
    out += ["  rankdir=LR;"] * (len(parts) > 1)
    for part in reversed(parts):  # from left to right, Graphviz puts the first tree at the bottom
        for place, block in enumerate(part.blocks):
            title = [*([] if part.number else telling.preface()), telling.title(part)] if block.above is None else []
            lines = [f"{e.number}  {_said(telling, e)}   {telling.reason(e)}".rstrip() for e in block.entries]
            label = "".join([_line(text) for text in [*title, *lines, *["…"] * block.is_cut]])
            out.append(f'  n{part.number}_{place} [label="{label}"];')
            if block.above is not None:
                out.append(f"  n{part.number}_{block.above} -> n{part.number}_{place} [dir=none];")
    return "\n".join([*out, "}", ""])


def _line(text: str) -> str:
    """A line as a part of a DOT string, at the left."""
    rows = wrap(text, WIDTH, subsequent_indent="      ", drop_whitespace=False, break_on_hyphens=False) or [""]
    return "".join([row.replace("\\", "\\\\").replace('"', '\\"') + "\\l" for row in rows])


def record(telling: Telling) -> dict[str, Any]:
    """The parts with their steps; all branches of a part are in one list, each with the branch that it continues."""
    parts = []
    for part in telling.outline.parts:
        found: dict[str, Any] = {"lemma": part.number} if part.number else {}
        if part.induction:
            found["induction"] = list(part.induction)
        branches = [{"continues": block.above, "closed": block.is_closed} for block in part.blocks]
        steps = [
            {
                "number": entry.number,
                "branch": place,
                "world": entry.world,
                "formula": str(telling.reading.formula(entry.step.node)),
                "rule": LEMMA if entry.step.rule == HYPOTHESIS and not entry.step.world else entry.step.rule,
                "reason": telling.reason(entry),
                "premises": list(entry.premises),
                **({"of": entry.step.of + 1} if entry.step.of >= 0 else {}),
            }
            for place, block in enumerate(part.blocks)
            for entry in block.entries
        ]
        parts.append(found | {"formula": str(telling.clause(part)), "branches": branches, "steps": steps})
    shown = telling.outline
    return {"steps": shown.total, "complete": not shown.is_cut, "preface": telling.preface(), "parts": parts}


BREAK = r" \\{}"  # Ends a line; without the braces a bracket at the start of the next line would be read as an option


def document(telling: Telling, packages: str, draw: Callable[[Telling, Part], str]) -> str:
    """A part of a document: for each part of the proof its statement and its tableau."""
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
    name, index = entry.world[0], entry.world[1:]
    world = f"{name}_{{{index}}}" if index else name
    return f"${world}: {math(telling.reading.formula(entry.step.node))}$"


def because(telling: Telling, entry: Entry) -> str:
    """Rule and premises of an entry, in LaTeX's text mode."""
    return in_text(telling.reason(entry))


INFERENCES = ("Unary", "Binary", "Trinary", "Quaternary", "Quinary")
"""The names for 1 to 5 branches, which are all that the package has."""


def bussproofs(telling: Telling) -> str:
    """The proof for a document that loads ``amsmath`` and ``bussproofs``."""
    return document(telling, "amsmath,bussproofs", _prooftree)


def _prooftree(telling: Telling, part: Part) -> str:
    def inferences(block: Block) -> list[str]:
        cases = [part.blocks[case] for case in block.cases]
        return [*[line for case in cases for line in inferences(case)], *_block(telling, block, cases)]

    return "\n".join([r"\begin{prooftree}", *inferences(part.blocks[0]), r"\end{prooftree}"])


def _block(telling: Telling, block: Block, cases: list[Block]) -> list[str]:
    """The inferences of a block below those of its cases; the last entry is at the top."""
    entries, above, out = list(block.entries), len(cases), []
    if block.is_closed:
        end = entries.pop()
        out = (
            [r"\AxiomC{$\times$}", *_label(telling, end)] if entries else [rf"\AxiomC{{{_with_reason(telling, end)}}}"]
        )
        above = 1
    elif block.is_cut or not cases:
        out, above = [r"\AxiomC{$\vdots$}"], above + 1
    while above > len(INFERENCES):
        out += [r"\noLine", rf"\{INFERENCES[-1]}InfC{{$\cdots$}}"]
        above -= len(INFERENCES) - 1
    first = [entry for case in cases[:1] for entry in case.entries[:1] if entry.step.rule not in WAYS]
    out += [label for entry in first for label in _label(telling, entry)]
    for entry in reversed(entries):
        is_way = entry.step.rule in WAYS
        text = _with_reason(telling, entry) if is_way else f"{entry.number}.\\ {said(telling, entry)}"
        out.append(rf"\{INFERENCES[above - 1]}InfC{{{text}}}")
        out += _label(telling, entry) if entry is not entries[0] else []
        above = 1
    return out if entries or above == 1 else [*out, rf"\{INFERENCES[above - 1]}InfC{{}}"]


def _with_reason(telling: Telling, entry: Entry) -> str:
    """An entry with its reason in the same place: nothing is inferred below that could have it as a label."""
    return rf"{entry.number}.\ {said(telling, entry)} {{\footnotesize {because(telling, entry)}}}"


def _label(telling: Telling, entry: Entry) -> list[str]:
    """The label of the inference that gives an entry."""
    why = because(telling, entry)
    return [rf"\RightLabel{{\footnotesize {why}}}"] if why else []


LETTER, LINE = 0.16, 0.48  # Width of a letter and height of a line in cm, for text of 10 points
GAP, FALL = 0.6, 0.7  # Distance between neighbours and between a box and the one below it, in cm
PAGE = 15.0  # Width in cm above which a picture is scaled down


def tikz(telling: Telling) -> str:
    """The proof for a document that loads ``amsmath`` and ``tikz``."""
    return document(telling, "amsmath,tikz", _picture)


def _picture(telling: Telling, part: Part) -> str:
    widths = []
    for block in part.blocks:
        texts = [f"{e.number}. {e.world}: {telling.text(e.step.node)}  {telling.reason(e)}" for e in block.entries]
        widths.append(LETTER * max([len(text) for text in texts], default=1) + GAP)
    places = _places(part.blocks, widths)
    reach = max(abs(x) + width / 2 for (x, _), width in zip(places, widths, strict=True))
    scale = f"scale={PAGE / 2 / reach:.3f}, transform shape, " if 2 * reach > PAGE else ""
    lines = [rf"\begin{{tikzpicture}}[{scale}box/.style={{anchor=north, align=left, inner sep=2pt}}]"]
    for number, (block, (x, y)) in enumerate(zip(part.blocks, places, strict=True)):
        rows = []
        for entry in block.entries:
            why = because(telling, entry)
            reason = rf" \quad {{\footnotesize {why}}}" if why else ""
            rows.append(f"{entry.number}. {said(telling, entry)}{reason}")
        content = r" \\ ".join([*rows, *[r"$\vdots$"] * block.is_cut])
        lines.append(rf"\node[box] (n{number}) at ({x:.2f}, {y:.2f}) {{{content}}};")
        if block.above is not None:
            lines.append(rf"\draw (n{block.above}.south) -- (n{number}.north);")
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _places(blocks: list[Block], widths: list[float]) -> list[tuple[float, float]]:
    """The middle of the upper edge of each block, in cm."""
    room = list(widths)
    for place in reversed(range(len(blocks))):
        room[place] = max(room[place], sum([room[case] for case in blocks[place].cases]))
    found = [(0.0, 0.0)] * len(blocks)
    for place, block in enumerate(blocks):
        x, y = found[place]
        left = x - sum([room[case] for case in block.cases]) / 2
        for case in block.cases:
            found[case] = (left + room[case] / 2, y - LINE * max(len(block.entries), 1) - FALL)
            left += room[case]
    return found


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
        for number, (depth, text) in enumerate(lines_of(telling, part), 1):
            out.append(f'<div style="margin-left:{1.2 + 1.5 * depth:.1f}em">{number}. {escape(text)}</div>')
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
    """The proof in a form; `FormulaError` if there is no such form."""
    writer = WRITERS.get(style) if isinstance(style, str) else None
    if writer is None:
        hint = near_miss(style, STYLES) if isinstance(style, str) else ""
        raise FormulaError(f"style {shorten(repr(style))}: expected {listing(map(repr, STYLES))}{hint}")
    return writer(telling)
