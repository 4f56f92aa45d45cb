"""The atoms that a constraint is given, and where they are true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from kripke.build import atom_name
from kripke.errors import ModelError, unknown_atom
from kripke.symbolic.bdd import Space
from kripke.symbolic.region import Region
from logic.errors import shorten
from logic.formula import Atom


def listed(what: str, given: Any) -> Iterable[Any]:
    """What was given, if it is a list; `ModelError` for a text."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ModelError(f"{what}: expected a list, got {shorten(repr(given))}")
    return given


def names_of(what: str, atoms: Iterable[str | Atom]) -> tuple[str, ...]:
    """The atoms' names; `ModelError` if one is listed twice, or is none."""
    names = tuple(map(atom_name, listed(what, atoms)))
    if len(set(names)) < len(names):
        twice = next(name for name, times in Counter(names).items() if times > 1)
        raise ModelError(f"{what}: '{shorten(twice)}' is listed twice")
    return names


def where(name: str, atoms: Mapping[str, Region]) -> Region:
    """Where the atom is true; `UnknownAtom` if there is none of that name."""
    found = atoms.get(name)
    if found is None:
        raise unknown_atom(name, atoms)
    return found


def in_order(space: Space, names: Iterable[str], atoms: Mapping[str, Region]) -> list[Region]:
    """The regions of the atoms, those first whose variables come first."""
    return sorted([where(name, atoms) for name in names], key=lambda region: place_of(space, region))


def place_of(space: Space, region: Region) -> int:
    """How deep in the diagrams the region's last variable is."""
    return space.level(region.support.bit_length() - 1) if region.support else -1


def support_of(regions: Iterable[Region]) -> int:
    """The variables of all of them."""
    support = 0
    for region in regions:
        support |= region.support
    return support
