"""Arrow tips, and the parallel strokes of a line that several agents share."""

from __future__ import annotations

from typing import NamedTuple

from viz.layout.geometry import Box, Curve, Point, beside, shortened
from viz.pictures.links import STRANDS, Link, tips_of

TIP = 8.0  # approximate length and width of an arrow tip, in points
DRAWN_TIP = 7.5  # length of the tip of one agent's arrow as Graphviz draws it, in points
HALF = 0.45  # half the width of a drawn tip, as a share of its length
APART = 3.2  # distance of parallel strokes, in points


def tip_middle(curve: Curve, at_start: bool, length: float = TIP) -> Point:
    """Return the centre of a piece of this length, such as an arrow tip, at one end of a line."""
    inner = shortened(curve, length / 2, at_start)
    return inner.a if at_start else inner.d


def tip_boxes(link: Link, curve: Curve) -> list[Box]:
    """Return the bounding boxes of the arrow tips on a link's curve."""
    ends = zip((True, False), tips_of(link), strict=True)
    return [Box(*tip_middle(curve, at_start), TIP, TIP) for at_start, there in ends if there]


class Tip(NamedTuple):
    """The tip of an arrow that several agents share, from the middle of its `base` to its `point`."""

    base: Point
    point: Point
    ahead: bool  # whether it is at the end of the line, not at its start


def strands_of(link: Link, curve: Curve) -> list[tuple[str, Curve]]:
    """Return the agents of a shared line from left to right, each with a stroke that ends at the base of the tips.

    The list is empty for a line with one agent or more than `STRANDS`, and for a removed line: these have one stroke.
    """
    if link.ghost or not 1 < len(link.agents) <= STRANDS:
        return []
    shaft, middle = shaft_of(curve, link.kind, _tip_length(link)), (len(link.agents) - 1) / 2
    return [(agent, beside(shaft, (middle - i) * APART)) for i, agent in enumerate(link.agents)]


def tips_along(link: Link, curve: Curve) -> list[Tip]:
    """Return the arrow tips of a line that several agents share."""
    shaft = shaft_of(curve, link.kind, _tip_length(link))
    tips = [Tip(shaft.d, curve.d, ahead=True), Tip(shaft.a, curve.a, ahead=False)]
    return [tip for tip, there in zip(tips, reversed(tips_of(link)), strict=True) if there]


def _tip_length(link: Link) -> float:
    return DRAWN_TIP * (0.8 + 0.2 * len(link.agents))


def shaft_of(curve: Curve, kind: str, tip: float) -> Curve:
    """Return the curve without its arrow tips."""
    if kind != "line":
        curve = shortened(curve, tip)
    return shortened(curve, tip, at_start=True) if kind == "both" else curve
