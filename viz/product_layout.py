"""The layout of the worlds of a product: their old places if each has one event, else a copy for each event.

The copies of a wide model are rows with the events beside them, so the picture can be read like a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kripke.data.structure import Product
from kripke.data.worlds import World
from viz.geometry import Box, Point, around
from viz.line_labels import clearance, label_size
from viz.picture import Picture
from viz.placement import Panel, largest, place, roomy

ROW = 52.0
LABEL = 46.0
"""Space for a line and its label beside the worlds of a copy, in points."""
FLAT = 1.6
"""Ratio of width to height from which copies of a model are rows; other copies are side by side."""
DENSE = 0.6
"""Share of possible worlds below which copies would have too many holes."""
COLUMN = 3
"""Maximal number of events in a column beside their rows; more events are laid out freely."""

Sizes = Sequence[Mapping[str, Box]]


@dataclass(frozen=True, slots=True)
class ProductLayout:
    """The layout of a model, an event model and their product.

    Parameters
    ----------
    result : Product
        The product, with the world and the event that each of its worlds comes from.
    """

    result: Product

    def __call__(self, pictures: Sequence[Picture], sized: Sizes) -> list[Panel]:
        """The three panels. O(n^2) for n worlds, besides the cost of `place`."""
        model = place(pictures[0], sized[0])
        old, events = self.result.world_of.tolist(), self.result.event_of.tolist()
        holes = len(old) < DENSE * len(pictures[0].spots) * len(pictures[1].spots)
        options = pictures[2].options
        if options.engine is not None or options.positions is not None or (holes and len(set(old)) < len(old)):
            return [model, *(place(picture, boxes) for picture, boxes in zip(pictures[1:], sized[1:], strict=True))]
        if len(set(old)) == len(old):
            shape = [model.boxes[w].middle for w in old]
            where = _named(pictures[2], roomy(shape, largest(pictures[2], sized[2])))
            return [model, place(pictures[1], sized[1]), place(pictures[2], sized[2], where, spread=True)]
        return [model, *self._copies(model, pictures, sized, old, events)]

    def _copies(
        self, model: Panel, pictures: Sequence[Picture], sized: Sizes, old: list[int], events: list[int]
    ) -> list[Panel]:
        world = largest(pictures[2], sized[2])
        copy = roomy(
            [box.middle for box in model.boxes[: len(model.picture.spots)]], world, _across(pictures[2]), LABEL
        )
        whole = around(replace(world, x=x, y=y) for x, y in copy)
        rows = whole.width >= FLAT * whole.height
        column = rows and len(pictures[1].spots) <= COLUMN and not pictures[1].hubs
        event = largest(pictures[1], sized[1])
        dx, dy = (0.0, -max(whole.height, event.height) - ROW) if rows else (whole.width + ROW, 0.0)
        points = [(copy[w][0] + dx * e, copy[w][1] + dy * e) for w, e in zip(old, events, strict=True)]
        beside = {spot.world: (0.0, dy * i) for i, spot in enumerate(pictures[1].spots)} if column else None
        middle = whole.y + dy * (len(pictures[1].spots) - 1) / 2
        panels = [
            place(pictures[1], sized[1], beside),
            place(pictures[2], sized[2], _named(pictures[2], points)),
        ]
        return [replace(panels[0], axis=middle - whole.y), replace(panels[1], axis=middle)] if column else panels


def _across(picture: Picture) -> float:
    """Space that the longest label needs beside worlds."""
    n = len(picture.spots)
    named = [link for link in picture.links if link.named and max(link.source, link.target) < n]
    return max([2 * LABEL, *(label_size(link.agents)[0] + clearance(link) for link in named)])


def _named(picture: Picture, points: Sequence[Point]) -> dict[World, Point]:
    return {spot.world: point for spot, point in zip(picture.spots, points, strict=True)}
