"""Translations between the engines: a knowledge structure as a Kripke structure with explicit worlds, and back.

A knowledge structure made from worlds has additional bits if several worlds have the same valuation. An agent with an
equivalence relation observes atoms if these distinguish the classes, otherwise bits that number the classes. A general
relation is one diagram over pairs of states.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from kripke.data.errors import UnsupportedByEngine
from kripke.data.lazy import np
from kripke.data.listing import BY_DIAGRAMS, SOME, require_listable
from kripke.data.relation import Column, Indices, Labels, Relation, WorldSet, mask_to_column
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.diagrams.state_set import StateSet, odd, primed, support_of
from kripke.symbolic.diagrams.variable_order import mask_of
from kripke.symbolic.laws.values import diagram
from kripke.symbolic.structures import counting
from kripke.symbolic.structures.knowledge_structure import Bits, Definitions, KnowledgeStructure, Observation
from kripke.symbolic.structures.states import considered, in_order, listed, view
from logic.errors import TooLarge, by_face

MOST_EDGES = 1 << 24  # largest number of listed edges of a relation that is not K45

if TYPE_CHECKING:
    import numpy.typing as npt

Table: TypeAlias = "npt.NDArray[np.bool_]"


def to_structure(knowledge: KnowledgeStructure, limit: int | None, way_out: str = SOME) -> Structure:
    """The Kripke structure whose worlds are the states, sorted by `in_order`, with the same names.

    `TooLarge` for more states than `limit`, or for a relation that is not K45 and has more than `MOST_EDGES` edges.
    O(n k) for n states of k bits; for each agent with a relation besides observations, the successors are also
    listed once for each combination of values of the bits on which they depend.
    """
    require_listable(counting.count(knowledge, StateSet.constant(knowledge.manager, True)), limit, "states", way_out)
    return structure_of(knowledge, in_order(knowledge, listed(knowledge)))


def structure_of(knowledge: KnowledgeStructure, states: list[Bits]) -> Structure:
    """The Kripke structure whose worlds are all states of the knowledge structure, in the order of `states`."""
    names = list(map(knowledge.name, states))
    columns = {atom: np.array([atom in name for name in names], dtype=np.bool_) for atom in knowledge.atoms}
    position = {state: place for place, state in enumerate(states)}
    return Structure(
        Named(names),
        {atom: WorldSet(len(names), column=column) for atom, column in columns.items()},
        {agent: _relation(knowledge, agent, states, position) for agent in knowledge.observes},
        tuple(sorted([position[state] for state in knowledge.actuals if state in position])),
    )


def _relation(knowledge: KnowledgeStructure, agent: str, states: list[Bits], position: Mapping[Bits, int]) -> Relation:
    observation = knowledge.observes[agent]
    related = support_of(observation.relation)
    used = observation.seen | related & ~odd(related.bit_length())
    numbers: dict[int, int] = {}
    group = [numbers.setdefault(knowledge.completed(state, used) & used, len(numbers)) for state in states]
    labels = np.array(group, dtype=np.int32)
    if not observation.relation:
        return Relation.from_labels(labels)
    _, first = np.unique(labels, return_index=True)
    successors: list[Indices] = []
    for place in first.tolist():
        seen = considered(knowledge, agent, states[place])
        known = seen.bits & knowledge.state
        successors.append(np.sort(np.array([position[known | bits] for bits in listed(view(seen))], dtype=np.intp)))
    return _from_successors(labels, successors)


def _from_successors(group: Labels, seen: list[Indices]) -> Relation:
    """The relation from each state to the successors of its group. `group`: the number of each state's group."""
    numbers: dict[bytes, int] = {np.zeros(0, dtype=np.intp).tobytes(): -1}
    label_of = np.array([numbers.setdefault(each.tobytes(), len(numbers) - 1) for each in seen], dtype=np.int32)
    labels = label_of[group]
    member = np.zeros(len(group), dtype=np.bool_)
    for number, each in zip(label_of.tolist(), seen, strict=True):
        member[each] = True
        if (labels[each] != number).any():
            break
    else:
        return Relation.from_labels(labels, member)
    lengths = np.array([len(each) for each in seen], dtype=np.intp)[group]
    if lengths.sum() > MOST_EDGES:
        raise TooLarge(
            f"a relation of {lengths.sum():,} edges: expected at most {MOST_EDGES:,}; "
            + by_face(way_out := "query the symbolic model instead", BY_DIAGRAMS, way_out)
        )
    targets = np.concatenate([seen[number] for number in group.tolist()])
    return Relation.from_edges(len(group), np.repeat(np.arange(len(group)), lengths), targets)


# ----------------------------------------------------------------------------------------------- from worlds


def from_structure(structure: Structure, nodes: int = NODES) -> KnowledgeStructure:
    """The knowledge structure of a Kripke structure.

    `UnsupportedByEngine` if an agent has weights or ranks, which a symbolic model does not support. O(n k) for n worlds
    of k bits, and the same for each agent with a K45 relation; O(b n k) for an agent with any other relation that has b
    different sets of successors.
    """
    for what, given in (("weights", structure.weights), ("ranks", structure.ranks)):
        for agent in given:
            way_out = f"make the model without {what}, or keep the explicit model"
            raise UnsupportedByEngine(
                f"agent {agent} has {what}, which a symbolic model does not support: "
                + by_face(way_out, "take --engine explicit", way_out)
            )
    columns, marks = _columns(structure)
    atoms = structure.atoms
    manager = BddManager(len(columns), nodes)
    worlds = _Worlds(manager, np.array(columns, dtype=np.bool_).reshape(len(columns), structure.size).T)
    knowledge = KnowledgeStructure(
        manager,
        Definitions(manager),
        {atom: StateSet.literal(manager, 2 * place) for place, atom in enumerate(structure.atoms)},
        {mark: 2 * (len(atoms) + place) for place, mark in enumerate(marks)},
        mask_of(range(0, 2 * len(columns), 2)),
        tuple([law for law in [worlds.states(np.ones(structure.size, dtype=np.bool_))] if law.value is None]),
        {},
        tuple(sorted(map(worlds.state, structure.actuals))),
    )
    observes = {agent: _observation(knowledge, worlds, relation) for agent, relation in structure.relations.items()}
    return replace(knowledge, observes=observes)


def names_of_states(structure: Structure) -> list[frozenset[str]]:
    """The names of the worlds as states of a knowledge structure, in the order of the worlds."""
    columns, marks = _columns(structure)
    names = np.array([*structure.atoms, *marks], dtype=object)
    table = np.array(columns, dtype=np.bool_).reshape(len(columns), structure.size)
    return [frozenset(names[table[:, place]].tolist()) for place in range(structure.size)]


def _columns(structure: Structure) -> tuple[list[Column], list[str]]:
    """The extensions of the atoms and of further bits that distinguish worlds, and the names of the further bits."""
    atoms = [where.column for where in structure.valuation.values()]
    group = _numbered(np.array(atoms, dtype=np.bool_).reshape(len(atoms), structure.size).T)
    order, sizes = np.argsort(group, kind="stable"), np.bincount(group)
    number = np.empty(structure.size, dtype=np.intp)
    number[order] = np.arange(structure.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    marks = _digits(number)  # the fewest bits that distinguish worlds with the same atoms
    prefix = "#"
    while any(atom.startswith(prefix) for atom in structure.atoms):
        prefix += "#"
    return [*atoms, *marks], [f"{prefix}{number}" for number in range(1, len(marks) + 1)]


def _numbered(rows: Table) -> Indices:
    """For each row of an array, the index of the row among the distinct rows."""
    packed = np.packbits(np.concatenate([rows, np.ones((len(rows), 1), dtype=np.bool_)], axis=1), axis=1)
    return np.unique(packed, axis=0, return_inverse=True)[1].reshape(-1)


def _digits(number: Indices) -> list[Column]:
    """The binary digits of the numbers, the most significant first."""
    length = int(number.max(initial=0)).bit_length()
    return [(number >> place & 1).astype(np.bool_) for place in reversed(range(length))]


class _Worlds:
    """The worlds as rows of bits, where bit j is variable 2j of the manager."""

    def __init__(self, manager: BddManager, rows: Table) -> None:
        self.manager, self.rows = manager, rows
        self.conditions = [manager.literal(2 * place) for place in range(rows.shape[1])]
        self.support = mask_of(range(0, 2 * rows.shape[1], 2))

    def states(self, where: Column) -> StateSet:
        """The states that represent the given worlds."""
        return StateSet.of(self.manager, diagram(self.manager, self.conditions, self.rows[where]), self.support)

    def state(self, position: int) -> Bits:
        """The state that represents the world at a position."""
        return mask_of((2 * np.flatnonzero(self.rows[position])).tolist())


def _observation(knowledge: KnowledgeStructure, worlds: _Worlds, relation: Relation) -> Observation:
    if not relation.is_k45:  # for each set of successors, pairs of a world with this set and a world in it
        pairs = StateSet.constant(worlds.manager, False)
        for lookers, successors in relation.blocks:
            here = worlds.states(mask_to_column(lookers, relation.size))
            there = worlds.states(mask_to_column(successors, relation.size))
            pairs = pairs | here & primed(there, worlds.support)
        return Observation(0, (pairs,))
    labels, member = relation.labels, relation.members
    if (labels >= 0).all() and member.all():
        return Observation(_observed(knowledge, worlds, labels))
    looking = worlds.states(labels >= 0)
    seen = primed(worlds.states(member), worlds.support)
    return Observation(_observed(knowledge, worlds, labels), (looking, seen))


def _observed(knowledge: KnowledgeStructure, worlds: _Worlds, labels: Labels) -> int:
    """Variables that distinguish the classes: bits of the state if possible, otherwise bits of the class's number."""
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    number = number.reshape(-1)
    heads = worlds.rows[first]
    same = (worlds.rows == heads[number]).all(axis=0)
    if len(np.unique(_numbered(heads[:, same]))) == len(heads):
        return mask_of((2 * np.flatnonzero(same)).tolist())
    seen = 0
    for digit in _digits(number):
        seen |= 1 << knowledge.definitions.variable(worlds.states(digit))
    return seen
