"""The function `draw`: a picture of a model, an event model or an explanation, in the format of the file extension."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import log
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypedDict, TypeVar, Unpack, overload, runtime_checkable

from graphviz import Digraph

from kripke.change.event import EventModel
from kripke.data.naming import has_long_histories, short_names
from kripke.data.structure import Structure
from kripke.data.worlds import Named, World
from kripke.models import functions
from kripke.models.kripke_model import AnyModel, model_of
from kripke.models.model import Model, Verdict
from kripke.plan.answers import Solution
from kripke.sameness.invariance import contract
from kripke.space.explore import Space
from kripke.why.explanation import Explanation, boxes_of
from logic.errors import EpistemicError, TooLarge, by_face, did_you_mean, parameter, shorten
from logic.formula import Formula
from viz.layout.geometry import Box, around
from viz.layout.placement import Panel
from viz.output import dot
from viz.output.files import TEX, Arrange, Drawing, content_of, ending_of, finish, lay_out
from viz.output.render import places, render
from viz.output.space_graph import InTime, Moments, space_content
from viz.output.tikz import forest
from viz.pictures.labels import broken
from viz.pictures.legend import Beside
from viz.pictures.links import framable, is_grid
from viz.pictures.model_picture import picture_of, picture_of_events, require_unfolded
from viz.pictures.picture import (
    A_PART,
    INCH,
    MARGIN,
    OF_WHOLE,
    Atoms,
    DrawError,
    Layout,
    Names,
    Options,
    Palette,
    Picture,
    Unreadable,
    Width,
    option,
    paper_of,
)

if TYPE_CHECKING:
    from kripke.prove.answers import Countermodel

Drawable: TypeAlias = "AnyModel | Structure"  # a model, a NetworkX graph that represents a model, or a structure


class DrawOptions(TypedDict, total=False):
    """The options of a picture; `draw`, `draw_update`, `draw_product` and others take them as keyword arguments.

    Attributes
    ----------
    title : str
        Text above the picture.
    highlight : Formula or str
        A formula. The worlds where it holds are filled; in a state space, the frames of such states are coloured.
    atoms : {"true", "all", "none"}
        Show the true atoms of a world (the default), all literals, or nothing; at events, ``none`` hides the formulas.
    weights : bool
        Show weights and ranks at the worlds or events; True by default.
    names : bool or "compact"
        Whether to show the worlds' names. By default they are shown unless each name is the set of the true atoms, and
        names with a long history of updates are shortened (see `Model.rename`). True: names are never shortened.
        ``"compact"``: the atoms, and names longer than twelve letters, are replaced by a digit for each atom, such as
        ``101``, or by the values of variables, such as ``rwb``, if this does not make the picture larger.
    layout : {"layers", "grid", "circle", "free"}
        ``layers``: a row for each degree of plausibility, the most plausible on top, or for each number of true atoms.
        ``grid``: rows and columns by what two agents know, where a line along a row or column joins all its worlds.
        ``circle``: in the model's order. ``free``: Graphviz's layout without layers. The default depends on the model.
    positions : mapping of world to (float, float)
        The position of each world, in any unit, y upwards.
    worlds : list of worlds
        The worlds to draw; formulas are evaluated in the whole model.
    fold : bool
        Merge bisimilar worlds, as `contract` does. A merged world shows how many worlds it stands for, such as ×5.
        Only for a picture of one model.
    agents : list of str
        The agents whose relations are drawn.
    width : {"slide", "column"} or float
        The width in which the picture must fit with readable letters: a slide (12 inches), a column of a paper (3.3
        inches), or a number of inches. If letters are too small, other layouts are tried, and then an error is raised.
    standalone : bool
        For TikZ: a complete document instead of a part to include in one.
    legend : bool
        Explain colours and symbols below the picture; True by default.
    columns : int
        Number of pictures in a row if there are several, as for an update; by default all are side by side. A product
        and compared models are side by side or, with 1, below each other.
    full : bool
        Draw every pair of every relation as an arrow, including loops.
    loops : bool
        Whether to draw loops; by default they are drawn unless the relation is an equivalence.
    hubs : int
        Maximum size of an equivalence class that is drawn with lines (4); worlds of a larger class are linked to a dot.
    engine : {"dot", "neato", "fdp", "sfdp", "circo", "twopi"}
        Graphviz's engine; the default depends on the model.
    max_worlds, max_lines : int
        Limits on the size of the model (64 worlds, 250 lines).
    timeout : float
        Time limit of all layouts and of the drawing together, in seconds (30).
    dpi : int
        Resolution of a PNG in dots per inch (192), reduced if a side would exceed 10,000 pixels.
    palette : {"okabe-ito", "tol", "black"}
        The colours of the agents, which colour-blind people can distinguish. With ``black``, for printing, lines differ
        in style and have the agents' names.
    font : str
        The font's name; TikZ uses the document's font. A font that is not installed is replaced.
    size : float
        Size of the smallest letters in points, to which the picture is scaled unless it would exceed `width`.
    frames : str or bool
        The agent whose equivalence classes are drawn as frames, not lines; True: the agent with the most lines. By
        default, frames are drawn if a picture with only lines is too large for `width`, or has too many lines.
    """

    title: str
    highlight: Formula | str | None
    atoms: Atoms
    weights: bool
    names: Names
    layout: Layout | None
    positions: Mapping[World, tuple[float, float]] | None
    worlds: Iterable[World] | None
    fold: bool
    agents: Iterable[str] | None
    width: Width | None
    standalone: bool
    legend: bool
    columns: int | None
    full: bool
    loops: bool | None
    hubs: int
    engine: str | None
    max_worlds: int
    max_lines: int
    timeout: float
    dpi: int
    palette: Palette
    font: str
    size: float | None
    frames: str | bool | None


def options_of(**given: Unpack[DrawOptions]) -> Options:
    """Check the options of a picture; `DrawError` for an unknown option or an invalid value."""
    for name in given:
        if name not in DrawOptions.__annotations__:
            raise DrawError(f"{name}=...: there is no such option{did_you_mean(name, DrawOptions.__annotations__)}")
    return Options(**given)


def structure_of(model: Drawable) -> Structure:
    """Return the structure of a model; `DrawError` for other objects."""
    if isinstance(model, Structure):
        return model
    given = model_of(model)
    if isinstance(given, Model):
        return functions.structure_of(given)
    raise DrawError(
        f"cannot draw {shorten(repr(model))}: expected a model, got an object of type {type(model).__name__}"
    )


def picture_of_any(model: Drawable | EventModel, options: Options) -> Picture:
    """Return the picture of a model or of an event model."""
    if isinstance(model, EventModel):
        return picture_of_events(model, options)
    structure = structure_of(model)
    if options.before is None:
        (alone,) = with_short_names(options, structure)
        return picture_of(alone, options)
    new, old = with_short_names(options, structure, options.before)
    return picture_of(new, replace(options, before=old))


def with_short_names(options: Options, *structures: Structure) -> tuple[Structure, ...]:
    """Return the structures, with short names for all worlds if some names have a long history of updates.

    They are unchanged if the options decide about names or refer to worlds, or if a structure is too large to draw.
    """
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


Build = tuple[Sequence[Picture], Beside, Arrange | None]
"""Pictures, the texts and symbols around them, and a function that arranges the pictures; None: Graphviz's layouts."""


def drawn(
    build: Callable[[Options, Sequence[Structure]], Build],
    path: str | PathLike[str] | None,
    options: Options,
    structures: Sequence[Structure] = (),
) -> str | Path:
    """Lay out the pictures that `build` returns, and write a file or return SVG; errors as in `readable`."""
    require_unfolded(options)
    ending = ending_of(path)

    def content(chosen: Options, models: Sequence[Structure]) -> Drawing:
        pictures, beside, arrange = build(chosen, models)
        return lay_out(pictures, beside, ending, arrange)

    return finish(content_of(readable(content, options, structures, whole=bool(structures)), ending), path)


def require_captions(captions: Sequence[str], usual: Sequence[str]) -> None:
    """Raise `DrawError` unless `captions` is a sequence with as many texts as `usual`, the default captions."""
    given = isinstance(captions, Sequence) and all(isinstance(text, str) for text in captions)
    if not given or isinstance(captions, str) or len(captions) != len(usual):
        raise DrawError(
            f"captions={shorten(repr(captions))}: expected {_COUNT.get(len(usual), len(usual))} texts, such as "
            f"{tuple(usual)!r}"
        )


_COUNT = {2: "two", 3: "three"}


SHORT = by_face("names='compact'", "--compact", "short names")
USUAL = by_face("leave out layout", "leave out --layout", "take the usual layout")  # advice to use the default layout
SLACK = 1.0  # tolerance for lengths, in points, because of rounding


Laid = TypeVar("Laid", Drawing, Panel)
Content = Callable[[Options, Sequence[Structure]], Laid]
"""The type of a function that lays out pictures of models with given options."""


def readable(
    content: Content[Laid], options: Options, structures: Sequence[Structure] = (), whole: bool = False
) -> Laid:
    """Lay out pictures; if the letters would be too small for the width, try frames or a grid.

    `TooLarge` if the picture would be unreadable; the message advises what to change, such as to contract the models
    `structures`. `whole`: whether the pictures must show whole models.
    """
    try:
        return _as_it_fits(content, options, structures)
    except Unreadable as error:
        ways = list(error.ways_out)
        for said, other, models in _others(options, structures, error.pictures):
            with suppress(EpistemicError):
                _as_it_fits(content, other, models)
                ways.insert(0, said)
                break
        raise TooLarge(
            error.with_ways([OF_WHOLE if way == A_PART else way for way in ways] if whole else ways)
        ) from None


def _as_it_fits(content: Content[Laid], options: Options, structures: Sequence[Structure]) -> Laid:
    try:
        return no_larger(content, options, structures)
    except Unreadable as problem:
        if not (options.layout or options.positions or options.engine or options.frames is False):
            agents: Sequence[str | bool] = [options.frames or True]
            if options.width is not None and not options.frames and structures:
                agents = framable(structures[0]) if structures[0].size <= FRAMED else []
            forms: list[dict[str, Any]] = [{"frames": agent} for agent in agents]
            if options.width is not None:
                forms.insert(0 if structures and all(map(is_grid, structures)) else len(forms), {"layout": "grid"})
            for form in forms:
                with suppress(DrawError):
                    try:
                        return no_larger(content, replace(options, **form), structures)
                    except Unreadable as error:  # an error about several pictures says more
                        problem = error if error.pictures > 1 else problem
        raise problem


FRAMED = 40  # maximum number of worlds for which frames are tried; with 64, each arrangement takes a second


def no_larger(content: Content[Laid], options: Options, structures: Sequence[Structure] = ()) -> Laid:
    """Lay out pictures; compact names are used only if they do not make the picture larger."""
    if options.names != "compact":
        return content(options, structures)
    try:
        usual = content(replace(options, names=None), structures)
    except Unreadable:
        return content(options, structures)
    most = usual.bounds.grown(SLACK / 2)

    def is_within(one: Laid) -> bool:
        return one.bounds.width < most.width and one.bounds.height < most.height

    with suppress(Unreadable):
        compact = content(options, structures)
        if is_within(compact):
            return compact
        if usual.where is not None and not (options.layout or options.positions):
            with suppress(DrawError):  # with `positions` names stay long, and positions by short names do not fit
                moved = content(replace(options, positions=usual.where), structures)
                if is_within(moved):
                    return moved
    return usual


def _others(
    options: Options, structures: Sequence[Structure], pictures: int
) -> Iterator[tuple[str, Options, Sequence[Structure]]]:
    """Yield other options, or smaller models, that may make the pictures readable, each with advice to the user."""
    for columns in range(1, min(pictures, 3) + 1):
        if columns != (options.columns or pictures):
            yield f"take {parameter('columns', columns)}", replace(options, columns=columns), structures
    compact = replace(options, names="compact")
    if options.names != "compact":
        yield f"take {SHORT}", compact, structures
    if options.layout:
        yield USUAL, replace(options, layout=None), structures
    if options.layout and options.names != "compact":
        yield f"take {SHORT} and {USUAL}", replace(compact, layout=None), structures
    smaller = [contract(each) for each in structures]
    if any(each.size < whole.size for each, whole in zip(smaller, structures, strict=True)):
        yield f"merge bisimilar worlds{by_face(' with contract(model)', ' by whoknows contract')}", options, smaller


SHAPE, WIDE = 1.6, 1.5
"""A tree's preferred ratio of width to height; trees of more than `WIDE` times this ratio may be laid out sideways."""

TREE, LEVELS = 14.0, 6  # size of a tree's letters in points, and number of depths to which it may be cut for a width
OF_TREES = ("width", "standalone", "timeout", "dpi")  # the options of a picture of reasons or of a proof
OF_WORLDS = ("worlds", "agents", "frames", "positions", "fold")  # options that runs and systems do not have
A_BRIEF = by_face("draw explain(detail='brief')", "take --detail brief", "draw less of it")

ROW, MOST_ROWS = 100, 40
"""Maximum number of letters per line of an explanation below a picture, and of lines (about a page)."""


@runtime_checkable
class HasDot(Protocol):
    """An object that can be written as DOT, such as an explanation."""

    def to_dot(self, depth: int | None = None) -> str:
        """Return the graph in DOT. Nodes below `depth` are not drawn; their number is written instead."""


Shown: TypeAlias = "Drawable | EventModel | Verdict | Countermodel | Space[Any] | InTime | Solution | HasDot"


@overload
def draw(model: Shown, path: None = None, *, before: Drawable | None = None, **options: Unpack[DrawOptions]) -> str: ...
@overload
def draw(
    model: Shown, path: str | PathLike[str], *, before: Drawable | None = None, **options: Unpack[DrawOptions]
) -> Path: ...
def draw(
    model: Shown,
    path: str | PathLike[str] | None = None,
    *,
    before: Drawable | None = None,
    **options: Unpack[DrawOptions],
) -> str | Path:
    """Draw a model, an event model, an explanation, a proof, a countermodel, a space, a run, a system or a plan.

    Parameters
    ----------
    model : Model, EventModel, Verdict, Explanation, Proof, Countermodel, Space, Run, System, Plan or HasDot
        The object to draw; a NetworkX graph or a structure stands for a model. For a verdict, its explanation is drawn;
        for a countermodel, also the reason why the formula fails; for a space or system, the explored states. If there
        are at most 30, each contains a picture of its model. See `draw_product` for an event model beside a model.
    path : path, optional
        The file, whose extension gives the format: ``.svg .png .pdf .gif`` for pictures, ``.dot .gv`` for DOT,
        ``.tex .tikz`` for TikZ. The file is written completely or not at all. None: return the SVG text.
    before : Model or Structure, optional
        The model before an update: removed worlds and lines are drawn pale. See also `draw_update`.
    **options
        The options of the picture, which `viz.drawing.DrawOptions` describes: title, highlight, atoms, weights,
        names, layout, positions, worlds, fold, agents, width, standalone, legend, columns, full, loops, hubs, engine,
        max_worlds, max_lines, timeout, dpi, palette, font, size, frames. Pictures of reasons and proofs have only
        width, standalone, timeout and dpi.

    Returns
    -------
    str or Path
        Without `path`, the SVG text; otherwise the path.

    Raises
    ------
    TooLarge
        If there are more worlds or lines than the limits, which is checked before anything is built; or if the letters
        would be too small for `width`.
    DrawError
        If the object cannot be drawn, an option or the format is unknown, or the layout exceeds the time limit.
    FileError
        If the file cannot be written.
    ParseError, UnknownAgent, UnknownAtom
        If `highlight` is not a formula of this model.

    Notes
    -----
    O(l (n + l)) for n worlds and l lines, plus Graphviz's time for the layout.

    Examples
    --------
    >>> from whoknows import KripkeModel, draw
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> "<svg" in draw(m, highlight="p")
    True
    """
    if isinstance(model, Solution):
        return model.draw(path, **options)
    ending, settings = ending_of(path), options_of(**options)
    if isinstance(model, Verdict):
        model = model.explain()
    if isinstance(model, Space):
        structures = [structure_of(model[number]) for number in range(len(model))]
        return finish(space_content(model, structures, settings, ending), path)
    if isinstance(model, InTime):
        _refuse(options, OF_WORLDS, "a picture of a run or a system shows all its states, without lines of agents")
        moments = Moments(model)
        return finish(space_content(moments, moments.structures, settings, ending), path)
    is_refutation = isinstance(getattr(model, "model", None), Model) and hasattr(model, "explain")
    refutation: Any = model if is_refutation else None
    shown = model_of(model if refutation is None else refutation.model)
    if not isinstance(shown, (Model, Structure, EventModel)):
        return finish(_foreign(shown, ending, settings, {**options, "before": before}), path)
    settings = replace(settings, before=None if before is None else structure_of(before))
    below = "" if refutation is None else reasons(refutation.explain())
    return finish(content_of(laid_out(shown, settings, Beside([""], below=below), ending), ending), path)


def laid_out(shown: Drawable | EventModel, options: Options, beside: Beside, ending: str) -> Drawing:
    """Lay out the picture of a model or an event model; errors as in `draw`."""

    def content(chosen: Options, contracted: Sequence[Structure]) -> Drawing:
        return lay_out([picture_of_any(next(iter(contracted), shown), chosen)], beside, ending)

    if isinstance(shown, EventModel) or options.before is not None or options.worlds is not None:
        return readable(content, options)
    return readable(content, options, [structure_of(shown)])


def to_graphviz(model: Drawable | EventModel, **options: Unpack[DrawOptions]) -> Digraph:
    """Return the picture as a graph of the package `graphviz`, which can be modified. Errors as in `draw`."""
    return dot.to_graph(laid_out(model, options_of(**options), Beside([""]), "dot").pictures[0])


def to_tikz(model: Drawable | EventModel, **options: Unpack[DrawOptions]) -> str:
    """Return the picture in TikZ: a part of a document that loads ``tikz`` or, with `standalone`, a whole document."""
    return content_of(laid_out(model, options_of(**options), Beside([""]), "tikz"), "tikz").decode()


def reasons(explanation: Explanation) -> str:
    """Return the text of an explanation below a picture, indented; ``…`` replaces lines beyond `MOST_ROWS`."""
    rows: list[str] = []
    for line in str(explanation).splitlines():
        indent = "\xa0\xa0" * (len(line) - len(line.lstrip(" ")))
        first, *others = broken(line.lstrip(" "), ROW)
        rows += [indent + first, *[indent + "\xa0" * 8 + row for row in others]]
    return "\n".join(rows if len(rows) <= MOST_ROWS else [*rows[:MOST_ROWS], "…"])


def _refuse(given: Mapping[str, Any], names: Container[str], why: str) -> None:
    """Raise `DrawError` if one of the options `names`, which this kind of picture does not have, is given."""
    for name, value in given.items():
        if name in names and value is not None and value is not False:
            raise DrawError(f"{option(name, '=...')}: {why}")


def _foreign(model: object, ending: str, options: Options, given: Mapping[str, Any]) -> bytes:
    """Draw an object that has a method ``to_dot``; a tree much wider than high is drawn from left to right."""
    if not isinstance(model, HasDot):
        raise DrawError(
            f"cannot draw {shorten(repr(model))} of type {type(model).__name__}: expected a model, an event "
            "model, a verdict, an explanation, a proof by prove, a countermodel, a space, a plan, a run or a system; "
            "other proofs are texts: print them"
        )
    _refuse(given, given.keys() - OF_TREES, "this is for pictures of models, not of reasons or proofs")
    if ending in TEX:
        if isinstance(model, Explanation):
            return forest(boxes_of(model), options.standalone).encode()
        if hasattr(model, "to_tikz"):
            tikz: str = model.to_tikz()
            return tikz.encode()
        raise DrawError("TikZ is for models, event models, explanations and proofs; write it as .svg, .pdf or .dot")
    text = model.to_dot()
    if ending in ("dot", "gv"):
        return text.encode()
    best = _turned(text, options)[0] if options.width is None else _on_paper(model, options.width, options)
    best = _with(best, pad=f"{MARGIN / INCH:.4f}")
    return render(best, ending, "dot", options.timeout, options.dpi if ending == "png" else None, options.begun)


def _with(text: str, **attributes: str) -> str:
    """Add attributes to a graph in DOT."""
    return text.replace("{", "{\n" + "".join(f'  {name}="{value}";\n' for name, value in attributes.items()), 1)


def _turned(text: str, options: Options) -> tuple[str, Box]:
    """Return a tree in DOT and its size; a tree that would be much too wide is drawn from left to right."""
    turned = _with(text, rankdir="LR")
    laid = places([(text, "dot"), (turned, "dot")], options.timeout, options.begun)
    shapes = [around(boxes.values()) for boxes in laid]
    down, right = (log(max(shape.width, 1) / max(shape.height, 1) / SHAPE) for shape in shapes)
    is_better = down > log(WIDE) and abs(right) < abs(down)
    return (turned, shapes[1]) if is_better else (text, shapes[0])


def _on_paper(model: HasDot, width: Width, options: Options) -> str:
    """Return a tree in DOT, scaled to the paper and cut at the greatest depth with readable letters."""
    paper, scale = paper_of(width), 0.0
    for depth in (None, *getattr(model, "cuts", ())[-LEVELS:]):
        best, whole = _turned(model.to_dot() if depth is None else model.to_dot(depth), options)
        sides = whole.width + 2 * MARGIN, whole.height + 2 * MARGIN
        scale = min(paper.width / sides[0], paper.height / sides[1], 1.0)
        if scale * TREE >= paper.least:
            return _with(best, size=f"{sides[0] * scale / INCH:.3f},{sides[1] * scale / INCH:.3f}")
    ways = [A_BRIEF] * isinstance(model, Explanation) + [f"give a larger {option('width')} or none"]
    raise Unreadable(f"the tree {paper.name} would have letters of {scale * TREE:.1f} points", *ways)
