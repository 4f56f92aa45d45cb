#!/usr/bin/env bash
# pygraphviz 2.0.4: `layout(prog="neato", args="-n2")` moves nodes that have positions, without a word; in Graphviz's
# own command -n and -n2 keep them. The engine named "nop2" is `neato -n2`, and keeps them here too.
# Seen: neato moved the three nodes with "", "-n" and "-n2" to the same places; nop2 kept the distances 300 and 200.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check pygraphviz==2.0.4
"$folder/env/bin/python" - <<'PY' 2>/dev/null
import pygraphviz


def offsets(prog, args=""):
    """Where b and c lie, seen from a, after a layout of a graph whose nodes all have positions."""
    graph = pygraphviz.AGraph(directed=False)
    for name, place in {"a": "0,0", "b": "300,0", "c": "0,200"}.items():
        graph.add_node(name, pos=place)
    graph.add_edges_from([("a", "b"), ("b", "c")])
    graph.layout(prog=prog, args=args)
    a, b, c = ([float(x) for x in graph.get_node(name).attr["pos"].split(",")] for name in "abc")
    return [round(value) for point in (b, c) for value in (point[0] - a[0], point[1] - a[1])]


given = [300, 0, 0, 200]
seen = {(prog, args): offsets(prog, args) for prog, args in (("neato", ""), ("neato", "-n"), ("neato", "-n2"), ("nop2", ""))}
print(seen)
assert seen["neato", ""] == seen["neato", "-n"] == seen["neato", "-n2"] != given, seen
assert seen["nop2", ""] == given, seen
PY
