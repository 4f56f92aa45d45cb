"""Looking into a listed model as announcements have left it: what is seen from a world, how a group gets somewhere.

The set algebras answer for all worlds at once; an explanation asks about a single one. This is the `View` of the
explicit engine; its sets of worlds are arrays of positions, ascending.
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
"""So many truth values are remembered as arrays."""


class Look:
    """One context of an evaluation, seen from single worlds.

    Parameters
    ----------
    evaluation : Evaluation
        Of the formula to be explained.
    context : set algebra
        The model as announcements have left it.
    """

    def __init__(self, evaluation: Evaluation[Any], context: Engine, known: dict[Hashable, Look] | None = None) -> None:
        self.evaluation, self.context, self.key = evaluation, context, context.key
        self._known: dict[Hashable, Look] = {} if known is None else known
        self._known[self.key] = self
        self.structure: Structure = context.structure
        self._columns: dict[int | f.Atom, Column] = {}
        self._fans: dict[str, _Fan] = {}

    @property
    def program(self) -> Program:
        """The program of the formula to be explained."""
        return self.evaluation.program

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents of the model."""
        return self.structure.agents

    @cached_property
    def left(self) -> Column:
        """Which worlds are left."""
        return self.context.world_set(self.context.domain).column  # type: ignore[arg-type]  # its own kind of set

    @cached_property
    def domain(self) -> Indices:
        """The worlds that are left."""
        return np.flatnonzero(self.left)

    def world(self, position: int) -> World:
        """The name of the world at a position."""
        return self.structure.worlds.name(position)

    def text(self, position: int) -> str:
        """The name as a reason writes it."""
        return world_text(self.world(position))

    def spelled(self, text: str) -> str:
        """The text as it is: its names are known."""
        return text

    def atom(self, name: str) -> Subject:
        """The row of an atom; the atom itself where the formula does not contain it."""
        row = self._atoms.get(name)
        return f.Atom(name) if row is None else row

    def values(self, variable: str) -> Iterable[str]:
        """The atoms that give the variable a value."""
        return self.structure.values(variable).values()

    def true(self, subject: Subject, position: int) -> bool:
        """Whether the subject is true at a world."""
        return bool(self.truth(subject)[position])

    def size(self, worlds: Indices) -> int:
        """How many worlds the set has."""
        return len(worlds)

    def near(self, worlds: Indices, position: int | None, most: int) -> list[int]:
        """Some of the worlds, at most so many: this world before the others, which are ascending."""
        home = worlds == position if position is not None else np.zeros(len(worlds), dtype=np.bool_)
        found: list[int] = np.concatenate([worlds[home], worlds[~home][:most]])[:most].tolist()
        return found

    def split(self, subject: Subject, worlds: Indices) -> tuple[Indices, Indices]:
        """Those of the worlds where the subject is true, and those where it is false."""
        value = self.truth(subject)[worlds]
        return worlds[value], worlds[~value]

    def union(self, sets: Iterable[Indices]) -> Indices:
        """The worlds that are in some of the sets."""
        found: Indices = np.unique(np.concatenate([np.zeros(0, dtype=np.intp), *sets]))
        return found

    @cached_property
    def _atoms(self) -> dict[str, int]:
        steps = self.evaluation.program.steps
        return {step.formula.name: row for row, step in enumerate(steps) if isinstance(step.formula, f.Atom)}

    def truth(self, subject: Subject) -> Column:
        """Where a row's subformula, or an atom, is true; False outside the domain."""
        known = self._columns.get(subject)
        if known is None:
            engine: Any = self.context
            value = engine.atom(subject.name) if isinstance(subject, f.Atom) else self._values.value(subject, engine)
            if len(self._columns) >= COLUMNS:
                self._columns.clear()
            known = self._columns[subject] = engine.world_set(value).column
        return known

    def after(self, row: int) -> Look:
        """The context that the announcement of this row makes."""
        context: Any = self._values.after(row, self.context)
        return self._known.get(context.key) or Look(self.evaluation, context, self._known)

    def outcomes(self, row: int, position: int) -> Indices:
        """The worlds, after the action of this row, to which it can lead from a world."""
        origin = self.after(row).context.past.origin
        assert origin is not None
        return np.flatnonzero(origin.designated & (origin.world_of == position))

    @property
    def _values(self) -> Evaluation[Any]:
        """What computes values: the evaluation, or for one that keeps none a fresh one, which is dropped with them."""
        evaluation, context = self.evaluation, self.context
        return evaluation if evaluation.keep else Evaluation[Any](evaluation.program, context)

    def sees(self, agent: str, position: int) -> Indices:
        """What the agent considers possible at a world. O(n), or the world's edges where they are kept one by one."""
        found = np.array(self.context.relation(agent).successors(position), dtype=np.intp)
        return found[self.left[found]]

    def sees_jointly(self, group: Sequence[str], position: int) -> Indices:
        """What all of the group consider possible; with nobody in it, every world."""
        found = self.domain
        for agent in group:
            found = np.intersect1d(found, self.sees(agent, position), assume_unique=True)
        return found

    def needs(self, action: str) -> Sequence[tuple[str, f.Formula]]:
        """The designated events of an action, and their preconditions."""
        return self.context.past.actions[action].needs

    def is_s5(self, agent: str) -> bool:
        """Whether the agent considers possible just what she cannot tell from the world where she is. O(n)."""
        return is_equivalence(self.structure.relations[agent])

    def is_plain(self, agent: str) -> bool:
        """Whether the agent has neither weights nor ranks."""
        return is_plain(self.structure, agent)

    def ordering(self, agent: str) -> Preference:
        """How the agent prefers the worlds."""
        return preference(self.structure, agent)

    def best(self, agent: str, candidates: Indices) -> Indices:
        """The candidates that the agent believes possible."""
        places = self.ordering(agent).place[candidates]
        chosen: Indices = candidates[places == places.min(initial=np.iinfo(np.int64).max)]
        return chosen

    def weight(self, agent: str, position: int) -> Fraction:
        """The agent's weight of a world; 1 where she has no weights."""
        given = self.structure.weights.get(agent)
        return Fraction(1) if given is None else Fraction(given.numerators[position], given.denominator)

    def reach(self, group: Sequence[str], start: int) -> Indices:
        """What one or more steps of the group lead to.

        Breadth first; O(n) for each agent whose relation is transitive and Euclidean, whose classes are entered once,
        and O(n + m) for any other with m edges.
        """
        search, frontier = self._search(group), np.array([start], dtype=np.intp)
        while len(frontier):
            frontier = search.step(frontier)
        return search.reached

    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """A shortest way of one or more steps of the group to a world where the subject is false. Cost as `reach`."""
        goal = self.left & ~self.truth(subject)
        search, frontier = self._search(group), np.array([start], dtype=np.intp)
        while len(frontier):
            frontier = search.step(frontier)
            if goal[frontier].any():
                return search.path(start, int(frontier[goal[frontier]].min()), group)
        return None

    def _search(self, group: Sequence[str]) -> _Search:
        return _Search([self._fan(agent) for agent in group], self.left)

    def _fan(self, agent: str) -> _Fan:
        if agent not in self._fans:
            self._fans[agent] = _Fan(self.context.relation(agent))
        return self._fans[agent]


class _Fan:
    """A relation as rows of worlds seen: a row for each class, or for each world where there are no classes."""

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
        """What the frontier sees by rows not entered before, each with one world that sees it."""
        lookers = frontier[self.row[frontier] >= 0]
        rows, first = np.unique(self.row[lookers], return_index=True)
        new = ~entered[rows]
        rows, lookers = rows[new], lookers[first[new]]
        entered[rows] = True
        sizes = self.start[rows + 1] - self.start[rows]
        ends = np.cumsum(sizes)
        within = np.arange(int(sizes.sum()), dtype=np.intp) - np.repeat(ends - sizes, sizes)
        return self.seen[np.repeat(self.start[rows], sizes) + within], np.repeat(lookers, sizes)


class _Search:
    """A breadth-first search that remembers for each world whence, and by whom, it was first reached."""

    def __init__(self, fans: list[_Fan], domain: Column) -> None:
        self.fans, self.domain, self.free = fans, domain, domain.copy()
        self.entered = [np.zeros(len(fan.start), dtype=np.bool_) for fan in fans]
        self.whence = np.zeros(len(domain), dtype=np.intp)
        self.by = np.zeros(len(domain), dtype=np.int32)

    @property
    def reached(self) -> Indices:
        return np.flatnonzero(self.domain & ~self.free)

    def step(self, frontier: Indices) -> Indices:
        """What the frontier sees and was not reached before."""
        found = [frontier[:0]]
        for number, fan in enumerate(self.fans):
            seen, lookers = fan.spread(frontier, self.entered[number])
            new = self.free[seen]
            seen, first = np.unique(seen[new], return_index=True)
            self.free[seen] = False
            self.whence[seen], self.by[seen] = lookers[new][first], number
            found.append(seen)
        return np.concatenate(found)

    def path(self, start: int, end: int, group: Sequence[str]) -> Path:
        """The steps that first led to the end; the start may be reached again, but only as the end."""
        steps = [(group[self.by[end]], end)]
        place = int(self.whence[end])
        while place != start:
            steps.append((group[self.by[place]], place))
            place = int(self.whence[place])
        return tuple(reversed(steps))
