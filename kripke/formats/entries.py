"""Relations, weights and ranks as entries of files, and the structure or relation of such entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Protocol

from kripke.checking import build
from kripke.data.lazy import np
from kripke.data.relation import Relation, canonical_labels
from kripke.data.structure import SMALL, Structure
from kripke.data.weighing import number, rank
from logic.errors import TooLarge

EDGES = 10_000
"""Number of edges above which a relation of belief is written by its classes."""
LIMIT = 20_000_000
"""Maximal number of edges of a relation without classes that is written or read."""


class Entry(Protocol):
    """The relation of an agent in a file: one of three forms; the others are None."""

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
    """The structure of the entries of a file; an agent without an entry sees nothing.

    Agents with the same form of relation are read together, and then sorted into their order. `preferences` are
    ``weights``, ``threshold`` and ``ranks``, each a mapping by agent or None.
    """
    makers: dict[str, Any] = {"partition": build.s5, "members": build.kd45, "edges": build.from_relations}
    forms: dict[str, dict[str, Any]] = {"edges": {}}
    for agent in agents:
        entry = relations.get(agent)
        form = next((form for form in makers if entry is not None and getattr(entry, form) is not None), "edges")
        forms.setdefault(form, {})[agent] = [] if entry is None else getattr(entry, form)
    parts: list[Structure] = []
    for form, by_agent in forms.items():
        chosen = {
            key: {agent: value for agent, value in (values or {}).items() if agent in by_agent} or None
            for key, values in preferences.items()
        }
        parts.append(makers[form](worlds, by_agent, actual, atoms, **chosen))
    related = {agent: relation for part in parts for agent, relation in part.relations.items()}
    return replace(
        parts[0],
        relations={agent: related[agent] for agent in agents},
        weights={agent: given for part in parts for agent, given in part.weights.items()},
        ranks={agent: given for part in parts for agent, given in part.ranks.items()},
    )


def entry(agent: str, relation: Relation, names: Sequence[str]) -> dict[str, Any]:
    """The entry of a relation: a partition if it is S5, otherwise edges, or members if there are many edges.

    `TooLarge` if a relation that is neither S5 nor KD45 has too many edges.
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
    """The entry of an agent's weights: member of a class -> weight."""
    given = structure.weights[agent]
    members = np.flatnonzero(structure.relations[agent].members).tolist()
    return {names[i]: number(Fraction(given.numerators[i], given.denominator)) for i in members}


def cells(labels: Any) -> list[list[int]]:
    """The lists of positions with equal labels, sorted by their first positions."""
    by_label: dict[int, list[int]] = {}
    for position, label in enumerate(labels.tolist()):
        by_label.setdefault(label, []).append(position)
    return list(by_label.values())


def _classes(relation: Relation, names: Sequence[str]) -> list[list[list[str]]]:
    label, members = canonical_labels(relation)
    return [
        [[names[i] for i in cell if not members[i]], [names[i] for i in cell if members[i]]] for cell in cells(label)
    ]


def ranks(structure: Structure, agent: str, names: Sequence[str]) -> dict[str, int]:
    """The entry of an agent's ranks: world -> rank; `FileError` if one is too long to be read again."""
    return dict(zip(names, map(rank, structure.ranks[agent]), strict=True))


Class = tuple[tuple[int, ...], tuple[int, ...]]
"""The points that see, and the points that each of them sees, by their positions."""


def relation_of(size: int, classes: Sequence[Class]) -> Relation:
    """The relation over `size` points in which each point on the left of a pair sees all points on the right.

    `TooLarge` if the relation is not transitive and Euclidean and has more than `LIMIT` pairs. O(size + c) for c
    positions in the classes if the relation is S5, KD45 or K45; otherwise O(m log m) for m pairs.
    """
    if size > SMALL:
        return _labelled(size, classes) or _listed(size, classes)
    seen = [0] * size
    for looking, targets in classes:
        mask = sum(1 << place for place in set(targets))
        for place in looking:
            seen[place] |= mask
    return Relation.from_successors(seen)


def _labelled(size: int, classes: Iterable[Class]) -> Relation | None:
    """The relation by labels if each point sees one class, and its members see the same class; otherwise None."""
    numbers: dict[frozenset[int], int] = {}
    labels = np.full(size, -1, dtype=np.int32)
    members = np.zeros(size, dtype=np.bool_)
    for looking, targets in classes:
        label = numbers.setdefault(frozenset(targets), len(numbers))
        places = list(looking)
        if ((labels[places] != -1) & (labels[places] != label)).any():
            return None
        labels[places] = label
    for seen, label in numbers.items():
        places = list(seen)
        if (labels[places] != label).any():
            return None
        members[places] = True
    return Relation.from_labels(labels, None if members[labels >= 0].all() else members)


def _listed(size: int, classes: Sequence[Class]) -> Relation:
    """The relation by its pairs."""
    count = sum(len(looking) * len(targets) for looking, targets in classes)
    if count > LIMIT:
        raise TooLarge(
            f"a relation of {count:,} pairs, more than {LIMIT:,}, that is neither S5 nor KD45; there is no limit if "
            "each point sees one class, and the members of the class see the same class"
        )
    none = np.zeros(0, dtype=np.intp)
    sources = [np.repeat(np.sort(np.array(looking, dtype=np.intp)), len(targets)) for looking, targets in classes]
    targets = [np.tile(np.sort(np.array(targets, dtype=np.intp)), len(looking)) for looking, targets in classes]
    return Relation.from_edges(size, np.concatenate([none, *sources]), np.concatenate([none, *targets]))
