"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterator


def positions(bits: int) -> Iterator[int]:
    """The numbers of a set, the smallest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
