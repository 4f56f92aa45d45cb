"""What stands beside the letters of operators: how it is read, and how it is written."""

from __future__ import annotations

import re
from fractions import Fraction

from logic.errors import FormulaError, Slip, shorten
from logic.exact import share
from logic.operators import BLANK, Superscript

AT_LEAST = r"(?:>=|≥|⩾|\\geq?(?:slant)?(?![A-Za-z]))"
_N = "[0-9]++"
FRAC = rf"\\[dt]?frac\{{({_N})\}}\{{({_N})\}}"
NUMBER = rf"(?:{FRAC.replace('(', '(?:')}|(?:{_N}(?:\.{_N})?|\.{_N})(?:[eE][+-]?{_N}|{BLANK}/{BLANK}{_N})?)"
_DEGREE = rf"{AT_LEAST}{BLANK}{NUMBER}"
_DEGREES = "a degree is written B_a>=0.7 p or B_a>=7/10 p"


def _degree(text: str) -> Fraction:
    digits = re.search(NUMBER, text)
    assert digits is not None, text
    return _fraction(digits[0])


def _fraction(number: str) -> Fraction:
    exponent = number.lower().partition("e")[2] if "frac" not in number else ""
    if len(exponent) > 5 or len(number) > 10_000:
        raise Slip(f"the number {shorten(number)} is too long", "a number from 0 to 1", _DEGREES, number)
    try:
        return share(Fraction(re.sub(r"\s|\$|\\[,;:! ]", "", re.sub(FRAC, r"\1/\2", number))))
    except (ValueError, ZeroDivisionError):  # too many digits, or 7/0
        raise Slip(f"{shorten(number)} is not a degree", "a number from 0 to 1", _DEGREES, number) from None


DEGREE = Superscript(
    "DEGREE",
    "degree",
    rf"(?:{_DEGREE}|\^{BLANK}\{{{BLANK}{_DEGREE}{BLANK}\}})",
    _degree,
    lambda degree, latex: f"^{{\\geq {degree}}}" if latex else f">={degree}",
)

MOST_TIMES = 10_000
"""The largest n of ``E^n p``."""

_TIMES = f"everyone knows, n times over, is written E^2 p or E^2_{{a,b}} p, with n from 1 to {MOST_TIMES:,}"


def require_times(times: object) -> None:
    """Raise `FormulaError` unless the value can be the n of ``E^n p``."""
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= MOST_TIMES:
        raise FormulaError(f"times {shorten(repr(times))}: expected a whole number from 1 to {MOST_TIMES:,}")


def _times(text: str) -> int:
    digits = re.search(r"\d+", text)
    if digits is None or not re.fullmatch(rf"(?:{BLANK}[\^{{}}\d])*{BLANK}", text):
        raise Slip("E^ without a number", f"a number from 1 to {MOST_TIMES:,}", _TIMES)
    if not digits[0].isascii() or len(digits[0]) > 100 or not 1 <= int(digits[0]) <= MOST_TIMES:
        raise Slip(f"{shorten(digits[0])} times", f"a number from 1 to {MOST_TIMES:,}", _TIMES, digits[0])
    return int(digits[0])


TIMES = Superscript(
    "TIMES",
    "times",
    rf"\^{BLANK}(?:\{{[^{{}}]*\}}|\d*+)",  # any braces, so that the message is about the number
    _times,
    lambda times, latex: f"^{{{times}}}" if latex else f"^{times}",
    first=True,
)
