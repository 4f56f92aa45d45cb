"""The event file as pydantic sees it: its shape, and then what in it does not fit together, each with its path.

``docs/reference/event.schema.json`` is made from here:
``python -m kripke.formats.eventfile > docs/reference/event.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StrictInt, WithJsonSchema

from kripke.change.event import require_no_action
from kripke.formats import mistakes, shape_report
from kripke.formats.event_reader import atom_of_key
from kripke.formats.jsonfile import Mistake, Path, shown
from kripke.formats.mistakes import RelationEntry
from kripke.formats.shape import Class, Pair, Share, described
from logic.errors import EpistemicError, shorten
from logic.parser import parse


class EventEntry(BaseModel):
    """Something that may happen: where it can happen, and what it changes."""

    model_config = ConfigDict(extra="forbid")

    pre: str = Field(
        "true", description="The precondition, a formula: the event can happen at the worlds where it holds."
    )
    post: dict[str, str] = Field(
        default_factory=dict,
        description="Atom -> formula: after the event the atom is true where the formula held before it. Others stay.",
    )


@dataclass(slots=True)
class EventRelation(RelationEntry):
    """The events that an agent considers possible when an event happens, in one of three forms."""

    partition: list[list[str]] | None = field(
        metadata=described(
            "Knowledge (S5): classes of events that the agent cannot tell apart. Each event is in one class."
        ),
        default=None,
    )
    edges: list[Pair] | None = field(
        metadata=described("Any relation: exactly these pairs [event, event that the agent considers possible then]."),
        default=None,
    )
    members: list[Class] | None = field(
        metadata=described(
            "Belief (KD45): pairs [events, events that the agent considers possible at them]. Events of the second "
            "list belong to the class too. Each event is in one class."
        ),
        default=None,
    )


def _read_actual(value: Any) -> list[str]:
    names = [value] if isinstance(value, str) else value
    wrong = [i for i, name in enumerate(names) if not isinstance(name, str)] if isinstance(names, list) else []
    if wrong or not isinstance(names, list) or not names:
        given = "a list without one" if value == [] else shown(value)
        given = f"{shown(names[wrong[0]])} at [{wrong[0]}]" if wrong else given
        raise ValueError(f"expected an event, a list of events, or null for any of them, got {given}")
    return names


_ACTUAL = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}


class EventFile(BaseModel):
    """An event model: what may happen, where, what it changes, and what each agent considers possible then."""

    model_config = ConfigDict(extra="forbid", title="A whoknows event model", populate_by_name=True)

    whoknows: Literal[1] = Field(description="The version of the format.")
    events: dict[str, EventEntry] = Field(min_length=1, description="Event -> its precondition and postconditions.")
    actual: Annotated[list[str], PlainValidator(_read_actual), WithJsonSchema(_ACTUAL)] | None = Field(
        None, description="The event that happens, or several of which the preconditions decide; else any."
    )
    relations: dict[str, EventRelation] = Field(
        default_factory=dict, description="Agent -> what the agent considers possible when an event happens."
    )
    others: EventRelation | None = Field(
        None, description="The relation of every agent of a model who is not among the relations; else there is none."
    )
    weights: dict[str, dict[str, Share]] | None = Field(
        None, description="Agent -> event -> factor of the agent's weights of worlds; only for agents with weights."
    )
    ranks: dict[str, dict[str, StrictInt]] | None = Field(
        None, description="Agent -> event -> how implausible it is; it counts before the agent's ranks of worlds."
    )


def schema() -> dict[str, Any]:
    """The JSON schema of an event file."""
    return shape_report.schema_of(EventFile)


def read(data: Any) -> tuple[EventFile | None, list[Mistake]]:
    """The file, or its mistakes; see `kripke.formats.shape_report.read`."""
    keys = {1: tuple(EventFile.model_fields), 3: tuple(EventEntry.model_fields)}
    return shape_report.read(EventFile, data, _mistakes, keys)


def _mistakes(file: EventFile) -> Iterator[Mistake]:
    for name, event in file.events.items():
        if not name:
            yield ("events", name), "an event needs a name"
        yield from _formula(("events", name, "pre"), event.pre)
        yield from _atoms(("events", name, "post"), event.post)
        for atom, formula in event.post.items():
            yield from _formula(("events", name, "post", atom), formula)
    yield from mistakes.unknown_points(("actual",), file.actual or (), file.events, "event")
    for agent, entry in file.relations.items():
        yield from mistakes.agent_name(("relations", agent), agent)
        yield from mistakes.relation(("relations", agent), entry, file.events, "event")
    if file.others is not None:
        yield from mistakes.relation(("others",), file.others, file.events, "event")
    by_key: dict[str, Any] = {"weights": file.weights, "ranks": file.ranks}
    yield from mistakes.preferences(by_key, file.relations, file.events, "event", _OWN)


_OWN = "; an agent with weights or ranks needs its own relation beside others"


def _atoms(path: Path, keys: Iterable[str]) -> Iterator[Mistake]:
    """The keys of `post`: atoms, as formulas write them or as plain text."""
    seen: dict[str, str] = {}
    for key in keys:
        atom = atom_of_key(key)
        yield from mistakes.atom_name((*path, key), key)
        if atom is None:
            yield (*path, key), f"expected an atom, got {shorten(key)}; an event sets atoms only"
        elif seen.setdefault(atom, key) != key:
            yield (*path, key), f"{shorten(seen[atom])} is the same atom; an event sets an atom once"


def _formula(path: Path, text: str) -> Iterator[Mistake]:
    try:
        require_no_action(parse(text))
    except EpistemicError as error:
        yield path, str(error)


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
