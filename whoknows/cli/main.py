"""The command `whoknows`; the module of a subcommand is imported when it is called."""

import atexit
import os
import signal
import sys
import threading
import warnings
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

import whoknows
from logic.errors import ReadingWarning
from whoknows.cli.guard import INTERRUPTED, Thrifty, built, examples, guarded

OURS = "whoknows-"  # the prefixes of names of threads that may be in such a call, which cannot be stopped


def leave(code: int | str | None) -> NoReturn:
    """End the program with an exit code.

    Where the interpreter takes itself down while a thread is in a call of the library, the call returns into what is
    gone: in half of the trials the system ended the process with a segmentation fault, so its exit code was 139.
    """
    if not isinstance(code, int) or not any(each.name.startswith(OURS) for each in threading.enumerate()):
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, full, or none
            stream.flush()
    os._exit(code)


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
    "draw": ("drawing", "Draw a model, what changes it, a reason, or an event model."),
    "convert": ("changes", "Write a model, or an event model, in another format."),
    "puzzle": ("puzzles", "Tell a puzzle, with the number of worlds after each step."),
    "games": ("games", "List the games, or describe one."),
    "play": ("play", "Play a game yourself, against agents."),
    "watch": ("play", "Watch agents play, told move by move."),
    "ask": ("ask", "Ask a recorded game any formula at any move."),
    "plot": ("ask", "Plot the counts of a game over many records."),
    "match": ("games", "Let agents play a game many times."),
    "replay": ("games", "Play recorded games again and check every move."),
    "experiment": ("experiment", "Play rounds of several set-ups, and judge hypotheses by them."),
    "train": ("experiment", "Train what a game's agents learn from data."),
    "serve": ("serve", "Serve the page to explore models in a browser."),
    "site": ("site", "Write the page as a static site, which any web server sends."),
    "lesson": ("lesson", "Check files of lessons, and verify results."),
    "sheet": ("sheet", "Write a sheet of exercises, and one with the solutions."),
    "exercise": ("lesson", "Make an exercise with its sample answer, as YAML."),
    "tour": ("puzzles", "Show the main commands with three muddy children."),
}
"""Command -> module, and the first sentence of its help, in the order of the help."""


class Lazy(Thrifty, TyperGroup):
    """A group that imports a command when it is called, not when it is listed, so `parse` does not wait for NumPy."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = {name: TyperCommand(name, help=text) for name, (_, text) in COMMANDS.items()}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name as it is listed, or the group of a game's own commands, or None."""
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        from whoknows.cli.own_commands import group_of  # games are searched for unknown names alone

        return group_of(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, from its module."""
        name, found, rest = super().resolve_command(ctx, args)
        if name in COMMANDS:
            import_module(f"whoknows.cli.{COMMANDS[name][0]}")
            found = built(name)
        return name, found, rest


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


LONGEST_NUMBER = 50_000
"""Digits of the longest whole number that is read or written: a model of 100,000 bits has counts of 30,103 digits."""


def run() -> None:
    """Run the command; errors are messages, and the exit code says how it ended."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # escape characters that the terminal cannot show
            stream.reconfigure(errors="backslashreplace")
    sys.set_int_max_str_digits(LONGEST_NUMBER)
    warnings.simplefilter("ignore", ReadingWarning)  # commands say so themselves
    try:
        guarded(lambda: app(prog_name="whoknows"))
    except typer.Exit as end:
        if end.exit_code == INTERRUPTED:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one would be a traceback
        sys.exit(end.exit_code)
