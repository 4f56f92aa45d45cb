"""The history of a refinement: which block was split from which, and at which level."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kripke.sameness.looks import Look, Looks, Numbers, told


@dataclass(frozen=True, slots=True)
class Splits:
    """The coarsest stable partition and the levels on the way to it.

    At level 0 worlds are told apart by their colours alone, at level k + 1 by what agents see of level k. When a block
    is split, one part keeps its number.

    Parameters
    ----------
    blocks : int32 array of shape (n,)
        The final block of each world.
    classes : int32 array
        The final block of each class of the graph.
    births, parents : sequences of int
        For each block the level at which it was split off, and from which block.
    """

    blocks: Numbers
    classes: Numbers
    births: Sequence[int]
    parents: Sequence[int]

    def block(self, world: int, level: int) -> int:
        """The block of the world at a level."""
        block = int(self.blocks[world])
        while self.births[block] > level:
            block = int(self.parents[block])
        return block

    def level(self, one: int, other: int) -> int | None:
        """The first level at which the two worlds are told apart, or None where they never are."""
        a, b = int(self.blocks[one]), int(self.blocks[other])
        level = None
        while a != b:
            if self.births[a] < self.births[b]:
                a, b = b, a
            level = int(self.births[a])
            if not level:
                return 0
            a = int(self.parents[a])
        return level


def by_rounds(looks: Looks, colours: Sequence[int], pair: tuple[int, int] | None = None) -> Splits:
    """Refine all blocks in each round until none is split: plain, and for orders the only way.

    With a pair of worlds only until these are parted. O(k (n + m)) for k rounds, n worlds and m arrows.
    """
    blocks, classes = list(colours), [0] * looks.count
    births, parents = [0] * (max(blocks) + 1), list(range(max(blocks) + 1))
    points = list(zip(*[look.classes.tolist() for look in looks.looks], strict=True)) or [()] * looks.size
    cells = [looks.members(c) for c in range(looks.count)]
    kinds = [looks.looks[kind] for kind in looks.kinds().tolist()]
    stable = False
    while not stable and (pair is None or blocks[pair[0]] == blocks[pair[1]]):
        classes = _numbered([_seen(kind, cell, blocks) for kind, cell in zip(kinds, cells, strict=True)])
        level, before = births[-1] + 1, len(births)
        blocks = _split(blocks, [tuple([classes[c] if c >= 0 else -1 for c in to]) for to in points], parents)
        births += [level] * (len(parents) - before)
        stable = len(births) == before
    return Splits(np.array(blocks, dtype=np.int32), np.array(classes, dtype=np.int32), births, parents)


def _numbered(values: list[Hashable]) -> list[int]:
    seen: dict[Hashable, int] = {}
    return [seen.setdefault(value, len(seen)) for value in values]


def _seen(look: Look, cell: list[int], blocks: list[int]) -> Hashable:
    if look.order is None:
        return look.agent, look.kind, frozenset([blocks[world] for world in cell])
    return look.agent, look.kind, told(look.order, cell, blocks.__getitem__)


def _split(blocks: list[int], seen: list[tuple[Any, ...]], parents: list[int]) -> list[int]:
    """The blocks by what their worlds see, the first part of each under its old number; notes new parents."""
    numbers: dict[tuple[int, tuple[Any, ...]], int] = {}
    kept: set[int] = set()
    for key in zip(blocks, seen, strict=True):
        if key in numbers:
            continue
        if key[0] in kept:
            numbers[key] = len(parents)
            parents.append(key[0])
        else:
            numbers[key] = key[0]
            kept.add(key[0])
    return [numbers[key] for key in zip(blocks, seen, strict=True)]
