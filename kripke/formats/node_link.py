"""Graphs as networkx writes them in JSON (node-link), read: nodes are worlds, edges lead to worlds considered possible.

The edges are called ``links`` or ``edges``, which depends on the version of networkx. The attributes of nodes, edges
and the graph are those of `graphs.from_networkx`.
"""

from typing import Any

from kripke.data.errors import FileError
from kripke.data.structure import Structure
from kripke.formats.graphs import AgentOf, AtomsOf, Closure, chosen_names, of_graph
from kripke.formats.jsonfile import actual_of, read_json
from kripke.formats.text_graph import names_alone
from logic.errors import EpistemicError, shorten
from logic.exact import json_number
from logic.json_values import Fields, WrongValue


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
        if "links" in data and "edges" in data:
            raise WrongValue("links, edges: both are names of the list of edges: leave out one")
        attributes = data.value("graph", dict) if "graph" in data else {}
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
        both, key = not data.value("directed", bool), "edges" if "edges" in data else "links"
        edges = []
        for number, edge in enumerate(data.values(key, dict)):
            fields = Fields(edge, f"{key}[{number}]")
            start, end = (str(fields.value(each, str, int)) for each in ("source", "target"))
            for each, name in (("source", start), ("target", end)):
                if name not in nodes:
                    raise WrongValue(f"{fields.path(each)}: no node has the id {shorten(name)}")
            edges.append((start, end, _read(edge, chosen_names(agent)), both))
        return of_graph(nodes, edges, attributes, atoms, agent, close)
    except FileError:
        raise
    except EpistemicError as error:
        raise FileError(f"{source}: {error.message}") from None


def _read(given: dict[str, Any], chosen: list[str]) -> dict[str, Any]:
    """The attributes of a node or an edge, with a list for each chosen text or number."""
    texts = {key: str(given[key]) for key in chosen if type(given.get(key)) in (str, int)}
    return {**given, **{key: names_alone(text, key) for key, text in texts.items()}}
