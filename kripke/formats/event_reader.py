"""The text form of event models, read: a line an event or an agent, formulas as everywhere, mistakes with a caret.

``docs/event-file.md`` describes it::

    event heads: pre h
    event tails: pre ~h; seen := true
    actual: heads
    ann: heads | tails
    bob: heads tails
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kripke.change.event import OTHERS, Event, EventModel, require_no_action
from kripke.checking import build
from kripke.data.errors import ModelError
from kripke.data.relation import Relation
from kripke.formats.classes import Class, relation_of
from kripke.formats.event_lines import EXAMPLE, NAME, EventTextError, Line, Word, lines, of_events, wrong
from logic.errors import EpistemicError, ParseError, TooLarge, did_you_mean, shorten
from logic.exact import DIGITS, share
from logic.formula import Atom, Formula
from logic.parser import parse

Changes = dict[str, Formula]


def read(text: str, source: str = "") -> EventModel:
    """Read an event model from its text form; `source` is the file's name for messages.

    Raises
    ------
    EventTextError
        If it is none: the first mistake, with a caret under its place.

    Notes
    -----
    O(n) for n characters, however many pairs the classes have; O(n + m) where a relation is neither S5 nor KD45 and has
    m pairs.
    """
    try:
        return _parts(text, lines(text))
    except ParseError as error:
        raise EventTextError(error.problem, text, error.position, error.expected, error.hint, source) from None


def _parts(text: str, given: Sequence[Line]) -> EventModel:
    about: dict[str, list[Line]] = {}
    for line in given:
        about.setdefault(line.keyword, []).append(line)
    events = _by_name([(line, line.names) for line in about.get("event", ())], _event, "event")
    if not events:
        raise wrong(text, "there is no event", len(text.rstrip()), ("an event",), f"write {EXAMPLE}")
    actual, others = (_once(about.get(keyword, ())) for keyword in ("actual", "others"))
    named = [(line, line.names) for line in about.get("agent", ())]
    places = {name: place for place, name in enumerate(events)}
    relations = _by_name(named, lambda line: _relation(line, places), "agent")
    preferences = [
        _by_name([(line, line.names) for line in about.get(keyword, ())], read_one, f"{keyword} of")
        for keyword, read_one in (
            ("weights", lambda line: _numbers(line, relations, events, lambda number: share(number, "weight"))),
            ("ranks", lambda line: _numbers(line, relations, events, _rank)),
        )
    ]
    names: dict[str, tuple[str, ...]] = dict.fromkeys(events, ())
    try:
        frame = build.of_relations(names, relations, preferences[0] or None, preferences[1] or None)
    except EpistemicError as error:
        place = (about.get("weights") or about.get("ranks") or given)[0].start
        raise wrong(text, of_events(str(error)), place) from None
    rest = None if others is None else build.of_relations(names, {OTHERS: _relation(others, places)})
    designated = None if actual is None else _actual(actual, events)
    return EventModel.of(events, frame, designated, None if rest is None else rest.relations[OTHERS])


def _by_name(
    given: Iterable[tuple[Line, Sequence[Word]]], read_one: Callable[[Line], Any], what: str
) -> dict[str, Any]:
    """What is read from each line under each of the names in its head; a second time is a mistake."""
    made: dict[str, Any] = {}
    for line, names in given:
        value = read_one(line)
        for name in names:
            if name.text in made:
                raise wrong(line.text, f"{what} {shorten(name.text)} is there a second time", name.place)
            made[name.text] = value
    return made


def _once(given: Sequence[Line]) -> Line | None:
    if len(given) > 1:
        raise wrong(given[1].text, f"{given[1].keyword} is there a second time", given[1].start)
    return given[0] if given else None


# ------------------------------------------------------------------------------------------------------ events


def _event(line: Line) -> Event:
    pre: Formula | None = None
    post: Changes = {}
    for start, stop in line.pieces(";"):
        start = _skipped(line, start, stop)
        keyword = re.compile(r"pre(?![\w'(=])(?!\s*:)").match(line.text, start, stop)
        if keyword and pre is not None:
            raise wrong(line.text, "a second precondition", start, (), "join the two by &")
        if keyword:
            pre = _formula(line, keyword.end(), stop)
        elif start < stop:
            atom, formula = _change(line, start, stop)
            if atom in post:
                raise wrong(line.text, f"{shorten(atom)} is set a second time", start, (), "an event sets an atom once")
            post[atom] = formula
    return Event("true" if pre is None else pre, post)


def _change(line: Line, start: int, stop: int) -> tuple[str, Formula]:
    """``q := true``: the atom and the formula."""
    colon = next(line.places(":", start, stop), stop)
    if line.text[colon : colon + 2] != ":=":
        expected = ("pre and a formula", "an atom, := and a formula")
        raise wrong(line.text, "neither a precondition nor a change", start, expected, f"write {EXAMPLE}")
    atom = _formula(line, start, colon)
    if not isinstance(atom, Atom):
        raise wrong(line.text, f"{shorten(str(atom))} is no atom", start, ("an atom",), "only atoms are set")
    return atom.name, _formula(line, colon + 2, stop)


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


def _formula(line: Line, start: int, stop: int) -> Formula:
    """The formula that stands there; a mistake in it is told at its place in the whole text."""
    start = _skipped(line, start, stop)
    if start == stop:
        raise wrong(line.text, "a formula is missing", start, ("a formula",))
    try:
        formula = parse(line.text[start:stop].rstrip())
        require_no_action(formula)
    except ParseError as error:
        raise wrong(line.text, error.problem, start + error.position, error.expected, error.hint) from None
    except ModelError as error:
        raise wrong(line.text, str(error), start) from None
    return formula


def _skipped(line: Line, start: int, stop: int) -> int:
    """The place behind the white space."""
    return stop - len(line.text[start:stop].lstrip())


# --------------------------------------------------------------------------------------------------- relations


def _actual(line: Line, events: Mapping[str, Any]) -> tuple[str, ...]:
    names = tuple(_known(line, word, events) for word in line.words() if word.kind != "comma")
    if not names:
        raise wrong(line.text, "actual without an event", line.stop, ("an event",), "leave it out for any of them")
    return names


def _known(line: Line, word: Word, events: Mapping[str, Any]) -> str:
    if word.kind != "name":
        raise wrong(line.text, f"unexpected {word.text}", word.place, ("an event",))
    if word.text not in events:
        near = did_you_mean(word.text, events)
        raise wrong(line.text, f"no event {shorten(repr(word.text))}{near}", word.place)
    return word.text


def _relation(line: Line, events: Mapping[str, int]) -> Relation:
    """What the line says: classes, or with arrows who looks where; `events` are the events with their places."""
    classes: list[Class] = []
    words = [word for word in line.words() if word.kind != "comma"]
    arrows = any(word.kind == "arrow" for word in words)
    for part in _between(words, "bar") if words else ():
        sides = _between(part, "arrow")
        if len(sides) > 2 or not all(sides):
            place = next((word.place for word in part if word.kind == "arrow"), line.stop)
            hint = "classes are written yes | no, and who looks where yes -> no | no -> no"
            raise wrong(line.text, "an event is missing, or an arrow too many", place, ("an event",), hint)
        looking, seen = (tuple([events[_known(line, word, events)] for word in side]) for side in (sides[0], sides[-1]))
        classes.append((looking, seen))
    if classes and not arrows:
        _require_partition(line, [word for word in words if word.kind == "name"], events)
    try:
        return relation_of(len(events), classes)
    except TooLarge as error:
        raise wrong(line.text, str(error), line.start) from None


def _between(words: Sequence[Word], sign: str) -> list[list[Word]]:
    """The words in groups, cut at the signs."""
    groups: list[list[Word]] = [[]]
    for word in words:
        if word.kind == sign:
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _require_partition(line: Line, listed: Sequence[Word], events: Mapping[str, Any]) -> None:
    """Each event is in one class: a forgotten one would be an event at which the agent holds nothing possible."""
    seen: set[str] = set()
    for word in listed:
        if word.text in seen:
            raise wrong(line.text, f"event {shorten(word.text)} is in a class already", word.place, (), _CLASSES)
        seen.add(word.text)
    for name in events:
        if name not in seen:
            raise wrong(line.text, f"event {shorten(name)} is in no class", line.stop, (f"| {name}",), _CLASSES)


_CLASSES = "each event is in one class; with arrows, such as yes -> no, exactly these pairs count"


# ------------------------------------------------------------------------------------------- weights and ranks


def _numbers(
    line: Line, agents: Mapping[str, Any], events: Mapping[str, Any], number: Callable[[str], Any]
) -> dict[str, Any]:
    """``weights a: yes 1/2, no 0.5``: event -> number."""
    (owner,) = line.names
    if owner.text not in agents:
        hint = f"an agent with weights or ranks needs its own line, {shorten(owner.text)}: ..., beside others"
        raise wrong(line.text, f"no agent {owner.text!r}{did_you_mean(owner.text, agents)}", owner.place, (), hint)
    made: dict[str, Any] = {}
    place = line.body
    while (place := _skipped(line, place, line.stop)) < line.stop:
        found = _ROW.match(line.text, place, line.stop)
        if found is None:
            raise wrong(line.text, "expected an event and its number", place, (), "write yes 1/2, no 1/2")
        (word,) = Line(line.text, "", (), place, found.start(1), found.end(1)).words()
        name = _known(line, word, events)
        if name in made:
            raise wrong(line.text, f"event {shorten(name)} has a number already", word.place)
        try:
            made[name] = number(found[2])
        except EpistemicError as error:
            raise wrong(line.text, str(error), found.start(2)) from None
        place = found.end()
    return made


_ROW = re.compile(rf"({NAME})\s+([^\s,]+)\s*(?:,|\Z)")


def _rank(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text, re.ASCII) or len(text) > DIGITS:
        raise EpistemicError(f"rank {shorten(text)}: expected a whole number of at most {DIGITS:,} digits")
    return int(text)
