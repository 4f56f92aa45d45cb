"""The layout of help texts."""

from __future__ import annotations


def examples(*lines: str) -> str:
    """The end of the help of a command: examples, one on a line."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
