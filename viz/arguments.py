"""The common arguments of the drawing functions: models and options."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, TypedDict, Unpack

from kripke.change.event import EventModel
from kripke.data.naming import name_text
from kripke.data.short_names import LONGEST, short_names
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.models.model import Model
from logic.errors import did_you_mean, shorten
from logic.formula import Formula
from viz.event_picture import picture_of_events
from viz.model_picture import picture_of
from viz.picture import Atoms, DrawError, Options, Picture

Drawable: TypeAlias = Model | Structure
"""A model, or its plain data."""


class DrawOptions(TypedDict, total=False):
    """The options of `draw`, for all functions with the same options."""

    title: str
    highlight: Formula | str | None
    atoms: Atoms
    weights: bool
    names: bool | None
    layers: bool | None
    legend: bool
    full: bool
    loops: bool | None
    hubs: int
    engine: str | None
    max_worlds: int
    max_lines: int


def options_of(**given: Unpack[DrawOptions]) -> Options:
    """The options as checked data; `DrawError` for an unknown option."""
    for name in given:
        if name not in DrawOptions.__annotations__:
            raise DrawError(f"{name}=...: there is no such option{did_you_mean(name, DrawOptions.__annotations__)}")
    return Options(**given)


def structure_of(model: Drawable) -> Structure:
    """The structure of a model; `DrawError` for anything else."""
    if isinstance(model, Structure):
        return model
    if isinstance(model, Model):
        return model.to_structure()
    raise DrawError(
        f"cannot draw {shorten(repr(model))}: expected a model, got an object of type {type(model).__name__}"
    )


def picture_of_any(model: Drawable | EventModel, options: Options) -> Picture:
    """The picture of a model or of an event model.

    Parameters
    ----------
    model : Model, Structure or EventModel
        The model.
    options : Options
        The options of the picture.
    """
    if isinstance(model, EventModel):
        return picture_of_events(model, options)
    structure = structure_of(model)
    drawn_alone = options.before is None and structure.size <= options.max_worlds
    if options.names is None and drawn_alone and _has_long_histories(structure):
        structure = replace(structure, worlds=Named(short_names(structure.worlds)))
    return picture_of(structure, options)


def _has_long_histories(structure: Structure) -> bool:
    """Whether some names of worlds are long by updates, each of which adds the name of an event."""
    texts = map(name_text, structure.worlds)
    return any(len(text) > LONGEST and "·" in text for text in texts)
