"""The commands that write files: pictures of models, and models in other formats."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kripke.model import KripkeModel
from viz import draw as picture
from viz import draw_update
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import STANDARD_INPUT
from whoknows.cli.models import At, ModelName, read_model, seen_from
from whoknows.cli.output import say
from whoknows.cli.sources import Format, write_model

app = typer.Typer(rich_markup_mode=None)

DRAW_EXAMPLES = examples(
    "whoknows draw model.json -o model.svg",
    "whoknows draw model.json -o model.png --highlight 'K_a p' --atoms all",
    "whoknows draw model.json -o update.pdf --announce 'p | q' --side-by-side",
    "whoknows draw model.json -o why.svg --explain 'K_a p'",
    "whoknows draw puzzle:muddy_children > muddy.svg",
)


class Shown(StrEnum):
    """Which literals a picture says."""

    TRUE = "true"
    ALL = "all"
    NONE = "none"


@app.command(cls=Guarded, epilog=DRAW_EXAMPLES)
def draw(
    model: ModelName,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The ending says the format: svg, png, pdf, dot, tex; - prints SVG."
        ),
    ] = STANDARD_INPUT,
    at: At = None,
    highlight: Annotated[
        str | None, typer.Option("--highlight", metavar="FORMULA", help="Fill the worlds where it is true.")
    ] = None,
    announce: Annotated[
        list[str] | None,
        typer.Option("--announce", metavar="FORMULA", help="Announce it first; worlds that go are pale. Repeatable."),
    ] = None,
    side_by_side: Annotated[bool, typer.Option("--side-by-side", help="With --announce: before and after.")] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="FORMULA", help="Draw why it is true or false, not the model.")
    ] = None,
    title: Annotated[str, typer.Option("--title", help="Above the picture.")] = "",
    atoms: Annotated[Shown, typer.Option("--atoms", help="Say the true atoms, all literals, or none.")] = Shown.TRUE,
    names: Annotated[bool | None, typer.Option("--names/--no-names", help="Write the worlds' names.")] = None,
    layers: Annotated[
        bool | None, typer.Option("--layers/--no-layers", help="A layer for each number of true atoms.")
    ] = None,
    legend: Annotated[bool, typer.Option("--legend/--no-legend", help="Explain colours and signs.")] = True,
    full: Annotated[bool, typer.Option("--full", help="Every arrow of every relation, loops included.")] = False,
    engine: Annotated[
        str | None, typer.Option("--engine", metavar="dot|neato|sfdp|circo|...", help="Who places the worlds.")
    ] = None,
    max_worlds: Annotated[int | None, typer.Option("--max-worlds", help="Draw models of up to so many worlds.")] = None,
    max_lines: Annotated[int | None, typer.Option("--max-lines", help="Draw up to so many lines and arrows.")] = None,
    timeout: Annotated[float | None, typer.Option("--timeout", help="Seconds for the layout.")] = None,
) -> None:
    """Draw a model, what an announcement does to it, or a reason."""
    path: Any = None if output == STANDARD_INPUT else Path(output)  # draw's type depends on whether there is one
    options: dict[str, Any] = {
        "title": title, "highlight": highlight, "atoms": atoms.value, "names": names, "layers": layers,
        "legend": legend, "full": full, "engine": engine, "max_worlds": max_worlds, "max_lines": max_lines,
    }  # fmt: skip
    if timeout is not None:
        options["timeout"] = timeout
    chosen = {name: value for name, value in options.items() if value is not None}
    shown = seen_from(read_model(model), at)
    if explain is not None:
        limits: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
        drawn = picture(shown.check(explain).explain(), path, **limits)
    elif announce:
        drawn = _update(shown, announce, side_by_side, path, chosen)
    else:
        drawn = picture(shown, path, **chosen)
    say(str(drawn) if path is None else f"wrote {drawn}")


def _update(before: KripkeModel, said: list[str], side_by_side: bool, path: Any, options: dict[str, Any]) -> Any:
    after = before
    for formula in said:
        after = after.announce(formula)
    return (
        draw_update(before, after, path, **options) if side_by_side else picture(after, path, before=before, **options)
    )


CONVERT_EXAMPLES = examples(
    "whoknows convert muddy.smcdel.txt muddy.json",
    "whoknows convert model.json model.graphml",
    "whoknows convert model.json --to tikz > model.tex",
    "whoknows convert puzzle:hexa hexa.json",
)


@app.command(cls=Guarded, epilog=CONVERT_EXAMPLES)
def convert(
    model: ModelName,
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="The file to write; its ending says the format. -: standard output.")
    ] = STANDARD_INPUT,
    to: Annotated[Format | None, typer.Option("--to", help="The format to write, whatever the ending.")] = None,
    source: Annotated[Format | None, typer.Option("--from", help="The format to read, whatever the ending.")] = None,
    at: At = None,
) -> None:
    """Write a model in another format.

    JSON, SMCDEL's text and GraphML are read and written, DOT and TikZ are written. Endings: .json, .smcdel.txt,
    .graphml, .dot, .gv, .tikz, .tex. The model is not changed; where the other format cannot say all of it, that is
    an error.
    """
    found = seen_from(read_model(model, source), at)
    write_model(found, target, to)
    if target != STANDARD_INPUT:
        say(f"wrote {target}")
