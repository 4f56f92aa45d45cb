"""What model files and event files have in common, as pydantic sees it: relations, numbers, names, and their mistakes.

A mistake is a path in the file and what is wrong there. `noun` is what the file calls its points: world or event.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError, WithJsonSchema

from kripke.formats.jsonfile import SHOWN, Mistake, Numeral, Path
from logic.errors import did_you_mean, shorten
from logic.exact import share
from logic.operators import AGENT


def _read_share(value: Any) -> Fraction:
    if isinstance(value, Numeral):
        return share(value.text, "number")
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(f"expected a number such as 0.5 or a text such as '1/3', got {shown(value)}")
    return share(value, "number")


_SHARE = {
    "anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "string", "pattern": r"^\d+(/\d+|\.\d+)?$"}],
    "description": "A number from 0 to 1, read as it is written: 0.15 is 15/100. Fractions are texts: '1/3'.",
}
Share = Annotated[Fraction, PlainValidator(_read_share), WithJsonSchema(_SHARE)]
Pair = Annotated[list[str], Field(min_length=2, max_length=2)]
Class = Annotated[list[list[str]], Field(min_length=2, max_length=2)]


class RelationEntry(BaseModel):
    """An agent's relation, in one of three forms."""

    model_config = ConfigDict(extra="forbid")

    partition: list[list[str]] | None = Field(
        None, description="Knowledge (S5): classes of worlds that she cannot tell apart. Each world is in one class."
    )
    edges: list[Pair] | None = Field(
        None, description="Any relation: exactly these pairs [world, world that she considers possible there]."
    )
    members: list[Class] | None = Field(
        None,
        description="Belief (KD45): pairs [worlds that look there, members that are seen]. Members look into their own "
        "class, named among the first or not. Each world looks into one class.",
    )


FORMS = tuple(RelationEntry.model_fields)
File = TypeVar("File", bound=BaseModel)


def read(
    shape: type[File], data: Any, sense: Any, keys: Mapping[int, Collection[str]]
) -> tuple[File | None, list[Mistake]]:
    """The file, or at most `SHOWN` + 1 mistakes: those of its shape, or where it has a good one, those of its sense.

    Parameters
    ----------
    shape : type
        The pydantic model of the file.
    data : Any
        What the JSON says.
    sense : callable
        The file -> its mistakes, once its shape is good.
    keys : mapping of int to names
        At each depth the keys that the format knows, for near misses.
    """
    try:
        file = shape.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False)[: SHOWN + 1]
        return None, [(tuple(each["loc"]), _in_words(each, keys)) for each in found]
    mistakes = list(islice(sense(file), SHOWN + 1))
    return (None if mistakes else file), mistakes


def with_dialect(schema: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema with the name of its language."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


# ----------------------------------------------------------------------------------------------- the shape

_EXPECTED = {
    "string_type": "a text",
    "list_type": "a list [...]",
    "dict_type": "an object {...}",
    "model_type": "an object {...}",
    "model_attributes_type": "an object {...}",
    "int_type": "a whole number",
}


def _in_words(error: Any, keys: Mapping[int, Collection[str]]) -> str:
    kind, given, path = error["type"], error["input"], error["loc"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        known = FORMS if path[0] in ("relations", "others") else keys.get(len(path), ())
        return f"no such key in the format{did_you_mean(str(path[-1]), known)}"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    if kind == "literal_error":
        return f"expected 1, the version of the format that is read here, got {shown(given)}"
    if kind in ("too_short", "too_long"):
        return f"a model has at least one {path[0][:-1]}" if len(path) == 1 else "expected a pair, two entries"
    return f"expected {_EXPECTED[kind]}, got {shown(given)}" if kind in _EXPECTED else str(error["msg"])


def shown(value: Any) -> str:
    """A value of the file for a message: short, and as JSON writes it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return shorten(repr(value))


# ----------------------------------------------------------------------------------------------- the sense


def relation(path: Path, entry: RelationEntry, points: Collection[str], noun: str) -> Iterator[Mistake]:
    """The mistakes of a relation over the points."""
    forms = [form for form in FORMS if getattr(entry, form) is not None]
    if len(forms) != 1:
        yield path, f"expected one of partition, edges, members, got {' and '.join(forms) or 'none'}"
    for i, cell in enumerate(entry.partition or ()):
        yield from unknown_points((*path, "partition", i), cell, points, noun)
    for i, pair in enumerate(entry.edges or ()):
        yield from unknown_points((*path, "edges", i), pair, points, noun)
    for i, (looking, members) in enumerate(entry.members or ()):
        yield from unknown_points((*path, "members", i, 0), looking, points, noun)
        yield from unknown_points((*path, "members", i, 1), members, points, noun)
        if not members:
            yield (*path, "members", i, 1), f"a class without members; belief looks at some {noun}"
    if entry.partition is not None:
        yield from _not_once((*path, "partition"), [set(cell) for cell in entry.partition], points, noun)
    if entry.members is not None:
        yield from _not_once((*path, "members"), [{*looking, *seen} for looking, seen in entry.members], points, noun)


def _not_once(path: Path, cells: Sequence[set[str]], points: Collection[str], noun: str) -> Iterator[Mistake]:
    """Points in two classes, or in none."""
    cell_of: dict[str, int] = {}
    for i, cell in enumerate(cells):
        for point in sorted(cell & cell_of.keys()):
            yield (*path, i), f"{noun} {shorten(repr(point))} is in class {cell_of[point]}, too"
        cell_of |= dict.fromkeys(cell, i)
    for point in points:
        if point not in cell_of:
            yield path, f"{noun} {shorten(repr(point))} is in no class; add it to one, or as a class of its own"


def preferences(
    by_key: Mapping[str, Mapping[str, Mapping[str, Any]] | None],
    agents: Collection[str],
    points: Collection[str],
    noun: str,
    way_out: str = "",
) -> Iterator[Mistake]:
    """The mistakes of weights and ranks: unknown agents (and a way out for them) and points, and who has both."""
    for key, given in by_key.items():
        for agent, by_point in (given or {}).items():
            yield from ((path, problem + way_out) for path, problem in unknown_agent((key, agent), agent, agents))
            for point in by_point:
                yield from unknown_point((key, agent, point), point, points, noun)
    for agent in by_key.get("ranks") or ():
        if agent in (by_key.get("weights") or {}):
            yield ("ranks", agent), "the agent has weights, too; give her one of them"


def twice(path: Path, names: Iterable[str]) -> Iterator[Mistake]:
    """Names that are listed a second time."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            yield (*path, i), f"{shorten(repr(name))} is listed twice"
        seen.add(name)


def unknown_points(path: Path, given: Iterable[str], points: Collection[str], noun: str) -> Iterator[Mistake]:
    """Points in a list that are not there."""
    for i, point in enumerate(given):
        yield from unknown_point((*path, i), point, points, noun)


def unknown_point(path: Path, point: str, points: Collection[str], noun: str) -> Iterator[Mistake]:
    """A point that is not there, with a near miss."""
    if point not in points:
        near = did_you_mean(point, points if len(points) <= 2_000 else ())
        yield path, f"no {noun} {shorten(repr(point))}{near}"


def unknown_agent(path: Path, agent: str, agents: Collection[str]) -> Iterator[Mistake]:
    """An agent who is not there, with a near miss."""
    if agent not in agents:
        yield path, f"no agent {shorten(repr(agent))}{did_you_mean(agent, agents)}"


def agent_name(path: Path, agent: str) -> Iterator[Mistake]:
    """A name that no agent can have."""
    if not AGENT.fullmatch(agent):
        yield path, f"agent {shorten(repr(agent))}: expected a name of letters, digits and underscores"


def atom_name(path: Path, atom: str) -> Iterator[Mistake]:
    """A name that no atom can have."""
    if not atom or not atom.isprintable():
        yield path, f"atom {shorten(repr(atom))}: expected a name of one or more printable characters"
