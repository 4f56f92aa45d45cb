"""Pictures in DOT. A line is one stroke for one agent, parallel strokes for a few, a dark line for more agents.

Each stroke has the colour and line style of its agent, so agents can be distinguished in greyscale. The tip of a
shared arrow has a part for each agent, at the end of the agent's stroke.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from string import ascii_lowercase

from graphviz import Digraph, escape
from graphviz.quoting import quote

from kripke.data.wording import visible
from viz.layout.geometry import Box, Curve, Point
from viz.layout.names import BESIDE_NAMES
from viz.layout.placement import RING, SMALL, Form, Panel, engine_of, form_of, keys
from viz.layout.tips import DRAWN_TIP, TIP, shaft_of, strands_of, tips_along
from viz.output.sheet import SWATCH, Sheet, Text, swatch
from viz.pictures.labels import group_rows, html_text
from viz.pictures.legend import LINES, Entry
from viz.pictures.links import STRANDS, Kind, Link, tips_of
from viz.pictures.picture import Picture, Remark, Spot
from viz.theme import FILL, FONT, GHOST, INK, PALE, PAPER, Stroke, strokes, tint

Attributes = dict[str, str]
Part = tuple[tuple[str, ...], Attributes]
"""A frame or node with its name, or an edge or its label (``lp``) with the names of the edge's ends, and attributes."""

NAME, ATOMS, AGENT = 13, 12, 12
BENT = 250
"""Maximum number of lines for which Graphviz computes bends. This takes 0.5 s; 600 lines with hubs would take 15 s."""
_SIZES = {"title": 17, "caption": 13, "legend": 11, "note": 10, "sign": 26, "below": 11}


def to_graph(picture: Picture) -> Digraph:
    """Return the graph of a whole picture, to be laid out by Graphviz; ``draw(model, "model.dot")`` writes this graph.

    O(n + l) for n worlds and l links.
    """
    graph = skeleton(picture, named=True)
    if picture.title:
        graph.attr(label=_html([_row(picture.title, NAME + 4, bold=True)]), labelloc="t")
    return graph


def skeleton(picture: Picture, named: bool = False) -> Digraph:
    """Return the graph of the worlds, hubs and links of a picture, to be laid out by Graphviz.

    A hub is a dot that stands for a large class and is linked to each member. If `named` is false, the graph is only
    for computing positions: it has no frames, and links have no labels or styles.
    """
    engine, font = engine_of(picture), picture.options.font
    graph = empty_graph(engine, font) if named else Digraph("model")
    if not named:  # Graphviz is faster without attributes that change no position
        graph.body.append(_statement("node", {"fontname": font, "fontsize": f"{ATOMS}"}))
        graph.body += [_statement("edge", _LENGTHS)] * (engine != "dot")
    _add(graph, _settings(picture, engine, named))
    known, names = strokes(picture.agents, picture.options.palette), keys(picture)
    n, form = len(picture.spots), form_of(picture)
    levels = {spot.key: spot.level for spot in picture.spots}
    for spot in picture.spots:
        sign = _world(spot, form, known)
        seen = sign if named else {key: sign[key] for key in ("shape", "label", "peripheries") if key in sign}
        _add(graph, _ROOM[form] | seen, spot.key)  # Graphviz is faster without the other attributes
    inside = {hub + n: members for hub, members in picture.frames} if named else {}
    for i, (agents, ghost) in enumerate(zip(picture.hubs, picture.ghost_hubs, strict=True), n):
        if i in inside:
            with graph.subgraph(name=f"cluster {i}") as frame:
                frame.attr(label=agents_label(agents, known, AGENT), **_frame(agents[0], known))
                for k in inside[i]:
                    frame.node(names[k])
            continue
        ends = [(link, end) for link in picture.links for end in (link.source, link.target) if end == i]
        tips = sum(tips_of(link)[end == link.target] for link, end in ends)
        side = f"{max(0.2, TIP * tips / 2.3 / 72):.2f}"  # so that the tips of its arrows do not touch
        _add(graph, _hub(agents, ghost, known) | {"width": side, "height": side}, names[i])
    for link in picture.links if named else _ranking(picture.links):
        attributes, ends_of = line(link, known) if named else {}, [names[link.source], names[link.target]]
        joins_worlds = max(link.source, link.target) < n
        if picture.layered and not joins_worlds:
            attributes["constraint"] = "false"
        elif picture.layered and link.kind != "arrow":
            ends_of.sort(key=lambda name: levels[name])
        if named and link.named and not link.ghost and joins_worlds:
            attributes["label"] = agents_label(link.agents, known, AGENT)
        _add(graph, attributes, *ends_of)
    if picture.layered:
        _layers(graph, picture.spots)
    return graph


def _settings(picture: Picture, engine: str, named: bool) -> Attributes:
    """Return the attributes of the graph for an engine; `named` as for `skeleton`."""
    bent, many = named and len(picture.links) <= BENT, len(picture.spots) > SMALL
    bent = bent and engine == "dot"  # other engines draw parallel bent lines on top of each other
    splines = "true" if bent else "line" if named or not many else "none"  # without lines, positions differ by 1%
    settings = {"layout": engine, "rankdir": "BT" if picture.layered else "LR", "splines": splines}
    settings |= _SPACES if engine == "dot" else _SPACES | _SPRINGS
    if engine != "dot" and picture.options.width in (None, "slide") and _parts(picture) == 2:
        settings |= _SIDE_BY_SIDE
    if many and engine == "neato":
        # this takes 1/6 to 1/2 of the time; without `prism`, Graphviz would scale all positions until no worlds overlap
        settings |= {"mode": "sgd", "overlap": "vpsc"}
    return settings


def _parts(picture: Picture) -> int:
    """Return the number of connected components of a picture."""
    parts = [{i} for i in range(len(picture.spots) + len(picture.hubs))]
    for link in picture.links:
        one, other = parts[link.source], parts[link.target]
        if one is not other:
            one |= other
            for i in other:
                parts[i] = one
    return len({*map(id, parts)})


def furniture(texts: Iterable[Text], font: str) -> Digraph:
    """Return a graph of texts, numbered from 0, from which Graphviz computes their sizes."""
    graph = empty_graph("dot", font)
    for i, text in enumerate(texts):
        _add(graph, _text(text), str(i))
    return graph


def fixed_graph(parts: Iterable[Part], font: str, whole: Box | None = None) -> Digraph:
    """Return the graph of a drawing for ``nop2``, an engine without layout.

    The picture covers at least the box `whole`, so that sheets shown in turn have the same size.
    """
    graph = empty_graph("nop2", font)
    _add(graph, {"margin": "0"})  # a PDF would have half an inch around the picture
    graph.body.append(_statement("node", {"fixedsize": "true"}))
    for names, attributes in sorted(parts, key=lambda part: "lp" not in part[1]):
        if "lp" in attributes:  # a node, below the worlds: Graphviz would paint some edges above the label of an edge
            label = {"label": attributes["label"], "pos": attributes["lp"], "fixedsize": "false"}
            _add(graph, _BARE | label, f"{'->'.join(names)} names {len(graph.body)}")
        elif "bb" in attributes:
            with graph.subgraph(name=names[0]) as frame:
                frame.attr(**attributes)
        else:
            _add(graph, attributes, *names)
    if whole is not None:
        for side in (-1, 1):
            corner = Box(whole.x + side * whole.width / 2, whole.y + side * whole.height / 2, 0.01, 0.01)
            _add(graph, {"shape": "point", "style": "invis"} | _fixed(corner), f"corner {side}")
    return graph


def parts_of(sheet: Sheet) -> list[Part]:
    """Return the parts of a sheet (a complete drawing) with their positions. O(n + l) for n worlds and l links."""
    parts = list[Part]()
    known = strokes(sheet.agents, sheet.panels[0].picture.options.palette)
    for track in sheet.bridges:  # first, so everything else is drawn above them
        joined = zip("ab", sheet.panels, (track.link.source, track.link.target), strict=False)
        ends = tuple(f"{prefix} {keys(panel.picture)[end]}" for prefix, panel, end in joined)
        parts.append((ends, {"pos": spline(track.curve, "line")} | _BRIDGE))
    for i, panel in enumerate(sheet.panels):
        parts += _panel(panel, f"{ascii_lowercase[i % 26]}{i // 26 or ''} " if len(sheet.panels) > 1 else "", known)
    for state in sheet.states:
        rings = "2" if state.is_first else "1"
        number = _html([_row(state.name, NAME, bold=True)])
        style = {
            "shape": "box",
            "style": "rounded",
            "color": FILL if state.is_found else PALE,  # not filled: a filling would hide the lines inside
            "penwidth": "4" if state.is_found else "1.2",
            "label": number,
            "labelloc": "t",
            "peripheries": rings,
        }
        parts.append(((f"state {state.name}",), style | _fixed(state.frame.grown(-RING * state.is_first))))
    for step in sheet.steps:
        ends = f"state {step.source}", f"state {step.target}"
        said = _html([_row(row, AGENT) for row in step.label.split("\n")])
        parts += [(ends, {"pos": step.spline, "color": INK}), (ends, {"label": said, "lp": step.place})]
    parts += [((text.key,), _text(text) | _fixed(box)) for text, box in sheet.texts]
    for entry, text, box in sheet.legend:
        parts += _entry(entry, text, box, known)
    return parts


_SPACES = {"nodesep": "0.55", "ranksep": "0.75"}
_SPRINGS = {"mindist": "1.1", "overlap": "prism", "sep": "+18", "start": "1"}
_SIDE_BY_SIDE = {"packmode": "array", "pack": "20"}  # for two parts; of more, small ones fill the gaps of others
_LENGTHS = {"arrowsize": "0.75", "len": "1.5"}


def empty_graph(engine: str, font: str = FONT) -> Digraph:
    """Return an empty graph with the style of all pictures."""
    graph = Digraph("model")
    style = {"fontname": font, "bgcolor": PAPER, "pad": "0.22", "layout": engine, "outputorder": "edgesfirst"}
    nodes = {"fontname": font, "fontsize": f"{ATOMS}", "fontcolor": INK, "color": INK, "penwidth": "1.2"}
    edges = {"fontname": font, "fontsize": f"{AGENT}", "fontcolor": INK} | _LENGTHS
    graph.body += [_statement(*part) for part in (("graph", style), ("node", nodes), ("edge", edges))]
    return graph


def _add(graph: Digraph, attributes: Attributes, *names: str) -> None:
    """Add a node, an edge between two nodes or, without names, attributes of the graph.

    This is three times as fast as the methods of `Digraph`.
    """
    graph.body.append(_statement(" -> ".join(map(_quoted, names)) or "graph", attributes))


def _statement(start: str, attributes: Attributes) -> str:
    listed = f" [{' '.join([f'{key}={_quoted(value)}' for key, value in attributes.items()])}]" if attributes else ""
    return f"\t{start}{listed}\n"


@lru_cache(maxsize=4_096, typed=True)  # typed, because escaped texts have their own class
def _quoted(text: str) -> str:
    return f'"{text}"' if _PLAIN.fullmatch(text) else quote(text)


_PLAIN = re.compile(r'[^"\\<]*[ ,#][^"\\<]*')  # matches texts that need quotes and have nothing to escape

_ROOM: dict[Form, dict[str, str]] = {
    "circle": {"margin": "0.03", "width": "0.5", "height": "0.5"},
    "rounded": {"margin": "0.13,0.08", "width": "0.6", "height": "0.5"},
    "square": {"margin": "0.13,0.08", "width": "0.6", "height": "0.5"},
}
"""The space around the text of a world, and the smallest size of a world, in inches."""


def _world(spot: Spot, form: Form, known: Strokes) -> dict[str, str]:
    ink = GHOST if spot.ghost else INK
    rows = [_row(text, NAME, bold=True, colour=ink) for text in spot.title]
    size = ATOMS - 1 if spot.title else ATOMS + 1
    rows += ["".join(_literals(row, spot.ghost, size, row is spot.rows[-1])) for row in spot.rows]
    rows += [_remark(remark, spot.ghost, known) for remark in spot.remarks]
    look = {
        "shape": "circle" if form == "circle" else "box",
        "label": _html(rows or ["&nbsp;"]),
        "style": ("rounded," if form == "rounded" else "") + ("dashed" if spot.ghost else "filled"),
        "fillcolor": FILL if spot.filled else PAPER,
        "tooltip": escape(spot.said),
    }
    return look | ({"peripheries": "2"} if spot.actual else {}) | ({"color": ink} if spot.ghost else {})


def _remark(remark: Remark, ghost: bool, known: Strokes) -> str:
    pale = GHOST if ghost else known[remark.agent].colour if remark.agent else PALE
    lead = _row(f"{remark.lead} ".rstrip() + " " * bool(remark.text), ATOMS - 1, colour=pale) if remark.lead else ""
    return lead + (_row(remark.text, ATOMS, colour=GHOST if ghost else INK) if remark.text else "")


def _literals(row: Sequence[tuple[str, bool]], ghost: bool, size: int, last: bool) -> Iterable[str]:
    """Yield the literals of a row, each with a comma, except at the end of the `last` row; line breaks are kept."""
    left = len(row)
    for truth, literals in groupby(row, itemgetter(1)):
        atoms = [LEFT_FIRST * bool(_LEFTWARDS.search(atom)) + "¬" * (not truth) + atom for atom, _ in literals]
        left -= len(atoms)
        said = ", ".join(atoms) + (", " if left else "" if last else ",")
        colour = GHOST if ghost else INK if truth else PALE
        yield "<BR/>".join([_row(part, size, colour=colour) for part in said.split("\n")])


LEFT_FIRST = "\u200e"  # without this invisible mark, a viewer would exchange negations in texts from right to left
_LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")


def _ranking(links: Sequence[Link]) -> list[Link]:
    """Leave out every arrow that is a composition of two others, so that a chain of states becomes a row."""
    after: dict[int, set[int]] = {}
    for link in links:
        if link.kind == "arrow":
            after.setdefault(link.source, set()).add(link.target)
    composed = {(source, end) for source, ends in after.items() for middle in ends for end in after.get(middle, ())}
    return [link for link in links if link.kind != "arrow" or (link.source, link.target) not in composed]


def _hub(agents: Sequence[str], ghost: bool, known: Strokes) -> dict[str, str]:
    if ghost:
        known = dict.fromkeys(agents, Stroke(GHOST, "dashed", 0.8))
    colour = known[agents[0]].colour if len(agents) == 1 or ghost else INK
    style = {"shape": "box", "style": "rounded,filled", "fillcolor": PAPER, "color": colour, "penwidth": "1.6"}
    label = agents_label(agents, known, AGENT - 1, beside=0)
    return style | {"label": label, "margin": "0.05,0.02", "height": "0.2", "width": "0.2"}


def _frame(agent: str, known: Strokes) -> dict[str, str]:
    colour, style, width = known[agent]
    return {"style": f"rounded,filled,{style}", "fillcolor": tint(colour), "color": colour, "penwidth": f"{width / 2}"}


def _layers(graph: Digraph, spots: Sequence[Spot]) -> None:
    """Put worlds with the same level (of plausibility, or number of true atoms) on one rank, in ascending order."""
    levels: dict[int, list[str]] = {}
    for spot in spots:
        levels.setdefault(spot.level, []).append(spot.key)
    ordered = [levels[level] for level in sorted(levels)]
    graph.body += [f"\t{{ rank=same {' '.join(map(_quoted, row))} }}\n" for row in ordered]
    for lower, upper in pairwise(ordered):
        _add(graph, {"style": "invis", "weight": "0"}, lower[0], upper[0])


_BRIDGE = {"dir": "none", "color": PALE, "style": "dashed", "penwidth": "1.1"}


def _panel(panel: Panel, prefix: str, known: Strokes) -> Iterator[Part]:
    picture = panel.picture
    names = [prefix + key for key in keys(picture)]
    form = form_of(picture)
    signs = [_world(spot, form, known) for spot in picture.spots]
    signs += [_hub(agents, ghost, known) for agents, ghost in zip(picture.hubs, picture.ghost_hubs, strict=True)]
    for k, (agent, box) in enumerate(panel.frames):
        corners = [(box.x + side * box.width / 2, box.y + side * box.height / 2) for side in (-1, 1)]
        yield (f"cluster {prefix}{k}",), {"bb": ",".join(map(pair, corners))} | _frame(agent, known)
    for name, sign, box in zip(names, signs, panel.boxes, strict=True):
        yield (name,), sign | _fixed(box)
    named = {(track.link.agents, track.link.ghost) for track in panel.tracks if track.label is not None}
    texts = {(agents, ghost): agents_label(agents, known, AGENT, ghost) for agents, ghost in named}
    for track in panel.tracks:
        ends = names[track.link.source], names[track.link.target]
        yield from [(ends, attributes) for attributes in edges_of(track.link, track.curve, known)]
        if track.label is not None:
            said = texts[track.link.agents, track.link.ghost]
            yield ends, {"label": said, "lp": pair(track.label.middle)}


def _entry(entry: Entry, text: Text, box: Box, known: Strokes) -> Iterator[Part]:
    """Yield an entry of the legend: its text, and on the left its symbol as it appears in the picture."""
    yield (text.key,), _text(text) | _fixed(box)
    left = box.x - box.width / 2 - SWATCH
    if entry.sign in LINES:
        kind: Kind = "arrow" if entry.sign.endswith("arrow") else "line"
        curve = Curve(*((left + (SWATCH - 8) * i / 3, box.y) for i in range(4)))
        sample = Link(0, 0, kind, (entry.agent,), ghost=entry.sign.startswith("lost"))
        attributes = _BRIDGE if entry.sign == "bridge" else line(sample, known)
        yield (text.key, text.key), {"pos": spline(curve, kind)} | attributes
    elif entry.sign == "frame":
        sign = {"shape": "box", "label": ""} | _frame(entry.agent, known)
        yield (f"{text.key} sign",), sign | _fixed(Box(left + SWATCH / 2 - 4, box.y, *swatch(entry)))
    elif entry.sign != "note":
        ringed = entry.sign in ("actual", "designated")
        spot = Spot("", "", (), (), "", 0, ringed, entry.sign == "filled", entry.sign == "ghost")
        form: Form = "square" if entry.sign == "designated" else "rounded"
        sign = _world(spot, form, known) | {"label": "", "tooltip": escape(visible(entry.text))}
        yield (f"{text.key} sign",), sign | _fixed(Box(left + SWATCH / 2 - 4, box.y, *swatch(entry)))


def _fixed(box: Box) -> dict[str, str]:
    return {"pos": pair(box.middle), "width": f"{box.width / 72:.4f}", "height": f"{box.height / 72:.4f}"}


def _text(text: Text) -> dict[str, str]:
    colour = PALE if text.style == "note" else INK
    rows = text.text.split("\n") if text.style in ("title", "below") else [text.text]
    parts = [_row(row, _SIZES[text.style], bold=text.style in ("title", "caption"), colour=colour) for row in rows]
    label = f"<{LEFT.join(parts)}{LEFT}>" if text.style == "below" else _html(parts)
    return {"label": label, "tooltip": escape(visible(text.text))} | _BARE


LEFT = '<BR ALIGN="LEFT"/>'  # ends a row that begins at the left


_BARE = {"shape": "plaintext", "margin": "0", "width": "0.01", "height": "0.01"}


def agents_label(
    agents: Sequence[str], known: Strokes, size: int, ghost: bool = False, beside: int = BESIDE_NAMES
) -> str:
    """Return the agents' names in their colours (grey for a removed line), on a background that hides the line."""
    colours = {visible(agent): GHOST if ghost else known[agent].colour for agent in agents}
    rows = [
        _row(", ", size, colour=GHOST if ghost else INK).join(_row(agent, size, colour=colours[agent]) for agent in row)
        for row in group_rows(agents)
    ]
    side = f'<TD WIDTH="{beside}"></TD>' if beside else ""
    cells = "".join(f"<TR>{side}<TD>{row}</TD>{side}</TR>" for row in rows)
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="1" CELLSPACING="0" BGCOLOR="{PAPER}">{cells}</TABLE>>'


def _row(text: str, size: int, bold: bool = False, colour: str = INK) -> str:
    inner = f"<B>{html_text(text)}</B>" if bold else html_text(text)
    tint_of = "" if colour == INK else f' COLOR="{colour}"'
    return f'<FONT POINT-SIZE="{size}"{tint_of}>{inner}</FONT>'


def _html(rows: Sequence[str]) -> str:
    return f"<{'<BR/>'.join(rows)}>"


def plain(text: str) -> str:
    """Return the text as a label without HTML; Graphviz decodes entities and escapes in such a label."""
    label: str = escape(text.replace("&", "&amp;"))
    return label


TIP_SIZE = 0.75  # size of a tip of `TIP` points; 1 is Graphviz's default size

Strokes = Mapping[str, Stroke]


def edges_of(link: Link, curve: Curve, known: Strokes) -> Iterator[Attributes]:
    """Yield the attributes of the edges that together draw a link."""
    strands = strands_of(link, curve)
    if not strands:
        yield line(link, known) | {"pos": spline(curve, link.kind)}
        return
    size = TIP_SIZE * (0.8 + 0.2 * len(link.agents))
    for agent, stroke in strands:
        yield line(link._replace(kind="line", agents=(agent,)), known) | {"pos": spline(stroke, "line")}
    for tip in tips_along(link, curve):
        agents = link.agents if tip.ahead else link.agents[::-1]
        for place, form, share in _PARTS[len(agents)]:
            yield {
                "dir": "forward", "color": known[agents[place]].colour, "arrowhead": form, "penwidth": "0.3",
                "arrowsize": f"{size * share:.2f}", "pos": _tip(tip.base, tip.point),
            }  # fmt: skip


_PARTS = {
    2: ((0, "lnormal", 1.0), (1, "rnormal", 1.0)),
    3: ((0, "lnormal", 1.0), (2, "rnormal", 1.0), (1, "normal", 0.6)),
}
"""Graphviz's arrow heads that form a tip of several colours: index of the agent, shape, size."""


def line(link: Link, known: Strokes) -> Attributes:
    """Return the attributes of a link drawn as one edge."""
    direction = {"line": "none", "both": "both"}.get(link.kind, "forward")
    if link.ghost:
        return {"dir": direction, "color": GHOST, "style": "dashed", "penwidth": "0.8"}
    if len(link.agents) > STRANDS or (len(link.agents) > 1 and link.kind != "line"):
        return {"dir": direction, "color": INK, "penwidth": "2.2"}
    drawn = [known[agent] for agent in link.agents]
    if len(drawn) > 1:
        return {"dir": direction, "color": ":".join(stroke.colour for stroke in drawn), "penwidth": "1.6"}
    style = {} if drawn[0].style == "solid" else {"style": drawn[0].style}
    return {"dir": direction, "color": drawn[0].colour, "penwidth": f"{drawn[0].width:g}"} | style


def spline(curve: Curve, kind: str) -> str:
    """Return the curve in Graphviz's notation: ends of arrow tips, then control points."""
    start = f"s,{pair(curve.a)} " if kind == "both" else ""
    end = f"e,{pair(curve.d)} " if kind != "line" else ""
    shaft = shaft_of(curve, kind, DRAWN_TIP)
    # a bent line in halves: Graphviz counts control points as parts of the picture, and theirs are close to the line
    points = shaft if shaft.is_straight else [*shaft.part(0.0, 0.5), *shaft.part(0.5, 1.0)[1:]]
    return start + end + " ".join(map(pair, points))


def _tip(base: Point, tip: Point) -> str:
    dx, dy = (0.05 * (b - t) for b, t in zip(base, tip, strict=True))
    points = [(base[0] + dx * (3 - i) / 3, base[1] + dy * (3 - i) / 3) for i in range(4)]
    return f"e,{pair(tip)} " + " ".join(map(pair, points))


def pair(point: Point) -> str:
    """Return a point in Graphviz's notation."""
    return f"{point[0]:.2f},{point[1]:.2f}"
