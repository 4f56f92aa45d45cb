"""Reading numbers exactly: 0.15 is 15/100, as it prints, not the nearest binary float."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor, isfinite, log10
from numbers import Real

from logic.errors import FormulaError, shorten

Number = int | float | str | Fraction | Decimal
DIGITS = 1_000
WRITTEN = 4_000  # digits: Python refuses to write integers of more than 4,300
UNWRITABLE = 10**WRITTEN


def counted(text: str, most: int) -> int | None:
    """The whole number from 0 that a text writes in digits; None where it writes none, or one above the bound.

    Parameters
    ----------
    text : str
        What a person wrote; one with more digits than the bound is refused without being read.

    Examples
    --------
    >>> from logic.exact import counted
    >>> counted("13", 13), counted("14", 13), counted("007", 13), counted("9" * 5_000, 13)
    (13, None, None, None)
    """
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) else None
    return number if number is None or number <= most else None


def exact(number: Number, what: str = "number") -> Fraction:
    """Return the rational that the number's text denotes.

    Parameters
    ----------
    number : int, float, str, Fraction or Decimal
        A float is read as the decimal that it prints; a text may be ``0.7`` or ``7/10``.

    Raises
    ------
    FormulaError
        If it is not a finite number, or has more than 1,000 characters.
    """
    if isinstance(number, Fraction):
        return number
    if isinstance(number, bool) or not isinstance(number, (float, int, str, Decimal, Real)):
        raise FormulaError(f"{what} {shorten(number)}: expected a number such as 0.7 or 7/10")
    if isinstance(number, int):
        return Fraction(number)
    if isinstance(number, float) and isfinite(number):
        return Fraction(*Decimal(repr(float(number))).as_integer_ratio())  # half the time of Fraction(text)
    text = str(number).strip()
    if len(text) > DIGITS or len(text.lower().partition("e")[2]) > 4:
        raise FormulaError(f"{what} {shorten(text)}: too long, at most {DIGITS:,} characters are read")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        shown = shorten(text) or repr(text)
        raise FormulaError(f"{what} {shown}: expected a finite number such as 0.7 or 7/10") from None


def whole(text: str, what: str = "number") -> int:
    """Return the whole number that a text denotes: for JSON the ``parse_int`` that bounds what is read.

    Raises
    ------
    FormulaError
        If it is not a whole number, or has more than 1,000 characters.

    Examples
    --------
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
    """Return the fraction with the least denominator in (low, high], by descent in the Stern-Brocot tree.

    Parameters
    ----------
    low, high : Fraction
        0 <= low < high.

    Notes
    -----
    O(d) divisions for d digits. Graham, Knuth and Patashnik, *Concrete Mathematics* (1994), section 4.5.
    """
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
    """Return the rational in [0, 1] that the number's text denotes.

    Raises
    ------
    FormulaError
        If it is outside [0, 1], or has too many digits to be written.
    """
    value = exact(number, what)
    if not 0 <= value.numerator <= value.denominator:  # compared as fractions it takes three times as long
        raise FormulaError(f"{what} {shorten(number)}: expected a number from 0 to 1")
    if value.denominator >= UNWRITABLE:
        raise FormulaError(f"{what}: too long, at most {WRITTEN} digits can be written")
    return value


READABLE = 1_000
"""Fractions with a smaller denominator are written, and their decimals beside them; of others the decimals alone."""


def degree_text(value: Fraction) -> str:
    """A degree of belief or a chance as people read it.

    Parameters
    ----------
    value : Fraction
        From 0 to 1.

    Examples
    --------
    >>> [degree_text(Fraction(*each)) for each in ((16, 37), (1, 2), (1, 1), (1, 1003))]
    ['16/37 ≈ 0.43', '1/2 = 0.5', '1', '≈ 0.00100']
    """
    if value.denominator == 1:
        return str(value)
    decimals = decimals_text(value)
    return f"{value} {decimals}" if value.denominator < READABLE else decimals


def decimals_text(value: Fraction) -> str:
    """The decimals of a degree after ``=``, ``≈``, ``<`` or ``>``: two, or more if these would be 0.00 or 1.00.

    Parameters
    ----------
    value : Fraction
        From 0 to 1.

    Examples
    --------
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


TINY = Fraction(1, 10**6)
"""Degrees closer to 0 or 1 are not written with all decimals."""

MANY = 10**12
"""Whole numbers from here on are shown by their magnitude."""


def magnitude(number: int) -> str:
    """Return the number with separated thousands; of a very large number the first digits: ``1.27e30``."""
    return f"{number:,}" if number < MANY else f"{Decimal(number):.2e}".replace("e+", "e")


def plural(count: int, noun: str) -> str:
    """The number with its noun: ``1 world``, ``1,023 worlds``."""
    return f"{magnitude(count)} {noun}{'' if count == 1 else 's'}"
