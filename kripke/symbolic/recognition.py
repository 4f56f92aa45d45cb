"""What a diagram says, where that has a shorter form: how many variables are true, or which one of a few may be true.

Both are read from the nodes, so they are found however the diagram was made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kripke.symbolic.bdd import Bdd
from kripke.symbolic.state_set import StateSet

MOST_NODES = 20_000
"""Largest number of nodes that are read for an exact count: 2 µs each; a hand of 13 of 52 cards has 559."""


def exact_count(states: StateSet) -> int | None:
    """The number n if the set says that exactly n of the variables of its support are true; else None. Cached.

    Notes
    -----
    O(s) for s nodes. Equal numbers of true variables must lead to the same node.
    """
    if states.parity is not None:
        return None
    return _stored(states, lambda: _exact_count(states))


def store_exact_count(states: StateSet, number: int) -> None:
    """Store the number for `exact_count` where it is known, since the set was made so.

    The set must depend on exactly the variables of its support, each counted once.
    """
    _stored(states, lambda: number)


def _stored(states: StateSet, make: Callable[[], int | None]) -> int | None:
    return states.manager.results.get(("exact count", states.key, states.support), make)


def _exact_count(states: StateSet) -> int | None:
    if states.size > MOST_NODES or not _ends_last(states):
        return None
    layer = {0: states.function}  # number of true variables so far -> what is left to say
    false = states.manager.false
    excluded = []  # numbers of true variables that cannot be
    variables = states.manager.bottom_up(states.support)
    while variables:
        variable = variables.pop()
        below: dict[int, Bdd] = {}
        for count, node in layer.items():
            high, low = _branches(node, variable)
            if below.setdefault(count, low) != low or below.setdefault(count + 1, high) != high:
                return None
        excluded += [(count, count + len(variables)) for count, node in below.items() if node == false]
        layer = {count: node for count, node in below.items() if node != false}
    if len(layer) != 1:
        return None
    (count,) = layer
    return None if any(low <= count <= high for low, high in excluded) else count


def _ends_last(states: StateSet) -> bool:
    """Whether all variables are tested where the first ones are true: a quick test, which most other sets fail."""
    node, false = states.function, states.manager.false
    for _ in range(states.support.bit_count()):
        high, low = node.branches()
        if high == low:
            return False
        node = low if high == false else high
    return True


def _branches(node: Bdd, variable: int) -> tuple[Bdd, Bdd]:
    """What is left to say where the variable is true, and where it is false."""
    return node.branches() if node.variable == variable else (node, node)


class Choice(NamedTuple):
    """That at most one of some variables is true."""

    variables: int
    possible: int
    is_needed: bool

    @property
    def is_literal(self) -> bool:
        """Whether it is about one variable, which then has one value."""
        return not self.variables & (self.variables - 1)


def choices(states: StateSet) -> tuple[Choice, ...] | None:
    """The choices that the set consists of, each about other variables; None if it does not consist of choices. Cached.

    Literals are choices, too. The variables of a choice must stand together in the order.

    Notes
    -----
    O(s) for s nodes.
    """
    if states.parity is not None and states.support.bit_count() > 1:
        return None
    return states.manager.results.get(("choices", states.key, states.support), lambda: _choices(states))


def _choices(states: StateSet) -> tuple[Choice, ...] | None:
    found, node, true = [], states.function, states.manager.true
    while node != true:
        step = _choice(node)
        if step is None:
            return None
        choice, node = step
        found.append(choice)
    return tuple(found)


def _choice(node: Bdd) -> tuple[Choice, Bdd] | None:
    """The choice at the top of a diagram, and what is left to say; None if there is no choice, or nothing satisfies it.

    Until one variable is true there is one node, and after that another.
    """
    false = node.manager.false
    none, one = node, false  # what is left to say where none of the variables so far is true, and where one is
    variables = possible = 0
    while True:
        variable = _first(none, one)
        if variable is None:
            return None
        again, one = _branches(one, variable)
        high, none = _branches(none, variable)
        if again != false or (false not in (one, high) and one != high):
            return None
        variables |= 1 << variable
        if high != false:
            possible, one = possible | 1 << variable, high
        if none == one or false in (none, one):
            return Choice(variables, possible, none == false), one if none == false else none


def _first(*nodes: Bdd) -> int | None:
    """The first variable in the order that the diagrams test."""
    variables = [node.variable for node in nodes]
    tested = [variable for variable in variables if variable is not None]
    return min(tested, key=nodes[0].manager.level, default=None)
