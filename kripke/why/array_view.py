"""Queries about single worlds of a large explicit model: sets of worlds are ascending arrays of positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.data.relation import Column, Indices, Relation
from kripke.why.explicit_view import ExplicitView, steps_to
from kripke.why.view import Path, Subject

COLUMNS = 64
"""Maximal number of truth values stored as arrays."""


class ArrayView(ExplicitView):
    """One context of an evaluation on arrays."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._columns: dict[Subject, Column] = {}
        self._rows_by_agent: dict[str, _SuccessorRows] = {}

    @cached_property
    def remaining(self) -> Column:
        """The worlds of this context as a Boolean array."""
        column: Column = self.context.world_set(self.context.domain).column
        return column

    @cached_property
    def domain(self) -> Indices:
        return np.flatnonzero(self.remaining)

    def true(self, subject: Subject, position: int) -> bool:
        return bool(self.truth(subject)[position])

    def size(self, worlds: Indices) -> int:
        return len(worlds)

    def near(self, worlds: Indices, position: int | None, most: int) -> list[int]:
        home = worlds == position if position is not None else np.zeros(len(worlds), dtype=np.bool_)
        result: list[int] = np.concatenate([worlds[home], worlds[~home][:most]])[:most].tolist()
        return result

    def split(self, subject: Subject, worlds: Indices) -> tuple[Indices, Indices]:
        value = self.truth(subject)[worlds]
        return worlds[value], worlds[~value]

    def union(self, sets: Iterable[Indices]) -> Indices:
        result: Indices = np.unique(np.concatenate([np.zeros(0, dtype=np.intp), *sets]))
        return result

    def intersection(self, sets: Sequence[Indices]) -> Indices:
        return reduce(np.intersect1d, sets)

    def of(self, positions: Sequence[int]) -> Indices:
        return np.array(positions, dtype=np.intp)

    def truth(self, subject: Subject) -> Column:
        """The worlds where a subformula, or an atom, is true, as a Boolean array; False outside the domain."""
        cached = self._columns.get(subject)
        if cached is None:
            if len(self._columns) >= COLUMNS:
                self._columns.clear()
            cached = self._columns[subject] = self.context.world_set(self.value(subject)).column
        return cached

    def sees(self, agent: str, position: int) -> Indices:
        """The worlds that the agent considers possible. O(n), or the number of its stored edges."""
        result = np.array(self.context.relation(agent).successors(position), dtype=np.intp)
        return result[self.remaining[result]]

    def reach(self, group: Sequence[str], start: int) -> Indices:
        """The worlds that one or more steps of the group reach, by breadth-first search.

        O(n) for each agent with a transitive and Euclidean relation, whose classes are entered once, and O(n + m) for
        any other agent with m edges.
        """
        search, frontier = self._search(group), np.array([start], dtype=np.intp)
        while len(frontier):
            frontier = search.step(frontier)
        return np.flatnonzero(self.remaining & ~search.free)

    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """As in `View`; cost as `reach`."""
        goal = self.remaining & ~self.truth(subject)
        search, frontier = self._search(group), np.array([start], dtype=np.intp)
        while len(frontier):
            frontier = search.step(frontier)
            if goal[frontier].any():
                return search.path(start, int(frontier[goal[frontier]].min()), group)
        return None

    def _search(self, group: Sequence[str]) -> _Search:
        for agent in group:
            if agent not in self._rows_by_agent:
                self._rows_by_agent[agent] = _SuccessorRows(self.context.relation(agent))
        return _Search([self._rows_by_agent[agent] for agent in group], self.remaining)


class _SuccessorRows:
    """A relation as rows of successors: one row for each class, or for each world of a relation without classes."""

    def __init__(self, relation: Relation) -> None:
        self.row: npt.NDArray[np.signedinteger[Any]]
        if not relation.is_k45:
            self.row = np.arange(relation.size, dtype=np.intp)
            self.start, self.seen = relation.csr
        else:
            self.row = relation.labels
            members = np.flatnonzero(relation.members)
            self.seen = members[np.argsort(self.row[members], kind="stable")]
            self.start = np.searchsorted(self.row[self.seen], np.arange(relation.top + 1)).astype(np.intp)

    def spread(self, frontier: Indices, entered: Column) -> tuple[Indices, Indices]:
        """The successors of the frontier in rows not entered before, each with a world that sees it."""
        sources = frontier[self.row[frontier] >= 0]
        rows, first = np.unique(self.row[sources], return_index=True)
        new = ~entered[rows]
        rows, sources = rows[new], sources[first[new]]
        entered[rows] = True
        sizes = self.start[rows + 1] - self.start[rows]
        ends = np.cumsum(sizes)
        within = np.arange(int(sizes.sum()), dtype=np.intp) - np.repeat(ends - sizes, sizes)
        return self.seen[np.repeat(self.start[rows], sizes) + within], np.repeat(sources, sizes)


class _Search:
    """A breadth-first search that records for each world the step by which it was first reached."""

    def __init__(self, relations: list[_SuccessorRows], domain: Column) -> None:
        self.relations, self.free = relations, domain.copy()
        self.entered = [np.zeros(len(successors.start), dtype=np.bool_) for successors in relations]
        self.came_from = np.zeros(len(domain), dtype=np.intp)
        self.taken_by = np.zeros(len(domain), dtype=np.int32)

    def step(self, frontier: Indices) -> Indices:
        """The successors of the frontier that were not reached before."""
        result = [frontier[:0]]
        for number, successors in enumerate(self.relations):
            seen, sources = successors.spread(frontier, self.entered[number])
            new = self.free[seen]
            seen, first = np.unique(seen[new], return_index=True)
            self.free[seen] = False
            self.came_from[seen], self.taken_by[seen] = sources[new][first], number
            result.append(seen)
        return np.concatenate(result)

    def path(self, start: int, end: int, group: Sequence[str]) -> Path:
        """The steps that first led to the end; the start may occur again only as the end."""
        return steps_to(end, start, lambda place: (group[self.taken_by[place]], int(self.came_from[place])))
