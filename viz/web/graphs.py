"""A pure-Python replacement for the part of SciPy's sparse graphs that small models need in browsers without SciPy.

`viz.web.browser` installs it as ``scipy.sparse`` and ``scipy.sparse.csgraph``. An array stores only the positions of
its entries.
"""

from __future__ import annotations

import math
from collections import deque
from itertools import pairwise
from typing import Any

from viz.web.arrays import concatenate, cumsum
from viz.web.ndarray import array, ndarray


class csr_array:  # the name is SciPy's
    """A sparse array, stored as the column indices of the entries in each row."""

    def __init__(self, parts: Any, shape: tuple[int, int]) -> None:
        _, columns, starts = parts
        ends = starts.tolist()
        entries = columns.tolist()
        self.rows: list[list[int]] = [entries[begin:end] for begin, end in pairwise(ends)]
        self.shape = shape

    def __getitem__(self, rows: slice) -> csr_array:
        return _of(self.rows[rows], self.shape[1])

    def __matmul__(self, other: csr_array) -> csr_array:
        rows = [sorted({end for middle in row for end in other.rows[middle]}) for row in self.rows]
        return _of(rows, other.shape[1])

    def tocsr(self) -> csr_array:
        return self

    def nonzero(self) -> tuple[ndarray, ndarray]:
        pairs = [(i, j) for i, row in enumerate(self.rows) for j in row]
        return array([i for i, _ in pairs], int), array([j for _, j in pairs], int)


def _of(rows: list[list[int]], width: int) -> csr_array:
    starts = concatenate([array([0]), cumsum(array([len(row) for row in rows], int))])
    return csr_array((None, array([end for row in rows for end in row], int), starts), (len(rows), width))


def coo_array(parts: Any, shape: tuple[int, int]) -> csr_array:
    _, (sources, targets) = parts
    rows: list[list[int]] = [[] for _ in range(shape[0])]
    for source, target in zip(sources.tolist(), targets.tolist(), strict=True):
        rows[source].append(target)
    return _of(rows, shape[1])


def connected_components(graph: csr_array, directed: bool = True, connection: str = "weak") -> tuple[int, ndarray]:
    """Return the number of connected components, and the component of each node."""
    ahead = graph.rows
    back: list[list[int]] = [[] for _ in ahead]
    for node, ends in enumerate(ahead):
        for end in ends:
            back[end].append(node)
    if directed and connection == "strong":  # Kosaraju's algorithm
        order, neighbours = _finished(ahead)[::-1], back
    else:
        order, neighbours = [*range(len(ahead))], [one + other for one, other in zip(ahead, back, strict=True)]
    labels, count = [-1] * len(ahead), 0
    for root in order:
        if labels[root] < 0:
            labels[root], waiting = count, [root]
            while waiting:
                for end in neighbours[waiting.pop()]:
                    if labels[end] < 0:
                        labels[end] = count
                        waiting.append(end)
            count += 1
    return count, array(labels, int)


def _finished(ahead: list[list[int]]) -> list[int]:
    """Return the nodes in the order in which a depth-first search finishes them."""
    order, seen = list[int](), [False] * len(ahead)
    for root in range(len(ahead)):
        waiting = [(root, iter([root]))] if not seen[root] else []
        while waiting:
            end = next((end for end in waiting[-1][1] if not seen[end]), None)
            if end is None:
                node, _ = waiting.pop()
                if waiting:
                    order.append(node)
            else:
                seen[end] = True
                waiting.append((end, iter(ahead[end])))
    return order


NONE = -9_999  # the number that SciPy uses for "no node"


def breadth_first_order(graph: csr_array, root: int, directed: bool = True, return_predecessors: bool = True) -> Any:
    order, before, waiting = [root], [NONE] * len(graph.rows), deque([root])
    seen = {root}
    while waiting:
        node = waiting.popleft()
        for end in graph.rows[node]:
            if end not in seen:
                seen.add(end)
                before[end] = node
                order.append(end)
                waiting.append(end)
    return (array(order, int), array(before, int)) if return_predecessors else array(order, int)


def dijkstra(graph: csr_array, indices: list[int], unweighted: bool, limit: float, min_only: bool) -> ndarray:
    """Return the number of steps from the nearest of `indices` to each node, infinite beyond the limit."""
    steps = [math.inf] * len(graph.rows)
    waiting = deque(indices)
    for node in indices:
        steps[node] = 0
    while waiting and steps[waiting[0]] < limit:
        node = waiting.popleft()
        for end in graph.rows[node]:
            if steps[end] == math.inf:
                steps[end] = steps[node] + 1
                waiting.append(end)
    return array(steps, float)
