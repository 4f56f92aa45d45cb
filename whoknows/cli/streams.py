"""Input and output of commands: texts from files and standard input, coloured text, tables, JSON, progress bars."""

from __future__ import annotations

import json
import os
import re
import sys
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import Timer
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings

from kripke.data.errors import FileError, FileWarning
from kripke.data.lazy import Lazy
from kripke.data.wording import visible
from kripke.formats.file_reading import decode, read_text, read_whole
from logic.formula import Formula

if TYPE_CHECKING:
    from pathlib import Path

    from games.core.progress import ProgressCallback
    from kripke.formats import problems
    from kripke.formats.problems import Problem
    from kripke.models.model import Model
    from kripke.time.system import System
    from kripke.why.explanation import Row
    from logic import typed
else:  # not needed for the questions in a file
    problems, typed = Lazy("kripke.formats.problems"), Lazy("logic.typed")

STANDARD_INPUT = "-"
NAME_OF_STANDARD_INPUT = "standard input"


def name_of(given: str) -> str:
    """Return the name of a file for messages; ``-`` is standard input."""
    return NAME_OF_STANDARD_INPUT if given == STANDARD_INPUT else given


def formula_text(given: str) -> str:
    """Return the text of a formula: the argument itself, or with ``-`` the standard input."""
    return read_standard_input() if given == STANDARD_INPUT else given


def readable_texts(given: Iterable[str]) -> list[str]:
    """Return the texts of formulas, parsed once to report errors before the model is read; `ParseError` if invalid."""
    texts = [formula_text(each) for each in given]
    typed.read_typed(texts)
    return texts


def read_problem(given: str) -> Problem | str:
    """Return the problem in a prover's file (``-``: standard input), or the unchanged text of a formula."""
    is_named = given.lower().endswith(tuple(problems.MODULES))
    if given != STANDARD_INPUT and not is_named and not os.path.isfile(given):
        return given
    try:
        text = read_source(given)
    except FileError:
        if is_named or given == STANDARD_INPUT:
            raise
        return given
    if is_named or problems.module_of(text):
        with warnings_said(given):
            return problems.loads_problem(text, name_of(given))
    if given == STANDARD_INPUT:
        return text
    from kripke.formats.registry import what_reads  # needed only here

    if given.isidentifier() and (what := what_reads("", text)):
        say(f"note: {given} is read as a formula; the file of this name has {what}", err=True)
    return given


def read_formula(given: str) -> Formula:
    """Read a formula, given as a text, as ``-`` for standard input, or as a prover's file."""
    read = read_problem(given)
    return read_typed_texts([read])[0] if isinstance(read, str) else read.single()


def read_typed_texts(
    texts: Sequence[str], model: Model | System | None = None, boxes: bool = False, atoms: Collection[str] = ()
) -> list[Formula]:
    """Parse the formulas of one question leniently, by `logic.typed.read_typed`; print notes on how names were read."""
    atoms, agents = (atoms, None) if model is None else (model.atoms, model.agents)
    read = typed.read_typed(texts, atoms, agents, boxes)
    for note in read.notes:
        say(f"note: {note}", err=True)
    return read.formulas


@contextmanager
def warnings_said(given: str = "") -> Iterator[None]:
    """Context manager that prints warnings about a file on standard error, with the name of the file."""
    with catch_warnings(action="always", category=FileWarning):
        usual, name = warnings.showwarning, f"{name_of(given)}: " if given else ""

        def show(message: Any, *rest: Any, **more: Any) -> None:
            if isinstance(message, FileWarning):
                say(f"warning: {name}{message.said('command')}", err=True)
            else:
                usual(message, *rest, **more)

        warnings.showwarning = show
        yield


def read_source(given: str) -> str:
    """Return the text of a file, or with ``-`` of standard input; `FileError` if it cannot be read."""
    return read_standard_input() if given == STANDARD_INPUT else read_text(given)


def read_standard_input() -> str:
    """Return the whole standard input as UTF-8; cached, since it is read for the format and for the content."""
    if sys.stdin is None:
        raise FileError("standard input is closed: there is nothing for - to read")
    return _whole(sys.stdin)


@lru_cache(1)
def _whole(stream: Any) -> str:
    return decode(read_whole(stream.buffer, NAME_OF_STANDARD_INPUT), NAME_OF_STANDARD_INPUT)


def usage(text: str, **where: Any) -> Exception:
    """Return a usage error with this message; Typer prints it after the usage line."""
    import typer  # imported only for usage errors

    return typer.BadParameter(text, **where)


def require_one_reader(*given: str | None) -> None:
    """Raise a usage error if ``-`` occurs more than once, since standard input can be read only once."""
    if given.count(STANDARD_INPUT) > 1:
        raise usage("- is standard input, which can be read once: give the other argument in another way")


STYLES = {"good": "32;1", "bad": "31;1", "strong": "1", "faint": "2", "plain": ""}  # style -> ANSI code

CONTROLS = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
"""Matches characters, except line feed and tab, that control a terminal or the direction of text."""


def say(text: str = "", style: str = "plain", err: bool = False, end: str = "\n") -> None:
    """Print a text, styled on terminals unless NO_COLOR is set; control characters are made visible."""
    if not text.isprintable():  # the pattern is slow to compile
        text = re.sub(CONTROLS, lambda match: visible(match[0]), text)
    stream = sys.stderr if err else sys.stdout
    if style != "plain" and colour() is None and stream is not None and stream.isatty():
        text = f"\x1b[{STYLES[style]}m{text}\x1b[0m"
    if sys.platform == "win32":
        import typer  # translates the codes

        typer.echo(text + end, err=err, nl=False)
    else:
        print(text, end=end, file=stream, flush=True)


def say_judged(word: str, is_good: bool, text: str, end: str = ": ") -> None:
    """Print a verdict, green if it is good, otherwise red; then `end` and a text."""
    say(word, style="good" if is_good else "bad", end=end)
    say(text)


def colour() -> bool | None:
    """Return False if colours are never used, None if they are used only on a terminal."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def require_folder(folder: Path) -> None:
    """Raise `FileError` if the path, or a parent of it, is a file."""
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise FileError(f"{path}: this is a file, expected a folder; choose another path")


def emit(data: Any) -> None:
    """Print data as JSON on standard output."""
    print(json.dumps(data, ensure_ascii=False, indent=2, default=str), flush=True)


def table(rows: Iterable[Sequence[str]], indent: str = "") -> None:
    """Print rows in aligned columns; the last column is not padded."""
    rows = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        say(indent + "  ".join([*cells, row[-1]]).rstrip())


MOMENT = 1.0  # seconds before the bar is shown: shorter work needs none


@contextmanager
def progress(as_json: bool, what: str) -> Iterator[ProgressCallback | None]:
    """Context manager that yields the callback of a progress bar, which appears on standard error after a second.

    It yields None with `as_json`, or if standard error is not a terminal.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if as_json or not console.is_terminal:
        yield None
        return
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=None)
    timer = Timer(MOMENT, bar.start)
    timer.start()
    try:
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


GUIDE = 4  # Columns by which rich indents a level of a tree


def say_reasons(rows: Iterable[Row], margin: str = "") -> None:
    """Print an explanation: on a terminal as a wrapped tree, otherwise one line per row."""
    lines = [(depth, text) for _, depth, text in rows]
    if in_terminal():
        _say_tree(lines, margin)
    else:
        for depth, text in lines:
            say(margin + "  " * depth + text)


def in_terminal() -> bool:
    """Return whether standard output is a terminal, and not a pipe or a file."""
    return sys.stdout is not None and sys.stdout.isatty()


def _say_tree(lines: list[tuple[int, str]], margin: str) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text
    from rich.tree import Tree

    console = Console(highlight=False, markup=False, emoji=False, no_color=colour() is False or None)
    deepest = max(1, (console.width - len(margin)) // (2 * GUIDE))
    trees: list[Tree] = []
    for depth, text in lines:
        del trees[min(depth, deepest) :]
        label = Text(text, style="" if trees else "bold")
        trees.append(trees[-1].add(label) if trees else Tree(label, guide_style="dim"))
    console.print(Padding.indent(trees[0], len(margin)) if margin else trees[0])
