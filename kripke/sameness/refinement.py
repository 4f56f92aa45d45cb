"""The coarsest stable partition of worlds, with its history: small graphs in Python rounds, large in compiled code."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.checking.assignments import classes
from kripke.data.relation import Column
from kripke.sameness.class_graph import ClassGraph, ClassMap, Numbers, order_key


@dataclass(frozen=True, slots=True)
class Refinement:
    """The coarsest stable partition and its history.

    At level 0 worlds differ by their colours only; at level k + 1 by the blocks of level k that agents see. When a
    block is split, one part keeps its number.

    Parameters
    ----------
    blocks : int32 array of shape (n,)
        Final block of each world.
    births, parents : sequences of int
        For each block the level at which it was split off, and the block it was split from.
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
        """The first level at which the two worlds differ, or None if they never do."""
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


def refine_by_rounds(graph: ClassGraph, colours: Sequence[int], pair: tuple[int, int] | None = None) -> Refinement:
    """Refine in rounds until no block is split; simple, and the only method for classes with an order.

    The largest part of a split block keeps its number, so a round visits only classes that contain a world with a new
    number, and the worlds that point to these classes. O(n + m) for n worlds and m arrows, and in each round the sizes
    of the visited classes; a world gets a new number at most log n times.
    """
    return _Rounds(graph, colours).until(pair)


class _Rounds:
    """A partition during the refinement; each round splits the blocks by what agents see of the last round's blocks."""

    def __init__(self, graph: ClassGraph, colours: Sequence[int]) -> None:
        self.blocks = list(colours)
        self.inside = _grouped(enumerate(self.blocks), max(self.blocks) + 1)
        self.births, self.parents = [0] * len(self.inside), list(range(len(self.inside)))
        self.segments = _segments(graph)
        members = [(number, world) for number, segment in enumerate(self.segments) for world in segment.worlds]
        self.segments_of = _grouped(members, graph.size)
        self.classes_of = (
            list(zip(*[class_map.classes.tolist() for class_map in graph.maps], strict=True)) or [()] * graph.size
        )
        pointing = [(world, c) for world, classes in enumerate(self.classes_of) for c in classes if c >= 0]
        self.sources = _grouped(pointing, graph.count)
        self.classes = [-1] * (graph.count + 1)  # the last one is for worlds without successors
        self.known: dict[Hashable, int] = {}
        self.keys = _Keys()

    def until(self, pair: tuple[int, int] | None) -> Refinement:
        """The partition when the two worlds are in different blocks, or when no block can be split."""
        waiting: Iterable[int] = range(len(self.segments))
        candidates: Iterable[int] = range(len(self.blocks))
        moved = True
        while moved and (pair is None or self.blocks[pair[0]] == self.blocks[pair[1]]):
            changed = self._update_classes(waiting)
            if self.births[-1]:  # the first round compares all worlds, also those without successors
                candidates = set().union(*[self.sources[c] for c in changed])
            moved_worlds = self._split(candidates, self.births[-1] + 1)
            waiting = sorted(set().union(*[self.segments_of[world] for world in moved_worlds]))
            moved = bool(moved_worlds)
        blocks, classes = np.array(self.blocks, dtype=np.int32), np.array(self.classes[:-1], dtype=np.int32)
        return Refinement(blocks, classes, self.births, self.parents)

    def _update_classes(self, numbers: Iterable[int]) -> list[int]:
        """Compute the keys of these segments; return the classes whose key changed."""
        changed = []
        for number in numbers:
            segment = self.segments[number]
            for c, seen in segment.seen(self.blocks, self.keys):
                key = self.known.setdefault((segment.class_map.agent, segment.class_map.kind, seen), len(self.known))
                if key != self.classes[c]:
                    self.classes[c] = key
                    changed.append(c)
        return changed

    def _split(self, candidates: Iterable[int], level: int) -> list[int]:
        """Split the blocks of these worlds; return the worlds with new numbers."""
        by_classes: dict[int, dict[tuple[int, ...], list[int]]] = {}
        for world in candidates:
            seen = tuple([self.classes[c] for c in self.classes_of[world]])
            by_classes.setdefault(self.blocks[world], {}).setdefault(seen, []).append(world)
        moved: list[int] = []
        for block, by_seen in by_classes.items():
            whole = self.inside[block]
            if len(by_seen) == 1 and len(next(iter(by_seen.values()))) == len(whole):
                continue
            parts = [set(part) for part in by_seen.values()]
            whole.difference_update(*parts)
            parts += [whole] if whole else []
            self.inside[block] = largest = max(parts, key=len)
            for part in parts:
                if part is not largest:
                    moved += self._cut(part, block, level)
        return moved

    def _cut(self, part: set[int], block: int, level: int) -> set[int]:
        """Make a part of a block a new block."""
        for world in part:
            self.blocks[world] = len(self.parents)
        self.inside.append(part)
        self.parents.append(block)
        self.births.append(level)
        return part


def _grouped(pairs: Iterable[tuple[int, int]], count: int) -> list[set[int]]:
    """For each number below the count, the set of items paired with it."""
    groups: list[set[int]] = [set() for _ in range(count)]
    for item, number in pairs:
        groups[number].add(item)
    return groups


class _Keys(dict[int, int]):
    """A random key for each block; sets are compared by the sum of their keys, with error probability 2^-128."""

    def __init__(self) -> None:
        self._random = Random(0)

    def __missing__(self, block: int) -> int:
        self[block] = key = self._random.getrandbits(128)
        return key


@dataclass(frozen=True, slots=True)
class _Segment:
    """Classes of one map that start together; each is a prefix of the next.

    Parameters
    ----------
    classes : list of (int, int)
        Number of worlds of each class, ascending, and the class.
    """

    class_map: ClassMap
    classes: list[tuple[int, int]]
    worlds: list[int]

    def seen(self, blocks: Sequence[int], keys: Mapping[int, int]) -> Iterator[tuple[int, Hashable]]:
        """Each class with a key for what an agent sees in it: the blocks, and their order."""
        if self.class_map.order is not None:
            yield self.classes[0][1], order_key(self.class_map.order, self.worlds, blocks.__getitem__)
            return
        blocks_seen: set[int] = set()
        total = start = 0
        for end, c in self.classes:
            for world in self.worlds[start:end]:
                block = blocks[world]
                if block not in blocks_seen:
                    blocks_seen.add(block)
                    total ^= keys[block]
            start = end
            yield c, total


def _segments(graph: ClassGraph) -> list[_Segment]:
    kinds = graph.kinds().tolist()
    by_start: dict[int, list[tuple[int, int]]] = {}
    for c, (start, end) in enumerate(zip(graph.starts.tolist(), graph.ends.tolist(), strict=True)):
        by_start.setdefault(start, []).append((end - start, c))
    segments = []
    for start, together in by_start.items():
        together.sort()
        longest, c = together[-1]
        segments.append(_Segment(graph.maps[kinds[c]], together, graph.worlds[start : start + longest].tolist()))
    return segments


FEW_ARROWS = 2_000
"""Number of arrows up to which rounds in Python take less time than loading Numba."""


def refine(graph: ClassGraph, colours: Numbers, pair: tuple[int, int] | None = None) -> Refinement:
    """Split the worlds of each colour by the blocks that agents see, until no split is left.

    `colours` is an int32 array of shape (n,): the initial blocks, numbers 0, 1, ..., each of which occurs. O(m log n)
    for n worlds and m arrows; see `refine_by_rounds` for classes with an order.
    """
    ordered = any(class_map.order is not None for class_map in graph.maps)
    if ordered or graph.size + 2 * len(graph.worlds) <= FEW_ARROWS:
        return refine_by_rounds(graph, colours.tolist(), pair)
    return refine_compiled(graph, colours)


def refine_compiled(graph: ClassGraph, colours: Numbers) -> Refinement:
    """As `refine`, in compiled code, for classes without an order."""
    from kripke.sameness.compiled_rounds import refine as compiled_refine

    first = int(colours.max()) + 1
    nodes = dense_numbers(np.concatenate([colours, graph.kinds() + first]))
    blocks, births, parents = compiled_refine(nodes, int(nodes.max()) + 1, *graph.arrows())
    return Refinement(blocks[: graph.size], blocks[graph.size :], (births + 1) // 2, parents)


def value_numbers(values: Iterable[Hashable]) -> Numbers:
    """Equal numbers for equal values, from 0 in the order of first occurrence."""
    seen: dict[Hashable, int] = {}
    return np.array([seen.setdefault(value, len(seen)) for value in values], dtype=np.int32)


def pair_numbers(one: Numbers, other: Numbers) -> Numbers:
    """Equal numbers for equal pairs of the entries of two int32 arrays of shape (n,). O(n log n)."""
    return dense_numbers(one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other)


def dense_numbers(numbers: npt.NDArray[Any]) -> Numbers:
    """The numbers as 0, 1, ... in the same order. O(n log n)."""
    return np.unique(numbers, return_inverse=True)[1].astype(np.int32)


def column_colours(columns: Iterable[Column], size: int) -> Numbers:
    """Equal numbers for worlds that agree in all columns, Boolean arrays of shape (size,)."""
    return dense_numbers(classes(list(columns), size))
