"""Weights and ranks as they are written: exact, and never longer than what is read again."""

from __future__ import annotations

from fractions import Fraction

from kripke.data.errors import FileError
from logic.exact import DIGITS


def number(value: Fraction) -> int | float | str:
    """The number as JSON writes it exactly: 1, 0.5, "1/3"."""
    if value.denominator.bit_length() * 2 > 3 * DIGITS:
        raise FileError(
            f"a weight with a denominator of {value.denominator.bit_length():,} bits: numbers of more than {DIGITS:,} "
            "characters are not read again; save a model of rounded weights, m.rounded(6)"
        )
    if value.denominator == 1:
        return int(value)
    return float(value) if Fraction(repr(float(value))) == value else str(value)


def rank(value: int) -> int:
    """The rank, if it is short enough to be read again."""
    if value.bit_length() > 3 * DIGITS:
        raise FileError(
            f"a rank of {value.bit_length():,} bits: numbers of more than {DIGITS:,} characters are not read again; "
            "save a model whose ranks are numbered anew, m.rounded(6)"
        )
    return value
