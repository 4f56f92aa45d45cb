"""Event models in files, as JSON or as text. ``docs/reference/event-file.md`` describes both forms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kripke.change.event import OTHERS, Event, EventModel
from kripke.data.errors import FileError, ModelError
from kripke.data.relation import Relation, bits, canonical_labels
from kripke.data.structure import Structure
from kripke.data.weighing import number, rank
from kripke.formats import entries, event_reader
from kripke.formats.entries import LIMIT, cells
from kripke.formats.event_lines import BARE, KEYWORDS, of_events
from kripke.formats.event_reader import atom_of_key, key_of_atom
from kripke.formats.jsonfile import EVENTS, mistakes_text, pretty, read_json
from kripke.formats.reading import path_text, read_text
from kripke.formats.writing import write_text
from logic.clauses import Atom
from logic.errors import EpistemicError, TooLarge, listing, shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.formats.eventfile import EventFile


VERSION = 1
Form = Literal["json", "text"]
FORMS: dict[str, Form] = {".json": "json", ".event": "text", ".txt": "text"}
"""The form in which a file is written, by its ending. Reading detects the form."""


def load_event_model(path: str | PathLike[str]) -> EventModel:
    """Read an event file: JSON if it begins with a brace, else the text form.

    Raises
    ------
    FileError
        If there is no file, or it is not an event file: each mistake in JSON with its path, the first mistake in a text
        with its place and a caret (`EventTextError`, which is also a `ParseError`).

    Notes
    -----
    O(n) for n characters.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from whoknows import peek
    >>> with TemporaryDirectory() as folder:
    ...     save_event_model(peek("h", by="ann"), Path(folder) / "peek.event")
    ...     print(list(load_event_model(Path(folder) / "peek.event")))
    ['yes', 'no']
    """
    if not isinstance(path, (str, PathLike)):
        raise ModelError(f"event file {shorten(repr(path))}: expected its path")
    return loads_event_model(read_text(path), shorten(fspath(path)))


def loads_event_model(text: str, source: str = "the event model") -> EventModel:
    """Read an event model from a text. Errors and cost as for `load_event_model`.

    Parameters
    ----------
    text : str
        The text, in JSON or in the text form.
    source : str
        Its name for messages.

    Examples
    --------
    >>> text = '''event heads: pre h
    ... event tails: pre ~h
    ... ann: heads | tails
    ... others: heads tails'''
    >>> list(loads_event_model(text))
    ['heads', 'tails']
    """
    if not isinstance(text, str):
        raise ModelError(f"event file {shorten(repr(text))}: expected its text")
    if not isinstance(source, str):
        raise ModelError(f"source {shorten(repr(source))}: expected the name of the event file, for messages")
    return _from_json(text, source) if is_json(text, source) else event_reader.read(text, source)


def is_json(text: str, source: str = "") -> bool:
    """Return whether the text is meant as JSON: by its first character or by the ending of its name."""
    if text.lstrip()[:1] in ("{", "["):
        return True
    return source.lower().endswith(".json") and re.search(r"^[ \t]*event\b", text, re.MULTILINE) is None


def form_of(path: str | PathLike[str]) -> Form:
    """Return the form for the path's ending.

    `FileError` if there is no form for it.
    """
    name, ending = path_text(path), Path(path).suffix.lower()
    if ending not in FORMS:
        raise FileError(f"{name}: no form of event models has this ending: take {listing(FORMS)}")
    return FORMS[ending]


def save_event_model(model: EventModel, path: str | PathLike[str]) -> None:
    """Write an event file, whole or not at all: JSON for ``.json``, the text form for ``.event`` and ``.txt``.

    Parameters
    ----------
    model : EventModel
        The event model.
    path : str or PathLike
        The file.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from whoknows import peek
    >>> with TemporaryDirectory() as folder:
    ...     save_event_model(peek("h", by="ann"), Path(folder) / "peek.json")
    ...     print((Path(folder) / "peek.json").exists())
    True
    """
    write_text(path, dumps_event_model(model, form_of(path)))


def dumps_event_model(model: EventModel, form: Form = "json") -> str:
    """Return the text of an event file.

    Parameters
    ----------
    model : EventModel
        The event model.
    form : {'json', 'text'}
        JSON or the text form.

    Raises
    ------
    FileError
        If the form is unknown, or a number has too many digits to be read again.
    TooLarge
        If a relation that is neither S5 nor KD45 has too many edges.

    Notes
    -----
    O(n + m) for n characters of formulas and m edges that have to be written.

    Examples
    --------
    >>> from whoknows import peek
    >>> print(dumps_event_model(peek("h", by="ann"), form="text").strip())
    event yes: pre h
    event no: pre ~h
    ann: yes | no
    others: yes no
    """
    if not isinstance(model, EventModel):
        raise ModelError(f"event model {shorten(repr(model))}: expected an EventModel, got {type(model).__name__}")
    if form not in ("json", "text"):
        raise FileError(f"form {shorten(repr(form))}: expected 'json' or 'text'")
    return _to_json(model) if form == "json" else _to_text(model)


def schema() -> dict[str, Any]:
    """The JSON schema of an event file, as it is published in ``docs/reference/event.schema.json``."""
    from kripke.formats import eventfile

    return eventfile.schema()


def _from_json(text: str, source: str) -> EventModel:
    from kripke.formats import eventfile  # pydantic is loaded only for JSON

    data = read_json(text, source, EVENTS)
    if "worlds" in data and "events" not in data:
        raise FileError(f"{source}: this is a model, not an event model; read it by KripkeModel.load")
    file, mistakes = eventfile.read(data)
    if file is None:
        raise FileError(mistakes_text(source, mistakes))
    try:
        return _event_model(file)
    except EpistemicError as error:
        raise FileError(f"{source}: {of_events(str(error))}") from None


def _event_model(file: EventFile) -> EventModel:
    names: dict[str, tuple[str, ...]] = dict.fromkeys(file.events, ())
    events = {
        name: Event(event.pre, {atom_of_key(key) or key: to for key, to in event.post.items()})
        for name, event in file.events.items()
    }
    frame = entries.structure(names, tuple(file.relations), file.relations, weights=file.weights, ranks=file.ranks)
    others = None if file.others is None else entries.structure(names, (OTHERS,), {OTHERS: file.others})
    rest: Relation | None = None if others is None else others.relations[OTHERS]
    return EventModel.of(events, frame, None if file.actual is None else tuple(file.actual), rest)


def _to_json(model: EventModel) -> str:
    names, frame = list(model.events), model.frame
    data: dict[str, Any] = {
        "whoknows": VERSION,
        "events": {name: _event(event) for name, event in model.events.items()},
        "actual": model.actual[0] if model.actual is not None and len(model.actual) == 1 else model.actual,
        "relations": {agent: entries.entry(agent, r, names) for agent, r in frame.relations.items()},
        "others": None if model.others is None else entries.entry(OTHERS, model.others, names),
        "weights": {a: entries.weights(frame, a, names) for a in frame.agents if a in frame.weights},
        "ranks": {a: entries.ranks(frame, a, names) for a in frame.agents if a in frame.ranks},
    }
    for optional in ("actual", "others", "weights", "ranks"):
        if not data[optional]:
            del data[optional]
    return pretty(data)


def _event(event: Any) -> dict[str, Any]:
    post = {key_of_atom(atom): formula.to_ascii() for atom, formula in event.post.items()}
    return {"pre": event.pre.to_ascii()} | ({"post": post} if post else {})


def _to_text(model: EventModel) -> str:
    """Return the event model as text; errors and cost as for `kripke.formats.event_io.dumps_event_model`."""
    names = list(map(_name, model.events))
    rows = [
        _event_line(name, event.pre, event.post.items())
        for name, event in zip(names, model.events.values(), strict=True)
    ]
    if model.actual is not None:
        rows.append(f"actual: {', '.join(map(_name, model.actual))}")
    rows += [_line(_agent(agent), _relation_text(r, names)) for agent, r in model.frame.relations.items()]
    if model.others is not None:
        rows.append(_line("others", _relation_text(model.others, names)))
    rows += _preferences(model.frame, names)
    return "\n".join([*rows, ""])


def _event_line(name: str, pre: Formula, post: Iterable[tuple[str, Formula]]) -> str:
    changes = [f"{Atom(atom).to_ascii()} := {formula.to_ascii()}" for atom, formula in post]
    return f"event {name}: {'; '.join([f'pre {pre.to_ascii()}', *changes])}"


def _name(event: str) -> str:
    """Return the event's name, in JSON's quotes if it needs them."""
    return event if BARE.fullmatch(event) else quoted(event)


def quoted(name: str) -> str:
    """Return the name in quotes, with escapes for characters that would end the line or the name."""
    text = json.dumps(name, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(name)


def _agent(agent: str) -> str:
    return f"agent {agent}" if agent in KEYWORDS else agent


def _line(head: str, body: str) -> str:
    return f"{head}: {body}".rstrip()


def _relation_text(relation: Relation, names: Sequence[str]) -> str:
    """Return classes if the relation is S5, else arrows; empty for an empty relation."""

    def listed(positions: Iterable[int]) -> str:
        return " ".join([names[i] for i in positions])

    if relation.is_s5:
        return " | ".join(map(listed, cells(canonical_labels(relation)[0])))
    blocks = [(lookers, seen) for lookers, seen in relation.blocks if seen]
    if sum(lookers.bit_count() + seen.bit_count() for lookers, seen in blocks) > LIMIT:
        raise TooLarge(f"a relation of {relation.count_edges():,} edges is too large to be written")
    return " | ".join(f"{listed(bits(lookers))} -> {listed(bits(seen))}" for lookers, seen in blocks)


def _preferences(frame: Structure, names: Sequence[str]) -> list[str]:
    rows = []
    for agent in frame.agents:
        if agent in frame.weights:
            given = frame.weights[agent]
            members = np.flatnonzero(frame.relations[agent].members).tolist()
            each = [f"{names[i]} {number(Fraction(given.numerators[i], given.denominator))}" for i in members]
            rows.append(_line(f"weights {agent}", ", ".join(each)))
        if agent in frame.ranks:
            each = [f"{name} {rank(height)}" for name, height in zip(names, frame.ranks[agent], strict=True)]
            rows.append(f"ranks {agent}: {', '.join(each)}")
    return rows
