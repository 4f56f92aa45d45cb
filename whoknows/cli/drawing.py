"""The command `draw`: pictures of models, of what changes them, of reasons, and of event models."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from kripke.change.event import EventModel
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing
from logic.parser import parse
from viz import draw as picture
from viz import draw_product, draw_sameness, draw_sequence, draw_update
from whoknows.cli import picture_options as given
from whoknows.cli.actions import ActionFiles, files_of, note_new_atoms, read_actions, read_event_model, step
from whoknows.cli.arguments import At, ModelName
from whoknows.cli.engines import AgentOf, AtomsOf, listed, read_any_on, read_listed
from whoknows.cli.explaining import explained
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import STANDARD_INPUT, require_one_reader
from whoknows.cli.models import find_world, seen_from
from whoknows.cli.output import say
from whoknows.cli.picture_options import DEFAULTS, Shown

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


@dataclass(frozen=True, slots=True)
class Request:
    """What the command is to draw.

    Parameters
    ----------
    side_by_side : bool
        Whether the announcements are drawn as before and after.
    update : str or None
        The file of an event model whose product is drawn.
    options : mapping of str to Any
        The options of pictures of models that differ from their defaults.
    """

    model: str
    output: str
    at: str | None
    announce: list[str]
    side_by_side: bool
    overlays: bool
    explain: str | None
    update: str | None
    event: str | None
    compare: str | None
    on: str | None
    action: list[str]
    options: Mapping[str, Any]

    @property
    def path(self) -> Any:  # the return type of draw depends on it
        """The path of the picture; None for standard output."""
        return None if self.output == STANDARD_INPUT else Path(self.output)

    def about(self, model: KripkeModel) -> Request:
        """The request with the worlds that its options name."""
        named: dict[str, Any] = {}
        if "worlds" in self.options:
            named["worlds"] = [find_world(model, text) for text in self.options["worlds"]]
        if "positions" in self.options:
            named["positions"] = dict(_placed(model, text) for text in self.options["positions"])
        return replace(self, options={**self.options, **named})

    @property
    def pictures(self) -> dict[str, Any]:
        """The options that each ask for a picture of their own."""
        asked = {
            "--announce": self.announce, "--explain": self.explain, "--update": self.update, "--compare": self.compare,
        }  # fmt: skip
        return {name: value for name, value in asked.items() if value}


@app.command("draw", cls=Guarded, epilog=DRAW_EXAMPLES)
def _draw(
    model: ModelName,
    output: given.Output = STANDARD_INPUT,
    at: At = None,
    highlight: given.Highlight = None,
    announce: given.Announced = None,
    side_by_side: given.SideBySide = False,
    overlays: given.Overlays = False,
    explain: given.Explained = None,
    update: given.Updated = None,
    event: given.Happened = None,
    compare: given.Compared = None,
    on: given.On = None,
    action: ActionFiles = None,
    title: given.Title = "",
    atoms: given.Atoms = Shown.TRUE,
    weights: given.Weights = True,
    names: given.Names = None,
    compact: given.Compact = False,
    layout: given.Layout = None,
    width: given.Width = None,
    world: given.Worlds = None,
    agents: given.Agents = None,
    place: given.Places = None,
    standalone: given.Standalone = False,
    legend: given.Legend = True,
    full: given.Full = False,
    program: given.Program = None,
    max_worlds: given.MaxWorlds = None,
    max_lines: given.MaxLines = None,
    timeout: given.Timeout = None,
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """Draw a model, what changes it, a reason, or an event model."""
    shown, part = "compact" if compact else names, agents and [name.strip() for name in agents.split(",")]
    values = (
        title, highlight, atoms, weights, shown, layout, width and given.inches(width), world, part, place, standalone,
        legend, full, program, max_worlds, max_lines, timeout,
    )  # fmt: skip
    options = {name: v for (name, usual), v in zip(DEFAULTS.items(), values, strict=True) if v != usual}
    request = Request(
        model,
        output,
        at,
        announce or [],
        side_by_side,
        overlays,
        explain,
        update,
        event,
        compare,
        on,
        action or [],
        options,
    )
    _require_consistent(request)
    drawn = _drawn(request)
    say(str(drawn) if request.path is None else f"wrote {drawn}")


def _placed(model: KripkeModel, text: str) -> tuple[World, tuple[float, float]]:
    """The world and the place of an option ``--place``."""
    name, _, place = text.rpartition("=")
    try:
        x, y = map(float, place.split(","))
    except ValueError:
        raise typer.BadParameter(f"--place {text}: expected WORLD=X,Y, such as w1=0,1.5") from None
    return find_world(model, name), (x, y)


def _require_consistent(request: Request) -> None:
    """Raise a usage error for options that do not go together."""
    _require_one(request.pictures)
    _require_heard(request.side_by_side and not request.announce, "--side-by-side", "--announce FORMULA")
    _require_heard(request.overlays and not request.announce, "--overlays", "--announce FORMULA")
    if request.overlays and request.side_by_side:
        raise typer.BadParameter("--side-by-side and --overlays are two pictures: give one of them")
    _require_heard(request.event is not None and request.update is None, "--event", "--update ACTION")
    if request.explain is not None:
        _refuse_for_reasons(request.options)
    _require_heard(request.on is not None and request.compare is None, "--on", "--compare MODEL")
    unheard = bool(request.action) and not (request.announce or request.explain)
    _require_heard(unheard, "--action", "--announce or --explain FORMULA")
    highlight = request.options.get("highlight")
    if highlight is not None and parse(highlight).actions:
        raise typer.BadParameter("--highlight cannot speak of named actions; whoknows where lists where it is true")
    require_one_reader(request.model, request.update, request.compare, *files_of(request.action))


def _require_one(pictures: Mapping[str, Any]) -> None:
    """Raise a usage error for two options that each draw their own picture."""
    if len(pictures) > 1:
        raise typer.BadParameter(f"{listing(pictures, 'and')} are two pictures: give one of them")


def _require_heard(unheard: bool, option: str, other: str) -> None:
    """Raise a usage error for an option without the option that it needs."""
    if unheard:
        raise typer.BadParameter(f"{option} needs {other}: alone it has no effect")


def _refuse_for_reasons(options: Mapping[str, Any]) -> None:
    """Raise a usage error for options of pictures of models in a picture of a reason."""
    there = [f"--{name.replace('_', '-')}" for name in options if name != "timeout"]
    if there:
        raise typer.BadParameter(
            f"{listing(there, 'and')}: this is for pictures of models, and --explain draws a reason"
        )


def _drawn(request: Request) -> Any:
    """The path of the picture, or its text."""
    read, actions = read_any_on(request.model), read_actions(request.action)
    if isinstance(read, EventModel):
        return _events(read, request)
    if request.explain is not None:
        verdict = read.seen_from(request.at).model.check(request.explain, actions=actions)
        return picture(explained(verdict), request.path, **request.options)
    shown = listed(read, SHOWS_ALL)
    request = request.about(shown)
    if request.update is not None:
        return _product(shown, request.update, request)
    shown = seen_from(shown, request.at)
    if request.compare is not None:
        return _sameness(shown, request.compare, request)
    steps = [shown]
    for formula in request.announce:
        steps.append(steps[-1].announce(formula, actions=actions))
    after = steps[-1]
    if request.overlays:
        return draw_sequence(steps, request.path, overlays=True, **request.options)
    if request.side_by_side:
        return draw_update(shown, after, request.path, **request.options)
    return picture(after, request.path, before=shown if request.announce else None, **request.options)


def _events(shown: EventModel, request: Request) -> Any:
    """The picture of an event model; a usage error for options that need a model."""
    for name in (*request.pictures, *(["--at"] if request.at else [])):
        raise typer.BadParameter(f"{name} is for models, and this is an event model; draw MODEL --update ACTION")
    return picture(shown, request.path, **request.options)


def _product(shown: KripkeModel, update: str, request: Request) -> Any:
    """The picture of the model, the event model in a file, and their product."""
    change = read_event_model(update)
    note_new_atoms(update, change, shown)
    with step(update):
        before = seen_from(shown, request.at)
        return draw_product(before, change, request.path, event=request.event, **request.options)


def _sameness(shown: KripkeModel, other: str, request: Request) -> Any:
    """The picture of the model and the one that it is compared with."""
    captions, on = _names(request.model, other), _atoms(request.on)
    return draw_sameness(shown, read_listed(other), request.path, captions=captions, compare=on, **request.options)


def _names(*models: str) -> list[str]:
    """The captions of pictures side by side: the file names, with their folders if the names are equal."""
    names = [Path(model).name or model for model in models]
    return names if len(set(names)) == len(names) else [*models]


def _atoms(given: str | None) -> list[str] | None:
    """The atoms that ``--on`` names, separated by commas outside brackets."""
    if given is None:
        return None
    return [atom.strip() for atom in re.split(r",(?![^()]*\))", given) if atom.strip()]
