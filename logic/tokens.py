r"""Cutting a text into tokens: one regular expression for ASCII, Unicode and LaTeX.

White space and LaTeX spacing before a token are skipped, and a character that starts no token is a token by itself, so
cutting never fails. Every repetition that could read a text in two ways is atomic, so cutting is linear: ``X++`` for a
single character, ``(?>(?:X|Y)*)`` for a group, whose possessive repetition Python 3.11.0 to 3.11.4 got wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from logic.clauses import LANGUAGE
from logic.operators import (
    BLANK,
    DETAILS_PATTERN,
    GREEK,
    NAME_PATTERN,
    PUNCTUATION,
    SUBSCRIPTS,
    SYMBOLS,
    WORD,
    Modality,
    longest_first,
)
from logic.superscripts import AT_LEAST

SUBSCRIPT = f"[{''.join(SUBSCRIPTS)}]"
STYLE = r"\\(?:text(?:bf|it|rm|sf|tt)?|math(?:bb|bf|cal|it|rm|sf|tt)|operatorname|boldsymbol)"

_INSIDE = rf"(?>(?:{STYLE}\{{[^{{}}]*\}}|\\[^{{}}]|[^{{}}()\[\]&|\\])*)"  # names, commas and blanks
_BRACES = rf"(?:\{{{BLANK}\\\{{{_INSIDE}\\\}}{BLANK}\}}|\{{{_INSIDE}\}})"
_EDGE = rf"(?!{WORD}|')"


def operator(letters: str, digits: str = "") -> str:
    """Return the pattern of operators with their agents: ``K_a``, ``K_{a}``, ``K{a}``, ``Kₐ``."""
    return rf"{_styled(letters)}(?:{_AGENTS}{digits})"


_AGENTS = rf"_{BLANK}{_BRACES}|{_BRACES}|_{WORD}++|{SUBSCRIPT}++"


def _styled(letters: str) -> str:
    return rf"(?:{STYLE}(?:\{{(?:{letters})\}}| (?:{letters}))|{letters})"


_FORMS: dict[Any, Modality] = {
    clause: clause.operator.form for clause in LANGUAGE if isinstance(clause.operator.form, Modality)
}
WITH_SUPERSCRIPT = {form.above.kind: clause for clause, form in _FORMS.items() if form.above is not None}
"""The clause of each kind of tokens with a superscript."""
_PLAIN = {form.letters: clause for clause, form in _FORMS.items() if form.above is None and clause.parts == ("sub",)}
OF_AGENT = {letters: clause for letters, clause in _PLAIN.items() if "agent" in clause.data}
OF_GROUP = {letters: clause for letters, clause in _PLAIN.items() if "group" in clause.data}
LETTERS = {other: form.letters for form in _FORMS.values() for other in form.others}
"""The operator of each other letter that is read."""
MODALITIES = sorted({form.letters for form in _FORMS.values()}, key=lambda letters: (-len(letters), letters))
"""The letters of the operators with agents, longer ones first."""
LONGEST = (*MODALITIES, *LETTERS)

DIGITS = rf"|\d++{_EDGE}"
_ENDS = "".join(sorted({form.letters[-1] for form in _FORMS.values() if form.numbered}))
_DIGITS_OF_ONE = rf"|(?:(?<=[{_ENDS}])|(?<=[{_ENDS}]\}})){DIGITS[1:]}"  # where other operators stand beside these
QUOTED = r'"(?>(?:[^"\\]|\\.)*)(?:"|\\?\Z)'  # a quote that is never closed runs to the end
STYLED = rf"{STYLE}{BLANK}\{{(?>(?:[^{{}}\\]|\\.|\{{\}})*)\}}"
GREEK_LETTER = rf"\\(?:{'|'.join(GREEK)})(?![A-Za-z])"
_IN_BRACES = rf"{BLANK}\{{{_INSIDE}\}}"
LATEX_NAME = rf"(?:{STYLED}|{GREEK_LETTER})(?:_(?:{_IN_BRACES}|{WORD}++))?'*+"
NAME = rf"{NAME_PATTERN}(?:(?<=_){_IN_BRACES}'*+)?{DETAILS_PATTERN}"  # m_{a}, has(N,SA), die1=4

_OTHERS = longest_first(LETTERS)
_GROUPS = longest_first(OF_GROUP)


def _operators(letters: str) -> str:
    """The pattern of an operator that has something after its agents, such as ``B_a>=0.7``, without that."""
    return operator(letters, DIGITS if any(f.numbered for f in _FORMS.values() if f.letters == letters) else "")


def _above(form: Modality) -> str:
    """The pattern of an operator with its superscript: ``B_a>=0.7``, ``E^3_{a,b}``."""
    assert form.above is not None
    if form.above.first:  # the agents stand before the superscript or behind it
        above = f"{BLANK}{form.above.pattern}"
        return f"{_styled(form.letters)}(?:(?:{_AGENTS}){above}|{above}(?:{_AGENTS})?)"
    return f"{_operators(form.letters)}{BLANK}{form.above.pattern}"


_BELIEF = _operators("B")
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
    for spelling in spellings:
        edge = "" if not spelling[-1].isalpha() else "(?![A-Za-z])" if spelling[0] == "\\" else _EDGE
        words[edge].append(spelling)
    return "|".join(f"(?:{longest_first(group)}){edge}" for edge, group in words.items() if group)


_DIAMOND = f"(?:{_alternatives(spelling for spelling, symbol in CANONICAL.items() if symbol == '<')})"
_GIVEN = rf"\^{BLANK}\{{(?!{BLANK}{AT_LEAST})"

_ENDINGS = {"B": [rf"\[(?:{BLANK}!)?", _GIVEN]}
"""What may follow the letters and agents of an operator in the same token, besides its superscript."""
for _form in _FORMS.values():
    if _form.above is not None and not _form.above.first:
        _ENDINGS.setdefault(_form.letters, []).insert(0, _form.above.pattern)

PATTERNS = {
    **{kind: _above(_FORMS[clause]) for kind, clause in WITH_SUPERSCRIPT.items()},
    "GIVEN": rf"{_BELIEF}{BLANK}\[(?:{BLANK}!)?",
    "GIVEN_IN_LATEX": rf"{_BELIEF}{BLANK}{_GIVEN}",
    "VALUE_KNOWN": operator("Kv", DIGITS),
    "OF_AGENT": operator(f"{longest_first(OF_AGENT)}|{_OTHERS}", _DIGITS_OF_ONE),
    "OF_GROUP": rf"{operator(_GROUPS)}|(?:{_GROUPS}){_EDGE}",
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


def _either_way(form: Modality) -> str:
    """The pattern of an operator of a group with or without the superscript that comes first: ``E_{a,b}``, ``E^3``."""
    assert form.above is not None
    above = f"{BLANK}{form.above.pattern}"
    return f"{_styled(form.letters)}(?:(?:{_AGENTS})(?:{above})?|{above}(?:{_AGENTS})?)"


_OPERATORS = (
    *(_either_way(form) for form in _FORMS.values() if form.above is not None and form.above.first),
    *(f"{_operators(letters)}(?:{BLANK}(?:{'|'.join(ends)}))?" for letters, ends in _ENDINGS.items()),
    operator("|".join([*MODALITIES, _OTHERS]), _DIGITS_OF_ONE),
    f"(?:{_GROUPS}){_EDGE}",
)
_FIRST = "".join(sorted({re.escape(letters[0]) for letters in LONGEST} | {r"\\"}))
_TOKENS = (
    r"[()]|[a-z][a-z0-9]*+(?![\w'(=])",  # most tokens are one of these, and looking for the others takes longer
    rf"(?=[{_FIRST}])(?:{'|'.join(_OPERATORS)})",
    rf"(?:\[|{_DIAMOND}){BLANK}(?:{_ACTION}|!)",
    rf"[!?]{_AUDIENCE}",
    *(PATTERNS[kind] for kind in ("SYMBOL", "LATEX_NAME", "QUOTED", "NAME")),
)
"""The same with common beginnings joined: Python compiles it in a third of the time."""

_TOKEN = rf"{BLANK}({'|'.join(_TOKENS)}|.|\Z)"


def _kinds(first: str) -> tuple[str, ...]:
    """The kinds of tokens that begin with a letter of operators."""
    kinds = ["OF_AGENT"] if any(letters[0] == first for letters in (*OF_AGENT, *LETTERS)) else []
    kinds += ["OF_GROUP"] if any(letters[0] == first for letters in OF_GROUP) else []
    kinds += [kind for kind, clause in WITH_SUPERSCRIPT.items() if _FORMS[clause].letters[0] == first]
    kinds += [kind for kind, letters in _SPECIAL.items() if letters[0] == first]
    return (*kinds, "NAME") if first.isascii() else tuple(kinds)


_SPECIAL = {"GIVEN": "B", "GIVEN_IN_LATEX": "B", "VALUE_KNOWN": "Kv"}
_BY_FIRST = {
    **{letters[0]: _kinds(letters[0]) for letters in LONGEST},
    "[": ("ACTION", "ANNOUNCED"),
    "!": ("TO",),
    "?": ("ABOUT",),
    '"': ("QUOTED",),
    **dict.fromkeys(
        (spelling[0] for spelling, symbol in CANONICAL.items() if symbol == "<"), ("ACTION_DUAL", "ANNOUNCED_DUAL")
    ),
    "\\": tuple(PATTERNS),
}
_LETTERS = re.compile(rf"(?:{STYLE}[{{ ])?({_OTHERS}|{'|'.join(MODALITIES)})\}}?")


@cache
def _compiled(pattern: str, latex: bool) -> re.Pattern[str]:
    """The pattern; without its parts for LaTeX, which take half of the time to compile, if there is no backslash."""
    if not latex:
        pattern = pattern.replace(BLANK, r"(?>(?:[^\S\x0b\x0c]|\$)*)").replace(STYLE, r"\\")
    return re.compile(pattern, re.DOTALL)


def cut(text: str) -> list[str]:
    """Return the tokens' spellings and an empty one at the end. O(n) for n characters."""
    return _compiled(_TOKEN, "\\" in text).findall(text)


def places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each token of `cut` begins and ends."""
    return (match.span(1) for match in _compiled(_TOKEN, "\\" in text).finditer(text))


def kind(token: str) -> str | None:
    """Return which of the `PATTERNS` the token matches; None if it matches none."""
    if token in CANONICAL:
        return "SYMBOL"
    if token.isascii() and token.isalnum() and token[0].islower():
        return "NAME"
    names, latex = _BY_FIRST.get(token[:1], ("NAME",)), "\\" in token
    return next((name for name in names if _compiled(PATTERNS[name], latex).fullmatch(token)), None)


def split(token: str) -> tuple[str, str]:
    """Return the letters of an operator as the printer writes them, and its agents as they stand in the token."""
    letters = _LETTERS.match(token)
    assert letters is not None, token
    return LETTERS.get(letters[1], letters[1]), token[letters.end() :]
