"""Explanations of syntax errors: the position, the problem, what could stand there instead, and a hint.

This module is loaded only if a text contains a mistake.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import islice

from logic.brackets import CLOSING, enclosing
from logic.errors import SIGNS, FormulaError, ParseError, Slip, nearest, never_closed, shorten
from logic.formula import Formula
from logic.hints import (
    ABOVE,
    CLOSER,
    DEED,
    FORMULA,
    LINK,
    NEGATED,
    OF_BOOKS,
    OPENING,
    OPERATOR,
    STEP,
    TABLE,
    VARIABLE,
    WIDTH,
    Place,
    advice,
)
from logic.operators import CONNECTIVES, CONVERSE, NUMBER_SIGNS
from logic.tokens import CANONICAL, classify, meaning, places

_INFIX = {symbol.ascii for symbol in (*CONNECTIVES.values(), CONVERSE)}

# A character that starts no token is shown with the characters after it that probably belong to the same word.
_WORD = re.compile(rf"\\[A-Za-z]+|[\d{NUMBER_SIGNS}][\w.]*|_\w*|[=<>!:+*/-]+|.", re.DOTALL)


def explain(text: str, number: int, accepted: set[str], read: Callable[[str], Formula]) -> ParseError:
    """Return the error for a text whose token `number`, counted from 0, is not one of the accepted terminals.

    `read` parses parts of the text for the hints. O(n) for n characters.
    """
    place = _locate(text, number, accepted, read)
    problem, expected, own = _problem(place)
    hint = advice(ABOVE, place) or own or advice(TABLE, place)
    behind = text.startswith("{", place.end)
    unclosed = never_closed(text, place.end + behind) if behind or place.here in ("(", "{") else ""
    if place.bracket and place.bracket[0] != ")" and place.wanted in (OPERATOR, CLOSER, LINK):
        unclosed = unclosed or never_closed(text, place.start)  # the bracket belongs to an operator
    if unclosed:
        problem, expected = unclosed, ("its closing bracket",)
        hint = advice(ABOVE, place) or own or _CLOSED_BEFORE * bool(place.within)
    return ParseError(_visible(problem), text, place.start + _within(place.here), expected, _visible(hint))


_CLOSED_BEFORE = "brackets are closed before what follows: [p] q, <p> q, [p!{a,b}] q, B_a[q] p"


def _locate(text: str, number: int, accepted: set[str], read: Callable[[str], Formula]) -> Place:
    tokens = [(start, text[start:end]) for start, end in islice(places(text), number + 1)]
    kinds = {token: meaning(token)[0] for token in {token for _, token in tokens}}
    start, here = tokens[-1]
    opened = enclosing([kinds[token] for _, token in tokens])[-1]
    bracket = (CLOSING[kinds[tokens[opened][1]]], *tokens[opened]) if opened >= 0 else None
    word = _WORD.match(text, start)
    if (
        word
        and (len(here) == 1 or here[:1].isdigit())
        and (here not in CANONICAL or here in "<>!")
        and not here.isalpha()
    ):
        here = word[0]
    runs = "?" in accepted and "NOT" not in accepted and "(" in accepted
    signs = (
        (DEED if runs else "", "ACTION"),
        (STEP if runs else "", "QUOTED"),
        (FORMULA, "("),
        (VARIABLE, "NAME"),
        (OPERATOR, "<->"),
        (LINK, ";"),
    )
    wanted = next((wanted for wanted, sign in signs if wanted and sign in accepted), CLOSER)
    return Place(text, start, here, tokens[-2][1] if number else "", wanted, bracket, read)


def _within(token: str) -> int:
    """Return the offset at which the invalid part of the token begins."""
    try:
        classify(token)
    except Slip as slip:
        return token.rindex(slip.part) if slip.part else 0
    except FormulaError:
        pass
    return 0


def _problem(place: Place) -> tuple[str, tuple[str, ...], str]:
    """Return the problem, the list of expected tokens, and a hint specific to the token."""
    closer = f"a closing bracket for the one at {place.opened_at}" if place.bracket else "the end of the text"
    expected: tuple[str, ...] = {
        FORMULA: ("a formula",),
        VARIABLE: ("the name of a variable, such as die1",),
        OPERATOR: ("an operator such as &", closer),
        CLOSER: (closer,),
        STEP: ("an agent, or a test such as ?p",),
        DEED: ("an action such as @peek, or a test such as ?p",),
        LINK: ("; or | or *", closer),
    }[place.wanted]
    if not place.before and not place.here:
        return "an empty text" if not place.text.strip() else "a text without a formula", expected, ""
    if not place.here:
        is_open = place.bracket is not None and place.wanted in (OPERATOR, CLOSER, LINK)
        problem = f"the {place.opened} is never closed" if is_open else f"the text ends after {shorten(place.before)}"
        return problem, expected, ""
    try:
        return _misplaced(place, classify(place.here)[0]), expected, ""
    except Slip as slip:
        if place.text.startswith("{", place.end):
            return f"no list of agents after {place.here}", ("agents in braces",), "write K_{a} p, E_{a,b} p"
        if place.text.startswith("^", place.end):
            of_operator = Place(place.text, 0, "^", f"{place.here}_a", FORMULA, None, place.read)
            return str(slip), (slip.expected,), "the agent comes first; " + advice(TABLE, of_operator)
        if operand := re.match(r"((?:[^()]|\([^()]*\))+)\)", place.text[place.end :]):  # such as p & q in H(p & q)
            slip.hint = slip.hint.replace("(p & q)", f"({shorten(operand[1])})")
        of_books = [row for row in OF_BOOKS if re.fullmatch(row[0], place.here[:WIDTH], re.DOTALL)]
        return str(slip), (slip.expected,), of_books[0][1].format() if of_books else slip.hint
    except FormulaError as error:
        hint = "" if place.here[0].isprintable() else "take it out; it was perhaps copied along with the text"
        return _unknown(place.here) if str(error).startswith("unknown") else str(error), expected, hint


def _misplaced(place: Place, kind: str) -> str:
    """Return the problem in words for a valid token that is not allowed at this position."""
    here = shorten(place.here)
    if place.wanted in (STEP, DEED):
        return f"no program before {here}" if kind in (*OPENING, *_INFIX, ";", "*", "∪") else f"{here} is no program"
    if place.wanted == LINK and kind in _INFIX:
        return f"{here} between programs"
    if kind in (";", "*", "∪"):
        return _unknown(place.here)
    if kind in OPENING:
        if place.bracket is None:
            return f"nothing opens this {kind}"
        return f"{kind} cannot close the {place.opened}" if place.bracket[0] != kind else f"no formula before {kind}"
    if kind in _INFIX and place.wanted == FORMULA:
        in_a_row = CANONICAL.get(place.before) in _INFIX
        return f"{place.before} and {here} in a row" if in_a_row else f"no formula before {here}"
    begins = kind in CLOSING or kind not in (*CANONICAL.values(), "!]", "!>") or kind in ("NOT", "true", "false")
    if place.wanted == OPERATOR and begins:
        return f"two formulas side by side: no operator before {here}"
    return f"{here} cannot stand here"


def _unknown(here: str) -> str:
    if here[0] == "\\" and len(here) > 1:
        commands = [spelling for spelling in CANONICAL if spelling[0] == "\\"]
        near = "" if here in CANONICAL or re.fullmatch(NEGATED, here) else nearest(here, commands, similarity=0.75)
        return f"unknown LaTeX command {shorten(here)}" + (f"; did you mean '{near}'?" if near else "")
    if here[0].isprintable():
        return f"unknown symbol {shorten(here)}"
    return f"unknown character U+{ord(here[0]):04X} ({unicodedata.name(here[0], 'it cannot be printed').lower()})"


def _visible(text: str) -> str:
    """Return the text with unprintable characters escaped, except those that delimit wordings (see `by_face`)."""
    return "".join([c if c.isprintable() or c in SIGNS else ascii(c)[1:-1] for c in text])
