"""The commands of single games: ``whoknows GAME COMMAND``, made from what the game's folder says."""

from __future__ import annotations

from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer

from games.core.progress import untold
from games.telling.description import Flag, OwnCommand, own_commands
from kripke.formats.writing import require_place
from viz.boards import draw_answer, has_board
from viz.output.files import ending_of
from whoknows.cli.guard import Group, Guarded, examples
from whoknows.cli.inputs import AsJson
from whoknows.cli.output import emit, progress, say, table

Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="A picture; the ending is the format: svg, png or pdf."),
]


def group_of(game: str) -> Any:
    """The group of a game's commands; None where the game has none."""
    commands = own_commands(game)
    if not commands:
        return None
    app = typer.Typer(cls=Group, rich_markup_mode=None, no_args_is_help=True, help=f"Commands of the game {game}.")
    app.callback()(lambda: None)
    for each in commands:
        app.command(each.name, cls=Guarded, help=each.help, epilog=examples(*each.examples))(_function(game, each))
    return typer.main.get_group(app)


def _function(game: str, command: OwnCommand) -> Any:
    """A function with the parameters that the command has, as Typer reads them."""

    def run(text: str, as_json: bool, output: Path | None = None, **given: str | bool) -> None:
        if output is not None:
            ending_of(output)
            require_place(output)
        if command.counts:
            with progress(as_json, command.counts) as told:
                answer = command.answer(text, **given, told=told or untold)
        else:
            answer = command.answer(text, **given)
        if as_json:
            emit(answer.data)
        else:
            say(answer.title, style="strong")
            for heading, rows in answer.tables:
                say(f"\n{heading}")
                table(rows, indent="  ")
            say(f"\n{answer.conclusion}", style="strong")
        if output is not None:
            draw_answer(f"{game}_{command.name}", answer.found, output)
            if not as_json:
                say(f"wrote {output}")

    metavar, said = command.argument
    options: dict[str, tuple[Any, Any]] = {
        name: (Annotated[bool, typer.Option(f"--{name}", help=each.help)], False)
        if isinstance(each, Flag)
        else (Annotated[str, typer.Option(f"--{name}", metavar=each.metavar, help=each.help)], each.default)
        for name, each in command.options.items()
    }
    kinds: dict[str, tuple[Any, Any]] = {
        "text": (Annotated[str, typer.Argument(metavar=metavar, help=said)], Parameter.empty),
        **options,
        **({"output": (Output, None)} if has_board(f"{game}_{command.name}") else {}),
        "as_json": (AsJson, False),
    }
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in kinds.items()
    ]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {name: kind for name, (kind, _) in kinds.items()}
    return run
