"""Constraints that build their diagrams themselves, layer by layer: how many atoms are true, and the parity of that.

Written as formulas they would be long; as diagrams they have a node for each thing that must be remembered on the way
from the first atom to the last: how many were true. See also `kripke.symbolic.tables` and `kripke.symbolic.dealing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from kripke.checking.build import atom_name
from kripke.data.errors import ModelError, require_flag
from kripke.symbolic.atomlists import choice, in_order, listed, names_of, where
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.constraint import PortableConstraint
from kripke.symbolic.counted import counted
from kripke.symbolic.recognition import store_exact_count
from kripke.symbolic.state_set import StateSet, support_of
from kripke.symbolic.tables import Table as Table
from kripke.symbolic.tables import from_table as from_table
from logic.clauses import Atom, Bottom, Top, Xor
from logic.errors import shorten
from logic.formula import Formula


@dataclass(frozen=True, repr=False)
class Counting(PortableConstraint):
    """At least `low` and at most `high` of some atoms are true."""

    names: tuple[str, ...]
    low: int
    high: int

    def __repr__(self) -> str:
        what, count = ("at_most", self.high) if self.low == 0 else ("at_least", self.low)
        return f"{'exactly' if self.low == self.high else what}({count}, {list(self.names)})"

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms that are counted."""
        return self.names

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula with O(k h) distinct nodes for k atoms of which h, or all but h, decide."""
        nodes: dict[int, Formula] = dict.fromkeys(range(self.low, self.high + 1), Top())
        for place in reversed(range(len(self.names))):
            atom, counts = Atom(self.names[place]), range(min(place, self.high) + 1)
            nodes = {n: choice(atom, nodes.get(n + 1, Bottom()), nodes.get(n, Bottom())) for n in counts}
        return nodes.get(0, Bottom())

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where the count is in the range. O(k h) nodes for k atoms of which h, or all but h, decide."""
        state_sets = in_order(manager, self.names, atoms)
        conditions = [state_set.function for state_set in state_sets]
        states = StateSet.of(manager, counted(manager, conditions, self.low, self.high), support_of(state_sets))
        are_bits = states.support.bit_count() == len(state_sets) and all(state_set.is_bit for state_set in state_sets)
        if self.low == self.high and are_bits and states.value is None:  # two atoms may be one variable
            store_exact_count(states, self.low)
        return states


@dataclass(frozen=True, repr=False)
class Parity(PortableConstraint):
    """An odd number of some atoms is true, or an even number."""

    names: tuple[str, ...]
    odd: bool = True

    def __repr__(self) -> str:
        return f"parity({list(self.names)}{'' if self.odd else ', odd=False'})"

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms that are counted."""
        return self.names

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula."""
        start: Formula = Bottom() if self.odd else Top()
        return reduce(Xor, map(Atom, self.names), start)

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where the number has the parity: O(k) for k atoms, and no diagram until one is needed."""
        states = StateSet.constant(manager, not self.odd)
        for name in self.names:
            states = states ^ where(name, atoms)
        return states


def exactly(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """That exactly `count` of the atoms are true: a constraint for laws, announcements and counts.

    Parameters
    ----------
    count : int
        From 0 to the number of atoms.
    atoms : iterable of str or Atom
        Each once.

    Raises
    ------
    ModelError
        If the count is not a number from 0 to the number of atoms, or an atom is listed twice.

    Examples
    --------
    >>> from whoknows import SymbolicModel, exactly
    >>> SymbolicModel(["p", "q", "r", "s"], law=exactly(2, ["p", "q", "r", "s"])).count()
    6
    """
    return _counting("exactly", count, count, atoms)


def exactly_one(atoms: Iterable[str | Atom]) -> Counting:
    """That exactly one of the atoms is true; see `exactly`.

    Examples
    --------
    >>> from whoknows import SymbolicModel
    >>> SymbolicModel(atoms=["p", "q", "r"], law=exactly_one(["p", "q", "r"])).count()
    3
    """
    names = names_of("exactly_one", atoms)
    if not names:
        raise ModelError("exactly_one of no atoms: that is never so; name at least one")
    return Counting(names, 1, 1)


def at_most(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """That at most `count` of the atoms are true; see `exactly`.

    Parameters
    ----------
    count : int
        The bound.
    atoms : iterable of str or Atom
        Each once.

    Examples
    --------
    >>> from whoknows import SymbolicModel
    >>> SymbolicModel(atoms=["p", "q", "r"], law=at_most(1, ["p", "q", "r"])).count()
    4
    """
    return _counting("at_most", 0, count, atoms)


def at_least(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """That at least `count` of the atoms are true; see `exactly`.

    Parameters
    ----------
    count : int
        The bound.
    atoms : iterable of str or Atom
        Each once.

    Examples
    --------
    >>> from whoknows import SymbolicModel
    >>> SymbolicModel(atoms=["p", "q", "r"], law=at_least(2, ["p", "q", "r"])).count()
    4
    """
    names = names_of("at_least", atoms)
    return _counting("at_least", count, len(names), names)


def parity(atoms: Iterable[str | Atom], odd: bool = True) -> Parity:
    """That an odd number of the atoms is true, an even one unless `odd`; an atom listed twice cancels itself.

    Parameters
    ----------
    atoms : iterable of str or Atom
        The atoms.
    odd : bool
        Whether the number is odd.

    Examples
    --------
    >>> from whoknows import SymbolicModel
    >>> SymbolicModel(atoms=["p", "q", "r"], law=parity(["p", "q", "r"])).count()
    4
    """
    require_flag(odd, "parity, odd")
    left: dict[str, None] = {}
    for atom in listed("parity", atoms):
        name = atom if isinstance(atom, str) else atom_name(atom)
        if name in left:
            del left[name]
        else:
            left[name] = None
    return Parity(tuple(map(atom_name, left)), odd)


def _counting(what: str, low: Any, high: Any, atoms: Iterable[str | Atom]) -> Counting:
    names = names_of(what, atoms)
    for number in (low, high):
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= len(names):
            raise ModelError(f"{what} {shorten(repr(number))} of {len(names)} atoms: expected 0 to {len(names)}")
    return Counting(names, low, high)
