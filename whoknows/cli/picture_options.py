"""The options of the command `draw`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from whoknows.cli.actions import completed_file
from whoknows.cli.arguments import completed_model


class Shown(StrEnum):
    """The literals that a picture shows."""

    TRUE = "true"
    ALL = "all"
    NONE = "none"


class Form(StrEnum):
    """The layouts of a picture."""

    LAYERS = "layers"
    GRID = "grid"
    CIRCLE = "circle"
    FREE = "free"


DEFAULTS: dict[str, Any] = {
    "title": "", "highlight": None, "atoms": Shown.TRUE, "weights": True, "names": None, "layout": None, "width": None,
    "worlds": None, "agents": None, "positions": None, "standalone": False,
    "legend": True, "full": False, "engine": None,
    "max_worlds": None, "max_lines": None, "timeout": None,
}  # fmt: skip
"""The options of pictures of models, with the values that they have if they are not given."""


def inches(width: str) -> str | float:
    """The value of the option ``--width``: a word, or a number of inches."""
    try:
        return float(width)
    except ValueError:
        return width


Output = Annotated[
    str,
    typer.Option(
        "-o", "--output", metavar="FILE", help="The ending is the format: svg, png, pdf, dot, tex; - prints SVG."
    ),
]
Announced = Annotated[
    list[str] | None,
    typer.Option("--announce", metavar="FORMULA", help="Announce it first; removed worlds are pale. Repeatable."),
]
SideBySide = Annotated[bool, typer.Option("--side-by-side", help="With --announce: before and after.")]
Overlays = Annotated[
    bool, typer.Option("--overlays", help="With --announce: an overlay of Beamer for each step, as FILE.tex.")
]
Standalone = Annotated[bool, typer.Option("--standalone", help="For FILE.tex: a document that compiles alone.")]
Explained = Annotated[
    str | None, typer.Option("--explain", metavar="FORMULA", help="Draw why it is true or false, not the model.")
]
Updated = Annotated[
    str | None,
    typer.Option(
        "--update",
        metavar="ACTION",
        help="Draw the model, this event model and their product.",
        autocompletion=completed_file,
    ),
]
Happened = Annotated[str | None, typer.Option("--event", help="With --update: the event that happens.")]
Compared = Annotated[
    str | None,
    typer.Option(
        "--compare",
        metavar="MODEL",
        help="Draw both models: bisimilar worlds joined, or a formula that tells them apart.",
        autocompletion=completed_model,
    ),
]
On = Annotated[str | None, typer.Option("--on", metavar="ATOMS", help="With --compare: only these atoms, such as p,q.")]
Title = Annotated[str, typer.Option("--title", help="Text above the picture.")]
Highlight = Annotated[
    str | None, typer.Option("--highlight", metavar="FORMULA", help="Fill the worlds where it is true.")
]
Atoms = Annotated[Shown, typer.Option("--atoms", help="Show the true atoms, all literals, or none.")]
Weights = Annotated[bool, typer.Option("--weights/--no-weights", help="Show weights and ranks at worlds and events.")]
Names = Annotated[bool | None, typer.Option("--names/--no-names", help="Show the names of the worlds.")]
Compact = Annotated[bool, typer.Option("--compact", help="Short names of worlds, such as 101, where they are smaller.")]
Layout = Annotated[Form | None, typer.Option("--layout", help="Rows by plausibility or true atoms, a grid, a circle.")]
Width = Annotated[
    str | None,
    typer.Option("--width", metavar="slide|column|INCHES", help="Where it has to fit, still readable."),
]
Worlds = Annotated[
    list[str] | None, typer.Option("--world", metavar="WORLD", help="Draw this world and others named so. Repeatable.")
]
Agents = Annotated[str | None, typer.Option("--agents", metavar="a,b", help="Draw what these agents know.")]
Places = Annotated[
    list[str] | None,
    typer.Option("--place", metavar="WORLD=X,Y", help="The place of a world, in any unit, y upwards. Repeatable."),
]
Legend = Annotated[bool, typer.Option("--legend/--no-legend", help="Explain colours and signs.")]
Full = Annotated[bool, typer.Option("--full", help="Every arrow of every relation, loops included.")]
Program = Annotated[
    str | None, typer.Option("--program", metavar="dot|neato|sfdp|circo|...", help="The layout program of Graphviz.")
]
MaxWorlds = Annotated[int | None, typer.Option("--max-worlds", help="Maximal number of worlds.")]
MaxLines = Annotated[int | None, typer.Option("--max-lines", help="Maximal number of lines and arrows.")]
Timeout = Annotated[float | None, typer.Option("--timeout", help="Maximal time of the layout in seconds.")]
