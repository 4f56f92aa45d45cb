"""Output of commands: text with colours on a terminal only, tables, and JSON."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer

from kripke.data.errors import FileError
from kripke.data.wording import visible

STYLES: dict[str, dict[str, Any]] = {
    "good": {"fg": "green", "bold": True},
    "bad": {"fg": "red", "bold": True},
    "strong": {"bold": True},
    "faint": {"dim": True},
    "plain": {},
}

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that control a terminal, or the direction of its text; not the line feed and the tab."""


def say(text: str = "", style: str = "plain", err: bool = False, end: str = "\n") -> None:
    """Print a text; the style is used on a terminal, unless NO_COLOR (https://no-color.org) is set.

    Characters that control a terminal are shown as signs: names from a file must not move the cursor or hide a line.

    Parameters
    ----------
    err : bool
        Whether the text goes to standard error.
    """
    text = CONTROLS.sub(lambda found: visible(found[0]), text)
    typer.secho(text, err=err, nl=False, color=colour(), **STYLES[style])
    typer.echo(end, err=err, nl=False)


def colour() -> bool | None:
    """False: never use colours; None: only on a terminal."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def require_folder(folder: Path) -> None:
    """Raise `FileError` if the folder, or a folder that contains it, is a file."""
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise FileError(f"{path}: this is a file, expected a folder; choose another path")


def make_folder(folder: Path) -> None:
    """Make a folder for pictures; `FileError` if that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError(f"{folder}: the folder cannot be made: {reason}; choose another path") from None


def emit(data: Any) -> None:
    """Print the data as JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2, default=str))


def table(rows: Iterable[Sequence[str]], indent: str = "") -> None:
    """Print rows in aligned columns; the last column is not padded.

    Parameters
    ----------
    rows : iterable of sequences of str
        The cells of each row.
    indent : str
        Text before each row.
    """
    rows = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        say(indent + "  ".join([*cells, row[-1]]).rstrip())
