"""The layout of help texts."""

from __future__ import annotations

from textwrap import wrap


def examples(*lines: str) -> str:
    """The end of the help of a command: examples, one on a line."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def wrapped(text: str, width: int) -> str:
    """The examples in lines that fit, cut at words.

    Parameters
    ----------
    text : str
        As `examples` makes it.
    width : int
        Columns of the terminal.
    """
    lines = (wrap(line, width - 2, subsequent_indent=" " * 6, break_long_words=False) for line in text.split("\n"))
    return "\n".join(part for parts in lines for part in parts or [""])
