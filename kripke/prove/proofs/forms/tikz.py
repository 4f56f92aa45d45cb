r"""A proof as TikZ pictures: each tableau is a tree of boxes of lines. The package ``forest`` is not needed.

The places are computed here from estimated widths, since TikZ's own trees have one distance between all siblings.
"""

from __future__ import annotations

from kripke.prove.proofs.forms.latex import because, document, said
from kripke.prove.proofs.forms.outline import Block, Part
from kripke.prove.proofs.forms.telling import Telling

LETTER, LINE = 0.16, 0.48
"""Width of a letter and height of a line in cm, for text of 10 points."""
GAP, FALL = 0.6, 0.7
"""Distance between neighbours and between a box and the one below it, in cm."""
PAGE = 15.0
"""Width in cm above which a picture is scaled down."""


def tikz(telling: Telling) -> str:
    """The proof for a document that loads ``amsmath`` and ``tikz``."""
    return document(telling, "amsmath,tikz", _picture)


def _picture(telling: Telling, part: Part) -> str:
    widths = [_width(telling, block) for block in part.blocks]
    places = _places(part.blocks, widths)
    reach = max(abs(x) + width / 2 for (x, _), width in zip(places, widths, strict=True))
    scale = f"scale={PAGE / 2 / reach:.3f}, transform shape, " if 2 * reach > PAGE else ""
    lines = [rf"\begin{{tikzpicture}}[{scale}box/.style={{anchor=north, align=left, inner sep=2pt}}]"]
    for number, (block, (x, y)) in enumerate(zip(part.blocks, places, strict=True)):
        lines.append(rf"\node[box] (n{number}) at ({x:.2f}, {y:.2f}) {{{_content(telling, block)}}};")
        if block.above is not None:
            lines.append(rf"\draw (n{block.above}.south) -- (n{number}.north);")
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _content(telling: Telling, block: Block) -> str:
    """The lines of a block."""
    rows = []
    for entry in block.entries:
        why = because(telling, entry)
        rows.append(f"{entry.number}. {said(telling, entry)}" + (rf" \quad {{\footnotesize {why}}}" if why else ""))
    return r" \\ ".join([*rows, *([r"$\vdots$"] if block.is_cut else [])])


def _width(telling: Telling, block: Block) -> float:
    """The estimated width of a block."""
    texts = [f"{e.number}. {e.world}: {telling.text(e.step.node)}  {telling.reason(e)}" for e in block.entries]
    return LETTER * max([len(text) for text in texts], default=1) + GAP


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
