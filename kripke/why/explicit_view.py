"""Queries about single worlds of an explicit model: the `View` of the explicit engine.

The set algebras compute values for all worlds at once; an explanation is about single worlds. Sets of worlds are
ascending arrays of positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.checking.check import Evaluation
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.engine.preference import Preference, is_plain, preference
from kripke.checking.engine.reach import is_equivalence
from kripke.checking.program import Program
from kripke.data.relation import Column, Indices, Relation
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.why.view import Path, Subject
from logic import formula as f

Engine = BitsetAlgebra | ArrayAlgebra
COLUMNS = 64
"""Maximal number of truth values stored as arrays."""


class ExplicitView:
    """One context of an evaluation with queries about single worlds.

    Parameters
    ----------
    evaluation : Evaluation
        The evaluation of the explained formula.
    context : set algebra
        The model after the announcements made so far.
    cached : dict, optional
        The views of all contexts of this evaluation, by their keys.
    """

    def __init__(
        self, evaluation: Evaluation[Any], context: Engine, cached: dict[Hashable, ExplicitView] | None = None
    ) -> None:
        self.evaluation, self.context, self.key = evaluation, context, context.key
        self._contexts: dict[Hashable, ExplicitView] = {} if cached is None else cached
        self._contexts[self.key] = self
        self.structure: Structure = context.structure
        self._columns: dict[int | f.Atom, Column] = {}
        self._rows_by_agent: dict[str, _SuccessorRows] = {}

    @property
    def program(self) -> Program:
        """The program of the explained formula."""
        return self.evaluation.program

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents of the model."""
        return self.structure.agents

    @cached_property
    def remaining(self) -> Column:
        """The worlds of this context as a Boolean array."""
        return self.context.world_set(self.context.domain).column  # type: ignore[arg-type]  # its own kind of set

    @cached_property
    def domain(self) -> Indices:
        """The worlds of this context."""
        return np.flatnonzero(self.remaining)

    def world(self, position: int) -> World:
        """The name of the world at a position."""
        return self.structure.worlds.name(position)

    def text(self, position: int) -> str:
        """The name of the world in a sentence."""
        return world_text(self.world(position))

    def spelled(self, text: str) -> str:
        """The text unchanged, since all names are known."""
        return text

    def atom(self, name: str) -> Subject:
        """The row of an atom, or the atom itself if the formula does not contain it."""
        row = self._atoms.get(name)
        return f.Atom(name) if row is None else row

    def values(self, variable: str) -> Iterable[str]:
        """The atoms that give the variable a value."""
        return self.structure.values(variable).values()

    def true(self, subject: Subject, position: int) -> bool:
        """Whether the subject is true at a world.

        Parameters
        ----------
        subject : int or Atom
            Row of a subformula, or an atom.
        position : int
            Position of the world.
        """
        return bool(self.truth(subject)[position])

    def size(self, worlds: Indices) -> int:
        """Number of worlds in the set."""
        return len(worlds)

    def near(self, worlds: Indices, position: int | None, most: int) -> list[int]:
        """Some worlds of the set in ascending order, the given world first if it is in the set.

        Parameters
        ----------
        worlds : int array
            A set of worlds.
        position : int or None
            Position of the world.
        most : int
            Maximal number of worlds.
        """
        home = worlds == position if position is not None else np.zeros(len(worlds), dtype=np.bool_)
        result: list[int] = np.concatenate([worlds[home], worlds[~home][:most]])[:most].tolist()
        return result

    def split(self, subject: Subject, worlds: Indices) -> tuple[Indices, Indices]:
        """The worlds of the set where the subject is true, and those where it is false.

        Parameters
        ----------
        subject : int or Atom
            Row of a subformula, or an atom.
        worlds : int array
            A set of worlds.
        """
        value = self.truth(subject)[worlds]
        return worlds[value], worlds[~value]

    def union(self, sets: Iterable[Indices]) -> Indices:
        """The union of the sets."""
        result: Indices = np.unique(np.concatenate([np.zeros(0, dtype=np.intp), *sets]))
        return result

    @cached_property
    def _atoms(self) -> dict[str, int]:
        steps = self.evaluation.program.steps
        return {step.formula.name: row for row, step in enumerate(steps) if isinstance(step.formula, f.Atom)}

    def truth(self, subject: Subject) -> Column:
        """Where a subformula, or an atom, is true, as a Boolean array; False outside the domain."""
        cached = self._columns.get(subject)
        if cached is None:
            engine: Any = self.context
            value = engine.atom(subject.name) if isinstance(subject, f.Atom) else self._values.value(subject, engine)
            if len(self._columns) >= COLUMNS:
                self._columns.clear()
            cached = self._columns[subject] = engine.world_set(value).column
        return cached

    def after(self, row: int) -> ExplicitView:
        """The context after the announcement or action of this row."""
        context: Any = self._values.after(row, self.context)
        return self._contexts.get(context.key) or ExplicitView(self.evaluation, context, self._contexts)

    def outcomes(self, row: int, position: int) -> Indices:
        """The worlds to which the action of this row can lead from a world.

        Parameters
        ----------
        row : int
            Row of the action.
        position : int
            Position of the world.
        """
        origin = self.after(row).context.past.origin
        assert origin is not None
        return np.flatnonzero(origin.designated & (origin.world_of == position))

    @property
    def _values(self) -> Evaluation[Any]:
        """The evaluation that computes values; a fresh one, discarded after use, if values are not stored."""
        evaluation, context = self.evaluation, self.context
        return evaluation if evaluation.keep else Evaluation[Any](evaluation.program, context)

    def sees(self, agent: str, position: int) -> Indices:
        """The worlds that the agent considers possible. O(n), or the number of the world's edges if these are stored.

        Parameters
        ----------
        agent : str
            Name of the agent.
        position : int
            Position of the world.
        """
        result = np.array(self.context.relation(agent).successors(position), dtype=np.intp)
        return result[self.remaining[result]]

    def sees_jointly(self, group: Sequence[str], position: int) -> Indices:
        """The worlds that all agents of the group consider possible; every world for the empty group.

        Parameters
        ----------
        group : sequence of str
            The agents.
        position : int
            Position of the world.
        """
        result = self.domain
        for agent in group:
            result = np.intersect1d(result, self.sees(agent, position), assume_unique=True)
        return result

    def needs(self, action: str) -> Sequence[tuple[str, f.Formula]]:
        """The designated events of an action with their preconditions."""
        return self.context.past.actions[action].needs

    def is_s5(self, agent: str) -> bool:
        """Whether the agent's relation is an equivalence. O(n)."""
        return is_equivalence(self.structure.relations[agent])

    def is_plain(self, agent: str) -> bool:
        """Whether the agent has neither weights nor ranks."""
        return is_plain(self.structure, agent)

    def ordering(self, agent: str) -> Preference:
        """The agent's preference among the worlds."""
        return preference(self.structure, agent)

    def best(self, agent: str, candidates: Indices) -> Indices:
        """The candidates that the agent believes possible.

        Parameters
        ----------
        agent : str
            Name of the agent.
        candidates : int array
            Positions of worlds.
        """
        places = self.ordering(agent).place[candidates]
        chosen: Indices = candidates[places == places.min(initial=np.iinfo(np.int64).max)]
        return chosen

    def weight(self, agent: str, position: int) -> Fraction:
        """The agent's weight of a world; 1 for an agent without weights.

        Parameters
        ----------
        agent : str
            Name of the agent.
        position : int
            Position of the world.
        """
        given = self.structure.weights.get(agent)
        return Fraction(1) if given is None else Fraction(given.numerators[position], given.denominator)

    def reach(self, group: Sequence[str], start: int) -> Indices:
        """The worlds that one or more steps of the group reach, by breadth-first search.

        Parameters
        ----------
        group : sequence of str
            The agents.
        start : int
            Position of the first world.

        Notes
        -----
        O(n) for each agent with a transitive and Euclidean relation, whose classes are entered once, and O(n + m) for
        any other agent with m edges.
        """
        search, frontier = self._search(group), np.array([start], dtype=np.intp)
        while len(frontier):
            frontier = search.step(frontier)
        return search.reached

    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """A shortest path, of at least one step of the group, to a world where the subject is false; cost as `reach`.

        Parameters
        ----------
        group : sequence of str
            The agents.
        start : int
            Position of the first world.
        subject : int or Atom
            Row of a subformula, or an atom.

        Returns
        -------
        Path or None
            The steps; None if there is no such world.
        """
        goal = self.remaining & ~self.truth(subject)
        search, frontier = self._search(group), np.array([start], dtype=np.intp)
        while len(frontier):
            frontier = search.step(frontier)
            if goal[frontier].any():
                return search.path(start, int(frontier[goal[frontier]].min()), group)
        return None

    def _search(self, group: Sequence[str]) -> _Search:
        return _Search([self._successor_rows(agent) for agent in group], self.remaining)

    def _successor_rows(self, agent: str) -> _SuccessorRows:
        if agent not in self._rows_by_agent:
            self._rows_by_agent[agent] = _SuccessorRows(self.context.relation(agent))
        return self._rows_by_agent[agent]


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
        self.relations, self.domain, self.free = relations, domain, domain.copy()
        self.entered = [np.zeros(len(successors.start), dtype=np.bool_) for successors in relations]
        self.came_from = np.zeros(len(domain), dtype=np.intp)
        self.taken_by = np.zeros(len(domain), dtype=np.int32)

    @property
    def reached(self) -> Indices:
        return np.flatnonzero(self.domain & ~self.free)

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
        steps = [(group[self.taken_by[end]], end)]
        place = int(self.came_from[end])
        while place != start:
            steps.append((group[self.taken_by[place]], place))
            place = int(self.came_from[place])
        return tuple(reversed(steps))
