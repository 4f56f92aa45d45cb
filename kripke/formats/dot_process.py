"""Script for a child process that reads DOT with Graphviz from standard input and writes JSON.

`kripke.formats.dot` runs it. A crash, or a text that takes too much memory, ends only the child process. The script
imports only pygraphviz and calls Graphviz's own functions. It does not use `pygraphviz.AGraph`, which decodes names by
the charset in the text, since the text is already decoded.
"""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import Any

from pygraphviz import graphviz

SECONDS = 20
MEMORY = 2**31
EDGES = 2_000_000  # as in `kripke.formats.text_graph`, which this script cannot import
GRAPH, NODE, EDGE = 0, 1, 3  # Graphviz's numbers for the kinds of objects with attributes


def main() -> None:
    """Read a graph from standard input and print it as JSON.

    Edges are written as ``[source, target, {...}]``. The entry ``of_nodes`` lists the names of the nodes' attributes.
    Empty values are left out.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limits here: the parent's time limit remains
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with TemporaryFile() as file:
        file.write(sys.stdin.buffer.read())
        file.seek(0)
        try:
            graph = graphviz.agread(file, None)
        except ValueError:
            sys.exit("Error: there is no graph")  # Graphviz itself has printed the mistake, if any
    if graphviz.agnedges(graph) > EDGES:
        sys.exit(f"Error: {graphviz.agnedges(graph):,} edges, more than {EDGES:,}")
    nodes = [*_each(graph, graphviz.agfstnode, graphviz.agnxtnode)]
    edges = (edge for node in nodes for edge in _each(graph, graphviz.agfstout, graphviz.agnxtout, node))
    of_nodes, of_edges = _attributes(graph, NODE), _attributes(graph, EDGE)
    data = {
        "directed": bool(graphviz.agisdirected(graph)),
        "attributes": _values(graph, _attributes(graph, GRAPH)),
        "of_nodes": [name for name, _ in of_nodes],
        "nodes": {_name(node): _values(node, of_nodes) for node in nodes},
        "edges": [
            [_name(graphviz.agtail(edge)), _name(graphviz.aghead(edge)), _values(edge, of_edges)] for edge in edges
        ],
    }
    sys.stdout.write(json.dumps(data))  # in one piece, since the parent waits for each piece


def _each(graph: Any, first: Callable[..., Any], following: Callable[..., Any], *of: Any) -> Iterator[Any]:
    """Iterate over a Graphviz list: ``first(graph, *of)`` is its first item, ``following(graph, item)`` the next."""
    with contextlib.suppress(StopIteration):
        item = first(graph, *of)
        while item is not None:
            yield item
            item = following(graph, item)


def _attributes(graph: Any, kind: int) -> list[tuple[str, Any]]:
    """The declared attributes of the graph itself, of nodes or of edges: pairs of a name and Graphviz's symbol.

    `kind`: ``GRAPH``, ``NODE`` or ``EDGE``.
    """
    following = lambda graph, key=None: graphviz.agnxtattr(graph, kind, key)  # noqa: E731
    keys = _each(graph, following, following)
    return [(graphviz.agattrname(key).decode(), key) for key in keys]


def _values(item: Any, attributes: list[tuple[str, Any]]) -> dict[str, str]:
    return {name: value.decode() for name, key in attributes if (value := graphviz.agxget(item, key))}


def _name(node: Any) -> str:
    name: bytes | None = graphviz.agnameof(node)  # None if it is empty
    return (name or b"").decode()


if __name__ == "__main__":
    main()
