"""The command `draw`: pictures of models, of what changes them, of reasons, and of event models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kripke.change.event import EventModel
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing
from logic.parser import parse
from viz import draw as picture
from viz import draw_product, draw_sameness, draw_sequence, draw_update
from whoknows.cli import models
from whoknows.cli.check import explained
from whoknows.cli.guard import Guarded, examples
from whoknows.cli.inputs import STANDARD_INPUT, require_one_reader
from whoknows.cli.output import say


class Literals(StrEnum):
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
    "title": "", "highlight": None, "atoms": Literals.TRUE, "weights": True, "names": None, "layout": None,
    "width": None, "worlds": None, "agents": None, "positions": None, "standalone": False,
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
        autocompletion=models.completed_file,
    ),
]
Happened = Annotated[str | None, typer.Option("--event", help="With --update: the event that happens.")]
Compared = Annotated[
    str | None,
    typer.Option(
        "--compare",
        metavar="MODEL",
        help="Draw both models: bisimilar worlds joined, or a formula that tells them apart.",
        autocompletion=models.completed_model,
    ),
]
On = Annotated[str | None, typer.Option("--on", metavar="ATOMS", help="With --compare: only these atoms, such as p,q.")]
Title = Annotated[str, typer.Option("--title", help="Text above the picture.")]
Highlight = Annotated[
    str | None, typer.Option("--highlight", metavar="FORMULA", help="Fill the worlds where it is true.")
]
Atoms = Annotated[Literals, typer.Option("--atoms", help="Show the true atoms, all literals, or none.")]
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


app = typer.Typer(rich_markup_mode=None)

DRAW_EXAMPLES = examples(
    "whoknows draw model.json -o model.svg",
    "whoknows draw model.json -o model.png --highlight 'K_a p' --atoms all",
    "whoknows draw model.json -o update.pdf --announce 'p | q' --side-by-side",
    "whoknows draw model.json -o why.svg --explain 'K_a p'",
    "whoknows draw model.json -o product.png --update peek.event",
    "whoknows draw peek.event -o peek.svg",
    "whoknows draw model.json -o same.png --compare other.json",
    "whoknows draw puzzle:muddy_children > muddy.svg",
)

SHOWS_ALL = "a picture shows them all; announce first, by whoknows announce, or draw a reason, by --explain"
"""The reason why the worlds of a drawn model must be listed."""


@dataclass(frozen=True)
class Request:
    """A request to draw; `options` are the options of pictures of models that differ from their defaults."""

    model: str
    output: str
    at: str | None
    announce: Sequence[str]
    side_by_side: bool
    overlays: bool
    explain: str | None
    update: str | None
    event: str | None
    compare: str | None
    on: str | None
    action: Sequence[str]
    options: dict[str, Any]

    @property
    def path(self) -> Any:  # the return type of draw depends on it
        """The path of the picture; None for standard output."""
        return None if self.output == STANDARD_INPUT else Path(self.output)

    @property
    def pictures(self) -> dict[str, Any]:
        """The options that each ask for a picture of their own."""
        pictures = {
            "--announce": self.announce, "--explain": self.explain, "--update": self.update, "--compare": self.compare,
        }  # fmt: skip
        return {name: value for name, value in pictures.items() if value}


@app.command("draw", cls=Guarded, epilog=DRAW_EXAMPLES)
def _draw(
    ctx: typer.Context,
    model: models.ModelName,
    output: Output = STANDARD_INPUT,
    at: models.At = None,
    highlight: Highlight = None,
    announce: Announced = None,
    side_by_side: SideBySide = False,
    overlays: Overlays = False,
    explain: Explained = None,
    update: Updated = None,
    event: Happened = None,
    compare: Compared = None,
    on: On = None,
    action: models.ActionFiles = None,
    title: Title = "",
    atoms: Atoms = Literals.TRUE,
    weights: Weights = True,
    names: Names = None,
    compact: Compact = False,
    layout: Layout = None,
    width: Width = None,
    worlds: Worlds = None,
    agents: Agents = None,
    positions: Places = None,
    standalone: Standalone = False,
    legend: Legend = True,
    full: Full = False,
    engine: Program = None,
    max_worlds: MaxWorlds = None,
    max_lines: MaxLines = None,
    timeout: Timeout = None,
    agent: models.AgentOf = None,
    node_atoms: models.AtomsOf = None,
) -> None:
    """Draw a model, what changes it, a reason, or an event model."""
    given = ctx.params
    options = {name: given[name] for name, usual in DEFAULTS.items() if given[name] not in (usual, ())}
    options |= {"names": "compact"} if compact else {}
    options |= {"width": inches(width)} if width else {}
    options |= {"agents": [name.strip() for name in agents.split(",")]} if agents else {}
    of_request = (each.name for each in fields(Request) if each.name != "options")
    request = Request(**{name: given[name] for name in of_request}, options=options)
    flags = {each.name: each.opts[0] for each in ctx.command.params} | ({"names": "--compact"} if compact else {})
    _require_consistent(request, [flags[name] for name in options if name != "timeout"])
    drawn = _drawn(request)
    say(str(drawn) if request.path is None else f"wrote {drawn}")


def _require_consistent(request: Request, of_models: Sequence[str]) -> None:
    """Raise a usage error for options that do not go together; `of_models` are those of pictures of models."""
    if len(request.pictures) > 1:
        raise typer.BadParameter(f"{listing(request.pictures, 'and')} are two pictures: give one of them")
    announced, explained = bool(request.announce), request.explain is not None
    for given, needed, option, other in (
        (request.side_by_side, announced, "--side-by-side", "--announce FORMULA"),
        (request.overlays, announced, "--overlays", "--announce FORMULA"),
        (request.event is not None, request.update is not None, "--event", "--update ACTION"),
        (request.on is not None, request.compare is not None, "--on", "--compare MODEL"),
        (bool(request.action), announced or explained, "--action", "--announce or --explain FORMULA"),
    ):
        if given and not needed:
            raise typer.BadParameter(f"{option} needs {other}: alone it has no effect")
    if request.overlays and request.side_by_side:
        raise typer.BadParameter("--side-by-side and --overlays are two pictures: give one of them")
    if explained and of_models:
        raise typer.BadParameter(
            f"{listing(of_models, 'and')}: this is for pictures of models, and --explain draws a reason"
        )
    highlight = request.options.get("highlight")
    if highlight is not None and parse(highlight).actions:
        raise typer.BadParameter("--highlight cannot speak of named actions; whoknows where lists where it is true")
    require_one_reader(request.model, request.update, request.compare, *models.files_of(request.action))


def _drawn(request: Request) -> Any:
    """The path of the picture, or its text."""
    read, actions = models.read_any_on(request.model), models.read_actions(request.action)
    path, options = request.path, request.options
    if isinstance(read, EventModel):
        for name in (*request.pictures, *(["--at"] if request.at else [])):
            raise typer.BadParameter(f"{name} is for models, and this is an event model; draw MODEL --update ACTION")
        return picture(read, path, **options)
    if request.explain is not None:
        verdict = read.seen_from(request.at).model.check(request.explain, actions=actions)
        return picture(explained(verdict), path, **options)
    model = models.with_worlds(read.model, SHOWS_ALL)
    if "worlds" in options:
        options["worlds"] = [models.find_world(model, text) for text in options["worlds"]]
    if "positions" in options:
        options["positions"] = dict(_placed(model, text) for text in options["positions"])
    if request.update is not None:
        change = models.read_event_model(request.update)
        models.note_new_atoms(request.update, change, model)
        with models.step(request.update):
            return draw_product(models.seen_from(model, request.at), change, path, event=request.event, **options)
    model = models.seen_from(model, request.at)
    if request.compare is not None:
        names = [Path(each).name or each for each in (request.model, request.compare)]
        captions = names if names[0] != names[1] else [request.model, request.compare]
        on = None if request.on is None else re.split(r",(?![^()]*\))", request.on)  # commas outside brackets
        atoms = None if on is None else [atom.strip() for atom in on if atom.strip()]
        return draw_sameness(
            model, models.read_listed(request.compare), path, captions=captions, compare=atoms, **options
        )
    steps = [model]
    for formula in request.announce:
        steps.append(steps[-1].announce(formula, actions=actions))
    if request.overlays:
        return draw_sequence(steps, path, overlays=True, **options)
    if request.side_by_side:
        return draw_update(model, steps[-1], path, **options)
    return picture(steps[-1], path, before=model if request.announce else None, **options)


def _placed(model: KripkeModel, text: str) -> tuple[World, tuple[float, float]]:
    """The world and the place of an option ``--place``."""
    name, _, place = text.rpartition("=")
    try:
        x, y = map(float, place.split(","))
    except ValueError:
        raise typer.BadParameter(f"--place {text}: expected WORLD=X,Y, such as w1=0,1.5") from None
    return models.find_world(model, name), (x, y)
