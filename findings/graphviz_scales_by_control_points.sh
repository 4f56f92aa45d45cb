#!/usr/bin/env bash
# pygraphviz 2.0.4 (Graphviz 14.1.5): with positions kept (`nop2`), the picture reaches to the control points of a bent
# edge, not to the edge. The same curve written in two halves makes a smaller picture, which `size="...!"` enlarges more.
# Seen: an SVG 110 points high with one Bezier curve of height 75, 85 points with its two halves.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check pygraphviz==2.0.4
"$folder/env/bin/python" - <<'PY' 2>/dev/null
import re

import pygraphviz


def height(pos):
    """The height of the SVG of two points and an edge with this spline."""
    source = f'digraph {{ node [shape=point] a [pos="0,0"] b [pos="100,0"] a -> b [dir=none pos="{pos}"] }}'
    svg = pygraphviz.AGraph(string=source).draw(format="svg", prog="nop2").decode()
    return float(re.search(r'<svg width="[\d.]+pt" height="([\d.]+)pt"', svg)[1])


whole = "0,0 30,100 70,100 100,0"
halves = "0,0 15,50 32.5,75 50,75 67.5,75 85,50 100,0"  # the same curve, by de Casteljau's algorithm
seen = height(whole), height(halves)
print("height with one curve, with its halves:", seen)
assert seen[0] - seen[1] > 10, seen
PY
