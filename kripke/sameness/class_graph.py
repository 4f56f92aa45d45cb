"""What agents look at, as a graph: a world points to a class for each agent, and the class to the worlds in it.

A transitive and Euclidean relation over n worlds has at most 2n arrows so, whatever the number of its edges; in any
other relation each world that sees something has a class of its own. Two worlds are bisimilar where they agree on the
atoms and point to bisimilar classes; two classes, where they hold worlds of the same blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Literal

import numpy as np
import numpy.typing as npt

from kripke.checking.engine.preference import preference
from kripke.data.relation import Relation
from kripke.data.structure import Structure

Kind = Literal["knows", "safely", "believes", "prefers"]
"""The whole class; its worlds at least as plausible as the one where she is; her best; the class with its order."""

Numbers = npt.NDArray[np.int32]
Classes = tuple[Numbers, Numbers, Numbers, Numbers]
"""The class of each world (-1 for none), where each class begins and ends in an array of worlds, and that array."""


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
    starts, ends, worlds : int32 arrays
        Class c holds ``worlds[starts[c]:ends[c]]``; none is empty. Classes that begin at the same place are of one look
        of kind "safely", and the shorter is part of the longer.
    """

    size: int
    looks: tuple[Look, ...]
    starts: Numbers
    ends: Numbers
    worlds: Numbers

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.starts)

    def members(self, number: int) -> list[int]:
        """The worlds in a class."""
        inside: list[int] = self.worlds[self.starts[number] : self.ends[number]].tolist()
        return inside

    def arrows(self) -> tuple[Numbers, Numbers]:
        """All arrows as (sources, targets); class c is node n + c."""
        looking = [np.flatnonzero(look.classes >= 0).astype(np.int32) for look in self.looks]
        looked = [look.classes[who] + self.size for look, who in zip(self.looks, looking, strict=True)]
        sizes = self.ends - self.starts
        holders = np.repeat(np.arange(self.count, dtype=np.int32), sizes) + self.size
        held = np.repeat(self.starts - np.cumsum(sizes) + sizes, sizes) + np.arange(len(holders))
        sources, targets = np.concatenate([*looking, holders]), np.concatenate([*looked, self.worlds[held]])
        return sources.astype(np.int32), targets.astype(np.int32)

    def kinds(self) -> Numbers:
        """For each class the number of the look that points to it."""
        found = np.zeros(self.count, dtype=np.int32)
        for number, look in enumerate(self.looks):
            found[look.classes[look.classes >= 0]] = number
        return found


def looks(structure: Structure, kinds: Mapping[str, Iterable[Kind]] | None = None) -> Looks:
    """The graph of a structure, in which each agent looks in the ways of `kinds`; None: all only at the whole class.

    O(g n log n) for g agents and n worlds, plus the edges of relations that have no classes.
    """
    made: list[Look] = []
    none = np.zeros(0, dtype=np.int32)
    starts, ends, worlds = [none], [none], [none]
    for agent in structure.relations:
        for kind in ("knows",) if kinds is None else kinds[agent]:
            classes, low, high, inside = _CLASSES[kind](structure, agent)
            first, before = sum(map(len, starts)), sum(map(len, worlds))
            order = _order(structure, agent) if kind == "prefers" else None
            made.append(Look(agent, kind, _moved(classes, first), order))
            starts.append((low + before).astype(np.int32))
            ends.append((high + before).astype(np.int32))
            worlds.append(inside)
    return Looks(structure.size, tuple(made), np.concatenate(starts), np.concatenate(ends), np.concatenate(worlds))


def join(one: Looks, other: Looks) -> Looks:
    """The graph of two models side by side, with the same agents and kinds: the worlds of `other` come last."""
    theirs = {(look.agent, look.kind): look for look in other.looks}
    return Looks(
        one.size + other.size,
        tuple([_joined(look, theirs[look.agent, look.kind], one.count) for look in one.looks]),
        np.concatenate([one.starts, other.starts + len(one.worlds)]).astype(np.int32),
        np.concatenate([one.ends, other.ends + len(one.worlds)]).astype(np.int32),
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
    return classes.astype(np.int32), *_ends(sizes[sizes > 0]), order.astype(np.int32)


def _of_each(relation: Relation) -> Classes:
    """A class of its own for each world that sees something."""
    indptr, indices = relation.csr
    sizes = np.diff(indptr)
    classes = np.where(sizes > 0, np.cumsum(sizes > 0) - 1, -1)
    return classes.astype(np.int32), *_ends(sizes[sizes > 0]), indices.astype(np.int32)


def _ends(sizes: npt.NDArray[np.intp]) -> tuple[Numbers, Numbers]:
    """Where parts of these sizes begin and end, one after the other."""
    ends = np.cumsum(sizes)
    return (ends - sizes).astype(np.int32), ends.astype(np.int32)


def _safe(structure: Structure, agent: str) -> Classes:
    """For each class and each rank at which someone stands: the members at most as implausible, its first worlds."""
    if agent not in structure.ranks:
        return _known(structure, agent)
    classes, starts, _, worlds = _known(structure, agent)
    place = preference(structure, agent).plausibility
    span = int(place.max(initial=0)) + 1
    owner = classes[worlds].astype(np.int64)  # members look into their own class
    keys = owner * span + place[worlds]
    order = np.argsort(keys, kind="stable")
    until = np.searchsorted(keys[order], classes.astype(np.int64) * span + place, side="right")
    looking = (classes >= 0) & (until > np.append(starts, 0)[classes])
    ends, numbers = np.unique(until[looking], return_inverse=True)
    cells = np.full(structure.size, -1, dtype=np.int32)
    cells[looking] = numbers
    begins = starts[np.searchsorted(starts, ends, side="left") - 1]
    return cells, begins, ends.astype(np.int32), worlds[order]


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
