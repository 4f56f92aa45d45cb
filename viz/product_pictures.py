"""The picture of a model, an event model and their product."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Unpack

import numpy as np

from kripke.change.event import EventModel
from kripke.change.product import product, update
from kripke.data.errors import ModelError
from kripke.data.structure import Product, Structure
from kripke.data.wording import visible
from kripke.data.worlds import World
from logic.errors import did_you_mean, shorten
from viz.drawing import (
    Build,
    Drawable,
    DrawOptions,
    drawn,
    require_captions,
    structure_of,
    whole_options,
    with_short_names,
)
from viz.layout.geometry import Box, Point, around
from viz.layout.placement import Panel, largest, place, roomy
from viz.layout.routing import clearance, label_size
from viz.pictures import labels
from viz.pictures.legend import Beside
from viz.pictures.model_picture import picture_of, picture_of_events
from viz.pictures.picture import DrawError, Options, Picture

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
    """The layout of a model, an event model and their product."""

    result: Product  # the product, with the world and the event that each of its worlds comes from

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
        panels = [place(pictures[1], sized[1], beside), place(pictures[2], sized[2], _named(pictures[2], points))]
        return [replace(panels[0], axis=middle - whole.y), replace(panels[1], axis=middle)] if column else panels


def _across(picture: Picture) -> float:
    """Space that the longest label needs beside worlds."""
    n = len(picture.spots)
    named = [link for link in picture.links if link.named and max(link.source, link.target) < n]
    return max([2 * LABEL, *(label_size(link.agents)[0] + clearance(link) for link in named)])


def _named(picture: Picture, points: Sequence[Point]) -> dict[World, Point]:
    return {spot.world: point for spot, point in zip(picture.spots, points, strict=True)}


CAPTIONS = ("model", "event model", "product")


def draw_product(
    model: Drawable,
    events: EventModel,
    path: str | PathLike[str] | None = None,
    *,
    event: str | None = None,
    captions: Sequence[str] = CAPTIONS,
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw a model, an event model and their product side by side.

    Worlds are round and events are square. The actual world, the events that happen, and the worlds that the actual
    world may have become are doubly ringed.

    Parameters
    ----------
    model : Model or Structure
        The model before.
    events : EventModel
        The event model.
    path : path, optional
        As in `draw`.
    event : str, optional
        The event that happens; None: the designated events whose precondition holds at the actual world.
    captions : three texts
        Texts above the pictures.
    **options
        The options of `draw`; a formula to highlight is about the two models. Without `positions` for its worlds the
        product has a copy of the model's places for each event.

    Returns
    -------
    str or Path
        As `draw`.

    Raises
    ------
    PreconditionFailed, UnknownAgent, UnknownAtom, ModelError
        As in `kripke.change.product.update`: the event cannot happen, or names something that the model does not have.
    TooLarge, DrawError
        As in `draw`, for each of the three pictures.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_product, peek
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> "<svg" in draw_product(m, peek("p", by="a"))
    True
    """
    require_captions(captions, CAPTIONS)
    before = structure_of(model)
    if not isinstance(events, EventModel):
        raise DrawError(f"events {shorten(repr(events))}: expected an EventModel")
    if event is not None and event not in events.events:
        raise ModelError(f"event {shorten(repr(event))}: there is no such event{did_you_mean(event, events.events)}")
    settings = whole_options("draw_product", ("worlds", "layout"), **options)

    def build(chosen: Options, models: Sequence[Structure]) -> Build:
        (shown,) = with_short_names(chosen, *models)  # a world of the product then has this name and its event's
        result, names = product(shown, events), list(events.events)
        occurs = result.designated.column if event is None else result.event_of == names.index(event)
        here = [] if before.actual is None else np.flatnonzero((result.world_of == before.actual) & occurs).tolist()
        if not result.structure.size or (before.actual is not None and not here):
            update(before, events, event)  # raises the error that says why no event can happen
        happening = None if event is None else (event,)
        if before.actual is not None:
            happening = tuple(dict.fromkeys(names[result.event_of[i]] for i in here))
        plain = replace(chosen, highlight=None, positions=None)
        pictures = [
            picture_of(shown, chosen),
            picture_of_events(events, plain, shown.agents, happening),
            _picture_of_product(shown, events, result, here, chosen),
        ]
        return pictures, Beside(captions, "×="), ProductLayout(result)

    return drawn(build, path, settings, [before])


def _picture_of_product(
    before: Structure, model: EventModel, result: Product, here: Collection[int], options: Options
) -> Picture:
    """The picture of a product with rings around the worlds that the actual one may have become.

    The worlds are named by their events where their atoms already identify the world they come from. Given places
    count only if they are for worlds of the product.
    """
    after = result.structure
    placed = any(world in (options.positions or ()) for world in after.worlds)
    picture = picture_of(after, options if placed else replace(options, positions=None))
    spots = [replace(spot, actual=i in here) for i, spot in enumerate(picture.spots)]
    alike = all(after.true_atoms(i) == before.true_atoms(w) for i, w in enumerate(result.world_of.tolist()))
    if alike and options.names is None and len(model.events) > 1 and not labels.says_more(before):
        titles = [labels.folded(visible(f"·{name}")) for name in model.events]
        spots = [replace(spot, title=titles[e]) for spot, e in zip(spots, result.event_of.tolist(), strict=True)]
    return replace(picture, spots=tuple(spots))
