"""Graphs as networkx writes them in JSON, read: nodes are worlds, edges lead to worlds considered possible.

The edges are called ``links`` or ``edges``, which depends on the version of networkx; ``adjacency`` lists for each node
the edges that leave it. The attributes of nodes, edges and the graph are those of `graphs.from_networkx`.
"""

from collections.abc import Iterator
from typing import Any

from kripke.data.errors import FileError
from kripke.data.structure import Structure
from kripke.formats.graphs import AgentOf, AtomsOf, Closure, chosen_names, of_graph
from kripke.formats.jsonfile import actual_of, read_json
from kripke.formats.text_graph import names_alone
from logic.errors import EpistemicError, shorten
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
    """The structure of a node-link text; a number as the name of a node becomes a text. O(n + m) before closing.

    The parameters are those of `graphs.from_networkx`; several names in one text stand between blanks or commas. Each
    edge is one of its own, whatever ``multigraph`` and ``key`` say. `FileError` if the text is not such a graph, or the
    graph is not a model.
    """
    try:
        data = Fields(read_json(text, source, json_number))
        if "directed" not in data:
            hint = 'write "directed": true for arrows, false for lines in both directions'
            raise WrongValue(f"directed is missing: {hint}")
        lists = [key for key in _LISTS if key in data] or ["links"]
        if lists[1:]:
            raise WrongValue(f"{', '.join(lists)}: both are names of the list of edges: leave out one")
        attributes = data.value("graph", dict, list) if "graph" in data else {}
        if isinstance(attributes, list):  # as the items of a mapping
            if not all(len(pair) == 2 and isinstance(pair[0], str) for pair in data.values("graph", list)):
                raise WrongValue("graph: expected an object, or a list of pairs of a name and a value")
            attributes = dict(attributes)
        attributes = {**attributes, "actual": actual_of(Fields(attributes, "graph"))}
        nodes: dict[str, dict[str, Any]] = {}
        for key in chosen_names(atoms):  # 1 and 0 are truth values, as in the other forms of graphs
            having = [node for node in data.values("nodes", dict) if key in node]
            if all(type(node[key]) in (int, bool) and node[key] in (0, 1) for node in having):
                for node in having:
                    node[key] = bool(node[key])
        for number, node in enumerate(data.values("nodes", dict)):
            name = str(Fields(node, f"nodes[{number}]").value("id", str, int))
            if name in nodes:
                raise WrongValue(f"nodes[{number}].id: there is a second node {shorten(name)}")
            nodes[name] = _read(node, chosen_names(atoms))
        both = not data.value("directed", bool)
        edges = []
        for fields, keys in _edges(data, lists[0], [*nodes]):
            start, end = ends = [str(fields.value(each, str, int)) for each in keys]
            for each, name in zip(keys, ends, strict=True):
                if name not in nodes:
                    raise WrongValue(f"{fields.path(each)}: no node has the id {shorten(name)}")
            edges.append((start, end, _read(fields.data, chosen_names(agent)), both))
        return of_graph(nodes, edges, attributes, atoms, agent, close)
    except FileError:
        raise
    except EpistemicError as error:
        raise FileError(f"{source}: {error.message}") from None


def _edges(data: Fields, key: str, nodes: list[str]) -> Iterator[tuple[Fields, tuple[str, str]]]:
    """The edges in this list, with the keys of their ends."""
    for number, given in enumerate(data.values(key, list if key == "adjacency" else dict)):
        path = f"{key}[{number}]"
        if isinstance(given, dict):
            yield Fields(given, path), ("source", "target")
            continue
        if number == len(nodes):
            raise WrongValue(f"{path}: expected a list for each node, and there are {number:,}")
        for place, edge in enumerate(Fields({path: given}).values(path, dict)):
            yield Fields({**edge, "source": nodes[number]}, f"{path}[{place}]"), ("source", "id")


def _read(given: dict[str, Any], chosen: list[str]) -> dict[str, Any]:
    """The attributes of a node or an edge, with a list for each chosen text or number."""
    texts = {key: str(given[key]) for key in chosen if type(given.get(key)) in (str, int)}
    return {**given, **{key: names_alone(text, key) for key, text in texts.items()}}
