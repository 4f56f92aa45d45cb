"""The inputs of commands: texts from the command line, from files and from standard input."""

from __future__ import annotations

import sys

import typer

from kripke.data.errors import FileError
from kripke.formats.reading import decode, read_text, read_whole
from logic.formula import Formula
from logic.parser import parse
from whoknows.cli.guard import argument, flag

STANDARD_INPUT = "-"
NAME_OF_STANDARD_INPUT = "standard input"

FORMULA = argument("FORMULA", "A formula, such as 'K_a (p -> ~q)'; - reads it from standard input.")
AS_JSON = flag("--json", "Print JSON, for machines.")


def name_of(given: str) -> str:
    """The name of a file in messages."""
    return NAME_OF_STANDARD_INPUT if given == STANDARD_INPUT else given


def formula_text(given: str) -> str:
    """The text of the formula: the argument, or with ``-`` standard input."""
    return read_standard_input() if given == STANDARD_INPUT else given


def is_intohylo(given: str) -> bool:
    """Whether the argument is an InToHyLo file."""
    return given.lower().endswith(".intohylo")


def read_formula(given: str) -> Formula:
    """The formula of the text, of standard input with ``-``, or of an InToHyLo file."""
    if is_intohylo(given):
        from kripke.formats.intohylo import load_intohylo  # for such files only

        return load_intohylo(given)
    return parse(formula_text(given))


def read_source(given: str) -> str:
    """The text of a file, or with ``-`` of standard input; `FileError` if it cannot be read."""
    return read_standard_input() if given == STANDARD_INPUT else read_text(given)


def read_standard_input() -> str:
    """The whole of standard input, decoded as UTF-8."""
    if sys.stdin is None:
        raise FileError("standard input is closed: there is nothing for - to read")
    return decode(read_whole(sys.stdin.buffer, NAME_OF_STANDARD_INPUT), NAME_OF_STANDARD_INPUT)


def require_one_reader(*given: str | None) -> None:
    """Raise a usage error for a second ``-``: standard input can be read only once."""
    if given.count(STANDARD_INPUT) > 1:
        raise typer.BadParameter("- is standard input, which can be read once: give the other argument in another way")
