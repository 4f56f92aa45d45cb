"""The atoms that a constraint is given, and where they are true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from kripke.checking.build import atom_name
from kripke.data.errors import ModelError, unknown_atom
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.state_set import StateSet
from logic.clauses import And, Atom, Bottom, Not, Top
from logic.constructors import disj
from logic.errors import shorten
from logic.formula import Formula


def listed(what: str, given: Any) -> Iterable[Any]:
    """What was given, if it is a list; `ModelError` for a text.

    Parameters
    ----------
    what : str
        What it is called in errors.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ModelError(f"{what}: expected a list, got {shorten(repr(given))}")
    return given


def names_of(what: str, atoms: Iterable[str | Atom]) -> tuple[str, ...]:
    """The atoms' names; `ModelError` if one is listed twice or is invalid.

    Parameters
    ----------
    what : str
        What it is called in errors.
    """
    names = tuple(map(atom_name, listed(what, atoms)))
    if len(set(names)) < len(names):
        twice = next(name for name, times in Counter(names).items() if times > 1)
        raise ModelError(f"{what}: '{shorten(twice)}' is listed twice")
    return names


def where(name: str, atoms: Mapping[str, StateSet]) -> StateSet:
    """Where the atom is true; `UnknownAtom` if there is no such atom."""
    states = atoms.get(name)
    if states is None:
        raise unknown_atom(name, atoms)
    return states


def in_order(manager: BddManager, names: Iterable[str], atoms: Mapping[str, StateSet]) -> list[StateSet]:
    """The state_sets of the atoms, those first whose variables come first."""
    return sorted([where(name, atoms) for name in names], key=lambda state_set: place_of(manager, state_set))


def place_of(manager: BddManager, state_set: StateSet) -> int:
    """How deep in the diagrams the state_set's last variable is."""
    return manager.level(state_set.support.bit_length() - 1) if state_set.support else -1


def choice(atom: Formula, high: Formula, low: Formula) -> Formula:
    """The formula that says `high` where the atom is true and `low` where it is false."""
    if high is low or (isinstance(high, (Top, Bottom)) and high == low):
        return high
    return disj([part for part in (_both(atom, high), _both(Not(atom), low)) if not isinstance(part, Bottom)])


def _both(literal: Formula, rest: Formula) -> Formula:
    if isinstance(rest, (Top, Bottom)):
        return literal if isinstance(rest, Top) else rest
    return And(literal, rest)
