"""The commands `draw` and `convert`: models and event models as pictures and in other formats."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kripke.change.event import EventModel
from kripke.formats.registry import Format
from kripke.models.explicit_model import Actions
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge, listing
from logic.parser import parse
from viz import draw as picture
from viz import draw_product, draw_sameness, draw_update
from whoknows.cli.actions import (
    ActionFiles,
    completed_file,
    files_of,
    note_new_atoms,
    read_actions,
    read_event_model,
    step,
)
from whoknows.cli.arguments import At, ModelName, completed_model
from whoknows.cli.engines import EngineName, announce_choice, listed, read_any_on, read_listed
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import STANDARD_INPUT, require_one_reader
from whoknows.cli.models import seen_from
from whoknows.cli.output import say
from whoknows.cli.targets import write_model

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


class Shown(StrEnum):
    """The literals that a picture shows."""

    TRUE = "true"
    ALL = "all"
    NONE = "none"


@app.command("draw", cls=Guarded, epilog=DRAW_EXAMPLES)
def _draw(
    model: ModelName,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The ending is the format: svg, png, pdf, dot, tex; - prints SVG."
        ),
    ] = STANDARD_INPUT,
    at: At = None,
    highlight: Annotated[
        str | None, typer.Option("--highlight", metavar="FORMULA", help="Fill the worlds where it is true.")
    ] = None,
    announce: Annotated[
        list[str] | None,
        typer.Option("--announce", metavar="FORMULA", help="Announce it first; removed worlds are pale. Repeatable."),
    ] = None,
    side_by_side: Annotated[bool, typer.Option("--side-by-side", help="With --announce: before and after.")] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="FORMULA", help="Draw why it is true or false, not the model.")
    ] = None,
    update: Annotated[
        str | None,
        typer.Option(
            "--update",
            metavar="ACTION",
            help="Draw the model, this event model and their product.",
            autocompletion=completed_file,
        ),
    ] = None,
    event: Annotated[str | None, typer.Option("--event", help="With --update: the event that happens.")] = None,
    compare: Annotated[
        str | None,
        typer.Option(
            "--compare",
            metavar="MODEL",
            help="Draw both models: bisimilar worlds joined, or a formula that tells them apart.",
            autocompletion=completed_model,
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="ATOMS", help="With --compare: only these atoms, such as p,q."),
    ] = None,
    action: ActionFiles = None,
    title: Annotated[str, typer.Option("--title", help="Text above the picture.")] = "",
    atoms: Annotated[Shown, typer.Option("--atoms", help="Show the true atoms, all literals, or none.")] = Shown.TRUE,
    weights: Annotated[
        bool, typer.Option("--weights/--no-weights", help="Show weights and ranks at worlds and events.")
    ] = True,
    names: Annotated[bool | None, typer.Option("--names/--no-names", help="Show the names of the worlds.")] = None,
    layers: Annotated[
        bool | None, typer.Option("--layers/--no-layers", help="A layer for each number of true atoms.")
    ] = None,
    legend: Annotated[bool, typer.Option("--legend/--no-legend", help="Explain colours and signs.")] = True,
    full: Annotated[bool, typer.Option("--full", help="Every arrow of every relation, loops included.")] = False,
    engine: Annotated[
        str | None, typer.Option("--engine", metavar="dot|neato|sfdp|circo|...", help="The layout program of Graphviz.")
    ] = None,
    max_worlds: Annotated[int | None, typer.Option("--max-worlds", help="Maximal number of worlds.")] = None,
    max_lines: Annotated[int | None, typer.Option("--max-lines", help="Maximal number of lines and arrows.")] = None,
    timeout: Annotated[float | None, typer.Option("--timeout", help="Maximal time of the layout in seconds.")] = None,
) -> None:
    """Draw a model, what changes it, a reason, or an event model."""
    path: Any = None if output == STANDARD_INPUT else Path(output)  # the return type of draw depends on it
    options: dict[str, Any] = {
        "title": title, "highlight": highlight, "atoms": atoms.value, "weights": weights, "names": names,
        "layers": layers, "legend": legend, "full": full, "engine": engine, "max_worlds": max_worlds,
        "max_lines": max_lines,
    }  # fmt: skip
    if timeout is not None:
        options["timeout"] = timeout
    chosen = {name: value for name, value in options.items() if value is not None}
    limits: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
    asked = {"--announce": announce, "--explain": explain, "--update": update, "--compare": compare, "--at": at}
    _require_one(**{name: value for name, value in asked.items() if name != "--at"})
    _require_heard(side_by_side and not announce, "--side-by-side", "--announce FORMULA")
    _require_heard(event is not None and update is None, "--event", "--update ACTION")
    if explain is not None:
        _refuse_for_reasons(
            title=bool(title), highlight=highlight is not None, atoms=atoms is not Shown.TRUE, weights=not weights,
            names=names is not None,
            layers=layers is not None, legend=not legend, full=full, engine=engine is not None,
            max_worlds=max_worlds is not None, max_lines=max_lines is not None,
        )  # fmt: skip
    _require_heard(on is not None and compare is None, "--on", "--compare MODEL")
    _require_heard(bool(action) and not (announce or explain), "--action", "--announce or --explain FORMULA")
    if highlight is not None and parse(highlight).actions:
        raise typer.BadParameter("--highlight cannot speak of named actions; whoknows where lists where it is true")
    require_one_reader(model, update, compare, *files_of(action))
    given = read_any_on(model)
    actions = read_actions(action)
    if isinstance(given, EventModel):
        drawn = _events(given, path, chosen, asked)
        say(str(drawn) if path is None else f"wrote {drawn}")
        return
    if explain is not None:
        verdict = given.seen_from(at).model.check(explain, actions=actions)
        drawn = picture(verdict.explain(), path, **limits)
        say(str(drawn) if path is None else f"wrote {drawn}")
        return
    shown = listed(given, SHOWS_ALL)
    if update is not None:
        change = read_event_model(update)
        note_new_atoms(update, change, shown)
        with step(update):
            drawn = draw_product(seen_from(shown, at), change, path, event=event, **chosen)
    elif compare is not None:
        drawn = draw_sameness(
            seen_from(shown, at), read_listed(compare), path, captions=_names(model, compare), compare=_atoms(on),
            **chosen,
        )  # fmt: skip
    elif announce:
        drawn = _update(seen_from(shown, at), announce, actions, side_by_side, path, chosen)
    else:
        drawn = picture(seen_from(shown, at), path, **chosen)
    say(str(drawn) if path is None else f"wrote {drawn}")


def _names(*models: str) -> list[str]:
    """The captions of pictures side by side: the file names, with their folders if the names are equal."""
    names = [Path(model).name or model for model in models]
    return names if len(set(names)) == len(names) else [*models]


def _require_one(**given: Any) -> None:
    """Raise a usage error for two options that each draw their own picture."""
    there = [name for name, value in given.items() if value]
    if len(there) > 1:
        raise typer.BadParameter(f"{listing(there, 'and')} are two pictures: give one of them")


def _require_heard(unheard: bool, option: str, other: str) -> None:
    """Raise a usage error for an option without the option that it needs."""
    if unheard:
        raise typer.BadParameter(f"{option} needs {other}: alone it has no effect")


def _refuse_for_reasons(**given: bool) -> None:
    """Raise a usage error for options of pictures of models in a picture of a reason."""
    there = [f"--{name.replace('_', '-')}" for name, is_given in given.items() if is_given]
    if there:
        raise typer.BadParameter(
            f"{listing(there, 'and')}: this is for pictures of models, and --explain draws a reason"
        )


def _events(shown: EventModel, path: Any, options: dict[str, Any], asked: dict[str, Any]) -> Any:
    """The picture of an event model; a usage error for options that need a model."""
    for name, value in asked.items():
        if value:
            raise typer.BadParameter(f"{name} is for models, and this is an event model; draw MODEL --update ACTION")
    try:
        return picture(shown, path, **options)
    except TooLarge as error:  # event models have no contraction and no submodels
        way_out = str(error).rpartition("or pass ")[2]
        size = str(error).partition(" is unreadable")[0].replace("worlds", "events")
        raise TooLarge(f"{size} is unreadable; if that is wanted, pass {way_out}") from None


def _atoms(given: str | None) -> list[str] | None:
    """The atoms that ``--on`` names, separated by commas outside brackets."""
    if given is None:
        return None
    return [atom.strip() for atom in re.split(r",(?![^()]*\))", given) if atom.strip()]


def _update(
    before: KripkeModel, said: list[str], actions: Actions, side_by_side: bool, path: Any, options: dict[str, Any]
) -> Any:
    after = before
    for formula in said:
        after = after.announce(formula, actions=actions)
    return (
        draw_update(before, after, path, **options) if side_by_side else picture(after, path, before=before, **options)
    )


CONVERT_EXAMPLES = examples(
    "whoknows convert muddy.smcdel.txt muddy.json",
    "whoknows convert model.json model.graphml",
    "whoknows convert model.json --to tikz > model.tex",
    "whoknows convert puzzle:hexa hexa.json",
    "whoknows convert large.smcdel.txt large.json       # too large to list: as decision diagrams",
    "whoknows convert peek.event peek.json",
)


@app.command("convert", cls=Guarded, epilog=CONVERT_EXAMPLES)
def _convert(
    model: ModelName,
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="The file to write; its ending is the format. -: standard output.")
    ] = STANDARD_INPUT,
    to: Annotated[Format | None, typer.Option("--to", help="The format to write, whatever the ending.")] = None,
    source: Annotated[Format | None, typer.Option("--from", help="The format to read, whatever the ending.")] = None,
    at: At = None,
    engine: EngineName = "auto",
) -> None:
    """Write a model, or an event model, in another format.

    JSON, SMCDEL's text and GraphML are read and written, DOT and TikZ are written; event models are read and written as
    JSON and as text. Endings: .json, .event, .smcdel.txt, .graphml, .dot, .gv, .tikz, .tex. The model is not changed;
    it is an error if the other format does not support a part of it. SMCDEL's atoms are numbers: other atoms are
    numbered, and the comments list them; its worlds have no names. A symbolic model is JSON with a second file
    for its diagrams.
    """
    given = read_any_on(model, engine, source)
    if isinstance(given, EventModel):
        _refuse_at(at)
        written = write_model(given, target, to)
    else:
        announce_choice(given.choice, as_json=False)
        written = write_model(given.seen_from(at).model, target, to)
    for path in written:
        say(f"wrote {path}")


def _refuse_at(at: str | None) -> None:
    if at is not None:
        raise typer.BadParameter("--at is for models, and this is an event model")
