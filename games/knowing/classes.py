"""The classes of a player's relation as arrays: how much of each class lies in sets of worlds; and bounded memories."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from kripke.data.relation import Indices, Relation, WorldSet

Shares = npt.NDArray[np.float64]


class Classes:
    """The classes of an equivalence: the worlds in an order in which those that cannot be told apart stand together.

    Attributes
    ----------
    number : integer array of shape (n,)
        For each world the number of its class.
    size : integer array of shape (c,)
        How many worlds each class has.
    """

    def __init__(self, relation: Relation) -> None:
        labels = relation.labels
        self.relation = relation
        self.order: Indices = np.argsort(labels, kind="stable")
        self.start: Indices = np.flatnonzero(np.diff(labels[self.order], prepend=-1))
        self.size: Indices = np.diff(self.start, append=len(labels))
        self.number: Indices = np.empty(len(labels), dtype=np.intp)
        self.number[self.order] = np.repeat(np.arange(len(self.start)), self.size)
        self._counts: dict[Hashable, tuple[list[WorldSet], Indices]] = {}

    def members(self, position: int) -> Indices:
        """The positions of the worlds in the class of the world at a position, ascending."""
        number = self.number[position]
        return self.order[self.start[number] : self.start[number] + self.size[number]]

    def counts(self, name: Hashable, sets: list[WorldSet]) -> Indices:
        """The number of worlds of each class (rows) in each set (columns).

        Kept under the name for as long as it stands for the same sets. O(n m) for n worlds and m sets.
        """
        known, found = self._counts.get(name, ((), None))
        if found is None or any(one is not other for one, other in zip(known, sets, strict=True)):
            columns = np.array([each.column[self.order] for each in sets], dtype=np.int64)
            found = np.add.reduceat(columns.reshape(len(sets), len(self.order)), self.start, axis=1).T
            found.flags.writeable = False
            bounded(self._counts)[name] = sets, found
        return found


Memory = TypeVar("Memory", bound=dict[Any, Any])

REMEMBERED = 4_096


def bounded(memory: Memory, size: int | None = None) -> Memory:
    """The memory, emptied if it is full: everything in it can be computed again."""
    if len(memory) >= (REMEMBERED if size is None else max(size, 1)):
        memory.clear()
    return memory
