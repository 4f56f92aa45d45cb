"""The command `draw`: pictures of models, updates, explanations and event models."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import typer

from kripke.change.event import EventModel
from kripke.data.lazy import Lazy
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing, shorten
from logic.formula import Formula
from logic.options import split
from viz.pictures.picture import Atoms, Layout, Palette
from whoknows.cli import models
from whoknows.cli.check import DETAIL, detail_of, explained
from whoknows.cli.guard import command, flag, option, refuse, written
from whoknows.cli.streams import STANDARD_INPUT, formula_text, read_typed_texts, require_one_reader, say, usage

drawing = Lazy("viz.drawing")  # with NumPy, which the help does not need
pairs, updates = Lazy("viz.pair_pictures"), Lazy("viz.update_pictures")


def inches(width: str) -> str | float:
    """Parse the value of the option ``--width``: a number of inches, or a keyword."""
    try:
        return float(width)
    except ValueError:
        return width


SHOWS_ALL = "a picture shows them all; announce first, by whoknows announce, or draw a reason, by --explain"
"""Advice for a model that has too many worlds for a picture."""


@command("draw", also=models.GRAPH_OPTIONS)
def _draw(
    ctx: typer.Context,
    model: str = models.MODEL,
    output: str = written(
        "-o --output FILE", "The ending is the format: svg, png, pdf, dot, tex, gif; - prints SVG.", STANDARD_INPUT
    ),
    at: str | None = models.AT,
    highlight: str | None = option("--highlight FORMULA", "Fill the worlds where it is true."),
    announce: list[str] = option("--announce FORMULA", "Announce it first; removed worlds are pale. Repeatable."),
    side_by_side: bool = flag("--side-by-side", "With --announce: before and after."),
    steps: bool = flag("--steps", "With --announce, --update: a picture of each step, in FILE.gif one by one."),
    columns: int | None = option("--columns", "With several pictures: in rows of this number."),
    overlays: bool = flag("--overlays", "As --steps, one by one: on a slide of Beamer, FILE.tex, or moving, FILE.svg."),
    explain: str | None = option("--explain FORMULA", "Draw why it is true or false, not the model."),
    detail: str | None = DETAIL,
    update: str | None = option(
        "--update ACTION", "Draw the model, this event model and their product.", complete=models.completed_file
    ),
    event: str | None = option("--event", "With --update: the event that happens."),
    compare: str | None = option(
        "--compare MODEL",
        "Draw both models: bisimilar worlds joined, or a formula that tells them apart.",
        complete=models.completed_model,
    ),
    on: str | None = option("--on ATOMS", "With --compare: only these atoms, such as p,q."),
    action: list[str] = models.ACTIONS,
    title: str = option("--title", "Text above the picture.", ""),
    atoms: Atoms = option("--atoms", "Show the true atoms, all literals, or none.", "true"),
    weights: bool = flag("--weights/--no-weights", "Show weights and ranks at worlds and events.", True),
    names: bool | None = flag("--names/--no-names", "Show the names of the worlds.", None),
    compact: bool = flag("--compact", "Short names of worlds, such as 101, where they are smaller."),
    layout: Layout | None = option("--layout", "Rows by plausibility or true atoms, a grid, a circle."),
    width: str | None = option("--width slide|column|INCHES", "Where it has to fit, still readable."),
    worlds: list[str] = option("--world WORLD", "Draw this world and others named so. Repeatable."),
    fold: bool = flag("--fold", "Worlds that nothing in the picture tells apart as one, with their number."),
    agents: str | None = option("--agents a,b", "Draw what these agents know."),
    positions: list[str] = option("--place WORLD=X,Y", "The place of a world, in any unit, y upwards. Repeatable."),
    standalone: bool = flag("--standalone", "For FILE.tex: a document that compiles alone."),
    legend: bool = flag("--legend/--no-legend", "Explain colours and signs.", True),
    full: bool = flag("--full", "Every arrow of every relation, loops included."),
    engine: str | None = option("--program dot|neato|sfdp|circo|...", "The layout program of Graphviz."),
    palette: Palette = option("--palette", "Colours of the agents; black is for print.", "okabe-ito"),
    font: str | None = option("--font NAME", "The letters' font, but in TikZ."),
    size: float | None = option("--size POINTS", "The letters' size: the picture is scaled so."),
    max_worlds: int | None = option("--max-worlds", "Maximal number of worlds."),
    max_lines: int | None = option("--max-lines", "Maximal number of lines and arrows."),
    timeout: float | None = option("--time SECONDS", "Maximal time of the layout."),
) -> None:
    """Draw a model, an update of it, an explanation, or an event model.

    Examples
    --------
    whoknows draw model.json -o model.svg
    whoknows draw model.json -o model.png --highlight 'K_a p' --atoms all
    whoknows draw model.json -o update.pdf --announce 'p | q' --side-by-side
    whoknows draw model.json -o steps.svg --announce 'p | q' --announce 'Kw_a p' --steps --columns 2
    whoknows draw model.json -o why.svg --explain 'K_a p'
    whoknows draw model.json -o product.png --update peek.event
    whoknows draw peek.event -o peek.svg
    whoknows draw model.json -o same.png --compare other.json
    whoknows draw puzzle:muddy_children > muddy.svg
    """
    if output == STANDARD_INPUT and sys.stdout.isatty():
        raise usage("the picture would fill the screen with SVG: -o model.png writes it into a file")
    params = {each.name: each for each in ctx.command.params if each.name in drawing.DrawOptions.__annotations__}
    options = {name: given for name, given in ctx.params.items() if name in params}
    options = {name: given for name, given in options.items() if given not in (params[name].default, None, ())}
    options |= {"names": "compact"} if compact else {}
    options |= {"width": inches(width)} if width else {}
    options |= {"agents": [name.strip() for name in agents.split(",")]} if agents else {}
    given = ctx.params | {"announce": announce, "action": action}
    pictures = [f"--{name}" for name in ("announce", "explain", "update", "compare") if given[name]]
    if steps or overlays:  # both are allowed: announcements, and then the action
        pictures = [name for name in pictures if name != "--update" or not announce]
    flags = {name: param.opts[0] for name, param in params.items()} | ({"names": "--compact"} if compact else {})
    request = SimpleNamespace(**given, options=options, pictures=pictures)
    _require_consistent(request, [flags[name] for name in options if name not in ("timeout", "width", "standalone")])
    drawn = _drawn(request)
    say(str(drawn) if output == STANDARD_INPUT else f"wrote {drawn}")


def _require_consistent(request: SimpleNamespace, of_models: Sequence[str]) -> None:
    """Raise a usage error for conflicting options; `of_models` are the options that apply only to models."""
    announced, explained = bool(request.announce), request.explain is not None
    changed = announced or request.update is not None
    needs = (
        (request.side_by_side and not announced, "--side-by-side needs --announce FORMULA"),
        (request.overlays and not changed, "--overlays needs --announce FORMULA or --update ACTION"),
        (request.steps and not changed, "--steps needs --announce FORMULA or --update ACTION"),
        (request.event is not None and request.update is None, "--event needs --update ACTION"),
        (request.detail is not None and not explained, "--detail needs --explain FORMULA"),
        (request.on is not None and request.compare is None, "--on needs --compare MODEL"),
        (request.action and not announced and not explained, "--action needs --announce or --explain FORMULA"),
    )
    turns = "--overlays" if request.overlays else "--steps"
    part = f"{listing(of_models, 'and')}: this is for pictures of models, and --explain draws a reason"
    refuse(
        (len(request.pictures) > 1, f"{listing(request.pictures, 'and')} are two pictures: give one of them"),
        *((wrong, f"{text}: alone it has no effect") for wrong, text in needs),
        (request.side_by_side and (request.steps or request.overlays), f"--side-by-side and {turns} are two pictures"),
        (explained and of_models, part),
    )
    formulas = request.highlight, request.explain, *request.announce
    require_one_reader(request.model, request.update, request.compare, *models.files_of(request.action), *formulas)


def _drawn(request: SimpleNamespace) -> Any:
    """Draw the requested picture; return its path, or its SVG text."""
    read = models.read_any_on(request.model, spare=request.compare is not None)
    actions = models.read_actions(request.action)
    path: Any = None if request.output == STANDARD_INPUT else Path(request.output)  # the result of draw depends on it
    options = request.options
    if isinstance(read, EventModel):
        for name in (*request.pictures, *(["--at"] if request.at else [])):
            raise usage(f"{name} is for models, and this is an event model; draw MODEL --update ACTION")
        return drawing.draw(read, path, **options)

    def typed(texts: Iterable[str]) -> list[Formula]:
        return read_typed_texts([formula_text(text) for text in texts], read.model)

    if request.explain is not None:
        verdict = read.seen_from(request.at).model.check(typed([request.explain])[0], actions=actions)
        return drawing.draw(explained(verdict, detail_of(True, request.detail) or "full"), path, **options)
    model = models.with_worlds(read.model, SHOWS_ALL)
    if "highlight" in options:
        (options["highlight"],) = typed([request.highlight])
        if options["highlight"].actions:
            raise usage("--highlight cannot speak of named actions; whoknows where lists where it is true")
    if "worlds" in options:
        options["worlds"] = [models.find_world(model, text) for text in options["worlds"]]
    if "positions" in options:
        options["positions"] = dict(_placed(model, text) for text in options["positions"])
    change = None if request.update is None else models.read_event_model(request.update)
    if change is not None:
        models.note_new_atoms(request.update, change, model)
    model = models.seen_from(model, request.at)
    if request.compare is not None:
        return _compared(request, model, models.read_listed(request.compare, read.is_told), path)
    return _drawn_changes(request, model, typed(request.announce), change, actions, path)


def _drawn_changes(
    request: SimpleNamespace,
    model: KripkeModel,
    announced: Sequence[Formula],
    change: EventModel | None,
    actions: Mapping[str, EventModel],
    path: Any,
) -> Any:
    """Draw a model with the announcements and the action that change it, if any."""
    options = request.options
    steps = [*accumulate(announced, lambda now, formula: now.announce(formula, actions=actions), initial=model)]
    if request.steps or request.overlays:
        captions = ["start", *(shorten(str(formula), 60) for formula in announced)]
        if change is not None:
            with models.step(request.update):
                steps.append(steps[-1].update(change, event=request.event))
            captions.append(Path(request.update).name)
        return updates.draw_sequence(steps, path, captions=captions, overlays=request.overlays, **options)
    if change is not None:
        with models.step(request.update):
            return pairs.draw_product(model, change, path, event=request.event, **options)
    if request.side_by_side:
        return updates.draw_update(model, steps[-1], path, **options)
    return drawing.draw(steps[-1], path, before=model if request.announce else None, **options)


def _compared(request: SimpleNamespace, model: KripkeModel, other: KripkeModel, path: Any) -> Any:
    """Draw two models, with the file names as captions."""
    names = [Path(each).name or each for each in (request.model, request.compare)]
    captions = names if names[0] != names[1] else [request.model, request.compare]
    atoms = None if request.on is None else [atom for atom in split(request.on) if atom]
    return pairs.draw_sameness(model, other, path, captions=captions, compare=atoms, **request.options)


def _placed(model: KripkeModel, text: str) -> tuple[World, tuple[float, float]]:
    name, _, place = text.rpartition("=")
    try:
        x, y = map(float, place.split(","))
    except ValueError:
        raise usage(f"--place {text}: expected WORLD=X,Y, such as w1=0,1.5") from None
    return models.find_world(model, name), (x, y)
