"""The layout of pictures before and after updates: each world stays where it was, and so do the worlds it becomes.

If events made several worlds of one, each history of events has a copy of the old places, below or beside the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
        first = place(pictures[0], sized[0])
        if len(pictures) == 1:
            return [first]
        free = {
            k: place(picture, sized[k])
            for k, picture in enumerate(pictures)
            if not all(self._origin(spot.world)[0] in first.where for spot in picture.spots)
        }
        best, least = list[Panel](), 10**9
        narrow = self._panels(pictures, sized, first, free, 1.0)
        wider = max(growth(panel) for k, panel in enumerate(narrow) if k not in free)  # for new labels
        for factor in ENLARGED:
            panels = self._panels(pictures, sized, first, free, wider * factor)
            shared = [panel for k, panel in enumerate(panels) if k not in free]
            false = sum(faults_of(panel.ringed, panel.tracks).false for panel in shared)
            if false < least:
                best, least = panels, false
            if not false:
                break
        return best

    def _panels(
        self, pictures: Sequence[Picture], sized: Sizes, first: Panel, free: Mapping[int, Panel], factor: float
    ) -> list[Panel]:
        """The panels at the places of the first one, all of whose distances are multiplied by a factor."""
        return [
            free[k] if k in free else place(picture, boxes, self._places(picture, first, factor))
            for k, (picture, boxes) in enumerate(zip(pictures, sized, strict=True))
        ]

    def _origin(self, world: World) -> Origin:
        return self.origins.get(world, (world, ""))

    def _places(self, picture: Picture, first: Panel, factor: float) -> dict[World, Point]:
        """The places of the worlds they come from, moved by a copy for each history if several come from one."""
        where = {world: (x * factor, y * factor) for world, (x, y) in first.where.items()}
        origins = {spot.world: self._origin(spot.world) for spot in picture.spots}
        live = [origins[spot.world] for spot in picture.spots if not spot.ghost]
        alone = len({world for world, _ in live}) == len(live)
        copies = {events: 0 if alone else k for k, events in enumerate(dict.fromkeys(events for _, events in live))}
        boxes = first.boxes[: len(where)]
        whole = around(Box(*middle, box.width, box.height) for middle, box in zip(where.values(), boxes, strict=True))
        across, up = whole.width + factor * BETWEEN, whole.height + factor * BETWEEN
        dx, dy = (0.0, -up) if whole.width >= FLAT * whole.height else (across, 0.0)
        return {
            world: (where[old][0] + dx * copies.get(events, 0), where[old][1] + dy * copies.get(events, 0))
            for world, (old, events) in origins.items()
        }


def origins_of(first: Sequence[World], later: Sequence[World]) -> dict[World, Origin]:
    """For each later world whose name goes on after that of a first one, such as ``w·e`` after ``w``, this origin.

    Parameters
    ----------
    first, later : sequence of World
        The names of the worlds.

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
