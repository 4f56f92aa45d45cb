"""The layout of two models side by side with lines between bisimilar worlds.

Each model is turned to be higher than wide, so that the lines are short.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from viz.geometry import Box, Point, around
from viz.links import Link
from viz.picture import Picture
from viz.placement import GAP, Panel, largest, place, roomy
from viz.routing import BENDS, Track, tracks

WIDE_BENDS = (130.0, -130.0, 170.0, -170.0, 210.0, -210.0)
"""More bends for bridges, which are long and avoid many worlds."""
HIGH = 1.1
"""Ratio of width to height from which a panel is turned."""


@dataclass(frozen=True, slots=True)
class SamenessLayout:
    """The layout of two pictures whose worlds are joined by bridges.

    Parameters
    ----------
    bridges : sequence of Link
        From spots of the first picture to spots of the second.
    """

    bridges: Sequence[Link]

    def __call__(self, pictures: Sequence[Picture], sized: Sequence[Mapping[str, Box]]) -> list[Panel]:
        """The two panels. O(b + n^2) for b bridges and n worlds, besides the cost of `place`."""
        first, second = (_high(picture, boxes) for picture, boxes in zip(pictures, sized, strict=True))
        if not pictures[1].layered:
            second = min(
                (_placed(second, sized[1], way) for way in _ways(second)), key=lambda p: self._length(first, p)
            )
        return [first, second]

    def _length(self, one: Panel, other: Panel) -> float:
        """The length of the bridges, with the middles of the panels at the same height."""
        left, right = (_from_middle(panel) for panel in (one, other))
        return sum(hypot(left[b.source][1] - right[b.target][1], 0.1 * right[b.target][0]) for b in self.bridges)


def bridges_between(one: Panel, other: Panel, links: Sequence[Link]) -> tuple[Track, ...]:
    """Route the bridges around all worlds and labels.

    Parameters
    ----------
    links : sequence of Link
        From spots of the first panel to spots of the second.
    """
    n = len(one.boxes)
    shifted = [Link(link.source, link.target + n, "line", (), ghost=True) for link in links]
    labels = [track.label for panel in (one, other) for track in panel.tracks if track.label is not None]
    routed = tracks(shifted, [*one.ringed, *other.ringed], 0, (*BENDS, *WIDE_BENDS), labels)
    return tuple(Track(link, track.curve, None) for link, track in zip(links, routed, strict=True))


def _high(picture: Picture, sized: Mapping[str, Box]) -> Panel:
    """The panel, turned to be higher than wide unless its layers need a direction."""
    panel = place(picture, sized)
    whole = around(panel.boxes)
    if picture.layered or whole.width <= HIGH * whole.height:
        return panel
    return _placed(panel, sized, [(box.y, -box.x) for box in _worlds(panel)])


def _ways(panel: Panel) -> list[list[Point]]:
    """The places as they are, and mirrored."""
    points = [box.middle for box in _worlds(panel)]
    return [[(x * sx, y * sy) for x, y in points] for sx in (1, -1) for sy in (1, -1)]


def _placed(panel: Panel, sized: Mapping[str, Box], points: Sequence[Point]) -> Panel:
    points = roomy(points, largest(panel.picture, sized), GAP, GAP)
    where = {spot.world: point for spot, point in zip(panel.picture.spots, points, strict=True)}
    return place(panel.picture, sized, where, spread=True)


def _worlds(panel: Panel) -> Sequence[Box]:
    return panel.boxes[: len(panel.picture.spots)]


def _from_middle(panel: Panel) -> list[Point]:
    whole = panel.bounds
    return [(box.x - whole.x, box.y - whole.y) for box in _worlds(panel)]
