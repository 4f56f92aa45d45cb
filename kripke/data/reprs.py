"""Models as Python expressions, for `repr`; None if the expression is too long to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from kripke.data.errors import FileError
from kripke.data.numbers import number
from kripke.data.relation import Relation, bits
from kripke.data.structure import Structure

MOST = 64
"""Maximal number of worlds or events that are written."""

LONGEST = 1_000
"""Maximal number of characters of a model's expression: about ten lines."""

BITS = 3_000
"""Maximal number of bits of a rank that is written: Python does not read longer numbers."""


def of_structure(structure: Structure) -> str | None:
    """``KripkeModel(worlds=..., ...)`` or ``KripkeModel.s5(...)``; None if it is longer than `LONGEST`.

    It evaluates to an equal model if the names of the worlds evaluate to these names.
    """
    numbers = numbers_of(structure)
    if structure.size > MOST or numbers is None:
        return None
    worlds = {world: _Atoms(structure.true_atoms(i)) for i, world in enumerate(structure.worlds)}
    actual = None if structure.actual is None else structure.worlds[structure.actual]
    given = {} if actual is None else {"actual": actual}
    name, relations = _relations(structure)
    text = call(name, worlds=worlds, **relations, **given, atoms=list(structure.atoms), **numbers)
    return text if len(text) <= LONGEST else None


def _relations(structure: Structure) -> tuple[str, dict[str, Any]]:
    """The constructor of the model and its argument for the relations: the classes if all are equivalences."""
    names, relations = structure.worlds, structure.relations.items()
    if all(relation.is_s5 for _, relation in relations):
        classes = {agent: [[names[i] for i in bits(seen)] for _, seen in each.blocks] for agent, each in relations}
        return "KripkeModel.s5", {"partitions": classes}
    return "KripkeModel", {"relations": {agent: pairs(relation, names) for agent, relation in relations}}


def call(name: str, **arguments: object) -> str:
    """The text of a call with keyword arguments."""
    return f"{name}({', '.join([f'{key}={value!r}' for key, value in arguments.items()])})"


def pairs(relation: Relation, names: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The edges of a relation, as pairs of names."""
    return [(names[i], names[j]) for i, j in zip(*(ends.tolist() for ends in relation.edges), strict=True)]


def numbers_of(structure: Structure) -> dict[str, dict[str, Any]] | None:
    """The arguments weights, threshold and ranks that are not empty; None if a number is too long to write."""
    names = structure.worlds
    try:
        weights = {
            agent: {
                names[i]: number(Fraction(given.numerators[i], given.denominator))
                for i in structure.relations[agent].members.nonzero()[0].tolist()
            }
            for agent, given in structure.weights.items()
        }
        threshold = {agent: number(given.threshold) for agent, given in structure.weights.items() if given.threshold}
    except FileError:
        return None
    if any(rank.bit_length() > BITS for rank in _flat(structure.ranks)):
        return None
    ranks = {agent: dict(zip(names, given, strict=True)) for agent, given in structure.ranks.items()}
    parts: dict[str, dict[str, Any]] = {"weights": weights, "threshold": threshold, "ranks": ranks}
    return {key: part for key, part in parts.items() if part}


def _flat(ranks: Mapping[str, tuple[int, ...]]) -> Iterable[int]:
    return [rank for given in ranks.values() for rank in given]


class _Atoms(tuple[str, ...]):
    """The true atoms of a world; `repr` writes them as a set in their order."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "{" + ", ".join(map(repr, self)) + "}" if self else "set()"
