"""Event models in files, as JSON or as text. ``docs/reference/event-file.md`` describes both forms.

This module prints the JSON schema: ``python -m kripke.formats.eventfile > docs/reference/event.schema.json``.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

from kripke.change.event import OTHERS, Event, EventModel, EventNames, require_no_action
from kripke.data.errors import FileError, ModelError
from kripke.data.naming import one_or_all
from kripke.formats import entries, event_text, registry
from kripke.formats.entries import RelationEntry
from kripke.formats.file_reading import of_file, path_text, read_text
from kripke.formats.jsonfile import Integer, Kind, Limits, Mistake, Share, pretty
from kripke.formats.jsonfile import Path as Place
from kripke.formats.writing import write_text
from logic.clauses import Atom
from logic.errors import EpistemicError, by_face, listing, require_choice, shorten
from logic.parser import parse

Form = Literal["json", "text"]
SOURCE = 255  # number of characters of a source's name in messages: most paths are shown whole
FORMS: dict[str, Form] = {".json": "json", ".event": "text", ".txt": "text"}
"""The form in which a file is written, by its extension. When a file is read, its form is detected."""


def load_event_model(path: str | PathLike[str]) -> EventModel:
    """Read an event file: JSON if it begins with a brace, otherwise the text form.

    Raises
    ------
    FileError
        If there is no file, or it is not an event file. For JSON, the message lists mistakes with their paths. For the
        text form, it shows the first mistake with its position and a caret (`TextFormError`, which is also a
        `ParseError`).

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
        The name of the text in messages.

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
    source = shorten(source, SOURCE)
    begins_as_json = text.lstrip()[:1] in ("{", "[")
    has_event = re.search(r"^[ \t]*event\b", text, re.MULTILINE)
    if not begins_as_json:
        is_text = has_event or not source.lower().endswith(".json")
        is_listed = has_event or (is_text and re.match(r"\s*+\w++\s*+:", text))  # a line of events or agents
        if not is_listed and (what := registry.what_reads("", text)):
            raise FileError(f"{source}: expected an event model, and this is {what}")
        if is_text:
            return event_text.read(text, source)
    with of_file(source):
        return _event_model(KIND.of_text(text))


def save_event_model(model: EventModel, path: str | PathLike[str]) -> None:
    """Write an event file completely or not at all; the extension decides the form.

    The form is JSON for ``.json``, and text for ``.event`` and ``.txt``; `FileError` for any other extension.

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
    name, ending = path_text(path), Path(path).suffix.lower()
    if ending not in FORMS:
        raise FileError(f"{name}: no form of event models has this ending: take {listing(FORMS)}")
    write_text(path, dumps_event_model(model, FORMS[ending]))


def dumps_event_model(model: EventModel, form: Form = "json") -> str:
    """The event model as text for a file.

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
    require_choice(form, "form", get_args(Form), FileError)
    return _to_json(model) if form == "json" else event_text.write(model)


# ------------------------------------------------------------------------------------------------- the JSON form


@dataclass(slots=True)
class EventEntry:
    """Something that may happen: where it can happen, and what it changes."""

    __pydantic_config__: ClassVar = {"extra": "forbid", "use_attribute_docstrings": True}

    pre: str = "true"
    """The precondition, a formula: the event can happen at the worlds where it holds."""
    post: dict[str, str] = field(default_factory=dict)
    """Atom -> formula: after the event the atom is true where the formula held before it. Other atoms keep their value.
    """


_ACTUAL = entries.one_or_several("an event, a list of events, or null for any of them")


@dataclass(slots=True, kw_only=True)
class EventFile:
    """An event model: what may happen, where, what it changes, and what each agent considers possible then."""

    __pydantic_config__: ClassVar = {
        "extra": "forbid",
        "title": "A whoknows event model",
        "use_attribute_docstrings": True,
    }

    whoknows: Literal[1]
    """The version of the file format."""
    events: Annotated[dict[str, EventEntry], Limits(1)]
    """Event -> its precondition and postconditions."""
    actual: Annotated[list[str], _ACTUAL] | None = None
    """The event that happens, or a list of events of which one happens; by default, any whose precondition holds."""
    relations: dict[str, RelationEntry] = field(default_factory=dict)
    """Agent -> what the agent considers possible when an event happens: the same forms as in a model, with events in
    place of worlds."""
    others: RelationEntry | None = None
    """The relation of all agents of a model that have none in `relations`; without it, there must be no such agents."""
    weights: dict[str, dict[str, Share]] | None = None
    """Agent -> event -> factor of the agent's weights of worlds; only for agents with weights."""
    ranks: dict[str, dict[str, Integer]] | None = None
    """Agent -> event -> rank, lower is more plausible; it is compared before the agent's rank of the world."""


def _mistakes(file: EventFile) -> Iterator[Mistake]:
    for name, event in file.events.items():
        if not name:
            yield ("events", name), "an event needs a name"
        yield from _formula_mistakes(("events", name, "pre"), event.pre)
        seen: dict[str, str] = {}
        for key in event.post:  # atoms, as formulas write them or as plain text
            path, atom = ("events", name, "post", key), event_text.atom_of_key(key)
            yield from entries.atom_name(path, key)
            if atom is None:
                yield path, f"expected an atom, got {shorten(key)}; an event sets atoms only"
            elif seen.setdefault(atom, key) != key:
                yield path, f"{shorten(seen[atom])} is the same atom; an event sets an atom once"
        for key, formula in event.post.items():
            yield from _formula_mistakes(("events", name, "post", key), formula)
    yield from entries.unknown_points(("actual",), file.actual or (), file.events, "event")
    for agent, entry in file.relations.items():
        yield from entries.agent_name(("relations", agent), agent)
        yield from entries.relation_mistakes(("relations", agent), entry, file.events, "event")
    if file.others is not None:
        yield from entries.relation_mistakes(("others",), file.others, file.events, "event")
    way_out = "; an agent with weights or ranks needs its own relation beside others"
    preferences: dict[str, Any] = {"weights": file.weights, "ranks": file.ranks}
    yield from entries.preference_mistakes(preferences, file.relations, file.events, "event", way_out)


def _formula_mistakes(path: Place, text: str) -> Iterator[Mistake]:
    try:
        require_no_action(parse(text))
    except EpistemicError as error:
        yield path, error.message


_EXAMPLE = '{"whoknows": 1, "events": {"e": {"pre": "p"}}}'
_OTHERS = {
    "worlds": "this is a model, not an event model; "
    + by_face("read it by KripkeModel.load", "give it as MODEL", "open it as a model")
}
KIND = Kind("an event file", _EXAMPLE, "five", "events", _OTHERS, EventFile, _mistakes)


def _event_model(file: EventFile) -> EventModel:
    names = EventNames.fromkeys(file.events, ())
    events = {
        name: Event(event.pre, {event_text.atom_of_key(key) or key: to for key, to in event.post.items()})
        for name, event in file.events.items()
    }
    frame = entries.structure(names, tuple(file.relations), file.relations, weights=file.weights, ranks=file.ranks)
    others = None if file.others is None else entries.structure(names, (OTHERS,), {OTHERS: file.others})
    rest = None if others is None else others.relations[OTHERS]
    return EventModel.of(events, frame, None if file.actual is None else tuple(file.actual), rest)


def _to_json(model: EventModel) -> str:
    names, frame = list(model.events), model.frame
    data: dict[str, Any] = {"whoknows": 1, "events": {}}
    for name, event in model.events.items():
        keys = [name if event_text.atom_of_key(name) == name else Atom(name).to_ascii() for name in event.post]
        post = dict(zip(keys, [formula.to_ascii() for formula in event.post.values()], strict=True))
        data["events"][name] = {"pre": event.pre.to_ascii()} | ({"post": post} if post else {})
    if model.actual:
        data["actual"] = one_or_all(model.actual)
    data["relations"] = {agent: entries.of_relation(agent, r, names) for agent, r in frame.relations.items()}
    if model.others is not None:
        data["others"] = entries.of_relation(OTHERS, model.others, names)
    preferences = entries.of_preferences(frame, names)
    return pretty(data | {key: preferences[key] for key in ("weights", "ranks") if key in preferences})


if __name__ == "__main__":
    print(json.dumps(KIND.schema(), indent=2))
