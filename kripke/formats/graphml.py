"""GraphML: the graphs of `kripke.formats.graphs` as XML; lists, weights and ranks are JSON texts in its attributes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from kripke.data.errors import FileError
from kripke.data.naming import distinct_names
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.formats.graphs import EDGES, LISTS, OPTIONAL, AgentOf, AtomsOf, from_networkx, names_in, to_networkx
from logic.errors import EpistemicError, FormulaError, shorten
from logic.exact import json_number, whole
from logic.json_values import Fields

if TYPE_CHECKING:
    import networkx as nx


def to_graphml(structure: Structure, limit: int = EDGES) -> str:
    """The structure as GraphML; lists, weights and ranks are JSON texts in its attributes.

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
    text = f"{nx.readwrite.graphml.GraphMLWriter(graph=graph, prettyprint=True, named_key_ids=True)}\n"
    _require_xml("".join(names) + text)
    return text.replace("\r", "&#13;")  # which a reader of XML would take for a line's end


def from_graphml(text: str, source: str = "the graph", atoms: AtomsOf = "atoms", agent: AgentOf = "agent") -> Structure:
    """The structure of a GraphML text; the names of its worlds are strings.

    The atoms of a node are a JSON list, as `to_graphml` writes it, or names separated by blanks or commas. The
    attributes are named as for `from_networkx`; numbers in that of edges are read as names.

    Raises
    ------
    FileError
        If the text is not GraphML, or its graph is not a model; see `from_networkx`.
    """
    from xml.etree.ElementTree import ParseError as NoXml

    import networkx as nx

    try:
        with catch_warnings():
            simplefilter("ignore")  # networkx warns where it reads a key without a type as text, which is right here
            graph = nx.read_graphml(BytesIO(_undeclared(text).encode("utf-8", "replace")), force_multigraph=True)
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
        for key in LISTS:
            if key in graph.graph:
                Fields(graph.graph, "graph").values(key, str)
        for node, given in graph.nodes(data=True):
            if isinstance(atoms, str) and atoms in given:
                name = f"node {shorten(repr(node))}"
                given[atoms] = _names(str(given[atoms]), f"{name}: {atoms}")
                Fields(given, name).values(atoms, str)
        for _, _, given in graph.edges(data=True):
            if isinstance(agent, str) and agent in given:
                given[agent] = str(given[agent])
        return from_networkx(graph, atoms, agent)
    except EpistemicError as error:
        raise FileError(f"{source}: {error}") from None


def _open_element(text: str, place: tuple[int, int]) -> str:
    """The innermost element that is open at a place, which the message of the library does not name."""
    rows = re.sub(r"<!--(?:.*?-->|.*)", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL).split(
        "\n"
    )
    before = "\n".join([*rows[: place[0] - 1], rows[place[0] - 1][: place[1]]])
    opened: list[str] = []
    for closes, name, is_empty in re.findall(r"<(/?)([\w:.-]+)[^<>]*?(/?)>", before):
        if closes:
            del opened[-1:]
        elif not is_empty:
            opened.append(name)
    return f"; there <{shorten(opened[-1])}> is open" if opened else ""


def _undeclared(text: str) -> str:
    """The text with blanks for its XML declaration: which encoding it had says nothing about what is read already."""
    return re.sub(r"\A\s*<\?xml\b[^>]*\?>", lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _names(text: str, what: str) -> Any:
    return _decoded(text, what) if text.lstrip().startswith("[") else names_in(text)


def _decoded(text: Any, what: str) -> Any:
    try:
        return json.loads(str(text), parse_float=json_number, parse_int=whole)
    except FormulaError as error:
        raise FileError(f"{what}: {error}") from None
    except (ValueError, RecursionError):
        raise FileError(f"{what}: expected JSON, got {shorten(repr(text))}") from None


def _require_xml(text: str) -> None:
    wrong = next(
        (c for c in text if (c < " " and c not in "\t\n\r") or "\ud800" <= c <= "\udfff" or c in "\ufffe\uffff"), ""
    )
    if wrong:
        raise FileError(f"a name has {wrong!r}, which XML cannot contain; rename it, or save a model file")
