"""Pictures side by side: a model, an event model and their product; or two models with bisimilar worlds linked."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from os import PathLike
from pathlib import Path
from typing import Unpack

from kripke.change.event import EventModel
from kripke.change.product import product, update
from kripke.data.lazy import np
from kripke.data.structure import Product, Structure
from kripke.data.wording import visible
from kripke.sameness.bisimulation import bisimulation, compared_atoms
from kripke.sameness.distinguishing import Distinction, distinguish
from logic.clauses import Atom
from logic.errors import by_face, shorten
from viz import drawing
from viz.layout.geometry import Box, Point, around
from viz.layout.names import clearance, label_size
from viz.layout.placement import GAP, Panel, largest, named, place, roomy
from viz.pictures.labels import EMPTY, folded, says_more, titles
from viz.pictures.legend import Beside
from viz.pictures.links import Link
from viz.pictures.model_picture import LONG, picture_of, picture_of_events, require_within
from viz.pictures.picture import OPTIONS, DrawError, Options, Picture

ROW = 52.0
LABEL = 46.0  # space for a line and its label beside the worlds of a copy of the model, in points
FLAT = 1.6  # ratio of width to height of a model above which its copies in the product are stacked, not side by side
DENSE = 0.6
"""A product is drawn as copies of the model if it has at least this proportion of the pairs of a world and an event."""
COLUMN = 3  # maximum number of events that are drawn in a column beside the stacked copies of the model

Sizes = Sequence[Mapping[str, Box]]


@dataclass(frozen=True, slots=True)
class ProductLayout:
    """Lays out a model, an event model and their product."""

    result: Product  # the product, with the world and the event that each of its worlds comes from

    def __call__(self, pictures: Sequence[Picture], sized: Sizes) -> list[Panel]:
        """Return the three panels. O(n^2) for n worlds, besides the cost of `place`."""
        model = place(pictures[0], sized[0])
        old, events = self.result.world_of.tolist(), self.result.event_of.tolist()
        holes = len(old) < DENSE * len(pictures[0].spots) * len(pictures[1].spots)
        options = pictures[2].options
        if options.engine is not None or options.positions is not None or (holes and len(set(old)) < len(old)):
            return [model, *(place(picture, boxes) for picture, boxes in zip(pictures[1:], sized[1:], strict=True))]
        if len(set(old)) == len(old):
            shape = [model.boxes[w].middle for w in old]
            where = named(pictures[2], roomy(shape, largest(pictures[2], sized[2])))
            return [model, place(pictures[1], sized[1]), place(pictures[2], sized[2], where, spread=True)]
        return [model, *self._copies(model, pictures, sized, old, events)]

    def _copies(
        self, model: Panel, pictures: Sequence[Picture], sized: Sizes, old: list[int], events: list[int]
    ) -> list[Panel]:
        world = largest(pictures[2], sized[2])
        n = len(pictures[2].spots)
        links = [link for link in pictures[2].links if link.named and max(link.source, link.target) < n]
        across = max([2 * LABEL, *(label_size(link.agents)[0] + clearance(link) for link in links)])  # widest label
        copy = roomy([box.middle for box in model.boxes[: len(model.picture.spots)]], world, across, LABEL)
        whole = around(world._replace(x=x, y=y) for x, y in copy)
        rows = whole.width >= FLAT * whole.height
        column = rows and len(pictures[1].spots) <= COLUMN and not pictures[1].hubs
        event = largest(pictures[1], sized[1])
        dx, dy = (0.0, -max(whole.height, event.height) - ROW) if rows else (whole.width + ROW, 0.0)
        points = [(copy[w][0] + dx * e, copy[w][1] + dy * e) for w, e in zip(old, events, strict=True)]
        beside = {spot.world: (0.0, dy * i) for i, spot in enumerate(pictures[1].spots)} if column else None
        middle = whole.y + dy * (len(pictures[1].spots) - 1) / 2
        panels = [place(pictures[1], sized[1], beside), place(pictures[2], sized[2], named(pictures[2], points))]
        return [panels[0]._replace(axis=middle - whole.y), panels[1]._replace(axis=middle)] if column else panels


CAPTIONS = ("model", "event model", "product")


def draw_product(
    model: drawing.Drawable,
    events: EventModel,
    path: str | PathLike[str] | None = None,
    *,
    event: str | None = None,
    captions: Sequence[str] = CAPTIONS,
    **options: Unpack[drawing.DrawOptions],
) -> str | Path:
    """Draw a model, an event model and their product side by side.

    Worlds are round and events are square. Double rings mark the actual world, the events that happen, and the worlds
    that the actual world may have become.

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
    captions : sequence of str
        Three texts, one above each picture.
    **options
        The options of `draw` except `worlds` and `layout`; a formula to highlight is evaluated in both models.
        `positions` may also be given for the worlds of the product, for all or none of them.

    Returns
    -------
    str or Path
        As `draw`.

    Raises
    ------
    PreconditionFailed, UnknownAgent, UnknownAtom, ModelError
        As in `kripke.change.product.update`: the event cannot happen, or the event model has an agent or
        atom that the model lacks.
    TooLarge, DrawError
        As in `draw`, for each of the three pictures.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw_product, peek
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> "<svg" in draw_product(m, peek("p", by="a"))
    True
    """
    drawing.require_captions(captions, CAPTIONS)
    before = drawing.structure_of(model)
    if not isinstance(events, EventModel):
        raise DrawError(f"events {shorten(repr(events))}: expected an EventModel")
    if event is not None:
        events.require_event(event)
    settings = whole_options("draw_product", ("worlds", "layout"), **options)

    def build(chosen: Options, models: Sequence[Structure]) -> drawing.Build:
        (shown,) = drawing.with_short_names(
            chosen, *models
        )  # names in the product consist of these names and those of events
        result, names = product(shown, events), list(events.events)
        occurs = result.designated.column if event is None else result.event_of == names.index(event)
        here = np.flatnonzero(np.isin(result.world_of, before.actuals) & occurs).tolist()
        if not result.structure.size or len({result.world_of[i] for i in here}) < len(before.actuals):
            update(before, events, event)  # raises the error that says why no event can happen
        happening = None if event is None else (event,)
        if before.actuals:
            happening = tuple(dict.fromkeys(names[result.event_of[i]] for i in here))
        plain = replace(chosen, highlight=None, positions=None)
        pictures = [
            picture_of(shown, chosen),
            picture_of_events(events, plain, shown.agents, happening),
            _picture_of_product(shown, events, result, here, chosen),
        ]
        return pictures, Beside(captions, "×="), ProductLayout(result)

    return drawing.drawn(build, path, settings, [before])


def _picture_of_product(
    before: Structure, model: EventModel, result: Product, here: Collection[int], options: Options
) -> Picture:
    """Return the picture of a product; rings mark the worlds that the actual world may have become.

    If names of worlds only repeat the true atoms, and no event changes an atom, a product world is named by its true
    atoms and its event. Positions in `options` are used only if they are for worlds of the product.
    """
    after = result.structure
    placed = any(world in (options.positions or ()) for world in after.worlds)
    picture = picture_of(after, options if placed else replace(options, positions=None))
    spots = [spot._replace(actual=i in here) for i, spot in enumerate(picture.spots)]
    alike = all(after.true_atoms(i) == before.true_atoms(w) for i, w in enumerate(result.world_of.tolist()))
    if alike and options.names is None and len(model.events) > 1 and not says_more(before):
        parts = zip(result.event_of.tolist(), map(after.true_atoms, range(after.size)), strict=True)
        names = [f"{', '.join(atoms) or EMPTY}·{[*model.events][event]}" for event, atoms in parts]
        spots = [spot._replace(title=folded(visible(name))) for spot, name in zip(spots, names, strict=True)]
        if options.atoms == "true":  # the names already contain the atoms
            spots = [spot._replace(rows=()) for spot in spots]
    return replace(picture, spots=tuple(spots))


OF_TWO = {"draw_product": "update", "draw_sameness": "compare"}
"""For each function, the option of the command ``draw`` that uses it."""


def whole_options(function: str, refused: Sequence[str], **given: Unpack[drawing.DrawOptions]) -> Options:
    """Return the options for a function that draws whole models; `DrawError` for an option in `refused`."""
    for name in refused:
        if given.get(name) is not None:
            option = f"--{OPTIONS.get(name, name)} does not go with --{OF_TWO[function]}"
            shown = f"{function} shows whole models in a layout of its own; draw one of them by draw"
            on_command = f"{option}, which {shown.partition('; ')[0].removeprefix(function).strip()}"
            raise DrawError(by_face(f"{name}: {shown}", on_command, f"{name}: {shown}"))
    return drawing.options_of(**given)


HIGH = 1.1  # ratio of width to height above which a panel is turned


@dataclass(frozen=True, slots=True)
class SamenessLayout:
    """Lays out two pictures with links between their worlds."""

    bridges: Sequence[Link]  # from worlds of the first picture to worlds of the second

    def __call__(self, pictures: Sequence[Picture], sized: Sizes) -> list[Panel]:
        """Return the two panels. O(b + n^2) for b links between panels and n worlds, besides the cost of `place`."""
        first, second = (_high(picture, boxes) for picture, boxes in zip(pictures, sized, strict=True))
        if not pictures[1].layered:
            points = [box.middle for box in _worlds(second)]
            mirrored = [[(x * sx, y * sy) for x, y in points] for sx in (1, -1) for sy in (1, -1)]
            second = min((_placed(second, sized[1], way) for way in mirrored), key=lambda p: self._length(first, p))
        return [first, second]

    def _length(self, one: Panel, other: Panel) -> float:
        """Return a measure of how steep the links are if the two panels are centred at the same height.

        It is the sum of sqrt(h^2 + (d / 10)^2) over the links: h is the difference in height of the two worlds, and d
        is the horizontal distance of the second world from the centre of `other`.
        """
        up, axis, left = one.bounds.y, other.bounds.y, other.bounds.x
        return sum(
            hypot(
                (one.boxes[b.source].y - up) - (other.boxes[b.target].y - axis), 0.1 * (other.boxes[b.target].x - left)
            )
            for b in self.bridges
        )


def _high(picture: Picture, sized: Mapping[str, Box]) -> Panel:
    """Return the panel, turned so that it is taller than wide, unless its layers fix the direction."""
    panel = place(picture, sized)
    whole = around(panel.boxes)
    if picture.layered or whole.width <= HIGH * whole.height:
        return panel
    return _placed(panel, sized, [(box.y, -box.x) for box in _worlds(panel)])


def _placed(panel: Panel, sized: Mapping[str, Box], points: Sequence[Point]) -> Panel:
    points = roomy(points, largest(panel.picture, sized), GAP, GAP)
    return place(panel.picture, sized, named(panel.picture, points), spread=True)


def _worlds(panel: Panel) -> Sequence[Box]:
    return panel.boxes[: len(panel.picture.spots)]


def draw_sameness(
    one: drawing.Drawable,
    other: drawing.Drawable,
    path: str | PathLike[str] | None = None,
    *,
    compare: Iterable[str | Atom] | None = None,
    captions: Sequence[str] = ("one", "other"),
    **options: Unpack[drawing.DrawOptions],
) -> str | Path:
    """Draw two models side by side, and show why they are bisimilar or not.

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
    **options
        The options of `draw` except `worlds`, `positions` and `layout`; a formula to highlight replaces the
        distinguishing formula.

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
    drawing.require_captions(captions, ("one", "other"))
    left, right = drawing.structure_of(one), drawing.structure_of(other)
    settings = whole_options("draw_sameness", ("worlds", "positions", "layout"), **options)
    atoms = compared_atoms(left, right, compare)
    distinction = distinguish(left, right, atoms)

    def build(chosen: Options, models: Sequence[Structure]) -> drawing.Build:
        if distinction is not None:
            chosen = chosen if chosen.highlight is not None else replace(chosen, highlight=distinction.formula)
            beside = Beside(captions, notes=[_parted(distinction, left, right, captions)])
        else:
            note = "bisimilar: no formula distinguishes joined worlds"
            first, second = (blocks.tolist() for blocks in bisimulation(models[0], models[1], atoms))
            sizes = Counter(first)
            require_within(chosen, max_lines=(sum([sizes[block] for block in second]), "pairs of bisimilar worlds"))
            right_ends = list(enumerate(second))
            bridges = [Link(i, j, "line", ()) for i, one in enumerate(first) for j, other in right_ends if one == other]
            beside = Beside(captions, bridges=bridges, notes=[note])
        return [picture_of(each, chosen) for each in models], beside, SamenessLayout(beside.bridges)

    return drawing.drawn(build, path, settings, [left, right])


def _parted(distinction: Distinction, one: Structure, other: Structure, captions: Sequence[str]) -> str:
    points = [_point(each) if each.actuals else "" for each in (one, other)]
    where = distinction.said(*[visible(caption) for caption in captions], *points)
    return f"not bisimilar: {shorten(visible(str(distinction.formula)), 2 * LONG)} {where}"


def _point(structure: Structure) -> str:
    """Return a phrase for the actual world, or for all actual worlds, of a structure."""
    if len(structure.actuals) > 1:
        return f"all {len(structure.actuals)} actual worlds"
    name = titles(structure, None)[structure.actual or 0]
    return shorten(name, 30) if name else "the actual world"
