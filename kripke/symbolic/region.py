"""Sets of states as boolean functions: a parity of variables as long as it is one, else a decision diagram.

A region is a function of all assignments, of which only those that satisfy the model's law are states: what it says of
the others does not matter. So the domain is the constant true, and negation is negation. Parities are kept apart since
their repeated variables cancel (n² coins of the dining cryptographers become n bits), and since a variable of a parity
that is a law is eliminated by adding.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from kripke.symbolic.bdd import Function, Space, members


class Region:
    """A boolean function of a space's variables.

    Make it by `constant`, `literal`, `of_parity` or `of`. Combined by ``& | ^``, negated by ``~``.

    Attributes
    ----------
    support : int
        A set of variables beyond which the function does not depend on any; it may be too large.
    parity : tuple of (int, bool), or None
        The set of variables, and whether an odd number of them must be true, where the function is known to be that.
    value : bool or None
        The constant that it is.
    variable : int or None
        The variable where `literal` made it.
    """

    __slots__ = ("_function", "_opposite", "parity", "space", "support", "value", "variable")

    def __init__(
        self, space: Space, function: Function | None, support: int, parity: tuple[int, bool] | None = None
    ) -> None:
        self.space, self._function, self.support, self.parity = space, function, support, parity
        self.value = None if parity is None or parity[0] else not parity[1]
        self.variable: int | None = None
        self._opposite: Region | None = None

    @classmethod
    def constant(cls, space: Space, value: bool) -> Region:
        """True everywhere, or nowhere."""
        return cls(space, space.true if value else space.false, 0, (0, not value))

    @classmethod
    def literal(cls, space: Space, variable: int) -> Region:
        """Where the variable is true."""
        bit = 1 << variable
        made = cls(space, None, bit, (bit, True))
        made.variable = variable
        return made

    @classmethod
    def of_parity(cls, space: Space, variables: int, odd: bool) -> Region:
        """Where an odd number of the variables is true; an even one unless `odd`."""
        return cls(space, None, variables, (variables, odd)) if variables else cls.constant(space, not odd)

    @classmethod
    def of(cls, space: Space, function: Function, support: int) -> Region:
        """The function, which depends on variables of `support` only."""
        if function == space.true or function == space.false:
            return cls.constant(space, function == space.true)
        return cls(space, function, support)

    @property
    def is_bit(self) -> bool:
        """Whether it says just that one variable is true."""
        if self.variable is not None:
            return True
        return self.parity is not None and self.parity[1] and self.parity[0].bit_count() == 1

    @property
    def function(self) -> Function:
        """The decision diagram; of a parity, and of what is negated, it is made when asked for."""
        if self._function is None:
            if self._opposite is not None:
                self._function = ~self._opposite.function
            else:
                assert self.parity is not None
                self._function = self.space.parity(*self.parity)
        return self._function

    @property
    def key(self) -> Hashable:
        """Equal only for the same function."""
        return self.parity if self.parity is not None else self.function

    @property
    def size(self) -> int:
        """The number of nodes of its diagram."""
        return 2 * self.support.bit_count() + 1 if self.parity is not None else self.function.node_count()

    def __invert__(self) -> Region:
        if self._opposite is not None:
            return self._opposite
        parity = None if self.parity is None else (self.parity[0], not self.parity[1])
        made = Region(self.space, None, self.support, parity)
        made._opposite = self  # and not the other way round, which would be a cycle
        return made

    def __and__(self, other: Region) -> Region:
        if self.value is not None:
            return other if self.value else self
        if other.value is not None:
            return self if other.value else other
        return Region.of(self.space, self.function & other.function, self.support | other.support)

    def __or__(self, other: Region) -> Region:
        if self.value is not None:
            return self if self.value else other
        if other.value is not None:
            return other if other.value else self
        return Region.of(self.space, self.function | other.function, self.support | other.support)

    def __xor__(self, other: Region) -> Region:
        if self.value is not None:
            return ~other if self.value else other
        if self.parity is not None and other.parity is not None:
            return Region.of_parity(self.space, self.parity[0] ^ other.parity[0], self.parity[1] == other.parity[1])
        if other.value is not None:
            return ~self if other.value else self
        return Region.of(self.space, self.function ^ other.function, self.support | other.support)

    def __repr__(self) -> str:
        what = f"parity of {self.support.bit_count()}" if self.parity is not None else f"{self.size} nodes"
        return f"<Region: {what}>"


@cache
def odd(length: int) -> int:
    """The primed variables among the first `length`, or one more."""
    return int("10" * (length // 2 + 1), 2)


def unprime(support: int) -> int:
    """The bits of the state that these variables, primed or not, stand for."""
    primed = support & odd(support.bit_length())
    return (support ^ primed) | primed >> 1


def primed(region: Region, variables: int) -> Region:
    """The region with those of its variables that are among these replaced by their primed partners."""
    moved = region.support & variables & ~odd(region.support.bit_length())
    return _moved(region, moved, moved << 1)


def unprimed(region: Region, variables: int) -> Region:
    """The region with the primed partners of these variables replaced by them."""
    moved = region.support & variables << 1 & odd(region.support.bit_length())
    return _moved(region, moved, moved >> 1)


def _moved(region: Region, away: int, to: int) -> Region:
    """The region with variables replaced by their partners."""
    if not away:
        return region
    space = region.space
    if region.parity is not None:
        mask, parity = region.parity
        return Region.of_parity(space, mask & ~away ^ to, parity)
    step = 1 if to > away else -1
    pairs = [(v, space.literal(v + step)) for v in members(away)]
    return Region.of(space, space.replace(region.function, pairs), region.support & ~away | to)
