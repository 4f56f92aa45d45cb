"""Reading and writing of model files in JSON; ``docs/reference/model-file.md`` describes them.

This module prints the published schema: ``python -m kripke.formats.modelfile > docs/reference/model.schema.json``.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from kripke.data.naming import distinct_names, one_or_all
from kripke.data.structure import Structure
from kripke.formats import entries
from kripke.formats.entries import RelationEntry
from kripke.formats.file_reading import of_file
from kripke.formats.jsonfile import AN_EVENT_MODEL, Integer, Kind, Limits, Mistake, Share, pretty


@dataclass(slots=True, kw_only=True)
class ModelFile:
    """A Kripke model: worlds, what is true there, what each agent considers possible, and perhaps an actual world."""

    __pydantic_config__: ClassVar = {"extra": "forbid", "title": "A whoknows model", "use_attribute_docstrings": True}

    whoknows: Literal[1]
    """The version of the file format."""
    agents: list[str] | None = None
    """All agents, in order; by default the agents of the relations."""
    atoms: list[str] | None = None
    """The vocabulary, in order, in addition to the atoms that occur."""
    worlds: Annotated[dict[str, list[str]], Limits(1)]
    """World -> the atoms that are true there."""
    actual: Annotated[list[str], entries.one_or_several("a world, a list of worlds, or null for none")] | None = None
    """The actual world, or a list of several."""
    relations: dict[str, RelationEntry] = field(default_factory=dict)
    """Agent -> what the agent considers possible; an agent that is left out considers no world possible."""
    weights: dict[str, dict[str, Share]] | None = None
    """Agent -> world -> weight, for each member of the agent's classes; only where the relation is KD45."""
    threshold: dict[str, Share] | None = None
    """Agent with weights -> the least weight of a world that the agent believes possible; by default 0."""
    ranks: dict[str, dict[str, Integer]] | None = None
    """Agent -> world -> how implausible it is; lower is more plausible. No agent has both weights and ranks."""


def _mistakes(file: ModelFile) -> Iterator[Mistake]:
    agents = file.relations if file.agents is None else file.agents
    yield from entries.twice(("agents",), file.agents or (), entries.agent_name)
    yield from entries.twice(("atoms",), file.atoms or (), entries.atom_name)
    for world, atoms in file.worlds.items():
        yield from entries.twice(("worlds", world), atoms, entries.atom_name)
    actuals = file.actual or []
    for i, world in enumerate(actuals):
        yield from entries.unknown(("actual", i)[: len(actuals)], world, file.worlds, "world")
    for agent, entry in file.relations.items():
        yield from entries.agent_name(("relations", agent), agent)
        yield from entries.unknown(("relations", agent), agent, agents, "agent")
        yield from entries.relation_mistakes(("relations", agent), entry, file.worlds, "world")
    preferences = {"weights": file.weights, "ranks": file.ranks}
    yield from entries.preference_mistakes(preferences, agents, file.worlds, "world")
    for agent in file.threshold or ():
        if agent not in (file.weights or {}):
            yield ("threshold", agent), "a threshold without weights; give the agent weights too"


_OTHERS = {
    "events": AN_EVENT_MODEL,
    "bits": "this is a symbolic model, whose worlds are not listed; read it with SymbolicModel.load, then "
    "to_explicit() lists its worlds",
}
_EXAMPLE = '{"whoknows": 1, "worlds": {"w1": ["p"]}}'
KIND = Kind("a model file", _EXAMPLE, "five", "worlds", _OTHERS, ModelFile, _mistakes)


def loads(text: str, source: str = "the model") -> Structure:
    """Read a structure from the text of a model file; `FileError` lists mistakes with JSON paths.

    O(n) for n characters.
    """
    with of_file(source):
        return _structure(KIND.of_text(text))


def of_data(data: dict[str, Any], source: str = "the model") -> Structure:
    """Build a structure from JSON data, such as the result of `to_data`. Errors as in `loads`."""
    with of_file(source):
        return _structure(KIND.of_data(data))


def _structure(file: ModelFile) -> Structure:
    agents = list(file.relations) if file.agents is None else file.agents
    preferences = {"weights": file.weights, "threshold": file.threshold, "ranks": file.ranks}
    return entries.structure(file.worlds, agents, file.relations, file.actual, file.atoms, **preferences)


def dumps(structure: Structure) -> str:
    """Write the structure as the text of a model file. O(n + m) for n worlds with true atoms and m written edges.

    `FileError` if the names of two worlds are equal as strings, or a number has too many digits to be read again;
    `TooLarge` if a relation that is neither S5 nor KD45 has too many edges.
    """
    return pretty(to_data(structure))


def to_data(structure: Structure) -> dict[str, Any]:
    """The structure as the JSON data of a model file. Errors and cost as in `dumps`."""
    names = distinct_names(structure)
    return {
        "whoknows": 1,
        "agents": list(structure.agents),
        "atoms": list(structure.atoms),
        "worlds": dict(zip(names, structure.all_true_atoms(), strict=True)),
        "actual": one_or_all([names[actual] for actual in structure.actuals]),
        "relations": {agent: entries.of_relation(agent, r, names) for agent, r in structure.relations.items()},
        **entries.of_preferences(structure, names),
    }


if __name__ == "__main__":
    print(json.dumps(KIND.schema(), indent=2))
