r"""Tokens: what each piece of a text is, in ASCII, Unicode and LaTeX alike.

One regular expression cuts the text; what a piece means depends on its spelling alone, so each distinct spelling is
worked out once in a text. Every piece of white space and LaTeX spacing before a token is skipped, and a character that
starts no token is a token of its own, of no kind, so that cutting never fails and is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import Any

from logic.errors import FormulaError, shorten
from logic.exact import share
from logic.formula import Atom, B, BAtLeast, BGiven, Bsafe, Bstrong, C, D, E, K, Kw, M
from logic.operators import (
    AGENT,
    ATOM_PATTERN,
    LETTER,
    PUNCTUATION,
    RESERVED,
    SUBSCRIPTS,
    SYMBOLS,
    WORD,
    Notation,
    is_plain_atom,
)

OF_AGENT = {"K": K, "M": M, "Kw": Kw, "B": B, "Bsafe": Bsafe, "Bstrong": Bstrong}
OF_GROUP = {"E": E, "C": C, "D": D}

# Vertical tab and form feed are no white space: they are what Python makes of "\vee" and "\frac".
BLANK = r"(?:[^\S\x0b\x0c]|\$|\\[,;:! ]|\\(?:quad|qquad|left|right|big|Big|bigl|bigr)(?![A-Za-z]))*+"
_SUB = f"[{''.join(SUBSCRIPTS)}]"
_STYLE = r"\\(?:text|textit|textrm|mathit|mathrm|mathsf|mathtt|mathbf|operatorname)"
_INSIDE = rf"(?:{_STYLE}\{{[^{{}}]*\}}|\\.|[^{{}}()\[\]&|\\])*+"  # of { }: names, commas, blanks
_BRACES = rf"\{{{_INSIDE}\}}"
_EDGE = rf"(?!{WORD}|')"


def _operator(names: str, digits: str = "") -> str:
    """An operator with its agent or group: ``K_a``, ``K{a}``, ``Kₐ``, ``K1``."""
    subscript = (
        rf"(?:_{BLANK}{_BRACES}|{_BRACES}|_{WORD}++|{_SUB}++|{digits})"
        if digits
        else (rf"(?:_{BLANK}{_BRACES}|{_BRACES}|_{WORD}++|{_SUB}++)")
    )
    return rf"(?:{_STYLE}\{{(?:{names})\}}|(?:{names})){subscript}"


_DIGITS = rf"\d++{_EDGE}"
_BELIEF = _operator("B", _DIGITS)
_AT_LEAST = rf"(?:>=|≥|⩾|\\geq?(?:slant)?(?![A-Za-z]))"
_NUMBER = rf"(?:\\[dt]?frac\{{\d++\}}\{{\d++\}}|(?:\d++(?:\.\d++)?|\.\d++)(?:[eE][+-]?\d++|{BLANK}/{BLANK}\d++)?)"
_DEGREE = rf"{_AT_LEAST}{BLANK}{_NUMBER}"
_QUOTED = r'"(?:[^"\\]|\\.)*+(?:"|\Z)'  # one that never ends runs to the end: cutting stays linear
_LATEX_NAME = rf"{_STYLE}{BLANK}\{{(?:[^{{}}\\]|\\.|\{{\}})*+\}}"
_DIAMOND = r"(?:[<⟨〈]|\\langle(?![A-Za-z]))"
_ACTION = rf"{BLANK}@{BLANK}(?:{WORD}++|{_QUOTED}|{_LATEX_NAME})"


def _spelt(symbol: str) -> str:
    """A pattern for the symbol; a word ends where no letter follows."""
    if symbol[-1].isalpha() and symbol.isascii():
        return re.escape(symbol) + ("(?![A-Za-z])" if symbol[0] == "\\" else _EDGE)
    return re.escape(symbol)


def _spellings(symbol: Notation) -> list[str]:
    return [symbol.ascii, symbol.unicode, symbol.latex, *symbol.also]


CANONICAL = {spelling: symbol.ascii for symbol in SYMBOLS for spelling in _spellings(symbol)} | {
    mark: mark for mark in PUNCTUATION
}
_SYMBOL = "|".join(_spelt(each) for each in sorted(CANONICAL, key=len, reverse=True))

PATTERNS = {
    "DEGREE": rf"{_BELIEF}{BLANK}(?:{_DEGREE}|\^{BLANK}\{{{BLANK}{_DEGREE}{BLANK}\}})",
    "GIVEN": rf"{_BELIEF}{BLANK}\[(?!{BLANK}@)",
    "GIVEN_IN_LATEX": rf"{_BELIEF}{BLANK}\^{BLANK}\{{(?!{BLANK}{_AT_LEAST})",
    "VALUE_KNOWN": _operator("Kv", _DIGITS),
    "MODALITY": "|".join(
        [
            _operator("Bstrong|Bsafe"),
            _operator("Kw|K|M|B", _DIGITS),
            _operator("E|C|D"),
            rf"(?:{_STYLE}\{{[ECD]\}}|[ECD]){_EDGE}",
        ]
    ),
    "ACTION": rf"\[{_ACTION}",
    "ACTION_DUAL": rf"{_DIAMOND}{_ACTION}",
    "TO": rf"!{BLANK}_?{BLANK}{_BRACES}",
    "ABOUT": rf"\?{BLANK}_?{BLANK}{_BRACES}",
    "SYMBOL": _SYMBOL,
    "LATEX_NAME": _LATEX_NAME,
    "QUOTED": _QUOTED,
    "NAME": ATOM_PATTERN,
}
_CUT = re.compile(rf"{BLANK}({'|'.join(PATTERNS.values())}|.|\Z)", re.DOTALL)
_KIND = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in PATTERNS.items()), re.DOTALL)


class Words(dict[str, tuple[int, Any]]):
    """The number of the kind and the value of each spelling, worked out when it is first met."""

    def __init__(self, kinds: Mapping[str, int]) -> None:
        super().__init__({"": (0, None)})
        self._kinds = kinds

    def __missing__(self, text: str) -> tuple[int, Any]:
        try:
            kind, value = classify(text)
        except FormulaError:
            kind, value = "", None
        self[text] = found = (self._kinds.get(kind, len(self._kinds)), value)
        return found


def cut(text: str) -> Iterator[str]:
    """The tokens' spellings, lazily; empty texts at the end."""
    return map(itemgetter(1), _CUT.finditer(text))


def places(text: str) -> Iterator[tuple[int, int]]:
    """Where the tokens of `cut` begin and end."""
    return (match.span(1) for match in _CUT.finditer(text))


def classify(text: str) -> tuple[str, Any]:
    """The kind of a token, as the grammar names it, and its value.

    Raises
    ------
    FormulaError
        If it is no token; the message says why.
    """
    found = _KIND.fullmatch(text)
    if found is None:
        raise FormulaError(f"unknown symbol {shorten(ascii(text) if not text.isprintable() else text)}")
    kind = str(found.lastgroup)
    return _READERS[kind](text) if kind in _READERS else (kind, None)


def _split(text: str) -> tuple[str, str]:
    """The operator's letters and its agents, as they are written."""
    letters = re.match(rf"(?:{_STYLE}\{{)?([A-Za-z]+?)(?=[_{{}}\d]|{_SUB}|\Z)\}}?", text)
    assert letters is not None
    return letters[1], text[letters.end() :]


def _agents(text: str) -> list[str]:
    """The agents of a subscript: ``_a``, ``{a}``, ``_{\\{a, b\\}}``, ``ₐ``, ``1``."""
    inside = re.sub(rf"{_STYLE}\{{([^{{}}]*)\}}", r"\1", re.sub(rf"^_{BLANK}|\s", "", text))
    if inside[:1] == "{":
        inside = re.sub(rf"^\\\{{(.*)\\\}}$", r"\1", re.sub(r"^\{(.*)\}$", r"\1", inside))
    inside = re.sub(rf"\\[,;:! ]", "", inside).replace(r"\_", "_")
    names = "".join(SUBSCRIPTS.get(c, c) for c in inside).split(",")
    if names == [""]:
        raise FormulaError("an empty group")
    for name in names:
        if not AGENT.fullmatch(name):
            raise FormulaError(f"no agent's name: {shorten(name)!r}")
    return names


def _modality(text: str) -> tuple[str, Any]:
    letters, subscript = _split(text)
    if letters in OF_GROUP:
        return "MODALITY", partial(OF_GROUP[letters], frozenset(_agents(subscript)) if subscript else None)
    return "MODALITY", partial(OF_AGENT[letters], _one(subscript))


def _one(subscript: str) -> str:
    names = _agents(subscript)
    if len(names) > 1:
        raise FormulaError("one agent is expected, not a group")
    return names[0]


def _degree(text: str) -> tuple[str, Any]:
    found = re.match(rf"(.*?){BLANK}(?:\^{BLANK}\{{{BLANK})?{_AT_LEAST}{BLANK}({_NUMBER})", text, re.DOTALL)
    assert found is not None
    number = re.sub(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}", r"\1/\2", found[2])
    return "MODALITY", partial(BAtLeast, _one(_split(found[1])[1]), share(re.sub(BLANK, "", number)))


def _given(text: str) -> tuple[str, Any]:
    found = re.match(_BELIEF, text)
    assert found is not None
    return "GIVEN" if text[-1] == "[" else "GIVEN_IN_LATEX", partial(BGiven, _one(_split(found[0])[1]))


def _name(text: str) -> tuple[str, Any]:
    if RESERVED.fullmatch(re.split(r"[(=]", text, maxsplit=1)[0]):
        raise FormulaError(f"{shorten(text)} is reserved")
    name = re.sub(r"\s", "", text)
    return "VALUED" if "=" in name else "NAME", Atom(name)


def unquote(text: str) -> str:
    """The name that stands in double quotes, with \\" and \\\\ for a quote and a backslash."""
    if (
        len(text) < 2
        or not re.fullmatch(_QUOTED.replace(r"(?:\"|\Z)", '"'), text)
        or not re.fullmatch(r'"(?:[^"\\]|\\.)*+"', text, re.DOTALL)
    ):
        raise FormulaError("a quote that is never closed")
    return re.sub(r'\\(["\\])', r"\1", text[1:-1])


_WORDED = {r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^"}


def unlatex(text: str) -> str:
    r"""The name that stands in ``\mathit{...}`` or ``\text{...}``."""
    inside = text[text.index("{") + 1 : -1]
    return re.sub(r"\\text(?:backslash|asciitilde|asciicircum)\{\}|\\([_{}$%&#])", _plain_character, inside)


def _plain_character(found: re.Match[str]) -> str:
    return found[1] or _WORDED[found[0]]


def _quoted(text: str) -> tuple[str, Any]:
    return "QUOTED", Atom(unquote(text) if text[0] == '"' else unlatex(text))


def _latex_name(text: str) -> tuple[str, Any]:
    name = re.sub(r"\s", "", unlatex(text))
    return _name(name) if is_plain_atom(name) and "text" not in text[:5] else _quoted(text)


def _action(text: str) -> tuple[str, Any]:
    name = re.sub(rf"^.*?@{BLANK}", "", text, count=1, flags=re.DOTALL)
    kind = "ACTION" if text[0] == "[" else "ACTION_DUAL"
    return kind, _quoted(name)[1].name if name[0] in '"\\' else name


_READERS: dict[str, Callable[[str], tuple[str, Any]]] = {
    "DEGREE": _degree,
    "GIVEN": _given,
    "GIVEN_IN_LATEX": _given,
    "VALUE_KNOWN": lambda text: ("VALUE_KNOWN", _one(_split(text)[1])),
    "MODALITY": _modality,
    "ACTION": _action,
    "ACTION_DUAL": _action,
    "TO": lambda text: ("TO", frozenset(_agents(text.lstrip("!").strip()))),
    "ABOUT": lambda text: ("ABOUT", frozenset(_agents(text.lstrip("?").strip()))),
    "SYMBOL": lambda text: (CANONICAL[text], None),
    "LATEX_NAME": _latex_name,
    "QUOTED": _quoted,
    "NAME": _name,
}
