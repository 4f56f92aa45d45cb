"""The lines of the text form of event models: comments, continued lines, heads, words, and mistakes with a caret."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kripke.data.errors import FileError
from logic.errors import ParseError, did_you_mean, shorten
from logic.operators import AGENT
from logic.tokens import places

KEYWORDS = ("event", "actual", "agent", "others", "weights", "ranks")
BARE = re.compile(r"[\w'·.]+")
"""An event's name that needs no quotes."""
NAME = rf'(?:"(?:[^"\\\n]|\\.)*"|{BARE.pattern})'
EXAMPLE = "event yes: pre p; q := true"

_HEAD = re.compile(
    rf"event\s+(?P<event>{NAME})|(?P<alone>actual|others)(?=\s*:)"
    rf"|(?P<numbers>weights|ranks)\s+(?P<owner>{AGENT.pattern})"
    rf"|(?P<prefix>agent\s+)?(?P<agents>{AGENT.pattern}(?:\s*,\s*{AGENT.pattern})*)"
)
_WORD = re.compile(rf"\s*(?:(?P<name>{NAME})|(?P<arrow>->|→)|(?P<bar>\|)|(?P<comma>,)|(?P<other>\S))")
_BEGINS = "a line begins with event yes:, actual:, others:, or with an agent and a colon, such as a: yes | no"


class EventTextError(ParseError, FileError):
    """A text is no event model: a `ParseError` behind the name of the file, if it has one."""

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


@dataclass(frozen=True, slots=True)
class Word:
    """A part of a line.

    Parameters
    ----------
    kind : str
        ``name``, ``arrow``, ``bar`` or ``comma``.
    text : str
        The name without quotes, or the sign.
    place : int
        Where it stands in the whole text.
    """

    kind: str
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line with those that continue it.

    Parameters
    ----------
    text : str
        The whole text, with blanks for comments.
    keyword : str
        What the line is about: one of `KEYWORDS`; ``agent`` where an agent's name begins it.
    names : tuple of Word
        The event, or the agents, that the head names.
    start, body, stop : int
        Where the head begins, where what is behind the colon begins, and where it ends.
    """

    text: str
    keyword: str
    names: tuple[Word, ...]
    start: int
    body: int
    stop: int

    def words(self) -> Iterator[Word]:
        """The names and signs behind the colon; `ParseError` where there is something else."""
        place = self.body
        while found := _WORD.match(self.text, place, self.stop):
            kind = str(found.lastgroup)
            if kind == "other":
                _require_closed(self.text, found.start(kind))
                hint = 'an event\'s name with other signs is written in quotes: "any text"'
                raise wrong(self.text, f"unexpected {found[kind]}", found.start(kind), ("an event",), hint)
            yield _word(self.text, kind, found.start(kind), found[kind])
            place = found.end()

    def pieces(self, sign: str) -> Iterator[tuple[int, int]]:
        """Where the parts between signs begin and end; those within names in quotes are none."""
        start = self.body
        for place in self.places(sign, self.body, self.stop):
            yield start, place
            start = place + 1
        yield start, self.stop

    def places(self, sign: str, start: int, stop: int) -> Iterator[int]:
        """Where the sign stands, as formulas see it: not in a name in quotes."""
        return _places(self.text, sign, start, stop)


def lines(text: str) -> list[Line]:
    """The lines of a text, each with those that continue it: those that are indented deeper than the first line.

    Raises
    ------
    ParseError
        If a line does not begin as one of the format does. O(n) for n characters.
    """
    bare = _without_comments(text)
    spans: list[list[int]] = []
    margin = None
    for found in re.finditer(r"^([^\S\n]*+)\S[^\n]*+", bare, re.MULTILINE):
        indent = len(found[1].expandtabs())
        margin = indent if margin is None else margin
        if indent > margin:
            spans[-1][1] = found.end()
        else:
            spans.append([found.end(1), found.end()])
    return [_line(bare, start, stop) for start, stop in spans]


def wrong(text: str, problem: str, place: int, expected: tuple[str, ...] = (), hint: str = "") -> ParseError:
    """The error with a caret under the place."""
    return ParseError(problem, text, place, expected, hint)


def of_events(message: str) -> str:
    """A message about worlds, where the events of a model stand for worlds."""
    return message.replace("world '", "event '").replace("each world", "each event")


def _line(text: str, start: int, stop: int) -> Line:
    head = _HEAD.match(text, start, stop)
    if head is None:
        raise wrong(text, f"unexpected {text[start]}", start, ("an event", "an agent"), _BEGINS)
    keyword = str(head["numbers"] or head["alone"] or ("event" if head["event"] else "agent"))
    if keyword == "agent" and head["agents"] in KEYWORDS and not head["prefix"]:
        _require_closed(text, stop - len(text[head.end() : stop].lstrip()))
        needed = "a colon" if head["agents"] in ("actual", "others") else "a name"
        raise wrong(text, f"{head['agents']} without {needed}", head.end(), (needed,), _BEGINS)
    body = re.compile(r"\s*(:(?!=)|\Z)").match(text, head.end(), stop)
    if body is None:
        place = head.end() + len(text[head.end() : stop]) - len(text[head.end() : stop].lstrip())
        near = did_you_mean(head[0], KEYWORDS) if keyword == "agent" else ""
        raise wrong(text, f"unexpected {shorten(text[place:stop])}{near}", place, ("':'",), _BEGINS)
    if not body[1] and keyword != "event":
        raise wrong(text, "a line without a colon", stop, ("':'",), _BEGINS)
    return Line(text, keyword, tuple(_names(text, head)), start, body.end(), stop)


def _require_closed(text: str, place: int) -> None:
    """A quote that is no name so far is one that is never closed."""
    if text[place : place + 1] == '"':
        raise wrong(text, "the quote is never closed", place, (), "a name in quotes ends with a quote in the same line")


def _names(text: str, head: re.Match[str]) -> Iterator[Word]:
    for group in ("event", "owner", "agents"):
        if head[group]:
            inside = re.finditer(NAME if group == "event" else AGENT.pattern, head[group])
            yield from (_word(text, "name", head.start(group) + each.start(), each[0]) for each in inside)


def _word(text: str, kind: str, place: int, written: str) -> Word:
    if not written.startswith('"'):
        return Word(kind, written, place)
    try:
        name = json.loads(written, strict=False)
    except json.JSONDecodeError:
        hint = r"in quotes \" and \\ are a quote and a backslash"
        raise wrong(text, f"{shorten(written)} is no name", place, (), hint) from None
    if not name:
        raise wrong(text, "a name without a character", place, ("a name",))
    return Word(kind, name, place)


def _without_comments(text: str) -> str:
    """The text with a blank for each character from a # on, where that is in no name in quotes."""
    rows = text.split("\n")
    for i, row in enumerate(rows):
        if "#" in row:
            place = next(_places(row, "#", 0, len(row)), len(row))
            rows[i] = row[:place] + " " * (len(row) - place)
    return "\n".join(rows)


def _places(text: str, sign: str, start: int, stop: int) -> Iterator[int]:
    piece = text[start:stop]
    return (start + one for one, _ in places(piece) if piece[one : one + 1] == sign)
