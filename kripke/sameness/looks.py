"""What agents look at, as a graph: a world points to a class for each agent, and the class to the worlds in it.

A transitive and Euclidean relation over n worlds has at most 2n arrows so, whatever the number of its edges; in any
other relation each world that sees something has a class of its own. Two worlds are bisimilar where they agree on the
atoms and point to bisimilar classes; two classes, where they hold worlds of the same blocks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Literal

import numpy as np
import numpy.typing as npt

from kripke.engine.preference import preference
from kripke.relation import Relation
from kripke.structure import Structure

Kind = Literal["knows", "safely", "believes", "prefers"]
"""The whole class; its worlds at least as plausible as the one where she is; her best; the class with its order."""

Numbers = npt.NDArray[np.int32]
Classes = tuple[Numbers, Numbers, Numbers]
"""The class of each world (-1 for none), and the classes' worlds as (indptr, worlds)."""


@dataclass(frozen=True, slots=True)
class Order:
    """How an agent prefers all worlds, for classes that are compared with their order.

    Parameters
    ----------
    places : tuple of int
        0 for the best.
    weights : tuple of int
        All 0 for an agent without weights, whose shares are not compared.
    """

    places: tuple[int, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """What one agent looks at, in one way.

    Parameters
    ----------
    agent : str
        Who looks.
    kind : str
        What at: see `Kind`.
    classes : int32 array of shape (n,)
        The number of the class that each world points to; -1 for none.
    order : Order or None
        For the kind "prefers".
    """

    agent: str
    kind: Kind
    classes: Numbers
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Looks:
    """The graph: each look's classes are numbered after those of the looks before it.

    Parameters
    ----------
    size : int
        The number n of worlds.
    looks : tuple of Look
        What each world points to.
    starts, worlds : int32 arrays
        Class c holds ``worlds[starts[c]:starts[c + 1]]``; none is empty.
    """

    size: int
    looks: tuple[Look, ...]
    starts: Numbers
    worlds: Numbers

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.starts) - 1

    def members(self, number: int) -> list[int]:
        """The worlds in a class."""
        inside: list[int] = self.worlds[self.starts[number] : self.starts[number + 1]].tolist()
        return inside

    def arrows(self) -> tuple[Numbers, Numbers]:
        """All arrows as (sources, targets); class c is node n + c."""
        looking = [np.flatnonzero(look.classes >= 0).astype(np.int32) for look in self.looks]
        looked = [look.classes[who] + self.size for look, who in zip(self.looks, looking, strict=True)]
        holders = np.repeat(np.arange(self.count, dtype=np.int32), np.diff(self.starts)) + self.size
        sources, targets = np.concatenate([*looking, holders]), np.concatenate([*looked, self.worlds])
        return sources.astype(np.int32), targets.astype(np.int32)

    def kinds(self) -> Numbers:
        """For each class the number of the look that points to it."""
        found = np.zeros(self.count, dtype=np.int32)
        for number, look in enumerate(self.looks):
            found[look.classes[look.classes >= 0]] = number
        return found


def looks(structure: Structure, kinds: Mapping[str, Iterable[Kind]] | None = None) -> Looks:
    """The graph of a structure, in which each agent looks in the ways of `kinds`; None: all only at the whole class.

    O(g n log n) for g agents and n worlds, plus the edges of relations that have no classes. Kind "safely" takes up to
    the number of ranks times n.
    """
    made: list[Look] = []
    starts, worlds = [np.zeros(1, dtype=np.int32)], [np.zeros(0, dtype=np.int32)]
    for agent in structure.relations:
        for kind in ("knows",) if kinds is None else kinds[agent]:
            classes, ends, inside = _CLASSES[kind](structure, agent)
            first, before = sum(map(len, starts)) - 1, sum(map(len, worlds))
            order = _order(structure, agent) if kind == "prefers" else None
            made.append(Look(agent, kind, _moved(classes, first), order))
            starts.append((ends[1:] + before).astype(np.int32))
            worlds.append(inside)
    return Looks(structure.size, tuple(made), np.concatenate(starts), np.concatenate(worlds))


def join(one: Looks, other: Looks) -> Looks:
    """The graph of two models side by side, with the same agents and kinds: the worlds of `other` come last."""
    theirs = {(look.agent, look.kind): look for look in other.looks}
    return Looks(
        one.size + other.size,
        tuple([_joined(look, theirs[look.agent, look.kind], one.count) for look in one.looks]),
        np.concatenate([one.starts, other.starts[1:] + one.starts[-1]]),
        np.concatenate([one.worlds, other.worlds + one.size]).astype(np.int32),
    )


def _joined(mine: Look, yours: Look, count: int) -> Look:
    classes = np.concatenate([mine.classes, _moved(yours.classes, count)])
    if mine.order is None or yours.order is None:
        return Look(mine.agent, mine.kind, classes)
    places, weights = mine.order.places + yours.order.places, mine.order.weights + yours.order.weights
    return Look(mine.agent, mine.kind, classes, Order(places, weights))


def _moved(classes: Numbers, first: int) -> Numbers:
    return np.where(classes >= 0, classes + first, -1).astype(np.int32)


def _known(structure: Structure, agent: str) -> Classes:
    relation = structure.relations[agent]
    return _of_members(relation, relation.members) if relation.is_k45 else _of_each(relation)


def _believed(structure: Structure, agent: str) -> Classes:
    """Only the members that her belief looks at."""
    relation, place = structure.relations[agent], preference(structure, agent).place
    if not relation.is_k45:
        return _of_each(relation)
    inside = np.flatnonzero(relation.members)
    least = np.full(relation.top + 1, place.max(initial=0) + 1)
    np.minimum.at(least, relation.labels[inside], place[inside])
    return _of_members(relation, relation.members & (place == least[relation.labels]))


def _of_members(relation: Relation, members: npt.NDArray[np.bool_]) -> Classes:
    """The classes, of these members, that are not empty."""
    labels, inside = relation.labels, np.flatnonzero(members)
    sizes = np.bincount(labels[inside], minlength=relation.top + 1)
    numbers = np.where(sizes > 0, np.cumsum(sizes > 0) - 1, -1)
    classes = np.where(labels >= 0, numbers[labels], -1)
    order = inside[np.argsort(labels[inside], kind="stable")]
    return classes.astype(np.int32), _ends(sizes[sizes > 0]), order.astype(np.int32)


def _of_each(relation: Relation) -> Classes:
    """A class of its own for each world that sees something."""
    indptr, indices = relation.csr
    sizes = np.diff(indptr)
    classes = np.where(sizes > 0, np.cumsum(sizes > 0) - 1, -1)
    return classes.astype(np.int32), _ends(sizes[sizes > 0]), indices.astype(np.int32)


def _ends(sizes: npt.NDArray[np.intp]) -> Numbers:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)


def _safe(structure: Structure, agent: str) -> Classes:
    """For each class and each rank at which someone stands: the members at most as implausible."""
    if agent not in structure.ranks:
        return _known(structure, agent)
    ranks = structure.ranks[agent]
    labels, starts, worlds = _known(structure, agent)
    ordered = [sorted(c, key=ranks.__getitem__) for c in np.split(worlds, starts[1:-1])] if len(worlds) else []
    heights = [[ranks[i] for i in inside] for inside in ordered]
    numbers: dict[tuple[int, int], int] = {}
    classes = []
    for world, c in enumerate(labels.tolist()):
        height = bisect_right(heights[c], ranks[world]) if c >= 0 else 0
        classes.append(numbers.setdefault((c, height), len(numbers)) if height else -1)
    cells = [ordered[c][:height] for c, height in numbers]
    ends = _ends(np.array([len(cell) for cell in cells], dtype=np.intp))
    return np.array(classes, dtype=np.int32), ends, np.array([i for cell in cells for i in cell], dtype=np.int32)


def _order(structure: Structure, agent: str) -> Order:
    given = structure.weights.get(agent)
    weights = (0,) * structure.size if given is None else given.numerators
    return Order(tuple(preference(structure, agent).place.tolist()), weights)


_CLASSES: Mapping[Kind, Callable[[Structure, str], Classes]] = {
    "knows": _known,
    "prefers": _known,
    "safely": _safe,
    "believes": _believed,
}

Held = Mapping[int, tuple[int, Fraction]]
"""For each block of worlds in a class: how many better ones there are, and its share of the agent's weight."""


def held(order: Order, inside: Iterable[int], block: Callable[[int], int]) -> Held:
    """What an agent's order says about the blocks of the worlds in a class; no weight at all gives shares of 0."""
    place, weight = _tally(order, inside, block)
    whole = sum(weight.values()) or 1
    return {b: (place[b], Fraction(weight[b], whole)) for b in place}


def told(order: Order, inside: Iterable[int], block: Callable[[int], int]) -> Hashable:
    """The same for two classes exactly if `held` is, and faster."""
    place, weight = _tally(order, inside, block)
    unit = gcd(*weight.values()) or 1
    return frozenset([(b, place[b], weight[b] // unit) for b in place])


def _tally(order: Order, inside: Iterable[int], block: Callable[[int], int]) -> tuple[dict[int, int], dict[int, int]]:
    """For each block how many better places there are, and its weight."""
    place: dict[int, int] = {}
    weight: dict[int, int] = {}
    for world in inside:
        b = block(world)
        place[b] = min(order.places[world], place.get(b, order.places[world]))
        weight[b] = weight.get(b, 0) + order.weights[world]
    ascending = {height: number for number, height in enumerate(sorted(set(place.values())))}
    return {b: ascending[height] for b, height in place.items()}, weight
