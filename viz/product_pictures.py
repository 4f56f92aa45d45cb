"""The picture of a model, an event model and their product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Unpack, overload

import numpy as np

from kripke.change.event import EventModel
from kripke.change.product import product, update
from kripke.data.errors import ModelError
from kripke.data.structure import Product, Structure
from kripke.data.wording import visible
from kripke.data.worlds import World
from logic.errors import did_you_mean, shorten
from viz.drawing import Drawable, DrawOptions, readable, require_captions, structure_of, whole_options, with_short_names
from viz.layout.geometry import Box, Point, around
from viz.layout.placement import Panel, largest, place, roomy
from viz.layout.routing import clearance, label_size
from viz.output.files import DPI, Drawing, content_of, ending_of, finish, lay_out
from viz.output.render import TIMEOUT
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


CAPTIONS = ("model", "event model", "product")


@overload
def draw_product(
    model: Drawable,
    events: EventModel,
    path: None = None,
    *,
    event: str | None = None,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw_product(
    model: Drawable,
    events: EventModel,
    path: str | PathLike[str],
    *,
    event: str | None = None,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw_product(
    model: Drawable,
    events: EventModel,
    path: str | PathLike[str] | None = None,
    *,
    event: str | None = None,
    captions: Sequence[str] = CAPTIONS,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
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
    timeout : float
        Time limit of the layout in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
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
    ending, before = ending_of(path), structure_of(model)
    if not isinstance(events, EventModel):
        raise DrawError(f"events {shorten(repr(events))}: expected an EventModel")
    if event is not None and event not in events.events:
        raise ModelError(f"event {shorten(repr(event))}: there is no such event{did_you_mean(event, events.events)}")
    settings = whole_options("draw_product", ("worlds", "layout"), **options)

    def content(chosen: Options, models: Sequence[Structure]) -> Drawing:
        (shown,) = with_short_names(chosen, *models)  # a world of the product then has this name and its event's
        result = product(shown, events)
        if not result.structure.size:
            update(before, events, event)  # raises the error that says why no event can happen
        plain = replace(chosen, highlight=None, positions=None)
        pictures = [
            picture_of(shown, chosen),
            picture_of_events(events, plain, shown.agents, events_that_can_happen(shown, events, result, event)),
            picture_of_product(shown, events, result, event, _of_product(chosen, result)),
        ]
        if before.actual is not None and not any(spot.actual for spot in pictures[-1].spots):
            update(before, events, event)
        return lay_out(pictures, Beside(captions, "×="), ending, timeout, ProductLayout(result))

    return finish(content_of(readable(content, settings, [before], whole=True), ending, timeout, dpi), path)


def _of_product(options: Options, result: Product) -> Options:
    """The options of the picture of a product: given places only if they are for its worlds."""
    named = any(world in (options.positions or ()) for world in result.structure.worlds)
    return options if named else replace(options, positions=None)


def picture_of_product(
    before: Structure, model: EventModel, result: Product, event: str | None, options: Options
) -> Picture:
    """The picture of a product; the worlds that the actual one may have become are doubly ringed."""
    drawn = picture_of(result.structure, options)
    if options.names is None and not labels.says_more(before) and _same_atoms(before, result):
        drawn = _named_by_events(drawn, model, result)
    here = _may_be_actual(before, model, result, event)
    return replace(drawn, spots=tuple(replace(spot, actual=i in here) for i, spot in enumerate(drawn.spots)))


def events_that_can_happen(
    before: Structure, model: EventModel, result: Product, event: str | None
) -> tuple[str, ...] | None:
    """The designated events that can happen at the actual world, or the chosen one; None without an actual world.

    Notes
    -----
    O(n) for n worlds of the product.
    """
    if before.actual is None:
        return None if event is None else (event,)
    names = list(model.events)
    return tuple(dict.fromkeys(names[result.event_of[i]] for i in _may_be_actual(before, model, result, event)))


def _may_be_actual(before: Structure, model: EventModel, result: Product, event: str | None) -> list[int]:
    """The worlds of the product that the actual world may have become."""
    if before.actual is None:
        return []
    chosen = result.designated if event is None else result.event_of == list(model.events).index(event)
    here: list[int] = np.flatnonzero((result.world_of == before.actual) & chosen).tolist()
    return here


def _same_atoms(before: Structure, result: Product) -> bool:
    """Whether each world of the product has the atoms of the world it comes from."""
    after = result.structure
    return all(after.true_atoms(i) == before.true_atoms(w) for i, w in enumerate(result.world_of.tolist()))


def _named_by_events(drawn: Picture, model: EventModel, result: Product) -> Picture:
    """The worlds named by their events, since their atoms already identify the world they come from."""
    names = list(model.events)
    titles = [labels.folded(visible(f"·{names[e]}")) for e in result.event_of.tolist()]
    if len(names) == 1:
        return drawn
    return replace(drawn, spots=tuple(replace(s, title=t) for s, t in zip(drawn.spots, titles, strict=True)))
