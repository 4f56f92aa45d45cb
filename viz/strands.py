"""Lines as Graphviz draws them: one stroke for one agent, parallel strokes for a few, one dark line for more.

In parallel strokes each agent has a colour and line style, so agents can be distinguished in a grey print. The tip of a
shared arrow has a part for each agent, at the end of the agent's stroke.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from viz.geometry import Curve, Point, beside, shortened
from viz.line_labels import APART
from viz.links import Link, tips_of
from viz.theme import GHOST, INK, Stroke

STRANDS = 3
"""Maximal number of parallel strokes."""
TIP = 7.5
TIP_SIZE = 0.75
"""Size of a tip of `TIP` points; 1 is Graphviz's default size."""

Attributes = dict[str, str]
Strokes = Mapping[str, Stroke]


def edges_of(link: Link, curve: Curve, known: Strokes, label: Attributes) -> Iterator[Attributes]:
    """The attributes of the edges that together draw a link with its label."""
    if link.ghost or not 1 < len(link.agents) <= STRANDS:
        yield line(link, known) | {"pos": spline(curve, link.kind)} | label
        return
    size = TIP_SIZE * (0.8 + 0.2 * len(link.agents))
    for agent, stroke in strands_of(link, curve):
        own = line(replace(link, kind="line", agents=(agent,)), known)
        last = link.kind == "line" and agent == link.agents[-1]
        yield own | {"pos": spline(stroke, "line")} | (label if last else {})
    for tip in tips_along(link, curve):
        agents = link.agents if tip.ahead else link.agents[::-1]
        for place, form, share in _PARTS[len(agents)]:
            yield {
                "dir": "forward", "color": known[agents[place]].colour, "arrowhead": form, "penwidth": "0.3",
                "arrowsize": f"{size * share:.2f}", "pos": _tip(tip.base, tip.point),
            } | (label if tip.ahead and place == 0 else {})  # fmt: skip


_PARTS = {
    2: ((0, "lnormal", 1.0), (1, "rnormal", 1.0)),
    3: ((0, "lnormal", 1.0), (2, "rnormal", 1.0), (1, "normal", 0.6)),
}
"""Graphviz's tips that together are one in several colours: the agent's place from the left, the form, the size."""


@dataclass(frozen=True, slots=True)
class Tip:
    """The tip of a shared arrow.

    Parameters
    ----------
    ahead : bool
        Whether it is at the end of the line, not at its start.
    """

    base: Point
    point: Point
    ahead: bool


def strands_of(link: Link, curve: Curve) -> Iterator[tuple[str, Curve]]:
    """The agents of a shared line with their strokes, which end at the base of the tips; the first is on the left."""
    shaft, middle = _shaft(curve, link.kind, _length(link)), (len(link.agents) - 1) / 2
    for i, agent in enumerate(link.agents):
        yield agent, beside(shaft, (middle - i) * APART)


def tips_along(link: Link, curve: Curve) -> list[Tip]:
    """The tips of a shared line."""
    shaft = _shaft(curve, link.kind, _length(link))
    tips = [Tip(shaft.d, curve.d, ahead=True), Tip(shaft.a, curve.a, ahead=False)]
    return [tip for tip, there in zip(tips, reversed(tips_of(link)), strict=True) if there]


def _length(link: Link) -> float:
    return TIP * (0.8 + 0.2 * len(link.agents))


def line(link: Link, known: Strokes) -> Attributes:
    """The attributes of a link drawn as one edge: parallel colours or a dark line for several agents."""
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
    """The curve in Graphviz's notation: the ends of arrow tips, then the control points."""
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
