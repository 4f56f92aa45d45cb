"""The head of a DDDMP file, checked before the file is read: its numbers are the memory that a reader takes at once."""

from __future__ import annotations

import re
from pathlib import Path

SIZES = ("nnodes", "nsuppvars", "nroots")
"""Each node, variable and root that the head counts takes a byte of the file, or more."""

_SIZE = re.compile(rb"^\.(" + "|".join(SIZES).encode() + rb")[ \t]+(\d+)", re.MULTILINE)


class UnreadableFile(Exception):
    """A file of diagrams cannot be read; the message says why."""


def require_possible(path: Path) -> None:
    """Refuse a file whose head counts more than its length can hold, by `UnreadableFile`. O(n) for n bytes.

    A reader that believed such a head would ask for terabytes, and that ends the process.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"not a DDDMP file: {error}") from None
    head = content.partition(b"\n.nodes")[0]
    for key, digits in _SIZE.findall(head):
        digits = digits.lstrip(b"0")
        if len(digits) > len(str(len(content))) or int(digits or b"0") > len(content):
            number = digits.decode()
            shown = number if len(number) <= 20 else f"{number[:20]}…"
            raise UnreadableFile(
                f"a DDDMP file with a mistake: .{key.decode()} says {shown}, and the whole file has "
                f"{len(content):,} bytes"
            )
