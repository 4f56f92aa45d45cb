"""Knowing whether, for many agents that each miss one bit, as one question about a state and its neighbours.

A state's neighbour across a bit differs from the state in that bit only. An agent that sees all other bits does not
know the bit if the state and this neighbour both satisfy the law: one quantification. None of n such agents knows their
bit if all n neighbours satisfy the law. These n quantifications become one along the union of the agents' relations, in
which exactly one bit differs. Over pairs of variables the union is a diagram with six nodes per bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from kripke.symbolic.bdd import Bdd, BddManager, Substitution
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_sets import members

FEW = 8
"""Up to this number of bits, quantifying them one by one is as fast (measured with muddy children)."""


class Neighbours(StateSet):
    """The states of a base set with all neighbours, or at least one neighbour, across some bits in it too.

    `across` makes it for one bit. ``&`` and ``|`` join two of the same base without a diagram, and ``~`` needs none;
    all other operations make the diagram.

    Parameters
    ----------
    base : StateSet
        The set that must contain a state and its neighbours.
    bits : int
        The set of variables in which the neighbours differ; not empty.
    every : bool
        Whether the base must contain all these neighbours, or at least one.
    """

    __slots__ = ("base", "bits", "every", "negated")

    def __init__(self, base: StateSet, bits: int, every: bool, negated: bool) -> None:
        self.base, self.bits, self.every, self.negated = base, bits, every, negated
        self.manager, self.variable, self._function, self._opposite = base.manager, None, None, None

    @classmethod
    def across(cls, base: StateSet, bit: int) -> StateSet:
        """The states of the base whose neighbours across the bit are in the base too.

        Parameters
        ----------
        base : StateSet
            The set that must contain a state and its neighbour.
        """
        return cls(base, bit, True, False) if base.support & bit else base

    def __getattr__(self, name: str) -> object:
        """The attributes that need the diagram, computed on first use."""
        if name not in ("support", "value", "parity"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
        base = self.base.support
        plain = StateSet.of(self.manager, self.function, base if self.bits & (self.bits - 1) else base & ~self.bits)
        self.support, self.value, self.parity = plain.support, plain.value, plain.parity
        return getattr(self, name)

    @property
    def function(self) -> Bdd:
        """The decision diagram."""
        if self._function is None:
            self._function = ~(~self).function if self.negated else self._diagram()
        return self._function

    def _diagram(self) -> Bdd:
        manager, base = self.manager, self.base.function
        if self.bits.bit_count() <= FEW:
            each = [base.forall(1 << bit) for bit in members(self.bits)]
            return reduce(and_ if self.every else or_, each)
        step = manager.results.get(("step", self.bits), lambda: Step.across(manager, self.bits))
        there = base.substitute(step.priming)
        if self.every:
            return ~step.at_most.and_exists(~there, step.primed)
        return base & step.exactly.and_exists(there, step.primed)

    def __invert__(self) -> StateSet:
        if self._opposite is None:
            opposite = Neighbours(self.base, self.bits, self.every, not self.negated)
            opposite._opposite = self
            return opposite
        return self._opposite

    def __and__(self, other: StateSet) -> StateSet:
        return self._joined(other, not self.negated) or super().__and__(other)

    def __or__(self, other: StateSet) -> StateSet:
        return self._joined(other, self.negated) or super().__or__(other)

    def _joined(self, other: StateSet, every: bool) -> Neighbours | None:
        """Both as one, for every neighbour or for at least one; None if they cannot be joined."""
        if not isinstance(other, Neighbours) or self.negated != other.negated:
            return None
        if not (self._may_be(every) and other._may_be(every)):
            return None
        if self.base is not other.base and self.base.key != other.base.key:
            return None
        return Neighbours(self.base, self.bits | other.bits, every, self.negated)

    def _may_be(self, every: bool) -> bool:
        """Whether it is about every neighbour, or about at least one; for a single neighbour both are the same."""
        return self.every == every or not self.bits & (self.bits - 1)


@dataclass(frozen=True, slots=True)
class Step:
    """The step from a state to its neighbours, as a relation over pairs of variables.

    Parameters
    ----------
    at_most, exactly : Bdd
        At most one bit differs between the state and its primed partner; exactly one bit differs.
    priming : Substitution
        It replaces the bits by the primed variables.
    """

    at_most: Bdd
    exactly: Bdd
    primed: int
    priming: Substitution

    @classmethod
    def across(cls, manager: BddManager, bits: int) -> Step:
        """The step across one of these bits. O(k) for k bits."""
        none, one = manager.true, manager.false
        for bit in manager.bottom_up(bits):
            differs = manager.literal(bit) ^ manager.literal(bit + 1)
            none, one = ~differs & none, differs.ite(none, one)
        primes = [(bit, manager.literal(bit + 1)) for bit in members(bits)]
        return cls(none | one, one, bits << 1, Substitution(primes))
