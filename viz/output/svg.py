"""Drawings as SVG, from the same parts as their DOT source. Graphviz would take a quarter of a small picture's time.

Texts are placed by their middle, so that they stay in place in a viewer without the font.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape, unescape
from itertools import chain
from math import dist

from viz.layout.geometry import Box, Point
from viz.layout.placement import CORNER
from viz.layout.tips import HALF
from viz.output.dot import Attributes, Part
from viz.pictures.labels import text_width
from viz.pictures.picture import INCH, MARGIN
from viz.theme import INK, PAPER

LINE, MIDDLE = 1.2, 0.34  # height of a line of text, and of the middle of capitals above the baseline, in font sizes
GAP = 4.0  # distance between double borders, in points
DASHES = {"dashed": '6,3"', "dotted": '0.1,4.5" stroke-linecap="round"'}
_RUN = re.compile(r'<FONT POINT-SIZE="(\d+)"(?: COLOR="([^"]+)")?>(<B>)?(.*?)(?:</B>)?</FONT>( *)')
_CELL = re.compile(r"<TD>(.*?)</TD>")


def drawing_svg(parts: Sequence[Part], font: str, bounds: Box, size: tuple[float, float] | None = None) -> bytes:
    """Return a drawing as SVG, scaled to fit the `size` in points if one is given. O(p) for p parts.

    The picture covers at least the box `bounds`.
    """
    x, y, w, h, _ = bounds.row
    places: list[Point] = [(x - w, -y - h), (x + w, h - y)]  # corners of what is drawn
    drawn: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for names, attributes in parts:
        kind = "cluster" if "bb" in attributes else "names" if "lp" in attributes else "edge" if names[1:] else "node"
        shapes = "\n".join(_KINDS[kind](attributes, places))
        if "tooltip" in attributes:
            said = escape(attributes["tooltip"].replace("\\\\", "\\"))  # backslashes are doubled in DOT
            shapes = f'<a xlink:title="{said}">\n{shapes}\n</a>'
        drawn[kind].append(f'<g class="{kind}">\n<title>{escape("->".join(names))}</title>\n{shapes}\n</g>')
    xs, ys = zip(*places, strict=True)
    left, top, right, bottom = min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN
    width, height = right - left, bottom - top
    scale = min(size[0] / width, size[1] / height) if size else 1.0
    box = f'x="{left:.2f}" y="{top:.2f}" width="{width:.2f}" height="{height:.2f}"'
    rows = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg width="{width * scale:.2f}pt" height="{height * scale:.2f}pt"'
        f' viewBox="{left:.2f} {top:.2f} {width:.2f} {height:.2f}" font-family="{escape(font)}"'
        ' xml:space="preserve" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">',
        f'<rect {box} fill="{PAPER}"/>',
        *chain.from_iterable(drawn.values()),
        "</svg>\n",
    ]  # fmt: skip
    return "\n".join(rows).encode()


def _node(attributes: Attributes, places: list[Point]) -> Iterator[str]:
    x, y = _point(attributes["pos"])
    width, height = float(attributes["width"]) * INCH, float(attributes["height"]) * INCH
    shape, style, label = attributes["shape"], attributes.get("style", ""), attributes["label"]
    rings = 0 if shape == "plaintext" else int(attributes.get("peripheries", "1"))
    grown = GAP * max(rings - 1, 0)
    places += (x - width / 2 - grown, y - height / 2 - grown), (x + width / 2 + grown, y + height / 2 + grown)
    fill = attributes["fillcolor"] if "filled" in style else "none"
    for ring in range(rings):
        w, h = width / 2 + GAP * ring, height / 2 + GAP * ring
        stroke = _stroke(attributes, "none" if ring else fill)
        if shape == "circle":
            yield f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{w:.2f}" ry="{h:.2f}"{stroke}/>'
        else:
            yield _rectangle(x - w, y - h, 2 * w, 2 * h, "rounded" in style, stroke)
    if label.endswith('<BR ALIGN="LEFT"/>>'):
        yield from _text(label, x - width / 2, y, ' text-anchor="start"')
    elif attributes.get("labelloc") == "t":
        yield from _text(label, x, y - height / 2 + GAP, below=True)
    else:
        yield from _text(label, x, y)


def _frame(attributes: Attributes, places: list[Point]) -> Iterator[str]:
    left, low, right, high = map(float, attributes["bb"].split(","))
    places += (left, -high), (right, -low)
    yield _rectangle(left, -high, right - left, high - low, True, _stroke(attributes, attributes["fillcolor"]))


def _rectangle(x: float, y: float, width: float, height: float, is_round: bool, stroke: str) -> str:
    corner = f' rx="{min(CORNER, width / 3, height / 3):.2f}"' if is_round else ""
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"{corner}{stroke}/>'


def _edge(attributes: Attributes, places: list[Point]) -> Iterator[str]:
    points, ends = list[Point](), dict[str, Point]()
    for text in attributes["pos"].split():
        if text[0] in "se":
            ends[text[0]] = _point(text[2:])
        else:
            points.append(_point(text))
    places += points  # bent lines come in halves, so no point is far outside
    places += ends.values()
    path = [f"{x:.2f},{y:.2f}" for x, y in points]
    yield f'<path d="M{path[0]}C{" ".join(path[1:])}"{_stroke(attributes, "none", "1")}/>'
    for end, base in (("s", points[0]), ("e", points[-1])):
        if end in ends:
            yield _tip(base, ends[end], attributes)


def _names(attributes: Attributes, places: list[Point]) -> Iterator[str]:
    (x, y), label = _point(attributes["lp"]), attributes["label"]
    rows = _rows(label)
    w, h = max(row[0] for row in rows) / 2 + 5, sum(row[1] for row in rows) / 2 + 1
    places += (x - w, y - h), (x + w, y + h)
    if label.startswith("<<TABLE"):  # the paper behind the names
        yield _rectangle(x - w, y - h, 2 * w, 2 * h, False, f' fill="{PAPER}"')
    yield from _text(label, x, y)


_KINDS = {"cluster": _frame, "edge": _edge, "names": _names, "node": _node}  # in the order of painting


def _tip(base: Point, tip: Point, attributes: Attributes) -> str:
    """Return an arrow tip, or only its left or right half."""
    (x, y), (u, v) = base, tip
    length = 10 * float(attributes.get("arrowsize", "0.75"))  # as in Graphviz
    share = min(1.0, length / (dist(base, tip) or 1.0))
    x, y = base = u + share * (x - u), v + share * (y - v)
    kind = attributes.get("arrowhead", "normal")
    across, up = (v - y) * HALF, (x - u) * HALF
    corners = [(x + across, y + up), (u, v), (x - across, y - up)]
    if kind == "lnormal":
        corners[2] = base
    elif kind == "rnormal":
        corners[0] = base
    shown = " ".join(f"{a:.2f},{b:.2f}" for a, b in corners)
    return f'<polygon points="{shown}" fill="{attributes.get("color", INK)}"/>'


def _text(label: str, x: float, y: float, anchor: str = ' text-anchor="middle"', below: bool = False) -> Iterator[str]:
    """Yield the rows of a label; `y` is the height of its middle or, with `below`, of its upper border."""
    rows = _rows(label)
    y -= 0 if below else sum(row[1] for row in rows) / 2
    for _, height, size, style, text in rows:
        yield f'<text x="{x:.2f}" y="{y + height / 2 + MIDDLE * size:.2f}"{anchor}{style}>{text}</text>'
        y += height


@lru_cache(maxsize=4_096)
def _rows(label: str) -> list[tuple[float, float, int, str, str]]:
    """Return the width, height, font size, style and content of each row of a label."""
    rows, line = [], 1.0 if "<B>" in label else LINE  # as in Graphviz
    for row in _CELL.findall(label) or re.split(r"<BR[^>]*>", label):
        runs = [[size, colour or INK, bold, text + space] for size, colour, bold, text, space in _RUN.findall(row)]
        for k in range(len(runs) - 1, 0, -1):
            if runs[k][:3] == runs[k - 1][:3]:
                runs[k - 1][3] += runs.pop(k)[3]
        if not runs:
            continue
        (first, usual, bold, _), sizes = runs[0], [int(size) for size, *_ in runs]
        content = "".join(
            text if (size, colour) == (first, usual) else f'<tspan font-size="{size}" fill="{colour}">{text}</tspan>'
            for size, colour, _, text in runs
        ).replace("&#92;&#92;", "\\")
        width = sum(text_width(unescape(text), int(size)) for size, _, _, text in runs)
        style = f' font-size="{first}" fill="{usual}"' + ' font-weight="bold"' * bool(bold)
        rows.append((width, max(sizes) * line, max(sizes), style, content))
    return rows


def _stroke(attributes: Attributes, fill: str, usual: str = "1.2") -> str:
    style = attributes.get("style")
    dashes = "".join([f' stroke-dasharray="{DASHES[each]}' for each in DASHES if each in style]) if style else ""
    colour, width = attributes.get("color", INK), attributes.get("penwidth", usual)
    return f' fill="{fill}" stroke="{colour}" stroke-width="{width}"{dashes}'


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return float(x), -float(y)
