"""Common knowledge on arrays: the worlds from which steps of a group's agents lead to a set.

Equivalences are merged, two at a time, into their closure. If each world sees at most one world, all worlds lie on
paths, and the worlds before the last world of the set on a path lead to the set. If steps lead from most worlds to one
cycle, as in random relations, and from the cycle to the set, all these worlds lead to the set. Otherwise, the set grows
backwards. A round either tests the remaining worlds for successors in the set, or follows the reversed relations from
the set, whichever is expected to be faster. Source: S. Beamer, K. Asanović and D. Patterson, Direction-optimizing
breadth-first search (2012), doi:10.1109/SC.2012.50.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, partial, reduce
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kripke.checking.engine.compiled import compiled
from kripke.checking.engine.preimages import diamond
from kripke.data.frames import components
from kripke.data.relation import Column, Indices, Labels, Relation, column_of

Numbers = npt.NDArray[np.int32]
Rows = tuple[int, Indices, Indices]
"""Edges of some nodes: the number of the first node, and the successors, as in `Relation.csr`."""
Reversed = tuple[Numbers, Numbers]
"""Reversed edges: for each node the index of its first edge, and the predecessors of all nodes. A node is a world or a
class of a K45 relation.
"""


class Paths(NamedTuple):
    """Paths that together contain each world of a model exactly once.

    `path` and `place`: for each world, the number of its path and the place on it, from 0. `after`: for each path, the
    world seen by its last world; -1 for none.
    """

    path: npt.NDArray[np.uint32]
    place: Numbers
    after: Numbers


class Hub(NamedTuple):
    """A cycle to which steps lead from at least half of the worlds.

    `cycle`: its worlds. `before`: all worlds from which steps lead to the cycle, including its own worlds.
    """

    cycle: Numbers
    before: Column


LOADED = 2**22  # loading Numba pays off once the queries of a process have this many worlds and edges in total
FEW = 2  # maximal number of edges per world for which the search from the target does everything
MUCH = 3  # with more edges, this search stops once a test of a world succeeds with a probability of 1/3
LOOKS = 3  # number of tests per world after which the search from the target does the rest
LANES = 8  # number of paths that are followed in turn
MANY = 4  # minimal number of edges per world for which a hub is looked for
SAMPLE, SHARE = 32, 4  # number of sampled paths; at least one in 4 of the worlds on them must lead to one cycle
TURNS = 16  # maximal number of turns of the search for the worlds to which a hub leads
FEWER = 0.01  # share of these worlds that a turn must add, otherwise the search stops
OPEN, REACHED, OUTSIDE, TARGET = 0, 1, 2, 3
"""The states of a world in a search. A world of the target has the state `TARGET` until a step leads from it to a
`TARGET` or `REACHED` world. The numbers of these two states are odd, so one bit tells them apart from the others.
"""


_asked = [0]  # number of worlds and edges of all queries so far


def _is_compiled(edges: int) -> bool:
    """Whether compiled loops are used: for large models or after many evaluations, since Numba loads slowly."""
    _asked[0] += edges
    return _asked[0] >= LOADED


def reachable(relations: Sequence[Relation], domain: Column) -> Relation:
    """The transitive closure of the union of g equivalences, restricted to `domain`. O(g n)."""
    whole, outside = domain.all(), np.int32(-1)
    labels = [r.labels if whole else np.where(domain, r.labels, outside) for r in relations]
    merge = partial(_loops()[0], np.empty_like(labels[0])) if _is_compiled(len(labels) * len(domain)) else _merge
    return Relation.from_labels(reduce(merge, labels))


def _merge(one: Labels, other: Labels) -> Labels:
    """The finest partition that both partitions refine."""
    left, right = int(one.max(initial=-1)) + 1, int(other.max(initial=-1)) + 1
    inside = one >= 0
    labels: Labels = np.full_like(one, -1)
    labels[inside] = components(left + right, one[inside], other[inside] + left)[:left][one[inside]]
    return labels


class Closure:
    """The transitive closure of the union of relations within `domain`.

    It stores what later queries can use again: the `Paths`, the `Hub` or the reversed relations.
    """

    def __init__(self, relations: Sequence[Relation], domain: Column) -> None:
        self.relations, self.domain = relations, domain
        self._edges = sum(r.size if r.is_k45 else len(r.csr[1]) for r in relations)

    def reaching(self, target: Column) -> Column:
        """The worlds from which one or more steps in the domain lead to `target`; callers must not change the array."""
        if not _is_compiled(self._edges):
            rows, count = _rows(self.relations, len(target))
            nodes = np.zeros(count - len(target), dtype=np.bool_)
            back = _spread(rows, np.append(self.domain, ~nodes), np.append(target, nodes))[: len(target)]
            seeing = [diamond(r, back) for r in self.relations]
            return self.domain & reduce(np.logical_or, seeing, np.zeros_like(target))
        if self._paths:
            return _loops()[6](*self._paths, target.nonzero()[0])  # type: ignore[no-any-return]
        if not target.any():
            return target
        if self._hub and (target[self._hub.cycle].any() or (target & self._after).any()):
            rest = ~self._hub.before  # no step leads from them to the other worlds
            return self._hub.before | self._search(rest, target, 0) if rest.any() else self._hub.before
        size, edges = len(target), self._edges
        # a world with d edges sees one of a share s of the worlds with probability 1 - (1 - s)^d
        most = size * (1 - (1 - 1 / MUCH) ** (size / edges)) if edges > FEW * size else sys.maxsize
        return self._search(self.domain, target, most)

    def _search(self, domain: Column, target: Column, most: float) -> Column:
        """The worlds of `domain` from which steps within it lead to `target`.

        The search begins backwards from `target` if `target` has fewer than `most` worlds.
        """
        state, size = target * np.int8(TARGET), len(target)
        state[~domain] = OUTSIDE
        is_done = np.count_nonzero(target) < most and self._pushed(state, most)
        waiting, looked = np.flatnonzero(state == OPEN).astype(np.int32), 0
        while len(waiting) and not is_done:
            before, waiting = len(waiting), _without_lookers(self.relations, state, waiting)
            looked += before
            if len(waiting) == before:
                break
            is_done = looked > LOOKS * size and self._pushed(state, sys.maxsize)
        if not is_done:
            _without_lookers(self.relations, state, np.flatnonzero(state == TARGET).astype(np.int32))
        return state == REACHED  # type: ignore[no-any-return]

    def _pushed(self, state: Any, most: float) -> bool:
        """Mark in `state` the worlds that lead to targets or reached worlds; return whether the search is complete.

        The search stops after about `most` nodes.
        """
        start, lookers = self._reversed
        nodes = np.concatenate([state, np.zeros(len(start) - 1 - len(state), np.int8)])
        is_done: bool = _loops()[2](start, lookers, nodes, most)
        state[:] = nodes[: len(state)]
        return is_done

    @cached_property
    def _reversed(self) -> Reversed:
        return _reversed(*_rows(self.relations, len(self.domain)))

    @cached_property
    def _paths(self) -> Paths | None:
        """Paths through all worlds; None if a world is outside the domain or sees two worlds, or a relation is K45."""
        size = len(self.domain)
        following = np.full(size, -1, dtype=np.int32)
        if not self.domain.all() or any(r.is_k45 or len(r.csr[1]) > size for r in self.relations):
            return None
        if not all(_loops()[5](*r.csr, following) for r in self.relations):
            return None
        path, place, after = np.full(size, -1, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
        count = _loops()[7](following, path, place, after)
        # unsigned, so compiled code does not test for negative indices
        return Paths(path.view(np.uint32), place, after[:count].copy())

    @cached_property
    def _hub(self) -> Hub | None:
        """The hub; None if no search for it is worthwhile, or if one test per world does not find it."""
        size = len(self.domain)
        if self._edges < MANY * size or not self.domain.all() or any(r.is_k45 for r in self.relations):
            return None
        following = np.full(size, -1, dtype=np.int32)
        ends = [_loops()[8](*relation.csr, following) for relation in self.relations]
        if ends[-1] ** 2 > size:  # a random path has about sqrt(size) worlds, so it probably meets an end
            return None
        for step in (size // SAMPLE + 1, 1):
            state, cycle = _loops()[9](following, step)
            if not len(cycle):
                return None
        waiting, tested = np.flatnonzero(state == OPEN).astype(np.int32), 0
        while tested <= size:
            before, waiting = len(waiting), _without_lookers(self.relations, state, waiting)
            tested += before
            if len(waiting) == before:
                return Hub(cycle, state == REACHED) if 2 * before <= size else None
        return None

    @cached_property
    def _after(self) -> Column:
        """Worlds that are reachable from the hub's cycle; nearly all of them if the relations are random."""
        seen, count = np.zeros_like(self.domain), 0
        seen[self._hub.cycle if self._hub else []] = True
        for _ in range(TURNS):
            for relation in self.relations:
                _loops()[10](*relation.csr, seen)
            before, count = count, int(np.count_nonzero(seen))
            if count - before < FEWER * count:
                break
        return seen


def _without_lookers(relations: Sequence[Relation], state: Any, waiting: Numbers) -> Numbers:
    """Mark in `state` the waiting worlds that see a target or reached world; return the other waiting worlds."""
    for relation in relations:
        if relation.is_k45:
            sees = diamond(relation, (state & 1).astype(np.bool_))[waiting]
            state[waiting[sees]] = REACHED
            waiting = waiting[~sees]
        else:
            waiting = waiting[: _loops()[1](*relation.csr, state, waiting)]
    return waiting


def _rows(relations: Sequence[Relation], size: int) -> tuple[list[Rows], int]:
    """The edges between nodes, and the number of nodes; the nodes are the worlds, then the classes of K45 relations."""
    rows, count = [], size
    for relation in relations:
        if not relation.is_k45:
            rows.append((0, *relation.csr))
            continue
        looking = relation.labels >= 0
        rows += [
            (0, np.concatenate([[0], np.cumsum(looking)]), (relation.labels[looking] + count).astype(np.intp)),
            (count, *relation.by_class),
        ]
        count += relation.top
    return rows, count


def _reversed(rows: Sequence[Rows], count: int) -> Reversed:
    """The reversed edges, grouped by the seen node."""
    start = np.zeros(count + 2, dtype=np.int32)
    for number, (_, _, indices) in enumerate(rows):
        _loops()[4](indices, start, number == len(rows) - 1)
    lookers = np.empty(start[-1], dtype=np.int32)
    for each in rows:
        _loops()[3](*each, start, lookers)
    return start[:-1], lookers


def _spread(rows: Sequence[Rows], inside: Column, target: Column) -> Column:
    """The target and the nodes of `inside` from which paths lead to it; uses SciPy's search."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    root, goal = len(inside), np.flatnonzero(target)
    froms = np.concatenate([goal[:0], *(indices for _, _, indices in rows)])
    tos = np.concatenate([goal[:0], *(np.repeat(np.arange(len(ptr) - 1) + row, np.diff(ptr)) for row, ptr, _ in rows)])
    kept = inside[froms] & inside[tos]
    froms, tos = np.append(froms[kept], np.full(len(goal), root)), np.append(tos[kept], goal)
    graph = coo_array((np.ones(len(froms), dtype=np.bool_), (froms, tos)), shape=(root + 1, root + 1)).tocsr()
    order = breadth_first_order(graph, root, directed=True, return_predecessors=False)
    return column_of(root + 1, order)[:root]


def cycles(relation: Relation, domain: Column, fair: Sequence[Column]) -> Column:
    """The worlds on a cycle within `domain` that meets each fairness set. O(n + m) for n worlds and m edges."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    (indptr, indices), size = relation.csr, len(domain)
    kept = np.repeat(domain, np.diff(indptr)) & domain[indices]
    start, seen = np.zeros(len(kept) + 1, dtype=np.int32), indices[kept].astype(np.int32)
    np.cumsum(kept, out=start[1:])
    start = start[indptr]
    graph = csr_array((np.ones(len(seen)), seen, start), shape=(size, size))
    count, labels = connected_components(graph, directed=True, connection="strong")
    looking = np.repeat(labels, np.diff(start))
    good = column_of(count, looking[looking == labels[seen]])
    for where in fair:
        good &= column_of(count, labels[where & domain])
    on: Column = domain & good[labels]
    return on


def running(
    steps: Sequence[Sequence[Relation]],
    before: Sequence[Mapping[int, Column]],
    domain: Column,
    ends: Sequence[Column],
) -> list[Column]:
    """For each step of a program, the worlds from which a run can reach an end after it has taken this step.

    It searches over pairs of a step and a world. O(k (n + m)) for k pairs of successive steps, n worlds and m edges.

    `steps`: for each step its relations; the step follows an edge of one of them. `before`: for each step the possible
    previous steps, with the worlds where the step may follow them; a step that may be repeated is among its own
    previous steps. `ends`: for each step the worlds where a run may end after it.
    """
    size, count = len(domain), len(steps)
    rows, nodes = list[Rows](), 2 * count * size
    # node (step, world) is the world after the step, node (count + step, world) the world before the step
    for step, relations in enumerate(steps):
        own, end = _rows(relations, size)
        for row, start, seen in own:
            looking = (count + step) * size if row == 0 else nodes + row - size
            rows.append((looking, start, np.where(seen < size, seen + step * size, seen + nodes - size)))
        nodes += end - size
        for earlier, guard in before[step].items():
            start = np.concatenate([[0], np.cumsum(guard)])
            rows.append((earlier * size, start, np.flatnonzero(guard) + (count + step) * size))
    inside = np.concatenate([*[domain] * (2 * count), np.ones(nodes - 2 * count * size, dtype=np.bool_)])
    goal = np.concatenate([*ends, np.zeros(nodes - count * size, dtype=np.bool_)])
    if _is_compiled(sum(len(seen) for _, _, seen in rows)):
        state = goal * np.int8(REACHED)
        state[~inside] = OUTSIDE
        _loops()[2](*_reversed(rows, nodes), state, sys.maxsize)
        goal = state == REACHED
    else:
        goal = _spread(rows, inside, goal)
    return [goal[step * size : (step + 1) * size] for step in range(count)]


@cache
def _loops() -> list[Callable[..., Any]]:
    loops = _unite, _step, _search, _fill, _count, _follow, _along, _walk, _first, _basin, _sweep
    return [compiled(loop) for loop in loops]


def _unite(united: Any, one: Any, other: Any) -> Any:
    """Write to `united` the finest partition that both partitions refine, and return it.

    A merged class has the number of its first class in `one`; `united` may be `one`. Rem's algorithm,
    doi:10.1007/978-3-642-13193-6_35.
    """
    classes, labels = 0, 0
    for world in range(len(one)):
        classes, labels = max(classes, one[world] + 1), max(labels, other[world] + 1)
    parents, first = np.arange(classes, dtype=np.int32), np.full(labels, -1, np.int32)
    for world in range(len(one)):
        left, label = one[world], other[world]
        if left < 0:
            continue
        right = first[label] if first[label] >= 0 else left
        while parents[left] != parents[right]:
            if parents[left] < parents[right]:
                left, right = right, left
            parent = parents[left]
            parents[left] = parents[right]
            if left == parent:
                break
            left = parent
        first[label] = parents[right]
    for node in range(classes):
        parents[node] = parents[parents[node]]
    for world in range(len(one)):
        united[world] = parents[one[world]] if one[world] >= 0 else -1
    return united


def _step(indptr: Any, indices: Any, state: Any, waiting: Any) -> int:
    """Mark in `state` the waiting worlds that see a target or reached world; return the number of the others.

    The others are moved to the front of `waiting`.
    """
    left = 0
    for world in waiting:
        for place in range(indptr[world], indptr[world + 1]):
            if state[indices[place]] & 1:
                state[world] = 1
                break
        else:
            waiting[left] = world
            left += 1
    return left


def _search(start: Any, lookers: Any, state: Any, most: int) -> bool:
    """Mark in `state` the nodes that lead to marked nodes; return whether all of them are marked.

    The search stops after about `most` nodes.
    """
    queue, end = np.empty(len(state), np.int32), 0
    for node in range(len(state)):
        if state[node] & 1:
            queue[end] = node
            end += 1
    done = 0
    while done < end < most:
        node = queue[done]
        done += 1
        for place in range(start[node], start[node + 1]):
            looker = lookers[place]
            if state[looker] == 0:
                queue[end] = looker
                end += 1
            if state[looker] != 2:
                state[looker] = 1
    return done == end


def _fill(row: int, indptr: Any, indices: Any, start: Any, lookers: Any) -> None:
    """Write each node to `lookers`, in the group of every node that it sees; nodes are numbered from `row`.

    Entry k + 1 of `start` is the index where the group of node k begins and, after the call, where it ends.
    """
    for node in range(len(indptr) - 1):
        for place in range(indptr[node], indptr[node + 1]):
            seen = indices[place] + 1
            lookers[start[seen]] = row + node
            start[seen] += 1


def _count(indices: Any, start: Any, is_last: bool) -> None:
    """Count in ``start[node + 2]`` how often each node is seen; in the last call, replace the counts by running sums.

    NumPy takes six times as long for 10^4 worlds.
    """
    for seen in indices:
        start[seen + 2] += 1
    if is_last:
        for node in range(1, len(start)):
            start[node] += start[node - 1]


def _follow(indptr: Any, indices: Any, following: Any) -> bool:
    """Write to `following`, for each world, the world that it sees; return False if a world sees two worlds.

    No branch depends on the successors, since the processor could not predict such a branch.
    """
    clash = False
    for world in range(len(following) if len(indices) else 0):
        place, sees = indptr[world], indptr[world + 1] - indptr[world]
        if sees > 1:
            return False
        seen, before = indices[place * sees], following[world]
        clash |= (sees == 1) & (before >= 0) & (before != seen)
        following[world] = seen if sees else before
    return not clash


def _walk(following: Any, path: Any, place: Any, after: Any) -> int:
    """Write paths to the last three arrays, as in `Paths`, and return their number; `path` must contain only -1.

    `LANES` paths grow in turn, each from start worlds in a range of its own, so their memory accesses overlap.
    """
    size, count, growing = len(following), 0, LANES
    world, length, number = np.full(LANES, -1, np.int32), np.zeros(LANES, np.int32), np.full(LANES, -1, np.int32)
    first = np.arange(LANES) * size // LANES
    until = np.arange(1, LANES + 1) * size // LANES
    while growing:
        growing = 0
        for lane in range(LANES):
            here = world[lane]
            if here >= 0 and path[here] < 0:
                path[here], place[here] = number[lane], length[lane]
                world[lane] = following[here]
                length[lane] += 1
                growing += 1
                continue
            if number[lane] >= 0:
                after[number[lane]] = here
            while first[lane] < until[lane] and path[first[lane]] >= 0:
                first[lane] += 1
            world[lane] = number[lane] = -1
            if first[lane] < until[lane]:
                world[lane], number[lane], length[lane] = first[lane], count, 0
                count += 1
                growing += 1
    return count


def _along(path: Any, place: Any, after: Any, target: Any) -> Any:
    """Return the worlds from which one or more steps along paths lead to a world of `target`, an array of worlds."""
    last = np.full(len(after), -1, np.int32)  # the last place of the target on each path
    for world in target:
        last[path[world]] = max(last[path[world]], place[world])
    up, is_changed = True, True
    while is_changed:  # two rounds are usually enough
        is_changed = False
        for step in range(len(after)):
            number = step if up else len(after) - 1 - step
            world = after[number]
            if world >= 0 and last[number] < len(path) and place[world] <= last[path[world]]:
                last[number] = len(path)  # beyond the end of the path
                is_changed = True
        up = not up
    sources = np.empty(len(path), np.bool_)
    for world in range(len(path)):
        sources[world] = place[world] < last[path[world]]
    return sources


def _first(indptr: Any, indices: Any, following: Any) -> int:
    """Replace each -1 in `following` by the first successor of the world; return the number of -1 that remain."""
    left = 0
    for world in range(len(following)):
        if following[world] < 0:
            if indptr[world] < indptr[world + 1]:
                following[world] = indices[indptr[world]]
            else:
                left += 1
    return left


def _basin(following: Any, step: int) -> Any:
    """Return the largest set of worlds whose paths lead to one cycle, as an array with `REACHED` marks, and the cycle.

    `following`: for each world a world that it sees, or -1. The paths from every `step`-th world are followed. The
    cycle is empty if fewer than one in `SHARE` of the worlds on these paths lead to it.
    """
    size = len(following)
    entry = np.full(size, -1, np.int32)  # for each world the world by which its path enters a cycle, or `size`
    worlds, path, state = np.zeros(size + 1, np.int32), np.empty(size, np.int32), np.zeros(size, np.int8)
    for first in range(0, size, step):
        world, length = first, 0
        while world >= 0 and entry[world] == -1:
            entry[world], path[length] = -2, world
            world, length = following[world], length + 1
        end = size if world < 0 else world if entry[world] == -2 else entry[world]
        for place in range(length):
            entry[path[place]] = end
        worlds[end] += length
    most: Any = np.argmax(worlds[:size])
    if SHARE * worlds[most] < worlds.sum() or not worlds[most]:
        return state, path[:0]
    world, length = following[most], 1
    path[0] = most
    while world != most:
        path[length] = world
        world, length = following[world], length + 1
    for world in range(size):
        state[world] = entry[world] == most
    return state, path[:length].copy()


def _sweep(indptr: Any, indices: Any, seen: Any) -> None:
    """Add to `seen` the successors of its worlds, in one ascending pass; worlds added ahead are visited too."""
    for world in range(len(seen)):
        if seen[world]:
            for place in range(indptr[world], indptr[world + 1]):
                seen[indices[place]] = True
