"""A picture without positions: worlds, hubs (dots that stand for large classes) and lines, with all their texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from types import NoneType
from typing import Literal as OneOf
from typing import NamedTuple, TypeAlias, get_args

from kripke.data.structure import Structure
from kripke.data.worlds import World
from logic.errors import EpistemicError, TooLarge, by_face, listing, shorten
from logic.exact import is_real, is_whole, plural
from logic.formula import Formula
from viz.pictures import labels
from viz.pictures.links import Cell, Hubs, Link
from viz.theme import FONT, PALETTES

A_PART = by_face(
    "show a part by worlds=[...] or agents=[...]", "show a part by --world or --agents", "show a part of the model"
)
OF_WHOLE = by_face("show a part by agents=[...]", "show a part by --agents a,b", "show a part of the model")
"""Advice to draw a part of the model."""
Atoms = OneOf["true", "all", "none"]
Layout = OneOf["layers", "grid", "circle", "free"]
LAYOUTS = get_args(Layout)
Width: TypeAlias = OneOf["slide", "column"] | float
Palette = OneOf["okabe-ito", "tol", "black"]
TIMEOUT, DPI = 30.0, 192  # time limit of a layout in seconds, and resolution of a PNG in dots per inch
LONGEST_TITLE = 1_000  # maximal number of characters of a title: Graphviz reads labels of at most 16,384 bytes
Names: TypeAlias = bool | OneOf["compact"] | None


def option(name: str, sign: str = "") -> str:
    """Return the name of a picture option in each interface.

    `sign`, such as ``=``, follows the name except in commands.
    """
    return by_face(name + sign, f"--{OPTIONS.get(name, name).replace('_', '-')}", name + sign)


OPTIONS = {"positions": "place", "worlds": "world", "timeout": "time"}  # options that have another name in the command


class DrawError(EpistemicError, ValueError):
    """Raised if a picture cannot be drawn or written, for example for an unknown format or after a time limit.

    Examples
    --------
    >>> from whoknows import DrawError, KripkeModel, draw
    >>> m = KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, actual="w")
    >>> try:
    ...     draw(m, "picture.bmp")
    ... except DrawError as error:
    ...     print(error)
    picture.bmp: the ending gives the format, .svg, .png, .pdf, .dot, .gv, .tex, .tikz or .gif
    """


class Unreadable(TooLarge):
    """Raised for a picture that would be wrong or too small to read; another layout or short names may help."""

    def __init__(self, problem: str, *ways_out: str, anyway: str = "", pictures: int = 1) -> None:
        self.problem, self.ways_out, self.anyway, self.pictures = problem, ways_out, anyway, pictures
        super().__init__(self.with_ways(ways_out))

    def with_ways(self, ways_out: Sequence[str]) -> str:
        """Return the message with this advice added."""
        advice = ", or ".join(filter(None, [", ".join(ways_out[:-1]), *ways_out[-1:]]))
        return ": ".join(filter(None, [self.problem, advice])) + self.anyway


INCH = 72.0
LETTERS = 10.0  # size of the smallest letters, those of notes, before a picture is scaled, in points
MARGIN = 16.0  # margin around a picture, in points


class Paper(NamedTuple):
    """The size of the paper on which a picture must be readable; lengths in points.

    `name`: words such as ``on a slide``, for error messages. `least`: the smallest readable size of letters. `most`:
    the size of a picture's smallest letters beyond which the picture is not enlarged.
    """

    name: str
    width: float
    height: float
    least: float
    most: float


PAPERS = {
    "slide": Paper("on a slide", 12.0 * INCH, 6.2 * INCH, 7.5, 20.0),
    "column": Paper("in a column", 8.5 / 2.54 * INCH, 9.0 * INCH, 6.0, 8.5),
}
"""The size of a slide (13.3 by 7.5 inches) below its title, and of a column of a two-column paper."""


def require_dpi(dpi: object) -> None:
    """Raise `DrawError` unless the value is a valid resolution."""
    if not is_whole(dpi, 1):
        raise DrawError(f"dpi={shorten(repr(dpi))}: expected a whole number of dots per inch, such as {DPI}")


PAGE = Paper("on a page", 6.3 * INCH, 9.3 * INCH, 4.2, 10.0)
"""An A4 page; a larger picture is scaled down to it in print, and to about this size on a screen."""


def number_text(value: object) -> str:
    """Return an invalid number in short for an error message: a command's ``--size 0`` is the number 0.0."""
    return f"{value:g}" if isinstance(value, float) else shorten(repr(value))


def paper_of(width: Width) -> Paper:
    """Return the paper for a value of the option `width`; `DrawError` for an invalid value."""
    if isinstance(width, str) and width in PAPERS:
        return PAPERS[width]
    if is_real(width, 0.5, 100):
        return Paper(f"in {width:g} inch{'es' if width != 1 else ''}", width * INCH, float("inf"), 4.2, 20.0)
    words = by_face("'slide', 'column'", "slide, column", "'slide', 'column'")
    raise DrawError(f"{option('width')} {number_text(width)}: expected {words}, or a number of inches from 0.5 to 100")


def least_scale(width: Width) -> float:
    """Return the scale at which the smallest letters of a picture are just readable on the paper."""
    return paper_of(width).least / LETTERS


def letters_across(width: Width | None, letter: float) -> int:
    """Return how many letters of this width, in points, fit across the paper at the smallest readable scale."""
    paper = PAGE if width is None else paper_of(width)
    return max(1, int((paper.width / paper.least * LETTERS - 2 * MARGIN) / letter))


def scale_on(paper: Paper, width: float, height: float) -> float:
    """Return the largest scale at which a picture of this size fits the paper."""
    return min(paper.width / (width + 2 * MARGIN), paper.height / (height + 2 * MARGIN), paper.most / LETTERS)


@dataclass(frozen=True, slots=True)
class Options:
    """The checked options of a picture; `viz.drawing.DrawOptions` describes them."""

    title: str = ""
    highlight: Formula | str | None = None  # a formula; the worlds where it holds are filled
    before: Structure | None = None  # the structure before an update; its removed worlds are drawn as ghosts
    atoms: Atoms = "true"  # show the true atoms of a world, all literals, or nothing
    weights: bool = True  # show weights and ranks at the worlds or events
    names: Names = None  # None: shown unless each is the set of the true atoms
    layout: Layout | None = None  # the layout; None: chosen by the shape of the model
    positions: Mapping[World, tuple[float, float]] | None = None  # the position of each world, in any unit, y upwards
    worlds: Iterable[World] | None = None  # the worlds that are drawn; None: all
    fold: bool = False  # draw bisimilar worlds as one world, with their number
    agents: Iterable[str] | None = None  # the agents whose relations are drawn; None: all
    width: Width | None = None  # the paper that the picture must fit, or its width in inches
    standalone: bool = False
    legend: bool = True
    columns: int | None = None  # number of pictures in a row; None: all side by side
    full: bool = False  # draw every pair of every relation as an arrow, loops included
    loops: bool | None = None  # None: drawn unless the relation is an equivalence
    hubs: int = 4  # maximal number of members of a class that is drawn with lines
    engine: str | None = None  # Graphviz's engine; None: chosen by the shape of the model
    max_worlds: int = 64
    max_lines: int = 250
    timeout: float = TIMEOUT
    dpi: int = DPI
    palette: Palette = "okabe-ito"
    font: str = FONT  # names of fonts; the first one that is installed is used
    size: float | None = None  # size of the smallest letters, in points; None: set by `width`
    frames: str | bool | None = None  # agent whose classes are frames; True: the agent with most lines; None: if useful
    begun: float = field(default_factory=monotonic, compare=False)  # the time limit counts from here, for all layouts

    def __post_init__(self) -> None:
        numbers = {name: getattr(self, name) for name in ("hubs", "max_worlds", "max_lines")}
        for name, value in (numbers | ({} if self.columns is None else {"columns": self.columns})).items():
            if not is_whole(value, 1):
                raise DrawError(f"{option(name)} {shorten(repr(value))}: expected a whole number of at least 1")
        for name in ("weights", "legend", "full", "loops", "standalone", "fold"):
            if getattr(self, name) not in (True, False, None):
                raise DrawError(f"{name} {shorten(repr(getattr(self, name)))}: expected True or False")
        if self.atoms not in get_args(Atoms):
            raise DrawError(f"atoms={self.atoms!r}: expected 'true', 'all' or 'none'")
        for name, kind in (("positions", Mapping), ("worlds", Iterable), ("agents", Iterable)):
            value = getattr(self, name)
            if isinstance(value, str) or not isinstance(value, (kind, NoneType)):
                said = "a mapping of worlds to places (x, y)" if kind is Mapping else f"a list of {name}"
                raise DrawError(f"{name} {shorten(repr(value))}: expected {said}")
            if isinstance(value, Iterator):  # several pictures may need it
                object.__setattr__(self, name, tuple(value))
        for agent in () if self.agents is None else self.agents:
            if not isinstance(agent, str):
                raise DrawError(f"agents: expected names of agents, got {shorten(repr(agent))}")
        if self.size is not None and not is_real(self.size, 1, 100):
            raise DrawError(f"{option('size')} {number_text(self.size)}: expected a number of points from 1 to 100")
        for name, fits, expected in (
            ("names", self.names in (True, False, None, "compact"), "True, False or 'compact'"),
            ("layout", self.layout is None or self.layout in LAYOUTS, listing(map(repr, LAYOUTS))),
            ("frames", isinstance(self.frames, (str, bool, NoneType)), "an agent, True or False"),
            ("palette", self.palette in tuple(PALETTES), listing(map(repr, PALETTES))),
            (
                "font",
                isinstance(self.font, str) and self.font and self.font.isprintable(),
                "a font's name, such as 'Verdana'",
            ),
            ("title", isinstance(self.title, str), "a text"),
            ("highlight", isinstance(self.highlight, (Formula, str, NoneType)), "a formula, or its text"),
            ("engine", isinstance(self.engine, (str, NoneType)), "the name of an engine, such as 'dot'"),
        ):
            if not fits:
                raise DrawError(f"{name} {shorten(repr(getattr(self, name)))}: expected {expected}")
        if (length := len(self.title)) > LONGEST_TITLE:
            raise DrawError(f"{option('title')}: expected at most {LONGEST_TITLE:,} characters, got {length:,}")
        require_dpi(self.dpi)

    def scale(
        self, width: float, height: float, worlds: int, pictures: int = 1, ways_out: Sequence[str] = (A_PART,)
    ) -> float | None:
        """Return the scale for a picture of this size, None if no option sets it; `Unreadable` if it is too small."""
        if self.width is None:
            return None if self.size is None else self.size / LETTERS
        paper = paper_of(self.width)
        if self.size is not None:
            paper = paper._replace(least=min(paper.least, self.size), most=self.size)
        scale = scale_on(paper, width, height)
        if scale * LETTERS < paper.least:
            letters = round(scale * LETTERS, 1)
            most = f"at most {letters}" if letters < paper.least else f"less than {paper.least:g}"
            small = f"letters of {most} points, and {paper.least:g} can be read"
            larger = f"give a larger {option('width')} or none"
            what = f"{plural(worlds, 'world')} {paper.name}"
            if pictures > 1:
                side = "high" if scale < paper.width / (width + 2 * MARGIN) else "wide"
                what = f"{pictures} pictures with {plural(worlds, 'world')}, too {side} {paper.name},"
            raise Unreadable(f"{what} would have {small}", *ways_out, larger, pictures=pictures)
        return scale


class Remark(NamedTuple):
    """A row of text at an event (its precondition or a postcondition) or at a world (an agent's weight or rank)."""

    lead: str  # kind of the row: ``pre``, ``q :=``, an agent; empty if it continues the row above
    text: str  # a formula, or a part of one; a weight, a rank
    tex: str = ""  # the same in LaTeX's mathematics; empty if LaTeX without packages cannot typeset it
    agent: str = ""  # the agent whose colour the lead has; empty for none


class Spot(NamedTuple):
    """A world or an event in the picture.

    `key`: its name in DOT. `rows`: its literals. `level`: its layer. `actual`: whether it has a ring. `filled`: whether
    the highlighted formula holds there. `ghost`: whether an update has removed it.
    """

    key: str
    world: World
    title: tuple[str, ...]  # rows of its name; empty if the atoms are the name
    rows: labels.Rows
    said: str  # the whole text in one line, for the tooltip
    level: int
    actual: bool = False
    filled: bool = False
    ghost: bool = False
    remarks: tuple[Remark, ...] = ()  # preconditions and postconditions of an event; then weights and ranks


@dataclass(frozen=True, slots=True)
class Picture:
    """The parts of a picture, without positions. Links refer to spots and hubs by index; hubs come after all spots.

    `layered`: whether the spots are drawn in layers. `blind`: the agents who consider nothing possible anywhere.
    `notes`: its notes in the legend. `ordered`: the agents whose plausibility order is drawn.
    """

    spots: tuple[Spot, ...]
    hubs: Hubs  # for each hub the agents whose class it represents
    links: tuple[Link, ...]
    agents: tuple[str, ...]
    title: str  # empty for none
    highlight: str  # the highlighted formula, shortened; empty for none
    highlight_tex: str  # its legend entry in LaTeX; empty if there is none
    layered: bool
    loopless: tuple[str, ...] = ()  # agents whose loops are not drawn although their relation is not an equivalence
    options: Options = field(default_factory=Options)
    events: bool = False  # whether the spots are events, which are drawn as squares
    reflexive: tuple[str, ...] = ()  # agents with loops at every world, none of which is drawn
    blind: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()  # the column and row of each world in a grid; empty for another layout
    frames: tuple[tuple[int, tuple[int, ...]], ...] = ()  # for each frame, the hub with its agent, and the worlds in it

    @property
    def ghost_hubs(self) -> tuple[bool, ...]:
        """For each hub, whether an update has removed all its links."""
        live = {end for link in self.links if not link.ghost for end in (link.source, link.target)}
        live |= {len(self.spots) + hub for hub, _ in self.frames}
        return tuple(hub not in live for hub in range(len(self.spots), len(self.spots) + len(self.hubs)))
