"""Models and worlds as commands are given them: by file, by standard input, by a puzzle's name; by a world's text."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterator
from glob import escape, glob
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from kripke.data.errors import unknown_world
from kripke.data.naming import name_text
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import puzzles
from logic.errors import EpistemicError
from whoknows.cli.inputs import STANDARD_INPUT

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel

AnyModel: TypeAlias = "KripkeModel | SymbolicModel"
"""A model on either engine."""

PUZZLE = "puzzle:"
SEARCHED = 20_000  # worlds: in larger models a world is found by its exact name only


def seen_from(model: KripkeModel, at: str | None) -> KripkeModel:
    """The model with the world that the text names as the actual one; as it is where none is named."""
    return model if at is None else model.at(find_world(model, at))


def find_world(model: KripkeModel, text: str) -> World:
    """The world that the text names: as it is, as a set ``{p, q}`` of true atoms, or as it is shown."""
    for candidate in readings(model, text):
        if candidate in model.worlds:
            found: World = candidate
            return found
    if len(model) > SEARCHED:
        raise unknown_world(text, ())
    shown = {squeezed(name_text(world)): world for world in model.worlds}
    if squeezed(text) in shown:
        return shown[squeezed(text)]
    raise unknown_world(text, [name_text(world) for world in model.worlds])


def readings(model: Any, text: str) -> Iterator[Any]:
    """What the text may name: a world of that name, a set of true atoms, or a value."""
    yield text
    if text.startswith("{") and text.endswith("}"):
        atoms = [atom.strip() for atom in re.split(r",(?![^()]*\))", text[1:-1]) if atom.strip()]
        yield frozenset(atoms)
        yield frozenset(f"p{atom}" if f"p{atom}" in model.atoms else atom for atom in atoms)  # SMCDEL's numbers
    try:
        value = literal_eval(text)
        hash(value)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return
    yield value


def squeezed(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())


def atoms_text(model: KripkeModel, position: int) -> str:
    """The atoms true at the world, as a set."""
    return "{" + ", ".join(model.structure.true_atoms(position)) + "}"


def completed_model(incomplete: str) -> list[str]:
    """Completion of MODEL: files and puzzles."""
    named = [PUZZLE + each.name for each in puzzles()]
    found = [name for name in named if name.startswith(incomplete)] if incomplete else named
    return [*sorted(glob(escape(incomplete) + "*")), *found]


def completed_world(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completion of a world's name, from the model that was given before."""
    model = _given_model(ctx)
    if not isinstance(model, KripkeModel) or len(model) > SEARCHED:
        return []
    names = [name_text(world) for world in model.worlds]
    return [name for name in names if name.startswith(incomplete)]


def completed_agent(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completion of an agent's name, also behind others and a comma, from the model that was given before."""
    model = _given_model(ctx)
    before, comma, begun = incomplete.rpartition(",")
    agents = () if model is None else model.agents
    return [before + comma + agent for agent in agents if agent.startswith(begun)]


def _given_model(ctx: typer.Context) -> AnyModel | None:
    """The model on the command line; none where it cannot be read now, since a completion has no place for errors."""
    given = ctx.params.get("model") or next(iter(ctx.args), None)  # behind an option nothing has been assigned yet
    from whoknows.cli.engines import read_on  # which stands on this

    try:
        return None if given in (None, STANDARD_INPUT) else read_on(str(given), "auto").model
    except (EpistemicError, OSError):
        return None


ModelName = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A file (JSON, SMCDEL's text, GraphML), - for standard input, or puzzle:NAME.",
        autocompletion=completed_model,
    ),
]
At = Annotated[
    str | None,
    typer.Option("--at", metavar="WORLD", help="The world; else the actual one.", autocompletion=completed_world),
]
