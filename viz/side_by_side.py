"""Pictures side by side: before and after an update, a product with its factors, two compared models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Unpack, overload

from kripke.change.event import EventModel
from kripke.change.product import product, update
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from kripke.data.wording import visible
from kripke.models.model import Model
from kripke.sameness.bisimulation import Bisimulation, bisimulation, distinguishing_formula
from logic.clauses import Atom
from logic.errors import did_you_mean, shorten
from logic.formula import Formula
from viz.arguments import Drawable, DrawOptions, options_of, structure_of, whole_options, with_short_names
from viz.event_picture import events_that_can_happen, picture_of_events, picture_of_product
from viz.labels import shortened, titles
from viz.legend import Beside
from viz.links import Link
from viz.model_picture import LONG, picture_of, too_large
from viz.output import DPI, content_of, ending_of, finish
from viz.picture import DrawError, Options
from viz.product_layout import ProductLayout
from viz.render import TIMEOUT
from viz.sameness_layout import SamenessLayout
from viz.update_layout import UpdateLayout, origins_of


@overload
def draw_update(
    before: Drawable,
    after: Drawable,
    path: None = None,
    *,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw_update(
    before: Drawable,
    after: Drawable,
    path: str | PathLike[str],
    *,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw_update(
    before: Drawable,
    after: Drawable,
    path: str | PathLike[str] | None = None,
    *,
    captions: Sequence[str] = ("before", "after"),
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw a model before and after an update side by side, with each world at the same place in both.

    Removed worlds and lines are drawn pale on the right. A world that an event made of a world is at its place; if
    there are several, the picture on the right has several copies of the left one.

    Parameters
    ----------
    before, after : Model or Structure
        The models; equal names are the same world.
    path : path, optional
        As in `draw`.
    captions : pair of str
        Texts above the two pictures.
    timeout : float
        Time limit of the layout in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
    **options
        The options of `draw`.

    Returns
    -------
    str or Path
        As `draw`; errors too.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_update
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> "<svg" in draw_update(m, m.announce("p"))
    True
    """
    _require_captions(captions, ("before", "after"))
    content = _sequence([before, after], captions, False, path, timeout, dpi, options_of(**options))
    return finish(content, path)


@overload
def draw_sequence(
    models: Sequence[Drawable],
    path: None = None,
    *,
    captions: Sequence[str] | None = None,
    overlays: bool = False,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw_sequence(
    models: Sequence[Drawable],
    path: str | PathLike[str],
    *,
    captions: Sequence[str] | None = None,
    overlays: bool = False,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw_sequence(
    models: Sequence[Drawable],
    path: str | PathLike[str] | None = None,
    *,
    captions: Sequence[str] | None = None,
    overlays: bool = False,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str | Path:
    r"""Draw a model and what updates make of it, with each world at the same place in all pictures.

    What an update removed is drawn pale in the next picture.

    Parameters
    ----------
    models : sequence of Model or Structure
        The models in their order, at most 20.
    path : path, optional
        As in `draw`.
    captions : sequence of str, optional
        A text above each picture; by default ``start``, ``step 1`` and so on.
    overlays : bool
        For a file ``.tex`` or ``.tikz``: the pictures as overlays ``\only<n>`` of one slide of the class ``beamer``,
        not side by side.
    timeout : float
        Time limit of the layout in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
    **options
        The options of `draw`.

    Returns
    -------
    str or Path
        As `draw`; errors too.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_sequence
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w")
    >>> "step 2" in draw_sequence([m, m.announce("p | ~p"), m.announce("p")])
    True
    """
    if isinstance(models, (str, Model)) or not isinstance(models, Sequence) or not 1 <= len(models) <= SEQUENCE:
        raise DrawError(f"models: expected a list of 1 to {SEQUENCE} models, got {shorten(repr(models), 60)}")
    usual = ["start", *(f"step {k}" for k in range(1, len(models)))]
    given = usual if captions is None else captions
    _require_captions(given, usual)
    return finish(_sequence(models, given, overlays, path, timeout, dpi, options_of(**options)), path)


def _sequence(
    models: Sequence[Drawable],
    captions: Sequence[str],
    overlays: bool,
    path: str | PathLike[str] | None,
    timeout: float,
    dpi: int,
    options: Options,
) -> bytes:
    """The content of a sequence of pictures."""
    ending = ending_of(path)
    whole = [structure_of(model) for model in models]
    structures = with_short_names(options, *whole)
    renamed = (zip(each.worlds, drawn.worlds, strict=True) for each, drawn in zip(whole, structures, strict=True))
    short = dict(pair for pairs in renamed for pair in pairs)
    later = origins_of(list(whole[0].worlds), [world for each in whole[1:] for world in each.worlds])
    origins = {short[world]: (short[old], events) for world, (old, events) in later.items()}
    pictures = [picture_of(structures[0], options)]
    for before, after in pairwise(structures):
        kept = all(before.worlds.find(world) is not None for world in after.worlds)
        pictures.append(picture_of(after, replace(options, before=before if kept else None)))
    return content_of(pictures, Beside(captions, overlays=overlays), ending, timeout, dpi, UpdateLayout(origins))


SEQUENCE = 20
"""Maximal number of pictures in a sequence."""
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
        The options of `draw`; a formula to highlight is about the two models.

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
    _require_captions(captions, CAPTIONS)
    ending, before = ending_of(path), structure_of(model)
    if not isinstance(events, EventModel):
        raise DrawError(f"events {shorten(repr(events))}: expected an EventModel")
    if event is not None and event not in events.events:
        raise ModelError(f"event {shorten(repr(event))}: there is no such event{did_you_mean(event, events.events)}")
    settings = whole_options("draw_product", **options)
    (shown,) = with_short_names(settings, before)  # a world of the product then has this name and its event's
    result = product(shown, events)
    if not result.structure.size:
        update(before, events, event)  # raises the error that says why no event can happen
    plain = replace(settings, highlight=None)
    pictures = [
        picture_of(shown, settings),
        picture_of_events(events, plain, shown.agents, events_that_can_happen(shown, events, result, event)),
        picture_of_product(shown, events, result, event, settings),
    ]
    if before.actual is not None and not any(spot.actual for spot in pictures[-1].spots):
        update(before, events, event)
    return finish(content_of(pictures, Beside(captions, "×="), ending, timeout, dpi, ProductLayout(result)), path)


@overload
def draw_sameness(
    one: Drawable,
    other: Drawable,
    path: None = None,
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str: ...
@overload
def draw_sameness(
    one: Drawable,
    other: Drawable,
    path: str | PathLike[str],
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ...,
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> Path: ...
def draw_sameness(
    one: Drawable,
    other: Drawable,
    path: str | PathLike[str] | None = None,
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ("one", "other"),
    timeout: float = TIMEOUT,
    dpi: int = DPI,
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw two models side by side, and show why they are bisimilar or why they are not.

    If they are bisimilar, dashed lines join bisimilar worlds. If they are not, the worlds are filled where a
    distinguishing formula holds.

    Parameters
    ----------
    one, other : Model or Structure
        The models, with the same agents.
    path : path, optional
        As in `draw`.
    compare : iterable of str, optional
        The atoms to compare, as ``atoms=[...]`` in `bisimilar`; required if the vocabularies differ.
    captions : pair of str
        Texts above the pictures.
    timeout : float
        Time limit of the layout in seconds.
    dpi : int
        Resolution of a PNG in dots per inch.
    **options
        The options of `draw`; a formula to highlight replaces the distinguishing formula.

    Returns
    -------
    str or Path
        As `draw`.

    Raises
    ------
    ModelError, UnknownAtom
        As in `kripke.sameness.bisimulation.bisimilar`: the models cannot be compared.
    TooLarge, DrawError
        As in `draw`; the lines between bisimilar worlds count as lines.

    Examples
    --------
    >>> from whoknows import KripkeModel, contract, draw_sameness
    >>> m = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> "bisimilar" in draw_sameness(m, contract(m))
    True
    """
    _require_captions(captions, ("one", "other"))
    ending, left, right = ending_of(path), structure_of(one), structure_of(other)
    settings = whole_options("draw_sameness", **options)
    atoms = None if compare is None else list(compare)
    formula = distinguishing_formula(left, right, atoms)
    if formula is not None:
        shown = formula if settings.highlight is None else settings.highlight
        pictures = [picture_of(each, replace(settings, highlight=shown)) for each in (left, right)]
        beside = Beside(captions, notes=[_parted(formula, left, right, captions)])
        return finish(content_of(pictures, beside, ending, timeout, dpi, SamenessLayout(())), path)
    pictures = [picture_of(each, settings) for each in (left, right)]
    bridges = _bridges(bisimulation(left, right, atoms), settings)
    beside = Beside(captions, bridges=bridges, notes=["bisimilar: no formula distinguishes joined worlds"])
    return finish(content_of(pictures, beside, ending, timeout, dpi, SamenessLayout(bridges)), path)


def _parted(formula: Formula, one: Structure, other: Structure, captions: Sequence[str]) -> str:
    """Where the formula holds and where it does not: at the actual worlds, everywhere, or somewhere."""
    said = shortened(visible(str(formula)), 2 * LONG)
    left, right = (visible(caption) for caption in captions)
    if one.actual is not None and other.actual is not None:
        here, there = (_point(each) for each in (one, other))
        return f"not bisimilar: {said} holds at {here} of {left}, not at {there} of {right}"
    if len(extension(one, formula)) == one.size:
        return f"not bisimilar: {said} holds everywhere in {left}, not everywhere in {right}"
    return f"not bisimilar: {said} holds somewhere in {left}, nowhere in {right}"


def _point(structure: Structure) -> str:
    """The actual world by its name, or "the actual world" if its atoms are its name."""
    name = titles(structure, None)[structure.actual or 0]
    return shortened(name, 30) if name else "the actual world"


def _bridges(matches: Bisimulation, options: Options) -> list[Link]:
    """A line for each pair of bisimilar worlds."""
    if len(matches) > options.max_lines:
        raise too_large(f"{len(matches):,} pairs of bisimilar worlds", "max_lines", options.max_lines, len(matches))
    first, second = matches.blocks
    pairs = [(i, j) for i, one in enumerate(first.tolist()) for j, other in enumerate(second.tolist()) if one == other]
    return [Link(i, j, "line", ()) for i, j in pairs]


def _require_captions(captions: Sequence[str], usual: Sequence[str]) -> None:
    given = isinstance(captions, Sequence) and all(isinstance(text, str) for text in captions)
    if not given or isinstance(captions, str) or len(captions) != len(usual):
        raise DrawError(
            f"captions={shorten(repr(captions))}: expected {_COUNT.get(len(usual), len(usual))} texts, such as "
            f"{tuple(usual)!r}"
        )


_COUNT = {2: "two", 3: "three"}
