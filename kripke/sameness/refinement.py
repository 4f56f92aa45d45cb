"""The coarsest stable partition of worlds: small graphs in Python rounds, large graphs in compiled code."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.data.assignments import classes
from kripke.data.relation import Column
from kripke.sameness.class_graph import ClassGraph, Numbers
from kripke.sameness.rounds import Refinement, refine_by_rounds

FEW_ARROWS = 2_000
"""Number of arrows up to which rounds in Python take less time than loading Numba."""


def refine(graph: ClassGraph, colours: Numbers, pair: tuple[int, int] | None = None) -> Refinement:
    """Split the worlds of each colour by the blocks that agents see, until no split is left.

    Parameters
    ----------
    colours : int32 array of shape (n,)
        Initial block of each world: numbers 0, 1, ..., each of which occurs.

    Returns
    -------
    Refinement
        The partition and its history.

    Notes
    -----
    O(m log n) for n worlds and m arrows; see `refine_by_rounds` for classes with an order.
    """
    ordered = any(class_map.order is not None for class_map in graph.maps)
    if ordered or graph.size + 2 * len(graph.worlds) <= FEW_ARROWS:
        return refine_by_rounds(graph, colours.tolist(), pair)
    return _compiled(graph, colours)


def _compiled(graph: ClassGraph, colours: Numbers) -> Refinement:
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
    """Equal numbers for equal pairs. O(n log n).

    Parameters
    ----------
    one, other : int32 arrays of shape (n,)
        The two parts of each pair.
    """
    return dense_numbers(one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other)


def dense_numbers(numbers: npt.NDArray[Any]) -> Numbers:
    """The numbers as 0, 1, ... in the same order. O(n log n)."""
    return np.unique(numbers, return_inverse=True)[1].astype(np.int32)


def column_colours(columns: Iterable[Column], size: int) -> Numbers:
    """Equal numbers for worlds that agree in all columns.

    Parameters
    ----------
    columns : iterable of boolean array of shape (size,)
        Truth values of atoms.
    """
    return dense_numbers(classes(list(columns), size))
