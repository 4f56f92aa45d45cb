"""Event models as arguments of commands: files, with names if a formula uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape, glob
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kripke.models.model import Model
from logic.errors import naming, near_miss, shorten
from whoknows.cli.inputs import name_of, read_source
from whoknows.cli.output import say

if TYPE_CHECKING:
    from kripke.change.event import EventModel

NOTES = 5
"""Maximal number of new atoms that are listed."""


def read_event_model(given: str) -> EventModel:
    """The event model in a file, or with ``-`` in standard input; `FileError` if it is invalid."""
    from kripke.formats.event_io import loads_event_model  # most checks name no action

    return loads_event_model(read_source(given), name_of(given))


@contextmanager
def step(file: str, number: int = 1, steps: int = 1) -> Iterator[None]:
    """A context for work with an event model: errors name its file, and the number of the step if there are several.

    Parameters
    ----------
    number : int
        Number of this step, from 1.
    """
    with naming(f"step {number}, {name_of(file)}" if steps > 1 else name_of(file)):
        yield


def note_new_atoms(file: str, action: EventModel, model: Model) -> None:
    """Note on standard error the atoms that the events set and the model does not have: one may be misspelt."""
    brought = dict.fromkeys(atom for event in action.events.values() for atom in event.post)
    known = set(model.atoms)
    new = [atom for atom in brought if atom not in known]
    for atom in new[:NOTES]:
        say(f"note: {name_of(file)}: new atom '{shorten(atom)}'{near_miss(atom, model.atoms)}", err=True)
    if len(new) > NOTES:
        say(f"note: {name_of(file)}: and {len(new) - NOTES:,} more new atoms", err=True)


def read_actions(given: list[str] | None) -> dict[str, EventModel]:
    """Name in formulas -> event model."""
    actions: dict[str, EventModel] = {}
    for text in given or ():
        name, path = _named(text)
        if name in actions:
            raise typer.BadParameter(f"--action {name}: the name is given twice")
        actions[name] = read_event_model(path)
    return actions


def note_atoms_of(actions: dict[str, EventModel], model: Model) -> None:
    """As `note_new_atoms`, for the actions that a formula names.

    Parameters
    ----------
    actions : mapping of str to EventModel
        Name -> action.
    """
    for name, action in actions.items():
        note_new_atoms(f"action {name}", action, model)


def files_of(given: list[str] | None) -> list[str]:
    """The files in the values of ``--action``."""
    return [_named(text)[1] for text in given or ()]


def _named(given: str) -> tuple[str, str]:
    """The name and the file in ``NAME=FILE``; for a file alone the name is the file name without its ending."""
    name, equals, path = given.partition("=")
    if not equals:
        name, path = re.sub(r"\..*", "", Path(given).name), given
    if not name or not path:
        raise typer.BadParameter(f"--action {given}: expected NAME=FILE, such as peek=peek.event, or a file's name")
    return name, path


def completed_file(incomplete: str) -> list[str]:
    """Completion of a file name, also after ``NAME=``."""
    name, equals, begun = incomplete.rpartition("=")
    return [name + equals + path for path in sorted(glob(escape(begun) + "*"))]


ActionFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--action",
        metavar="NAME=FILE",
        help="An event model that the formula names as [@NAME]; FILE alone has its own name. Repeatable.",
        autocompletion=completed_file,
    ),
]
