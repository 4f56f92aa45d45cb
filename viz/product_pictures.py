"""The picture of a model, an event model and their product."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Unpack, overload

from kripke.change.event import EventModel
from kripke.change.product import product, update
from kripke.data.errors import ModelError
from kripke.data.structure import Product, Structure
from logic.errors import did_you_mean, shorten
from viz.arguments import Drawable, DrawOptions, require_captions, structure_of, whole_options, with_short_names
from viz.event_picture import events_that_can_happen, picture_of_events, picture_of_product
from viz.legend import Beside
from viz.model_picture import picture_of
from viz.output import DPI, Drawing, content_of, ending_of, finish, lay_out
from viz.picture import DrawError, Options
from viz.product_layout import ProductLayout
from viz.readable import readable
from viz.render import TIMEOUT

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
