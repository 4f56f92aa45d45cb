"""Exact conversion of numbers to fractions: the float 0.15 is 3/20, the float 1/6 is 1/6; strings are read exactly."""

from __future__ import annotations

from bisect import bisect_left
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import floor, inf, isfinite, log10
from numbers import Integral, Rational, Real
from operator import truediv
from typing import Any, TypeGuard

from logic.errors import FormulaError, shorten

Number = int | float | str | Fraction | Decimal
DIGITS = 1_000
WRITTEN = 4_000  # digits: Python refuses to write integers of more than 4,300
UNWRITABLE = 10**WRITTEN
SIMPLE = {2: 10, 4: 1_000}
"""Maps the size in bytes of a low-precision float to the largest denominator that its precision distinguishes."""
FINEST = 10**6


def is_whole(value: object, least: float = -inf, most: float = inf) -> TypeGuard[int]:
    """Return whether the value is an integer (no Boolean) from `least` to `most`; NumPy integers count."""
    return isinstance(value, Integral) and not isinstance(value, bool) and least <= int(value) <= most


def is_real(value: object, least: float = -inf, most: float = inf) -> TypeGuard[float]:
    """Return whether the value is a real number (no Boolean or NaN) from `least` to `most`; NumPy numbers count."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return is_number and least <= value <= most  # type: ignore[operator]


def require_whole(value: object, what: str, least: int = 0, most: float = inf) -> int:
    """Return the value as an `int` if it is a whole number from `least` to `most`; otherwise `FormulaError`."""
    if not is_whole(value, least, most):
        end = "" if most == inf else f" to {most:,}"
        raise FormulaError(f"{what} {shorten(repr(value))}: expected a whole number from {least:,}{end}")
    return int(value)


def counted(text: str, most: int) -> int | None:
    """Parse a string as a whole number from 0 to `most`; None if it is not one.

    A string with more digits than `most` is not converted, since it may be very long.

    >>> from logic.exact import counted
    >>> counted("13", 13), counted("14", 13), counted("007", 13), counted("9" * 5_000, 13)
    (13, None, None, None)
    """
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) else None
    return number if number is None or number <= most else None


def exact(number: Number, what: str = "number") -> Fraction:
    """Return the fraction that a number stands for.

    `FormulaError` if it is a bool or not a finite number, or if a string or Decimal has more than 1,000 characters, or
    more than 4 in the exponent. The message calls the number `what`.

    `number`: a float stands for the simplest fraction with this float value, if the denominator is at most 10^6 (for
        NumPy's float32 10^3, float16 10): ``1/6`` is 1/6 and ``0.15`` is 3/20. Any other float stands for the decimal
        that Python prints for it. A string, such as ``0.7`` or ``7/10``, and a Decimal are read digit by digit.

    >>> exact(1 / 6), exact("0.1667"), exact(1 / 3) * 3
    (Fraction(1, 6), Fraction(1667, 10000), Fraction(1, 1))
    """
    if isinstance(number, Fraction):
        return number
    if isinstance(number, bool) or not isinstance(number, (float, int, str, Decimal, Real)):
        raise FormulaError(f"{what} {shorten(number)}: expected a number such as 0.7 or 7/10")
    if isinstance(number, float) and isfinite(number):
        return _of_float(float(number))  # NumPy's float64 has its own arithmetic and `repr`
    if isinstance(number, Rational):
        return Fraction(int(number.numerator), int(number.denominator))
    if isinstance(number, Real) and isfinite(number) and (simple := _simple(number)):
        return simple
    text = str(number).strip()
    if len(text) > DIGITS or len(text.lower().partition("e")[2]) > 4:
        raise FormulaError(f"{what} {shorten(text)}: too long, at most {DIGITS:,} characters are read")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        shown = shorten(text) or repr(text)
        raise FormulaError(f"{what} {shown}: expected a finite number such as 0.7 or 7/10") from None


@lru_cache(1024)  # a model often has few different weights
def _of_float(number: float) -> Fraction:
    return _simple(number) or Fraction(*Decimal(repr(number)).as_integer_ratio())  # twice as fast as Fraction(text)


def _simple(number: Any) -> Fraction | None:
    """Return the simplest fraction that equals a float; None for a whole float, or if the denominator is too large."""
    if number < 0:
        positive = _simple(-number)
        return positive and -positive
    kind, finest = type(number), SIMPLE.get(getattr(number, "itemsize", 8), FINEST)
    divide = truediv if kind is float else lambda top, bottom: kind(top) / kind(bottom)
    above, below = number.as_integer_ratio()
    units, above = divmod(above, below)
    p, q, p_last, q_last = 1, 0, units, 1
    while above:
        (quotient, rest), below = divmod(below, above), above
        steps = quotient if q + quotient * q_last <= finest else (finest - q) // q_last
        top, bottom = p + steps * p_last, q + steps * q_last
        if divide(top, bottom) == number:
            places = range(steps)
            least = bisect_left(places, True, 1, key=lambda i: divide(p + i * p_last, q + i * q_last) == number)
            return Fraction(p + least * p_last, q + least * q_last)
        if steps < quotient:
            return None
        p, q, p_last, q_last, above = p_last, q_last, top, bottom, rest
    return None


def json_number(text: str) -> float | str:
    """Return a JSON number as a float if `exact` of this float is a simple fraction, otherwise as a string.

    Whole numbers, NaN and Infinity stay strings, as do numbers with more than 17 digits, since Python prints a float
    with at most 17 digits.

    >>> [exact(json_number(each)) for each in ("0.16666666666666666", "0.1667", "0.10000000000000000001")]
    [Fraction(1, 6), Fraction(1667, 10000), Fraction(10000000000000000001, 100000000000000000000)]
    """
    number = float(text)
    return number if isfinite(number) and len(Decimal(text).as_tuple().digits) <= 17 and _simple(number) else text


def whole(text: str, what: str = "number") -> int:
    """Parse a string as a whole number, with a bound on its length; `json.loads` can use it as ``parse_int``.

    `FormulaError` if it is not a whole number, or has more than 1,000 characters; the message calls it `what`.

    >>> whole("-12")
    -12
    """
    if len(text) > DIGITS:
        raise FormulaError(f"{what} {shorten(text)}: too long, at most {DIGITS:,} characters are read")
    try:
        return int(text)
    except ValueError:
        raise FormulaError(f"{what} {shorten(text)}: expected a whole number such as 12") from None


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction in (low, high] with the least denominator; 0 <= low < high. O(d) divisions for d digits."""
    wholes: list[int] = []
    after, upto, open_below = low, high, True
    while True:
        whole = floor(after)
        first = whole + 1 if open_below or whole < after else whole
        if first <= upto if open_below else first < upto or upto < 0:
            break
        wholes.append(whole)
        above = Fraction(-1) if after == whole else 1 / (after - whole)  # -1: no bound
        after, upto, open_below = 1 / (upto - whole), above, not open_below
    fraction = Fraction(first)
    for whole in reversed(wholes):
        fraction = whole + 1 / fraction
    return fraction


def share(number: Number, what: str = "degree") -> Fraction:
    """Convert the number to a fraction in [0, 1]; `FormulaError` if that is impossible or it has too many digits."""
    value = exact(number, what)
    if not 0 <= value.numerator <= value.denominator:  # comparing fractions takes three times as long
        raise FormulaError(f"{what} {shorten(number)}: expected a number from 0 to 1")
    if value.denominator >= UNWRITABLE:
        raise FormulaError(f"{what}: too long, at most {WRITTEN} digits can be written")
    return value


READABLE = 1_000
"""Fractions with a smaller denominator are printed with their decimals, all others as decimals only."""


def degree_text(value: Fraction) -> str:
    """Return a degree of belief or a probability as readable text: ``16/37 ≈ 0.43``.

    `value`: from 0 to 1.

    >>> [degree_text(Fraction(*each)) for each in ((16, 37), (1, 2), (1, 1), (1, 1003))]
    ['16/37 ≈ 0.43', '1/2 = 0.5', '1', '≈ 0.00100']
    """
    if value.denominator == 1:
        return str(value)
    decimals = decimals_text(value)
    return f"{value} {decimals}" if value.denominator < READABLE else decimals


def decimals_text(value: Fraction) -> str:
    """Return ``=``, ``≈``, ``<`` or ``>`` and a degree with two decimals, or more if it is closer than 0.1 to 0 or 1.

    `value`: from 0 to 1. An exact degree has no zeros at the end: ``= 0.5``.

    >>> [decimals_text(Fraction(*each)) for each in ((3, 4), (1, 3), (1, 700), (699, 700), (1, 10**9))]
    ['= 0.75', '≈ 0.33', '≈ 0.0014', '≈ 0.9986', '< 0.000001']
    """
    least = min(value, 1 - value)
    if 0 < least < TINY:
        return f"< {float(TINY):f}" if value < TINY else f"> {float(1 - TINY):f}"
    if not least:
        return f"= {value}"
    places = max(2, 1 - floor(log10(least)))
    shown = f"{float(value):.{places}f}"
    return f"= {shown.rstrip('0')}" if Fraction(shown) == value else f"≈ {shown}"


TINY = Fraction(1, 10**6)  # Degrees closer than this to 0 or 1 are printed as bounds

MANY = 10**12  # Whole numbers from this one on are printed in scientific notation


def magnitude(number: int) -> str:
    """Return the number with thousands separators, or a very large one in scientific notation: ``1.27e30``."""
    return f"{number:,}" if number < MANY else f"{Decimal(number):.2e}".replace("e+", "e")


def plural(count: int, noun: str) -> str:
    """Return the number with its noun in singular or plural: ``1 world``, ``1,023 worlds``."""
    return f"{magnitude(count)} {noun}{'' if count == 1 else 's'}"
