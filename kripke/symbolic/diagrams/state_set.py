"""Sets of states as boolean functions: parities of variables where possible, otherwise decision diagrams.

A set is a function of all assignments. Only the assignments that satisfy the model's law are states; the values at
other assignments do not matter. So the domain is the constant true, and the complement is the negation. Parities are
stored as masks and not as diagrams, for two reasons. Variables that occur twice cancel: n² coins of the dining
cryptographers become n bits. And Gaussian elimination removes variables.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cache, reduce
from operator import and_, or_
from typing import TypeAlias

from kripke.symbolic.diagrams.bdd import Bdd, BddManager, Substitution
from kripke.symbolic.diagrams.variable_order import mask_of, members

Cube: TypeAlias = tuple[int, int]  # a conjunction of literals: its variables, and those of them that are true


class StateSet:
    """A boolean function of a manager's variables.

    Make one by `constant`, `literal`, `of_parity` or `of`; combine two by ``& | ^``; negate one by ``~``.

    `function`: the diagram; as an argument, None if it follows from the parity or from the opposite set.
    `support`: a set that includes all variables on which the function depends; it may be larger.
    `parity`: for a parity, the set of its variables and whether an odd number of them must be true; otherwise None.
    `value`: the value of a constant function; None if the function is not constant.
    `variable`: the variable, if `literal` made the set; otherwise None.
    """

    __slots__ = ("_function", "_opposite", "manager", "parity", "support", "value", "variable")

    def __init__(
        self, manager: BddManager, function: Bdd | None, support: int, parity: tuple[int, bool] | None = None
    ) -> None:
        self.manager, self._function, self.support, self.parity = manager, function, support, parity
        self.value = None if parity is None or parity[0] else not parity[1]
        self.variable: int | None = None
        self._opposite: StateSet | None = None

    @classmethod
    def constant(cls, manager: BddManager, value: bool) -> StateSet:
        """The set of all states if `value` is True, otherwise the empty set."""
        return cls(manager, manager.true if value else manager.false, 0, (0, not value))

    @classmethod
    def literal(cls, manager: BddManager, variable: int) -> StateSet:
        """The states where the variable is true."""
        bit = 1 << variable
        states = cls(manager, None, bit, (bit, True))
        states.variable = variable
        return states

    @classmethod
    def of_parity(cls, manager: BddManager, variables: int, odd: bool) -> StateSet:
        """The states where an odd number of the variables is true; an even number if `odd` is False."""
        return cls(manager, None, variables, (variables, odd)) if variables else cls.constant(manager, not odd)

    @classmethod
    def of(cls, manager: BddManager, function: Bdd, support: int) -> StateSet:
        """The set with this function, which depends on variables of `support` only."""
        value = function.value
        return cls(manager, function, support) if value is None else cls.constant(manager, value)

    @classmethod
    def of_cube(cls, manager: BddManager, variables: int, true: int) -> StateSet:
        """The states where the variables in `true` are true, and all others in `variables` are false."""
        return cls.of(manager, manager.assignment(variables, true), variables)

    @property
    def is_bit(self) -> bool:
        """Whether the function is a single variable: the set contains the states where this variable is true."""
        if self.variable is not None:
            return True
        return self.parity is not None and self.parity[1] and self.parity[0].bit_count() == 1

    @property
    def function(self) -> Bdd:
        """The decision diagram, made on first use for parities and negations."""
        if self._function is None:
            if self._opposite is not None:
                self._function = ~self._opposite.function
            else:
                assert self.parity is not None
                self._function = self.manager.parity(*self.parity)
        return self._function

    def contains(self, state: int) -> bool:
        """Whether the function is true at an assignment, given as its true variables. O(k) for k variables."""
        if self.parity is not None:
            return ((state & self.support).bit_count() & 1 == 1) is self.parity[1]
        return self.function.holds(self.support, state)

    @property
    def key(self) -> Hashable:
        """A hashable key; two sets have equal keys only if their functions are equal."""
        return self.parity if self.parity is not None else self.function

    @property
    def cube(self) -> Cube | None:
        """The set's only assignment to the variables in `support`; None if there are several, and for constants."""
        if self.parity is not None:
            mask, odd = self.parity
            return (mask, mask if odd else 0) if mask.bit_count() == 1 else None
        if self.function.size > self.support.bit_count() + 1:
            return None
        true = self.manager.pick(self.function, self.support)
        return (self.support, true) if self.manager.assignment(self.support, true) == self.function else None

    @property
    def size(self) -> int:
        """The number of nodes of the diagram; for a parity, an upper bound that needs no diagram."""
        return 2 * self.support.bit_count() + 1 if self.parity is not None else self.function.size

    def __invert__(self) -> StateSet:
        if self._opposite is not None:
            return self._opposite
        parity = None if self.parity is None else (self.parity[0], not self.parity[1])
        opposite = StateSet(self.manager, None, self.support, parity)
        opposite._opposite = self  # not also self._opposite = opposite: that is a reference cycle
        return opposite

    def __and__(self, other: StateSet) -> StateSet:
        if self.value is not None:
            return other if self.value else self
        if other.value is not None:
            return self if other.value else other
        return StateSet.of(self.manager, self.function & other.function, self.support | other.support)

    def __or__(self, other: StateSet) -> StateSet:
        if self.value is not None:
            return self if self.value else other
        if other.value is not None:
            return other if other.value else self
        return StateSet.of(self.manager, self.function | other.function, self.support | other.support)

    def __xor__(self, other: StateSet) -> StateSet:
        if self.value is not None:
            return ~other if self.value else other
        if self.parity is not None and other.parity is not None:
            return StateSet.of_parity(self.manager, self.parity[0] ^ other.parity[0], self.parity[1] == other.parity[1])
        if other.value is not None:
            return ~self if other.value else self
        return StateSet.of(self.manager, self.function ^ other.function, self.support | other.support)

    def __repr__(self) -> str:
        what = f"parity of {self.support.bit_count()}" if self.parity is not None else f"{self.size} nodes"
        return f"<StateSet: {what}>"


def support_of(state_sets: Iterable[StateSet]) -> int:
    """The mask of the variables in the supports of state sets."""
    support = 0
    for states in state_sets:
        support |= states.support
    return support


def linked(parts: Iterable[StateSet], variables: int, through: int) -> tuple[list[StateSet], list[StateSet]]:
    """Split the parts into those linked to `variables`, and the others.

    A part is linked if it shares a variable with `variables`, directly or through variables in `through`.
    """
    chosen, rest = list[StateSet](), list(parts)
    while new := [part for part in rest if part.support & variables]:
        rest = [part for part in rest if not part.support & variables]
        chosen += new
        variables = support_of(new) & through
    return chosen, rest


def given(parts: Iterable[StateSet], known: int, bits: int) -> list[StateSet]:
    """The cofactors of state sets: the variables in the mask `known` get the values in the mask `bits`."""
    cofactors = []
    for part in parts:
        support, here = part.support & ~known, part.support & known
        if here and part.parity is not None:
            mask, wanted = part.parity
            part = StateSet.of_parity(part.manager, mask & ~known, wanted ^ ((mask & here & bits).bit_count() & 1 == 1))
        elif here:
            part = StateSet.of(part.manager, part.function.given(here, bits), support)
        cofactors.append(part)
    return cofactors


@cache
def odd(length: int) -> int:
    """The mask of the odd numbers (primed variables) up to `length`, or up to `length` + 1 if `length` is even."""
    return int("10" * (length // 2 + 1), 2)


def unprime(support: int) -> int:
    """Return the set of variables with primed variables replaced by their unprimed partners."""
    primed = support & odd(support.bit_length())
    return (support ^ primed) | primed >> 1


def primed(states: StateSet, variables: int) -> StateSet:
    """Return the set of states with these variables replaced by their primed partners."""
    moved = states.support & variables & ~odd(states.support.bit_length())
    return renamed(states, {v: v + 1 for v in members(moved)})


def unprimed(states: StateSet, variables: int) -> StateSet:
    """Return the set of states with the primed partners of these variables replaced by the variables."""
    moved = states.support & variables << 1 & odd(states.support.bit_length())
    return renamed(states, {v: v - 1 for v in members(moved)})


def converse(pairs: StateSet, same: int) -> StateSet:
    """The converse of a relation. `same`: the variables that are equal in both states and occur only unprimed."""
    return renamed(pairs, {v: v ^ 1 for v in members(pairs.support & ~same)})


def renamed(states: StateSet, by: Mapping[int, int]) -> StateSet:
    """Return the set with some variables replaced by distinct variables, simultaneously."""
    if not by:
        return states
    manager, kept, to = states.manager, states.support & ~mask_of(by), mask_of(by.values())
    if states.parity is not None:
        return StateSet.of_parity(manager, kept ^ to, states.parity[1])
    moves = Substitution([(v, manager.literal(other)) for v, other in by.items()])
    return StateSet.of(manager, states.function.substitute(moves), kept | to)


FEW = 8  # up to this number of bits, quantifying them one by one is as fast (measured with muddy children)


class Neighbours(StateSet):
    """The states of a base set that have all or some of their neighbours in it; a neighbour differs in a single bit.

    The operation ``~`` needs no diagram, nor do ``&`` and ``|`` if their result is such a set; all others build one.

    `base`: the set that contains the states and their neighbours.
    `bits`: the set of bits, one of which is flipped in each neighbour; not empty.
    `every`: whether all these neighbours must be in the base set; otherwise one is enough.
    `negated`: whether the set is the complement of these states.
    """

    __slots__ = ("base", "bits", "every", "negated")

    def __init__(self, base: StateSet, bits: int, every: bool, negated: bool) -> None:
        self.base, self.bits, self.every, self.negated = base, bits, every, negated
        self.manager, self.variable, self._function, self._opposite = base.manager, None, None, None

    @classmethod
    def across(cls, base: StateSet, bit: int) -> StateSet:
        """The states of the base that stay in the base if this bit is flipped."""
        return cls(base, bit, True, False) if base.support & bit else base

    def __getattr__(self, name: str) -> object:
        """Compute an attribute that needs the decision diagram, which is built on first use."""
        if name not in ("support", "value", "parity"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
        base = self.base.support
        plain = StateSet.of(self.manager, self.function, base if self.bits & (self.bits - 1) else base & ~self.bits)
        self.support, self.value, self.parity = plain.support, plain.value, plain.parity
        return getattr(self, name)

    @property
    def function(self) -> Bdd:
        """The decision diagram of the set, which is built on first access."""
        if self._function is None:
            self._function = ~(~self).function if self.negated else self._diagram()
        return self._function

    def _diagram(self) -> Bdd:
        manager, base = self.manager, self.base.function
        if self.bits.bit_count() <= FEW:
            each = [base.forall(1 << bit) for bit in members(self.bits)]
            return reduce(and_ if self.every else or_, each)

        def steps() -> tuple[Bdd, Bdd, Substitution]:
            """Return where at most one bit and where exactly one bit differs from its prime; and the priming."""
            none, one = manager.true, manager.false
            for bit in manager.bottom_up(self.bits):
                differs = manager.literal(bit) ^ manager.literal(bit + 1)
                none, one = ~differs & none, differs.ite(none, one)
            return none | one, one, Substitution([(bit, manager.literal(bit + 1)) for bit in members(self.bits)])

        at_most, exactly, priming = manager.results.get(("step", self.bits), steps)
        there = base.substitute(priming)
        if self.every:
            return ~at_most.and_exists(~there, self.bits << 1)
        return base & exactly.and_exists(there, self.bits << 1)

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
        """Merge both sets into one `Neighbours` with this value of `every`; None if that is impossible."""
        if not isinstance(other, Neighbours) or self.negated != other.negated:
            return None
        for states in (self, other):
            if states.every != every and states.bits & (states.bits - 1):  # for one bit, "all" means "some"
                return None
        if self.base is not other.base and self.base.key != other.base.key:
            return None
        return Neighbours(self.base, self.bits | other.bits, every, self.negated)
