"""Reading of networkx graphs in JSON: nodes are worlds, edges lead to worlds considered possible.

The edges are called ``links`` or ``edges``, depending on the version of networkx; or ``adjacency`` has a list of
outgoing edges for each node. The attributes of nodes, edges and the graph are those of `graphs.from_networkx`.
"""

import json
from collections.abc import Iterator
from typing import Any

from kripke.data.structure import Structure
from kripke.formats import graphs
from kripke.formats.graphs import AgentOf, AtomsOf, Closure, chosen_names
from kripke.formats.jsonfile import actual_of, read_json
from kripke.formats.text_graph import TextEdge, TextGraph
from logic.errors import shorten
from logic.exact import json_number
from logic.json_values import Fields, WrongValue

_LISTS = ("links", "edges", "adjacency")


def loads(
    text: str,
    source: str = "the graph",
    atoms: AtomsOf = "atoms",
    agent: AgentOf = "agent",
    close: Closure = None,
) -> Structure:
    """Read a structure from a networkx graph in JSON; parameters as in `graphs.loads`.

    Numbers as names of nodes are converted to strings.
    """
    named = chosen_names(atoms), chosen_names(agent)
    read = lambda text: _graph(Fields(read_json(text, json_number)), *named)  # noqa: E731
    return graphs.loads(text, source, atoms, agent, close, read)


def _graph(data: Fields, atoms: list[str], agents: list[str]) -> TextGraph:
    """The graph in JSON data; `atoms` and `agents` name the attributes to read.

    Each entry of the list of edges is a separate edge; ``multigraph`` and ``key`` are ignored.
    """
    if "directed" not in data:
        raise WrongValue('directed is missing: write "directed": true for arrows, false for lines in both directions')
    lists = [key for key in _LISTS if key in data] or ["links"]
    if lists[1:]:
        raise WrongValue(f"{', '.join(lists)}: both are names of the list of edges: leave out one")
    attributes = data.value("graph", dict, list) if "graph" in data else {}
    if isinstance(attributes, list):  # as the items of a mapping
        if not all(len(pair) == 2 and isinstance(pair[0], str) for pair in data.values("graph", list)):
            raise WrongValue("graph: expected an object, or a list of pairs of a name and a value")
        attributes = dict(attributes)
    graph = TextGraph({**attributes, "actual": actual_of(Fields(attributes, "graph"))}, {}, [])
    for number, given in enumerate(data.values("nodes", dict)):
        node = Fields(given, f"nodes[{number}]")
        name = str(node.value("id", str, int))
        if name in graph.nodes:
            raise WrongValue(f"{node.path('id')}: there is a second node {shorten(name)}")
        graph.nodes[name] = _with_texts(node, atoms) | {"id": name}
    both = not data.value("directed", bool)
    for edge, keys in _edges(data, lists[0], [*graph.nodes]):
        start, end = ends = [str(edge.value(each, str, int)) for each in keys]
        for each, name in zip(keys, ends, strict=True):
            if name not in graph.nodes:
                raise WrongValue(f"{edge.path(each)}: no node has the id {shorten(name)}")
        graph.edges.append(TextEdge(start, end, _with_texts(edge, agents), both))
    return graph


def _edges(data: Fields, key: str, nodes: list[str]) -> Iterator[tuple[Fields, tuple[str, str]]]:
    """Yield the edges in the list `key`, each with the keys of its source and its target."""
    for number, given in enumerate(data.values(key, list if key == "adjacency" else dict)):
        path = f"{key}[{number}]"
        if isinstance(given, dict):
            yield Fields(given, path), ("source", "target")
            continue
        if number == len(nodes):
            raise WrongValue(f"{path}: expected a list for each node, and there are {number:,}")
        for place, edge in enumerate(Fields({path: given}).values(path, dict)):
            yield Fields({**edge, "source": nodes[number]}, f"{path}[{place}]"), ("source", "id")


def _with_texts(fields: Fields, chosen: list[str]) -> dict[str, Any]:
    """The attributes of a node or an edge; those in `chosen` are converted to strings, as in other graph formats."""
    values = {key: fields.value(key, str, int, bool, list) for key in chosen if key in fields}
    texts = {key: each if isinstance(each, str) else json.dumps(each, default=str) for key, each in values.items()}
    return {**fields.data, **texts}
