"""Reading and writing of the text form of event models; ``event.lark`` is its grammar.

``docs/reference/event-file.md`` describes the form. An example::

    event heads: pre h
    event tails: pre ~h; seen := true
    actual: heads
    ann: heads | tails
    bob: heads tails
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from kripke.change.event import Event, EventModel, EventNames, require_no_action
from kripke.checking import build
from kripke.data.errors import ModelError
from kripke.data.relation import Relation
from kripke.formats import entries, lines
from kripke.formats.file_reading import of_file
from kripke.formats.lines import NAME, REST, SIGNS, Token, known, relation_text, unquoted, written
from logic.clauses import Atom
from logic.errors import EpistemicError, ParseError, did_you_mean, shorten
from logic.exact import DIGITS, share
from logic.formula import Formula
from logic.grammar import Language
from logic.parser import parse
from logic.token_parsing import LISTS, Stuck
from logic.tokens import CANONICAL, kind, places

KEYWORDS = ("event", "actual", "agent", "others", "weights", "ranks")
NUMBERS = ("weights", "ranks")
LINE, END = "LINE", "$END"
_TOKEN = re.compile(
    rf"\s*(?:(?P<keyword>(?:{'|'.join(KEYWORDS)})(?![\w'·.])(?!\s*,))|(?P<name>{NAME})"
    rf"|(?P<sign>->|→|:(?!=)|[|,])|{REST})"
)
_NUMBER = re.compile(rf"\s*(?:(?P<number>{NAME}\s+[^\s,]+)|(?P<sign>,)|{REST})")
_OPENING = ("GIVEN", "ANNOUNCED", "ANNOUNCED_DUAL", "UPGRADED", "UPGRADED_DUAL")
"""The kinds of tokens that open a bracket, apart from single symbols."""
_PRE = re.compile(r"pre(?![\w'(=])(?!\s*:)")


def tokens(text: str) -> list[Token]:
    """The tokens of a text; indented lines continue the line above. `ParseError` for an invalid name.

    O(n) for n characters.
    """
    bare = lines.without_comments(text)
    line_tokens = [token for start, stop in _lines(bare) for token in _line(bare, start, stop)]
    return [*line_tokens, Token(END, "", len(text), end_pos=len(text))]


def _lines(text: str) -> list[list[int]]:
    """Return a pair of positions for each line: its start, and the end of its continuation lines."""
    spans: list[list[int]] = []
    margin = None
    for match in re.finditer(r"^([^\S\n]*+)\S[^\n]*+", text, re.MULTILINE):
        indent = len(match[1].expandtabs())
        margin = indent if margin is None else margin
        if indent > margin:
            spans[-1][1] = match.end()
        else:
            spans.append([match.end(1), match.end()])
    return spans


def _line(text: str, start: int, stop: int) -> Iterator[Token]:
    """Yield the tokens of a line; the keyword decides how the text after the colon is split."""
    yield Token(LINE, "", start, end_pos=stop)
    keyword, place = "", start
    while match := _TOKEN.match(text, place, stop):
        token = _token(text, match, is_first=place == start)
        yield token
        keyword = token.value if place == start and token.type != "NAME" else keyword
        place = match.end()
        if token.type == "COLON":
            break
    if keyword == "event":
        yield from _changes(text, place, stop)
        return
    pattern = _NUMBER if keyword in NUMBERS else _TOKEN
    while match := pattern.match(text, place, stop):
        if match["sign"] != "," or keyword in NUMBERS:
            yield _token(text, match, is_first=False)
        place = match.end()


def _token(text: str, match: re.Match[str], is_first: bool) -> Token:
    group = str(match.lastgroup)
    written, (place, end) = match[group], match.span(group)
    if group == "name":
        written = _unquoted(text, written, place)
    elif group == "other":
        written = written[0]
    keyword = written.upper() if is_first else "NAME"
    kinds = {"keyword": keyword, "name": "NAME", "number": "NUMBER", "sign": SIGNS.get(written, "")}
    return Token(kinds.get(group, group), written, place, end_pos=end)


def name_and_number(text: str, token: Token) -> tuple[Token, Token]:
    """Split a token such as ``yes 1/2`` into an event's name and a number."""
    number = token.value.split()[-1]
    name = token.value[: -len(number)].rstrip()
    end = token.start_pos + len(name)
    name_token = Token("NAME", _unquoted(text, name, token.start_pos), token.start_pos, end_pos=end)
    return name_token, Token("NUMBER", number, token.end_pos - len(number), end_pos=token.end_pos)


def _changes(text: str, start: int, stop: int) -> Iterator[Token]:
    """Yield the tokens after the colon of an event's line: preconditions, changes of facts and separators."""
    begin, is_first = start, True
    for place, sign in _separators(text[start:stop]):
        yield from _piece(text, begin, start + place, is_first and sign == ";")  # an atom may be called pre
        begin, is_first = start + place + len(sign), sign == ";"
        yield Token(SIGNS[sign], sign, begin - len(sign), end_pos=begin)
    yield from _piece(text, begin, stop, is_first)


def _separators(text: str) -> list[tuple[int, str]]:
    """The position and the sign of each ``;`` and ``:=``, except those in brackets, as in the program ``[a ; b]``."""
    found: list[tuple[int, str]] = []
    opened: list[int] = []  # for each open bracket, the number of signs found before it
    for place, end in places(text):
        token = text[place:end]
        symbol = CANONICAL.get(token, token)
        if token == ";" or text[place : place + 2] == ":=":
            found.append((place, ";" if token == ";" else ":="))
        elif symbol in ("[", "<") or kind(token) in _OPENING:
            opened.append(len(found))
        elif opened and (symbol in ("]", ">") or kind(token) == "CLOSED"):
            del found[opened.pop() :]
    return found


def _piece(text: str, start: int, stop: int, is_first: bool) -> Iterator[Token]:
    """Yield the token ``pre`` if this part of the text begins with it, and then a formula if there is one."""
    start = _skipped(text, start, stop)
    if is_first and (match := _PRE.match(text, start, stop)):
        yield Token("PRE", "pre", start, end_pos=match.end())
        start = _skipped(text, match.end(), stop)
    if start < stop:
        yield Token("FORMULA", text[start:stop].rstrip(), start, end_pos=stop)


def _skipped(text: str, start: int, stop: int) -> int:
    return stop - len(text[start:stop].lstrip())


def _unquoted(text: str, name: str, place: int) -> str:
    name = unquoted(text, name, place)
    if not name:
        raise ParseError("a name without a character", text, place, ("a name",))
    return name


# ------------------------------------------------------------------------------------------------------ reading


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an event model's text form.

    `keyword` is the kind of line; it is ``agent`` if the line begins with an agent's name.
    `names` are the names before the colon: of events or of agents.
    `body` is the parsed part after the colon: events, numbers, changes of facts, or the classes or arrows of a
    relation.
    `start` and `stop` are the start of the line and the end of its continuation lines.
    """

    keyword: str
    names: list[Token]
    body: list[Any]
    start: int
    stop: int


def read(text: str, source: str = "") -> EventModel:
    """Read an event model from its text form; `TextFormError`, with a caret, at the first mistake.

    O(n) for n characters if all relations are S5 or KD45; otherwise O(n + m) for m pairs of the other relations.
    """
    with of_file(source):
        given = tokens(text)
        if len(given) == 1:
            raise _no_event(text)
        try:
            return _Reader(text).model(_language().parse(given[:-1]))
        except Stuck as stuck:
            mistake = explain(text, given, stuck.number, stuck.accepted)
        raise mistake


def _no_event(text: str) -> ParseError:
    return ParseError("there is no event", text, len(text.rstrip()), ("an event",), f"write {EXAMPLE}")


def _clause(keyword: str) -> Callable[..., Line]:
    def made(line: Token, *parts: Any) -> Line:
        words = [part for part in parts if not (isinstance(part, Token) and part.type.lower() == keyword)]
        if keyword in ("actual", "others"):
            words.insert(0, [])
        names = words[0] if isinstance(words[0], list) else [words[0]]
        return Line(keyword, names, words[1] if len(words) > 1 else [], line.start_pos, line.end_pos)

    return made


@cache
def _language() -> Language:
    """The parser for the grammar ``event.lark``, built when the first text is read."""
    clauses: dict[str, Callable[..., Any]] = {
        **{keyword: _clause(keyword) for keyword in KEYWORDS},
        **LISTS,
        "class": lambda events: (events, None),
        "arrow": lambda looking, _, seen: (looking, seen),
    }
    return Language(__file__.removesuffix("event_text.py") + "event.lark", clauses)


def atom_of_key(key: str) -> str | None:
    """The atom that a key of `post` in an event file denotes; None if it is a formula but not an atom.

    In the key, an atom whose name looks like a formula is written in quotes.
    """
    try:
        formula = parse(key)
    except EpistemicError:
        return key
    return formula.name if isinstance(formula, Atom) else None


class _Reader:
    """Builds an event model from lines: resolves names, rejects repetitions, parses formulas."""

    def __init__(self, text: str) -> None:
        self.text = text

    def model(self, given: Sequence[Line]) -> EventModel:
        about: dict[str, list[Line]] = {}
        for line in given:
            about.setdefault(line.keyword, []).append(line)
        events = self._by_name(about.get("event", ()), self._event, "event")
        if not events:
            raise _no_event(self.text)
        for keyword in ("actual", "others"):
            if len(about.get(keyword, ())) > 1:
                raise ParseError(f"{keyword} is there a second time", self.text, about[keyword][1].start)
        actual, others = (about.get(keyword, [None])[0] for keyword in ("actual", "others"))
        places = {name: place for place, name in enumerate(events)}
        relations = self._by_name(about.get("agent", ()), lambda line: self._relation(line, places), "agent")
        weights, ranks = (
            self._by_name(about.get(keyword, ()), partial(self._numbers, relations, events, to), f"{keyword} of")
            for keyword, to in (("weights", partial(share, what="weight")), ("ranks", _rank))
        )
        try:
            frame = build.of_relations(EventNames.fromkeys(events, ()), relations, weights or None, ranks or None)
        except EpistemicError as error:
            place = (about.get("weights") or about.get("ranks") or given)[0].start
            raise ParseError(error.message, self.text, place) from None
        rest = None if others is None else self._relation(others, places)
        named = None if actual is None else [known(self.text, event, events, "event") for event in actual.body]
        return EventModel.of(events, frame, named, rest)

    def _by_name(self, given: Iterable[Line], read_one: Callable[[Line], Any], what: str) -> dict[str, Any]:
        """Map each name to the value that `read_one` returns for its line; an error for a repeated name."""
        values: dict[str, Any] = {}
        for line in given:
            value = read_one(line)
            for name in line.names:
                if name.value in values:
                    raise ParseError(f"{what} {shorten(name.value)} is there a second time", self.text, name.start_pos)
                values[name.value] = value
        return values

    def _event(self, line: Line) -> Event:
        pre: Formula | None = None
        post: dict[str, Formula] = {}
        for left, right in line.body:
            if left.type == "PRE":
                if pre is not None:
                    raise ParseError("a second precondition", self.text, left.start_pos, (), "join the two by &")
                pre = self._formula(right)
                continue
            atom = self._formula(left)
            if not isinstance(atom, Atom):
                problem = f"{shorten(str(atom))} is not an atom"
                raise ParseError(problem, self.text, left.start_pos, ("an atom",), "only atoms are set")
            if atom.name in post:
                problem = f"{shorten(atom.name)} is set a second time"
                raise ParseError(problem, self.text, left.start_pos, (), "an event sets an atom once")
            post[atom.name] = self._formula(right)
        return Event("true" if pre is None else pre, post)

    def _formula(self, token: Token) -> Formula:
        """Parse the formula of a token; errors refer to the position in the whole text."""
        try:
            formula = parse(token.value)
            require_no_action(formula)
        except ParseError:
            blanks = re.sub(r"[^\n]", " ", self.text[: token.start_pos])
            try:
                parse(blanks + token.value)
            except ParseError as error:
                raise ParseError(error.problem, self.text, error.position, error.expected, error.hint) from None
            raise
        except ModelError as error:
            raise ParseError(error.message, self.text, token.start_pos) from None
        return formula

    def _relation(self, line: Line, events: Mapping[str, int]) -> Relation:
        """The relation of a line with classes or arrows; `events` has the position of each event."""
        for agent in line.names:
            lines.require_agent(self.text, agent)
        return lines.relation(self.text, line.body, events, (line.start, line.stop), "event")

    def _numbers(
        self, agents: Mapping[str, Any], events: Mapping[str, Any], number: Callable[[str], Any], line: Line
    ) -> dict[str, Any]:
        """The weight or rank of each event, by name, from a line such as ``weights a: yes 1/2, no 0.5``.

        `agents` and `events` have the known names, and `number` parses a number.
        """
        (owner,) = line.names
        if owner.value not in agents:
            hint = f"an agent with weights or ranks needs its own line, {shorten(owner.value)}: ..., beside others"
            raise ParseError(
                f"no agent {owner.value!r}{did_you_mean(owner.value, agents)}", self.text, owner.start_pos, (), hint
            )
        numbers: dict[str, Any] = {}
        for token in line.body:
            event, numeral = name_and_number(self.text, token)
            name = known(self.text, event, events, "event")
            if name in numbers:
                raise ParseError(f"event {shorten(name)} has a number already", self.text, event.start_pos)
            try:
                numbers[name] = number(numeral.value)
            except EpistemicError as error:
                raise ParseError(error.message, self.text, numeral.start_pos) from None
        return numbers


def _rank(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text, re.ASCII) or len(text) > DIGITS:
        raise EpistemicError(f"rank {shorten(text)}: expected a whole number of at most {DIGITS:,} digits")
    return int(text)


EXAMPLE = "event yes: pre p; q := true"
_BEGINS = "a line begins with event yes:, actual:, others:, or with an agent and a colon, such as a: yes | no"
_ARROWS = "classes are written yes | no, and arrows yes -> no | no -> no"
_NAMES = 'an event\'s name with other signs is written in quotes: "any text"'


def explain(text: str, given: Sequence[Token], number: int, accepted: set[str]) -> ParseError:
    """The error for the token with index `number` in `given`, whose type is not in `accepted`."""
    token, before = given[number], given[number - 1]
    start = max(i for i in range(number) if given[i].type == LINE)
    line, head = given[start], given[start + 1]
    ended, numbers = token.type in (LINE, END), head.value in NUMBERS
    stop = line.end_pos if ended else token.start_pos

    def wrong(problem: str, place: int, expected: str | tuple[str, ...] = (), hint: str = "") -> ParseError:
        return ParseError(problem, text, place, (expected,) if isinstance(expected, str) else expected, hint)

    if token.type == "other" and token.value == '"' and not numbers:
        return wrong("the quote is never closed", stop, (), "a name in quotes ends with a quote in the same line")
    if before.type == LINE:
        return wrong(f"unexpected {token.value[:1]}", stop, ("an event", "an agent"), _BEGINS)
    if ":" in accepted or before.type in ("EVENT", "AGENT", "WEIGHTS", "RANKS"):
        if ":" not in accepted:
            return wrong(f"{before.value} without a name", before.end_pos, "a name", _BEGINS)
        if not ended:
            near = did_you_mean(head.value, KEYWORDS) if head.type == "NAME" else ""
            rest = text[token.start_pos : line.end_pos].partition("\n")[0]
            return wrong(f"unexpected {shorten(rest)}{near}", token.start_pos, "':'", _BEGINS)
        if before.type in ("ACTUAL", "OTHERS"):
            return wrong(f"{before.value} without a colon", before.end_pos, "a colon", _BEGINS)
        return wrong("a line without a colon", line.end_pos, "':'", _BEGINS)
    if before.type == "COMMA" and not numbers:
        return wrong("an agent is missing after the comma", stop, "an agent", "write a, b: yes | no")
    if ":=" in accepted:
        expected = ("pre and a formula", "an atom, := and a formula")
        return wrong("neither a precondition nor a change", before.start_pos, expected, f"write {EXAMPLE}")
    if "FORMULA" in accepted:
        return wrong("a formula is missing", stop, "a formula")
    if numbers:
        return wrong("expected an event and its number", stop, (), "write yes 1/2, no 1/2")
    if ended and head.value == "actual":
        return wrong("actual without an event", stop, "an event", "leave it out for any of them")
    if token.type in ("other", "COLON") or head.value == "actual":
        hint = _NAMES if head.value == "actual" else f"{_ARROWS}; {_NAMES}"
        return wrong(f"unexpected {token.value}", stop, "an event", hint)
    return wrong("an event is missing, or an arrow too many", stop, "an event", _ARROWS)


# ------------------------------------------------------------------------------------------------------ writing


def write(model: EventModel) -> str:
    """Write the event model as text; errors and cost as for `kripke.formats.eventfile.dumps_event_model`."""
    names = list(map(written, model.events))
    rows = []
    for name, event in zip(names, model.events.values(), strict=True):
        changes = [f"{Atom(atom).to_ascii()} := {formula.to_ascii()}" for atom, formula in event.post.items()]
        rows.append(f"event {name}: {'; '.join([f'pre {event.pre.to_ascii()}', *changes])}")
    if model.actual is not None:
        rows.append(f"actual: {', '.join(map(written, model.actual))}")
    for agent, each in model.frame.relations.items():
        head = f"agent {agent}" if agent in KEYWORDS else agent
        rows.append(f"{head}: {relation_text(each, names)}".rstrip())
    if model.others is not None:
        rows.append(f"others: {relation_text(model.others, names)}".rstrip())
    preferences = entries.of_preferences(model.frame, names)
    for agent in model.frame.agents:
        for keyword in NUMBERS:
            if agent in preferences.get(keyword, ()):
                numbers = ", ".join(f"{name} {number}" for name, number in preferences[keyword][agent].items())
                rows.append(f"{keyword} {agent}: {numbers}".rstrip())
    return "\n".join([*rows, ""])
