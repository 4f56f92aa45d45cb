"""Conversion of structures to networkx graphs and GraphML, and back.

A graph is a `networkx.MultiDiGraph`. A node is a world; its attribute `atoms` has the true atoms. An edge leads to a
world that the agent in its attribute `agent` considers possible. The graph attributes are `actual`, `agents`,
`vocabulary` (also agents without edges and atoms that are true nowhere), `weights`, `threshold` and `ranks`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from kripke.checking import build
from kripke.data.errors import FileError, ModelError, unknown_agent
from kripke.data.naming import distinct_names
from kripke.data.structure import Structure
from kripke.data.worlds import Named, World
from logic.errors import EpistemicError, TooLarge, shorten

if TYPE_CHECKING:
    import networkx as nx

EDGES = 2_000_000
"""Default of the maximal number of edges; networkx needs 0.5 kB for each."""

_OPTIONAL = ("weights", "threshold", "ranks")
_LISTS = ("agents", "vocabulary")


def to_networkx(structure: Structure, limit: int = EDGES) -> nx.MultiDiGraph[World]:
    """The structure as a directed multigraph, with an edge for each agent and each pair of worlds.

    Parameters
    ----------
    structure : Structure
        The structure to convert.
    limit : int
        Maximal number of edges.

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
            "or give a higher limit"
        )
    worlds = list(structure.worlds)
    graph: nx.MultiDiGraph[World] = nx.MultiDiGraph(**_attributes(structure, worlds))
    graph.add_nodes_from((world, {"atoms": frozenset(structure.true_atoms(i))}) for i, world in enumerate(worlds))
    for agent, relation in structure.relations.items():
        pairs = zip(*(ends.tolist() for ends in relation.edges), strict=True)
        graph.add_edges_from((worlds[i], worlds[j], agent, {"agent": agent}) for i, j in pairs)
    return graph


def from_networkx(graph: nx.Graph[Any]) -> Structure:
    """The structure of a directed graph with the attributes of `to_networkx`.

    Parameters
    ----------
    graph : networkx.MultiDiGraph or networkx.DiGraph
        A graph as the module describes; a node is any hashable value except None.

    Raises
    ------
    ModelError, UnknownWorld, UnknownAgent
        If the graph is undirected or has no nodes, a node or an edge has no attribute, or an attribute names a world or
        an agent that the graph does not have.

    Notes
    -----
    O(n + m) for n nodes and m edges.
    """
    if not hasattr(graph, "is_directed"):
        raise ModelError(f"{shorten(repr(graph))}: expected a networkx.MultiDiGraph")
    if not graph.is_directed():
        raise ModelError(
            "an undirected graph: expected a networkx.MultiDiGraph; graph.to_directed() makes each edge two, and loops "
            "must be edges, too"
        )
    worlds = {node: _atoms(node, given) for node, given in graph.nodes(data=True)}
    pairs: dict[str, list[tuple[Any, Any]]] = {agent: [] for agent in _listed(graph, "agents")}
    declared = "agents" in graph.graph
    for source, target, given in graph.edges(data=True):
        agent = _agent(source, target, given)
        if declared and agent not in pairs:
            raise unknown_agent(agent, pairs, f"edge {shorten(repr(source))} -> {shorten(repr(target))}")
        pairs.setdefault(agent, []).append((source, target))
    vocabulary = _listed(graph, "vocabulary")
    given = {key: graph.graph.get(key) or None for key in _OPTIONAL}
    return build.from_relations(worlds, pairs, graph.graph.get("actual"), vocabulary, **given)


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


def _atoms(node: Any, given: Mapping[str, Any]) -> Iterable[str]:
    if "atoms" not in given:
        raise ModelError(
            f"node {shorten(repr(node))}: no attribute 'atoms'; add the atoms that are true there: "
            "graph.add_node(..., atoms={'p'})"
        )
    atoms: Iterable[str] = given["atoms"]
    return atoms


def _agent(source: Any, target: Any, given: Mapping[str, Any]) -> str:
    agent = given.get("agent")
    if not isinstance(agent, str):
        wrong = "no attribute 'agent'" if agent is None else f"agent {shorten(repr(agent))} is not a string"
        raise ModelError(
            f"edge {shorten(repr(source))} -> {shorten(repr(target))}: {wrong}; add it: "
            "graph.add_edge(..., agent='a'), once for each agent"
        )
    return agent


def _listed(graph: nx.Graph[Any], key: str) -> list[str]:
    """The names in a graph attribute; empty if there is no such attribute."""
    given = graph.graph.get(key, ())
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ModelError(f"graph attribute '{key}': expected a list of names, got {shorten(repr(given))}")
    names = list(given)
    if len(set(names)) < len(names):
        raise ModelError(f"graph attribute '{key}': {shorten(repr(names))} lists a name twice")
    return names


# ----------------------------------------------------------------------------------------------------- GraphML


def to_graphml(structure: Structure, limit: int = EDGES) -> str:
    """The structure as GraphML; lists, weights and ranks are JSON texts in its attributes.

    Parameters
    ----------
    structure : Structure
        The structure to convert.
    limit : int
        Maximal number of edges.

    Raises
    ------
    FileError
        If two worlds have names with the same text, or a name has characters that XML cannot contain.
    TooLarge
        As `to_networkx`.
    """
    import networkx as nx

    names = distinct_names(structure)
    source = to_networkx(replace(structure, worlds=Named(names)), limit)
    actual = source.graph.pop("actual")
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(
        **{key: json.dumps(value, default=str, ensure_ascii=False) for key, value in source.graph.items()},
        **({} if actual is None else {"actual": actual}),
    )
    for node, true in source.nodes(data="atoms"):
        graph.add_node(node, atoms=json.dumps([a for a in structure.atoms if a in true], ensure_ascii=False))
    for number, (start, end, agent) in enumerate(source.edges(data="agent")):
        graph.add_edge(start, end, f"e{number}", agent=agent)  # the key becomes the unique id of the edge
    text = "\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n"
    _require_xml(text)
    return text


def from_graphml(text: str, source: str = "the graph") -> Structure:
    """The structure of a GraphML text; the names of its worlds are strings.

    The atoms of a node are a JSON list, as `to_graphml` writes it, or names separated by blanks or commas.

    Parameters
    ----------
    text : str
        The content of a GraphML file.
    source : str
        The name of the file, for messages.

    Raises
    ------
    FileError
        If the text is not GraphML, or its graph is not a model; see `from_networkx`.
    """
    from xml.etree.ElementTree import ParseError as NoXml

    import networkx as nx

    try:
        graph = nx.read_graphml(BytesIO(text.encode("utf-8", "replace")), force_multigraph=True)
    except NoXml as error:
        raise FileError(f"{source}: this is not XML: {error}") from None
    except (nx.NetworkXException, LookupError, ValueError, AttributeError, TypeError) as error:
        raise FileError(f"{source}: this is not GraphML that networkx can read: {error}") from None
    try:
        for key in (*_LISTS, *_OPTIONAL):
            if key in graph.graph:
                graph.graph[key] = _decoded(graph.graph[key], f"graph attribute '{key}'")
        for node, given in graph.nodes(data=True):
            if "atoms" in given:
                given["atoms"] = _names(str(given["atoms"]), f"node {shorten(repr(node))}: atoms")
        return from_networkx(graph)
    except EpistemicError as error:
        raise FileError(f"{source}: {error}") from None


def _names(text: str, what: str) -> Any:
    return _decoded(text, what) if text.lstrip().startswith("[") else text.replace(",", " ").split()


def _decoded(text: Any, what: str) -> Any:
    try:
        return json.loads(str(text), parse_float=str)
    except (ValueError, RecursionError):
        raise FileError(f"{what}: expected JSON, got {shorten(repr(text))}") from None


def _require_xml(text: str) -> None:
    wrong = next(
        (c for c in text if (c < " " and c not in "\t\n\r") or "\ud800" <= c <= "\udfff" or c in "\ufffe\uffff"), ""
    )
    if wrong:
        raise FileError(f"a name has {wrong!r}, which XML cannot contain; rename it, or save a model file")
