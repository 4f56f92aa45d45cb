#!/usr/bin/env bash
# pygraphviz 2.0.4: a chain `a0 -> a1 -> ... -> a9999` in one statement is read as 2,500 nodes without an edge, and deeply
# nested braces as an empty graph. Graphviz's parser ran out of its stack; `agread` returns what it had read by then, and
# `AGraph` raises no DotError, as it does for other mistakes. Only standard error has a line, "memory exhausted".
# Seen: chains of up to 2,499 nodes are read whole; 9,999 statements `a0 -> a1;` are read whole.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check pygraphviz==2.0.4
"$folder/env/bin/python" - <<'PY' 2>"$folder/errors"
import pygraphviz


def size(text):
    """The nodes and edges that pygraphviz reads in a text."""
    graph = pygraphviz.AGraph(string=text)
    return graph.number_of_nodes(), graph.number_of_edges()


def chain(nodes):
    return "digraph {" + " -> ".join(f"a{i}" for i in range(nodes)) + "}"


longest = next(n for n in range(2_000, 6_000) if size(chain(n)) != (n, n - 1)) - 1
seen = {
    "longest": longest,
    "chain": size(chain(10_000)),
    "nested": size("digraph {" + "{" * 10_000 + "a" + "}" * 10_000 + "}"),
    "statements": size("digraph {" + "".join(f"a{i} -> a{i + 1};" for i in range(9_999)) + "}"),
}
print(seen)
assert seen["statements"] == (10_000, 9_999), seen
assert seen["longest"] == 2_499 and seen["chain"] == (2_500, 0), seen
assert seen["nested"] == (0, 0), seen
PY
grep -q "memory exhausted" "$folder/errors"
