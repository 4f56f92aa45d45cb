"""The coarsest partition of worlds that agrees with what agents look at: small graphs in rounds, large compiled."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.data.assignments import classes
from kripke.data.relation import Column
from kripke.sameness.class_graph import Looks, Numbers
from kripke.sameness.rounds import Splits, by_rounds

FEW = 2_000
"""Up to so many arrows rounds in Python take less time than loading Numba."""


def refine(looks: Looks, colours: Numbers, pair: tuple[int, int] | None = None) -> Splits:
    """Split the worlds of each colour by the blocks that agents see, until no split is left.

    Parameters
    ----------
    looks : Looks
        What agents look at.
    colours : int32 array of shape (n,)
        Numbers 0, 1, ..., each of which occurs, for what tells worlds apart at once.
    pair : pair of int, optional
        The levels after the one at which these two worlds part need not be found.

    Notes
    -----
    O(m log n) for n worlds and m arrows; where orders are compared see `by_rounds`.
    """
    ordered = any(look.order is not None for look in looks.looks)
    if ordered or looks.size + 2 * len(looks.worlds) <= FEW:
        return by_rounds(looks, colours.tolist(), pair)
    return _compiled(looks, colours)


def _compiled(looks: Looks, colours: Numbers) -> Splits:
    from kripke.sameness.compiled_rounds import refine as loop

    first = int(colours.max()) + 1
    nodes = dense(np.concatenate([colours, looks.kinds() + first]))
    blocks, births, parents = loop(nodes, int(nodes.max()) + 1, *looks.arrows())
    return Splits(blocks[: looks.size], blocks[looks.size :], (births + 1) // 2, parents)


def numbered(values: Iterable[Hashable]) -> Numbers:
    """Equal numbers for equal values, from 0 in the order of their first occurrence."""
    seen: dict[Hashable, int] = {}
    return np.array([seen.setdefault(value, len(seen)) for value in values], dtype=np.int32)


def both(one: Numbers, other: Numbers) -> Numbers:
    """Equal numbers for equal pairs. O(n log n)."""
    return dense(one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other)


def dense(numbers: npt.NDArray[Any]) -> Numbers:
    """The numbers as 0, 1, ... in the same order. O(n log n)."""
    return np.unique(numbers, return_inverse=True)[1].astype(np.int32)


def colours_of(columns: Iterable[Column], size: int) -> Numbers:
    """Equal numbers for worlds that agree in all columns."""
    return dense(classes(list(columns), size))
