r"""A proof for the LaTeX package ``bussproofs``: each closed tableau upside down, the supposition at the bottom.

A sequent calculus would repeat all formulas of a branch in each line, which no page has room for; here each line is one
formula at one world, and the label names the lines that it follows from.
"""

from __future__ import annotations

from kripke.prove.proofs.forms.latex import because, document, said
from kripke.prove.proofs.forms.outline import Block, Entry, Part
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.script import WAYS

INFERENCES = ("Unary", "Binary", "Trinary", "Quaternary", "Quinary")
"""The names for 1 to 5 branches, which are all that the package has."""


def bussproofs(telling: Telling) -> str:
    """The proof for a document that loads ``amsmath`` and ``bussproofs``."""
    return document(telling, "amsmath,bussproofs", _prooftree)


def _prooftree(telling: Telling, part: Part) -> str:
    out = [r"\begin{prooftree}"]
    stack: list[tuple[int, bool]] = [(0, False)]
    while stack:
        place, is_done = stack.pop()
        block = part.blocks[place]
        if not is_done:
            stack.append((place, True))
            stack += [(case, False) for case in reversed(block.cases)]
            continue
        out += _block(telling, block, [part.blocks[case] for case in block.cases])
    return "\n".join([*out, r"\end{prooftree}"])


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
