"""Look-up of worlds by the texts of command-line arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kripke.data.errors import unknown_world
from kripke.data.naming import name_text
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.options import literal

SEARCHED = 20_000
"""Number of worlds above which a world is found only by its exact name."""


def seen_from(model: KripkeModel, at: str | None) -> KripkeModel:
    """The model with the named world as the actual world.

    Parameters
    ----------
    at : str, optional
        The text that names the world, as in `find_world`; None: the model stays unchanged.
    """
    return model if at is None else model.at(find_world(model, at))


def find_world(model: KripkeModel, text: str) -> World:
    """The world that the text names: the name itself, a set ``{p, q}`` of true atoms, or the text of the name."""
    for candidate in readings(model, text):
        if candidate in model.worlds:
            world: World = candidate
            return world
    if len(model) > SEARCHED:
        raise unknown_world(text, ())
    shown = {squeezed(name_text(world)): world for world in model.worlds}
    if squeezed(text) in shown:
        return shown[squeezed(text)]
    raise unknown_world(text, [name_text(world) for world in model.worlds])


def readings(model: Model, text: str) -> Iterator[Any]:
    """The possible meanings of a text: a name, a set of true atoms, or a Python literal."""
    yield text
    if text.startswith("{") and text.endswith("}"):
        atoms = [atom.strip() for atom in re.split(r",(?![^()]*\))", text[1:-1]) if atom.strip()]
        yield frozenset(atoms)
        yield frozenset(f"p{atom}" if f"p{atom}" in model.atoms else atom for atom in atoms)  # the numbers of SMCDEL
    value = literal(text)
    try:
        hash(value)
    except TypeError:
        return
    yield value


def squeezed(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())


def atoms_text(model: KripkeModel, position: int) -> str:
    """The text of the set of true atoms at a world.

    Parameters
    ----------
    position : int
        Position of the world, from 0.
    """
    return "{" + ", ".join(model.structure.true_atoms(position)) + "}"
