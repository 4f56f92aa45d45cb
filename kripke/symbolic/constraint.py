"""Constraints that build their own diagrams, which the symbolic engine needs of a law besides its formula."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeGuard, runtime_checkable

from kripke.checking.constraint import Constraint
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.state_set import StateSet
from logic.formula import Formula


@runtime_checkable
class DiagramConstraint(Protocol):
    """A boolean condition that builds its own diagram, such as `exactly`; see `kripke.symbolic.laws`."""

    @property
    def atoms(self) -> Iterable[str]:
        """The atoms that it speaks of."""

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where it is true."""


class PortableConstraint(Constraint, DiagramConstraint, Protocol):
    """A condition that builds its own diagram, and that the explicit engine reads as a formula."""


class Ungrouped:
    """A constraint whose atoms need not stand together: diagrams are small where the atoms of each card do."""

    groups: ClassVar[tuple[()]] = ()


@runtime_checkable
class Conjunction(Protocol):
    """A constraint that says the same as several together, whose diagrams are smaller than its own."""

    @property
    def parts(self) -> Sequence[DiagramConstraint]:
        """The constraints."""


@runtime_checkable
class Digit(Protocol):
    """A constraint that, as a defined atom, is a variable of its own in diagrams, as digits of numbers should be.

    A condition that compares numbers then has a small diagram, though one over the bits that give the digits is large.
    """

    @property
    def is_digit(self) -> bool:
        """True."""


def is_constraint(given: Any) -> TypeGuard[DiagramConstraint]:
    """Whether it is a constraint, and no formula: a formula has atoms too, and Python would walk all of it to look."""
    return not isinstance(given, (str, Formula)) and isinstance(given, DiagramConstraint)
