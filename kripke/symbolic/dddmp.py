"""The head of a DDDMP file, read before the file is: its numbers are how much room a reader takes at once."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

SIZES = ("nnodes", "nsuppvars", "nroots")
"""Each node, variable and root that the head counts takes a byte of the file, or more."""

_SIZE = re.compile(rb"^\.(" + "|".join(SIZES).encode() + rb")[ \t]+(\d+)", re.MULTILINE)


def overstated(path: str | PathLike[str]) -> str | None:
    """What the head says that a file of this length cannot hold; None where its numbers are possible.

    A reader that believed it would ask for terabytes, and that ends the process. `OSError` if the file cannot be read.
    O(n) for n bytes.
    """
    content = Path(path).read_bytes()
    head = content.partition(b"\n.nodes")[0]
    for key, digits in _SIZE.findall(head):
        digits = digits.lstrip(b"0")
        if len(digits) > len(str(len(content))) or int(digits or b"0") > len(content):
            number = digits.decode()
            shown = number if len(number) <= 20 else f"{number[:20]}…"
            return f".{key.decode()} says {shown}, and the whole file has {len(content):,} bytes"
    return None
