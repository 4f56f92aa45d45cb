"""Lines as Graphviz draws them: one stroke for one agent, parallel strokes for a few, one dark line for more.

In parallel strokes each agent has a colour and line style, so agents can be distinguished in a grey print. The tips of
a shared arrow are dark, since they belong to all agents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from viz.geometry import Curve, Point, beside, shortened
from viz.links import Link
from viz.line_labels import APART
from viz.theme import GHOST, INK, Stroke

STRANDS = 3
"""Maximal number of parallel strokes."""
TIP = 7.5
TIP_SIZE = 0.75
"""Size of a tip of `TIP` points; 1 is Graphviz's default size."""

Attributes = dict[str, str]
Strokes = Mapping[str, Stroke]


def edges_of(link: Link, curve: Curve, known: Strokes, label: Attributes) -> Iterator[Attributes]:
    """The attributes of the edges that together draw a link with its label.

    Parameters
    ----------
    link : Link
        The link.
    curve : Curve
        Its place.
    known : mapping of str to Stroke
        The strokes of the agents.
    label : dict of str to str
        The attributes of the label.
    """
    if link.ghost or not 1 < len(link.agents) <= STRANDS:
        yield line(link, known) | {"pos": spline(curve, link.kind)} | label
        return
    size = TIP_SIZE * (0.8 + 0.2 * len(link.agents))
    shaft = _shaft(curve, link.kind, TIP * size / TIP_SIZE)
    middle = (len(link.agents) - 1) / 2
    for i, agent in enumerate(link.agents):
        own = line(replace(link, kind="line", agents=(agent,)), known)
        yield (
            own
            | {"pos": spline(beside(shaft, (middle - i) * APART), "line")}
            | (label if link.kind == "line" and agent == link.agents[-1] else {})
        )
    if link.kind != "line":
        tips = [_tip(shaft.d, curve.d)]
        if link.kind == "both":
            tips.append(_tip(shaft.a, curve.a))
        yield {"dir": "forward", "color": INK, "arrowsize": f"{size:.2f}", "pos": ";".join(tips)} | label


def line(link: Link, known: Strokes) -> Attributes:
    """The attributes of a link drawn as one edge: parallel colours or a dark line for several agents.

    Parameters
    ----------
    link : Link
        The link.
    known : mapping of str to Stroke
        The strokes of the agents.
    """
    direction = {"line": "none", "both": "both"}.get(link.kind, "forward")
    if link.ghost:
        return {"dir": direction, "color": GHOST, "style": "dashed", "penwidth": "0.8"}
    if len(link.agents) > STRANDS or (len(link.agents) > 1 and link.kind != "line"):
        return {"dir": direction, "color": INK, "penwidth": "2.2"}
    drawn = [known[agent] for agent in link.agents]
    if len(drawn) > 1:
        return {"dir": direction, "color": ":".join(stroke.colour for stroke in drawn), "penwidth": "1.6"}
    return {
        "dir": direction,
        "color": drawn[0].colour,
        "style": drawn[0].style,
        "penwidth": f"{drawn[0].width:g}",
    }


def spline(curve: Curve, kind: str) -> str:
    """The curve in Graphviz's notation: the ends of arrow tips, then the control points.

    Parameters
    ----------
    curve : Curve
        The curve.
    kind : str
        Kind of the link: ``line``, ``arrow``, ``both`` or ``loop``.
    """
    start = f"s,{pair(curve.a)} " if kind == "both" else ""
    end = f"e,{pair(curve.d)} " if kind != "line" else ""
    return start + end + " ".join(map(pair, _shaft(curve, kind, TIP).controls))


def _shaft(curve: Curve, kind: str, tip: float) -> Curve:
    """The curve without its arrow tips."""
    if kind != "line":
        curve = shortened(curve, tip)
    return shortened(curve, tip, at_start=True) if kind == "both" else curve


def _tip(base: Point, tip: Point) -> str:
    """An arrow tip alone: a spline that is barely longer than the tip."""
    dx, dy = (0.05 * (b - t) for b, t in zip(base, tip, strict=True))
    points = [(base[0] + dx * (3 - i) / 3, base[1] + dy * (3 - i) / 3) for i in range(4)]
    return f"e,{pair(tip)} " + " ".join(map(pair, points))


def pair(point: Point) -> str:
    """A point in Graphviz's notation."""
    return f"{point[0]:.2f},{point[1]:.2f}"
