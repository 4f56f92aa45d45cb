"""Worlds of a model, found by the text with which a command names them."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.data.errors import unknown_world
from kripke.data.naming import name_text
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel

AnyModel: TypeAlias = "KripkeModel | SymbolicModel"
"""A model on either engine."""

SEARCHED = 20_000
"""Number of worlds. In larger models a world is found by its exact name only."""


def seen_from(model: KripkeModel, at: str | None) -> KripkeModel:
    """The model with the world that the text names as the actual one; as it is where none is named.

    Parameters
    ----------
    model : KripkeModel or SymbolicModel
        The model.
    at : str, optional
        The text that names the world; None for the actual world.
    """
    return model if at is None else model.at(find_world(model, at))


def find_world(model: KripkeModel, text: str) -> World:
    """The world that the text names: as it is, as a set ``{p, q}`` of true atoms, or as it is shown.

    Parameters
    ----------
    model : KripkeModel or SymbolicModel
        The model.
    text : str
        The text that names the world.
    """
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
    """What the text may name: a world of that name, a set of true atoms, or a value.

    Parameters
    ----------
    model : KripkeModel or SymbolicModel
        The model.
    text : str
        The text that names a world or a state.
    """
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
    """The atoms true at the world, as a set.

    Parameters
    ----------
    model : KripkeModel or SymbolicModel
        The model.
    position : int
        Position of the world.
    """
    return "{" + ", ".join(model.structure.true_atoms(position)) + "}"
