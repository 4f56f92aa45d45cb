"""The layout of help texts."""

from __future__ import annotations

import re

WORD = re.compile(r"""#.*|(?:'[^']*'|"[^"]*"|\S)+""")
"""A word of a command, with what is in quotes, or a comment."""
DEEPER = " " * 6


def examples(*lines: str) -> str:
    """The end of the help of a command: examples, one on a line."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def wrapped(text: str, width: int) -> str:
    r"""The examples in lines that fit, cut between words with a ``\``, so that a copy of them is the command still.

    Parameters
    ----------
    width : int
        Columns of the terminal.
    """
    return "\n".join(part for line in text.split("\n") for part in _cut(line, width - 2))


def _cut(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    first, *rest = WORD.findall(line)
    parts = [line[: len(line) - len(line.lstrip())] + first]
    for word in rest:
        if len(parts[-1]) + len(word) + len("  \\") > width:
            parts.append(DEEPER + word)
        else:
            parts[-1] += f" {word}"
    return [*(f"{part} \\" for part in parts[:-1]), parts[-1]]
