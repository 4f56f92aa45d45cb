"""What a diagram says, where that has a shorter form: how many variables are true, or which one of each few is.

Both are read from the nodes, so they are found however the diagram was made.
"""

from __future__ import annotations

from typing import NamedTuple

from kripke.symbolic.bdd import Bdd
from kripke.symbolic.state_set import StateSet


def exact_count(states: StateSet) -> int | None:
    """The number n if the set says that exactly n of the variables of its support are true; else None. Cached.

    Parameters
    ----------
    states : StateSet
        The set.

    Notes
    -----
    O(s) for s nodes. Equal numbers of true variables must lead to the same node.
    """
    if states.parity is not None:
        return None
    return states.manager.results.get(("exact count", states.key, states.support), lambda: _exact_count(states))


def _exact_count(states: StateSet) -> int | None:
    manager = states.manager
    layer = {0: states.function}  # number of true variables so far -> what is left to say
    for variable in reversed(manager.bottom_up(states.support)):
        below: dict[int, Bdd] = {}
        for count, node in layer.items():
            high, low = node.branches() if node.variable == variable else (node, node)
            if below.setdefault(count, low) != low or below.setdefault(count + 1, high) != high:
                return None
        layer = {count: node for count, node in below.items() if node != manager.false}
    (count, *more) = layer
    return None if more else count


class Choice(NamedTuple):
    """That at most one of some variables is true.

    Parameters
    ----------
    variables : int
        The set of variables that are spoken of.
    possible : int
        Those of them that may be true.
    is_needed : bool
        Whether one of them is true.
    """

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

    Parameters
    ----------
    states : StateSet
        The set.

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
    none: Bdd | None = node  # where none of the variables so far is true
    one: Bdd | None = None  # where one is
    variables = possible = 0
    while True:
        top = none if none is not None else one
        if top is None or top.variable is None:
            return None
        variable = top.variable
        if one is not None and none is not None and one.variable != variable:
            return None
        bit = 1 << variable
        variables |= bit
        if one is not None:
            high, one = one.branches()
            if high != false:
                return None
        if none is not None:
            high, low = none.branches()
            none = None if low == false else low
            if high != false:
                possible |= bit
                if one is not None and one != high:
                    return None
                one = high
        if none is None or one is None or none == one:
            rest = none if none is not None else one
            assert rest is not None
            return Choice(variables, possible, none is None), rest
