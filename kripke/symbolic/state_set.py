"""Sets of states as boolean functions: parities of variables where possible, else decision diagrams.

A set is a function of all assignments. Only the assignments that satisfy the model's law are states; the values at
other assignments do not matter. So the domain is the constant true, and the complement is the negation. Parities have a
form of their own because repeated variables cancel (n² coins of the dining cryptographers become n bits), and because a
variable of a parity in the law is eliminated by adding.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache

from kripke.symbolic.bdd import Bdd, BddManager, Substitution
from kripke.symbolic.variable_sets import members


class StateSet:
    """A boolean function of a manager's variables.

    Make one by `constant`, `literal`, `of_parity` or `of`; combine two by ``& | ^``; negate one by ``~``.

    Parameters
    ----------
    function : Bdd or None
        The diagram; None if it follows from the parity or from the opposite set.
    support : int
        A set of variables beyond which the function does not depend on any; it may be too large.
    parity : tuple of (int, bool), optional
        If the function is a parity: the set of its variables, and whether an odd number of them must be true.

    Attributes
    ----------
    value : bool or None
        The constant; None if the function is not constant.
    variable : int or None
        The variable, if `literal` made the set.
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
        """The set of all states, or the empty set."""
        return cls(manager, manager.true if value else manager.false, 0, (0, not value))

    @classmethod
    def literal(cls, manager: BddManager, variable: int) -> StateSet:
        """Where the variable is true."""
        bit = 1 << variable
        states = cls(manager, None, bit, (bit, True))
        states.variable = variable
        return states

    @classmethod
    def of_parity(cls, manager: BddManager, variables: int, odd: bool) -> StateSet:
        """Where an odd number of the variables is true; an even number if `odd` is False.

        Parameters
        ----------
        odd : bool
            Whether their number must be odd.
        """
        return cls(manager, None, variables, (variables, odd)) if variables else cls.constant(manager, not odd)

    @classmethod
    def of(cls, manager: BddManager, function: Bdd, support: int) -> StateSet:
        """The set with this function, which depends on variables of `support` only."""
        value = function.value
        return cls(manager, function, support) if value is None else cls.constant(manager, value)

    @property
    def is_bit(self) -> bool:
        """Whether the set is: one variable is true."""
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

    @property
    def key(self) -> Hashable:
        """A key that is equal only for equal functions."""
        return self.parity if self.parity is not None else self.function

    @property
    def size(self) -> int:
        """The number of nodes of the diagram."""
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
    """The variables of all the sets."""
    support = 0
    for states in state_sets:
        support |= states.support
    return support


def given(parts: Iterable[StateSet], known: int, bits: int) -> list[StateSet]:
    """The cofactors of the parts: with values put in for some variables."""
    return [_given(part, part.support & known, bits) if part.support & known else part for part in parts]


def _given(part: StateSet, known: int, bits: int) -> StateSet:
    if part.parity is not None:
        mask, wanted = part.parity
        return StateSet.of_parity(part.manager, mask & ~known, wanted ^ ((mask & known & bits).bit_count() & 1 == 1))
    return StateSet.of(part.manager, part.function.given(known, bits), part.support & ~known)


@cache
def odd(length: int) -> int:
    """The set of the primed variables among the first `length` or `length` + 1 variables."""
    return int("10" * (length // 2 + 1), 2)


def unprime(support: int) -> int:
    """The set of these variables, with the primed ones replaced by their unprimed partners."""
    primed = support & odd(support.bit_length())
    return (support ^ primed) | primed >> 1


def primed(states: StateSet, variables: int) -> StateSet:
    """The set, with these variables replaced by their primed partners."""
    moved = states.support & variables & ~odd(states.support.bit_length())
    return _moved(states, moved, moved << 1)


def unprimed(states: StateSet, variables: int) -> StateSet:
    """The set, with the primed partners of these variables replaced by the variables."""
    moved = states.support & variables << 1 & odd(states.support.bit_length())
    return _moved(states, moved, moved >> 1)


def converse(pairs: StateSet, same: int) -> StateSet:
    """The set of pairs of states with both states exchanged.

    Parameters
    ----------
    same : int
        The set of variables that have the same value in both states and occur unprimed only.
    """
    primes = pairs.support & odd(pairs.support.bit_length())
    plain = pairs.support & ~primes & ~same
    away, to = plain | primes, plain << 1 | primes >> 1
    if not away:
        return pairs
    manager = pairs.manager
    if pairs.parity is not None:
        return StateSet.of_parity(manager, pairs.parity[0] & ~away ^ to, pairs.parity[1])
    moves = [(v, manager.literal(v ^ 1)) for v in members(away)]
    return StateSet.of(manager, pairs.function.substitute(Substitution(moves)), pairs.support & ~away | to)


def _moved(states: StateSet, away: int, to: int) -> StateSet:
    """The set, with variables replaced by their partners."""
    if not away:
        return states
    manager = states.manager
    if states.parity is not None:
        mask, parity = states.parity
        return StateSet.of_parity(manager, mask & ~away ^ to, parity)
    step = 1 if to > away else -1
    pairs = [(v, manager.literal(v + step)) for v in members(away)]
    return StateSet.of(manager, states.function.substitute(Substitution(pairs)), states.support & ~away | to)
