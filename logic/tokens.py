r"""Cutting a text into tokens: one regular expression for ASCII, Unicode and LaTeX.

White space and LaTeX spacing before a token are skipped, and a character that starts no token is a token by itself, so
cutting never fails. Every repetition that could read a text in two ways is atomic, so cutting is linear: ``X++`` for a
single character, ``(?>(?:X|Y)*)`` for a group, whose possessive repetition Python 3.11.0 to 3.11.4 got wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from logic.operators import (
    DETAILS_PATTERN,
    GREEK,
    MODALITIES,
    NAME_PATTERN,
    OTHER_LETTERS,
    PUNCTUATION,
    SUBSCRIPTS,
    SYMBOLS,
    WORD,
)

# Vertical tab and form feed are no white space: they are what Python makes of "\vee" and "\frac".
BLANK = r"(?>(?:[^\S\x0b\x0c]|\$|\\[,;:! ()\[\]]|\\(?:quad|qquad|left|right|[bB]igg?[lr]?)(?![A-Za-z]))*)"
SUBSCRIPT = f"[{''.join(SUBSCRIPTS)}]"
STYLE = r"\\(?:text(?:bf|it|rm|sf|tt)?|math(?:bb|bf|cal|it|rm|sf|tt)|operatorname|boldsymbol)"

_INSIDE = rf"(?>(?:{STYLE}\{{[^{{}}]*\}}|\\[^{{}}]|[^{{}}()\[\]&|\\])*)"  # names, commas and blanks
_BRACES = rf"(?:\{{{BLANK}\\\{{{_INSIDE}\\\}}{BLANK}\}}|\{{{_INSIDE}\}})"
_EDGE = rf"(?!{WORD}|')"


def operator(letters: str, digits: str = "") -> str:
    """Return the pattern of operators with their agents: ``K_a``, ``K_{a}``, ``K{a}``, ``Kₐ``.

    Parameters
    ----------
    letters : str
        The pattern of the operators' letters.
    digits : str
        A further form of the agents, such as `DIGITS` for ``K1``.
    """
    styled = rf"{STYLE}(?:\{{(?:{letters})\}}| (?:{letters}))"
    return rf"(?:{styled}|{letters})(?:_{BLANK}{_BRACES}|{_BRACES}|_{WORD}++|{SUBSCRIPT}++{digits})"


DIGITS = rf"|\d++{_EDGE}"
_DIGITS_OF_ONE = rf"|(?:(?<=[KMBwv])|(?<=[KMBwv]\}})){DIGITS[1:]}"  # where other operators stand beside these
AT_LEAST = r"(?:>=|≥|⩾|\\geq?(?:slant)?(?![A-Za-z]))"
FRAC = r"\\[dt]?frac\{(\d++)\}\{(\d++)\}"
NUMBER = rf"(?:{FRAC.replace('(', '(?:')}|(?:\d++(?:\.\d++)?|\.\d++)(?:[eE][+-]?\d++|{BLANK}/{BLANK}\d++)?)"
QUOTED = r'"(?>(?:[^"\\]|\\.)*)(?:"|\\?\Z)'  # a quote that is never closed runs to the end
STYLED = rf"{STYLE}{BLANK}\{{(?>(?:[^{{}}\\]|\\.|\{{\}})*)\}}"
GREEK_LETTER = rf"\\(?:{'|'.join(GREEK)})(?![A-Za-z])"
_IN_BRACES = rf"{BLANK}\{{{_INSIDE}\}}"
LATEX_NAME = rf"(?:{STYLED}|{GREEK_LETTER})(?:_(?:{_IN_BRACES}|{WORD}++))?'*+"
NAME = rf"{NAME_PATTERN}(?:(?<=_){_IN_BRACES}'*+)?{DETAILS_PATTERN}"  # m_{a}, has(N,SA), die1=4

LETTERS = {other: letters for letters, others in OTHER_LETTERS.items() for other in others}
"""The operator of each other letter that is read."""
_OTHERS = "|".join(map(re.escape, LETTERS))

_BELIEF = operator("B", DIGITS)
_DEGREE = rf"{AT_LEAST}{BLANK}{NUMBER}"
_ACTION = rf"@{BLANK}(?:{WORD}++|{QUOTED}|{STYLED})"
_AUDIENCE = rf"{BLANK}_?{BLANK}(?:{_BRACES}|\\\{{{_INSIDE}\\\}})"


CANONICAL = {
    spelling: symbol.ascii
    for symbol in SYMBOLS
    for spelling in (symbol.ascii, symbol.unicode, symbol.latex, *symbol.also)
} | {mark: mark for mark in PUNCTUATION}
"""The grammar's spelling of each symbol."""


def _alternatives(spellings: Iterable[str]) -> str:
    """Return a pattern for the spellings, longer ones first; those of letters end where the word ends."""
    words: dict[str, list[str]] = {"(?![A-Za-z])": [], _EDGE: [], "": []}
    for spelling in sorted(spellings, key=len, reverse=True):
        edge = "" if not spelling[-1].isalpha() else "(?![A-Za-z])" if spelling[0] == "\\" else _EDGE
        words[edge].append(re.escape(spelling))
    return "|".join(f"(?:{'|'.join(group)}){edge}" for edge, group in words.items() if group)


_DIAMOND = f"(?:{_alternatives(spelling for spelling, symbol in CANONICAL.items() if symbol == '<')})"
_GIVEN = rf"\^{BLANK}\{{(?!{BLANK}{AT_LEAST})"

PATTERNS = {
    "DEGREE": rf"{_BELIEF}{BLANK}(?:{_DEGREE}|\^{BLANK}\{{{BLANK}{_DEGREE}{BLANK}\}})",
    "GIVEN": rf"{_BELIEF}{BLANK}\[(?:{BLANK}!)?",
    "GIVEN_IN_LATEX": rf"{_BELIEF}{BLANK}{_GIVEN}",
    "VALUE_KNOWN": operator("Kv", DIGITS),
    "OF_AGENT": operator(f"Bstrong|Bsafe|Kw|K|M|B|{_OTHERS}", _DIGITS_OF_ONE),
    "OF_GROUP": rf"{operator('[ECD]')}|[ECD]{_EDGE}",
    "ACTION": rf"\[{BLANK}{_ACTION}",
    "ACTION_DUAL": rf"{_DIAMOND}{BLANK}{_ACTION}",
    "ANNOUNCED": rf"\[{BLANK}!",
    "ANNOUNCED_DUAL": rf"{_DIAMOND}{BLANK}!",
    "TO": rf"!{_AUDIENCE}",
    "ABOUT": rf"\?{_AUDIENCE}",
    "SYMBOL": _alternatives(CANONICAL),
    "LATEX_NAME": LATEX_NAME,
    "QUOTED": QUOTED,
    "NAME": NAME,
}
"""What a token may be; the first that fits is taken."""

_TOKENS = (
    r"[()]|[a-z][a-z0-9]*+(?![\w'(=])",  # most tokens are one of these, and looking for the others takes longer
    rf"{_BELIEF}{BLANK}(?:{_DEGREE}|\[(?:{BLANK}!)?|\^{BLANK}\{{(?:{BLANK}{_DEGREE}{BLANK}\}}|(?!{BLANK}{AT_LEAST})))",
    operator(f"Bstrong|Bsafe|K[wv]?|[MBECD]|{_OTHERS}", _DIGITS_OF_ONE),
    f"[ECD]{_EDGE}",
    rf"(?:\[|{_DIAMOND}){BLANK}(?:{_ACTION}|!)",
    rf"[!?]{_AUDIENCE}",
    *(PATTERNS[kind] for kind in ("SYMBOL", "LATEX_NAME", "QUOTED", "NAME")),
)
"""The same with common beginnings joined: Python compiles it in a third of the time."""

_TOKEN = re.compile(rf"{BLANK}({'|'.join(_TOKENS)}|.|\Z)", re.DOTALL)
_BY_FIRST = {
    "B": ("DEGREE", "GIVEN", "GIVEN_IN_LATEX", "OF_AGENT", "NAME"),
    "K": ("VALUE_KNOWN", "OF_AGENT", "NAME"),
    "M": ("OF_AGENT", "NAME"),
    **dict.fromkeys("ECD", ("OF_GROUP", "NAME")),
    "L": ("OF_AGENT", "NAME"),
    "[": ("ACTION", "ANNOUNCED"),
    "!": ("TO",),
    "?": ("ABOUT",),
    '"': ("QUOTED",),
    **dict.fromkeys(
        (spelling[0] for spelling, symbol in CANONICAL.items() if symbol == "<"), ("ACTION_DUAL", "ANNOUNCED_DUAL")
    ),
    **dict.fromkeys((letters[0] for letters in LETTERS if not letters[0].isascii()), ("OF_AGENT",)),
    "\\": tuple(PATTERNS),
}
_LETTERS = re.compile(rf"(?:{STYLE}[{{ ])?({_OTHERS}|{'|'.join(MODALITIES)})\}}?")


def cut(text: str) -> list[str]:
    """Return the tokens' spellings and an empty one at the end. O(n) for n characters."""
    return _TOKEN.findall(text)


def places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each token of `cut` begins and ends."""
    return (match.span(1) for match in _TOKEN.finditer(text))


def kind(token: str) -> str | None:
    """Return which of the `PATTERNS` the token matches; None if it matches none."""
    if token in CANONICAL:
        return "SYMBOL"
    if token.isascii() and token.isalnum() and token[0].islower():
        return "NAME"
    names = _BY_FIRST.get(token[:1], ("NAME",))
    return next((name for name in names if re.fullmatch(PATTERNS[name], token, re.DOTALL)), None)


def split(token: str) -> tuple[str, str]:
    """Return the letters of an operator as the printer writes them, and its agents as they stand in the token."""
    found = _LETTERS.match(token)
    assert found is not None, token
    return LETTERS.get(found[1], found[1]), token[found.end() :]
