"""The common arguments of the drawing functions: models and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypedDict, Unpack

from kripke.change.event import EventModel
from kripke.data.short_names import has_long_histories, short_names
from kripke.data.structure import Structure
from kripke.data.worlds import Named, World
from kripke.models import compare
from kripke.models.model import Model
from logic.errors import did_you_mean, shorten
from logic.formula import Formula
from viz.event_picture import picture_of_events
from viz.geometry import Point
from viz.model_picture import picture_of
from viz.picture import Atoms, DrawError, Layout, Names, Options, Picture, Width

Drawable: TypeAlias = Model | Structure
"""A model, or its plain data."""


class DrawOptions(TypedDict, total=False):
    """The options of a picture; `draw`, `draw_update`, `draw_product` and others take them as keyword arguments.

    Attributes
    ----------
    title : str
        Text above the picture.
    highlight : Formula or str
        A formula; the worlds where it holds are filled.
    atoms : {"true", "all", "none"}
        Show the true atoms of a world (the default), all literals, or nothing; for events, nothing or all.
    weights : bool
        Show weights and ranks at the worlds or events; True by default.
    names : bool or "compact"
        Show the worlds' names; by default unless each is the set of the true atoms, and in short after many updates:
        see `Model.rename`. True: in full. ``"compact"``: a digit for each atom, such as ``101``, or the values of
        variables, such as ``rwb``, in place of atoms and of names longer than twelve letters; the legend says which.
        The picture is never larger than without: if it would be, it is drawn as without.
    layout : {"layers", "grid", "circle", "free"}
        ``layers``: a row for each degree of plausibility, the most plausible above, or for each number of true atoms.
        ``grid``: rows and columns by what two agents know, where a line along a row or column joins all its worlds.
        ``circle``: in the model's order. ``free``: Graphviz's, without layers. By default chosen by the shape of the
        model.
    positions : mapping of world to (float, float)
        A place for each world, in any unit, y upwards.
    worlds : list of worlds
        The worlds to draw; formulas are evaluated in the whole model.
    agents : list of str
        The agents whose relations are drawn.
    width : {"slide", "column"} or float
        Where the picture has to fit with readable letters: a slide (12 inches wide), a column of a paper (3.3 inches),
        or a number of inches. If letters are too small a grid is tried, then the picture is refused.
    standalone : bool
        For TikZ a document that compiles alone, not a part for one.
    legend : bool
        Explain colours and signs below the picture; True by default.
    stacked : bool
        Several pictures, as of an update, below each other, for a narrow screen or column; side by side by default.
    full : bool
        Draw every pair of every relation as an arrow, loops included.
    loops : bool
        Draw loops; by default unless the relation is an equivalence.
    hubs : int
        Maximal number of members (4) of a class that is drawn with lines; a larger class is a star around a dot.
    engine : {"dot", "neato", "fdp", "sfdp", "circo", "twopi"}
        Graphviz's engine; by default chosen by the shape of the model.
    max_worlds, max_lines : int
        Limits on the size of the model (64 worlds, 250 lines).
    """

    title: str
    highlight: Formula | str | None
    atoms: Atoms
    weights: bool
    names: Names
    layout: Layout | None
    positions: Mapping[World, Point] | None
    worlds: Iterable[World] | None
    agents: Iterable[str] | None
    width: Width | None
    standalone: bool
    legend: bool
    stacked: bool
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


def whole_options(function: str, refused: Sequence[str], **given: Unpack[DrawOptions]) -> Options:
    """The options for a drawing function that shows whole models in a layout of its own.

    Raises
    ------
    DrawError
        If a refused option is given.
    """
    for name in refused:
        if given.get(name) is not None:
            raise DrawError(f"{name}: {function} shows whole models in a layout of its own; draw one of them by draw")
    return options_of(**given)


def structure_of(model: Drawable) -> Structure:
    """The structure of a model; `DrawError` for anything else."""
    if isinstance(model, Structure):
        return model
    if isinstance(model, Model):
        return compare.structure_of(model)
    raise DrawError(
        f"cannot draw {shorten(repr(model))}: expected a model, got an object of type {type(model).__name__}"
    )


def picture_of_any(model: Drawable | EventModel, options: Options) -> Picture:
    """The picture of a model or of an event model."""
    if isinstance(model, EventModel):
        return picture_of_events(model, options)
    structure = structure_of(model)
    if options.before is None:
        (alone,) = with_short_names(options, structure)
        return picture_of(alone, options)
    new, old = with_short_names(options, structure, options.before)
    return picture_of(new, replace(options, before=old))


def with_short_names(options: Options, *structures: Structure) -> tuple[Structure, ...]:
    """The structures, with short names of worlds if updates have made names too long; the same world has one name."""
    if (
        options.names not in (None, "compact")
        or options.worlds is not None
        or options.positions is not None
        or any(structure.size > options.max_worlds for structure in structures)
    ):
        return structures
    worlds = list(dict.fromkeys([world for structure in structures for world in structure.worlds]))
    if not has_long_histories(worlds):
        return structures
    short = dict(zip(worlds, short_names(worlds), strict=True))
    return tuple([replace(each, worlds=Named([short[world] for world in each.worlds])) for each in structures])


def require_captions(captions: Sequence[str], usual: Sequence[str]) -> None:
    """Raise `DrawError` unless there is a text for each picture."""
    given = isinstance(captions, Sequence) and all(isinstance(text, str) for text in captions)
    if not given or isinstance(captions, str) or len(captions) != len(usual):
        raise DrawError(
            f"captions={shorten(repr(captions))}: expected {_COUNT.get(len(usual), len(usual))} texts, such as "
            f"{tuple(usual)!r}"
        )


_COUNT = {2: "two", 3: "three"}
