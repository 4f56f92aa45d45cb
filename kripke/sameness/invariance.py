"""Operations that preserve truth at a world: contraction, generated submodels and unravelling."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import inf
from typing import TYPE_CHECKING, Any

from kripke.data.errors import ModelError
from kripke.data.lazy import Lazy, np
from kripke.data.relation import Indices, Relation, WorldSet, bits, canonical_labels, column_of
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL, Kept, Named, Origins, World, kept_of
from kripke.sameness import canonical
from logic.errors import TooLarge, shorten
from logic.exact import is_whole

if TYPE_CHECKING:
    from kripke.sameness import refinement as graphs
    from kripke.sameness.refinement import ClassGraph, Numbers, Refinement
else:
    graphs = Lazy("kripke.sameness.refinement")  # with NumPy, which small models do not need


@dataclass(frozen=True, slots=True)
class Quotient:
    """A contracted structure with the map from the original worlds."""

    structure: Structure  # a world for each block, with the name of its first actual world or its first world
    places: Kept  # for each original world the position of its block


def quotient(structure: Structure) -> Quotient:
    """Return the contracted structure (see `contract`), and the map to it from the original worlds."""
    if structure.size <= SMALL:
        return _small_quotient(structure)
    colours = _colours(structure)
    graph = graphs.class_graph(structure)
    unchanged = Quotient(structure, np.arange(structure.size))
    if colours.max() + 1 == structure.size:
        return unchanged
    refinement = graphs.refine(graph, colours)
    for agent in [*structure.weights, *structure.ranks]:  # these agents see at most one world of a block in a class
        repeats = _repeats(structure.relations[agent], refinement.blocks)
        if repeats.any():
            refinement = graphs.refine(graph, graphs.pair_numbers(graphs.dense_numbers(refinement.blocks), repeats))
    kept, places = _heads(refinement.blocks, structure.actuals)
    if len(kept) == structure.size:
        return unchanged
    return Quotient(_merged(structure, graph, refinement, kept, places), places)


def _small_quotient(structure: Structure) -> Quotient:
    every, marks = (1 << structure.size) - 1, defaultdict[Hashable, int](int)
    for agent, weights in structure.weights.items():
        members = structure.relations[agent].seen_by_some.mask
        for world, weight in enumerate(weights.numerators):
            marks[agent, members >> world & 1, weight] |= 1 << world
    for agent, ranks in structure.ranks.items():
        for world, rank in enumerate(ranks):
            marks[agent, rank] |= 1 << world
    blocks = canonical.blocks(structure, every, [*canonical.facts_of(structure), *marks.values()])
    for agent in [*structure.weights, *structure.ranks]:  # these agents see at most one world of a block in a class
        repeats = defaultdict[int, int](int)  # number of earlier worlds of the block in the class -> the worlds
        for _, seen in structure.relations[agent].blocks:
            for part in blocks:
                for number, world in enumerate(bits(seen & part)):
                    repeats[number] |= 1 << world
        if len(repeats) > 1:
            blocks = canonical.blocks(structure, every, [*blocks, *[repeats[k] for k in range(1, len(repeats))]])
    if len(blocks) == structure.size:
        return Quotient(structure, Origins(range(structure.size)))
    actual = canonical.mask_of(structure.actuals)
    smaller, places = canonical.merged(structure, sorted(blocks, key=lambda part: canonical.head(part, actual)))
    return Quotient(smaller, Origins(places))


def contract(structure: Structure) -> Structure:
    """Return the structure with one world for each block of bisimilar worlds.

    Without weights and ranks it is the smallest structure that has a bisimilar world for each world.

    Formulas keep their truth value at every world, except those with `D`, `DB` or `R`, and degrees of belief of agents
    with neither weights nor ranks: these degrees count worlds. Merged worlds have equal weights and ranks, so updates
    have the same effect before and after contraction. Two worlds in one class of an agent with weights or ranks
    are never merged, so proportions do not change. Unreachable worlds are kept: see `generated`. A block has the name
    of its first actual world, otherwise of its first world.

    O(m log n) for n worlds and m arrows of the `ClassGraph`, at most 2n for a transitive and Euclidean relation. If an
    agent with weights or ranks would see two merged worlds in one class, the blocks are split by the order of the
    worlds and refined again, at the same cost for each such agent. Such a model may have several quotients, none of
    which is the coarsest.

    Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), section 2.2, doi:10.1017/CBO9781107050884; Paige and
    Tarjan (1987), doi:10.1137/0216062; Valmari (2009), doi:10.1007/978-3-642-02424-5_9.
    """
    return quotient(structure).structure


def array_key(structure: Structure) -> bytes:
    """Return a key of a contracted, generated structure without weights and ranks, computed with arrays.

    Keys are equal exactly if the actual worlds are bisimilar, up to hash collisions: worlds are ordered by 64-bit
    hashes of what formulas can express. O(r m log m) for r rounds, as in `refinement.refine`, and m arrows.
    """
    graph, agents, atoms = graphs.class_graph(structure), sorted(structure.relations), sorted(structure.valuation)
    owners, worlds = graph.contents()
    hashes = np.zeros(graph.count + 1, dtype=np.uint64)  # of classes; the last is for worlds that see nothing
    colours = np.zeros(structure.size, dtype=np.uint64)
    for number, atom in enumerate(atoms):
        colours += np.where(structure.valuation[atom].column, _mixed(np.uint64(number + 1)), np.uint64(0))
    count = 0
    while count < (count := len(np.unique(colours))) < structure.size:
        seen = colours[worlds]
        order = np.lexsort((seen, owners))
        new = np.ones(len(order), dtype=np.bool_)
        new[1:] = (np.diff(owners[order]) != 0) | (np.diff(seen[order]) != 0)
        hashes[:] = 0
        np.add.at(hashes, owners[order][new], _mixed(seen[order][new]))
        colours = colours * np.uint64(3)
        for class_map in graph.maps:
            colours += _mixed(hashes[class_map.classes] + np.uint64(agents.index(class_map.agent) + 1))
        colours = _mixed(colours)
    order = np.argsort(colours, kind="stable").astype(np.intp)
    place = np.empty(structure.size, dtype=np.intp)
    place[order] = np.arange(structure.size)
    key = blake2b(repr((structure.size, agents, atoms, sorted(place[list(structure.actuals)].tolist()))).encode())
    for atom in atoms:
        key.update(np.packbits(structure.valuation[atom].column[order]).tobytes())
    for agent in agents:
        relation = structure.relations[agent].restrict(order)
        for part in canonical_labels(relation) if relation.is_k45 else relation.csr:
            key.update(part.tobytes())
    return key.digest()


def _mixed(numbers: Any) -> Any:
    """Return 64-bit hashes of the numbers (Steele, Lea and Flood 2014, SplitMix, doi:10.1145/2660193.2660195)."""
    with np.errstate(over="ignore"):
        numbers = (numbers + np.uint64(0x9E3779B97F4A7C15)).astype(np.uint64)
        numbers = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        numbers = (numbers ^ numbers >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return numbers ^ numbers >> np.uint64(31)


def _colours(structure: Structure) -> Numbers:
    """Return the initial partition of the worlds, by their atoms and each agent's weight or rank."""
    colours = graphs.column_colours([where.column for where in structure.valuation.values()], structure.size)
    for agent, weights in structure.weights.items():
        members = structure.relations[agent].members.tolist()
        colours = graphs.pair_numbers(colours, graphs.value_numbers(zip(members, weights.numerators, strict=True)))
    for ranks in structure.ranks.values():
        colours = graphs.pair_numbers(colours, graphs.value_numbers(ranks))
    return colours


def _repeats(relation: Relation, blocks: Numbers) -> Numbers:
    """Return for each world the number of earlier worlds in its class and block; 0 if the world does not see itself."""
    members = np.flatnonzero(relation.members & (relation.labels >= 0))
    pairs = relation.labels[members].astype(np.int64) * (int(blocks.max()) + 1) + blocks[members]
    order = np.argsort(pairs, kind="stable")
    _, starts, sizes = np.unique(pairs[order], return_index=True, return_counts=True)
    counted = np.zeros(len(blocks), dtype=np.int32)
    counted[members[order]] = np.arange(len(members)) - np.repeat(starts, sizes)
    return counted


def _heads(blocks: Numbers, actuals: Sequence[int]) -> tuple[Indices, Indices]:
    """Return one representative of each block, ascending, and for each world the index of its representative."""
    heads = np.full(int(blocks.max()) + 1, -1, dtype=np.intp)
    heads[blocks[::-1]] = np.arange(len(blocks))[::-1]  # the first world of each block is written last
    for actual in reversed(actuals):
        heads[blocks[actual]] = actual
    kept = np.flatnonzero(column_of(len(blocks), heads[heads >= 0]))
    place = np.empty(len(blocks), dtype=np.intp)
    place[kept] = np.arange(len(kept))
    return kept, place[heads[blocks]]


def _merged(
    structure: Structure, graph: ClassGraph, refinement: Refinement, kept: Indices, places: Indices
) -> Structure:
    classes = {class_map.agent: class_map.classes for class_map in graph.maps}
    relations = {
        agent: _of_blocks(relation, classes[agent], refinement.classes, kept, places)
        if relation.is_k45
        else _of_edges(relation, kept, places)
        for agent, relation in structure.relations.items()
    }
    return structure.restrict(kept, relations)


def _of_blocks(relation: Relation, classes: Numbers, blocks: Numbers, kept: Indices, places: Indices) -> Relation:
    """Return the relation between blocks; classes with equal numbers in `blocks` become one class."""
    seen = classes[kept]
    labels = np.full(len(kept), -1, dtype=np.int32)
    labels[seen >= 0] = graphs.dense_numbers(blocks[seen[seen >= 0]])
    if relation.all_members:
        return Relation.from_labels(labels)
    return Relation.from_labels(labels, column_of(len(kept), places[relation.members]))


def _of_edges(relation: Relation, kept: Indices, places: Indices) -> Relation:
    """Return the relation between blocks, given by the successors of their representatives."""
    indptr, indices = relation.csr
    lengths = np.diff(indptr)[kept]
    sources = np.repeat(np.arange(len(kept)), lengths)
    starts = np.repeat(indptr[kept] - np.cumsum(lengths) + lengths, lengths)
    return Relation.from_edges(len(kept), sources, places[indices[starts + np.arange(len(sources))]])


def generated(structure: Structure, positions: Sequence[int] = (), depth: int | None = None) -> Structure:
    """Return the submodel generated by worlds: these worlds, which become actual, and the worlds reachable from them.

    By default the actual worlds generate it. Without `depth`, every formula keeps its truth value at the remaining
    worlds.

    `depth` limits the number of steps to a world. Then only formulas of at most this modal depth, without group
    operators that reach further, keep their truth value, and only at the generating worlds.

    `ModelError` if the depth is invalid. O(g n + m) for g agents, n worlds and m edges of relations that are not
    transitive and Euclidean. Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), definition 2.5,
    doi:10.1017/CBO9781107050884.
    """
    require_depth(depth)
    starts = tuple(positions) or structure.actuals
    if structure.size <= SMALL:
        kept = WorldSet(structure.size, mask=canonical.generated_worlds(structure, starts, depth)).kept
    else:
        kept = _neighbourhood(structure, starts, depth)
    pointed = replace(structure, actuals=starts)
    return pointed if len(kept) == structure.size else pointed.restrict(kept)


def _neighbourhood(structure: Structure, starts: Sequence[int], depth: int | None) -> Indices:
    """Return the positions of the worlds at most `depth` steps (None: any number) from `starts`."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import dijkstra

    graph = graphs.class_graph(structure)
    sources, targets = graph.arrows()
    count = graph.size + graph.count
    arrows = coo_array((np.ones(len(sources), dtype=np.bool_), (sources, targets)), shape=(count, count)).tocsr()
    limit = inf if depth is None else 2 * depth  # a step leads to a class, and from it to a world
    steps = dijkstra(arrows, indices=list(starts), unweighted=True, limit=limit, min_only=True)
    return np.flatnonzero(steps[: graph.size] < inf).astype(np.intp)


def require_depth(depth: int | None) -> None:
    """Raise `ModelError` unless the depth is None or a whole number of at least 0."""
    if depth is not None and not is_whole(depth, 0):
        raise ModelError(f"depth {shorten(repr(depth))}: expected a whole number of steps from 0, or None for any")


def unravel(structure: Structure, depth: int, position: int, limit: int = 100_000) -> Structure:
    """Return the tree of paths of at most `depth` steps from a world.

    At its root, formulas of at most this modal depth keep their truth value, apart from those with group operators that
    reach further or intersect relations, such as `C` and `D`. A path is named by the tuple ``("w1", "a", "w2", ...)``
    of its worlds and the agents of its steps. The path that only contains the first world, at `position`, is the actual
    world of the tree. `ModelError` if the depth is negative, or agents have weights or ranks, which need classes;
    `TooLarge` for more paths than `limit`. O(k d) for k paths of d steps.

    Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), definition 4.51 and proposition 2.15,
    doi:10.1017/CBO9781107050884.
    """
    if not is_whole(depth, 0):
        raise ModelError(f"depth {shorten(repr(depth))}: expected a whole number of steps, 0 or more")
    if not is_whole(limit, 1):
        raise ModelError(f"limit {shorten(repr(limit))}: expected the largest number of paths, 1 or more")
    if structure.weights or structure.ranks:
        agent = next(iter([*structure.weights, *structure.ranks]))
        raise ModelError(f"agent {agent}: weights and ranks need classes, but a tree has none; remove them first")
    ends = [position]
    names: list[tuple[World, ...]] = [(structure.worlds.name(position),)]
    edges: dict[str, list[tuple[int, int]]] = {agent: [] for agent in structure.relations}
    first = 0
    for _ in range(depth):
        last = len(ends)
        for path in range(first, last):
            for agent, relation in structure.relations.items():
                for world in relation.successors(ends[path]):
                    edges[agent].append((path, len(ends)))
                    ends.append(world)
                    names.append((*names[path], agent, structure.worlds.name(world)))
            if len(ends) > limit:
                raise TooLarge(f"over {limit:,} paths; unravel to a smaller depth, or raise limit=")
        first = last
    where = kept_of(ends, structure.size)
    return Structure(
        Named(names),
        {atom: true.restrict(where) for atom, true in structure.valuation.items()},
        {agent: Relation.from_pairs(len(ends), pairs) for agent, pairs in edges.items()},
        (0,),
    )
