"""Constraints that build their own diagrams, such as the number of true atoms or its parity.

Written as formulas these would be long; their diagrams have at most one node for each number of true atoms at a level.
See also `kripke.symbolic.laws.values` and `kripke.symbolic.deals.dealing`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, ClassVar, Protocol, TypeGuard, TypeVar

from kripke.checking.build import atom_name, names_once
from kripke.checking.constraint import Constraint
from kripke.data.errors import ModelError, require_flag, unknown_atom
from kripke.symbolic.diagrams.bdd import Bdd, BddManager
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from logic.clauses import And, Atom, Bottom, Not, Top, Xor, disj
from logic.errors import shorten
from logic.exact import is_whole, plural
from logic.formula import Formula

S = TypeVar("S")
T = TypeVar("T")


class DiagramConstraint(Protocol):
    """A boolean condition that builds its own diagram, such as a result of `exactly`.

    A constraint may have three more attributes. `groups`: sets of atoms that should be adjacent in the order; by
    default one set with all atoms. `parts`: constraints whose conjunction is equivalent and has smaller diagrams.
    `is_digit`: whether an atom that is defined by the constraint becomes a separate variable of the diagrams. The
    attributes are looked up by name, since `isinstance` with a protocol takes 20 times as long.
    """

    @property
    def atoms(self) -> Iterable[str]:
        """The atoms that the constraint is about."""

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where the constraint is true."""


class PortableConstraint(Constraint, DiagramConstraint, Protocol):
    """A condition that builds its own diagram, and that the explicit engine evaluates as a formula."""


class Ungrouped:
    """A constraint whose atoms need not be adjacent in the variable order."""

    groups: ClassVar[tuple[()]] = ()


class ChoiceConstraint(Ungrouped, PortableConstraint):
    """A condition that is built as nested choices (if-then-else), atom by atom."""

    def folded(self, order: Sequence[str], choose: Callable[[str, T, T], T], true: T, false: T) -> T:
        """Build the constraint as nested choices on the atoms, from the last to the first; equal choices are shared.

        `choose` makes a choice from an atom and the results where it is true and where it is false; `true` and `false`
        are the constants.
        """
        raise NotImplementedError

    def formula(self, atoms: Collection[str]) -> Formula:
        """Return the condition as a formula, in which equal subformulas are shared."""
        return self.folded(list(self.atoms), lambda name, *rests: choice(Atom(name), *rests), Top(), Bottom())

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where the condition is true."""
        literals = {name: where(name, atoms) for name in self.atoms}
        order = sorted(literals, key=lambda name: place_of(manager, literals[name]))
        functions = {name: states.function for name, states in literals.items()}
        function = self.folded(order, lambda name, *rests: functions[name].ite(*rests), manager.true, manager.false)
        return StateSet.of(manager, function, support_of(literals.values()))


def is_constraint(given: Any) -> TypeGuard[DiagramConstraint]:
    """Whether the value is a constraint; formulas are rejected first, since their `atoms` are slow to compute."""
    return not isinstance(given, (str, Formula)) and hasattr(given, "atoms") and hasattr(given, "state_set")


def listed(what: str, given: Any) -> Iterable[Any]:
    """Return the argument if it is an iterable but not a string; else raise `ModelError` with `what` in its message."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ModelError(f"{what}: expected a list, got {shorten(repr(given))}")
    return given


def names_of(what: str, atoms: Iterable[str | Atom]) -> tuple[str, ...]:
    """The atoms' names; `FormulaError` for an invalid one.

    `ModelError`, with `what` in its message, if `atoms` is not a list, or an atom is listed twice.
    """
    return tuple(names_once(what, listed(what, atoms)))


def where(name: str, atoms: Mapping[str, StateSet]) -> StateSet:
    """The states where the atom is true; `UnknownAtom` if there is no such atom."""
    states = atoms.get(name)
    if states is None:
        raise unknown_atom(name, atoms)
    return states


def in_order(manager: BddManager, names: Iterable[str], atoms: Mapping[str, StateSet]) -> list[StateSet]:
    """The extensions of the atoms, ordered by their variables."""
    return sorted([where(name, atoms) for name in names], key=lambda state_set: place_of(manager, state_set))


def place_of(manager: BddManager, state_set: StateSet) -> int:
    """The position, in the variable order, of the set's variable with the greatest number; -1 for a constant."""
    return manager.level(state_set.support.bit_length() - 1) if state_set.support else -1


def choice(atom: Formula, high: Formula, low: Formula) -> Formula:
    """The formula that is `high` if the atom is true and `low` if it is false."""
    if high is low or (isinstance(high, (Top, Bottom)) and high == low):
        return high
    return disj([part for part in (_both(atom, high), _both(Not(atom), low)) if not isinstance(part, Bottom)])


def _both(literal: Formula, rest: Formula) -> Formula:
    if isinstance(rest, (Top, Bottom)):
        return literal if isinstance(rest, Top) else rest
    return And(literal, rest)


def counted(manager: BddManager, conditions: Sequence[Bdd], low: int, high: int) -> Bdd:
    """The function that is true if `low` to `high` of the k conditions are true. O(k h) nodes for a bound of h."""
    if low <= 0:
        return manager.false if high < 0 else ~counted(manager, conditions, high + 1, len(conditions))
    return _counted(conditions, low, high, Bdd.ite, manager.true, manager.false)


def _counted(conditions: Sequence[S], low: int, high: int, choose: Callable[[S, T, T], T], true: T, false: T) -> T:
    """Nested choices that give `true` if `low` to `high` of the conditions are true.

    They are built from the last condition to the first. Only counts that do not decide the result yet are stored.
    """
    unbounded = high >= len(conditions)
    last = low if unbounded else high
    nodes = dict.fromkeys(range(low, last + 1), true)
    for left, condition in enumerate(reversed(conditions), 1):
        end = min(len(conditions) - left, last)
        above = {
            count: choose(condition, nodes.get(count + 1, false), nodes.get(count, false))
            for count in range(max(0, low - left), end + 1)
        }
        if unbounded and end == last:
            above[last] = true
        nodes = above
    return nodes.get(0, false)


@dataclass(frozen=True, repr=False)
class Counting(PortableConstraint):
    """The constraint that at least `low` and at most `high` of the atoms `names` are true."""

    names: tuple[str, ...]
    low: int
    high: int

    def __repr__(self) -> str:
        what, count = ("at_most", self.high) if self.low == 0 else ("at_least", self.low)
        return f"{'exactly' if self.low == self.high else what}({count}, {list(self.names)})"

    @property
    def atoms(self) -> tuple[str, ...]:
        """The names of the atoms that the constraint counts."""
        return self.names

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula with O(k h) distinct nodes for k atoms and `high` = h."""
        return _counted(list(map(Atom, self.names)), self.low, self.high, choice, Top(), Bottom())

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where the number of true atoms is in the range. O(k^2) nodes for k atoms."""
        state_sets = in_order(manager, self.names, atoms)
        conditions = [state_set.function for state_set in state_sets]
        states = StateSet.of(manager, counted(manager, conditions, self.low, self.high), support_of(state_sets))
        are_bits = states.support.bit_count() == len(state_sets) and all(state_set.is_bit for state_set in state_sets)
        if self.low == self.high and are_bits and states.value is None:  # two atoms may be one variable
            manager.results.get(("exact count", states.key, states.support), lambda: self.low)
        return states


@dataclass(frozen=True, repr=False)
class Parity(PortableConstraint):
    """The constraint that an odd number of the atoms `names` is true; an even number if `odd` is False."""

    names: tuple[str, ...]
    odd: bool = True

    def __repr__(self) -> str:
        return f"parity({list(self.names)}{'' if self.odd else ', odd=False'})"

    @property
    def atoms(self) -> tuple[str, ...]:
        """The names of the atoms that the constraint counts."""
        return self.names

    def formula(self, atoms: Collection[str]) -> Formula:
        """The parity condition as a formula."""
        start: Formula = Bottom() if self.odd else Top()
        return reduce(Xor, map(Atom, self.names), start)

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where the number of true atoms is odd (or even). O(k) for k atoms; diagrams are made on demand."""
        states = StateSet.constant(manager, not self.odd)
        for name in self.names:
            states = states ^ where(name, atoms)
        return states


def exactly(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """The constraint that exactly `count` of the atoms are true.

    Parameters
    ----------
    count : int
        From 0 to the number of atoms.
    atoms : iterable of str or Atom
        The atoms, each listed once.

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
    """The constraint that exactly one of the atoms is true; see `exactly`.

    Examples
    --------
    >>> from whoknows import SymbolicModel
    >>> SymbolicModel(atoms=["p", "q", "r"], law=exactly_one(["p", "q", "r"])).count()
    3
    """
    names = names_of("exactly_one", atoms)
    if not names:
        raise ModelError("exactly_one of no atoms is unsatisfiable; name at least one")
    return Counting(names, 1, 1)


def at_most(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """The constraint that at most `count` of the atoms are true; see `exactly`.

    Parameters
    ----------
    count : int
        The bound.
    atoms : iterable of str or Atom
        The atoms, each listed once.

    Examples
    --------
    >>> from whoknows import SymbolicModel
    >>> SymbolicModel(atoms=["p", "q", "r"], law=at_most(1, ["p", "q", "r"])).count()
    4
    """
    return _counting("at_most", 0, count, atoms)


def at_least(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """The constraint that at least `count` of the atoms are true; see `exactly`.

    Parameters
    ----------
    count : int
        The bound.
    atoms : iterable of str or Atom
        The atoms, each listed once.

    Examples
    --------
    >>> from whoknows import SymbolicModel
    >>> SymbolicModel(atoms=["p", "q", "r"], law=at_least(2, ["p", "q", "r"])).count()
    4
    """
    names = names_of("at_least", atoms)
    return _counting("at_least", count, len(names), names)


def parity(atoms: Iterable[str | Atom], odd: bool = True) -> Parity:
    """The constraint that an odd number of the atoms is true (an even number if not `odd`); duplicates cancel.

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
        if not is_whole(number, 0, len(names)):
            expected = f"expected 0 to {len(names)}{', not a bool' * isinstance(number, bool)}"
            raise ModelError(f"{what} {shorten(repr(number))} of {plural(len(names), 'atom')}: {expected}")
    return Counting(names, int(low), int(high))
