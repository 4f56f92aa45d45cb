"""What commands are given: texts from the command line, from files and from standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kripke.errors import FileError

STANDARD_INPUT = "-"

FormulaText = Annotated[
    str, typer.Argument(metavar="FORMULA", help="A formula, such as 'K_a (p -> ~q)'; - reads it from standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]


def formula_text(given: str) -> str:
    """The formula's text: what was given, or with ``-`` what standard input says."""
    return read_standard_input() if given == STANDARD_INPUT else given


def read_standard_input() -> str:
    """All of standard input, as text in UTF-8."""
    if sys.stdin is None:
        raise FileError("standard input is closed: there is nothing for - to read")
    return decoded(typer.get_binary_stream("stdin").read(), "standard input")


def read_file(path: str | Path) -> str:
    """All of a file, as text in UTF-8; `OSError` where it cannot be read."""
    return decoded(Path(path).read_bytes(), str(path))


def decoded(data: bytes, source: str) -> str:
    """The bytes as text; `FileError` with the place where they are none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(
            f"{source}: byte {error.start + 1:,} (0x{data[error.start]:02x}) is not text in UTF-8: "
            "expected a text, is this the right file?"
        ) from None
