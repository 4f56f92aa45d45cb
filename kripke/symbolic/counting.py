"""Counting states: exact, of any size, part by part where parts share no variables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from kripke.symbolic.bdd import members
from kripke.symbolic.elimination import conjunction
from kripke.symbolic.knowledge import Knowledge
from kripke.symbolic.region import Region


def count(made: Knowledge, region: Region) -> int:
    """How many states satisfy the region.

    O(s) big-number operations for the s nodes of each group of parts that share variables.
    """
    parts = [*made.law, region]
    used = reduce(or_, [part.support for part in parts], 0)
    defined = made.definitions.needed(used)
    parts += [made.definitions.part(v) for v in members(defined)]
    found, free = 1, made.state | defined
    for group in connected(parts):
        whole = conjunction(made.space, group)
        found *= _number(made, whole)
        free &= ~whole.support
        if not found:
            return 0
    return found << free.bit_count()


def _number(made: Knowledge, region: Region) -> int:
    """The number of assignments to the region's own variables that satisfy it."""
    size = region.support.bit_count()
    if region.value is not None:
        return 1 if region.value else 0
    if region.parity is not None:
        return 1 << (size - 1)
    return int(region.function.sat_count(size))


def connected(parts: Iterable[Region]) -> list[list[Region]]:
    """The parts in groups that share no variables with each other."""
    groups: list[tuple[int, list[Region]]] = []
    for part in parts:
        support, group = part.support, [part]
        apart = []
        for other in groups:
            if other[0] & support:
                support, group = support | other[0], other[1] + group
            else:
                apart.append(other)
        groups = [*apart, (support, group)]
    return [group for _, group in groups]
