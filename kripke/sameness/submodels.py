"""Parts of a structure that are the same from inside: the generated submodel, and the unravelling to a depth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kripke.data.errors import ModelError
from kripke.data.relation import Relation
from kripke.data.structure import Structure
from kripke.data.worlds import Named, World
from kripke.sameness.class_graph import looks
from logic.errors import TooLarge, shorten


def generated(structure: Structure, position: int | None = None) -> Structure:
    """The worlds that can be reached from a world, with itself, which becomes the actual one; the rest is left out.

    Every formula keeps its truth at the worlds that stay. Position None stands for the actual world.

    Raises
    ------
    ModelError
        If there is neither a position nor an actual world.

    Notes
    -----
    O(g n + m) for g agents, n worlds and m edges of relations that have no classes. Blackburn, de Rijke and Venema,
    *Modal Logic* (Cambridge 2001), definition 2.5, doi:10.1017/CBO9781107050884.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    start = _start(structure, position)
    graph = looks(structure)
    sources, targets = graph.arrows()
    count = graph.size + graph.count
    arrows = coo_array((np.ones(len(sources), dtype=np.bool_), (sources, targets)), shape=(count, count)).tocsr()
    found = breadth_first_order(arrows, start, directed=True, return_predecessors=False)
    kept = np.sort(found[found < graph.size]).astype(np.intp)
    pointed = replace(structure, actual=start)
    return pointed if len(kept) == structure.size else pointed.restrict(kept)


def unravel(structure: Structure, depth: int, position: int | None = None, limit: int = 100_000) -> Structure:
    """The tree of paths of at most `depth` steps from a world: formulas of that modal depth do not differ, without `C`.

    A path is named by the tuple ``("w1", "a", "w2", ...)`` of its worlds and of the agents who lead from one to the
    next. Position None stands for the actual world; the path that only starts there is the actual world of the tree.

    Raises
    ------
    ModelError
        If there is no world to start from, the depth is negative, or agents have weights or ranks, which need classes.
    TooLarge
        If there are more paths than `limit`.

    Notes
    -----
    O(k d) for k paths of d steps. Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), definition 4.51 and
    proposition 2.15, doi:10.1017/CBO9781107050884.
    """
    if not isinstance(depth, int) or depth < 0:
        raise ModelError(f"depth {shorten(repr(depth))}: expected a whole number of steps, 0 or more")
    if structure.weights or structure.ranks:
        agent = next(iter([*structure.weights, *structure.ranks]))
        raise ModelError(f"agent {agent}: weights and ranks need classes, and a tree has none; leave them out first")
    start = _start(structure, position)
    ends = [start]
    names: list[tuple[World, ...]] = [(structure.worlds.name(start),)]
    edges: dict[str, list[tuple[int, int]]] = {agent: [] for agent in structure.relations}
    first = 0
    for _ in range(depth):
        last = len(ends)
        for path in range(first, last):
            _grow(structure, path, ends, names, edges)
            if len(ends) > limit:
                raise TooLarge(f"over {limit:,} paths; unravel to a smaller depth, or raise limit=")
        first = last
    return _tree(structure, ends, names, edges)


def _grow(
    structure: Structure,
    path: int,
    ends: list[int],
    names: list[tuple[World, ...]],
    edges: dict[str, list[tuple[int, int]]],
) -> None:
    """Append the paths that are one step longer."""
    for agent, relation in structure.relations.items():
        for world in relation.successors(ends[path]):
            edges[agent].append((path, len(ends)))
            ends.append(world)
            names.append((*names[path], agent, structure.worlds.name(world)))


def _tree(
    structure: Structure, ends: list[int], names: list[tuple[World, ...]], edges: dict[str, list[tuple[int, int]]]
) -> Structure:
    arrays = {agent: np.array(pairs, dtype=np.intp).reshape(-1, 2).T for agent, pairs in edges.items()}
    where = np.array(ends, dtype=np.intp)
    return Structure(
        Named(names),
        {atom: true.restrict(where) for atom, true in structure.valuation.items()},
        {agent: Relation.from_edges(len(ends), *pair) for agent, pair in arrays.items()},
        0,
    )


def _start(structure: Structure, position: int | None) -> int:
    if position is not None:
        if not 0 <= position < structure.size:
            raise ModelError(f"position {position}: the model has {structure.size} worlds")
        return position
    if structure.actual is None:
        raise ModelError("the model has no actual world: say where to start, by position=...")
    return structure.actual
