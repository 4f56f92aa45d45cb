"""Options for the output of a proof: style and length. This module does not import the output forms themselves."""

from typing import Literal, TypeAlias, get_args

Style: TypeAlias = Literal["steps", "tree", "latex", "bussproofs", "hilbert", "fitch", "fitch-latex"]
"""Numbered steps in words, tableaux as trees of lines, TikZ pictures of the trees, inferences for ``bussproofs``, a
derivation in the style of Hilbert, and a proof in the style of Fitch as text or in LaTeX.
"""

STYLES: tuple[str, ...] = get_args(Style)

SOMEONE = "the agent"  # the word for the agent whose operators name no agent

STEPS = 2_000  # Default of the number of steps that are shown: about 500 lines in words, written in 0.1 s


def cut(whole: str, part: str, total: int, shown: int) -> str:
    """Return the last line of a truncated text, with the total number of parts and the number shown.

    >>> cut("proof", "step", 31, 12)
    '… the proof has 31 steps, the first 12 are shown; all: limit=None, --limit 0'
    """
    first = "only the first is" if shown == 1 else f"the first {shown:,} are"
    return f"… the {whole} has {total:,} {part}s, {first} shown; all: limit=None, --limit 0"
