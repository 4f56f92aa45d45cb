"""Variables of many values, such as ``card7=north``: an atom for each value, over bits in one of two encodings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import and_
from typing import Any, Literal

from kripke.data.errors import ModelError
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.diagrams.variable_order import MOST_BITS
from kripke.symbolic.laws.conditions import Condition
from kripke.symbolic.laws.constraints import DiagramConstraint, exactly_one
from logic.clauses import Atom, disj
from logic.errors import TooLarge, shorten

Encoding = Literal["binary", "one-hot"]

MOST_VALUES = MOST_BITS  # maximal number of values of a variable; each is an atom


@dataclass(frozen=True)
class Variable:
    """A variable with exactly one of its values. `encoding`: the values are numbered in bits, or have a bit each."""

    name: str
    labels: tuple[str, ...]
    encoding: Encoding

    @property
    def atoms(self) -> tuple[str, ...]:
        """An atom for each value."""
        return tuple([f"{self.name}={value}" for value in self.labels])

    @property
    def is_binary(self) -> bool:
        """Whether the values are numbered."""
        return self.encoding == "binary"

    @property
    def bits(self) -> tuple[str, ...]:
        """The names of its bits; those of a numbered variable are not atoms, the first is the most significant."""
        if not self.is_binary:
            return self.atoms
        return tuple([f"{self.name}#{place}" for place in range((len(self.labels) - 1).bit_length())])

    def bits_of(self, atom: str) -> list[str]:
        """The bits that an atom depends on."""
        return list(self.bits) if self.is_binary else [atom]

    def values(self, where: Mapping[str, StateSet]) -> dict[str, StateSet]:
        """The states where each atom is true, given the states where each bit is true."""
        if not self.is_binary:
            return {atom: where[atom] for atom in self.atoms}
        return {atom: self._numbered(number, where) for number, atom in enumerate(self.atoms)}

    def _numbered(self, number: int, where: Mapping[str, StateSet]) -> StateSet:
        last = len(self.bits) - 1
        digits = [where[bit] if number >> (last - i) & 1 else ~where[bit] for i, bit in enumerate(self.bits)]
        return reduce(and_, digits[::-1])

    @property
    def law(self) -> list[DiagramConstraint]:
        """The constraint that it has exactly one of its values, if the encoding does not imply it."""
        if not self.is_binary:
            return [exactly_one(self.atoms)]
        return [] if len(self.labels) == 1 << len(self.bits) else [Condition(disj(list(map(Atom, self.atoms))))]


def variables_of(given: Mapping[str, Iterable[Any]], encoding: Encoding, taken: Sequence[str]) -> list[Variable]:
    """The variables, checked; `ModelError` for a wrong name, wrong values, or an atom that exists."""
    if encoding not in ("binary", "one-hot"):
        raise ModelError(f"encoding {shorten(repr(encoding))}: expected 'binary' or 'one-hot'")
    if not isinstance(given, Mapping):
        raise ModelError(f"variables {shorten(repr(given))}: expected names with their values, {{'die': [1, 2, 3]}}")
    known = [_variable(name, values, encoding) for name, values in given.items()]
    atoms = set(taken)
    for variable in known:
        for atom in variable.atoms:
            if atom in atoms:
                raise ModelError(f"variable {shorten(variable.name)}: the atom {shorten(atom)} is there already")
            atoms.add(atom)
    for variable in known:
        for bit in variable.bits if variable.is_binary else ():
            if bit in atoms:
                raise ModelError(
                    f"variable {shorten(variable.name)}: the atom {shorten(bit)} is named as one of its bits; "
                    "rename it, or take encoding='one-hot'"
                )
    return known


def _variable(name: Any, values: Any, encoding: Encoding) -> Variable:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ModelError(f"variable {shorten(repr(name))}: expected its values in a list, got {shorten(repr(values))}")
    if not isinstance(name, str) or not name or "=" in name:
        raise ModelError(f"variable {shorten(repr(name))}: expected a name, which is a text without '='")
    labels = tuple([str(value) for value in islice(values, MOST_VALUES + 1)])
    if len(labels) > MOST_VALUES:
        raise TooLarge(
            f"variable {shorten(name)}: more than {MOST_VALUES:,} values, and each is an atom; give its bits as atoms"
        )
    if not labels:
        raise ModelError(f"variable {shorten(repr(name))}: no values; name at least one")
    for label in labels:
        Atom(f"{name}={label}")  # refuses what no atom can be named
    return Variable(name, labels, encoding if len(labels) > 1 else "one-hot")
