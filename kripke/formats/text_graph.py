"""Graphs whose attributes are strings, as in files, and parsing of the atoms and agents in these attributes."""

import re
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from kripke.data.errors import FileError
from logic.errors import FormulaError, shorten
from logic.exact import json_number, whole
from logic.json_values import Fields, loads_json

EDGES = 2_000_000  # maximal number of edges; for networkx graphs, where an edge takes 0.5 kB, this is the default

_WORDS = {"true": True, "false": False}
_NUMBERS = {"1": True, "0": False}  # the truth values that igraph writes in DOT
_POSITIONS = ("n{}", "{}")  # the names that igraph and rustworkx give to nodes
_OLD_NAMES = ("id", "name")  # the attributes in which these libraries store or expect the original names
_SIGNS = re.compile(r"[~¬!∧∨&|{}\[\];∅\"“”„«»]|^-$")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|\\[NGETHL]")  # tags, and DOT's escapes for names of nodes, graphs, edges

Texts: TypeAlias = MutableMapping[str, Any]
"""Attributes by name: strings, which are later replaced by their parsed values."""


@dataclass(slots=True)
class TextEdge:
    """An edge with its attributes `given`; `both`: whether it leads in both directions."""

    source: str
    target: str
    given: Texts
    both: bool


@dataclass(slots=True)
class TextGraph:
    """A graph with attributes of the graph, its nodes and its edges; the values are strings until they are parsed."""

    attributes: Texts
    nodes: dict[str, Texts]
    edges: list[TextEdge]

    def read_values(self, atoms: Iterable[str], agents: Iterable[str]) -> None:
        """Convert the strings in the given attributes, in place, to truth values or lists of names.

        `atoms` and `agents` name attributes of nodes and of edges. An attribute has truth values if each of its strings
        is ``true``, ``false`` or empty (false), and not all are empty; for nodes, ``1`` and ``0`` are allowed except in
        ``label``. `FileError` for an invalid list of names, or truth values beside names.
        """
        nodes = [((name,), given) for name, given in self.nodes.items()]
        for name in atoms:
            _read_values(name, nodes, _WORDS if name == "label" else _WORDS | _NUMBERS)
        edges = [((edge.source, edge.target), edge.given) for edge in self.edges]
        for name in agents:
            _read_values(name, edges, _WORDS)

    def restore_names(self) -> None:
        """Restore the names of nodes from their attribute ``id`` or ``name`` if nodes are named by position.

        In files that igraph has written, nodes are named by position, while the attributes of the graph refer to the
        original names.
        """
        if not any([*self.nodes] == [form.format(i) for i in range(len(self.nodes))] for form in _POSITIONS):
            return
        for attribute in _OLD_NAMES:
            named = {node: given.get(attribute, "") for node, given in self.nodes.items()}
            if all(named.values()) and len(set(named.values())) == len(named):
                self.nodes = {named[node]: given for node, given in self.nodes.items()}
                for edge in self.edges:
                    edge.source, edge.target = named[edge.source], named[edge.target]
                if (actual := str(self.attributes.get("actual"))) in named and actual not in self.nodes:
                    self.attributes["actual"] = named[actual]
                return


def _read_values(name: str, owners: Iterable[tuple[tuple[str, ...], Texts]], words: Mapping[str, bool]) -> None:
    """Convert an attribute's strings in place, to truth values or to lists of names; see `TextGraph.read_values`.

    `owners`: each node, by its name, or each edge, by its two ends, with its attributes. `words`: the truth values.
    """
    having = [(ends, given) for ends, given in owners if name in given]
    plain = {given[name].strip().lower() for _, given in having}
    if plain - {""} and plain <= {"", *words}:
        for _, given in having:
            given[name] = words.get(given[name].strip().lower(), False)
        return
    for ends, given in having:
        is_list = given[name].lstrip().startswith("[")
        given[name] = _names(name, given[name], ends)
        for each in given[name]:
            if each.lower() in _WORDS and not is_list:
                raise FileError(f"{place_of(*ends)}: {name} is '{each}', and names elsewhere; expected one of both")


def _names(name: str, text: str, ends: tuple[str, ...]) -> list[str]:
    """The names in a string: a JSON list, or names that are separated by blanks, commas or line breaks."""
    if text.lstrip().startswith("["):
        place = place_of(*ends)
        return [*Fields({name: decoded(text, f"{place}: {name}")}, place).values(name, str)]
    if unreadable := _MARKUP.search(text):
        shown = f"{name} is {shorten(repr(text))}, with {unreadable[0]}"
        raise FileError(f"{place_of(*ends)}: {shown}; write names alone, such as 'p, q'")
    names = names_in(re.sub(r"\\[nlr]", " ", text))
    for each in names:
        if _SIGNS.search(each):  # it is not meant as a name
            shown = f"{place_of(*ends)}: {name} has {shorten(repr(each))}, which is no name"
            raise FileError(f"{shown}; write names alone, such as 'p, q', and nothing where none is true")
    return names


def place_of(*ends: object) -> str:
    """Describe a node, or an edge given by its ends, for a message."""
    return f"{'edge' if ends[1:] else 'node'} {' -> '.join([shorten(repr(end)) for end in ends])}"


def names_in(text: str) -> list[str]:
    """The names in a string, which are separated by blanks or commas."""
    return text.replace(",", " ").split()


def decoded(text: Any, what: str) -> Any:
    """Parse a JSON text; `FileError`, with the description `what`, if it is invalid."""
    try:
        return loads_json(str(text), parse_float=json_number, parse_int=whole)
    except FormulaError as error:
        raise FileError(f"{what}: {error.message}") from None
    except (ValueError, RecursionError):
        raise FileError(f"{what}: expected JSON, got {shorten(repr(text))}") from None
