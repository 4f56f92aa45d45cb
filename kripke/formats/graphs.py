"""Conversion of structures to networkx graphs and GraphML, and back.

`to_networkx` gives a `networkx.MultiDiGraph`. A node is a world; its attribute `atoms` has the true atoms. An edge
leads to a world that the agent in its attribute `agent` considers possible. The graph attributes are `actual`,
`agents` (including those without edges), `vocabulary` (including atoms that are true nowhere), `weights`, `threshold`
and `ranks`.
GraphML stores the same graphs as XML, with lists, weights and ranks as strings in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kripke.checking import build
from kripke.data import frames
from kripke.data.errors import FileError, MissingLoop, ModelError, unknown_agent
from kripke.data.naming import distinct_names
from kripke.data.structure import Structure
from kripke.data.weighing import number_text, preferences
from kripke.data.wording import world_quoted
from kripke.data.worlds import Named, World
from kripke.formats import graphml_reader
from kripke.formats.file_reading import of_file
from kripke.formats.text_graph import EDGES, TextGraph, decoded, names_in, place_of
from logic.errors import TooLarge, by_face, few, shorten, warn
from logic.exact import is_whole
from logic.json_values import Fields

if TYPE_CHECKING:
    import networkx as nx


OPTIONAL = ("weights", "threshold", "ranks")
LISTS = ("agents", "vocabulary")

Attributes = Mapping[str, Any]
AtomsOf = str | Callable[[Any, Attributes], Iterable[str]]
"""The source of true atoms: node attributes, ``=p,q`` for p and q at all nodes, or a function of node and attributes.

``p,q`` names two attributes. An attribute whose value is true or false stands for the atom with its name.
"""
AgentOf = str | Callable[[Any, Any, Attributes], str | Iterable[str]]
"""The source of agents: edge attributes, ``=a`` for agent a at all edges, or a function of both ends and attributes."""
Edges = Callable[[], Iterable[tuple[Any, Any, Attributes, bool]]]
"""A function that yields the edges: both ends, the attributes, and whether the edge leads in both directions.

The edges are not stored in a list, since that would take half as long as all later work.
"""
Closure = str | Iterable[str] | None
"""The properties under which relations are closed: a system such as ``S5``, or a list; None for no closure."""


def to_networkx(structure: Structure, limit: int = EDGES) -> nx.MultiDiGraph[World]:
    """The structure as a directed multigraph, with an edge for each agent and pair.

    `TooLarge` if there are more edges than `limit`. O(n + m) for n worlds and m edges.
    """
    import networkx as nx

    if not is_whole(limit, 0):
        raise ModelError(f"limit {shorten(repr(limit))}: expected the largest number of edges, 0 or more")
    edges = sum(relation.count_edges() for relation in structure.relations.values())
    if edges > limit:
        raise TooLarge(
            f"the graph would have {edges:,} edges, more than {limit:,}: save a model file, where classes are written"
            + by_face(", or give a higher limit=...")
        )
    worlds = list(structure.worlds)
    graph: nx.MultiDiGraph[World] = nx.MultiDiGraph(**_attributes(structure, worlds))
    graph.add_nodes_from((world, {"atoms": frozenset(structure.true_atoms(i))}) for i, world in enumerate(worlds))
    for agent, relation in structure.relations.items():
        pairs = relation.pairs()
        graph.add_edges_from((worlds[i], worlds[j], agent, {"agent": agent}) for i, j in pairs)
    return graph


def from_networkx(
    graph: nx.Graph[Any], atoms: AtomsOf = "atoms", agent: AgentOf = "agent", close: Closure = None
) -> Structure:
    """The structure of a graph: nodes become worlds, edges become pairs of the relations. O(n + m) before closing.

    An undirected edge leads in both directions. Loops are not added; a warning names a world that has an undirected
    edge, but no loop. Closing under a system such as ``S5`` adds loops. The graph attributes of `to_networkx` are read
    if the graph has them. See `AtomsOf`, `AgentOf` and `Closure` for the parameters. `ModelError` if there are no
    nodes, if there are neither edges nor the graph attribute `agents`, or if a node or an edge lacks the attribute with
    its atoms or agents. `UnknownWorld` or `UnknownAgent` if an attribute names a world or an agent that the graph does
    not have.
    """
    if isinstance(graph, type) or not hasattr(graph, "is_directed"):
        raise ModelError(f"{shorten(repr(graph))}: expected a networkx graph, such as a networkx.MultiDiGraph")
    both = not graph.is_directed()
    edges = lambda: ((source, target, given, both) for source, target, given in graph.edges(data=True))  # noqa: E731
    return _of_graph(dict(graph.nodes(data=True)), edges, graph.graph, atoms, agent, close)


def _of_graph(
    nodes: Mapping[Any, Attributes],
    edges: Edges,
    attributes: Attributes,
    atoms: AtomsOf,
    agent: AgentOf,
    close: Closure,
) -> Structure:
    for name, chosen in (("atoms", atoms), ("agent", agent)):
        if not isinstance(chosen, str) and not callable(chosen):
            raise ModelError(f"{name} {shorten(repr(chosen))}: expected the name of an attribute, or a function")
    read = _Chosen("atoms", atoms, nodes.values())
    worlds = {node: read.names(given, node) for node, given in nodes.items()}
    pairs, blind = _relations(edges, attributes, agent, len(nodes))
    vocabulary = dict.fromkeys([*_listed(attributes, "vocabulary"), *read.flags])
    given = {key: attributes.get(key) or None for key in OPTIONAL}
    structure = build.from_relations(worlds, pairs, attributes.get("actual"), vocabulary, **given)
    if close is not None:
        return frames.close(structure, [each.strip() for each in close.split(",")] if isinstance(close, str) else close)
    for name, world in blind.items():
        text = (
            f"agent {name}: undirected edges join world {world_quoted(world)} to others, and it has no loop, so {name} "
            "does not consider it possible there; "
            + by_face("close='S5' adds loops", "--close S5 adds loops", "S5 under Attributes adds loops")
        )
        warn(MissingLoop(text))
    return structure


def _relations(
    edges: Edges, attributes: Attributes, agent: AgentOf, size: int
) -> tuple[dict[str, list[tuple[Any, Any]]], dict[str, Any]]:
    """The pairs of each agent's relation, and, by agent, a world with an undirected edge but no loop.

    The second mapping is for a warning; it leaves out agents without such a world.
    """
    pairs: dict[str, list[tuple[Any, Any]]] = {name: [] for name in _listed(attributes, "agents")}
    declared, read = "agents" in attributes, _Chosen("agent", agent, (given for *_, given, _ in edges()))
    joined: dict[str, dict[Any, None]] = {}
    for source, target, given, both in edges():
        names = read.names(given, source, target)
        for name in names if isinstance(names, (list, tuple, set, frozenset)) else [names]:
            if not isinstance(name, str):
                raise ModelError(f"{place_of(source, target)}: agent {shorten(repr(name))} is not a string")
            if declared and name not in pairs:
                raise unknown_agent(name, pairs, place_of(source, target))
            pairs.setdefault(name, []).append((source, target))
            if both:
                pairs[name].append((target, source))
                joined.setdefault(name, {}).update({source: None, target: None})
    for name in read.flags:
        pairs.setdefault(name, [])
    if not pairs and not declared and size:
        is_bare = next(iter(edges()), None) is None
        problem, way_out = ("has no edges", "add edges") if is_bare else ("has edges of no agent", "give them agents")
        raise ModelError(
            f"the graph {problem}, so there are no agents: {way_out}, or name the agents in its attribute 'agents', "
            'such as ["a"]'
        )
    loops = {name: {source for source, target in pairs[name] if source == target} for name in joined}
    blind = {name: next((each for each in ends if each not in loops[name]), None) for name, ends in joined.items()}
    return pairs, {name: world for name, world in blind.items() if world is not None}


class _Chosen:
    """Reads the true atoms of nodes, or the agents of edges, from attributes, a constant or a function.

    `flags` are the attributes with truth values: such an attribute stands for the atom or agent with its name. If
    several attributes are read and a node or an edge has one of them, a missing one counts as false.
    """

    def __init__(self, role: str, chosen: AtomsOf | AgentOf, owners: Iterable[Attributes]) -> None:
        self.role, self.chosen, self._owners = role, chosen, owners
        self.flags: dict[str, None] = {}
        self._attributes = chosen_names(chosen)
        self._everywhere = names_in(chosen[1:]) if isinstance(chosen, str) and chosen.startswith("=") else None

    @cached_property
    def known(self) -> dict[str, None]:
        """The names of all attributes of nodes or edges."""
        return {key: None for given in self._owners for key in given}

    def names(self, given: Attributes, *ends: Any) -> Any:
        """The atoms at a node, or the agents of an edge.

        `given`: the attributes; `ends`: the node, or both nodes of the edge.
        """
        if callable(self.chosen):
            chosen: Callable[..., Any] = self.chosen
            return chosen(*ends, given)
        if self._everywhere is not None:
            return self._everywhere
        names: list[Any] = []
        for attribute in self._attributes:
            if attribute not in given:
                if len(self._attributes) > 1 and attribute in self.known and given.keys() & self._attributes:
                    continue  # a flag that is not set
                others = [*given] or [name for name in self.known if attribute not in self.known]
                only = f", only {few([shorten(repr(each)) for each in others], 'and')}" if others else ""
                raise ModelError(f"{place_of(*ends)}: no attribute {attribute!r}{only}; {self._way_out(attribute)}")
            value = given[attribute]
            if isinstance(value, bool):
                self.flags[attribute] = None
                names += [attribute] * value
            elif len(self._attributes) == 1:
                return value
            elif isinstance(value, (list, tuple, set, frozenset)):
                names += value
            else:
                shown = shorten(repr(value))
                raise ModelError(f"{place_of(*ends)}: {attribute} is {shown}; expected True, False or a list")
        return names

    def _way_out(self, attribute: str) -> str:
        if attribute in self.known and self.role == "atoms":
            return "other nodes have it: give it to each node, empty where no atom is true"
        option, value, what, whose = ("atoms-from", "=p,q", "has the true atoms", "which are true at all nodes")
        if self.role == "agent":
            option, value, what, whose = ("agent-from", "=a", "has the agent", "whose all edges are")
        return by_face(
            f"say which one {what} by {self.role}='...', or {whose} by {self.role}='{value}'",
            f"say which one {what} by --{option} ATTRIBUTE, or {whose} by --{option} '{value}'",
            f"say which one {what} under Attributes, or {whose}: {value}",
        )


def chosen_names(chosen: AtomsOf | AgentOf) -> list[str]:
    """The names of the attributes to read; empty for a constant or a function."""
    if not isinstance(chosen, str) or chosen.startswith("="):
        return []
    return [*dict.fromkeys(name.strip() for name in chosen.split(",") if name.strip())] or [chosen]


def _attributes(structure: Structure, worlds: Sequence[World]) -> dict[str, Any]:
    """The attributes of the graph, without empty weights, thresholds and ranks."""
    here = [worlds[position] for position in structure.actuals]
    actual = frozenset(here) if len(here) > 1 else here[0] if here else None
    always = {"agents": structure.agents, "vocabulary": structure.atoms, "actual": actual}
    return always | preferences(structure, worlds)


def _listed(attributes: Attributes, key: str) -> list[str]:
    given = attributes.get(key, ())
    names: list[Any] = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [None]
    if not all(isinstance(name, str) for name in names):
        raise ModelError(f"graph attribute '{key}': expected a list of names, got {shorten(repr(given))}")
    if len(set(names)) < len(names):
        raise ModelError(f"graph attribute '{key}': {shorten(repr(names))} lists a name twice")
    return names


def dumps(structure: Structure) -> str:
    """Write the structure as GraphML; lists, weights and ranks become attributes whose values are JSON texts.

    `FileError` if the names of two worlds are equal as strings, or a name has characters that XML cannot contain;
    `TooLarge` as in `to_networkx`.
    """
    import networkx as nx

    names = distinct_names(structure)
    try:
        source = to_networkx(replace(structure, worlds=Named(names)))
    except TooLarge as error:  # the user cannot give a limit for a file
        raise TooLarge(error.said("command")) from None
    here = [names[position] for position in structure.actuals]
    del source.graph["actual"]
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(
        **{key: json.dumps(value, default=number_text, ensure_ascii=False) for key, value in source.graph.items()},
        **({"actual": here[0] if len(here) == 1 else json.dumps(here, ensure_ascii=False)} if here else {}),
    )
    for node, true in source.nodes(data="atoms"):
        graph.add_node(node, atoms=json.dumps([a for a in structure.atoms if a in true], ensure_ascii=False))
    for number, (start, end, agent) in enumerate(source.edges(data="agent")):
        said = json.dumps([agent]) if agent.lower() in ("true", "false") else agent  # not read as a truth value
        graph.add_edge(start, end, f"e{number}", agent=said)  # the key becomes the unique id of the edge
    text = f"{nx.readwrite.graphml.GraphMLWriter(graph=graph, prettyprint=True, named_key_ids=True)}\n"
    whole_text = "".join(names) + text
    if wrong := re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", whole_text):
        raise FileError(f"a name has {wrong[0]!r}, which XML cannot contain; rename it, or save a model file")
    return text.replace("\r", "&#13;")  # which XML parsers would replace by a line feed


def loads(
    text: str,
    source: str = "the graph",
    atoms: AtomsOf = "atoms",
    agent: AgentOf = "agent",
    close: Closure = None,
    read: Callable[[str], TextGraph] = graphml_reader.read,
) -> Structure:
    """Read a structure from a GraphML text; names of worlds are strings.

    With another function `read`, the text may have another format.

    `atoms`, `agent` and `close` are as in `from_networkx`. `TextGraph.read_values` converts the attributes from
    strings, and `TextGraph.restore_names` restores the names of nodes. `FileError` if the text is not a graph, or its
    graph is not a model.
    """
    with of_file(source):
        graph = read(text)
        for key in (*LISTS, *OPTIONAL):
            if isinstance(graph.attributes.get(key), str):
                graph.attributes[key] = decoded(graph.attributes[key], f"graph attribute '{key}'")
                if key in LISTS:
                    Fields(graph.attributes, "graph").values(key, str)
        graph.read_values(chosen_names(atoms), chosen_names(agent))
        graph.restore_names()
        actual = graph.attributes.get("actual")
        if isinstance(actual, str) and actual not in graph.nodes and actual.startswith("["):
            graph.attributes["actual"] = decoded(actual, "graph attribute 'actual'")
            Fields(graph.attributes, "graph").values("actual", str)
        edges = lambda: ((edge.source, edge.target, edge.given, edge.both) for edge in graph.edges)  # noqa: E731
        return _of_graph(graph.nodes, edges, graph.attributes, atoms, agent, close)
