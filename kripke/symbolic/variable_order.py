"""The order of the variables in decision diagrams: pairs of variables that always stay together."""

from __future__ import annotations

from collections.abc import Sequence

from kripke.symbolic.variable_sets import members
from logic.errors import TooLarge

MOST_BITS = 100_000
"""A set of variables is an integer with a bit for each variable, and there is one set per atom: 1.3 GB for 100,000."""


class VariableOrder:
    """Pairs of variables and their levels in the diagrams; pair i consists of the variables 2i and 2i+1.

    Attributes
    ----------
    bits : int
        The number of pairs.
    """

    __slots__ = ("_levels", "bits")

    def __init__(self) -> None:
        self.bits = 0
        self._levels: list[int] | None = None  # None: each variable's level is its number

    def extend(self, bits: int) -> int:
        """Add pairs below all others; return the first new variable. `TooLarge` beyond `MOST_BITS`."""
        _require_bits(self.bits + bits)
        first = 2 * self.bits
        self.bits += bits
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


def _require_bits(bits: int) -> None:
    """Raise `TooLarge` for more than `MOST_BITS` bits."""
    if bits > MOST_BITS:
        raise TooLarge(f"a symbolic model of {bits:,} bits: expected at most {MOST_BITS:,}; use fewer atoms")
