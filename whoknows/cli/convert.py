"""The command `convert`: models and event models in other formats."""

from __future__ import annotations

from typing import Annotated

import typer

from kripke.change.event import EventModel
from kripke.formats.registry import Format
from whoknows.cli.arguments import At, ModelName
from whoknows.cli.engines import AgentOf, AtomsOf, EngineName, announce_choice, read_any_on
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import STANDARD_INPUT
from whoknows.cli.output import say
from whoknows.cli.targets import write_model

app = typer.Typer(rich_markup_mode=None)

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
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """Write a model, or an event model, in another format.

    JSON, SMCDEL's text and GraphML are read and written, DOT and TikZ are written; event models are read and written as
    JSON and as text. Endings: .json, .event, .smcdel.txt, .graphml, .dot, .gv, .tikz, .tex. The model is not changed;
    it is an error if the other format does not support a part of it. SMCDEL's atoms are numbers: other atoms are
    numbered, and the comments list them; its worlds have no names. A symbolic model is JSON with a second file
    for its diagrams; on standard output, the JSON contains them.
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
