"""The Typer application ``whoknows``; it imports the module of a command when the command is called."""

import inspect
import re
from collections.abc import Collection, Mapping, Sequence
from functools import wraps
from importlib import import_module
from inspect import Parameter
from itertools import takewhile
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup

import whoknows
from logic.errors import EpistemicError, ParseError, shorten
from whoknows.cli import guard
from whoknows.cli.guard import COMMANDS, DECLARED, Command, guarded, leave_with, report_usage

WORD = re.compile(r"""#.*|(?:'[^']*'|"[^"]*"|\S)+""")
"""Matches a word of a command line, with quoted parts, or a comment."""
DEEPER = " " * 6


def built(name: str) -> Any:
    """Build the Typer command, or group of commands, that an imported module has declared."""
    declared, app = DECLARED[name], typer.Typer(rich_markup_mode=None)
    commands = {name: declared} if isinstance(declared, Command) else declared.commands
    if not isinstance(declared, Command):
        end = examples(*declared.examples)
        app = typer.Typer(
            name=name, cls=Group, rich_markup_mode=None, no_args_is_help=True, help=declared.text, epilog=end
        )
        app.callback()(lambda: None)  # so that Typer builds a group even for one command
    for each in commands:
        _add(app, each, commands[each])
    group = typer.main.get_group(app)
    return group.commands.get(name, group)


def _add(app: typer.Typer, name: str, command: Command) -> None:
    text, _, lines = inspect.cleandoc(command.function.__doc__ or "").partition("\n\nExamples\n--------\n")
    own = inspect.signature(command.function, eval_str=True)
    lists = {each for each, of in own.parameters.items() if get_origin(of.annotation) is list}
    more = [
        Parameter(each, Parameter.KEYWORD_ONLY, default=of, annotation=str | None) for each, of in command.also.items()
    ]

    @wraps(command.function)
    def run(**given: Any) -> Any:
        values = ((each, value) for each, value in given.items() if each not in command.also)
        return command.run({each: [] if value is None and each in lists else value for each, value in values})

    parameters = [each.replace(default=_made(each.default)) for each in (*own.parameters.values(), *more)]
    vars(run)["__signature__"] = own.replace(parameters=parameters)
    app.command(name, cls=Guarded, help=text, epilog=examples(*lines.splitlines()))(run)


def _made(given: Any) -> Any:
    """Convert a declared option or argument to Typer's class for it; return any other default unchanged."""
    if not isinstance(given, guard.Parameter):
        return given
    return (typer.Option if given.names else typer.Argument)(given.default, *given.names, **given.more)


def examples(*lines: str) -> str:
    """Return the end of a command's help with its examples, one per line."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)]) if lines else ""


def wrapped(text: str, width: int) -> str:
    r"""Wrap example commands to the width, with ``\`` at line ends, so they can be pasted into a shell."""
    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= width - 2:
            lines.append(line)
            continue
        first, *rest = WORD.findall(line)
        parts = [line[: len(line) - len(line.lstrip())] + first]
        for word in rest:
            if len(parts[-1]) + len(word) + len("  \\") > width - 2:
                parts.append(DEEPER + word)
            else:
                parts[-1] += f" {word}"
        lines += [*(f"{part} \\" for part in parts[:-1]), parts[-1]]
    return "\n".join(lines)


LEAST, NARROW, COLUMN = 30, 70, 10
"""Minimum width of the help, the width below which its first column is narrowed, and the narrowed column's width."""

TYPE = re.compile(r" <[a-z\[\] ]+>$")  # the type that Typer writes after the name of an argument

WIDE = 1_000  # number of columns without a terminal: lines are then not wrapped


REFUSED = (
    (r"(?s).*\binteger\b.*", "a whole number"),
    (r"(?s).*\bvalid number\b.*", "a number"),
    (r"Input should be greater than or equal to (\S+)", r"a number, at least \1"),
    (r"Input should be less than or equal to (\S+)", r"a number, at most \1"),
)
"""Patterns of pydantic's messages about invalid values, each with the expected value in words."""


def expected(value: object, message: str) -> str:
    """Return pydantic's `message` about an option's value, or a clearer one if it matches a pattern in `REFUSED`."""
    for theirs, kind in REFUSED:
        if match := re.fullmatch(theirs, message):
            return f"expected {match.expand(kind)}, got {shorten(str(value))}"
    return message.removeprefix("Value error, ")


PLAIN = re.compile("[0-9]{1,9}")  # a whole number that is read without pydantic


class AsGiven:
    """A converter of parameters for Typer; strings, flags, lists of words and plain numbers need no pydantic."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value that is passed to the function of the command."""
        annotation, limits = param.type_descriptor.annotation, param.type_descriptor.parameter_info
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if annotation in (str, bool) or type(value) is annotation or value in get_args(annotation):
            return value  # a text or flag, a default value, or a value of a Literal
        if annotation is int and PLAIN.fullmatch(value):
            number = int(value)
            if (limits.min or 0) <= number <= (number if limits.max is None else limits.max):
                return number
        if annotation == list[str] and not isinstance(value, str):
            return list(value)
        param._runtime_param = None
        try:
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
        except typer.BadParameter as error:
            error.message = expected(value, error.message)
            raise


class Thrifty:
    """Mixin for commands: avoids Typer's conversions, since importing pydantic takes a quarter of `parse`'s time."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help; on a narrow terminal, descriptions of options are below their names."""
        formatter.width = max(LEAST, min(formatter.width, get_terminal_size((WIDE, 1)).columns))
        write, narrow = formatter.write_dl, {"col_max": COLUMN} if formatter.width < NARROW else {}

        def without_types(rows: Sequence[tuple[str, str]], **places: Any) -> None:
            named = [(name if name.startswith("-") else TYPE.sub("", name), text) for name, text in rows]
            write(named, **{**places, **narrow})

        formatter.write_dl = without_types
        super().format_help(ctx, formatter)  # type: ignore[misc]  # of the command that it is mixed into

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples, wrapped to the width of the terminal."""
        if text := vars(self).get("epilog"):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(wrapped(text, get_terminal_size((WIDE, 1)).columns))

    def get_short_help_str(self, limit: int = WIDE) -> str:
        """Return the whole first sentence of the help, for the list of commands."""
        said: str = super().get_short_help_str(WIDE)  # type: ignore[misc]  # of the command that it is mixed into
        return said

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, including those added by Typer, with `AsGiven` as their converter."""
        parameters = super().get_params(ctx)  # type: ignore[misc]  # of the command that it is mixed into
        for parameter in parameters:
            if getattr(parameter, "_runtime_param", self) is None:
                vars(parameter)["_runtime_param"] = AsGiven()
        return parameters


class Group(Thrifty, TyperGroup):
    """A group of commands whose help fits the width of the terminal."""


class Guarded(Thrifty, TyperCommand):
    """A command that prints its errors as messages and, with ``--json``, also as JSON."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as Typer does, but raise an error if an option that takes a single value is given twice."""
        args = spread(
            args, [name for each in self.params if (each.metavar or "").endswith(" ...") for name in each.opts]
        )
        args = [re.sub(r"\A--(timeout|seconds)(?==|\Z)", "--time", each) for each in args]  # names in earlier versions
        as_json = "--json" in args[: args.index("--") if "--" in args else None]
        try:
            if not ctx.resilient_parsing:  # a completion cannot show errors
                _, _, order = self.make_parser(ctx).parse_args(args=list(args))
                for each in set(order):
                    single = each.param_type_name == "option" and not each.multiple
                    if single and not getattr(each, "is_flag", False) and order.count(each) > 1:
                        raise typer.BadParameter(f"{each.opts[-1]} is given {order.count(each)} times: give it once")
            return super().parse_args(ctx, list(args))
        except Exception as error:
            self._add_way_out(ctx, error, args)
            report_usage(error, as_json)
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command with `guarded`; the error for a formula without quotes suggests quotes."""
        invoke = super().invoke

        def run() -> None:
            try:
                leave_with(invoke(ctx))
            except ParseError as error:
                words = [word for name in self._formulas(ctx.params, "argument") for word in _listed(ctx.params[name])]
                if error.text in words[:-1] and error.position >= len(error.text.rstrip()):
                    hint = _in_quotes(words[words.index(error.text) :], words)
                elif error.text in words and Path(error.text).is_file():
                    hint = _of_file(error.text)
                else:
                    raise
                raise ParseError(error.problem, error.text, error.position, error.expected, hint) from None

        return guarded(run, as_json=bool(ctx.params.get("as_json")))

    def _add_way_out(self, ctx: Any, error: Exception, args: Sequence[str]) -> None:
        """Add advice to errors about extra words, as in an unquoted formula, and about a minus sign as negation."""
        said = getattr(error, "message", None)
        minus = re.fullmatch(r"No such option: (-[^-])", str(said))
        if minus and self._formulas({each.name or "": True for each in self.params}):
            word = next((word for word in args if word.startswith(minus[1])), minus[1])
            vars(error)["message"] = f"{said}; a negation is written ~, not with a minus: '~{word[1:].lstrip()}'"
        if not isinstance(said, str) or "extra argument" not in said:
            return
        given, extra, _ = self.make_parser(ctx).parse_args(args=list(args))
        formulas = [word for name in self._formulas(given) for word in _listed(given[name])]
        takers = [each for each in self.params if (each.metavar or "") == "FORMULA"]
        by_option = [
            f"a formula is given by {each.opts[-1]} '{' '.join(extra)}'" for each in takers if each.opts[-1][0] == "-"
        ]
        hints = [_in_puzzle(args), _in_quotes([*formulas, *extra], formulas)]
        if len(by_option) == len(takers) and _is_formula(" ".join(extra)):
            hints += by_option
        vars(error)["message"] = ": ".join([said, *list(filter(None, hints))[:1]])

    def _formulas(self, given: Mapping[str, Any], kind: str = "") -> list[str]:
        """Return the names of given parameters that take formulas; `kind` selects only arguments or only options."""
        named = [p for p in self.params if kind in ("", p.param_type_name) and given.get(p.name or "")]
        return [p.name or "" for p in named if re.search(r"\bFORMULA\b|^OTHER$", p.metavar or "")]


def _listed(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given


def _of_file(path: str) -> str:
    """Return advice for a user who gave an existing file where a formula is expected."""
    from kripke.formats.file_reading import read_text  # imported only here
    from kripke.formats.registry import what_reads

    try:
        text = read_text(path)
    except EpistemicError as error:
        return f"this is a file, and no formula: {error.said('command')}"
    what = what_reads(path, text)
    way_out = f" with {what}" if what else f": - in place of a formula reads one from standard input, < {path}"
    return f"this is a file{way_out}"


def _in_quotes(words: Sequence[str], formulas: Sequence[str]) -> str:
    """Return advice to quote a formula that the shell has split into words; empty if this is not the problem."""
    if not formulas:
        return ""
    quote, text = '"' if words[0].startswith("'") else "'", " ".join(words).strip("'")
    if _is_formula(text):
        return f"put the formula in quotes: {quote}{text}{quote}"
    is_cut = "-" in words or not all(map(_is_formula, formulas))  # in ->, the shell reads > as a redirection
    return f"put the formula in quotes, such as {quote}K_a p{quote}" if is_cut else ""


def _is_formula(text: str) -> bool:
    from logic.parser import parse  # only for a message

    try:
        parse(text)
    except EpistemicError:
        return False
    return True


def _in_puzzle(args: Sequence[str]) -> str:
    """Return advice for puzzle options written as separate words; empty if this is not the problem."""
    from kripke.puzzles import puzzle  # only for a message

    given = next((each for each in args if each.startswith("puzzle:")), "")
    try:
        options = puzzle(re.split("[:,]", given)[1]).options if given else {}
    except EpistemicError:
        return ""
    words = [each for each in args if "=" in each and each.partition("=")[0] in options]
    return f"write {','.join([given, *words])}, without spaces" if words else ""


def spread(args: Sequence[str], several: Collection[str]) -> list[str]:
    """Repeat each option in `several` before each of its values."""
    result: list[str] = []
    rest = list(args)
    while rest:
        first = rest.pop(0)
        name, equals, value = first.partition("=")
        values = [value] if equals else list(takewhile(lambda each: not each.startswith("-"), rest))
        if first == "--":
            return [*result, first, *rest]
        if name not in several or not values:
            result.append(first)
            continue
        del rest[: 0 if equals else len(values)]
        result += [part for each in values for part in (name, each)]
    return result


class Lazy(Thrifty, TyperGroup):
    """A group that imports a command when it is called, not when it is listed."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = {name: Guarded(name, help=text) for name, (_, text) in COMMANDS.items()}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command with this name, or the group of the game with this name; None if there is neither."""
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        from whoknows.cli.own_commands import declare  # only unknown names are looked up among the games

        return built(cmd_name) if declare(cmd_name) else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the called command, after importing its module."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in COMMANDS:
            import_module(f"whoknows.cli.{COMMANDS[name][0]}")
            command = built(name)
        return name, command, rest


EXAMPLES = examples(
    "whoknows tour",
    "whoknows parse 'K_a (p -> ~q)'",
    "whoknows puzzle muddy_children n=4",
    "whoknows check puzzle:muddy_children 'K_anne muddy(bill)' --explain",
    "whoknows draw model.json -o model.svg",
)

app = typer.Typer(
    cls=Lazy,
    no_args_is_help=True,
    rich_markup_mode=None,  # formulas have brackets, which would be read as markup
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"whoknows {whoknows.__version__}")
        raise typer.Exit


@app.callback(epilog=EXAMPLES)
def face(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Who knows what: read formulas of knowledge and belief, check them on models, say why, draw and change models.

    A MODEL is a file (JSON, text, SMCDEL, GraphML or DOT), - for standard input, or puzzle:NAME. Exit code: 0 true,
    1 false, 2 error.
    """
