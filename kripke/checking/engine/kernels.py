"""Compiled loops for the largest models: the two passes of a diamond over label arrays.

NumPy needs 3 to 4 times one gather ``table[labels]`` for a diamond over 2^24 worlds, these loops about 1.1 times
(`benchmarks/diamond.py`). Loading Numba costs some 0.4 s, so that smaller models do without.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled
from kripke.data.relation import Column, Labels

COMPILED = 2**22
"""Minimal number of worlds for which compiled loops are used."""


def scatter(labels: Labels, target: Column, count: int) -> Column:
    """For each of `count` classes whether some world of `target` bears its label; the last entry, for -1, is False.

    Parameters
    ----------
    labels : int32 array of shape (n,)
    target : boolean array of shape (n,)
    count : int
        The number of classes; the result has shape (count + 1,).
    """
    hit = np.zeros(count + 1, dtype=np.bool_)
    if len(labels) >= COMPILED:
        _compiled()[0](labels, target, hit)
    else:
        hit[labels[target]] = True
    hit[-1] = False
    return hit


def gather(table: Column, labels: Labels) -> Column:
    """``table[labels]``.

    Parameters
    ----------
    table : boolean array of shape (c,)
        A value for each label.
    labels : int32 array of shape (n,)
        Indices into the table.
    """
    if len(labels) < COMPILED:
        return table[labels]
    out = np.empty(len(labels), dtype=np.bool_)
    _compiled()[1](table, labels, out)
    return out


@cache
def _compiled() -> tuple[Callable[..., None], Callable[..., None]]:
    return compiled(_scatter), compiled(_gather)


def _scatter(labels: Any, target: Any, hit: Any) -> None:
    for i in range(len(labels)):
        hit[labels[i]] |= target[i]  # without a branch: half of the worlds true would mispredict half of the time


def _gather(table: Any, labels: Any, out: Any) -> None:
    for i in range(len(labels)):
        out[i] = table[labels[i]]
