"""Preimages of sets of worlds under a relation, as Boolean arrays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled
from kripke.data.relation import Column, Labels, Relation


def diamond(relation: Relation, target: Column) -> Column:
    """The worlds that see some world of `target`, as a Boolean array.

    O(n) for n worlds and a K45 relation; O(n + m) for any other relation, with m edges.
    """
    if relation.is_k45:
        return gather(hit_classes(relation, target), relation.labels)
    indptr, indices = relation.csr
    before: Any = np.zeros(len(indices) + 1, dtype=np.int32 if len(indices) < 2**31 else np.int64)
    np.cumsum(target[indices], out=before[1:])
    return before[indptr[1:]] > before[indptr[:-1]]  # type: ignore[no-any-return]


def hit_classes(relation: Relation, target: Column) -> Column:
    """For each class, whether it has a member in `target`; the last entry, for worlds without a class, is False."""
    seen = target if relation.all_members else target & relation.members
    return scatter(relation.labels, seen, relation.top)


COMPILED, LOADED = 2**22, 2**12  # minimal number of worlds for compiled loops: in general, and once Numba is loaded


def scatter(labels: Labels, target: Column, count: int) -> Column:
    """For each of `count` labels, whether some world of `target` has it; the last entry, for label -1, is False."""
    hit = np.zeros(count + 1, dtype=np.bool_)
    if _is_compiled(labels):
        _compiled()[0](labels, target, hit)
    else:
        nearly_all = 32 * np.count_nonzero(target) > 31 * len(target)
        hit[labels[target] if nearly_all else labels.compress(target)] = True  # branches that are predicted, or none
    hit[-1] = False
    return hit


def gather(table: Column, labels: Labels) -> Column:
    """The entry of `table` for each label: ``table[labels]``."""
    if not _is_compiled(labels):
        return table.take(labels)
    out = np.empty(len(labels), dtype=np.bool_)
    _compiled()[1](table, labels, out)
    return out


def _is_compiled(labels: Labels) -> bool:
    return len(labels) >= (LOADED if "numba" in sys.modules else COMPILED)


@cache
def _compiled() -> tuple[Callable[..., None], Callable[..., None]]:
    return compiled(_scatter), compiled(_gather)


def _scatter(labels: Any, target: Any, hit: Any) -> None:
    last = len(hit) - 1
    for i in range(len(labels)):  # an `if` would become a branch, which is often mispredicted
        hit[last + (labels[i] - last) * target[i]] = True


def _gather(table: Any, labels: Any, out: Any) -> None:
    for i in range(len(labels)):
        out[i] = table[labels[i]]
