"""Closures: the least relation that contains a relation and is reflexive, transitive, Euclidean, S5, KD45, ..."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from kripke.data.errors import ModelError, unknown_agent
from kripke.data.frames import PROPERTIES, SYSTEMS, spellings, violations
from kripke.data.relation import Column, Indices, Labels, Relation, canonical_labels
from kripke.data.structure import Structure
from logic.errors import TooLarge, listing, near_miss, shorten

EDGES = 20_000_000
"""Default of the maximal number of edges of a closure that is stored edge by edge."""


def close(
    structure: Structure, wanted: str | Iterable[str], agents: Iterable[str] | None = None, limit: int = EDGES
) -> Structure:
    """The structure whose agents' relations are closed.

    Parameters
    ----------
    agents : iterable of str, optional
        The agents whose relations are closed; None: all.

    Raises
    ------
    UnknownAgent, ModelError, TooLarge
        If there is no such agent, property or system; if an agent with weights or ranks gets a new relation, since they
        belong to the old classes; if the closure has too many edges.

    Notes
    -----
    Cost as `closure` for each agent.
    """
    if agents is not None and not isinstance(agents, Iterable):
        raise ModelError(f"agents {shorten(repr(agents))}: expected names such as ['a', 'b'], or None for all agents")
    chosen = structure.agents if agents is None else [agents] if isinstance(agents, str) else list(agents)
    closed = dict(structure.relations)
    for agent in chosen:
        if not isinstance(agent, str) or agent not in closed:
            raise unknown_agent(agent, structure.agents)
        new = closure(closed[agent], wanted, limit)
        if (agent in structure.weights or agent in structure.ranks) and new != closed[agent]:
            raise ModelError(
                f"agent {agent}: the weights or ranks are for the classes of the relation before closing; close the "
                "relation of a model without them, then add them to the closed model"
            )
        closed[agent] = new
    return replace(structure, relations=closed)


def closure(relation: Relation, wanted: str | Iterable[str], limit: int = EDGES) -> Relation:
    """The least relation that contains this one and has the properties.

    There is no least serial relation: a world without successors gets a loop. Errors as in `close`.

    Notes
    -----
    O(n + m) for n worlds and m edges where the result is transitive and Euclidean, O(n + m log m) for reflexive,
    serial and symmetric closures, and O(m') for m' edges of the closure otherwise.
    """
    having = required(wanted)
    if relation.is_k45 and not having & violations(relation).keys():
        return relation
    if "transitive" in having and "euclidean" in having:
        return _classes(relation, having)
    _require_few(relation.count_edges(), limit)
    if "transitive" in having:
        closed = _transitive(relation, limit)
    elif "euclidean" in having:
        closed = _euclidean(relation, limit)
    elif "symmetric" in having:
        sources, targets = relation.edges
        closed = _joined(relation.size, (sources, targets), (targets, sources))
    else:
        closed = relation
    return _with_loops(closed, _without_loop(closed, having))


def required(wanted: str | Iterable[str]) -> frozenset[str]:
    """The properties that the names of properties and systems ask for, and those that follow from them."""
    names = [wanted] if isinstance(wanted, str) else list(wanted) if isinstance(wanted, Iterable) else [wanted]
    having: frozenset[str] = frozenset()
    for name in names:
        if not isinstance(name, str) or (name not in SYSTEMS and name not in PROPERTIES):
            near = near_miss(str(name), spellings(str(name), (*PROPERTIES, *SYSTEMS)))
            known = f"; there are {listing(PROPERTIES, 'and')}, and systems such as S5"
            raise ModelError(f"closure {shorten(repr(name))}: no such property or system{near or known}")
        having |= SYSTEMS.get(name, frozenset([name]))
    for premises, conclusions in _FOLLOWS:
        if premises <= having:
            having |= conclusions
    return having


_FOLLOWS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (frozenset({"reflexive"}), frozenset({"serial"})),
    (frozenset({"symmetric", "transitive"}), frozenset({"euclidean"})),
    (frozenset({"symmetric", "euclidean"}), frozenset({"transitive"})),
    (frozenset({"reflexive", "euclidean"}), frozenset({"symmetric", "transitive"})),
    (frozenset({"serial", "symmetric", "transitive"}), frozenset({"reflexive"})),
)


def _classes(relation: Relation, having: Collection[str]) -> Relation:
    """The closure as classes: linked worlds become one class, and a world that sees one of them sees all of them."""
    label, members = _linked(relation)
    if "symmetric" in having:
        members = label >= 0
    if "serial" in having:
        members = members | (label < 0)
        label = np.where(label < 0, np.arange(relation.size), label)
    return Relation.from_labels(label.astype(np.int32), members)


def _linked(relation: Relation) -> tuple[Labels, Column]:
    """For each world a representative of its component, where -1 means no edges; and whether the world is seen."""
    if relation.is_k45:
        label, members = canonical_labels(relation)
        return label, members & (label >= 0)
    sources, targets = relation.edges
    component = _components(relation.size, sources, targets)
    seen = _marked(relation.size, targets)
    some = np.zeros(relation.size, dtype=np.int32)
    some[component[targets]] = targets
    return np.where(_marked(relation.size, sources) | seen, some[component], -1).astype(np.int32), seen


def _components(size: int, sources: Indices, targets: Indices) -> Labels:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    links = coo_array((np.ones(len(sources), dtype=np.bool_), (sources, targets)), shape=(size, size))
    return connected_components(links.tocsr(), directed=False)[1].astype(np.int32)  # type: ignore[no-any-return]


def _euclidean(relation: Relation, limit: int) -> Relation:
    """Worlds with a common predecessor, and seen worlds with their successors, become cliques; other edges stay."""
    sources, targets = relation.edges
    seen = _marked(relation.size, targets)
    lengths = np.diff(relation.csr[0])
    first = np.zeros(relation.size, dtype=np.intp)
    first[lengths > 0] = relation.csr[1][relation.csr[0][:-1][lengths > 0]]
    inner = seen[sources]
    together = _components(
        relation.size,
        np.concatenate([first[sources], sources[inner]]),
        np.concatenate([targets, targets[inner]]),
    )
    cliques = Relation.from_labels(np.where(seen, together, -1).astype(np.int32))
    _require_few(cliques.count_edges() + len(sources), limit)
    return _joined(relation.size, cliques.edges, (sources[~inner], targets[~inner]))


def _transitive(relation: Relation, limit: int) -> Relation:
    """Reachability, by strongly connected components in reverse topological order."""
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(relation.size))
    graph.add_edges_from(zip(*(ends.tolist() for ends in relation.edges), strict=True))
    whole = nx.condensation(graph)
    members = {c: np.array(sorted(worlds), dtype=np.intp) for c, worlds in whole.nodes(data="members")}
    reached: dict[int, Indices] = {}
    edges = 0
    for component in reversed(list(nx.topological_sort(whole))):
        inside = members[component]
        cyclic = len(inside) > 1 or graph.has_edge(int(inside[0]), int(inside[0]))
        parts = [inside if cyclic else inside[:0]]
        for after in whole.successors(component):
            parts += [reached[after], members[after]]
        reached[component] = np.unique(np.concatenate(parts))
        edges += len(inside) * len(reached[component])
        _require_few(edges, limit)
    sources = np.concatenate([np.repeat(members[c], len(ends)) for c, ends in reached.items()])
    targets = np.concatenate([np.tile(ends, len(members[c])) for c, ends in reached.items()])
    return Relation.from_edges(relation.size, sources, targets)


def _without_loop(relation: Relation, having: Collection[str]) -> Column:
    """The worlds that need a loop."""
    if "reflexive" in having:
        return np.ones(relation.size, dtype=np.bool_)
    if "serial" not in having:
        return np.zeros(relation.size, dtype=np.bool_)
    looks = np.zeros(relation.size, dtype=np.bool_)
    looks[relation.edges[0]] = True
    return ~looks


def _with_loops(relation: Relation, where: Column) -> Relation:
    if not where.any():
        return relation
    places = np.flatnonzero(where)
    return _joined(relation.size, relation.edges, (places, places))


def _joined(size: int, *edges: tuple[Indices, Indices]) -> Relation:
    sources, targets = (np.concatenate(ends) for ends in zip(*edges, strict=True))
    return Relation.from_edges(size, sources, targets)


def _marked(size: int, positions: Indices) -> Column:
    column = np.zeros(size, dtype=np.bool_)
    column[positions] = True
    return column


def _require_few(edges: int, limit: int) -> None:
    if edges > limit:
        raise TooLarge(
            f"the closed relation would have more than {limit:,} edges: close it to S5, KD45 or K45, which are stored "
            "as classes, or give a higher limit"
        )
