"""Pictures of a model and the results of updates; each world has the same position in all pictures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from math import hypot
from os import PathLike
from pathlib import Path
from typing import Unpack

from kripke.data.errors import require_flag
from kripke.data.naming import name_text
from kripke.data.worlds import World, unpacked
from kripke.models.changeable import Change
from kripke.models.model import Model
from logic.errors import shorten
from logic.formula import Formula
from viz import drawing
from viz.layout.geometry import Box, Point, around
from viz.layout.placement import ENLARGED, Panel, faults_of, growth, place
from viz.output.files import ending_of
from viz.pictures.legend import Beside
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import DrawError, Options, Picture

FLAT = 1.6  # ratio of width to height of a model above which its copies are stacked; otherwise they are side by side
BETWEEN = 52.0  # distance between two copies of a model in a picture, in points

Sizes = Sequence[Mapping[str, Box]]
Parts = Sequence[tuple[Picture, Mapping[str, Box]]]
Places = Mapping[World, Point]
Origin = tuple[World, str]  # the origin of a later world: a world of the first picture, and the events since then


@dataclass(frozen=True, slots=True)
class UpdateLayout:
    """Lays out a first picture, and later pictures with worlds at the same positions.

    Parameters
    ----------
    origins : mapping of World to (World, str)
        For each world that is new since the first picture, the world it comes from and the events since.
    """

    origins: Mapping[World, Origin] = field(default_factory=dict)

    def __call__(self, pictures: Sequence[Picture], sized: Sizes) -> list[Panel]:
        """Return the panels; a picture with worlds of unknown origin has a layout of its own.

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
        """Return the panels, with the positions `where` multiplied by a factor; those in `free` are unchanged."""
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
        """Put worlds at the positions of their origins; worlds with a common origin are `step` apart."""
        origins = {spot.world: self._origin(spot.world, where) for spot in picture.spots}
        live = [origins[spot.world] for spot in picture.spots if not spot.ghost]
        alone = len({world for world, _ in live}) == len(live)
        copies = {events: 0 if alone else k for k, events in enumerate(dict.fromkeys(events for _, events in live))}
        return {
            world: (where[old][0] + step[0] * copies.get(events, 0), where[old][1] + step[1] * copies.get(events, 0))
            for world, (old, events) in origins.items()
        }


def _with_given(first: Panel, parts: Parts) -> Places:
    """Return the given positions, in points, if some are for later worlds; otherwise those of the first picture."""
    positions = first.picture.options.positions or {}
    given = [
        place(picture, boxes)
        for picture, boxes in parts
        if any(spot.world in positions and spot.world not in first.where for spot in picture.spots)
    ]
    unit = 0.0  # the length in points of a unit of the given places
    for panel in (first, *given):
        for world in panel.where.keys() & {world for world, point in positions.items() if any(point)}:
            unit = max(unit, hypot(*panel.where[world]) / hypot(*positions[world]))
    return {world: (x * unit, y * unit) for world, (x, y) in positions.items()} if given else first.where


def origins_of(first: Sequence[World], later: Sequence[World]) -> dict[World, Origin]:
    """Map worlds of later pictures to their `Origin` by name: a name such as ``w·e`` extends the name ``w``.

    O(c) for c characters of names.
    """
    known = {name_text(world): world for world in first}
    origins: dict[World, Origin] = {}
    for world in later:
        parts = name_text(world).split("·")
        for k in range(len(parts) - 1, 0, -1):
            old = "·".join(parts[:k])
            if old in known:
                origins[world] = known[old], "·".join(parts[k:])
                break
    return origins


SEQUENCE = 20  # maximum number of pictures in a sequence


def draw_update(
    before: drawing.Drawable,
    after: drawing.Drawable,
    path: str | PathLike[str] | None = None,
    *,
    captions: Sequence[str] = ("before", "after"),
    **options: Unpack[drawing.DrawOptions],
) -> str | Path:
    """Draw a model before and after an update side by side, with each world at the same position in both pictures.

    Removed worlds and lines are drawn pale on the right. A world of a product is at the position of the world it comes
    from; if several come from one world, the picture on the right has several copies of the left one.

    Parameters
    ----------
    before, after : Model or Structure
        The models; worlds with equal names are the same world.
    path : path, optional
        As in `draw`.
    captions : pair of str
        Texts above the two pictures.
    **options
        The options of `draw`; `positions` may also be given for the worlds after an update, for all or none of them.

    Returns
    -------
    str or Path
        Without `path`, the SVG text; otherwise the path. Errors are as in `draw`.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_update
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> "<svg" in draw_update(m, m.announce("p"))
    True
    """
    drawing.require_captions(captions, ("before", "after"))
    return _drawn([before, after], captions, False, path, drawing.options_of(**options))


def draw_sequence(
    models: Sequence[drawing.Drawable] | Model,
    path: str | PathLike[str] | None = None,
    *,
    steps: Iterable[Change] | Mapping[str, Change] = (),
    captions: Sequence[str] | None = None,
    overlays: bool = False,
    **options: Unpack[drawing.DrawOptions],
) -> str | Path:
    r"""Draw a model and the results of updates, with each world at the same position in all pictures.

    Worlds and lines removed by an update are drawn pale in the next picture.

    Parameters
    ----------
    models : sequence of Model or Structure, or Model
        The models in order, at most 20; or only the first one, if `steps` lead to the others.
    path : path, optional
        As in `draw`.
    steps : iterable of changes, or mapping of str to change
        The changes, each an argument of ``model.update``, such as a formula to announce, an event model or an upgrade.
        The captions of the pictures are the changes, or the keys of the mapping.
    captions : sequence of str, optional
        A text above each picture; by default ``start``, then the names of the steps, or ``step 1`` and so on.
    overlays : bool
        Show the pictures one after another at the same position: in ``.tex`` and ``.tikz`` files as overlays
        ``\only<n>`` of one slide of the class ``beamer``, in ``.svg`` and ``.gif`` files as an animation. A ``.gif`` is
        always an animation.
    **options
        The options of `draw`, such as ``columns=3`` for rows of three pictures. `positions` may also be given for the
        worlds after an update. In each picture, either all worlds have given positions or none.

    Returns
    -------
    str or Path
        Without `path`, the SVG text; otherwise the path. Errors are as in `draw`.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_sequence
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w")
    >>> "step 2" in draw_sequence([m, m.announce("p | ~p"), m.announce("p")])
    True
    >>> "Kw_a p" in draw_sequence(m, steps=["p", "Kw_a p"])
    True
    """
    usual = ["start"]
    steps = unpacked(steps)
    if isinstance(steps, str) or not isinstance(steps, Iterable):
        raise DrawError(f"steps {shorten(repr(steps))}: expected a list of changes, such as ['p', 'K_a p']")
    if isinstance(models, Model) and steps:
        updated = [models]
        named = steps.items() if isinstance(steps, Mapping) else ((_said(step), step) for step in steps)
        for number, (name, step) in enumerate(islice(named, SEQUENCE), 1):
            updated.append(updated[-1].update(step))
            usual.append(name or f"step {number}")
        models = updated
    elif steps:
        raise DrawError(f"steps: they lead from a model to others: expected a model, got {shorten(repr(models), 60)}")
    if isinstance(models, str) or not isinstance(models, Sequence) or not 1 <= len(models) <= SEQUENCE:
        raise DrawError(f"models: expected a list of 1 to {SEQUENCE} models, got {shorten(repr(models), 60)}")
    usual += [f"step {k}" for k in range(len(usual), len(models))]
    given = usual if captions is None else captions
    drawing.require_captions(given, usual)
    overlays = require_flag(overlays, "overlays") or ending_of(path) == "gif"
    return _drawn(models, given, overlays, path, drawing.options_of(**options))


def _said(step: object) -> str:
    """Return the name of an announcement, which is its formula; empty for other steps."""
    return shorten(str(step), 60) if isinstance(step, (str, Formula)) else ""


def _drawn(
    models: Sequence[drawing.Drawable],
    captions: Sequence[str],
    overlays: bool,
    path: str | PathLike[str] | None,
    options: Options,
) -> str | Path:
    """Draw a sequence of models with each world at the position of its origin, side by side or as overlays."""
    whole = [drawing.structure_of(model) for model in models]

    def build(chosen: Options, _: object) -> drawing.Build:
        structures = drawing.with_short_names(chosen, *whole)
        renamed = (zip(each.worlds, short.worlds, strict=True) for each, short in zip(whole, structures, strict=True))
        short = dict(pair for pairs in renamed for pair in pairs)
        later = origins_of(list(whole[0].worlds), [world for each in whole[1:] for world in each.worlds])
        origins = {short[world]: (short[old], events) for world, (old, events) in later.items()}
        pictures = [picture_of(structures[0], chosen)]
        for before, after in pairwise(structures):
            kept = all(before.worlds.find(world) is not None for world in after.worlds)
            pictures.append(picture_of(after, replace(chosen, before=before if kept else None)))
        return pictures, Beside(captions, overlays=overlays), UpdateLayout(origins)

    return drawing.drawn(build, path, options)
