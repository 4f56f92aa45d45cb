"""Declarations of commands, exit codes, and error messages without traceback; this module does not import Typer."""

import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from inspect import signature
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, get_origin

from logic.errors import EpistemicError, ParseError, listing, shorten, worded
from logic.options import split
from whoknows.cli.streams import say, usage, warnings_said

COMMANDS = {
    "parse": ("formulas", "Read a formula and show it in all three notations."),
    "rewrite": ("rewrite", "Rewrite a formula in another form, with the steps."),
    "check": ("check", "Say whether a formula is true in a model, and why."),
    "explain": ("check", "Say why the formulas of a system with time hold or fail."),
    "prove": ("prove", "Decide whether a formula is valid in a logic."),
    "compare": ("prove", "Decide whether formulas are equivalent, or models bisimilar."),
    "mark": ("mark", "Mark derivations, proofs, and the answers of a class."),
    "where": ("questions", "List the worlds where a formula is true, with their atoms."),
    "announce": ("changes", "Announce formulas, and count the worlds that are left."),
    "update": ("changes", "Apply event models, and count the worlds after each."),
    "explore": ("explore", "Find all states that actions lead to."),
    "plan": ("plan", "Find the actions after which a goal holds."),
    "ground": ("plan", "Print a planning problem as ground JSON."),
    "validate": ("plan", "Say whether a plan works."),
    "contract": ("changes", "Merge bisimilar worlds."),
    "frames": ("questions", "Print the kind of relation of each agent: S5, KD45, ..."),
    "draw": ("drawing", "Draw a model, an update of it, an explanation, or an event model."),
    "convert": ("changes", "Write a model, or an event model, in another format."),
    "puzzle": ("puzzles", "Tell a puzzle, with the number of worlds after each step."),
    "games": ("games", "List the games, or describe one."),
    "play": ("play", "Play a game yourself, against agents."),
    "watch": ("play", "Watch agents play, with each move in words."),
    "ask": ("ask", "Evaluate a formula at a move of a recorded game."),
    "plot": ("ask", "Plot the counts of a game over many records."),
    "match": ("games", "Let agents play a game many times."),
    "replay": ("games", "Play recorded games again and check every move."),
    "experiment": ("experiment", "Play rounds of several set-ups, and judge hypotheses by them."),
    "train": ("experiment", "Train models and agents of a game on data."),
    "serve": ("serve", "Serve the page to explore models in a browser."),
    "site": ("site", "Write the page as a static site for any web server."),
    "lesson": ("lesson", "Check files of lessons, and verify results."),
    "sheet": ("sheet", "Write a sheet of exercises, and one with the solutions."),
    "exercise": ("lesson", "Make an exercise with its sample answer, as YAML."),
    "tour": ("puzzles", "Show the main commands with three muddy children."),
}
"""The module and the first sentence of the help of each command, in the order of the list of commands."""


Function = TypeVar("Function", bound=Callable[..., bool | int | None])
Completion = Collection[str] | Callable[..., Any]
"""The possible values of a parameter, or a function that completes a prefix."""


FILES = r"\b(?:FILE|MODEL|RECORDS?|FORMULA|ACTION|EXERCISES|NAMES|TARGET)\b"  # metavariables that may be files


class Parameter(NamedTuple):
    """A declared argument or, if it has `names`, an option, with its default value.

    `more` are keyword arguments for Typer; `is_written` says whether the value is a file that the command writes.
    """

    names: Sequence[str]
    default: Any
    more: Mapping[str, Any]
    is_written: bool = False


class Command(NamedTuple):
    """A declared command with its function. Options in `also` are handled by Typer and not passed to the function."""

    function: Callable[..., Any]
    also: Mapping[str, Parameter]

    def values(self, words: Sequence[str]) -> dict[str, Any] | None:
        """Convert plain words of a command line to parameter values; None if Typer must parse the words."""
        values: dict[str, Any] = {}
        flags, places, given = dict[str, str](), dict[str, Any](), list[str]()
        for name, each in signature(self.function, eval_str=True).parameters.items():
            if not isinstance(each.default, Parameter):
                return None
            values[name] = [] if get_origin(each.annotation) is list else each.default.default
            if not each.default.names:
                places[name] = each
            elif values[name] is ...:  # an option that must be given
                return None
            elif values[name] is False:
                flags |= dict.fromkeys(each.default.names, name)
        for word in words:
            if word in flags:
                values[flags[word]] = True
            elif word.startswith("-") and word != "-":
                return None
            else:
                given.append(word)
        for name, each in places.items():
            if given and each.annotation in (str, str | None):
                values[name] = given.pop(0)
            elif given and values[name] == []:
                values[name], given = given, []
            elif given or each.default.default is ...:
                return None
        return None if given else values

    def run(self, values: Mapping[str, Any]) -> Any:
        """Call the function; usage error if an output file is also an input or another output."""
        files: list[tuple[str, str, bool]] = []  # the sign of a parameter, a path, whether it is written
        for name, each in signature(self.function).parameters.items():
            if match := isinstance(each.default, Parameter) and re.search(FILES, each.default.more["metavar"] or ""):
                sign = each.default.names[-1] if each.default.names else match[0]
                given = [values[name]] if isinstance(values[name], (str, os.PathLike)) else values[name] or ()
                files += [(sign, str(path), each.default.is_written) for path in given if str(path) != "-"]
        for sign, path, is_written in files:
            for other, text, _ in files if is_written else ():
                if other != sign and _is_one_file(path, text.rpartition("=")[2]):  # of NAME=FILE
                    way_out = f"give {sign} another, or it would be written over"
                    raise usage(f"{shorten(path)}: {other} and {sign} name this file: {way_out}")
        return self.function(**values)


def _is_one_file(one: str, other: str) -> bool:
    return os.path.abspath(one) == os.path.abspath(other) or (
        os.path.isfile(one) and os.path.exists(other) and os.path.samefile(one, other)
    )


class Group(NamedTuple):
    """A group of commands by name, with a help text and examples."""

    text: str
    examples: Sequence[str]
    commands: dict[str, Command]


DECLARED: dict[str, Command | Group] = {}  # the commands of the imported modules


def command(
    name: str, group: Group | None = None, also: Mapping[str, Any] = MappingProxyType({})
) -> Callable[[Function], Function]:
    """Return a decorator that declares a function as a command, or as a command of a group.

    The function's parameters have defaults made by `option`, `flag` or `argument`. Its docstring is the help, with
    commands as examples. It returns the exit code, or True and False for `TRUE` and `FALSE`, or None for exit code 0.
    `also` declares options that are not passed to the function.
    """

    def register(function: Function) -> Function:
        (DECLARED if group is None else group.commands)[name] = Command(function, also)
        return function

    return register


def group(name: str, text: str, *examples: str) -> Group:
    """Declare a group of commands with a help text and examples."""
    declared = DECLARED[name] = Group(text, examples, {})
    return declared


def option(declared: str, text: str, default: Any = None, complete: Completion | None = None, **limits: Any) -> Any:
    """Declare an option by names and metavariable, such as ``-o --output FILE``; ``FILE ...`` takes several values."""
    words = declared.split(" ")
    names = [word for word in words if word.startswith("-")]
    more = {"metavar": " ".join(words[len(names) :]) or None, "help": text, "autocompletion": _completed(complete)}
    return Parameter(names, default, more | limits)


def flag(names: str, text: str, default: bool | None = False, **how: Any) -> Any:
    """Declare a flag, an option without a value."""
    return option(names, text, default, **how)


def written(declared: str, text: str, default: Any = None) -> Any:
    """Declare an option (or, without names, an argument) for a file that the command writes."""
    return option(declared, text, default)._replace(is_written=True)


def argument(metavar: str, text: str, default: Any = ..., complete: Completion | None = None) -> Any:
    """Declare an argument with this metavariable; it is required if it has no default."""
    return Parameter((), default, {"metavar": metavar, "help": text, "autocompletion": _completed(complete)})


def _completed(complete: Completion | None) -> Callable[..., Any] | None:
    if isinstance(complete, Collection):
        return lambda incomplete: [value for value in complete if value.startswith(incomplete)]
    return complete


FORMULA = argument("FORMULA", "A formula, such as 'K_a (p -> ~q)'; - reads it from standard input.")
AS_JSON = flag("--json", "Print JSON, for machines.")


def refuse(*rules: tuple[object, str]) -> None:
    """Raise a usage error for the first rule (a condition and a text) whose condition is true, if there is one."""
    for wrong, text in rules:
        if wrong:
            raise usage(text)


def given_of(**options: object) -> str:
    """Return a phrase that lists given options, such as ``--at and --explain``; an empty string if there are none."""
    names = [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
    return listing(names, "and")


def leave_out(reason: str, **options: object) -> None:
    """Raise a usage error, with this reason, if one of these options is given."""
    given = given_of(**options)
    refuse((given, f"{reason}: leave out {given}"))


def one_of(option: str, value: str, known: Collection[str]) -> None:
    """Raise a usage error unless the value of the option is one of the known values."""
    if value not in known:
        raise usage(f"'{value}' is not one of {', '.join(map(repr, map(str, known)))}", param_hint=option)


TRUE, FALSE, ERROR = 0, 1, 2
INTERRUPTED = 130  # 128 + SIGINT, as in shells
BROKEN_PIPE = 141  # 128 + SIGPIPE
DEBUG = "WHOKNOWS_DEBUG"


def leave_with(result: bool | int | None) -> None:
    """Exit with the code for a command's result; if the result is None, do nothing."""
    if result is not None:
        sys.exit((FALSE, TRUE)[result] if isinstance(result, bool) else result)


def guarded(action: Callable[[], Any], as_json: bool = False) -> Any:
    """Call the action; if it raises, print the message and exit with the code of the error.

    A usage error is raised again, since Typer prints it; so is any error if WHOKNOWS_DEBUG is set.
    """
    try:
        with warnings_said():
            result = action()
        if sys.stdout is not None:
            sys.stdout.flush()  # a broken pipe raises here, instead of at the exit of the interpreter
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _silence()
        sys.exit(BROKEN_PIPE)
    except Exception as error:
        if is_usage(error) or os.environ.get(DEBUG):
            report_usage(error, as_json)
            raise  # a usage error, which Typer shows, or a developer's request for the traceback
        report(error, as_json)
        try:  # so that a full disk causes no second error at the exit of the interpreter
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError:
            _silence()
        sys.exit(ERROR)
    return result


def is_usage(error: Exception) -> bool:
    """Return whether the error is a usage error, which Typer prints."""
    return hasattr(error, "exit_code") or type(error).__name__ == "Abort"


def report(error: Exception, as_json: bool = False) -> None:
    """Print the message of an error on standard error; with `as_json` also print a JSON object on standard output."""
    text = message(error)
    if as_json:
        print(json.dumps({"error": as_data(error, text)}, ensure_ascii=False, indent=2))
    say("error", style="bad", err=True, end=": ")
    say(text, err=True)


def report_usage(error: Exception, as_json: bool) -> None:
    """With `as_json`, print a usage error as a JSON object on standard output; Typer prints the message itself."""
    if as_json and hasattr(error, "format_message"):
        data = {"error": {"kind": "UsageError", "message": error.format_message()}}
        print(json.dumps(data, ensure_ascii=False, indent=2))


def message(error: Exception) -> str:
    """Return the message for the user; an unexpected kind of error is reported as a bug."""
    if isinstance(error, EpistemicError):
        return error.said("command")
    if isinstance(error, OSError) and error.strerror:
        return f"{shorten(str(error.filename or 'standard output'))}: {error.strerror}"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    name = type(error).__name__
    return f"unexpected {name}: {error}\nThis is a fault in whoknows; {DEBUG}=1 in the environment shows where."


def as_data(error: Exception, text: str) -> dict[str, Any]:
    """Return an error as JSON values: kind and message; for a parse error also position, expected input and a hint."""
    data: dict[str, Any] = {"kind": type(error).__name__, "message": text}
    if isinstance(error, ParseError):
        data |= {"line": error.line, "column": error.column, "expected": list(error.expected)}
        data["hint"] = worded(error.advice, "command")
    return data


def _silence() -> None:
    """Redirect standard output to the null device, since the last flush to a closed pipe or a full disk would fail."""
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, sys.stdout.fileno())
    except (OSError, ValueError):  # standard output is not a file
        pass
    finally:
        os.close(sink)


def separate(given: Iterable[str]) -> tuple[str, ...]:
    """Split values at commas, except commas in brackets, which separate an agent's parameters."""
    return tuple(part for each in given for part in split(each) if part or not each)
