"""Weights and ranks as files have them: exact, and short enough to be read again."""

from __future__ import annotations

from fractions import Fraction

from kripke.data.errors import FileError
from logic.exact import DIGITS, exact


def number(value: Fraction) -> int | float | str:
    """The number as an exact JSON value: 1, 0.5, "1/3"; `FileError` if it is too long to be read again."""
    if value.denominator.bit_length() * 2 > 3 * DIGITS:
        raise FileError(
            f"a weight with a denominator of {value.denominator.bit_length():,} bits: numbers of more than {DIGITS:,} "
            "characters cannot be read again; save a model with rounded weights, m.rounded(6)"
        )
    if value.denominator == 1:
        return int(value)
    shown = float(value)
    return shown if Fraction(repr(shown)) == value == exact(shown) else str(value)


def rank(value: int) -> int:
    """The rank; `FileError` if it is too long to be read again."""
    if value.bit_length() > 3 * DIGITS:
        raise FileError(
            f"a rank of {value.bit_length():,} bits: numbers of more than {DIGITS:,} characters cannot be read again; "
            "save a model with renumbered ranks, m.rounded(6)"
        )
    return value
