"""Relations from who looks where in groups: label arrays where they are classes, however many pairs that are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kripke.data.lazy import np
from kripke.data.relation import Relation
from kripke.data.structure import SMALL
from logic.errors import TooLarge

Class = tuple[tuple[int, ...], tuple[int, ...]]
"""Those who look, and what each of them sees, by their places."""

LIMIT = 20_000_000
"""So many pairs a relation without classes may have."""


def relation_of(size: int, classes: Sequence[Class]) -> Relation:
    """The relation over `size` points in which the lookers of each class see all that it sees.

    Parameters
    ----------
    size : int
        Number of points.
    classes : sequence of (places, places)
        Those who look, and what each of them sees.

    Raises
    ------
    TooLarge
        If it has no classes (it is not transitive and Euclidean) and more than `LIMIT` pairs.

    Notes
    -----
    O(size + c) for c points named in the classes where the relation is S5, KD45 or K45; else O(m log m) for m pairs.
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
    """The label array, where each looks into one class and those whom it sees look into the same one."""
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
    """The pairs, one by one."""
    count = sum(len(looking) * len(targets) for looking, targets in classes)
    if count > LIMIT:
        raise TooLarge(
            f"a relation of {count:,} pairs, more than {LIMIT:,}, that is neither S5 nor KD45; where each looks into "
            "one class, and its members look into the same one, there is no limit"
        )
    none = np.zeros(0, dtype=np.intp)
    sources = [np.repeat(np.array(looking, dtype=np.intp), len(targets)) for looking, targets in classes]
    targets = [np.tile(np.array(targets, dtype=np.intp), len(looking)) for looking, targets in classes]
    return Relation.from_edges(size, np.concatenate([none, *sources]), np.concatenate([none, *targets]))
