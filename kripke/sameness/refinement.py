"""The coarsest stable partition of worlds, with its history: small graphs in Python rounds, large in compiled code."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
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

    `blocks`, an int32 array of shape (n,): final block of each world. `births` and `parents`: for each block the level
    at which it was split off, and the block it was split from.
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
    """Refine in rounds until no block is split, or two worlds are apart; the only method for classes with an order.

    The largest part of a split block keeps its number, so a round visits only classes that contain a world with a new
    number, and the worlds that point to these classes. O(n + m) for n worlds and m arrows, and in each round the sizes
    of the visited classes; a world gets a new number at most log n times.
    """
    blocks, keys, segments = list(colours), _Keys(), _segments(graph)
    inside = _grouped(enumerate(blocks), max(blocks) + 1)
    births, parents = [0] * len(inside), list(range(len(inside)))
    segments_of = _grouped([(n, world) for n, (*_, worlds) in enumerate(segments) for world in worlds], graph.size)
    seen_from = list(zip(*[each.classes.tolist() for each in graph.maps], strict=True)) or [()] * graph.size
    lookers = _grouped([(world, c) for world, seen in enumerate(seen_from) for c in seen if c >= 0], graph.count)
    classes = [-1] * (graph.count + 1)  # the last one is for worlds without successors
    numbers: dict[Hashable, int] = {}
    waiting: Iterable[int] = range(len(segments))
    candidates: Iterable[int] = range(graph.size)  # the first round compares worlds without successors too
    moved: set[int] | None = None
    while moved != set() and (pair is None or blocks[pair[0]] == blocks[pair[1]]):
        changed = []
        for class_map, prefixes, worlds in map(segments.__getitem__, waiting):
            for c, seen in _contents(class_map, prefixes, worlds, blocks, keys):
                number = numbers.setdefault((class_map.agent, class_map.kind, seen), len(numbers))
                if number != classes[c]:
                    classes[c] = number
                    changed.append(c)
        if moved is not None:
            candidates = set().union(*[lookers[c] for c in changed])
        parts: dict[int, dict[tuple[int, ...], set[int]]] = {}
        for world in candidates:
            seen_now = tuple([classes[c] for c in seen_from[world]])
            parts.setdefault(blocks[world], {}).setdefault(seen_now, set()).add(world)
        moved, level = set(), births[-1] + 1
        for block, by_classes in parts.items():
            rest = inside[block].difference(*by_classes.values())
            *smaller, inside[block] = sorted([*by_classes.values(), *([rest] if rest else [])], key=len)
            for part in smaller:
                for world in part:
                    blocks[world] = len(parents)
                moved |= part
                inside.append(part)
                parents.append(block)
                births.append(level)
        waiting = sorted(set().union(*[segments_of[world] for world in moved]))
    return Refinement(np.array(blocks, dtype=np.int32), np.array(classes[:-1], dtype=np.int32), births, parents)


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


Segment = tuple[ClassMap, list[tuple[int, int]], list[int]]
"""Classes of one map that start together, as pairs of their number of worlds, ascending, and the class; the worlds of
the longest, of which the others are prefixes."""


def _segments(graph: ClassGraph) -> list[Segment]:
    kinds = graph.kinds().tolist()
    by_start: dict[int, list[tuple[int, int]]] = {}
    for c, (start, end) in enumerate(zip(graph.starts.tolist(), graph.ends.tolist(), strict=True)):
        by_start.setdefault(start, []).append((end - start, c))
    return [
        (graph.maps[kinds[together[0][1]]], sorted(together), graph.worlds[start : start + max(together)[0]].tolist())
        for start, together in by_start.items()
    ]


def _contents(
    class_map: ClassMap, prefixes: list[tuple[int, int]], worlds: list[int], blocks: list[int], keys: _Keys
) -> Iterator[tuple[int, Hashable]]:
    """Each class of a segment with a key for what an agent sees in it: the blocks, and their order."""
    if class_map.order is not None:
        yield prefixes[0][1], order_key(class_map.order, worlds, blocks.__getitem__)
        return
    seen: set[int] = set()
    total = start = 0
    for end, c in prefixes:
        for world in worlds[start:end]:
            block = blocks[world]
            if block not in seen:
                seen.add(block)
                total ^= keys[block]
        start = end
        yield c, total


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
