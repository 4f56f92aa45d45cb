"""Models as records, one dictionary for each world: the rows of a table in pandas or a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kripke.data.errors import ModelError
from kripke.data.relation import Relation, canonical_labels
from kripke.data.structure import Structure, Weights
from kripke.data.worlds import World
from logic.errors import shorten


def records(structure: Structure) -> list[dict[str, Any]]:
    """A dictionary for each world, all with the same keys.

    ``world`` is the name, ``actual`` whether it is the actual world; each atom of the vocabulary is True or False. For
    an agent a whose relation is an equivalence, ``class_a`` is the number of the world's class, from 0 in the order of
    the worlds; for another agent, ``sees_a`` is the tuple of the worlds that the agent considers possible there.
    ``weight_a`` is the world's weight as a `Fraction` (None outside the agent's classes), ``rank_a`` its rank.

    Raises
    ------
    ModelError
        If an atom has the name of another column.

    Notes
    -----
    O(n (k + g) + m) for n worlds, k atoms, g agents, and m pairs of relations that are not transitive and Euclidean.

    Examples
    --------
    >>> from kripke.checking.build import s5
    >>> records(s5({"w": {"p"}, "v": ()}, {"a": [["w"], ["v"]]}, actual="w"))[1]
    {'world': 'v', 'actual': False, 'p': False, 'class_a': 1}
    """
    worlds = list(structure.worlds)
    columns: dict[str, Sequence[Any]] = {
        "world": worlds,
        "actual": [position == structure.actual for position in range(structure.size)],
    }
    others = _of_agents(structure, worlds)
    for atom, where in structure.valuation.items():
        if atom in columns or atom in others:
            raise ModelError(
                f"atom '{shorten(atom)}': another column has this name; rename the atom, "
                f"by rename(atoms={{'{shorten(atom)}': ...}})"
            )
        columns[atom] = where.column.tolist()
    columns |= others
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _of_agents(structure: Structure, worlds: list[World]) -> dict[str, Sequence[Any]]:
    columns: dict[str, Sequence[Any]] = {}
    for agent, relation in structure.relations.items():
        if relation.is_s5:
            columns[f"class_{agent}"] = np.unique(canonical_labels(relation)[0], return_inverse=True)[1].tolist()
        else:
            columns[f"sees_{agent}"] = _successors(relation, worlds)
    columns |= {
        f"weight_{agent}": _weights(given, structure.relations[agent]) for agent, given in structure.weights.items()
    }
    return columns | {f"rank_{agent}": given for agent, given in structure.ranks.items()}


def _successors(relation: Relation, worlds: list[World]) -> list[tuple[World, ...]]:
    """For each world the worlds that it sees; the worlds of a class share one tuple."""
    if not relation.is_k45:
        return [tuple([worlds[i] for i in relation.successors(position)]) for position in range(relation.size)]
    seen: dict[int, list[World]] = {}
    labels = relation.labels.tolist()
    for world, label, member in zip(worlds, labels, relation.members.tolist(), strict=True):
        if member:
            seen.setdefault(label, []).append(world)
    tuples = {label: tuple(members) for label, members in seen.items()}
    return [tuples.get(label, ()) for label in labels]


def _weights(weights: Weights, relation: Relation) -> list[Fraction | None]:
    return [
        Fraction(numerator, weights.denominator) if member else None
        for numerator, member in zip(weights.numerators, relation.members.tolist(), strict=True)
    ]
