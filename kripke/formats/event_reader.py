"""From the text form of event models to event models; ``event.lark`` is its grammar.

``docs/reference/event-file.md`` describes it::

    event heads: pre h
    event tails: pre ~h; seen := true
    actual: heads
    ann: heads | tails
    bob: heads tails
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from typing import Any

from kripke.change.event import OTHERS, Event, EventModel, require_no_action
from kripke.checking import build
from kripke.data.errors import ModelError
from kripke.data.relation import Relation
from kripke.formats.entries import Class, relation_of
from kripke.formats.event_lines import (
    END,
    KEYWORDS,
    LINE,
    NUMBERS,
    EventTextError,
    Token,
    name_and_number,
    of_events,
    tokens,
    wrong,
)
from logic.clauses import Atom
from logic.errors import EpistemicError, ParseError, TooLarge, did_you_mean, shorten
from logic.exact import DIGITS, share
from logic.formula import Formula
from logic.grammar import Language, Stuck, appended
from logic.operators import AGENT
from logic.parser import parse

Groups = list[tuple[list[Token], list[Token] | None]]
"""For each part of a relation the events, and behind an arrow those that are considered possible there."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the text.

    Parameters
    ----------
    keyword : str
        What it is about: ``agent`` also where an agent's name begins it.
    body : list
        What is behind the colon: changes, events, `Groups` or numbers.
    start, stop : int
        Where it begins, and where the lines that continue it end.
    """

    keyword: str
    names: list[Token]
    body: list[Any]
    start: int
    stop: int


def read(text: str, source: str = "") -> EventModel:
    """Read an event model from its text form.

    Raises
    ------
    EventTextError
        If it is not an event model: the first mistake, with a caret under its place.

    Notes
    -----
    O(n) for n characters, for any number of pairs in the classes; O(n + m) for a relation with m pairs that is neither
    S5 nor KD45.
    """
    try:
        return _Reader(text).model(_parsed(text))
    except ParseError as error:
        raise EventTextError(error.problem, text, error.position, error.expected, error.hint, source) from None


def _parsed(text: str) -> list[Line]:
    given = tokens(text)
    if len(given) == 1:
        raise _no_event(text)
    try:
        return _language().parse(given[:-1])  # type: ignore[no-any-return]  # what its clauses build
    except Stuck as stuck:
        raise explain(text, given, stuck.number, stuck.accepted) from None


def _no_event(text: str) -> ParseError:
    return wrong(text, "there is no event", len(text.rstrip()), ("an event",), f"write {EXAMPLE}")


def _line(keyword: str) -> Callable[..., Line]:
    """Return what builds a line of its LINE token, its names if it has any, and its body if it has one."""

    def made(line: Token, *parts: Any) -> Line:
        words = [part for part in parts if not (isinstance(part, Token) and part.type.lower() == keyword)]
        if keyword in ("actual", "others"):
            words.insert(0, [])
        names = words[0] if isinstance(words[0], list) else [words[0]]
        return Line(keyword, names, words[1] if len(words) > 1 else [], line.start_pos, line.end_pos)

    return made


@cache
def _language() -> Language:
    """The parser of ``event.lark``, made for the first text that is read."""
    clauses: dict[str, Callable[..., Any]] = {
        **{keyword: _line(keyword) for keyword in ("event", "actual", "agent", "others", "weights", "ranks")},
        "first": lambda item: [item],
        "more": appended,
        "same": lambda items: items,
        "none": list,
        "pair": lambda *pair: pair,
        "class": lambda events: (events, None),
        "arrow": lambda looking, _, seen: (looking, seen),
    }
    return Language(__file__.removesuffix("event_reader.py") + "event.lark", clauses)


def atom_of_key(key: str) -> str | None:
    """The atom that a key of an event file means: its name as formulas write it, or a text that is no formula.

    None for a formula that is no atom; such a name is an atom in quotes: ``"~p"``.
    """
    try:
        formula = parse(key)
    except EpistemicError:
        return key
    return formula.name if isinstance(formula, Atom) else None


def key_of_atom(name: str) -> str:
    """The key that `atom_of_key` reads as the atom."""
    return name if atom_of_key(name) == name else Atom(name).to_ascii()


class _Reader:
    """From lines to an event model: names that are known, each once, and formulas."""

    def __init__(self, text: str) -> None:
        self.text = text

    def wrong(self, problem: str, place: int, expected: tuple[str, ...] = (), hint: str = "") -> ParseError:
        """The error with a caret under the place."""
        return wrong(self.text, problem, place, expected, hint)

    def model(self, given: Sequence[Line]) -> EventModel:
        """The event model that the lines describe; the error at the first mistake."""
        about: dict[str, list[Line]] = {}
        for line in given:
            about.setdefault(line.keyword, []).append(line)
        events = self._by_name(about.get("event", ()), self._event, "event")
        if not events:
            raise _no_event(self.text)
        actual, others = (self._once(about.get(keyword, ())) for keyword in ("actual", "others"))
        places = {name: place for place, name in enumerate(events)}
        relations = self._by_name(about.get("agent", ()), lambda line: self._relation(line, places), "agent")
        weights, ranks = (
            self._by_name(about.get(keyword, ()), partial(self._numbers, relations, events, to), f"{keyword} of")
            for keyword, to in (("weights", partial(share, what="weight")), ("ranks", _rank))
        )
        names: dict[str, tuple[str, ...]] = dict.fromkeys(events, ())
        try:
            frame = build.of_relations(names, relations, weights or None, ranks or None)
        except EpistemicError as error:
            place = (about.get("weights") or about.get("ranks") or given)[0].start
            raise self.wrong(of_events(str(error)), place) from None
        rest = None if others is None else build.of_relations(names, {OTHERS: self._relation(others, places)})
        designated = None if actual is None else tuple([self._known(event, events) for event in actual.body])
        return EventModel.of(events, frame, designated, None if rest is None else rest.relations[OTHERS])

    def _by_name(self, given: Iterable[Line], read_one: Callable[[Line], Any], what: str) -> dict[str, Any]:
        """Each line's content under each of its names; a repeated name is a mistake."""
        made: dict[str, Any] = {}
        for line in given:
            value = read_one(line)
            for name in line.names:
                if name.value in made:
                    raise self.wrong(f"{what} {shorten(name.value)} is there a second time", name.start_pos)
                made[name.value] = value
        return made

    def _once(self, given: Sequence[Line]) -> Line | None:
        if len(given) > 1:
            raise self.wrong(f"{given[1].keyword} is there a second time", given[1].start)
        return given[0] if given else None

    def _event(self, line: Line) -> Event:
        pre: Formula | None = None
        post: dict[str, Formula] = {}
        for left, right in line.body:
            if left.type == "PRE":
                if pre is not None:
                    raise self.wrong("a second precondition", left.start_pos, (), "join the two by &")
                pre = self._formula(right)
                continue
            atom = self._formula(left)
            if not isinstance(atom, Atom):
                problem = f"{shorten(str(atom))} is not an atom"
                raise self.wrong(problem, left.start_pos, ("an atom",), "only atoms are set")
            if atom.name in post:
                problem = f"{shorten(atom.name)} is set a second time"
                raise self.wrong(problem, left.start_pos, (), "an event sets an atom once")
            post[atom.name] = self._formula(right)
        return Event("true" if pre is None else pre, post)

    def _formula(self, token: Token) -> Formula:
        """The formula of a token; a mistake in it is shown at its place in the whole text."""
        try:
            formula = parse(token.value)
            require_no_action(formula)
        except ParseError:
            self._parse_in_place(token)
            raise
        except ModelError as error:
            raise self.wrong(str(error), token.start_pos) from None
        return formula

    def _parse_in_place(self, token: Token) -> None:
        """Raise the error of a token that is no formula, with all places in the whole text."""
        try:
            parse(re.sub(r"[^\n]", " ", self.text[: token.start_pos]) + token.value)
        except ParseError as error:
            raise self.wrong(error.problem, error.position, error.expected, error.hint) from None

    def _known(self, event: Token, events: Mapping[str, Any]) -> str:
        if event.value not in events:
            near = did_you_mean(event.value, events)
            raise self.wrong(f"no event {shorten(repr(event.value))}{near}", event.start_pos)
        return str(event.value)

    def _relation(self, line: Line, events: Mapping[str, int]) -> Relation:
        """The relation of a line with classes or arrows; `events` has the place of each event."""
        for agent in line.names:
            if not AGENT.fullmatch(agent.value):
                hint = "an agent's name has letters, digits and _"
                raise self.wrong(f"{shorten(agent.value)} is not an agent's name", agent.start_pos, ("an agent",), hint)
        classes: list[Class] = []
        for looking, seen in line.body:
            here, there = (tuple([events[self._known(e, events)] for e in side]) for side in (looking, seen or looking))
            classes.append((here, there))
        if classes and all(seen is None for _, seen in line.body):
            self._require_partition(line, events)
        try:
            return relation_of(len(events), classes)
        except TooLarge as error:
            raise self.wrong(str(error), line.start) from None

    def _require_partition(self, line: Line, events: Mapping[str, Any]) -> None:
        """Each event is in one class: at a forgotten event the agent would consider nothing possible."""
        seen: set[str] = set()
        for event in chain.from_iterable(looking for looking, _ in line.body):
            if event.value in seen:
                raise self.wrong(f"event {shorten(event.value)} is in a class already", event.start_pos, (), _CLASSES)
            seen.add(event.value)
        for name in events:
            if name not in seen:
                raise self.wrong(f"event {shorten(name)} is in no class", line.stop, (f"| {name}",), _CLASSES)

    def _numbers(
        self, agents: Mapping[str, Any], events: Mapping[str, Any], number: Callable[[str], Any], line: Line
    ) -> dict[str, Any]:
        """``weights a: yes 1/2, no 0.5``: event -> number."""
        (owner,) = line.names
        if owner.value not in agents:
            hint = f"an agent with weights or ranks needs its own line, {shorten(owner.value)}: ..., beside others"
            raise self.wrong(f"no agent {owner.value!r}{did_you_mean(owner.value, agents)}", owner.start_pos, (), hint)
        made: dict[str, Any] = {}
        for token in line.body:
            event, written = name_and_number(self.text, token)
            name = self._known(event, events)
            if name in made:
                raise self.wrong(f"event {shorten(name)} has a number already", event.start_pos)
            try:
                made[name] = number(written.value)
            except EpistemicError as error:
                raise self.wrong(str(error), written.start_pos) from None
        return made


_CLASSES = "each event is in one class; with arrows, such as yes -> no, exactly these pairs count"


def _rank(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text, re.ASCII) or len(text) > DIGITS:
        raise EpistemicError(f"rank {shorten(text)}: expected a whole number of at most {DIGITS:,} digits")
    return int(text)


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
