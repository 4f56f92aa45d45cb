"""Conversion of structures to networkx graphs, and back.

`to_networkx` gives a `networkx.MultiDiGraph`. A node is a world; its attribute `atoms` has the true atoms. An edge
leads to a world that the agent in its attribute `agent` considers possible. The graph attributes are `actual`,
`agents`, `vocabulary` (also agents without edges and atoms that are true nowhere), `weights`, `threshold`, `ranks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kripke.checking import build
from kripke.data.errors import ModelError, unknown_agent
from kripke.data.structure import Structure
from kripke.data.worlds import World
from logic.errors import TooLarge, few, shorten

if TYPE_CHECKING:
    import networkx as nx

EDGES = 2_000_000
"""Default of the maximal number of edges; networkx needs 0.5 kB for each."""

OPTIONAL = ("weights", "threshold", "ranks")
LISTS = ("agents", "vocabulary")

Attributes = Mapping[str, Any]
AtomsOf = str | Callable[[Any, Attributes], Iterable[str]]
"""The attribute of nodes with the true atoms, ``=p,q`` for these at all, or a function of a node and its attributes."""
AgentOf = str | Callable[[Any, Any, Attributes], str | Iterable[str]]
"""The attribute of edges with the agent or agents, ``=a`` for a at all, or a function of both ends and attributes."""


def to_networkx(structure: Structure, limit: int = EDGES) -> nx.MultiDiGraph[World]:
    """The structure as a directed multigraph, with an edge for each agent and each pair of worlds.

    Raises
    ------
    TooLarge
        If there are more edges.

    Notes
    -----
    O(n + m) for n worlds with their true atoms and m edges.
    """
    import networkx as nx

    edges = sum(relation.count_edges() for relation in structure.relations.values())
    if edges > limit:
        raise TooLarge(
            f"the graph would have {edges:,} edges, more than {limit:,}: save a model file, where classes are written, "
            "or give a higher limit=..."
        )
    worlds = list(structure.worlds)
    graph: nx.MultiDiGraph[World] = nx.MultiDiGraph(**_attributes(structure, worlds))
    graph.add_nodes_from((world, {"atoms": frozenset(structure.true_atoms(i))}) for i, world in enumerate(worlds))
    for agent, relation in structure.relations.items():
        pairs = zip(*(ends.tolist() for ends in relation.edges), strict=True)
        graph.add_edges_from((worlds[i], worlds[j], agent, {"agent": agent}) for i, j in pairs)
    return graph


def from_networkx(graph: nx.Graph[Any], atoms: AtomsOf = "atoms", agent: AgentOf = "agent") -> Structure:
    """The structure of a graph: nodes become worlds, edges become pairs of the relations.

    An undirected edge leads in both directions. Loops are not added: `close` makes relations reflexive. The graph
    attributes of `to_networkx` are read where the graph has them.

    Parameters
    ----------
    graph : networkx graph
        Any kind of networkx graph, with at least one node.
    atoms : str or callable
        The attribute of nodes with the true atoms, or a function ``(node, attributes) -> atoms``; ``=p,q`` makes these
        true at all nodes, and ``=`` none.
    agent : str or callable
        The attribute of edges with the agent, or a list of agents, or a function ``(node, node, attributes) ->
        agent or agents``; ``=a`` makes all edges the agent a's.

    Raises
    ------
    ModelError, UnknownWorld, UnknownAgent
        If there are no nodes or no agents, a node or an edge has no such attribute, or an attribute names a world or an
        agent that the graph does not have.

    Notes
    -----
    O(n + m) for n nodes and m edges.
    """
    if isinstance(graph, type) or not hasattr(graph, "is_directed"):
        raise ModelError(f"{shorten(repr(graph))}: expected a networkx graph, such as a networkx.MultiDiGraph")
    for name, chosen in (("atoms", atoms), ("agent", agent)):
        if not isinstance(chosen, str) and not callable(chosen):
            raise ModelError(f"{name} {shorten(repr(chosen))}: expected the name of an attribute, or a function")
    worlds = {node: _true_atoms(node, given, atoms) for node, given in graph.nodes(data=True)}
    vocabulary = _listed(graph, "vocabulary")
    given = {key: graph.graph.get(key) or None for key in OPTIONAL}
    return build.from_relations(worlds, _relations(graph, agent), graph.graph.get("actual"), vocabulary, **given)


def _relations(graph: nx.Graph[Any], agent: AgentOf) -> dict[str, list[tuple[Any, Any]]]:
    """Agent -> the pairs of the agent's edges, in both directions if the graph is undirected."""
    pairs: dict[str, list[tuple[Any, Any]]] = {name: [] for name in _listed(graph, "agents")}
    declared, both = "agents" in graph.graph, not graph.is_directed()
    for source, target, given in graph.edges(data=True):
        for name in _agents(source, target, given, agent):
            if declared and name not in pairs:
                raise unknown_agent(name, pairs, _edge(source, target))
            pairs.setdefault(name, []).extend([(source, target), (target, source)] if both else [(source, target)])
    if not pairs and not declared and len(graph):
        raise ModelError(
            "the graph has no edges, so there are no agents: add edges, or name the agents in its attribute 'agents', "
            'such as ["a"]'
        )
    return pairs


def _attributes(structure: Structure, worlds: Sequence[World]) -> dict[str, Any]:
    """The graph attributes, without empty ones."""
    weights = {
        agent: {
            worlds[i]: Fraction(given.numerators[i], given.denominator)
            for i in np.flatnonzero(structure.relations[agent].members).tolist()
        }
        for agent, given in structure.weights.items()
    }
    said: dict[str, Any] = {
        "weights": weights,
        "threshold": {agent: given.threshold for agent, given in structure.weights.items()},
        "ranks": {agent: dict(zip(worlds, given, strict=True)) for agent, given in structure.ranks.items()},
    }
    actual = None if structure.actual is None else worlds[structure.actual]
    always = {"agents": structure.agents, "vocabulary": structure.atoms, "actual": actual}
    return always | {key: value for key, value in said.items() if value}


def _true_atoms(node: Any, given: Attributes, atoms: AtomsOf) -> Iterable[str]:
    if callable(atoms):
        return atoms(node, given)
    if atoms.startswith("="):
        return names_in(atoms[1:])
    if atoms not in given:
        raise ModelError(
            f"node {shorten(repr(node))}: no attribute {_missing(atoms, given)}; say which one has the true atoms by "
            "atoms='...', or which are true at all nodes by atoms='=p,q'"
        )
    true: Iterable[str] = given[atoms]
    return true


def _agents(source: Any, target: Any, given: Attributes, agent: AgentOf) -> Iterator[str]:
    """The agents of an edge."""
    if isinstance(agent, str) and agent.startswith("="):
        agent, given = "agent", {"agent": agent[1:]}
    if not callable(agent) and agent not in given:
        raise ModelError(
            f"{_edge(source, target)}: no attribute {_missing(agent, given)}; say which one has the agent by "
            "agent='...', or whose all edges are by agent='=a'"
        )
    found: Any = agent(source, target, given) if callable(agent) else given[agent]
    for name in found if isinstance(found, (list, tuple, set, frozenset)) else [found]:
        if not isinstance(name, str):
            raise ModelError(f"{_edge(source, target)}: agent {shorten(repr(name))} is not a string")
        yield name


def names_in(text: str) -> list[str]:
    """The names in a text, separated by blanks or commas."""
    return text.replace(",", " ").split()


def _edge(source: Any, target: Any) -> str:
    return f"edge {shorten(repr(source))} -> {shorten(repr(target))}"


def _missing(name: str, given: Attributes) -> str:
    """The attribute that is missing, and those that are there."""
    return f"{name!r}" + (f", only {few([shorten(repr(each)) for each in given], 'and')}" if given else "")


def _listed(graph: nx.Graph[Any], key: str) -> list[str]:
    """The names in a graph attribute; empty if there is no such attribute."""
    given = graph.graph.get(key, ())
    names: list[Any] = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [None]
    if not all(isinstance(name, str) for name in names):
        raise ModelError(f"graph attribute '{key}': expected a list of names, got {shorten(repr(given))}")
    if len(set(names)) < len(names):
        raise ModelError(f"graph attribute '{key}': {shorten(repr(names))} lists a name twice")
    return names
