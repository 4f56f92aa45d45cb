"""Why a text is not an event model: the place, what was expected there, and a hint."""

from __future__ import annotations

from collections.abc import Sequence

from kripke.formats.event_lines import END, KEYWORDS, LINE, NUMBERS, Token, wrong
from logic.errors import ParseError, did_you_mean, shorten

EXAMPLE = "event yes: pre p; q := true"
_BEGINS = "a line begins with event yes:, actual:, others:, or with an agent and a colon, such as a: yes | no"
_ARROWS = "classes are written yes | no, and arrows yes -> no | no -> no"
_NAMES = 'an event\'s name with other signs is written in quotes: "any text"'


def explain(text: str, given: Sequence[Token], number: int, accepted: set[str]) -> ParseError:
    """Return the error for a token that cannot stand where it stands."""
    token, before = given[number], given[number - 1]
    first = max(i for i in range(number) if given[i].type == LINE)
    ended = token.type in (LINE, END)
    stop = given[first].end_pos if ended else token.start_pos
    if token.type == "other" and token.value == '"' and given[first + 1].value not in NUMBERS:
        return wrong(text, "the quote is never closed", stop, (), "a name in quotes ends with a quote in the same line")
    if before.type == LINE:
        return wrong(text, f"unexpected {token.value[:1]}", stop, ("an event", "an agent"), _BEGINS)
    if ":" in accepted or before.type in ("EVENT", "AGENT", "WEIGHTS", "RANKS"):
        return _in_head(text, given[first + 1], token, before, accepted, given[first].end_pos)
    if before.type == "COMMA" and given[first + 1].value not in NUMBERS:
        return wrong(text, "an agent is missing after the comma", stop, ("an agent",), "write a, b: yes | no")
    if ":=" in accepted:
        expected = ("pre and a formula", "an atom, := and a formula")
        return wrong(text, "neither a precondition nor a change", before.start_pos, expected, f"write {EXAMPLE}")
    if "FORMULA" in accepted:
        return wrong(text, "a formula is missing", stop, ("a formula",))
    return _in_body(text, given[first + 1].value, token, stop, ended)


def _in_head(text: str, first: Token, token: Token, before: Token, accepted: set[str], stop: int) -> ParseError:
    if ":" not in accepted:
        return wrong(text, f"{before.value} without a name", before.end_pos, ("a name",), _BEGINS)
    if token.type in (LINE, END):
        if before.type in ("ACTUAL", "OTHERS"):
            return wrong(text, f"{before.value} without a colon", before.end_pos, ("a colon",), _BEGINS)
        return wrong(text, "a line without a colon", stop, ("':'",), _BEGINS)
    near = did_you_mean(first.value, KEYWORDS) if first.type == "NAME" else ""
    rest = text[token.start_pos : stop].partition("\n")[0]
    return wrong(text, f"unexpected {shorten(rest)}{near}", token.start_pos, ("':'",), _BEGINS)


def _in_body(text: str, keyword: str, token: Token, stop: int, ended: bool) -> ParseError:
    if keyword in NUMBERS:
        return wrong(text, "expected an event and its number", stop, (), "write yes 1/2, no 1/2")
    if ended and keyword == "actual":
        return wrong(text, "actual without an event", stop, ("an event",), "leave it out for any of them")
    if token.type in ("other", "COLON") or keyword == "actual":
        return wrong(text, f"unexpected {token.value}", stop, ("an event",), _NAMES)
    return wrong(text, "an event is missing, or an arrow too many", stop, ("an event",), _ARROWS)
