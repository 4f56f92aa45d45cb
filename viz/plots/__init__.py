"""Plots of the number of worlds step by step, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import floor, log10
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from logic.errors import shorten
from logic.exact import is_whole
from viz.canvas import composed
from viz.output.files import finish, format_of
from viz.pictures.picture import DPI, DrawError
from viz.theme import INK, PALE, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 7.5, 4.2  # size of a plot in inches

MOST_TICKS, LETTERS = 14, 90  # maximal number of steps named below a plot, and maximal number of their letters


def plot_counts(
    counts: Mapping[str, Sequence[int]],
    path: str | PathLike[str] | None = None,
    *,
    steps: Sequence[str] = (),
    notes: Mapping[int, str] | None = None,
    title: str = "",
    label: str = "worlds",
    dpi: int = DPI,
) -> str | Path:
    """Plot the number of worlds that remain after each step, for one or more observers.

    Parameters
    ----------
    counts : mapping of str to sequence of int
        For each observer, the number of worlds at the start and after each step: positive, of any size.
    path : path, optional
        The file to write, as SVG, PNG or PDF by its extension; None: return the SVG text.
    steps : sequence of str
        Names of the start and of the steps; if there are many, only some are shown.
    notes : mapping of int to str, optional
        Texts about some steps, by the number of the step; 0 is the start.
    title : str
        Text above the plot.
    label : str
        Text beside the vertical axis.
    dpi : int
        Resolution of a PNG in dots per inch.

    Raises
    ------
    DrawError
        If there is nothing to plot, a count is not positive, `steps` or `notes` do not fit the counts, or the format is
        unknown.
    FileError
        If the file cannot be written.

    Examples
    --------
    >>> from whoknows import plot_counts
    >>> "<svg" in plot_counts({"all": [8, 4, 1]}, steps=["start", "first", "second"])
    True
    """
    ending = format_of(path)
    length = _checked(counts, steps, {} if notes is None else notes, title=title, label=label)

    def build(figure: Figure) -> None:
        axes = figure.add_subplot()
        _lines(axes, counts)
        for step, note in (notes or {}).items():  # above the uppermost line there
            top = max(log10(series[step]) for series in counts.values() if step < len(series))
            arrow = {"arrowstyle": "-", "color": PALE, "linewidth": 0.7, "shrinkA": 0, "shrinkB": 2}
            aside: Any = {"xytext": (12, 14), "textcoords": "offset points", "arrowprops": arrow}
            axes.annotate(note, (step, top), color=INK, fontsize=8, **aside)
        furnish(axes, length, [*steps], title, label)
        top = floor(log10(max(map(max, counts.values())))) + 1
        heights = list(range(0, top + 1, -(-top // 8)))  # powers of ten, at most about nine
        axes.set_yticks(heights, ["1" if height == 0 else f"10{_raised(height)}" for height in heights])
        axes.set_ylim(-0.04 * top, 1.08 * top)

    return finish(composed(build, (WIDTH, HEIGHT), ending, dpi), path)


def _checked(counts: Any, steps: Any, notes: Any, **texts: Any) -> int:
    """Check the arguments of `plot_counts`; return the number of steps, including the start."""
    series = counts.values() if isinstance(counts, Mapping) else ()
    if not series or not all(isinstance(each, Sequence) and not isinstance(each, str) and each for each in series):
        raise DrawError(f"counts {shorten(repr(counts))}: expected numbers for each observer, {{'all': [8, 4, 1]}}")
    for name, series in counts.items():
        for number in series:
            if not is_whole(number, 1):
                raise DrawError(f"counts of {shorten(str(name))}: expected numbers from 1, got {shorten(repr(number))}")
    length = max(map(len, counts.values()))
    named = isinstance(steps, Sequence) and all(isinstance(step, str) for step in steps)
    if not named or isinstance(steps, str) or 0 < len(steps) < length:
        raise DrawError(f"steps {shorten(repr(steps))}: expected {length} names, of the start and of each step")
    for step in notes if isinstance(notes, Mapping) else [notes]:
        if not is_whole(step, 0, length - 1):
            raise DrawError(f"notes {shorten(repr(step))}: expected steps from 0 to {length - 1}")
    for name, text in texts.items():
        if not isinstance(text, str):
            raise DrawError(f"{name} {shorten(repr(text))}: expected a text")
    return length


def _lines(axes: Axes, counts: Mapping[str, Sequence[int]]) -> None:
    """For each observer, draw a line with the logarithms of the counts and, at its start, the observer's name."""
    for (name, series), stroke in zip(counts.items(), strokes(list(counts)).values(), strict=True):
        heights = list(map(log10, series))
        look: Any = {"linestyle": stroke.style, "linewidth": stroke.width, "marker": "o", "markersize": 2.5}
        axes.plot(heights, color=stroke.colour, **look)
        named, aside = f"{name}: {_short(series[0])}", (8, 5)
        axes.annotate(named, (0, heights[0]), aside, textcoords="offset points", color=stroke.colour, fontsize=9)


def _short(number: int) -> str:
    if number < 10**6:
        return f"{number:,}"
    digits, _, exponent = f"{Decimal(number):.1e}".partition("e+")
    return f"{digits} × 10{_raised(exponent)}"


def _raised(exponent: object) -> str:
    return str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def furnish(axes: Axes, length: int, steps: list[str], title: str, label: str) -> None:
    """Add the title, the axis label, pale axes, and as many names of steps as fit."""
    names = steps or [str(step) for step in range(length)]
    widest = max(1, *map(len, names))
    every = -(-length // max(1, min(MOST_TICKS, LETTERS // widest)))
    shown = range(0, length, every)
    axes.set_xticks(list(shown), [names[step] for step in shown])
    axes.set_title(title, color=INK, fontsize=11, loc="left")
    axes.set_ylabel(label, color=INK)
    tidy(axes, "y")


def tidy(axes: Axes, along: Literal["x", "y"]) -> None:
    """Draw pale axes on two sides, and grid lines at the ticks of one axis."""
    axes.tick_params(colors=PALE, labelcolor=INK, labelsize=8)
    axes.grid(axis=along, color=PALE, alpha=0.25, linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(PALE)
