"""Exit codes 0 true, 1 false, 2 error, and errors as messages on standard error, without a traceback."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from shutil import get_terminal_size
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from logic.errors import EpistemicError, ParseError, shorten
from whoknows.cli.help import wrapped
from whoknows.cli.output import say
from whoknows.cli.wording import expected, worded

TRUE, FALSE, ERROR = 0, 1, 2
INTERRUPTED = 130  # 128 + SIGINT, as shells count
BROKEN_PIPE = 141  # 128 + SIGPIPE
DEBUG = "WHOKNOWS_DEBUG"
LEAST, NARROW, COLUMN = 30, 70, 10
"""Fewest columns of help; columns with too little room for two columns, and there the width of the first one."""

TYPE = re.compile(r" <[a-z\[\] ]+>$")
"""The type that Typer writes after the name of an argument."""

WIDE = 1_000
"""Columns where no terminal is: there lines are not wrapped."""


class AsGiven:
    """The conversion of parameter values: strings, flags and missing values stay unchanged.

    Typer converts any other value.
    """

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value that the command receives.

        Parameters
        ----------
        value : Any
            A string, strings, a flag, or None.
        """
        annotation = param.type_descriptor.annotation
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if annotation in (str, bool):
            return value
        if annotation == list[str] and not isinstance(value, str):
            return list(value)
        param._runtime_param = None
        try:
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
        except typer.BadParameter as error:
            error.message = expected(value, error.message)
            raise


class Thrifty:
    """A command that skips unneeded conversions, since Typer's conversion imports pydantic.

    This import is a quarter of the time of `parse`. Versions of Typer that convert in another way are not affected.
    """

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help; the text about an option goes below its name where there is little room."""
        formatter.width = max(LEAST, min(formatter.width, get_terminal_size((WIDE, 1)).columns))
        formatter.write_dl = partial(_without_types, formatter.write_dl)
        if formatter.width < NARROW:
            formatter.write_dl = partial(formatter.write_dl, col_max=COLUMN)
        super().format_help(ctx, formatter)  # type: ignore[misc]  # of the command that it is mixed into

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples, each wrapped at its words if it is wider than the terminal."""
        if text := vars(self).get("epilog"):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(wrapped(text, get_terminal_size((WIDE, 1)).columns))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands with their whole first sentences."""
        narrow, write = formatter.width, formatter.write_dl

        def written(rows: Any, **places: Any) -> None:
            formatter.width = narrow
            write(rows, **places)

        formatter.width, formatter.write_dl = WIDE, written  # sentences are shortened to this width
        super().format_commands(ctx, formatter)  # type: ignore[misc]  # of the group that it is mixed into
        formatter.width, formatter.write_dl = narrow, write

    def get_params(self, ctx: Any) -> Any:
        """The parameters, with those that Typer adds."""
        parameters = super().get_params(ctx)  # type: ignore[misc]  # of the command that it is mixed into
        for parameter in parameters:
            if getattr(parameter, "_runtime_param", self) is None:
                vars(parameter)["_runtime_param"] = AsGiven()
        return parameters


def _without_types(write: Callable[..., None], rows: Sequence[tuple[str, str]], **places: Any) -> None:
    """Write a list of names and texts; an argument is named, and its type in Python is left out."""
    write([(name if name.startswith("-") else TYPE.sub("", name), text) for name, text in rows], **places)


class Group(Thrifty, TyperGroup):
    """A group of commands whose help fits the terminal."""


class Guarded(Thrifty, TyperCommand):
    """A command whose errors become messages, and with ``--json`` also objects."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as Typer does, but raise an error if an option with one value is given twice."""
        as_json = "--json" in args[: args.index("--") if "--" in args else None]
        try:
            self._require_once(ctx, args)
            return super().parse_args(ctx, list(args))
        except Exception as error:
            self._add_way_out(ctx, error, args)
            report_usage(error, as_json)
            raise

    def _require_once(self, ctx: Any, args: list[str]) -> None:
        if ctx.resilient_parsing:  # a completion cannot show errors
            return
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for parameter in set(order):
            single = parameter.param_type_name == "option" and not parameter.multiple
            single = single and not getattr(parameter, "is_flag", False)
            if single and order.count(parameter) > 1:
                raise typer.BadParameter(f"{parameter.opts[-1]} is given {order.count(parameter)} times: give it once")

    def invoke(self, ctx: Any) -> Any:
        """Run the command; see `guarded`."""
        return guarded(lambda: self._invoke(ctx), as_json=bool(ctx.params.get("as_json")))

    def _invoke(self, ctx: Any) -> Any:
        """Run the command; the error of the first word of a formula without quotes has the way out."""
        try:
            return super().invoke(ctx)
        except ParseError as error:
            words = [word for name in self._formulas(ctx.params, "argument") for word in _listed(ctx.params[name])]
            if error.text in words[:-1] and error.position >= len(error.text.rstrip()):
                hint = _in_quotes(words[words.index(error.text) :], words)
                raise ParseError(error.problem, error.text, error.position, error.expected, hint) from None
            raise

    def _add_way_out(self, ctx: Any, error: Exception, args: Sequence[str]) -> None:
        """Say what to do about words too many: a formula needs quotes, options of a puzzle commas."""
        said = getattr(error, "message", None)
        if not isinstance(said, str) or "extra argument" not in said:
            return
        given, extra, _ = self.make_parser(ctx).parse_args(args=list(args))
        formulas = [word for name in self._formulas(given) for word in _listed(given[name])]
        hints = [_in_puzzle(args), _in_quotes([*formulas, *extra], formulas)]
        vars(error)["message"] = ": ".join([said, *list(filter(None, hints))[:1]])

    def _formulas(self, given: Mapping[str, Any], kind: str = "") -> list[str]:
        """The names of the parameters with formulas that are given."""
        named = [p for p in self.params if kind in ("", p.param_type_name) and given.get(p.name or "")]
        return [p.name or "" for p in named if re.search(r"\bFORMULA\b|^OTHER$", p.metavar or "")]


def guarded(action: Callable[[], Any], as_json: bool = False) -> Any:
    """Call the action; an exception ends the program with its exit code and message."""
    try:
        result = action()
        if sys.stdout is not None:
            sys.stdout.flush()  # a broken pipe raises here, instead of at the exit of the interpreter
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _silence()
        raise typer.Exit(BROKEN_PIPE) from None
    except Exception as error:
        if isinstance(error, typer.Abort) or hasattr(error, "exit_code") or os.environ.get(DEBUG):
            report_usage(error, as_json)
            raise  # a usage error, which Typer shows, or a developer's request for the traceback
        report(error, as_json)
        _settle()
        raise typer.Exit(ERROR) from None
    return result


def _settle() -> None:
    """Flush now, so that a full disk causes no second error at the exit of the interpreter."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _silence()


def report(error: Exception, as_json: bool = False) -> None:
    """Print an error: its message on standard error, and with JSON an object on standard output."""
    text = message(error)
    if as_json:
        print(json.dumps({"error": as_data(error, text)}, ensure_ascii=False, indent=2))
    say("error", style="bad", err=True, end=": ")
    say(text, err=True)


def report_usage(error: Exception, as_json: bool) -> None:
    """Print a usage error as an object on standard output, if the command prints JSON; Typer prints the message.

    Parameters
    ----------
    error : Exception
        The usage error.
    """
    if as_json and hasattr(error, "format_message"):
        data = {"error": {"kind": "UsageError", "message": error.format_message()}}
        print(json.dumps(data, ensure_ascii=False, indent=2))


def _listed(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given


def _in_quotes(words: Sequence[str], formulas: Sequence[str]) -> str:
    """The way out for a formula that the shell cut into words; where `cmd` did, at its single quotes too.

    It is empty where the formulas are whole and cannot go on.
    """
    if not formulas:
        return ""
    quote, text = '"' if words[0].startswith("'") else "'", " ".join(words).strip("'")
    if _is_formula(text):
        return f"put the formula in quotes: {quote}{text}{quote}"
    is_cut = "-" in words or not all(map(_is_formula, formulas))  # of -> the shell takes the > for itself
    return f"put the formula in quotes, such as {quote}K_a p{quote}" if is_cut else ""


def _is_formula(text: str) -> bool:
    from logic.parser import parse  # only for a message

    try:
        parse(text)
    except EpistemicError:
        return False
    return True


def _in_puzzle(args: Sequence[str]) -> str:
    """The way out for options of a puzzle that are words of their own; empty where there are none."""
    from kripke.puzzles import puzzle  # only for a message

    given = next((each for each in args if each.startswith("puzzle:")), "")
    try:
        options = puzzle(re.split("[:,]", given)[1]).options if given else {}
    except EpistemicError:
        return ""
    words = [each for each in args if "=" in each and each.partition("=")[0] in options]
    return f"write {','.join([given, *words])}, without spaces" if words else ""


def message(error: Exception) -> str:
    """The message for the user: our own errors unchanged, those of the system with the file; any other is a bug."""
    if isinstance(error, EpistemicError):
        return worded(str(error))
    if isinstance(error, OSError) and error.strerror:
        return f"{shorten(str(error.filename or 'standard output'))}: {error.strerror}"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    name = type(error).__name__
    return f"unexpected {name}: {error}\nThis is a fault in whoknows; {DEBUG}=1 in the environment shows where."


def as_data(error: Exception, text: str) -> dict[str, Any]:
    """The error for JSON: its kind and message, and for a formula the place and what was expected."""
    data: dict[str, Any] = {"kind": type(error).__name__, "message": text}
    if isinstance(error, ParseError):
        data |= {"line": error.line, "column": error.column, "expected": list(error.expected), "hint": error.hint}
    return data


def _silence() -> None:
    """Redirect standard output, whose reader has gone, so that the last flush raises no error."""
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, sys.stdout.fileno())
    except (OSError, ValueError):  # standard output is not a file
        pass
    finally:
        os.close(sink)
