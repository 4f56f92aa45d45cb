r"""Cutting a text into tokens: one regular expression for ASCII, Unicode and LaTeX.

White space and LaTeX spacing before a token are skipped, and a character that starts no token is a token by itself, so
that cutting never fails. All repetitions that could try a text twice are atomic, so that cutting is linear: ``X++``
for a single character, ``(?>(?:X|Y)*)`` for a group, whose possessive repetition Python 3.11.0 to 3.11.4 got wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter

from logic.operators import ATOM_PATTERN, MODALITIES, PUNCTUATION, SUBSCRIPTS, SYMBOLS, WORD

# Vertical tab and form feed are no white space: they are what Python makes of "\vee" and "\frac".
BLANK = r"(?>(?:[^\S\x0b\x0c]|\$|\\[,;:! ]|\\(?:quad|qquad|left|right)(?![A-Za-z]))*)"
SUBSCRIPT = f"[{''.join(SUBSCRIPTS)}]"
STYLE = r"\\(?:text|textit|textrm|mathit|mathrm|mathsf|operatorname)"

_INSIDE = rf"(?>(?:{STYLE}\{{[^{{}}]*\}}|\\[^{{}}]|[^{{}}()\[\]&|\\])*)"  # names, commas and blanks
_BRACES = rf"(?:\{{{BLANK}\\\{{{_INSIDE}\\\}}{BLANK}\}}|\{{{_INSIDE}\}})"
_EDGE = rf"(?!{WORD}|')"


def operator(*names: str, digits: bool = False) -> str:
    """A pattern for operators with agent or group: ``K_a``, ``K_{a}``, ``K{a}``, ``Kₐ``, and ``K1`` on request."""
    letters = "|".join(names)
    number = rf"|\d++{_EDGE}" if digits else ""
    return rf"(?:{STYLE}\{{(?:{letters})\}}|{letters})(?:_{BLANK}{_BRACES}|{_BRACES}|_{WORD}++|{SUBSCRIPT}++{number})"


AT_LEAST = r"(?:>=|≥|⩾|\\geq?(?:slant)?(?![A-Za-z]))"
FRAC = r"\\[dt]?frac\{(\d++)\}\{(\d++)\}"
NUMBER = rf"(?:{FRAC.replace('(', '(?:')}|(?:\d++(?:\.\d++)?|\.\d++)(?:[eE][+-]?\d++|{BLANK}/{BLANK}\d++)?)"
QUOTED = r'"(?>(?:[^"\\]|\\.)*)(?:"|\Z)'  # a quote that is never closed runs to the end
LATEX_NAME = rf"{STYLE}{BLANK}\{{(?>(?:[^{{}}\\]|\\.|\{{\}})*)\}}"

_BELIEF = operator("B", digits=True)
_DEGREE = rf"{AT_LEAST}{BLANK}{NUMBER}"
_ACTION = rf"{BLANK}@{BLANK}(?:{WORD}++|{QUOTED}|{LATEX_NAME})"
_AUDIENCE = rf"{BLANK}_?{BLANK}(?:{_BRACES}|\\\{{{_INSIDE}\\\}})"


def _spelt(symbol: str) -> str:
    """A pattern for the symbol; one of letters ends where the word ends."""
    edge = "" if not symbol[-1:].isalpha() else "(?![A-Za-z])" if symbol[0] == "\\" else _EDGE
    return re.escape(symbol) + edge


CANONICAL = {
    spelling: symbol.ascii
    for symbol in SYMBOLS
    for spelling in (symbol.ascii, symbol.unicode, symbol.latex, *symbol.also)
} | {mark: mark for mark in PUNCTUATION}
"""The grammar's spelling of each symbol."""

_DIAMOND = "|".join(_spelt(spelling) for spelling, symbol in CANONICAL.items() if symbol == "<")

PATTERNS = {
    "DEGREE": rf"{_BELIEF}{BLANK}(?:{_DEGREE}|\^{BLANK}\{{{BLANK}{_DEGREE}{BLANK}\}})",
    "GIVEN": rf"{_BELIEF}{BLANK}\[",
    "GIVEN_IN_LATEX": rf"{_BELIEF}{BLANK}\^{BLANK}\{{(?!{BLANK}{AT_LEAST})",
    "VALUE_KNOWN": operator("Kv", digits=True),
    "OF_AGENT": "|".join([operator("Bstrong", "Bsafe"), operator("Kw", "K", "M", "B", digits=True)]),
    "OF_GROUP": rf"{operator('E', 'C', 'D')}|[ECD]{_EDGE}",
    "ACTION": rf"\[{_ACTION}",
    "ACTION_DUAL": rf"(?:{_DIAMOND}){_ACTION}",
    "TO": rf"!{_AUDIENCE}",
    "ABOUT": rf"\?{_AUDIENCE}",
    "SYMBOL": "|".join(map(_spelt, sorted(CANONICAL, key=len, reverse=True))),
    "LATEX_NAME": LATEX_NAME,
    "QUOTED": QUOTED,
    "NAME": ATOM_PATTERN,
}
"""What a token may be, the first that fits first."""

_TOKEN = re.compile(rf"{BLANK}({'|'.join(PATTERNS.values())}|.|\Z)", re.DOTALL)
_KINDS = re.compile("|".join(rf"(?P<{kind}>{pattern})" for kind, pattern in PATTERNS.items()), re.DOTALL)
_LETTERS = re.compile(rf"(?:{STYLE}\{{)?({'|'.join(MODALITIES)})\}}?")


def cut(text: str) -> Iterator[str]:
    """The tokens' spellings, one after the other; an empty one at the end. O(n) for n characters."""
    return map(itemgetter(1), _TOKEN.finditer(text))


def places(text: str) -> Iterator[tuple[int, int]]:
    """Where each token of `cut` begins and ends."""
    return (match.span(1) for match in _TOKEN.finditer(text))


def kind(token: str) -> str | None:
    """Which of the `PATTERNS` the token is; None if it is none."""
    found = _KINDS.fullmatch(token)
    return found.lastgroup if found else None


def split(token: str) -> tuple[str, str]:
    """The letters of an operator, and its agents as they are written."""
    found = _LETTERS.match(token)
    assert found is not None, token
    return found[1], token[found.end() :]
