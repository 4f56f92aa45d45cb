"""The model file as pydantic sees it: its shape, and then what in it does not fit together, each with its path.

``docs/model.schema.json`` is made from here: ``python -m kripke.modelfile > docs/model.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StrictInt, ValidationError, WithJsonSchema

from logic.errors import did_you_mean, shorten
from logic.exact import share
from logic.operators import AGENT

SHOWN = 10
"""So many mistakes are told at once."""

Path = tuple[str | int, ...]
Mistake = tuple[Path, str]


class Numeral:
    """A number as the file writes it, which no binary float has touched."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return shorten(self.text)


def _read_share(value: Any) -> Fraction:
    if isinstance(value, Numeral):
        return share(value.text, "number")
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(f"expected a number such as 0.5 or a text such as '1/3', got {_shown(value)}")
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


class ModelFile(BaseModel):
    """A Kripke model: worlds, what is true there, what each agent considers possible, and perhaps an actual world."""

    model_config = ConfigDict(extra="forbid", title="A whoknows model", populate_by_name=True)

    whoknows: Literal[1] = Field(description="The version of the format.")
    agents: list[str] | None = Field(None, description="All agents, in order; else those of the relations.")
    atoms: list[str] | None = Field(None, description="The vocabulary, in order, beside the atoms that occur.")
    worlds: dict[str, list[str]] = Field(min_length=1, description="World -> the atoms that are true there.")
    actual: str | None = Field(None, description="The actual world.")
    relations: dict[str, RelationEntry] = Field(
        default_factory=dict, description="Agent -> what she considers possible; nothing for agents left out."
    )
    weights: dict[str, dict[str, Share]] | None = Field(
        None, description="Agent -> world -> weight, for each member of her classes; only where her relation is KD45."
    )
    threshold: dict[str, Share] | None = Field(
        None, description="Agent with weights -> the weight from which a world is believed possible; else 0."
    )
    ranks: dict[str, dict[str, StrictInt]] | None = Field(
        None, description="Agent -> world -> how implausible it is; lower is more plausible. Not beside weights."
    )


def schema() -> dict[str, Any]:
    """The JSON schema of a model file."""
    made = ModelFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def read(data: Any) -> tuple[ModelFile | None, list[Mistake]]:
    """The file, or at most `SHOWN` + 1 mistakes: those of its shape, or where it has a good one, those of its sense."""
    try:
        file = ModelFile.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False)[: SHOWN + 1]
        return None, [(tuple(each["loc"]), _in_words(each)) for each in found]
    mistakes = list(islice(_mistakes(file), SHOWN + 1))
    return (None if mistakes else file), mistakes


def path_text(path: Path) -> str:
    """The path as one writes it: ``relations.b.edges[3][1]``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(shorten(step), ensure_ascii=False)}]"
    return text or "the file"


# ----------------------------------------------------------------------------------------------- its shape

_EXPECTED = {
    "string_type": "a text",
    "list_type": "a list [...]",
    "dict_type": "an object {...}",
    "model_type": "an object {...}",
    "model_attributes_type": "an object {...}",
    "int_type": "a whole number",
}


def _in_words(error: Any) -> str:
    kind, given = error["type"], error["input"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        known = RelationEntry.model_fields if len(error["loc"]) > 1 else ModelFile.model_fields
        return f"no such key in the format{did_you_mean(str(error['loc'][-1]), known)}"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    if kind == "literal_error":
        return f"expected 1, the version of the format that is read here, got {_shown(given)}"
    if kind in ("too_short", "too_long"):
        return "a model has at least one world" if error["loc"] == ("worlds",) else "expected a pair, two entries"
    return f"expected {_EXPECTED[kind]}, got {_shown(given)}" if kind in _EXPECTED else str(error["msg"])


def _shown(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return shorten(repr(value))


# ----------------------------------------------------------------------------------------------- its sense


def _mistakes(file: ModelFile) -> Iterator[Mistake]:
    agents = file.relations if file.agents is None else file.agents
    yield from _twice(("agents",), file.agents or ())
    yield from _twice(("atoms",), file.atoms or ())
    for i, agent in enumerate(file.agents or ()):
        yield from _agent_name(("agents", i), agent)
    for i, atom in enumerate(file.atoms or ()):
        yield from _atom_name(("atoms", i), atom)
    for world, atoms in file.worlds.items():
        yield from _twice(("worlds", world), atoms)
        for i, atom in enumerate(atoms):
            yield from _atom_name(("worlds", world, i), atom)
    if file.actual is not None:
        yield from _unknown(("actual",), [file.actual], file, indexed=False)
    for agent, entry in file.relations.items():
        yield from _agent_name(("relations", agent), agent)
        yield from _unknown_agent(("relations", agent), agent, agents)
        yield from _relation(("relations", agent), entry, file)
    yield from _preferences(file, agents)


def _preferences(file: ModelFile, agents: Iterable[str]) -> Iterator[Mistake]:
    by_name: dict[str, Any] = {"weights": file.weights, "ranks": file.ranks}
    for key, given in by_name.items():
        for agent, by_world in (given or {}).items():
            yield from _unknown_agent((key, agent), agent, agents)
            for world in by_world:
                yield from _unknown((key, agent, world), [world], file, indexed=False)
    for agent in file.threshold or ():
        if agent not in (file.weights or {}):
            yield ("threshold", agent), "a threshold without weights; give the agent weights too"
    for agent in file.ranks or ():
        if agent in (file.weights or {}):
            yield ("ranks", agent), "the agent has weights, too; give her one of them"


def _relation(path: Path, entry: RelationEntry, file: ModelFile) -> Iterator[Mistake]:
    forms = [form for form in ("partition", "edges", "members") if getattr(entry, form) is not None]
    if len(forms) != 1:
        yield path, f"expected one of partition, edges, members, got {' and '.join(forms) or 'none'}"
    for i, cell in enumerate(entry.partition or ()):
        yield from _unknown((*path, "partition", i), cell, file)
    for i, pair in enumerate(entry.edges or ()):
        yield from _unknown((*path, "edges", i), pair, file)
    for i, (looking, members) in enumerate(entry.members or ()):
        yield from _unknown((*path, "members", i, 0), looking, file)
        yield from _unknown((*path, "members", i, 1), members, file)
        if not members:
            yield (*path, "members", i, 1), "a class without members; belief looks at some world"
    if entry.partition is not None:
        yield from _not_once((*path, "partition"), [set(cell) for cell in entry.partition], file)
    if entry.members is not None:
        yield from _not_once((*path, "members"), [{*looking, *seen} for looking, seen in entry.members], file)


def _not_once(path: Path, cells: Sequence[set[str]], file: ModelFile) -> Iterator[Mistake]:
    """Worlds in two classes, or in none."""
    cell_of: dict[str, int] = {}
    for i, cell in enumerate(cells):
        for world in sorted(cell & cell_of.keys()):
            yield (*path, i), f"world {shorten(repr(world))} is in class {cell_of[world]}, too"
        cell_of |= dict.fromkeys(cell, i)
    for world in file.worlds:
        if world not in cell_of:
            yield path, f"world {shorten(repr(world))} is in no class; add it to one, or as a class of its own"


def _twice(path: Path, names: Sequence[str]) -> Iterator[Mistake]:
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            yield (*path, i), f"{shorten(repr(name))} is listed twice"
        seen.add(name)


def _unknown(path: Path, worlds: Iterable[str], file: ModelFile, indexed: bool = True) -> Iterator[Mistake]:
    for i, world in enumerate(worlds):
        if world not in file.worlds:
            near = did_you_mean(world, file.worlds if len(file.worlds) <= 2_000 else ())
            yield ((*path, i) if indexed else path), f"no world {shorten(repr(world))}{near}"


def _unknown_agent(path: Path, agent: str, agents: Iterable[str]) -> Iterator[Mistake]:
    if agent not in agents:
        yield path, f"no agent {shorten(repr(agent))}{did_you_mean(agent, agents)}"


def _agent_name(path: Path, agent: str) -> Iterator[Mistake]:
    if not AGENT.fullmatch(agent):
        yield path, f"agent {shorten(repr(agent))}: expected a name of letters, digits and underscores"


def _atom_name(path: Path, atom: str) -> Iterator[Mistake]:
    if not atom or not atom.isprintable():
        yield path, f"atom {shorten(repr(atom))}: expected a name of one or more printable characters"


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
