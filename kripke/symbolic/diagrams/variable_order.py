"""Sets of variables, and their order in decision diagrams, where pairs of variables always stay together.

A set of variables is an integer: bit v stands for variable v.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from logic.errors import TooLarge

MOST_BITS = 100_000
"""A set of variables is an integer with a bit for each variable, and there is one set per atom: 1.3 GB for 100,000."""


class VariableOrder:
    """Pairs of variables and their levels in the diagrams; pair i consists of the variables 2i and 2i+1."""

    __slots__ = ("_levels", "bits")

    def __init__(self) -> None:
        self.bits = 0
        self._levels: list[int] | None = None  # None: each variable's level is its number

    def extend(self, bits: int) -> int:
        """Add pairs below all others; return the first new variable. `TooLarge` beyond `MOST_BITS`."""
        first, bits_now = 2 * self.bits, self.bits + bits
        if bits_now > MOST_BITS:
            raise TooLarge(f"a symbolic model of {bits_now:,} bits: expected at most {MOST_BITS:,}; use fewer atoms")
        self.bits = bits_now
        if self._levels is not None:
            self._levels += range(first, 2 * self.bits)
        return first

    def reorder(self, order: Sequence[int]) -> None:
        """Put all pairs into this order, from first to last."""
        levels = [0] * (2 * self.bits)
        for place, pair in enumerate(order):
            levels[2 * pair], levels[2 * pair + 1] = 2 * place, 2 * place + 1
        self._levels = levels

    @property
    def order(self) -> list[int]:
        """The pairs, from the first in the diagrams to the last."""
        if self._levels is None:
            return list(range(self.bits))
        levels = self._levels
        return sorted(range(self.bits), key=lambda pair: levels[2 * pair])

    def level(self, variable: int) -> int:
        """The place of the variable in the order."""
        return variable if self._levels is None else self._levels[variable]

    def bottom_up(self, variables: int) -> list[int]:
        """The variables of a set, from the last in the order to the first."""
        ordered = list(members(variables))
        if self._levels is None:
            ordered.reverse()
        else:
            ordered.sort(key=self._levels.__getitem__, reverse=True)
        return ordered


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
