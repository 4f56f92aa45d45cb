"""The text form of event models as tokens: comments, continued lines, names, signs and formulas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import lark

from kripke.data.errors import FileError
from logic.errors import ParseError, shorten
from logic.tokens import places

KEYWORDS = ("event", "actual", "agent", "others", "weights", "ranks")
BARE = re.compile(r"[\w'·.]+")
"""An event's name that needs no quotes."""
NAME = rf'(?:"(?:[^"\\\n]|\\.)*"|{BARE.pattern})'
NUMBERS = ("weights", "ranks")
LINE, END = "LINE", "$END"
SIGNS = {"->": "ARROW", "→": "ARROW", ":": "COLON", "|": "VBAR", ",": "COMMA", ";": "SEMICOLON", ":=": "BECOMES"}
"""The terminal of each sign, as Lark names it."""

# A quote that is never closed takes the rest: a search from each quote in it would be quadratic.
_TOKEN = re.compile(
    rf"\s*(?:(?P<keyword>(?:{'|'.join(KEYWORDS)})(?![\w'·.])(?!\s*,))|(?P<name>{NAME})"
    rf"|(?P<sign>->|→|:(?!=)|[|,])|(?P<other>\"[\s\S]*|\S))"
)
_NUMBER = re.compile(rf"\s*(?:(?P<number>{NAME}\s+[^\s,]+)|(?P<sign>,)|(?P<other>\"[\s\S]*|\S))")
_PRE = re.compile(r"pre(?![\w'(=])(?!\s*:)")


class EventTextError(ParseError, FileError):
    """A text is not an event model: a `ParseError` whose message begins with the name of the file.

    Parameters
    ----------
    source : str
        The name of the file; empty for none.
    """

    def __init__(
        self,
        problem: str,
        text: str,
        position: int = 0,
        expected: tuple[str, ...] = (),
        hint: str = "",
        source: str = "",
    ) -> None:
        self.source = source
        super().__init__(problem, text, position, expected, hint)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.problem, self.text, self.position, self.expected, self.hint, self.source)

    def _message(self) -> str:
        return f"{self.source}: {super()._message()}" if self.source else super()._message()


class Token(lark.Token):
    """A part of the text, of a terminal of ``event.lark`` or of the type ``other``.

    Its value is the name without its quotes, or what is written. A `LINE` ends where the lines that continue it end.
    """

    __slots__ = ()
    start_pos: int
    end_pos: int


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text, each line with those that continue it: the lines indented deeper than the first.

    Raises
    ------
    ParseError
        If a name in quotes is not a name.

    Notes
    -----
    O(n) for n characters.
    """
    bare = _without_comments(text)
    found = [token for start, stop in _lines(bare) for token in _line(bare, start, stop)]
    return [*found, Token(END, "", len(text), end_pos=len(text))]


def wrong(text: str, problem: str, place: int, expected: tuple[str, ...] = (), hint: str = "") -> ParseError:
    """Return the error with a caret under the place."""
    return ParseError(problem, text, place, expected, hint)


def of_events(message: str) -> str:
    """Return a message about worlds as one about events, which are the worlds of an event model's frame."""
    return message.replace("world '", "event '").replace("each world", "each event")


def _lines(text: str) -> list[list[int]]:
    """Return where each line begins, and where those that continue it end."""
    spans: list[list[int]] = []
    margin = None
    for found in re.finditer(r"^([^\S\n]*+)\S[^\n]*+", text, re.MULTILINE):
        indent = len(found[1].expandtabs())
        margin = indent if margin is None else margin
        if indent > margin:
            spans[-1][1] = found.end()
        else:
            spans.append([found.end(1), found.end()])
    return spans


def _line(text: str, start: int, stop: int) -> Iterator[Token]:
    """Yield the tokens of a line: its head, and behind the colon what its keyword asks for."""
    yield Token(LINE, "", start, end_pos=stop)
    keyword, place = "", start
    while found := _TOKEN.match(text, place, stop):
        token = _token(text, found, is_first=place == start)
        yield token
        keyword = token.value if place == start and token.type != "NAME" else keyword
        place = found.end()
        if token.type == "COLON":
            break
    if keyword == "event":
        yield from _changes(text, place, stop)
        return
    pattern = _NUMBER if keyword in NUMBERS else _TOKEN
    while found := pattern.match(text, place, stop):
        if found["sign"] != "," or keyword in NUMBERS:
            yield _token(text, found, is_first=False)
        place = found.end()


def _token(text: str, found: re.Match[str], is_first: bool) -> Token:
    group = str(found.lastgroup)
    written, (place, end) = found[group], found.span(group)
    if group == "keyword":
        return Token(written.upper() if is_first else "NAME", written, place, end_pos=end)
    if group == "name":
        return Token("NAME", _unquoted(text, written, place), place, end_pos=end)
    if group == "sign":
        return Token(SIGNS[written], written, place, end_pos=end)
    if group == "number":
        return Token("NUMBER", written, place, end_pos=end)
    return Token(group, written[0], place, end_pos=end)


def name_and_number(text: str, token: Token) -> tuple[Token, Token]:
    """Return the event's name and the number of a token such as ``yes 1/2``."""
    number = token.value.split()[-1]
    name = token.value[: -len(number)].rstrip()
    end = token.start_pos + len(name)
    found = Token("NAME", _unquoted(text, name, token.start_pos), token.start_pos, end_pos=end)
    return found, Token("NUMBER", number, token.end_pos - len(number), end_pos=token.end_pos)


def _changes(text: str, start: int, stop: int) -> Iterator[Token]:
    """Yield preconditions, changes and the signs between them, where the formula language sees the signs as tokens."""
    begin, is_first = start, True
    for place, _ in places(text[start:stop]):
        sign = text[start + place : min(start + place + 2, stop)]
        if sign[:1] == ";" or sign == ":=":
            kind = ":=" if sign == ":=" else ";"
            yield from _piece(text, begin, start + place, is_first and kind == ";")  # an atom may be called pre
            begin, is_first = start + place + len(kind), kind == ";"
            yield Token(SIGNS[kind], kind, begin - len(kind), end_pos=begin)
    yield from _piece(text, begin, stop, is_first)


def _piece(text: str, start: int, stop: int, is_first: bool) -> Iterator[Token]:
    """Yield ``pre`` if a piece begins with it, and a formula if there is one."""
    start = _skipped(text, start, stop)
    if is_first and (found := _PRE.match(text, start, stop)):
        yield Token("PRE", "pre", start, end_pos=found.end())
        start = _skipped(text, found.end(), stop)
    if start < stop:
        yield Token("FORMULA", text[start:stop].rstrip(), start, end_pos=stop)


def _skipped(text: str, start: int, stop: int) -> int:
    """Return the place behind the white space."""
    return stop - len(text[start:stop].lstrip())


def _unquoted(text: str, written: str, place: int) -> str:
    if not written.startswith('"'):
        return written
    try:
        name = json.loads(written, strict=False)
    except json.JSONDecodeError:
        hint = r"in quotes \" and \\ are a quote and a backslash"
        raise wrong(text, f"{shorten(written)} is not a name", place, (), hint) from None
    if not name:
        raise wrong(text, "a name without a character", place, ("a name",))
    return str(name)


def _without_comments(text: str) -> str:
    """Return the text with a blank for each character from a # on, unless it is in a name in quotes."""
    rows = text.split("\n")
    for i, row in enumerate(rows):
        if "#" in row:
            place = next((start for start, _ in places(row) if row[start : start + 1] == "#"), len(row))
            rows[i] = row[:place] + " " * (len(row) - place)
    return "\n".join(rows)
