"""The shape of the help texts."""

from __future__ import annotations


def examples(*lines: str) -> str:
    """The end of a command's help: commands to try, each on its line as it is typed."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
