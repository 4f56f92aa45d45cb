"""Why a text is not a formula: the place, what is wrong there, and what could stand there instead.

It is called only when the parser is stuck, so it may read the text a second time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from logic.errors import FormulaError, ParseError, Slip, nearest, never_closed, place_text, shorten
from logic.formula import Formula
from logic.hints import CLOSER, FORMULA, NEGATED, OPERATOR, VARIABLE, advice, of_books
from logic.lalr import Stuck
from logic.lexer import classify
from logic.operators import CONNECTIVES, CONVERSE, NUMBER_SIGNS
from logic.text_hints import around, degree, eaten_backslash, foreign_operator, group_belief, pointed_event_model, wide
from logic.tokens import CANONICAL, places

CLOSING = {
    "(": ")",
    "[": "]",
    "[!": "]",
    "<": ">",
    "<!": ">",
    "GIVEN": "]",
    "GIVEN_IN_LATEX": "}",
    "ACTION": "]",
    "ACTION_DUAL": ">",
}
OPENING = {")": "(", "]": "[", ">": "<", "}": "{"}
WAYS_TO_CLOSE = "brackets are closed before what follows: [p] q, <p> q, [p!{a,b}] q, B_a[q] p"
_INFIX = {symbol.ascii for symbol in (*CONNECTIVES.values(), CONVERSE)}
_PREFIX = {"NOT", "true", "false"}

# A character that starts no token is shown with the rest of what was probably meant as one word.
_WORD = re.compile(rf"\\[A-Za-z]+|[\d{NUMBER_SIGNS}][\w.]*|_\w*|[=<>!:+*/-]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where reading stopped.

    Parameters
    ----------
    here : str
        That token; empty at the end of the text.
    before : str
        The token before; empty where there is none.
    bracket : tuple of str, int and str, or None
        The innermost bracket that is open: what closes it, where it is, and the token that opens it.
    """

    text: str
    start: int
    here: str
    before: str
    wanted: str
    bracket: tuple[str, int, str] | None

    @property
    def opened(self) -> str:
        """The open bracket and its place, in words."""
        return f"{OPENING[self.bracket[0]]} at {self.opened_at}" if self.bracket else ""

    @property
    def opened_at(self) -> str:
        """The place of the open bracket, in words."""
        return place_text(self.text, self.bracket[1] if self.bracket else 0)


def explain(text: str, stuck: Stuck, read: Callable[[str], Formula]) -> ParseError:
    """Return the error for a text in which the parser is stuck.

    Notes
    -----
    O(n) for n characters.
    """
    place = _locate(text, stuck)
    problem, expected, own = _problem(place)
    within = place.bracket[2] if place.bracket else ""
    hint = own or advice(place.wanted, place.before, place.here, within)
    foreign = foreign_operator(place.before) or foreign_operator(place.here) or wide(place.here)
    meant = degree(text, place.start) if place.before.startswith("B") or place.before in ("<", "^") else ""
    if unclosed := _unclosed(place):
        problem, expected, hint = unclosed, ("its closing bracket",), own or WAYS_TO_CLOSE * bool(within)
    belief = group_belief(text[: place.start + len(place.here)])
    hint = eaten_backslash(text) or around(text, read) or belief or foreign or meant or _of_bracket(place) or hint
    return ParseError(_visible(problem), text, place.start + _within(place.here), expected, _visible(hint))


def _unclosed(place: Place) -> str:
    """Say that a bracket at or right behind the token is never closed, or one of an operator around it."""
    end = place.start + len(place.here)
    behind = place.text.startswith("{", end)
    of_operator = place.bracket is not None and place.bracket[0] != ")" and place.wanted in (OPERATOR, CLOSER)
    here = never_closed(place.text, end + behind) if behind or place.here in ("(", "{") else ""
    return here or (never_closed(place.text, place.start) if of_operator else "")


def _of_bracket(place: Place) -> str:
    """Return the hint that the whole content of the innermost bracket gives."""
    if place.bracket is None or place.bracket[0] not in ("]", ">"):
        return ""
    return pointed_event_model(place.text, place.bracket[1] + len(place.bracket[2]))


def _locate(text: str, stuck: Stuck) -> Place:
    open_brackets: list[tuple[str, int, str]] = []
    kinds = {"": ""}
    before = ""
    for start, end in islice(places(text), stuck.number):
        before = text[start:end]
        if before not in kinds:
            kinds[before] = classify(before)[0]
        if kinds[before] in CLOSING:
            open_brackets.append((CLOSING[kinds[before]], start, before))
        elif open_brackets and kinds[before] == open_brackets[-1][0]:
            open_brackets.pop()
    start, end = next(islice(places(text), stuck.number, None))
    innermost = open_brackets[-1] if open_brackets else None
    return Place(text, start, _whole(text, start, end), before, _wanted(stuck), innermost)


def _whole(text: str, start: int, end: int) -> str:
    token = text[start:end]
    word = _WORD.match(text, start)
    unknown = len(token) == 1 and (token not in CANONICAL or token in "<>!")
    return word[0] if word and unknown and not token.isalpha() else token


def _wanted(stuck: Stuck) -> str:
    signs = ((FORMULA, "("), (VARIABLE, "NAME"), (OPERATOR, "<->"))
    return next((wanted for wanted, sign in signs if sign in stuck.accepted), CLOSER)


def _expected(place: Place) -> tuple[str, ...]:
    closer = f"a closing bracket for the one at {place.opened_at}" if place.bracket else "the end of the text"
    return {
        FORMULA: ("a formula",),
        VARIABLE: ("the name of a variable, such as die1",),
        OPERATOR: ("an operator such as &", closer),
        CLOSER: (closer,),
    }[place.wanted]


def _within(token: str) -> int:
    """Return where in the token its wrong part begins."""
    try:
        classify(token)
    except Slip as slip:
        return token.rindex(slip.part) if slip.part else 0
    except FormulaError:
        pass
    return 0


def _problem(place: Place) -> tuple[str, tuple[str, ...], str]:
    """Return what is wrong, what was expected, and the token's own hint."""
    expected = _expected(place)
    if not place.here:
        return _ended(place), expected, ""
    try:
        kind = classify(place.here)[0]
    except Slip as slip:
        if place.text.startswith("{", place.start + len(place.here)):
            return f"no list of agents after {place.here}", ("agents in braces",), "write K_{a} p, E_{a,b} p"
        if place.text.startswith("^", place.start + len(place.here)):
            return str(slip), (slip.expected,), "the agent comes first; " + advice(FORMULA, f"{place.here}_a", "^")
        return str(slip), (slip.expected,), of_books(place.here) or slip.hint
    except FormulaError as error:
        return _unknown(place.here) if str(error).startswith("unknown") else str(error), expected, _removal(place.here)
    return _misplaced(place, kind), expected, ""


def _ended(place: Place) -> str:
    if not place.before:
        return "an empty text" if not place.text.strip() else "a text without a formula"
    if place.bracket and place.wanted in (OPERATOR, CLOSER):
        return f"the {place.opened} is never closed"
    return f"the text ends after {shorten(place.before)}"


def _misplaced(place: Place, kind: str) -> str:
    """Return the problem of a token of the language that cannot stand here."""
    here = shorten(place.here)
    if kind in OPENING:
        return _closed(place, kind)
    if kind in _INFIX and place.wanted == FORMULA:
        return (
            f"{place.before} and {here} in a row"
            if CANONICAL.get(place.before) in _INFIX
            else f"no formula before {here}"
        )
    if place.wanted == OPERATOR and (kind in CLOSING or kind not in CANONICAL.values() or kind in _PREFIX):
        return f"two formulas side by side: no operator before {here}"
    return f"{here} cannot stand here"


def _closed(place: Place, kind: str) -> str:
    if place.bracket is None:
        return f"nothing opens this {kind}"
    if place.bracket[0] != kind:
        return f"{kind} cannot close the {place.opened}"
    return f"no formula before {kind}"


def _unknown(here: str) -> str:
    if here[0] == "\\" and len(here) > 1:
        commands = [spelling for spelling in CANONICAL if spelling[0] == "\\"]
        near = "" if re.fullmatch(NEGATED, here) else nearest(here, commands, similarity=0.75)
        return f"unknown LaTeX command {shorten(here)}" + (f"; did you mean '{near}'?" if near else "")
    if here[0].isprintable():
        return f"unknown symbol {shorten(here)}"
    return f"unknown character U+{ord(here[0]):04X} ({unicodedata.name(here[0], 'it cannot be printed').lower()})"


def _removal(here: str) -> str:
    return "" if here[0].isprintable() else "take it out; it was perhaps copied along with the text"


def _visible(text: str) -> str:
    """Return the text with escapes for unprintable characters."""
    return "".join([c if c.isprintable() else ascii(c)[1:-1] for c in text])
