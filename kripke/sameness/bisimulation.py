"""The disjoint union of two structures, the largest bisimulation between them, and isomorphism.

Agents know and believe the same in bisimilar structures, except for `D`, `DB` and `R`, which intersect relations, and
graded belief without weights, which counts worlds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import eq
from typing import TYPE_CHECKING

from kripke.checking.build import atom_name
from kripke.data.errors import ModelError, unknown_atom
from kripke.data.lazy import Lazy, np
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL
from kripke.sameness import canonical
from logic.clauses import Atom
from logic.errors import by_face, few, shorten

if TYPE_CHECKING:
    import networkx

    from kripke.sameness import refinement as graphs
    from kripke.sameness.refinement import ClassGraph, Kind, Numbers, Refinement
else:
    graphs = Lazy("kripke.sameness.refinement")  # with NumPy, which small models do not need


@dataclass(frozen=True, slots=True)
class DisjointUnion:
    """The graph of two structures side by side; the worlds of `other` are numbered after the worlds of `one`."""

    one: Structure
    other: Structure
    atoms: tuple[str, ...]
    graph: ClassGraph
    refinement: Refinement  # the partition by levels; it may end once two actual worlds are separated
    points: tuple[tuple[int, ...], tuple[int, ...]] | None  # the actual worlds, if both have some


def disjoint_union(
    one: Structure, other: Structure, atoms: Iterable[str | Atom] | None = None, pointed: bool = True
) -> DisjointUnion:
    """Join two structures in one graph and refine its partition; errors as in `bisimilar`.

    If `pointed` is set and each structure has one actual world, the refinement may end once these are separated.
    """
    names = compared_atoms(one, other, atoms)
    kinds = _kinds(one, other)
    graph = graphs.join(
        graphs.class_graph(one, kinds), graphs.class_graph(other, {agent: kinds[agent] for agent in other.relations})
    )
    columns = [np.concatenate([each.valuation[atom].column for each in (one, other)]) for atom in names]
    points = None
    if pointed and one.actuals and other.actuals:
        points = one.actuals, tuple([one.size + actual for actual in other.actuals])
    pair = None if points is None or len({*points[0], *points[1]}) > 2 else (points[0][0], points[1][0])
    refinement = graphs.refine(graph, graphs.column_colours(columns, graph.size), pair)
    return DisjointUnion(one, other, names, graph, refinement, points)


def bisimulation(
    one: Structure, other: Structure, atoms: Iterable[str | Atom] | None = None
) -> tuple[Numbers, Numbers]:
    """The largest bisimulation between two structures, as blocks; errors and cost as in `bisimilar`.

    For each world of `one` and of `other` the number of its block; worlds of the same block are bisimilar.
    """
    blocks = disjoint_union(one, other, atoms, pointed=False).refinement.blocks
    return blocks[: one.size], blocks[one.size :]


def bisimilar(one: Structure, other: Structure, atoms: Iterable[str | Atom] | None = None) -> bool:
    """Whether the actual worlds of two structures are bisimilar; if either has none, whether all their worlds are.

    Each actual world must have a bisimilar actual world in the other structure, and vice versa; if either structure
    has no actual world, this must hold for all worlds. Finite structures are bisimilar exactly if no formula
    distinguishes them (Hennessy and Milner). Two kinds of formulas are excepted: those with `D`, `DB` or `R`, which
    intersect relations, and degrees of belief of agents without weights, which count worlds. Formulas express only the
    proportions of weights, the best worlds, and the order of ranks; without ranks all worlds have the same rank.

    `ModelError` if the agents, or without `atoms` the vocabularies, differ, or an agent has weights in only one
    structure; `UnknownAtom` if an atom of `atoms` is not in both vocabularies. O(m log n) for n worlds and m arrows of
    the `ClassGraph`, at most 2n for a transitive and Euclidean relation. With weights or ranks each of up to n rounds
    takes time linear in the changed classes: O(m log n) for classes of bounded size, O(n^2) for one class of n ranks.

    Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), sections 2.2 and 2.3, doi:10.1017/CBO9781107050884;
    Hennessy and Milner (1985), doi:10.1145/2455.2460.
    """
    if one.size + other.size <= SMALL and not (one.weights or one.ranks or other.weights or other.ranks):
        names, _ = compared_atoms(one, other, atoms), _kinds(one, other)  # errors for models that cannot be compared
        return canonical.bisimilar(one, other, names)
    union = disjoint_union(one, other, atoms)
    blocks, points = union.refinement.blocks, union.points
    here, there = (slice(one.size), slice(one.size, None)) if points is None else map(list, points)
    return set(blocks[here].tolist()) == set(blocks[there].tolist())


def compared_atoms(one: Structure, other: Structure, atoms: Iterable[str | Atom] | None) -> tuple[str, ...]:
    """The atoms to compare, by default those of both structures. Errors as in `bisimilar`."""
    if atoms is None:
        unmatched = [
            atom for atom in [*one.atoms, *other.atoms] if (atom in one.valuation) != (atom in other.valuation)
        ]
        if unmatched:
            way_out = by_face(
                "name the atoms to compare with atoms=[...], or compare=[...] of draw_sameness",
                "name the atoms to compare with --on, such as --on p,q",
                "name the atoms to compare",
            )
            if not {*one.atoms} & {*other.atoms}:
                way_out = "they have no atom in common" + by_face(
                    ", so compare the relations alone, with atoms=[], or compare=[] of draw_sameness",
                    ", so compare the relations alone, with --on ''",
                )
            raise ModelError(f"atoms {_listed(unmatched)}: in the vocabulary of one model only; {way_out}")
        return one.atoms
    if isinstance(atoms, str) or not isinstance(atoms, Iterable):
        shown = shorten(repr(atoms))
        raise ModelError(f"atoms {shown}: expected a list such as [{shown if isinstance(atoms, str) else repr('p')}]")
    names = tuple(dict.fromkeys(map(atom_name, atoms)))
    for name in names:
        for structure in (one, other):
            if name not in structure.valuation:
                raise unknown_atom(name, structure.valuation, by_face("atoms", "--on", "atoms"))
    return names


def _kinds(one: Structure, other: Structure) -> dict[str, tuple[Kind, ...]]:
    unmatched = [a for a in [*one.relations, *other.relations] if (a in one.relations) != (a in other.relations)]
    if unmatched:
        raise ModelError(f"agents {_listed(unmatched)}: in one model only; models with the same agents can be compared")
    kinds: dict[str, tuple[Kind, ...]] = {}
    for agent in one.relations:
        if (agent in one.weights) != (agent in other.weights):
            raise ModelError(f"agent {agent}: weights in one model only; give them in both or in neither")
        ranked = agent in one.ranks or agent in other.ranks
        kinds[agent] = ("prefers", "safely", "believes") if ranked else ("knows",)
        if agent in one.weights:
            kinds[agent] = "prefers", "believes"
    return kinds


def _listed(names: list[str]) -> str:
    return few([*map(shorten, dict.fromkeys(names))], "and")


def isomorphic(one: Structure, other: Structure) -> bool:
    """Whether renaming worlds makes the structures equal: valuation, relations, weights, ranks and actual worlds.

    Exponential in the worst case, but fast if few worlds are bisimilar. The algorithm is VF2 over blocks of bisimilar
    worlds; Cordella, Foggia, Sansone and Vento (2004), doi:10.1109/TPAMI.2004.75.
    """
    from networkx.algorithms.isomorphism import DiGraphMatcher

    alike = (
        one.size == other.size
        and set(one.atoms) == set(other.atoms)
        and set(one.agents) == set(other.agents)
        and one.ranks.keys() == other.ranks.keys()
        and {a: w.threshold for a, w in one.weights.items()} == {a: w.threshold for a, w in other.weights.items()}
    )
    if not alike:  # renaming worlds does not change these parts
        return False
    here, there = bisimulation(one, other)
    graphs = _graph(one, here.tolist()), _graph(other, there.tolist())
    return bool(DiGraphMatcher(*graphs, node_match=eq, edge_match=eq).is_isomorphic())


def _graph(structure: Structure, blocks: list[int]) -> networkx.DiGraph:
    import networkx

    graph = networkx.DiGraph()
    for world in range(structure.size):
        weights = {a: given.at(world) for a, given in structure.weights.items()}
        ranks = {agent: ranks[world] for agent, ranks in structure.ranks.items()}
        graph.add_node(world, actual=world in structure.actuals, weights=weights, ranks=ranks, block=blocks[world])
    for agent, relation in structure.relations.items():
        for source, target in relation.pairs():
            graph.add_edge(source, target)
            graph.edges[source, target].setdefault("agents", set()).add(agent)
    return graph
