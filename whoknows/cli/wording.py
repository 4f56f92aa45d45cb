"""Messages in the language of the command line: what Python's users write as arguments, others write as options."""

from __future__ import annotations

import re

WAYS_OUT = (
    (r"say which, by event=\.\.\.", "say which, by --event"),
    (r"give relations=\{'(\w+)': \[\.\.\.\]\}, or others=\[\.\.\.\]", r"give a line \1: ..., or a line others: ..."),
    (r"give it by actions=\{'([^']*)': \.\.\.\}", r"give it by --action \1=FILE"),
    (r"; read it by KripkeModel\.load", "; give it as MODEL"),
    (r"; with repair=True[^;]*", ""),
    (r"say where, by at=\.\.\.", "say where, by --at WORLD"),
    (r"by update\(\.\.\., contract=True\)", "by whoknows contract"),
    (r"with contract\(model\)", "by whoknows contract"),
    (r"\b(max_worlds|max_lines)=([\d,]+)", lambda found: f"--{found[1].replace('_', '-')} {found[2]}"),
    (r"\bhighlight=\.\.\.:", "--highlight:"),
    (r"^atoms (.*), by atoms=\[\.\.\.\]", r"atoms \1, by --on, such as --on p,q"),
)
"""What a message says to Python's users, and what it says on the command line."""


def worded(message: str) -> str:
    """The message with its ways out as one types them."""
    for python, typed in WAYS_OUT:
        message = re.sub(python, typed, message)
    return message
