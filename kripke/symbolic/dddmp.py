"""Checks of DDDMP files: whether the head fits the length of the file, and the variables fit the manager."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kripke.symbolic.variable_order import VariableOrder
from kripke.symbolic.variable_sets import mask_of

SIZES = ("nnodes", "nsuppvars", "nroots")
"""Each node, variable and root that the head counts takes at least one byte of the file."""

_SIZE = re.compile(rb"^\.(" + "|".join(SIZES).encode() + rb")[ \t]+(\d+)", re.MULTILINE)


class UnreadableFile(Exception):
    """A file of diagrams cannot be read; the message says why."""


def require_possible(path: Path) -> None:
    """Raise `UnreadableFile` if the head counts more than the file has bytes. O(n) for n bytes.

    The library reserves memory for the counts of the head; for terabytes the system ends the process.
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
                f"a DDDMP file with a mistake: .{key.decode()} is {shown}, but the whole file has "
                f"{len(content):,} bytes"
            )


def numbered(
    variables: int, support: Sequence[int], order: VariableOrder, number: Mapping[int, int] | None
) -> list[int]:
    """The numbers of a file's support in a manager; `UnreadableFile` if its variables or its order differ.

    Parameters
    ----------
    number : mapping of int to int, optional
        The file's variables -> the manager's; None: they are the same, and all are there.
    """
    if number is None and variables != 2 * order.bits:
        raise UnreadableFile(f"it has {variables:,} variables, expected {2 * order.bits:,}, two for each bit")
    moved = [v if number is None else number[v] for v in support]
    if moved != order.bottom_up(mask_of(moved))[::-1]:
        raise UnreadableFile("its variables are in another order than the bits")
    return moved
