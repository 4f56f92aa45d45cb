"""SMCDEL's text out: where each agent knows what their own atoms tell, and no two worlds have the same atoms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from kripke.data.errors import ModelError
from kripke.data.relation import canonical_labels
from kripke.data.structure import Structure
from logic.errors import TooLarge, shorten

LIMIT = 10_000
"""States that a law may list."""

Table = npt.NDArray[np.bool_]
_NUMBERED = re.compile(r"p(0|[1-9]\d*)")
_AGENT = re.compile(r"[a-zA-Z][a-zA-Z0-9]*")
_TAKEN = {"AND", "OR", "XOR", "ONEOF", "Top", "Bot", "Not", "not", "iff", "K", "Kw", "VARS", "LAW", "OBS"}


def write(structure: Structure) -> str:
    """The structure in SMCDEL's text format: `kripke.formats.smcdel.read` gives the same worlds and relations.

    Worlds lose their names; a comment has the actual one. An atom ``p3`` becomes 3; unless all atoms have such names,
    they are numbered from 1, and a comment lists them. `ModelError` if the format cannot express it: two worlds with
    the same atoms, an agent whose relation is not determined by atoms that the agent observes, weights or ranks, names
    of agents that are not letters and digits; `TooLarge` if the law would list more than `LIMIT` states. O(g k n log n)
    for g agents, k atoms and n worlds.
    """
    _require_plain(structure)
    table = np.column_stack([structure.valuation[atom].column for atom in structure.atoms])
    _require_distinct(structure, table)
    numbers = _numbers(structure.atoms)
    rows = [
        *_comments(structure, numbers),
        "VARS " + ",".join(map(str, numbers.values())),
        "LAW " + _law(table, list(numbers.values())),
        "OBS " + "  ".join(_observed(structure, agent, table, list(numbers.values())) for agent in structure.agents),
    ]
    return "\n".join(rows).rstrip() + "\n"


def renamed(structure: Structure) -> dict[str, int]:
    """The atoms that are not called as their numbers say, with these numbers; the file's comments list them."""
    return {atom: number for atom, number in _numbers(structure.atoms).items() if atom != f"p{number}"}


def _require_plain(structure: Structure) -> None:
    if structure.weights or structure.ranks:
        raise ModelError("SMCDEL's format has no weights and no ranks: write JSON, which keeps them")
    if not structure.atoms:
        raise ModelError("SMCDEL's format needs an atom: this model's vocabulary is empty")
    if not structure.agents:
        raise ModelError("SMCDEL's format needs an agent: this model has none")
    for agent in structure.agents:
        if not _AGENT.fullmatch(agent) or agent in _TAKEN:
            raise ModelError(f"agent '{shorten(agent)}': in SMCDEL's format an agent is a letter and letters or digits")


def _require_distinct(structure: Structure, table: Table) -> None:
    _, first = np.unique(table, axis=0, return_index=True)
    if len(first) < structure.size:
        twin = int(np.setdiff1d(np.arange(structure.size), first)[0])
        other = int(np.flatnonzero((table == table[twin]).all(axis=1))[0])
        one, two = (shorten(repr(structure.worlds.name(i))) for i in (other, twin))
        raise ModelError(
            f"worlds {one} and {two} have the same atoms: SMCDEL's format has one state for each set of atoms"
        )


def _numbers(atoms: Sequence[str]) -> dict[str, int]:
    """The atoms' numbers: their own, if all have one."""
    own = [_NUMBERED.fullmatch(atom) for atom in atoms]
    return {atom: i + 1 if None in own else int(atom[1:]) for i, atom in enumerate(atoms)}


def _comments(structure: Structure, numbers: Mapping[str, int]) -> list[str]:
    named = [f"-- {number}: {' '.join(atom.split())}" for atom, number in numbers.items() if atom != f"p{number}"]
    if structure.actual is None:
        return named
    state = ",".join([str(numbers[atom]) for atom in structure.true_atoms(structure.actual)])
    return [*named, f"-- the actual state: {{{state}}}"]


def _law(table: Table, numbers: Sequence[int]) -> str:
    """The states, or what they leave out if that is shorter."""
    size, atoms = table.shape
    if atoms < 24 and size * 2 > 1 << atoms:
        codes = table @ (1 << np.arange(atoms, dtype=np.int64))
        missing = np.setdiff1d(np.arange(1 << atoms), codes)
        left_out = (missing[:, None] >> np.arange(atoms)) & 1 == 1
        return f"~{_listed(left_out, numbers)}" if len(missing) else "Top"
    return _listed(table, numbers)


def _listed(table: Table, numbers: Sequence[int]) -> str:
    if len(table) > LIMIT:
        raise TooLarge(f"the law would list {len(table):,} states, the limit is {LIMIT:,}: write JSON")
    signed = [
        [str(number) if true else f"~{number}" for number, true in zip(numbers, row, strict=True)] for row in table
    ]
    states = [f"AND({','.join(literals)})" for literals in signed]
    return f"OR({', '.join(states)})" if len(states) > 1 else states[0]


def _observed(structure: Structure, agent: str, table: Table, numbers: Sequence[int]) -> str:
    """The atoms that do not vary in any class of the agent; they must tell the classes apart."""
    relation = structure.relations[agent]
    if not relation.is_s5:
        raise ModelError(
            f"agent {agent}: the relation is not an equivalence; in SMCDEL's format each agent observes atoms"
        )
    labels = canonical_labels(relation)[0]  # a class is labelled by its first world
    seen = [j for j in range(table.shape[1]) if (table[:, j] == table[labels, j]).all()]
    if not seen:
        raise ModelError(f"agent {agent} observes no atom; in SMCDEL's format each agent observes one or more")
    if len(np.unique(table[:, seen], axis=0)) < len(np.unique(labels)):
        raise ModelError(
            f"agent {agent} tells worlds apart by more than atoms that it observes; SMCDEL's format cannot say it"
        )
    return f"{agent}: {','.join(str(numbers[j]) for j in seen)}"
