"""Common knowledge on arrays: the worlds from which steps of a group's agents lead to a set.

Equivalences are merged, two at a time, into their closure. Through other relations the set grows backwards: by looks
from the worlds that are left while these find much, which needs no reversed relation, otherwise by a search in the
reversed relations. Source: S. Beamer, K. Asanović and D. Patterson, Direction-optimizing breadth-first search (2012),
doi:10.1109/SC.2012.50.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.checking.engine.compiled import compiled
from kripke.checking.engine.looks import diamond
from kripke.data.frames import components
from kripke.data.relation import Column, Labels, Relation, column_of

Numbers = npt.NDArray[np.int32]
Reversed = tuple[Numbers, Numbers]
"""The first arrow of each node, and the nodes that arrows lead to, from what is seen to who looks. A node is a world,
or a class of a K45 relation."""

LOADED = 2**22  # number of worlds and edges of all questions of a process from which loading Numba pays off
FEW = 16  # a set of fewer than one in 16 worlds grows by the search, a larger one by looks
LOOKS = 3  # looks, as a multiple of the worlds, after which the search does the rest
MUCH = 4  # so does it when a look finds fewer than one in 4 of many waiting worlds
OPEN, REACHED, OUTSIDE = 0, 1, 2  # states of a world


_asked = [0]  # number of worlds and edges of the questions so far


def _is_compiled(relations: Sequence[Relation]) -> bool:
    """Whether compiled loops answer: they do after long use or for a large model, since Numba takes long to load."""
    _asked[0] += sum(relation.size if relation.is_k45 else len(relation.csr[1]) for relation in relations)
    return _asked[0] >= LOADED


def reachable(relations: Sequence[Relation], domain: Column) -> Relation:
    """The transitive closure of the union of equivalences among the worlds of `domain`.

    O(g n) for g relations over n worlds: two partitions are merged at a time, as a bipartite graph of their classes.
    """
    whole, outside = domain.all(), np.int32(-1)
    labels = [r.labels if whole else np.where(domain, r.labels, outside) for r in relations]
    return Relation.from_labels(reduce(_merged if _is_compiled(relations) else _merge, labels))


def _merge(one: Labels, other: Labels) -> Labels:
    """The finest partition that is coarser than both."""
    left, right = int(one.max(initial=-1)) + 1, int(other.max(initial=-1)) + 1
    inside = one >= 0
    labels: Labels = np.full_like(one, -1)
    labels[inside] = components(left + right, one[inside], other[inside] + left)[:left][one[inside]]
    return labels


def _merged(one: Labels, other: Labels) -> Labels:
    """As `_merge`, by compiled code. The classes have numbers with gaps."""
    parents, first = (
        np.arange(one.max(initial=-1) + 2, dtype=np.int32),
        np.full(other.max(initial=-1) + 1, -1, np.int32),
    )
    parents[-1] = -1  # of the worlds without a class
    _loops()[0](one, other, parents, first)
    return parents[one]


def reaching(relations: Sequence[Relation], domain: Column, target: Column, kept: list[Reversed]) -> Column:
    """The worlds of `domain` from which one or more steps within `domain` lead to `target`.

    O(n + m) for n worlds and m edges, with m = n for each K45 relation.

    `kept`: the reversed relations, once they were needed; empty before.
    """
    size = len(domain)
    if not _is_compiled(relations):
        back = target | _searched(relations, domain, target)
        return domain & reduce(np.logical_or, [diamond(r, back) for r in relations], np.zeros_like(domain))
    state = np.where(domain, target, np.int8(OUTSIDE)).astype(np.int8)
    if FEW * np.count_nonzero(target) < size:
        state = _pushed(relations, state, kept, size // FEW)
    waiting, looked = np.flatnonzero(state[:size] == OPEN).astype(np.int32), 0
    while len(waiting):
        before = len(waiting)
        waiting = _without_lookers(relations, state, waiting)
        looked += before
        if len(waiting) == before:
            break
        if looked > LOOKS * size or (before > size // FEW and MUCH * (before - len(waiting)) < before):
            state = _pushed(relations, state, kept, sys.maxsize)
            break
    reached: Column = state[:size] == REACHED
    reached[_without_lookers(relations, state, np.flatnonzero(target).astype(np.int32))] = False
    return reached


def _without_lookers(relations: Sequence[Relation], state: Any, waiting: Numbers) -> Numbers:
    """The waiting worlds that see no reached world; the others become reached."""
    for relation in relations:
        if relation.is_k45:
            sees = diamond(relation, state[: relation.size] == REACHED)[waiting]
            state[waiting[sees]] = REACHED
            waiting = waiting[~sees]
        else:
            waiting = waiting[: _loops()[1](*relation.csr, state, waiting)]
    return waiting


def _pushed(relations: Sequence[Relation], state: Any, kept: list[Reversed], most: int) -> Any:
    """The states after a search from all reached nodes, which stops at `most`; with those of the classes."""
    if not kept:
        kept.append(_loops()[3](*_arrows(relations, len(state))))
    start, lookers = kept[0]
    nodes = np.concatenate([state, np.zeros(len(start) - 1 - len(state), np.int8)])
    queue = np.empty(len(nodes), dtype=np.int32)
    found = np.flatnonzero(nodes == REACHED)
    queue[: len(found)] = found
    _loops()[2](start, lookers, nodes, queue, len(found), most)
    return nodes


def _arrows(relations: Sequence[Relation], size: int) -> tuple[Numbers, Numbers, int]:
    """Arrows from what is seen to who looks, over worlds and then nodes of classes, and the number of nodes."""
    froms, tos, count = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)], size
    for relation in relations:
        if not relation.is_k45:
            indptr, indices = relation.csr
            froms.append(indices.astype(np.int32))
            tos.append(np.repeat(np.arange(size, dtype=np.int32), np.diff(indptr)))
            continue
        classes = relation.labels + np.int32(count)
        looking = np.flatnonzero(relation.labels >= 0).astype(np.int32)
        members = np.flatnonzero(relation.members).astype(np.int32)
        froms += [members, classes[looking]]
        tos += [classes[members], looking]
        count += relation.top
    return np.concatenate(froms), np.concatenate(tos), count


def _searched(relations: Sequence[Relation], domain: Column, target: Column) -> Column:
    """The worlds of `domain` from which steps within it lead to `target`, with `target` itself, by SciPy's search."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    froms, tos, root = _arrows(relations, len(domain))
    inside = np.append(domain, np.ones(root - len(domain), dtype=np.bool_))
    kept, goal = inside[froms] & inside[tos], np.flatnonzero(target)
    froms, tos = np.append(froms[kept], np.full(len(goal), root)), np.append(tos[kept], goal)
    graph = coo_array((np.ones(len(froms), dtype=np.bool_), (froms, tos)), shape=(root + 1, root + 1)).tocsr()
    order = breadth_first_order(graph, root, directed=True, return_predecessors=False)
    return column_of(root + 1, order)[: len(domain)]


@cache
def _loops() -> list[Callable[..., Any]]:
    return [compiled(loop) for loop in (_unite, _look, _search, _group)]


def _unite(one: Any, other: Any, parents: Any, first: Any) -> None:
    """Unite the classes of `one` that meet in a class of `other`; the parent of each is then the least of its set."""
    for world in range(len(one)):
        left, label = one[world], other[world]
        if left < 0:
            continue
        right = first[label]
        if right < 0:
            first[label] = left
        elif left != right:
            while parents[left] != left:
                parents[left] = parents[parents[left]]
                left = parents[left]
            while parents[right] != right:
                parents[right] = parents[parents[right]]
                right = parents[right]
            parents[max(left, right)] = min(left, right)
            first[label] = min(left, right)
    for node in range(len(parents) - 1):
        parents[node] = parents[parents[node]]


def _look(indptr: Any, indices: Any, state: Any, waiting: Any) -> int:
    """Mark the waiting worlds that see a reached world; move the others to the front, and count them."""
    left = 0
    for world in waiting:
        for place in range(indptr[world], indptr[world + 1]):
            if state[indices[place]] == 1:
                state[world] = 1
                break
        else:
            waiting[left] = world
            left += 1
    return left


def _search(start: Any, lookers: Any, state: Any, queue: Any, end: int, most: int) -> None:
    """Mark what arrows lead to from the first `end` nodes of the queue, until `most` are marked."""
    done = 0
    while done < end < most:
        node = queue[done]
        done += 1
        for place in range(start[node], start[node + 1]):
            looker = lookers[place]
            if state[looker] == 0:
                state[looker] = 1
                queue[end] = looker
                end += 1


def _group(froms: Any, tos: Any, count: int) -> Any:
    """The arrows by the nodes that they come from: the place of the first of each node, and where they lead."""
    start, ordered = np.zeros(count + 2, np.int32), np.empty(len(froms), np.int32)
    for node in froms:
        start[node + 2] += 1
    for node in range(count):
        start[node + 2] += start[node + 1]
    for place in range(len(froms)):
        node = froms[place] + 1
        ordered[start[node]] = tos[place]
        start[node] += 1
    return start[:-1], ordered
