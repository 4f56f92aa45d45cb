"""The accessibility relations as a graph of worlds and classes, and the coarsest stable partition of this graph.

A world points to one class for each agent, and a class to the worlds in it. A transitive and Euclidean relation over n
worlds has at most 2n arrows in this graph, whatever the number of its edges; in any other relation each world with
successors has a class of its own. Two worlds are bisimilar if they agree on the atoms and point to bisimilar classes;
two classes are bisimilar if they contain worlds of the same blocks. Small graphs are refined in Python rounds, large
ones in compiled code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd
from random import Random
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from kripke.checking.engine.algebra import plausibility, preference
from kripke.checking.engine.arrays import best_members
from kripke.checking.observations import classes
from kripke.data.relation import Column, Relation, stable_order
from kripke.data.structure import Structure
from kripke.data.watch import WATCH

Kind = Literal["knows", "safely", "believes", "prefers"]
"""The content of a class: all possible worlds, those at least as plausible as a given world, the most plausible ones,
or all possible worlds with their order.
"""

Numbers = npt.NDArray[np.int32]
Classes = tuple[Numbers, Numbers, Numbers, Numbers]
"""The class of each world (-1 for none), the start and end of each class in an array of worlds, and that array."""


@dataclass(frozen=True, slots=True)
class _Order:
    """The plausibility positions and weights of all worlds for an agent; without weights all weights are 0."""

    places: tuple[int, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClassMap:
    """One agent's classes of one kind; ``classes[w]`` is the class of world w, or -1 for none.

    `order`: the order and the weights of the worlds, for kind "prefers".
    """

    agent: str
    kind: Kind
    classes: Numbers
    order: _Order | None = None


@dataclass(frozen=True, slots=True)
class ClassGraph:
    """Worlds and classes as a graph of int32 arrays; classes are numbered map by map.

    `size`: the number of worlds. Classes have the same start only if they belong to one map of kind "safely"; a shorter
    class is then part of a longer one.
    """

    size: int
    maps: tuple[ClassMap, ...]  # the classes that each world points to
    starts: Numbers  # class c has ``worlds[starts[c]:ends[c]]``, at least one
    ends: Numbers
    worlds: Numbers

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.starts)

    def members(self, number: int) -> list[int]:
        """Return the worlds in a class."""
        inside: list[int] = self.worlds[self.starts[number] : self.ends[number]].tolist()
        return inside

    def contents(self) -> tuple[npt.NDArray[np.intp], Numbers]:
        """Return all pairs of a class and a world in it as (classes, worlds)."""
        sizes = self.ends - self.starts
        owners = np.repeat(np.arange(self.count), sizes)
        return owners, self.worlds[np.repeat(self.starts - np.cumsum(sizes) + sizes, sizes) + np.arange(len(owners))]

    def arrows(self) -> tuple[Numbers, Numbers]:
        """Return all arrows as (sources, targets); for n worlds, class c is node n + c."""
        seeing = [np.flatnonzero(class_map.classes >= 0).astype(np.int32) for class_map in self.maps]
        seen = [class_map.classes[who] + self.size for class_map, who in zip(self.maps, seeing, strict=True)]
        owners, worlds = self.contents()
        sources, targets = np.concatenate([*seeing, owners + self.size]), np.concatenate([*seen, worlds])
        return sources.astype(np.int32), targets.astype(np.int32)

    def kinds(self) -> Numbers:
        """Return for each class the index of its map in `maps`."""
        kinds = np.zeros(self.count, dtype=np.int32)
        for number, class_map in enumerate(self.maps):
            kinds[class_map.classes[class_map.classes >= 0]] = number
        return kinds


def class_graph(structure: Structure, kinds: Mapping[str, Iterable[Kind]] | None = None) -> ClassGraph:
    """Return the graph of a structure with these kinds of classes for each agent, by default "knows".

    O(g n log n + m) for g agents, n worlds and m edges of relations that are not transitive and Euclidean.
    """
    maps: list[ClassMap] = []
    none = np.zeros(0, dtype=np.int32)
    starts, ends, worlds = [none], [none], [none]
    for agent in structure.relations:
        for kind in ("knows",) if kinds is None else kinds[agent]:
            classes, low, high, inside = _CLASSES[kind](structure, agent)
            first, before = sum(map(len, starts)), sum(map(len, worlds))
            order = _order(structure, agent) if kind == "prefers" else None
            maps.append(ClassMap(agent, kind, _moved(classes, first), order))
            starts.append((low + before).astype(np.int32))
            ends.append((high + before).astype(np.int32))
            worlds.append(inside)
    return ClassGraph(structure.size, tuple(maps), np.concatenate(starts), np.concatenate(ends), np.concatenate(worlds))


def join(one: ClassGraph, other: ClassGraph) -> ClassGraph:
    """Return the graph of two models side by side; the worlds of `other` come last."""
    other_maps = {(class_map.agent, class_map.kind): class_map for class_map in other.maps}
    return ClassGraph(
        one.size + other.size,
        tuple([_joined(class_map, other_maps[class_map.agent, class_map.kind], one.count) for class_map in one.maps]),
        np.concatenate([one.starts, other.starts + len(one.worlds)]).astype(np.int32),
        np.concatenate([one.ends, other.ends + len(one.worlds)]).astype(np.int32),
        np.concatenate([one.worlds, other.worlds + one.size]).astype(np.int32),
    )


def _joined(first_map: ClassMap, second: ClassMap, count: int) -> ClassMap:
    classes = np.concatenate([first_map.classes, _moved(second.classes, count)])
    if first_map.order is None or second.order is None:
        return ClassMap(first_map.agent, first_map.kind, classes)
    places, weights = first_map.order.places + second.order.places, first_map.order.weights + second.order.weights
    return ClassMap(first_map.agent, first_map.kind, classes, _Order(places, weights))


def _moved(classes: Numbers, first: int) -> Numbers:
    return np.where(classes >= 0, classes + first, -1).astype(np.int32)


def _knowledge_classes(structure: Structure, agent: str) -> Classes:
    relation = structure.relations[agent]
    return _of_members(relation, relation.members) if relation.is_k45 else _of_each(relation)


def _belief_classes(structure: Structure, agent: str) -> Classes:
    """Return the agent's classes, restricted to the members that the agent believes possible."""
    relation, place = structure.relations[agent], preference(structure, agent)
    if not relation.is_k45:
        return _of_each(relation)
    return _of_members(relation, best_members(relation, relation.members, place))


def _of_members(relation: Relation, members: npt.NDArray[np.bool_]) -> Classes:
    """Return the classes of a relation, restricted to these members; empty classes are removed."""
    labels, inside = relation.labels, np.flatnonzero(members)
    sizes = np.bincount(labels[inside], minlength=relation.top + 1)
    numbers = np.where(sizes > 0, np.cumsum(sizes > 0) - 1, -1)
    classes = np.where(labels >= 0, numbers[labels], -1)
    order = inside[stable_order(labels[inside])]
    return classes.astype(np.int32), *_ends(sizes[sizes > 0]), order.astype(np.int32)


def _of_each(relation: Relation) -> Classes:
    """Return one class for each world with successors."""
    indptr, indices = relation.csr
    sizes = np.diff(indptr)
    classes = np.where(sizes > 0, np.cumsum(sizes > 0) - 1, -1)
    return classes.astype(np.int32), *_ends(sizes[sizes > 0]), indices.astype(np.int32)


def _ends(sizes: npt.NDArray[np.intp]) -> tuple[Numbers, Numbers]:
    """Return the starts and ends of consecutive parts of these sizes."""
    ends = np.cumsum(sizes)
    return (ends - sizes).astype(np.int32), ends.astype(np.int32)


def _safe_classes(structure: Structure, agent: str) -> Classes:
    """Return, for each class and each rank that occurs in it, the members of at most that rank."""
    if agent not in structure.ranks:
        return _knowledge_classes(structure, agent)
    classes, starts, _, worlds = _knowledge_classes(structure, agent)
    place = plausibility(structure, agent)
    span = int(place.max(initial=0)) + 1
    owner = classes[worlds].astype(np.int64)  # members see their own class
    keys = owner * span + place[worlds]
    order = np.argsort(keys, kind="stable")
    until = np.searchsorted(keys[order], classes.astype(np.int64) * span + place, side="right")
    seeing = (classes >= 0) & (until > np.append(starts, 0)[classes])
    ends, numbers = np.unique(until[seeing], return_inverse=True)
    cells = np.full(structure.size, -1, dtype=np.int32)
    cells[seeing] = numbers
    begins = starts[np.searchsorted(starts, ends, side="left") - 1]
    return cells, begins, ends.astype(np.int32), worlds[order]


def _order(structure: Structure, agent: str) -> _Order:
    given = structure.weights.get(agent)
    weights = (0,) * structure.size if given is None else given.numerators
    return _Order(tuple(preference(structure, agent).tolist()), weights)


_CLASSES: Mapping[Kind, Callable[[Structure, str], Classes]] = {
    "knows": _knowledge_classes,
    "prefers": _knowledge_classes,
    "safely": _safe_classes,
    "believes": _belief_classes,
}

OrderProfile = Mapping[int, tuple[int, Fraction]]
"""Maps each block in a class to its place in the plausibility order, from 0, and to its share of the class's weight."""


def order_profile(order: _Order, inside: Iterable[int], block: Callable[[int], int]) -> OrderProfile:
    """Map the blocks in a class to their places in the plausibility order, from 0, and their shares of the weight.

    `inside` are the worlds of the class, and `block` gives a world's block. Shares are 0 in a class without weight.
    """
    place, weight = _tally(order, inside, block)
    whole = sum(weight.values()) or 1
    return {b: (place[b], Fraction(weight[b], whole)) for b in place}


def order_key(order: _Order, inside: Iterable[int], block: Callable[[int], int]) -> Hashable:
    """Return a key, equal for two classes exactly if their profiles are equal; faster than `order_profile`."""
    place, weight = _tally(order, inside, block)
    unit = gcd(*weight.values()) or 1
    return frozenset([(b, place[b], weight[b] // unit) for b in place])


def _tally(order: _Order, inside: Iterable[int], block: Callable[[int], int]) -> tuple[dict[int, int], dict[int, int]]:
    """Return each block's position in the plausibility order, and its weight."""
    place: dict[int, int] = {}
    weight: dict[int, int] = {}
    for world in inside:
        b = block(world)
        place[b] = min(order.places[world], place.get(b, order.places[world]))
        weight[b] = weight.get(b, 0) + order.weights[world]
    ascending = {height: number for number, height in enumerate(sorted(set(place.values())))}
    return {b: ascending[height] for b, height in place.items()}, weight


@dataclass(frozen=True, slots=True)
class Refinement:
    """The coarsest stable partition, and the levels by which refinement reaches it.

    At level 0 two worlds are in different blocks if their colours (initial blocks) differ. At level k + 1 they are also
    separated if some agent sees different blocks of level k at them. `classes`: a number for each class; two classes of
    one map have the same number if they contain worlds of the same blocks and, with an order, have the same
    `order_profile`.
    """

    blocks: Numbers  # final block of each world; of a split block one part keeps the number
    classes: Numbers
    births: Sequence[int] | Numbers  # for each block the level at which it was split off
    parents: Sequence[int] | Numbers  # for each block the block that it was split from

    def block(self, world: int, level: int) -> int:
        """Return the number of the world's block at a level of the refinement."""
        block = int(self.blocks[world])
        while self.births[block] > level:
            block = int(self.parents[block])
        return block

    def level(self, one: int, other: int) -> int | None:
        """Return the first level at which the two worlds differ; None if they never differ."""
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
    """Refine in rounds until no block is split, or until the two worlds of `pair` are separated.

    This is the only method for classes with an order. The largest part of a split block keeps its number, so a round
    visits only classes that contain a world with a new number, and the worlds that point to these classes. O(n + m) for
    n worlds and m arrows, plus the sizes of the visited classes in each round; a world gets a new number at most log n
    times.
    """
    blocks, segments = list(colours), _segments(graph)
    # sets of blocks are compared by the exclusive or of random keys; the error probability is 2^-128
    keys = defaultdict[int, int](partial(Random(0).getrandbits, 128))
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
    groups: list[set[int]] = [set() for _ in range(count)]
    for item, number in pairs:
        groups[number].add(item)
    return groups


Segment = tuple[ClassMap, list[tuple[int, int]], list[int]]
"""A class map, those of its classes with a common start (pairs of a size and a class, ascending), and the worlds of the
longest of these classes. A shorter class has the first of these worlds.
"""


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
    class_map: ClassMap, prefixes: list[tuple[int, int]], worlds: list[int], blocks: list[int], keys: Mapping[int, int]
) -> Iterator[tuple[int, Hashable]]:
    """Yield the classes in `prefixes`, each with a key that depends only on its blocks and their order.

    `prefixes` are pairs (n, class) in ascending order: the class has the first n of the `worlds`.
    """
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


FEW_ARROWS = 2_000  # number of arrows up to which rounds in Python are fast enough
BEFORE_NUMBA = 35_000
"""Numba loads slowly, so large graphs are only refined with it after this total number of arrows."""
_arrows_refined = 0


def refine(graph: ClassGraph, colours: Numbers, pair: tuple[int, int] | None = None) -> Refinement:
    """Split the worlds of each colour by the blocks that agents see, until the partition is stable.

    `colours` is an int32 array of shape (n,) with the numbers of the initial blocks: 0, 1, ... without gaps. O(m log n)
    for n worlds and m arrows; see `refine_by_rounds` for classes with an order. The refinement may end as soon as the
    two worlds of `pair` are separated.
    """
    global _arrows_refined
    arrows, is_ordered = graph.size + 2 * len(graph.worlds), any(each.order is not None for each in graph.maps)
    _arrows_refined += arrows if arrows > FEW_ARROWS else 0
    if is_ordered or arrows <= FEW_ARROWS or _arrows_refined <= BEFORE_NUMBA:
        return refine_by_rounds(graph, colours.tolist(), pair)
    return refine_compiled(graph, colours)


MANY = 8
"""Rounds over all worlds go on if the last one tripled the number of blocks, or blocks have a mean size below 8."""
MOST_ROUNDS = 16  # maximal number of rounds over all worlds


def refine_compiled(graph: ClassGraph, colours: Numbers) -> Refinement:
    """Refine unordered classes in compiled code.

    Rounds over all worlds are used while they split many blocks, then `compiled_rounds`.
    """
    from kripke.sameness.signatures import loops

    see, split = loops()
    size, kinds = graph.size, graph.kinds()
    seen = np.array([class_map.classes for class_map in graph.maps], dtype=np.int32).reshape(-1, size)
    blocks, count = colours.astype(np.int32), int(colours.max()) + 1
    births, parents = np.zeros(size, dtype=np.int32), np.arange(size, dtype=np.int32)
    keys = np.empty((graph.count, 2), dtype=np.uint64)
    level, before = 0, 0
    while count > before and (level < 1 or count >= 3 * before or count * MANY > size) and level < MOST_ROUNDS:
        WATCH.get()()
        see(blocks, graph.starts, graph.ends, graph.worlds, kinds, np.full(size, -1, np.int32), keys)
        before, level = count, level + 1
        count = split(blocks, seen, keys, _slots(size), np.zeros(size, np.bool_), count, parents)
        births[before:count] = level
    if count > before:
        return _refined_further(graph, kinds, Refinement(blocks, blocks, births[:count], parents[:count]), level)
    classes = np.zeros(graph.count, dtype=np.int32)
    own = np.arange(graph.count, dtype=np.int32)
    split(classes, own[np.newaxis], keys, _slots(graph.count), np.zeros(graph.count + 1, np.bool_), 1, own.copy())
    return Refinement(blocks, classes, births[:count], parents[:count])


def _slots(size: int) -> npt.NDArray[np.uint64]:
    return np.zeros((2 << size.bit_length(), 2), dtype=np.uint64)


def _refined_further(graph: ClassGraph, kinds: Numbers, partition: Refinement, level: int) -> Refinement:
    """Refine a partition further, from this level on, until it is stable."""
    from kripke.sameness.compiled_rounds import refine as compiled_refine

    first = len(partition.births)
    nodes = np.concatenate([partition.blocks, dense_numbers(kinds) + first]).astype(np.int32)
    blocks, births, parents = compiled_refine(nodes, int(nodes.max()) + 1, *graph.arrows())
    births = np.where(births > 0, level + (births + 1) // 2, 0)
    births[:first], parents[:first] = partition.births, partition.parents
    return Refinement(blocks[: graph.size], blocks[graph.size :], births, parents)


def value_numbers(values: Iterable[Hashable]) -> Numbers:
    """Number the values 0, 1, ... in the order of first occurrence; equal values get equal numbers."""
    seen: dict[Hashable, int] = {}
    return np.array([seen.setdefault(value, len(seen)) for value in values], dtype=np.int32)


def pair_numbers(one: Numbers, other: Numbers) -> Numbers:
    """Number the pairs of entries of two int32 arrays of shape (n,); equal pairs get equal numbers. O(n log n)."""
    return dense_numbers(one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other)


def dense_numbers(numbers: npt.NDArray[Any]) -> Numbers:
    """Renumber nonnegative numbers as 0, 1, ... in the same order. O(n), or O(n log n) if they have large gaps."""
    if numbers.max(initial=0) <= 4 * len(numbers):
        places: Numbers = (np.cumsum(np.bincount(numbers) > 0) - 1).astype(np.int32)
        return places[numbers]  # type: ignore[no-any-return]
    return np.unique(numbers, return_inverse=True)[1].astype(np.int32)


def column_colours(columns: Iterable[Column], size: int) -> Numbers:
    """Number the worlds so that two numbers are equal exactly if the worlds agree in all columns.

    `columns` are Boolean arrays of shape (size,).
    """
    return dense_numbers(classes(list(columns), size))
