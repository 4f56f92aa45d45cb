"""What many agents know whether, each of whom misses one bit, as one question about a state and its neighbours.

An agent who sees all bits but one does not know that bit where both the state and its neighbour across the bit, which
differs from it there alone, are lawful: one quantification. Of n such agents nobody knows where all n neighbours are
lawful, and then the n quantifications are one as well, along the union of the agents' relations: some one bit differs.
Over pairs of variables that union is a diagram of six nodes a bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from kripke.symbolic.bdd import Bdd, BddManager, Substitution
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_sets import members

FEW = 8
"""Up to so many bits are quantified one by one, which is as fast (measured with muddy children)."""


class Neighbours(StateSet):
    """The states that lie in a state_set with their neighbours across all of some bits, or across at least one of them.

    It is made of one bit by `across`; those of one set are joined by ``&`` and ``|`` without a diagram. That is made
    when anything is asked for but to join or to negate it.

    Parameters
    ----------
    base : StateSet
        Where a state and its neighbours must lie.
    bits : int
        Across which variables; not none.
    every : bool
        Whether all these neighbours must lie there, or one of them.
    negated : bool
        Whether the other states are meant.
    """

    __slots__ = ("base", "bits", "every", "negated")

    def __init__(self, base: StateSet, bits: int, every: bool, negated: bool) -> None:
        self.base, self.bits, self.every, self.negated = base, bits, every, negated
        self.manager, self.variable, self._function, self._opposite = base.manager, None, None, None

    @classmethod
    def across(cls, base: StateSet, bit: int) -> StateSet:
        """The states of the state_set whose neighbours across the one bit lie in it too.

        Parameters
        ----------
        base : StateSet
            Where a state and its neighbour must lie.
        bit : int
            The set of the one variable in which they differ.
        """
        return cls(base, bit, True, False) if base.support & bit else base

    def __getattr__(self, name: str) -> object:
        """What else a state_set has, found out by the diagram when it is first asked for."""
        if name not in ("support", "value", "parity"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
        base = self.base.support
        found = StateSet.of(self.manager, self.function, base if self.bits & (self.bits - 1) else base & ~self.bits)
        self.support, self.value, self.parity = found.support, found.value, found.parity
        return getattr(self, name)

    @property
    def function(self) -> Bdd:
        """The decision diagram."""
        if self._function is None:
            self._function = ~(~self).function if self.negated else self._made()
        return self._function

    def _made(self) -> Bdd:
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
            made = Neighbours(self.base, self.bits, self.every, not self.negated)
            made._opposite = self
            return made
        return self._opposite

    def __and__(self, other: StateSet) -> StateSet:
        return self._joined(other, not self.negated) or super().__and__(other)

    def __or__(self, other: StateSet) -> StateSet:
        return self._joined(other, self.negated) or super().__or__(other)

    def _joined(self, other: StateSet, every: bool) -> Neighbours | None:
        """Both as one, which asks for every neighbour, or for one; None where they do not go together."""
        if not isinstance(other, Neighbours) or self.negated != other.negated:
            return None
        if not (self._may_be(every) and other._may_be(every)):
            return None
        if self.base is not other.base and self.base.key != other.base.key:
            return None
        return Neighbours(self.base, self.bits | other.bits, every, self.negated)

    def _may_be(self, every: bool) -> bool:
        """Whether it asks for every neighbour, or for one; of a single one that is the same."""
        return self.every == every or not self.bits & (self.bits - 1)


@dataclass(frozen=True, slots=True)
class Step:
    """The step from a state to its neighbours: the relation over pairs of variables, and what goes with it.

    Parameters
    ----------
    at_most, exactly : Bdd
        That at most one bit differs between the state and its primed partner; that exactly one does.
    primed : int
        The set of the primed variables.
    priming : Substitution
        Of the primed variables for the bits.
    """

    at_most: Bdd
    exactly: Bdd
    primed: int
    priming: Substitution

    @classmethod
    def across(cls, manager: BddManager, bits: int) -> Step:
        """The step across any one of these bits. O(k) for k bits.

        Parameters
        ----------
        manager : BddManager
            The manager of the diagrams.
        bits : int
            The set of the variables.
        """
        none, one = manager.true, manager.false
        for bit in manager.bottom_up(bits):
            differs = manager.literal(bit) ^ manager.literal(bit + 1)
            none, one = ~differs & none, differs.ite(none, one)
        primes = [(bit, manager.literal(bit + 1)) for bit in members(bits)]
        return cls(none | one, one, bits << 1, Substitution(primes))
