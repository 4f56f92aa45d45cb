"""Diagrams that count how many of some conditions are true."""

from __future__ import annotations

from collections.abc import Sequence

from kripke.symbolic.bdd import Bdd, BddManager


def counted(manager: BddManager, conditions: Sequence[Bdd], low: int, high: int) -> Bdd:
    """Where `low` to `high` of the conditions are true: O(k h) nodes for k variables if h, or all but h, decide."""
    if low <= 0:
        return manager.false if high < 0 else ~_counted(manager, conditions, high + 1, len(conditions))
    return _counted(manager, conditions, low, high)


def _counted(manager: BddManager, conditions: Sequence[Bdd], low: int, high: int) -> Bdd:
    """The same for bounds from 1 on, made from the last condition to the first.

    Only those counts are kept that can still go either way: where there is no upper bound, `low` is enough.
    """
    unbounded = high >= len(conditions)
    last = low if unbounded else high
    nodes = dict.fromkeys(range(low, last + 1), manager.true)
    for left, condition in enumerate(reversed(conditions), 1):
        end = min(len(conditions) - left, last)
        above = {
            count: condition.ite(nodes.get(count + 1, manager.false), nodes.get(count, manager.false))
            for count in range(max(0, low - left), end + 1)
        }
        if unbounded and end == last:
            above[last] = manager.true
        nodes = above
    return nodes.get(0, manager.false)
