"""Relations from groups of points: label arrays if the groups are classes, for any number of pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kripke.data.lazy import np
from kripke.data.relation import Relation
from kripke.data.structure import SMALL
from logic.errors import TooLarge

Class = tuple[tuple[int, ...], tuple[int, ...]]
"""The points that see, and the points that each of them sees, by their positions."""

LIMIT = 20_000_000
"""Maximal number of pairs of a relation without classes."""


def relation_of(size: int, classes: Sequence[Class]) -> Relation:
    """The relation over `size` points in which each point on the left of a pair sees all points on the right.

    Parameters
    ----------
    size : int
        Number of points: worlds or events.

    Raises
    ------
    TooLarge
        If the relation is not transitive and Euclidean and has more than `LIMIT` pairs.

    Notes
    -----
    O(size + c) for c positions in the classes if the relation is S5, KD45 or K45; otherwise O(m log m) for m pairs.
    """
    if size > SMALL:
        return _labelled(size, classes) or _listed(size, classes)
    seen = [0] * size
    for looking, targets in classes:
        mask = sum(1 << place for place in set(targets))
        for place in looking:
            seen[place] |= mask
    lookers: dict[int, int] = {}
    for place, mask in enumerate(seen):
        if mask:
            lookers[mask] = lookers.get(mask, 0) | 1 << place
    return Relation.from_blocks(size, [(who, mask) for mask, who in lookers.items()])


def _labelled(size: int, classes: Iterable[Class]) -> Relation | None:
    """The relation by labels if each point sees one class, and its members see the same class; otherwise None."""
    numbers: dict[frozenset[int], int] = {}
    labels = np.full(size, -1, dtype=np.int32)
    members = np.zeros(size, dtype=np.bool_)
    for looking, targets in classes:
        label = numbers.setdefault(frozenset(targets), len(numbers))
        places = list(looking)
        if ((labels[places] != -1) & (labels[places] != label)).any():
            return None
        labels[places] = label
    for seen, label in numbers.items():
        places = list(seen)
        if (labels[places] != label).any():
            return None
        members[places] = True
    return Relation.from_labels(labels, None if members[labels >= 0].all() else members)


def _listed(size: int, classes: Sequence[Class]) -> Relation:
    """The relation by its pairs."""
    count = sum(len(looking) * len(targets) for looking, targets in classes)
    if count > LIMIT:
        raise TooLarge(
            f"a relation of {count:,} pairs, more than {LIMIT:,}, that is neither S5 nor KD45; there is no limit if "
            "each point sees one class, and the members of the class see the same class"
        )
    none = np.zeros(0, dtype=np.intp)
    sources = [np.repeat(np.sort(np.array(looking, dtype=np.intp)), len(targets)) for looking, targets in classes]
    targets = [np.tile(np.sort(np.array(targets, dtype=np.intp)), len(looking)) for looking, targets in classes]
    return Relation.from_edges(size, np.concatenate([none, *sources]), np.concatenate([none, *targets]))
