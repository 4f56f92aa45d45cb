"""Sets of variables, as integers: bit v stands for variable v."""

from collections.abc import Iterable, Iterator

MOST_BITS = 100_000
"""Maximal number of bits. Each atom has a set of variables, an integer of this length: 1.3 GB for 100,000 atoms."""


def mask_of(variables: Iterable[int]) -> int:
    """The set of these variables. O(w) for the greatest variable w."""
    listed = list(variables)
    bits = bytearray(max(listed, default=0) // 8 + 1)
    for variable in listed:
        bits[variable >> 3] |= 1 << (variable & 7)
    return int.from_bytes(bits, "little")


def members(variables: int) -> Iterator[int]:
    """The variables of a set, ascending. O(w) for the greatest variable w."""
    if not variables & (variables - 1):  # no variable or one, the most frequent cases
        if variables:
            yield variables.bit_length() - 1
        return
    text = bin(variables)[:1:-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)
