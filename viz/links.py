"""From relations to drawn lines: lines, arrows, loops, and a dot for a class that is too large for lines.

A class of k worlds of an equivalence has k(k-1)/2 lines, which are unreadable from five worlds on. A chain of k-1 lines
would be misleading, since the agent seems to distinguish its ends. So a large class becomes a star: a small dot, the
hub, with a line to each of its worlds. For belief, arrows lead into the hub and from the hub to the worlds that are
believed possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal as OneOf

import numpy as np

from kripke.data.relation import Relation
from kripke.data.structure import Structure

Kind = OneOf["line", "arrow", "both", "loop"]
Hubs = tuple[tuple[str, ...], ...]
Pair = tuple[int, int, Kind]
Class = tuple[tuple[int, ...], tuple[int, ...], bool]
"""The nonmembers and the members of a class, and whether the relation is an equivalence."""


@dataclass(frozen=True, slots=True)
class Link:
    """One line of the picture.

    Parameters
    ----------
    source, target : int
        Spots; an arrow leads from the source to the target.
    kind : {"line", "arrow", "both", "loop"}
        Undirected, an arrow, an arrow with two heads, or an arrow from a spot to itself.
    agents : tuple of str
        The agents of the line.
    ghost : bool
        Whether it was removed.
    """

    source: int
    target: int
    kind: Kind
    agents: tuple[str, ...]
    ghost: bool = False


def tips_of(link: Link) -> tuple[bool, bool]:
    """Whether there is an arrow's tip at the start of a link, and at its end."""
    return link.kind == "both", link.kind != "line"


def is_equivalence(relation: Relation) -> bool:
    """Whether every world is a member of a class. O(n) for n worlds, once the labels are computed."""
    return relation.is_k45 and bool(np.all(relation.labels >= 0)) and bool(np.all(relation.members))


def count_links(structure: Structure, hubs: int, full: bool) -> int:
    """An upper bound on the number of lines: one for each agent, without merging. O(n) for each agent.

    Parameters
    ----------
    structure : Structure
        The model.
    hubs : int
        Maximal number of members of a class that is drawn with lines.
    full : bool
        Whether every pair is drawn as an arrow.
    """
    return sum(_count(relation, hubs, full) for relation in structure.relations.values())


def _count(relation: Relation, hubs: int, full: bool) -> int:
    if full or not relation.is_k45:
        return relation.count_edges()
    looking = np.bincount(relation.labels[relation.labels >= 0], minlength=relation.top)
    members = np.bincount(relation.labels[relation.members], minlength=relation.top)
    looking[members == 0] = 0
    loops = 0 if is_equivalence(relation) else members
    lines = members * (members - 1) // 2 + loops + (looking - members) * members
    return int(np.where(members > hubs, looking, lines).sum())


def links_of(structure: Structure, hubs: int, full: bool, loops: bool | None) -> tuple[Hubs, tuple[Link, ...]]:
    """The hubs with their agents, and the links; links between the same spots in the same way are merged.

    Parameters
    ----------
    structure : Structure
        The model.
    hubs : int
        Maximal number of members of a class that is drawn with lines.
    full : bool
        Whether every pair is drawn as an arrow.
    loops : bool or None
        Whether loops are drawn; None: unless the relation is an equivalence.

    Notes
    -----
    O(n + l) for n worlds and l links of all agents.
    """
    hubs = max(hubs, 1)
    pairs: dict[Pair, list[str]] = {}
    stars: dict[Class, list[str]] = {}
    for agent, relation in structure.relations.items():
        for star in [] if full else _large(relation, hubs):
            stars.setdefault(star, []).append(agent)
        large = 10**9 if full else hubs
        for pair in _pairs(relation, large, full, loops):
            pairs.setdefault(pair, []).append(agent)
    links = [Link(source, target, kind, tuple(agents)) for (source, target, kind), agents in pairs.items()]
    for place, (star, agents) in enumerate(stars.items(), structure.size):
        links += _spokes(place, star, tuple(agents))
    return tuple(map(tuple, stars.values())), tuple(links)


def _classes(relation: Relation) -> Iterable[Class]:
    equivalence = is_equivalence(relation)
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for i, (label, member) in enumerate(zip(relation.labels.tolist(), relation.members.tolist(), strict=True)):
        if label >= 0:
            groups.setdefault(label, ([], []))[member].append(i)
    return [(tuple(outside), tuple(inside), equivalence) for outside, inside in groups.values() if inside]


def _large(relation: Relation, hubs: int) -> list[Class]:
    return [each for each in _classes(relation) if len(each[1]) > hubs] if relation.is_k45 else []


def _spokes(hub: int, star: Class, agents: tuple[str, ...]) -> list[Link]:
    outside, inside, equivalence = star
    kind: Kind = "line" if equivalence else "both"
    return [Link(i, hub, "arrow", agents) for i in outside] + [Link(hub, i, kind, agents) for i in inside]


def _pairs(relation: Relation, hubs: int, full: bool, loops: bool | None) -> Iterable[Pair]:
    """The pairs of one agent outside the large classes; a pair in both directions counts once."""
    equivalence = is_equivalence(relation)
    wants_loops = full or (not equivalence if loops is None else loops)
    edges = _edges_of_small(relation, hubs) if relation.is_k45 else list(zip(*_lists(relation), strict=True))
    there = set(edges)
    for source, target in edges:
        if source == target:
            if wants_loops:
                yield source, target, "loop"
        elif (target, source) not in there:
            yield source, target, "arrow"
        elif source < target:
            yield source, target, "line" if equivalence and not full else "both"


def _lists(relation: Relation) -> tuple[list[int], list[int]]:
    sources, targets = relation.edges
    return sources.tolist(), targets.tolist()


def _edges_of_small(relation: Relation, hubs: int) -> list[tuple[int, int]]:
    return [
        (source, target)
        for outside, inside, _ in _classes(relation)
        if len(inside) <= hubs
        for source in sorted(outside + inside)
        for target in inside
    ]
