"""Contraction: each block of bisimilar worlds becomes one world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kripke.data.relation import Indices, Relation
from kripke.data.structure import Structure
from kripke.sameness.class_graph import ClassGraph, Numbers, class_graph
from kripke.sameness.refinement import column_colours, dense_numbers, pair_numbers, refine, value_numbers
from kripke.sameness.rounds import Refinement


@dataclass(frozen=True, slots=True)
class Quotient:
    """A contracted structure with the map from the original worlds.

    Parameters
    ----------
    structure : Structure
        One world for each block, with the name of the block's actual world or its first world.
    places : integer array of shape (n,)
        For each original world the position of its block.
    """

    structure: Structure
    places: Indices


def quotient(structure: Structure) -> Quotient:
    """The structure with each block of the largest bisimulation as one world, and the map to it; see `contract`."""
    colours = _colours(structure)
    graph = class_graph(structure)
    refinement = _unrepeated(structure, graph, refine(graph, colours)) if colours.max() + 1 < structure.size else None
    if refinement is None or len(np.unique(refinement.blocks)) == structure.size:
        return Quotient(structure, np.arange(structure.size))
    kept, places = _heads(refinement.blocks, structure.actual)
    return Quotient(_merged(structure, graph, refinement, kept, places), places)


def contract(structure: Structure) -> Structure:
    """The structure with each block of the largest bisimulation as one world: the smallest bisimilar structure.

    Each formula without `D` and `R`, and without `B_a>=r` for agents with neither weights nor ranks (it counts worlds),
    keeps its truth value at every world. Weights, thresholds and ranks are part of a world, so updates have the same
    effect before and after. Two worlds that an agent with weights or ranks sees in one class are never merged, so
    shares stay the same. Unreachable worlds are kept: see `bisimulation.generated`. A block has the name of the actual
    world if it contains it, else the name of its first world.

    Notes
    -----
    O(m log n) for n worlds and m arrows (for a relation of classes 2n, whatever the number of its edges), once, and
    once more for each agent that would see two merged worlds in one class. There the blocks are split by the order of
    the worlds; such a model may have several quotients, none of which is the coarsest.

    References
    ----------
    Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), section 2.2, doi:10.1017/CBO9781107050884; Paige and
    Tarjan (1987), doi:10.1137/0216062; Valmari (2009), doi:10.1007/978-3-642-02424-5_9.
    """
    return quotient(structure).structure


def _colours(structure: Structure) -> Numbers:
    """The initial blocks: atoms, and each agent's weight or rank."""
    colours = column_colours([where.column for where in structure.valuation.values()], structure.size)
    for agent, weights in structure.weights.items():
        members = structure.relations[agent].members.tolist()
        colours = pair_numbers(colours, value_numbers(zip(members, weights.numerators, strict=True)))
    for ranks in structure.ranks.values():
        colours = pair_numbers(colours, value_numbers(ranks))
    return colours


def _unrepeated(structure: Structure, graph: ClassGraph, refinement: Refinement) -> Refinement:
    """The partition, refined if an agent with weights or ranks would see a block twice in one class."""
    for agent in [*structure.weights, *structure.ranks]:
        repeats = _repeats(structure.relations[agent], refinement.blocks)
        if repeats.any():
            refinement = refine(graph, pair_numbers(dense_numbers(refinement.blocks), repeats))
    return refinement


def _repeats(relation: Relation, blocks: Numbers) -> Numbers:
    """For each member the number of earlier worlds of its block in its class; 0 for nonmembers."""
    members = np.flatnonzero(relation.members & (relation.labels >= 0))
    pairs = relation.labels[members].astype(np.int64) * (int(blocks.max()) + 1) + blocks[members]
    order = np.argsort(pairs, kind="stable")
    _, starts, sizes = np.unique(pairs[order], return_index=True, return_counts=True)
    counted = np.zeros(len(blocks), dtype=np.int32)
    counted[members[order]] = np.arange(len(members)) - np.repeat(starts, sizes)
    return counted


def _heads(blocks: Numbers, actual: int | None) -> tuple[Indices, Indices]:
    """The world that represents each block, ascending, and each world's place among them."""
    _, heads, inverse = np.unique(blocks, return_index=True, return_inverse=True)
    if actual is not None:
        heads[inverse[actual]] = actual
    order = np.argsort(heads)
    place = np.empty(len(heads), dtype=np.intp)
    place[order] = np.arange(len(heads))
    return heads[order], place[inverse]


def _merged(
    structure: Structure, graph: ClassGraph, refinement: Refinement, kept: Indices, places: Indices
) -> Structure:
    classes = {class_map.agent: class_map.classes for class_map in graph.maps}
    return Structure(
        structure.worlds.restrict(kept),
        {atom: where.restrict(kept) for atom, where in structure.valuation.items()},
        {
            agent: _of_blocks(relation, classes[agent], refinement.classes, kept, places)
            if relation.is_k45
            else _of_edges(relation, kept, places)
            for agent, relation in structure.relations.items()
        },
        None if structure.actual is None else int(places[structure.actual]),
        {agent: weights.restrict(kept) for agent, weights in structure.weights.items()},
        {agent: tuple([ranks[i] for i in kept.tolist()]) for agent, ranks in structure.ranks.items()},
    )


def _of_blocks(relation: Relation, classes: Numbers, blocks: Numbers, kept: Indices, places: Indices) -> Relation:
    """Merge classes of the same blocks; a block is a member if one of its worlds is."""
    seen = classes[kept]
    labels = np.full(len(kept), -1, dtype=np.int32)
    labels[seen >= 0] = dense_numbers(blocks[seen[seen >= 0]])
    if relation.all_members:
        return Relation.from_labels(labels)
    members = np.zeros(len(kept), dtype=np.bool_)
    members[places[relation.members]] = True
    return Relation.from_labels(labels, members)


def _of_edges(relation: Relation, kept: Indices, places: Indices) -> Relation:
    """The successors of the worlds that represent blocks."""
    indptr, indices = relation.csr
    lengths = np.diff(indptr)[kept]
    sources = np.repeat(np.arange(len(kept)), lengths)
    starts = np.repeat(indptr[kept] - np.cumsum(lengths) + lengths, lengths)
    return Relation.from_edges(len(kept), sources, places[indices[starts + np.arange(len(sources))]])
