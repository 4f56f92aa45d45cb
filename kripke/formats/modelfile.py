"""The model file: its shape, and then what in it does not fit together, each mistake with its path.

``docs/model.schema.json`` is made from here: ``python -m kripke.formats.modelfile > docs/model.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from kripke.formats import mistakes
from kripke.formats.jsonfile import Mistake
from kripke.formats.mistakes import RelationEntry
from kripke.formats.shape import Fit, Length, Share, described, fitter


@dataclass(slots=True, kw_only=True)
class ModelFile:
    """A Kripke model: worlds, what is true there, what each agent considers possible, and perhaps an actual world."""

    __pydantic_config__: ClassVar = {"extra": "forbid", "title": "A whoknows model"}

    whoknows: Literal[1] = field(metadata=described("The version of the format."))
    agents: list[str] | None = field(
        metadata=described("All agents, in order; else those of the relations."), default=None
    )
    atoms: list[str] | None = field(
        metadata=described("The vocabulary, in order, beside the atoms that occur."), default=None
    )
    worlds: Annotated[dict[str, list[str]], Length(1)] = field(
        metadata=described("World -> the atoms that are true there.")
    )
    actual: str | None = field(metadata=described("The actual world."), default=None)
    relations: dict[str, RelationEntry] = field(
        metadata=described("Agent -> what the agent considers possible; nothing for agents left out."),
        default_factory=dict,
    )
    weights: dict[str, dict[str, Share]] | None = field(
        metadata=described(
            "Agent -> world -> weight, for each member of the agent's classes; only where the relation is KD45."
        ),
        default=None,
    )
    threshold: dict[str, Share] | None = field(
        metadata=described("Agent with weights -> the weight from which a world is believed possible; else 0."),
        default=None,
    )
    ranks: dict[str, dict[str, int]] | None = field(
        metadata=described("Agent -> world -> how implausible it is; lower is more plausible. Not beside weights."),
        default=None,
    )


def schema() -> dict[str, Any]:
    """The JSON schema of a model file."""
    from kripke.formats.shape_report import schema_of  # with pydantic, for whom it is published

    return schema_of(ModelFile)


def read(data: Any) -> tuple[ModelFile | None, list[Mistake]]:
    """The file, or at most `SHOWN` + 1 mistakes: those of its shape, or where it has a good one, those of its sense."""
    try:
        file = _fit()(data)
    except ValueError:
        from kripke.formats import shape_report  # pydantic finds every mistake

        return shape_report.read(ModelFile, data, _mistakes, {1: tuple([each.name for each in fields(ModelFile)])})
    return mistakes.first(file, _mistakes)


@cache
def _fit() -> Fit:
    return fitter(ModelFile)


def _mistakes(file: ModelFile) -> Iterator[Mistake]:
    agents = file.relations if file.agents is None else file.agents
    yield from mistakes.twice(("agents",), file.agents or ())
    yield from mistakes.twice(("atoms",), file.atoms or ())
    for i, agent in enumerate(file.agents or ()):
        yield from mistakes.agent_name(("agents", i), agent)
    for i, atom in enumerate(file.atoms or ()):
        yield from mistakes.atom_name(("atoms", i), atom)
    for world, atoms in file.worlds.items():
        yield from mistakes.twice(("worlds", world), atoms)
        for i, atom in enumerate(atoms):
            yield from mistakes.atom_name(("worlds", world, i), atom)
    if file.actual is not None:
        yield from mistakes.unknown_point(("actual",), file.actual, file.worlds, "world")
    for agent, entry in file.relations.items():
        yield from mistakes.agent_name(("relations", agent), agent)
        yield from mistakes.unknown_agent(("relations", agent), agent, agents)
        yield from mistakes.relation(("relations", agent), entry, file.worlds, "world")
    yield from mistakes.preferences({"weights": file.weights, "ranks": file.ranks}, agents, file.worlds, "world")
    for agent in file.threshold or ():
        if agent not in (file.weights or {}):
            yield ("threshold", agent), "a threshold without weights; give the agent weights too"


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
