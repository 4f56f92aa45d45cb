"""Conversion of structures to networkx graphs and GraphML, and back.

`to_networkx` gives a `networkx.MultiDiGraph`. A node is a world; its attribute `atoms` has the true atoms. An edge
leads to a world that the agent in its attribute `agent` considers possible. The graph attributes are `actual`,
`agents`, `vocabulary` (also agents without edges and atoms that are true nowhere), `weights`, `threshold`, `ranks`. In
GraphML, the same graphs as XML, lists, weights and ranks are JSON texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import numpy as np

from kripke.checking import build
from kripke.data.errors import FileError, ModelError, unknown_agent
from kripke.data.naming import distinct_names
from kripke.data.structure import Structure
from kripke.data.worlds import Named, World
from logic.errors import EpistemicError, FormulaError, TooLarge, by_face, few, shorten
from logic.exact import json_number, whole
from logic.json_values import Fields

if TYPE_CHECKING:
    import networkx as nx


EDGES = 2_000_000  # Default of the maximal number of edges; networkx needs 0.5 kB for each

OPTIONAL = ("weights", "threshold", "ranks")
LISTS = ("agents", "vocabulary")

Attributes = Mapping[str, Any]
AtomsOf = str | Callable[[Any, Attributes], Iterable[str]]
"""The attribute of nodes with the true atoms, ``=p,q`` for these at all, or a function of a node and its attributes."""
AgentOf = str | Callable[[Any, Any, Attributes], str | Iterable[str]]
"""The attribute of edges with the agent or agents, ``=a`` for a at all, or a function of both ends and attributes."""


def to_networkx(structure: Structure, limit: int = EDGES) -> nx.MultiDiGraph[World]:
    """A directed multigraph, an edge for each agent and pair; `TooLarge` above the limit. O(n + m) with m edges."""
    import networkx as nx

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


def from_networkx(graph: nx.Graph[Any], atoms: AtomsOf = "atoms", agent: AgentOf = "agent") -> Structure:
    """The structure of a graph: nodes become worlds, edges become pairs of the relations. O(n + m).

    An undirected edge leads in both directions. Loops are not added: `close` makes relations reflexive. The graph
    attributes of `to_networkx` are read where the graph has them. See `AtomsOf` and `AgentOf` for `atoms` and `agent`.
    `ModelError`, `UnknownWorld` or `UnknownAgent` if there are no nodes or no agents, a node or an edge has no such
    attribute, or an attribute names a world or an agent that the graph does not have.
    """
    if isinstance(graph, type) or not hasattr(graph, "is_directed"):
        raise ModelError(f"{shorten(repr(graph))}: expected a networkx graph, such as a networkx.MultiDiGraph")
    for name, chosen in (("atoms", atoms), ("agent", agent)):
        if not isinstance(chosen, str) and not callable(chosen):
            raise ModelError(f"{name} {shorten(repr(chosen))}: expected the name of an attribute, or a function")
    some = isinstance(atoms, str) and any(atoms in given for _, given in graph.nodes(data=True))
    worlds = {node: _true_atoms(node, given, atoms, some) for node, given in graph.nodes(data=True)}
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
    said: dict[str, Any] = {key: {} for key in OPTIONAL}
    for agent, given in structure.weights.items():
        members = np.flatnonzero(structure.relations[agent].members).tolist()
        said["weights"][agent] = {worlds[i]: Fraction(given.numerators[i], given.denominator) for i in members}
        said["threshold"][agent] = given.threshold
    for agent, ranks in structure.ranks.items():
        said["ranks"][agent] = dict(zip(worlds, ranks, strict=True))
    actual = None if structure.actual is None else worlds[structure.actual]
    always = {"agents": structure.agents, "vocabulary": structure.atoms, "actual": actual}
    return always | {key: value for key, value in said.items() if value}


def _true_atoms(node: Any, given: Attributes, atoms: AtomsOf, some: bool) -> Iterable[str]:
    """The true atoms of a node; `some` says whether some node has the attribute."""
    if callable(atoms):
        return atoms(node, given)
    if atoms.startswith("="):
        return names_in(atoms[1:])
    if atoms not in given:
        way_out = (
            "other nodes have it: give it to each node, empty where no atom is true"
            if some
            else _named_attribute("has the true atoms", "which are true at all nodes", "atoms", "=p,q")
        )
        raise ModelError(f"node {shorten(repr(node))}: no attribute {_missing(atoms, given)}; {way_out}")
    true: Iterable[str] = given[atoms]
    return true


def _named_attribute(what: str, otherwise: str, name: str, value: str) -> str:
    """The way out where an attribute is missing."""
    option = "--agent" if name == "agent" else "--node-atoms"
    return by_face(
        f"say which one {what} by {name}='...', or {otherwise} by {name}='{value}'",
        f"say which one {what} by {option} ATTRIBUTE, or {otherwise} by {option} '{value}'",
        f"say which one {what} under Attributes, or {otherwise}: {value}",
    )


def _agents(source: Any, target: Any, given: Attributes, agent: AgentOf) -> Iterator[str]:
    """The agents of an edge."""
    if isinstance(agent, str) and agent.startswith("="):
        agent, given = "agent", {"agent": agent[1:]}
    if not callable(agent) and agent not in given:
        raise ModelError(
            f"{_edge(source, target)}: no attribute {_missing(agent, given)}; "
            + _named_attribute("has the agent", "whose all edges are", "agent", "=a")
        )
    names: Any = agent(source, target, given) if callable(agent) else given[agent]
    for name in names if isinstance(names, (list, tuple, set, frozenset)) else [names]:
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


def dumps(structure: Structure) -> str:
    """The structure as GraphML; lists, weights and ranks are JSON texts in its attributes.

    `FileError` if two worlds have names with the same text, or a name has characters that XML cannot contain;
    `TooLarge` as `to_networkx`.
    """
    import networkx as nx

    names = distinct_names(structure)
    try:
        source = to_networkx(replace(structure, worlds=Named(names)))
    except TooLarge as error:  # a file is written without a limit that could be given
        raise TooLarge(error.said("command")) from None
    actual = source.graph.pop("actual")
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(
        **{key: json.dumps(value, default=str, ensure_ascii=False) for key, value in source.graph.items()},
        **({} if actual is None else {"actual": actual}),
    )
    for node, true in source.nodes(data="atoms"):
        graph.add_node(node, atoms=json.dumps([a for a in structure.atoms if a in true], ensure_ascii=False))
    for number, (start, end, agent) in enumerate(source.edges(data="agent")):
        graph.add_edge(start, end, f"e{number}", agent=agent)  # the key becomes the unique id of the edge
    text = f"{nx.readwrite.graphml.GraphMLWriter(graph=graph, prettyprint=True, named_key_ids=True)}\n"
    whole_text = "".join(names) + text
    if wrong := re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", whole_text):
        raise FileError(f"a name has {wrong[0]!r}, which XML cannot contain; rename it, or save a model file")
    return text.replace("\r", "&#13;")  # which a reader of XML would take for a line's end


def loads(text: str, source: str = "the graph", atoms: AtomsOf = "atoms", agent: AgentOf = "agent") -> Structure:
    """The structure of a GraphML text; the names of its worlds are strings.

    The atoms of a node are a JSON list, as `dumps` writes it, or names separated by blanks or commas. The
    attributes are named as for `from_networkx`; numbers in that of edges are read as names. `FileError` if the text is
    not GraphML, or its graph is not a model.
    """
    from xml.etree.ElementTree import ParseError as NoXml

    import networkx as nx

    try:
        with catch_warnings():
            simplefilter("ignore")  # networkx warns where it reads a key without a type as text, which is right here
            # an XML declaration names the encoding of bytes, and the text is decoded already
            plain = re.sub(r"\A\s*<\?xml\b[^>]*\?>", lambda match: re.sub(r"[^\n]", " ", match[0]), text)
            graph = nx.read_graphml(BytesIO(plain.encode("utf-8", "replace")), force_multigraph=True)
    except NoXml as error:
        raise FileError(f"{source}: this is not XML: {error}{_open_element(text, error.position)}") from None
    except (ValueError, KeyError):
        raise FileError(
            f"{source}: a value is not of the attr.type of its key; names and lists have the type string"
        ) from None
    except (nx.NetworkXException, LookupError, AttributeError, TypeError) as error:
        reason = shorten(str(error).partition("; use sys.")[0], 200)
        raise FileError(f"{source}: this is not GraphML that networkx can read: {reason}") from None
    try:
        for key in (*LISTS, *OPTIONAL):
            if key in graph.graph:
                graph.graph[key] = _decoded(graph.graph[key], f"graph attribute '{key}'")
                if key in LISTS:
                    Fields(graph.graph, "graph").values(key, str)
        for node, given in graph.nodes(data=True):
            if isinstance(atoms, str) and atoms in given:
                name, names = f"node {shorten(repr(node))}", str(given[atoms])
                is_json = names.lstrip().startswith("[")
                given[atoms] = _decoded(names, f"{name}: {atoms}") if is_json else names_in(names)
                Fields(given, name).values(atoms, str)
        for _, _, given in graph.edges(data=True):
            if isinstance(agent, str) and agent in given:
                given[agent] = str(given[agent])
        return from_networkx(graph, atoms, agent)
    except EpistemicError as error:
        raise FileError(f"{source}: {error.message}") from None


def _open_element(text: str, place: tuple[int, int]) -> str:
    """The innermost element that is open at a place, which the message of the library does not name."""
    plain = re.sub(r"<!--(?:.*?-->|.*)", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)
    rows = plain.split("\n")
    before = "\n".join([*rows[: place[0] - 1], rows[place[0] - 1][: place[1]]])
    opened: list[str] = []
    for closes, name, is_empty in re.findall(r"<(/?)([\w:.-]+)[^<>]*?(/?)>", before):
        if closes:
            del opened[-1:]
        elif not is_empty:
            opened.append(name)
    return f"; there <{shorten(opened[-1])}> is open" if opened else ""


def _decoded(text: Any, what: str) -> Any:
    try:
        return json.loads(str(text), parse_float=json_number, parse_int=whole)
    except FormulaError as error:
        raise FileError(f"{what}: {error.message}") from None
    except (ValueError, RecursionError):
        raise FileError(f"{what}: expected JSON, got {shorten(repr(text))}") from None
