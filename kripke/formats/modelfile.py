"""The model file as pydantic sees it: its shape, and then what in it does not fit together, each with its path.

``docs/model.schema.json`` is made from here: ``python -m kripke.formats.modelfile > docs/model.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt

from kripke.formats import fileparts
from kripke.formats.fileparts import RelationEntry, Share
from kripke.formats.jsonfile import Mistake


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
    return fileparts.with_dialect(ModelFile.model_json_schema())


def read(data: Any) -> tuple[ModelFile | None, list[Mistake]]:
    """The file, or its mistakes; see `kripke.formats.fileparts.read`."""
    return fileparts.read(ModelFile, data, _mistakes, {1: tuple(ModelFile.model_fields)})


def _mistakes(file: ModelFile) -> Iterator[Mistake]:
    agents = file.relations if file.agents is None else file.agents
    yield from fileparts.twice(("agents",), file.agents or ())
    yield from fileparts.twice(("atoms",), file.atoms or ())
    for i, agent in enumerate(file.agents or ()):
        yield from fileparts.agent_name(("agents", i), agent)
    for i, atom in enumerate(file.atoms or ()):
        yield from fileparts.atom_name(("atoms", i), atom)
    for world, atoms in file.worlds.items():
        yield from fileparts.twice(("worlds", world), atoms)
        for i, atom in enumerate(atoms):
            yield from fileparts.atom_name(("worlds", world, i), atom)
    if file.actual is not None:
        yield from fileparts.unknown_point(("actual",), file.actual, file.worlds, "world")
    for agent, entry in file.relations.items():
        yield from fileparts.agent_name(("relations", agent), agent)
        yield from fileparts.unknown_agent(("relations", agent), agent, agents)
        yield from fileparts.relation(("relations", agent), entry, file.worlds, "world")
    yield from fileparts.preferences({"weights": file.weights, "ranks": file.ranks}, agents, file.worlds, "world")
    for agent in file.threshold or ():
        if agent not in (file.weights or {}):
            yield ("threshold", agent), "a threshold without weights; give the agent weights too"


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
