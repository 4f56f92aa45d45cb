"""Pictures of a model and of what updates make of it, with each world at the same place in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Unpack, overload

from kripke.models.model import Model
from logic.errors import shorten
from viz.arguments import Drawable, DrawOptions, options_of, require_captions, structure_of, with_short_names
from viz.legend import Beside
from viz.model_picture import picture_of
from viz.output import DPI, Drawing, content_of, ending_of, finish, lay_out
from viz.picture import DrawError, Options
from viz.readable import readable
from viz.render import TIMEOUT
from viz.update_layout import UpdateLayout, origins_of

SEQUENCE = 20
"""Maximal number of pictures in a sequence."""


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
        The options of `draw`; `positions` may also name the worlds after an update, each or none of a picture.

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
    require_captions(captions, ("before", "after"))
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
        The options of `draw`; `positions` may also name the worlds after an update, each or none of a picture.

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
    require_captions(given, usual)
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

    def content(chosen: Options, _: object) -> Drawing:
        structures = with_short_names(chosen, *whole)
        renamed = (zip(each.worlds, drawn.worlds, strict=True) for each, drawn in zip(whole, structures, strict=True))
        short = dict(pair for pairs in renamed for pair in pairs)
        later = origins_of(list(whole[0].worlds), [world for each in whole[1:] for world in each.worlds])
        origins = {short[world]: (short[old], events) for world, (old, events) in later.items()}
        pictures = [picture_of(structures[0], chosen)]
        for before, after in pairwise(structures):
            kept = all(before.worlds.find(world) is not None for world in after.worlds)
            pictures.append(picture_of(after, replace(chosen, before=before if kept else None)))
        return lay_out(pictures, Beside(captions, overlays=overlays), ending, timeout, UpdateLayout(origins))

    return content_of(readable(content, options), ending, timeout, dpi)
