"""Relations and weights as files write them: entries by partition, edges or members, and a structure's parts again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Protocol

from kripke.checking import build
from kripke.data.lazy import np
from kripke.data.numbers import number, rank
from kripke.data.relation import Relation, canonical_labels
from kripke.data.structure import Structure
from logic.errors import TooLarge

EDGES = 10_000
"""A relation of belief with more edges is written by its classes."""
LIMIT = 20_000_000
"""So many edges can be written."""


class Entry(Protocol):
    """An agent's relation as a file has it: one of the three forms, the others are None."""

    partition: Any
    edges: Any
    members: Any


def structure(
    worlds: Mapping[str, Sequence[str]],
    agents: Sequence[str],
    relations: Mapping[str, Entry],
    actual: str | None = None,
    atoms: Sequence[str] | None = None,
    **preferences: Mapping[str, Any] | None,
) -> Structure:
    """The structure of a file's parts; an agent without an entry sees nothing.

    Agents whose relations have the same form are read together, and then put into their order. `preferences` are
    weights, threshold and ranks, each by agent.

    Parameters
    ----------
    worlds : mapping
        World -> the atoms that are true there.
    agents : sequence of str
        All agents, in their order.
    relations : mapping of str to Entry
        The agents' relations as the file has them.
    actual : int or hashable, optional
        The actual world; None for none.
    atoms : sequence of str, optional
        The vocabulary, beside the atoms that occur.
    **preferences : mapping by agent
        weights, threshold and ranks.
    """
    makers: dict[str, Any] = {"partition": build.s5, "members": build.kd45, "edges": build.from_relations}
    forms: dict[str, dict[str, Any]] = {"edges": {}}
    for agent in agents:
        entry = relations.get(agent)
        form = next((form for form in makers if entry is not None and getattr(entry, form) is not None), "edges")
        forms.setdefault(form, {})[agent] = [] if entry is None else getattr(entry, form)
    parts: list[Structure] = []
    for form, by_agent in forms.items():
        mine = {
            key: {agent: each for agent, each in (given or {}).items() if agent in by_agent} or None
            for key, given in preferences.items()
        }
        parts.append(makers[form](worlds, by_agent, actual, atoms, **mine))
    made = {agent: relation for part in parts for agent, relation in part.relations.items()}
    return replace(
        parts[0],
        relations={agent: made[agent] for agent in agents},
        weights={agent: given for part in parts for agent, given in part.weights.items()},
        ranks={agent: given for part in parts for agent, given in part.ranks.items()},
    )


def entry(agent: str, relation: Relation, names: Sequence[str]) -> dict[str, Any]:
    """The relation as a file writes it: a partition where it is S5, else edges, or members where these are many.

    Parameters
    ----------
    agent : str
        Name of the agent.
    relation : Relation
        A relation over n worlds.
    names : sequence
        Names of the worlds.

    Raises
    ------
    TooLarge
        If a relation that is no S5 and no KD45 has too many edges.
    """
    if relation.is_s5:
        return {"partition": [[names[i] for i in cell] for cell in cells(canonical_labels(relation)[0])]}
    edges = relation.count_edges()
    if edges > EDGES and relation.is_k45 and (canonical_labels(relation)[0] >= 0).all():
        return {"members": _classes(relation, names)}
    if edges > LIMIT:
        raise TooLarge(
            f"agent {agent}: a relation of {edges:,} edges, more than {LIMIT:,}; close it to S5 or KD45, whose classes "
            "are written, or save a part of the model"
        )
    return {"edges": [[names[i], names[j]] for i, j in zip(*(ends.tolist() for ends in relation.edges), strict=True)]}


def weights(structure: Structure, agent: str, names: Sequence[str]) -> dict[str, Any]:
    """The agent's weight of each member of a class.

    Parameters
    ----------
    structure : Structure
        The model.
    agent : str
        Name of the agent.
    names : sequence
        Names of the worlds.
    """
    given = structure.weights[agent]
    members = np.flatnonzero(structure.relations[agent].members).tolist()
    return {names[i]: number(Fraction(given.numerators[i], given.denominator)) for i in members}


def cells(labels: Any) -> list[list[int]]:
    """The positions that share a label, in the order of their first."""
    found: dict[int, list[int]] = {}
    for position, label in enumerate(labels.tolist()):
        found.setdefault(label, []).append(position)
    return list(found.values())


def _classes(relation: Relation, names: Sequence[str]) -> list[list[list[str]]]:
    label, members = canonical_labels(relation)
    return [
        [[names[i] for i in cell if not members[i]], [names[i] for i in cell if members[i]]] for cell in cells(label)
    ]


def ranks(structure: Structure, agent: str, names: Sequence[str]) -> dict[str, int]:
    """The agent's ranks by the worlds' names; `FileError` where one has too many digits to be read again.

    Parameters
    ----------
    structure : Structure
        The model.
    agent : str
        Name of the agent.
    names : sequence
        Names of the worlds.
    """
    return dict(zip(names, map(rank, structure.ranks[agent]), strict=True))
