r"""A proof for the LaTeX package ``bussproofs``: each closed tableau upside down, the supposition at the bottom.

A sequent calculus would repeat all formulas of a branch in each line, which no page has room for; here each line is one
formula at one world, and the label names the lines that it follows from.
"""

from __future__ import annotations

from kripke.prove.proofs.forms.latex import because, document, said
from kripke.prove.proofs.forms.outline import Block, Entry, Part
from kripke.prove.proofs.forms.telling import Telling

INFERENCES = ("Unary", "Binary", "Trinary", "Quaternary", "Quinary")
"""The names for 1 to 5 branches, which are all that the package has."""


def bussproofs(telling: Telling) -> str:
    """The proof for a document that loads ``amsmath`` and ``bussproofs``.

    Parameters
    ----------
    telling : Telling
        The proof.
    """
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
        out, above = [r"\AxiomC{$\times$}", *_label(entries.pop())], 1
    elif block.is_cut or not cases:
        out, above = [r"\AxiomC{$\vdots$}"], above + 1
    while above > len(INFERENCES):
        out += [r"\noLine", rf"\{INFERENCES[-1]}InfC{{$\cdots$}}"]
        above -= len(INFERENCES) - 1
    out += [label for case in cases[:1] for entry in case.entries[:1] for label in _label(entry)]
    for entry in reversed(entries):
        out.append(rf"\{INFERENCES[above - 1]}InfC{{{entry.number}.\ {said(telling, entry)}}}")
        out += _label(entry) if entry is not entries[0] else []
        above = 1
    return out if entries or above == 1 else [*out, rf"\{INFERENCES[above - 1]}InfC{{}}"]


def _label(entry: Entry) -> list[str]:
    """The label of the inference that gives an entry."""
    why = because(entry)
    return [rf"\RightLabel{{\footnotesize {why}}}"] if why else []
