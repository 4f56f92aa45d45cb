"""Test whether two structures differ only in the names of their worlds."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kripke.data.structure import Structure
from kripke.sameness.disjoint_union import bisimulation

if TYPE_CHECKING:
    import networkx


def isomorphic(one: Structure, other: Structure) -> bool:
    """Whether renaming worlds makes the structures equal: valuation, relations, weights, ranks and actual world.

    Meant for tests: exponential in the worst case, fast if worlds differ. VF2 over blocks of bisimilar worlds;
    Cordella, Foggia, Sansone and Vento (2004), doi:10.1109/TPAMI.2004.75.
    """
    from networkx.algorithms.isomorphism import DiGraphMatcher

    if not _alike(one, other):
        return False
    blocks = bisimulation(one, other).blocks
    graphs = _graph(one, blocks[0].tolist()), _graph(other, blocks[1].tolist())
    return bool(DiGraphMatcher(*graphs, node_match=_equal, edge_match=_equal).is_isomorphic())


def _equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one == other


def _alike(one: Structure, other: Structure) -> bool:
    """Compare everything that renaming worlds cannot change."""
    return (
        one.size == other.size
        and set(one.atoms) == set(other.atoms)
        and set(one.agents) == set(other.agents)
        and one.ranks.keys() == other.ranks.keys()
        and {a: w.threshold for a, w in one.weights.items()} == {a: w.threshold for a, w in other.weights.items()}
    )


def _graph(structure: Structure, blocks: list[int]) -> networkx.DiGraph:
    import networkx

    graph = networkx.DiGraph()
    for world in range(structure.size):
        graph.add_node(world, marks=_marks(structure, world), block=blocks[world])
    for agent, relation in structure.relations.items():
        for source, target in zip(*[ends.tolist() for ends in relation.edges], strict=True):
            graph.add_edge(source, target)
            graph.edges[source, target].setdefault("agents", set()).add(agent)
    return graph


def _marks(structure: Structure, world: int) -> Hashable:
    weights = {a: Fraction(given.numerators[world], given.denominator) for a, given in structure.weights.items()}
    return (
        world == structure.actual,
        frozenset(weights.items()),
        frozenset((agent, ranks[world]) for agent, ranks in structure.ranks.items()),
    )
