"""A picture before it has places: worlds, hubs and lines, with all that is to be said about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as OneOf

from kripke.data.structure import Structure
from kripke.data.worlds import World
from logic.errors import EpistemicError, shorten
from logic.formula import Formula
from viz import labels
from viz.lines import Hubs, Link

Atoms = OneOf["true", "all", "none"]


class DrawError(EpistemicError, ValueError):
    """The picture cannot be made or written: an unknown format, no end of the layout, no such folder."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a picture shows.

    Parameters
    ----------
    title : str
        Above the picture.
    highlight : Formula or str, optional
        The worlds where it holds are filled.
    before : Structure, optional
        The structure before an update: its worlds that are no more are drawn as ghosts.
    atoms : {"true", "all", "none"}
        Say the atoms true at a world, all literals, or nothing.
    weights : bool
        Write weights and ranks at the worlds, or at the events.
    names : bool, optional
        Write the worlds' names; None: unless each is the set of the atoms true there.
    layers : bool, optional
        A layer for each number of true atoms; None: where every line joins two layers.
    legend : bool
        Explain colours and signs below the picture.
    full : bool
        Every pair of every relation as an arrow, loops included.
    loops : bool, optional
        Draw loops; None: unless the relation is an equivalence; False: nowhere, and the legend says so.
    hubs : int
        A class with more members is drawn as a star around a dot, not as lines between all its members.
    engine : str, optional
        Which of Graphviz's engines places the worlds; None: chosen by the shape of the model.
    max_worlds, max_lines : int
        Beyond these the model is refused.
    """

    title: str = ""
    highlight: Formula | str | None = None
    before: Structure | None = None
    atoms: Atoms = "true"
    weights: bool = True
    names: bool | None = None
    layers: bool | None = None
    legend: bool = True
    full: bool = False
    loops: bool | None = None
    hubs: int = 4
    engine: str | None = None
    max_worlds: int = 64
    max_lines: int = 250

    def __post_init__(self) -> None:
        for name in ("hubs", "max_worlds", "max_lines"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise DrawError(f"{name} {shorten(repr(value))}: expected a whole number of at least 1")
        for name in ("weights", "names", "layers", "legend", "full", "loops"):
            if getattr(self, name) not in (True, False, None):
                raise DrawError(f"{name} {shorten(repr(getattr(self, name)))}: expected True or False")
        if not isinstance(self.title, str):
            raise DrawError(f"title {shorten(repr(self.title))}: expected a text")
        if not isinstance(self.highlight, (Formula, str, type(None))):
            raise DrawError(f"highlight {shorten(repr(self.highlight))}: expected a formula, or its text")
        if not isinstance(self.engine, (str, type(None))):
            raise DrawError(f"engine {shorten(repr(self.engine))}: expected the name of an engine, such as 'dot'")


@dataclass(frozen=True, slots=True)
class Remark:
    """A row of an event, what it needs or what it changes; or of a world, what an agent thinks of it.

    Parameters
    ----------
    lead : str
        What kind of row it is: ``pre``, ``q :=``, an agent; empty where it continues the row above.
    text : str
        A formula, or a part of one; a weight, a rank.
    tex : str
        The same in LaTeX's mathematics; empty where LaTeX without packages cannot set it.
    agent : str
        In whose colour the lead is written; empty for none's.
    """

    lead: str
    text: str
    tex: str = ""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A world in the picture, or an event.

    Parameters
    ----------
    key : str
        Its name in DOT.
    world : World
        Its name in the model.
    title : tuple of str
        Rows of its name; empty where the atoms are the name.
    rows : tuple of tuple of (str, bool)
        Rows of literals.
    said : str
        All of it in one line, for the tooltip.
    level : int
        Number of true atoms.
    actual, filled, ghost : bool
        Doubly ringed; filled; no more there.
    remarks : tuple of Remark
        For an event, its precondition and its postconditions; then what agents think of it.
    """

    key: str
    world: World
    title: tuple[str, ...]
    rows: labels.Rows
    said: str
    level: int
    actual: bool = False
    filled: bool = False
    ghost: bool = False
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be drawn. Links name spots by position; hubs come after the worlds.

    Parameters
    ----------
    spots : tuple of Spot
        The worlds.
    hubs : tuple of tuple of str
        For each hub the agents whose class it stands for.
    links : tuple of Link
        Lines, arrows and loops.
    agents : tuple of str
        In the order of the structure.
    title, highlight, highlight_tex : str
        Texts, the last in LaTeX; empty for none.
    layered : bool
        Whether the worlds are put in layers.
    loopless : tuple of str
        Agents whose loops were left out though their relation is no equivalence.
    options : Options
        As given.
    events : bool
        Whether the spots are events, which are drawn as squares.
    reflexive : tuple of str
        Agents with loops everywhere, of which none is drawn.
    blind : tuple of str
        Agents who consider nothing possible, anywhere.
    notes : tuple of str
        What the rows at worlds or events mean.
    """

    spots: tuple[Spot, ...]
    hubs: Hubs
    links: tuple[Link, ...]
    agents: tuple[str, ...]
    title: str
    highlight: str
    highlight_tex: str
    layered: bool
    loopless: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    events: bool = False
    reflexive: tuple[str, ...] = ()
    blind: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ghost_hubs(self) -> tuple[bool, ...]:
        """For each hub, whether all that it joins is there no more."""
        live = {end for link in self.links if not link.ghost for end in (link.source, link.target)}
        return tuple(hub not in live for hub in range(len(self.spots), len(self.spots) + len(self.hubs)))
