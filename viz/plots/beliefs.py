"""Plots of beliefs over a game: degrees of belief and weights of worlds, step by step."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kripke.data.worlds import World
from kripke.models.kripke_model import AnyModel, KripkeModel, model_of
from logic.errors import shorten
from viz.canvas import composed
from viz.minds import MOST, require_mind, start_of, world_labels
from viz.output.files import finish, format_of
from viz.pictures.picture import DPI, DrawError
from viz.plots import tidy
from viz.theme import INK, PALE, Stroke, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


STEP, LEAST, SIDE, PANEL, BELOW = 0.21, 7.5, 1.8, 2.9, 2.2
"""Lengths in inches: width of a step, minimum width, side margin, height of a panel, space for text below."""
LONGEST = 44  # maximal number of letters in the description of a step
APART = 0.045  # minimal distance of the names at the ends of lines, as a share of the height

Series = Mapping[str, Sequence[float | None]]


class Panel(NamedTuple):
    """A panel of a plot: lines with the same steps, and an optional threshold.

    `label` is the text beside its vertical axis. The lines named in `true`, of true atoms or actual worlds, are thick.
    """

    series: Series  # for each line, by name, its heights at the start and after each step; None: no value
    label: str
    threshold: float | None = None
    true: Collection[str] = ()
    names: Sequence[str] = ()  # lines and players whose steps are coloured, in the order of the colours

    @property
    def strokes(self) -> Mapping[str, Stroke]:
        """The stroke of each line and of each player in `names`, by name."""
        return strokes(list(dict.fromkeys([*self.names, *self.series])))


def plot_mind(
    minds: Sequence[AnyModel],
    owner: str,
    path: str | PathLike[str] | None = None,
    *,
    steps: Sequence[str],
    title: str = "",
    actual: Collection[str] = (),
    dpi: int = DPI,
) -> str | Path:
    """Plot an agent's degree of belief in each atom, and the weights of the agent's worlds with the threshold.

    Parameters
    ----------
    minds : sequence of KripkeModel or networkx graph
        The agent's model at the start and after each step, with the same worlds. With more than 24 worlds, no weights
        are plotted.
    owner : str
        Name of the agent.
    path : path, optional
        The file to write, as SVG, PNG or PDF by its extension; None: return the SVG text.
    steps : sequence of str
        Descriptions of the start and of each step.
    title : str
        Text above the plot.
    actual : collection of str
        The true atoms; their lines, and the line of their world, are thick.
    dpi : int
        Resolution of a PNG in dots per inch.

    Raises
    ------
    DrawError
        If there is nothing to plot, `minds` or `steps` are invalid, or the format is unknown.
    ModelError
        If the agent considers no world possible, or has no weights and the models have at most 24 worlds.
    UnknownAgent
        If the models do not have the agent.
    FileError
        If the file cannot be written.

    Examples
    --------
    >>> from whoknows import Evidence, KripkeModel, plot_mind
    >>> worlds = {"ann": {"saboteur(ann)"}, "bob": {"saboteur(bob)"}}
    >>> first = KripkeModel.s5(worlds, {"cath": [["ann", "bob"]]}, actual="ann",
    ...                        weights={"cath": {"ann": 0.5, "bob": 0.5}}, threshold=0.4)
    >>> second = first.update(Evidence("cath", "saboteur(ann)", gain=0.1, loss=0.15))
    >>> "<svg" in plot_mind([first, second], "cath", steps=["start", "ann damaged a tunnel"])
    True
    """
    for what, given, wanted in (("minds", minds, "models, one for each step"), ("steps", steps, "texts")):
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise DrawError(f"{what} {shorten(repr(given))}: expected a list of {wanted}")
    for step in steps:
        if not isinstance(step, str):
            raise DrawError(f"steps: expected texts, got {shorten(repr(step))}")
    if not minds:
        raise DrawError(f"no model of {shorten(owner)} to plot")
    models = [model_of(mind) for mind in minds]
    for mind in models:
        require_mind(mind, owner)
        if {*mind.worlds} != {*models[0].worlds}:
            raise DrawError(f"minds of {shorten(owner)}: expected models with the same worlds")
    panels = [degrees_of(models, owner, actual)]
    if len(models[0]) <= MOST:
        panels.append(weights_of(models, owner, actual))
    return plot_course(panels, path, steps=steps, title=title, dpi=dpi)


def plot_course(
    panels: Sequence[Panel],
    path: str | PathLike[str] | None = None,
    *,
    steps: Sequence[str],
    title: str = "",
    dpi: int = DPI,
) -> str | Path:
    """Plot lines in a column of panels with the same steps. Errors as in `plot_mind`."""
    ending = format_of(path)
    panels = [panel for panel in panels if any(height is not None for line in panel.series.values() for height in line)]
    if not panels:
        raise DrawError("nothing to plot: expected lines with a height at one step or more")
    for name, line in ((name, line) for panel in panels for name, line in panel.series.items()):
        if len(line) != len(steps):
            raise DrawError(f"line {shorten(name)} has {len(line)} heights, expected {len(steps)}, one for each step")
    size = max(LEAST, STEP * len(steps) + SIDE), PANEL * len(panels) + BELOW

    def build(figure: Figure) -> None:
        all_axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
        for axes, panel in zip(all_axes, panels, strict=True):
            _draw(axes, panel)
        marked = any(panel.true for panel in panels)
        said_title = f"{title} (thick, ●: true)".strip() if marked else title
        all_axes[0].set_title(said_title, color=INK, fontsize=11, loc="left")
        said = [textwrap.shorten(step, LONGEST, placeholder="…") for step in steps]
        all_axes[-1].set_xticks(range(len(steps)), said, rotation=90, fontsize=6.5)
        for step, label in zip(steps, all_axes[-1].get_xticklabels(), strict=True):
            who = step.partition(" ")[0]
            label.set_color(panels[0].strokes[who].colour if who in panels[0].names else INK)

    return finish(composed(build, size, ending, dpi), path)


def degrees_of(minds: Sequence[KripkeModel], owner: str, actual: Collection[str] = ()) -> Panel:
    """Return a panel of the owner's degrees of belief in atoms; those of degree 0 or 1 at the start are left out."""
    here = _here(minds[0], owner)

    def degree(mind: KripkeModel, atom: str) -> float:
        return float(mind.degree(owner, atom, at=here, alike=True))

    names = {  # such as ann for saboteur(ann)
        atom: atom[atom.index("(") + 1 : -1] if atom.endswith(")") and "(" in atom else atom for atom in minds[0].atoms
    }
    if len({*names.values()}) < len(names):  # atoms such as p(x) and q(x) keep their whole names
        names = {atom: atom for atom in names}
    open_atoms = [atom for atom in minds[0].atoms if 0 < degree(minds[0], atom) < 1]
    series = {names[atom]: [degree(mind, atom) for mind in minds] for atom in open_atoms}
    words = {atom.partition("(")[0] for atom in minds[0].atoms}
    what = f"is a {words.pop()}" if len(words) == 1 else "is true"
    label = f"degree to which {owner}\nbelieves that each {what}"
    return Panel(series, label, None, {names[atom] for atom in actual if atom in names}, minds[0].agents)


def weights_of(minds: Sequence[KripkeModel], owner: str, actual: Collection[str] = ()) -> Panel:
    """Return a panel with the owner's weights of the worlds that the owner considers possible."""
    first = minds[0]
    labels, _ = world_labels(first)
    possible = first.possible(owner, _here(first, owner))
    worlds = [world for world in first.worlds if world in possible]
    all_weights = [mind.weights(owner) for mind in minds]
    series = {labels[world]: [float(weights[world]) for weights in all_weights] for world in worlds}
    here = set(actual) & set(first.atoms)
    true = [labels[w] for i, w in enumerate(first.worlds) if set(first.structure.true_atoms(i)) == here]
    return Panel(series, f"{owner}'s weights of worlds", float(first.structure.weights[owner].threshold), true)


def _here(mind: KripkeModel, owner: str) -> World:
    """Return the first world that the owner considers possible at the actual world (or else at the first world).

    If the owner considers no world possible, return the actual (or first) world itself.
    """
    start = start_of(mind)
    possible = mind.possible(owner, start)
    return next((world for world in mind.worlds if world in possible), start)


def _draw(axes: Axes, panel: Panel) -> None:
    lines = panel.strokes
    top = max(1.0, *(height for line in panel.series.values() for height in line if height is not None))
    if panel.threshold is not None:
        axes.axhline(panel.threshold, color=PALE, linewidth=1.0, linestyle=(0, (5, 3)))
        axes.annotate(
            "threshold", (0, panel.threshold), xytext=(2, 3), textcoords="offset points", color=PALE, fontsize=7
        )
    for name, line in panel.series.items():
        thick = name in panel.true
        heights = [float("nan") if height is None else height for height in line]
        axes.plot(
            [*range(len(line)), len(line) - 0.5], [*heights, heights[-1]], color=lines[name].colour,
            linestyle=lines[name].style, linewidth=2.8 if thick else 1.2, drawstyle="steps-post",
            solid_capstyle="round", zorder=3 if thick else 2,
        )  # fmt: skip
    _names(axes, panel, lines, top)
    axes.set_ylabel(panel.label, color=INK, fontsize=9)
    axes.set_ylim(-0.02 * top, 1.04 * top)
    axes.margins(x=0.01)
    tidy(axes, "y")


def _names(axes: Axes, panel: Panel, lines: Mapping[str, Stroke], top: float) -> None:
    """Write the name of each line at its end, moved up where two names would overlap."""
    ends = {name: [height for height in line if height is not None][-1:] for name, line in panel.series.items()}
    last = max(len(line) for line in panel.series.values()) - 1
    below = -1.0
    for name, end in sorted(ends.items(), key=lambda each: each[1]):
        if end:
            below = max(end[0], below + APART * top * 1.2)
            axes.annotate(
                f"{name} ●" if name in panel.true else name,
                (last, end[0]), xytext=(1.012, below / top / 1.06 + 0.0189), textcoords="axes fraction",
                color=lines[name].colour, fontsize=8, va="center",
                fontweight="bold" if name in panel.true else "normal",
            )  # fmt: skip
