"""Event models as commands are given them: by a file, and with a name where a formula speaks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape, glob
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from logic.errors import EpistemicError, nearest, shorten
from whoknows.cli.inputs import name_of, read_source
from whoknows.cli.models import AnyModel
from whoknows.cli.output import say

if TYPE_CHECKING:
    from kripke.change.event import EventModel

NOTES = 5
"""So many new atoms are noted by their names."""


def read_event_model(given: str) -> EventModel:
    """The event model in a file, or with ``-`` in standard input; `FileError` where it is none."""
    from kripke.formats.event_io import loads_event_model  # most checks name no action

    return loads_event_model(read_source(given), name_of(given))


@contextmanager
def step(file: str, number: int = 1, steps: int = 1) -> Iterator[None]:
    """What is done with an event model: an error names its file, and of several steps which one failed.

    Parameters
    ----------
    file : str
        The path of the event model.
    number : int
        Number of the step, from 1.
    steps : int
        Number of steps.
    """
    try:
        yield
    except EpistemicError as error:
        place = f"step {number}, {name_of(file)}" if steps > 1 else name_of(file)
        error.args = (f"{place}: {error}",)
        raise


def note_new_atoms(file: str, action: EventModel, model: AnyModel) -> None:
    """Say on standard error which atoms the events set that the model has not: one of them may be misspelt.

    Parameters
    ----------
    file : str
        The path of the event model.
    action : EventModel
        The event model.
    model : KripkeModel or SymbolicModel
        The model.
    """
    brought = dict.fromkeys(atom for event in action.events.values() for atom in event.post)
    known = set(model.atoms)
    new = [atom for atom in brought if atom not in known]
    for atom in new[:NOTES]:
        near = nearest(atom, model.atoms)
        hint = f"; did you mean '{shorten(near)}'?" if near else ""
        say(f"note: {name_of(file)}: new atom '{shorten(atom)}'{hint}", err=True)
    if len(new) > NOTES:
        say(f"note: {name_of(file)}: and {len(new) - NOTES:,} more new atoms", err=True)


def read_actions(given: list[str] | None) -> dict[str, EventModel]:
    """The event models by the names under which a formula speaks of them."""
    actions: dict[str, EventModel] = {}
    for each in given or ():
        name, path = _named(each)
        if name in actions:
            raise typer.BadParameter(f"--action {name}: the name is given twice")
        actions[name] = read_event_model(path)
    return actions


def note_atoms_of(actions: dict[str, EventModel], model: AnyModel) -> None:
    """As `note_new_atoms`, for the actions of which a formula speaks.

    Parameters
    ----------
    actions : mapping of str to EventModel
        The actions that the formula names.
    model : KripkeModel or SymbolicModel
        The model.
    """
    for name, action in actions.items():
        note_new_atoms(f"action {name}", action, model)


def files_of(given: list[str] | None) -> list[str]:
    """The files behind the names."""
    return [_named(each)[1] for each in given or ()]


def _named(given: str) -> tuple[str, str]:
    """``peek=file``, or a file alone, which is named by what stands before its ending."""
    name, equals, path = given.partition("=")
    if not equals:
        name, path = re.sub(r"\..*", "", Path(given).name), given
    if not name or not path:
        raise typer.BadParameter(f"--action {given}: expected NAME=FILE, such as peek=peek.event, or a file's name")
    return name, path


def completed_file(incomplete: str) -> list[str]:
    """Completion of a file's name, also behind a name and an equals sign."""
    name, equals, begun = incomplete.rpartition("=")
    return [name + equals + path for path in sorted(glob(escape(begun) + "*"))]


ActionFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--action",
        metavar="NAME=FILE",
        help="An event model of which the formula speaks as [@NAME]; FILE alone is named by its name. Repeatable.",
        autocompletion=completed_file,
    ),
]
