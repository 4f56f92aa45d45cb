"""Reading of models in DOT, the language of Graphviz: nodes become worlds, edges become pairs of the relations.

Graphviz reads the text, through pygraphviz, in a child process with limited time and memory, since a short DOT text can
describe millions of edges.
"""

import json
import re
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

from kripke.data.errors import FileError
from kripke.formats import graphs
from kripke.formats.graphviz_script import run_script
from kripke.formats.text_graph import TextEdge, TextGraph, place_of
from logic.errors import ParseError, shorten

TIMEOUT = 60.0
"""Time limit of the child process in seconds; its limit on processor time is lower."""
_SCRIPT = Path(__file__).with_name("dot_process.py")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|//[^\n]*+|/\*.*?(?:\*/|\Z)|^#[^\n]*+|[{}<>]', re.DOTALL | re.MULTILINE)
_ENDED = re.compile(r"(?<!\\)\n")
_PLACE = re.compile(r"syntax error in line (\d+)(?:.*? near '(.*)')?")
_ANGLE = re.compile("[<>]")
_WAYS_OUT = {
    "ambiguity": "write names that begin so in quotes",
    "memory exhausted": "write fewer arrows in one statement, and fewer braces in braces",
}
_DIRECTIONS = {"forward": (True, False), "back": (False, True), "both": (True, True), "none": (True, True)}


def read(text: str) -> TextGraph:
    """Parse a DOT text into a graph; `ParseError` for a syntax error, `FileError` for any other mistake.

    Graphviz does not distinguish missing and empty attributes: both count as missing at edges and as empty at nodes. An
    arrow with ``dir=both`` or ``dir=none`` leads in both directions; an arrow with ``dir=back`` is reversed, as it is
    drawn. If the graph names no actual world, the nodes with two rings are the actual worlds, unless there are several
    nodes and all have two rings.
    """
    _require_one_graph(text)
    graph = _found(text)
    edges = []
    for source, target, given in graph["edges"]:
        said = given.pop("dir", "") or ("forward" if graph["directed"] else "none")
        if said not in _DIRECTIONS:
            expected = ", ".join(_DIRECTIONS)
            raise FileError(f"{place_of(source, target)}: dir is {shorten(repr(said))}; expected {expected}")
        forward, back = _DIRECTIONS[said]
        ends = (source, target) if forward else (target, source)
        edges.append(TextEdge(*ends, given, forward and back))
    rings = (("shape", "doublecircle"), ("peripheries", "2"))
    ringed = [name for name, given in graph["nodes"].items() if any(given.get(key) == value for key, value in rings)]
    if len(ringed) == 1 or 0 < len(ringed) < len(graph["nodes"]):  # two rings at all nodes are a style
        graph["attributes"].setdefault("actual", ringed[0] if len(ringed) == 1 else json.dumps(ringed))
    empty = dict.fromkeys(graph["of_nodes"], "")
    return TextGraph(graph["attributes"], {name: {**empty, **given} for name, given in graph["nodes"].items()}, edges)


loads = partial(graphs.loads, read=read)
"""Read a structure from a DOT text; parameters as in `graphs.loads`."""


def _require_one_graph(text: str) -> None:
    """Raise `FileError` if the graph is followed by more text, which Graphviz would ignore silently."""
    depth = markup = place = 0
    end = None
    while token := (_ANGLE if markup else _TOKEN).search(text, place):
        sign, place = token[0], token.end()
        if sign in "<>":  # markup, such as <<b>p</b>>, has quotes and braces of its own; > of an arrow closes nothing
            markup += (sign == "<") - (sign == ">" and markup > 0)
        elif sign in "{}":
            depth += 1 if sign == "{" else -1
            end = place if depth == 0 and end is None else end
    rest = _TOKEN.sub("", text[end:]).strip() if end is not None else ""
    if rest:
        line = text.count("\n", 0, end) + 1
        raise FileError(f"line {line}: after the graph stands {shorten(rest, 40)!r}; expected one graph in a file")


def _mistake(text: str, line: int, near: str) -> ParseError:
    """The error for an unclosed quote, or else for the mistake that Graphviz reports near this text on this line."""
    for token in _TOKEN.finditer(text):
        if token[0][0] == '"' and (_ENDED.search(token[0]) or token[0][-1] != '"'):
            problem, hint = (
                "this quote does not end in its line",
                'a text in quotes ends with a quote; one in it is \\"',
            )
            return ParseError(problem, text, token.start(), (), hint)
    if not near:
        return ParseError("the text ends too early", text, len(text.rstrip()), ("}",))
    start = sum(map(len, text.splitlines(keepends=True)[: line - 1]))
    hint = 'attributes stand in [ ], and a name with blanks or signs has double quotes: u [label="p q"]'
    if near in ("-", "--", "->"):
        hint = "an arrow of a digraph is ->, a line of a graph is --, and attributes end with ]"
    return ParseError(f"unexpected {shorten(near)}", text, max(text.find(near, start), start), (), hint)


def _found(text: str) -> dict[str, Any]:
    try:
        done = run_script(_SCRIPT, text, TIMEOUT)
    except OSError as error:
        raise FileError(f"{error} to read DOT with") from None
    except subprocess.TimeoutExpired:
        raise FileError(f"Graphviz had not read this after {TIMEOUT:g} s: give a smaller graph") from None
    # with an error, too, Graphviz may return a graph: the part of it that it had read
    errors = [line for line in done.stderr.splitlines() if line.startswith("Error") or "ambiguity" in line]
    if errors:
        if place := _PLACE.search(errors[0]):
            raise _mistake(text, int(place[1]), place[2] or "")
        way_out = next((f"; {way}" for words, way in _WAYS_OUT.items() if words in errors[0]), "")
        raise FileError(f"Graphviz cannot read this: {shorten(errors[0].partition(': ')[2], 200)}{way_out}")
    if done.returncode:
        raise FileError(f"Graphviz could not read this: it ended with code {done.returncode}; give a smaller graph")
    graph: dict[str, Any] = json.loads(done.stdout)
    return graph
