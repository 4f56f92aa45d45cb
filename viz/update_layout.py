"""The layout of pictures before and after updates: each world stays where it was, and so do the worlds it becomes.

If events made several worlds of one, each history of events has a copy of the old places, below or beside the first.
Places that the user gives for the worlds of a later picture come before both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from kripke.data.naming import name_text
from kripke.data.worlds import World
from viz.faults import faults_of
from viz.geometry import Box, Point, around
from viz.picture import Picture
from viz.placement import ENLARGED, Panel, growth, place

FLAT = 1.6
"""Ratio of width to height from which the copies of a model are below one another; others are side by side."""
BETWEEN = 52.0
"""Distance of two copies, in points."""

Sizes = Sequence[Mapping[str, Box]]
Parts = Sequence[tuple[Picture, Mapping[str, Box]]]
Places = Mapping[World, Point]
Origin = tuple[World, str]
"""The world of the first picture that a world comes from, and the events since."""


@dataclass(frozen=True, slots=True)
class UpdateLayout:
    """The layout of a first picture, and of later ones at the same places.

    Parameters
    ----------
    origins : mapping of World to (World, str)
        For worlds that are new since the first picture, the world they come from and the events since.
    """

    origins: Mapping[World, Origin] = field(default_factory=dict)

    def __call__(self, pictures: Sequence[Picture], sized: Sizes) -> list[Panel]:
        """The panels; a picture with worlds of unknown origin has a layout of its own.

        O(p n^2) for p pictures of n worlds, besides the cost of `place`.
        """
        parts = list(zip(pictures, sized, strict=True))
        first = place(*parts[0])
        if len(parts) == 1:
            return [first]
        where = _with_given(first, parts)
        free = {
            k: place(picture, boxes)
            for k, (picture, boxes) in enumerate(parts)
            if not all(self._origin(spot.world, where)[0] in where for spot in picture.spots)
        }
        best, least = list[Panel](), 10**9
        narrow = self._panels(parts, first, where, free, 1.0)
        wider = max(growth(panel) for k, panel in enumerate(narrow) if k not in free)  # for new labels
        for factor in ENLARGED:
            panels = self._panels(parts, first, where, free, wider * factor)
            shared = [panel for k, panel in enumerate(panels) if k not in free]
            false = sum(faults_of(panel.ringed, panel.tracks).false for panel in shared)
            if false < least:
                best, least = panels, false
            if not false:
                break
        return best

    def _panels(
        self, parts: Parts, first: Panel, where: Places, free: Mapping[int, Panel], factor: float
    ) -> list[Panel]:
        """The panels at these places, all of whose distances are multiplied by a factor."""
        wide = {world: (x * factor, y * factor) for world, (x, y) in where.items()}
        worlds = zip(first.picture.spots, first.boxes, strict=False)
        whole = around(Box(*wide[spot.world], box.width, box.height) for spot, box in worlds)
        across, up = whole.width + factor * BETWEEN, whole.height + factor * BETWEEN
        step = (0.0, -up) if whole.width >= FLAT * whole.height else (across, 0.0)
        return [
            free[k] if k in free else place(picture, boxes, self._places(picture, wide, step))
            for k, (picture, boxes) in enumerate(parts)
        ]

    def _origin(self, world: World, where: Places) -> Origin:
        return (world, "") if world in where else self.origins.get(world, (world, ""))

    def _places(self, picture: Picture, where: Places, step: Point) -> Places:
        """The places of the worlds they come from, a step apart for each history if several come from one."""
        origins = {spot.world: self._origin(spot.world, where) for spot in picture.spots}
        live = [origins[spot.world] for spot in picture.spots if not spot.ghost]
        alone = len({world for world, _ in live}) == len(live)
        copies = {events: 0 if alone else k for k, events in enumerate(dict.fromkeys(events for _, events in live))}
        return {
            world: (where[old][0] + step[0] * copies.get(events, 0), where[old][1] + step[1] * copies.get(events, 0))
            for world, (old, events) in origins.items()
        }


def _with_given(first: Panel, parts: Parts) -> Places:
    """The places of the first picture, with those that the user gives for worlds of later ones, in one scale."""
    positions = first.picture.options.positions or {}
    given = [
        place(picture, boxes)
        for picture, boxes in parts
        if any(spot.world in positions and spot.world not in first.where for spot in picture.spots)
    ]
    unit = max(_unit(panel, positions) for panel in (first, *given))
    return {world: (x * unit, y * unit) for world, (x, y) in positions.items()} if given else first.where


def _unit(panel: Panel, positions: Places) -> float:
    """The length in points of a unit of the given places; 0 for worlds at the origin alone."""
    drawn = [(panel.where[world], place) for world, place in positions.items() if world in panel.where and any(place)]
    return max((hypot(*point) / hypot(*place) for point, place in drawn), default=0.0)


def origins_of(first: Sequence[World], later: Sequence[World]) -> dict[World, Origin]:
    """For each later world whose name goes on after that of a first one, such as ``w·e`` after ``w``, this origin.

    Notes
    -----
    O(c) for c characters of names.
    """
    known = {name_text(world): world for world in first}
    found: dict[World, Origin] = {}
    for world in later:
        parts = name_text(world).split("·")
        for k in range(len(parts) - 1, 0, -1):
            old = "·".join(parts[:k])
            if old in known:
                found[world] = known[old], "·".join(parts[k:])
                break
    return found
