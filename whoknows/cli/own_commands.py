"""Commands of single games, ``whoknows GAME COMMAND``, declared in the packages of the games."""

from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

from games.core.progress import untold
from games.telling.description import Flag, OwnCommand, own_commands
from kripke.formats.writing import require_place
from viz.boards import draw_answer, has_board
from viz.output.files import ending_of
from whoknows.cli.guard import AS_JSON, argument, command, flag, group, option, written
from whoknows.cli.streams import emit, progress, say, table


def declare(game: str) -> bool:
    """Declare the commands of a game as a group; return False if the game has none."""
    commands = own_commands(game)
    if commands:
        declared = group(game, f"Commands of the game {game}.")
        for each in commands:
            command(each.name, declared)(_function(game, each))
    return bool(commands)


def _function(game: str, own: OwnCommand) -> Any:
    """Build a function with the parameters and the help text of the command."""

    def run(text: str, as_json: bool, output: Path | None = None, **given: str | bool) -> None:
        if output is not None:
            ending_of(output)
            require_place(output)
        if own.counts:
            with progress(as_json, own.counts) as callback:
                answer = own.answer(text, **given, told=callback or untold)
        else:
            answer = own.answer(text, **given)
        if as_json:
            emit(answer.data)
        else:
            say(answer.title, style="strong")
            for heading, rows in answer.tables:
                say(f"\n{heading}")
                table(rows, indent="  ")
            say(f"\n{answer.conclusion}", style="strong")
        if output is not None:
            draw_answer(f"{game}_{own.name}", answer.found, output)
            if not as_json:
                say(f"wrote {output}")

    picture = written("-o --output FILE", "A picture; the ending is the format: svg, png or pdf.")
    kinds: dict[str, tuple[Any, Any]] = {"text": (str, argument(*own.argument))}
    for name, each in own.options.items():
        if isinstance(each, Flag):
            kinds[name] = (bool, flag(f"--{name}", each.help))
        else:
            kinds[name] = (str, option(f"--{name} {each.metavar}", each.help, each.default))
    kinds |= {"output": (Path | None, picture)} if has_board(f"{game}_{own.name}") else {}
    kinds["as_json"] = (bool, AS_JSON)
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=how, annotation=of) for name, (of, how) in kinds.items()
    ]
    vars(run)["__signature__"] = Signature(parameters)
    run.__annotations__ = {name: of for name, (of, _) in kinds.items()}
    run.__doc__ = "\n".join([own.help, "", "Examples", "--------", *own.examples])
    return run
