"""A safe parser of GraphML, based on expat: it expands no entities and loads no other files.

The defaults of keys are applied. The labels that the graph editor yEd draws at nodes and edges become their attribute
`label`. The direction of yEd's edges is that of their arrows; without arrows, or with two, edges lead in both
directions.
"""

from collections import ChainMap
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from kripke.data.errors import FileError
from kripke.formats.text_graph import EDGES, TextEdge, TextGraph, place_of
from logic.errors import did_you_mean, shorten

GRAPHML = "http://graphml.graphdrawing.org/xmlns"  # the beginning of its name spaces; many files have none
DEPTH = 1_000  # maximal depth of nested elements; a group of nodes in yEd takes four levels
_TYPES = {"string": str, "int": int, "long": int, "float": float, "double": float}
_BOOLEAN = {"true": "true", "1": "true", "false": "false", "0": "false"}
_BOTH = {"directed": False, "undirected": True}
_OF_YED = {"NodeLabel": "label", "EdgeLabel": "label", "Arrows": "arrows"}


@dataclass(slots=True)
class _Key:
    """The declaration of an attribute (GraphML's element ``key``): its name, its type `kind`, and its default.

    The declarations of yEd's graphics have no name.
    """

    name: str | None
    kind: str
    default: str | None = None

    def value(self, text: str, owner: "_Open") -> str:
        """Return the text, with truth values normalised; `FileError` if it does not fit the type of the attribute."""
        kind, plain = self.kind.lower(), text.strip()
        if not plain:
            return text
        try:
            if kind == "boolean":
                return _BOOLEAN[plain.lower()]
            _TYPES[kind](plain)
        except (ValueError, KeyError):
            raise FileError(
                f"{owner.place}: {shorten(repr(text))} is not of the attr.type '{shorten(self.kind)}' of the key "
                f"'{shorten(str(self.name))}'; names and lists have the type string"
            ) from None
        return text


@dataclass(slots=True)
class _Open:
    """An XML element that is still open.

    `name`: the name of the element, empty if it is ignored. `ends`: the id of a node, or both ends of an edge. `given`:
    the attributes of a graph, node or edge. `key`: the declaration that the element contains or refers to. `text`: the
    pieces of text in the element. `labels`: the labels that yEd draws.
    """

    name: str
    ends: tuple[str, ...] = ()
    given: MutableMapping[str, Any] = field(default_factory=dict)
    key: _Key | None = None
    text: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    @property
    def place(self) -> str:
        return place_of(*self.ends) if self.ends else f"<{self.name}>"


class _Reader:
    """Callbacks of the XML parser, which build the graph."""

    def __init__(self) -> None:
        self.graph = TextGraph({}, {}, [])
        self.keys: dict[tuple[str, str], _Key] = {}
        self.open: list[_Open] = []
        self.directions: list[str | None] = []
        self.graphs = 0
        self.groups: set[str] = set()

    def start(self, full: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element.

        Outside GraphML's namespace, all elements but yEd's labels and arrows are ignored.
        """
        space, _, name = full.rpartition(" ")
        if len(self.open) > DEPTH:
            raise FileError(f"elements are nested more than {DEPTH:,} deep; is this the right file?")
        if not self.open and name != "graphml":
            raise FileError(f"this is not GraphML: its first element is <{shorten(name)}>, expected <graphml>")
        is_graphml = space == "" or space.startswith(GRAPHML)
        element = _Open(_OF_YED.get(name, name if is_graphml else ""))
        start = getattr(self, f"_start_{element.name}", None)
        if start is not None:
            start(element, attributes)
        self.open.append(element)

    def end(self, full: str) -> None:
        element = self.open.pop()
        end = getattr(self, f"_end_{element.name}", None)
        if end is not None:
            end(element, "".join(element.text))

    def characters(self, text: str) -> None:
        self.open[-1].text.append(text)

    def _around(self, *names: str) -> _Open | None:
        return next((each for each in reversed(self.open) if each.name in names), None)

    def _start_key(self, element: _Open, attributes: dict[str, str]) -> None:
        key, domain = attributes.get("id", ""), attributes.get("for", "all")
        element.key = _Key(attributes.get("attr.name"), attributes.get("attr.type", "string"))
        if element.key.name is None and not any(name.startswith("yfiles") for name in attributes):
            element.key.name = key
        for each in ("graph", "node", "edge") if domain == "all" else (domain,):
            if (each, key) in self.keys:
                raise FileError(f"two keys of {each}s have the id '{shorten(key)}': give each its own")
            self.keys[each, key] = element.key

    def _end_default(self, element: _Open, text: str) -> None:
        if self.open[-1].key is not None:
            self.open[-1].key.default = self.open[-1].key.value(text, element)

    def _start_graph(self, element: _Open, attributes: dict[str, str]) -> None:
        node = self._around("node")
        self.directions.append(attributes.get("edgedefault"))
        if node is not None:
            self.groups.update(node.ends)
        elif self.graphs:
            raise FileError("there are two graphs, and a model is one: give each a file")
        else:
            element.given = self.graph.attributes
        self.graphs += 1

    def _end_graph(self, element: _Open, text: str) -> None:
        self.directions.pop()

    def _start_node(self, element: _Open, attributes: dict[str, str]) -> None:
        if "id" not in attributes:
            raise FileError("<node>: expected an id, which is the name of the world")
        name = attributes["id"]
        element.ends = (name,)
        if name in self.graph.nodes:
            raise FileError(f"{element.place}: there are two nodes with this id")
        self.graph.nodes[name] = element.given

    def _start_edge(self, element: _Open, attributes: dict[str, str]) -> None:
        source, target = element.ends = attributes.get("source", ""), attributes.get("target", "")
        default = self.directions[-1] if self.directions else None
        both = {"true": False, "false": True}.get(attributes.get("directed", ""), _BOTH.get(default or ""))
        if both is None:
            raise FileError(
                f"{element.place}: directed is not 'true' or 'false', and edgedefault of <graph> is "
                f"{shorten(repr(default))}; expected 'directed' or 'undirected'"
            )
        if len(self.graph.edges) == EDGES:
            raise FileError(f"more than {EDGES:,} edges: save a model file, where classes are written")
        self.graph.edges.append(TextEdge(source, target, element.given, both))

    def _start_hyperedge(self, element: _Open, attributes: dict[str, str]) -> None:
        raise FileError("<hyperedge>: a relation has pairs of worlds; write an <edge> for each pair")

    def _start_data(self, element: _Open, attributes: dict[str, str]) -> None:
        owner, key = self.open[-1] if self.open else _Open(""), attributes.get("key", "")
        if owner.name not in ("graph", "node", "edge"):
            return
        element.key = self.keys.get((owner.name, key))
        if element.key is None:
            known = did_you_mean(key, [name for domain, name in self.keys if domain == owner.name])
            raise FileError(
                f"{owner.place}: no key '{shorten(key)}' for {owner.name}s{known or '; declare it by <key>'}"
            )

    def _end_data(self, element: _Open, text: str) -> None:
        owner = self.open[-1]
        if element.key is not None and element.key.name is not None:
            owner.given[element.key.name] = element.key.value(text, owner)
        elif element.key is not None and owner.name == "node":
            owner.labels.append("")  # a node that yEd draws without a label has no names

    def _end_label(self, element: _Open, text: str) -> None:
        owner = self._around("node", "edge")
        if owner is not None:
            owner.labels.append(text.strip())

    def _start_arrows(self, element: _Open, attributes: dict[str, str]) -> None:
        if self._around("edge") is not None:
            edge = self.graph.edges[-1]
            back, forward = (attributes.get(end, "none") != "none" for end in ("source", "target"))
            edge.both = back == forward
            if back and not forward:
                edge.source, edge.target = edge.target, edge.source

    def _end_node(self, element: _Open, text: str) -> None:
        if element.labels:
            element.given.setdefault("label", " ".join(filter(None, element.labels)))

    _end_edge = _end_node

    def whole(self) -> TextGraph:
        """The parsed graph, with defaults of attributes and without groups of nodes."""
        if not self.graphs:
            raise FileError("this is not GraphML with a <graph>, which has the nodes and edges")
        for group in self.groups:
            del self.graph.nodes[group]
        for edge in self.graph.edges:
            for end in (edge.source, edge.target):
                if end not in self.graph.nodes:
                    shown = shorten(repr(end))
                    problem = f"no node {shown}{did_you_mean(end, self.graph.nodes)}"
                    problem = f"{shown} is a group of nodes, not a world" if end in self.groups else problem
                    raise FileError(f"{place_of(edge.source, edge.target)}: {problem}")
        defaults: dict[str, dict[str, str]] = {"graph": {}, "node": {}, "edge": {}}
        for (domain, _), key in self.keys.items():
            if key.default is not None and key.name is not None and domain in defaults:
                defaults[domain][key.name] = key.default
        self.graph.attributes = {**defaults["graph"], **self.graph.attributes}
        self.graph.nodes = {name: ChainMap(given, defaults["node"]) for name, given in self.graph.nodes.items()}
        # without a copy for each, since there may be many defaults
        for edge in self.graph.edges:
            edge.given = ChainMap(edge.given, defaults["edge"])
        return self.graph


def read(text: str) -> TextGraph:
    """Parse a GraphML text into a graph; `FileError` with the location of a mistake. O(n) for n characters."""
    reader, parser = _Reader(), expat.ParserCreate("utf-8", " ")  # the text is decoded already
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.characters
    parser.buffer_text = True

    def refuse_entity(name: str, *_: Any) -> None:
        raise FileError(f"<!ENTITY {shorten(name)}>: entities are not read; write the text itself")

    parser.EntityDeclHandler = refuse_entity
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        within = next((each.name for each in reversed(reader.open) if each.name), "")
        problem = f"{error}; there <{shorten(within)}> is open" if within else str(error)
        raise FileError(f"this is not XML: {problem}") from None
    except FileError as error:
        raise FileError(f"line {parser.CurrentLineNumber}: {error.message}") from None
    return reader.whole()
