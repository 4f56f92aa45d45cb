"""The transition relation of a knowledge structure, in parts, and the images and preimages of sets under it.

Source: Burch, Clarke and Long, "Symbolic model checking with partitioned transition relations" (VLSI 1991).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from kripke.symbolic.diagrams.elimination import eliminate, project
from kripke.symbolic.diagrams.state_set import StateSet, linked, primed, unprimed

MANY_NODES, GROWTH = 20_000, 3
"""Number of nodes in the diagram of the reached states above which a better variable order is searched for.

The search is repeated when the number of nodes has grown by the factor `GROWTH`. Each search takes some seconds.
"""


@dataclass(frozen=True)
class Way:
    """A relation between states as a conjunction of conditions on a state, its successor, and the agents' actions."""

    parts: tuple[StateSet, ...]
    moving: int  # the variables that may change; primed variables stand for their next values
    inputs: int  # the variables of the agents' actions

    def before(self, target: StateSet) -> StateSet:
        """The states with a successor in `target`."""
        there, away = primed(target, self.moving), self.moving << 1 | self.inputs
        return project(target.manager, [there, *self._concerned(there, away)], away)

    def _concerned(self, there: StateSet, away: int) -> list[StateSet]:
        """The parts about the successors `there`, then the other parts with the variables `away` eliminated.

        The other parts only require that a successor exists.
        """
        chosen, rest = linked(self.parts, there.support & away, away)
        key = ("enabled", away, *[part.key for part in rest])
        enabled = there.manager.results.get(key, lambda: eliminate(there.manager, rest, away))
        return chosen + [part for part in enabled if part.value is not True]

    def after(self, source: StateSet) -> StateSet:
        """The successors of the states in `source`."""
        there = project(source.manager, [source, *self.parts], self.moving | self.inputs)
        return unprimed(there, self.moving)


@dataclass(frozen=True)
class Transitions:
    """The transition relation, as a union of `Way` relations, and the initial states."""

    ways: tuple[Way, ...]
    first: StateSet
    fair: tuple[StateSet, ...] = ()  # sets that each fair run visits infinitely often

    @property
    def sets(self) -> list[StateSet]:
        """The initial states, the fair sets, and the conditions that make up the relation."""
        return [self.first, *self.fair, *[part for way in self.ways for part in way.parts]]

    def before(self, target: StateSet) -> StateSet:
        """The states with a successor in `target`."""
        return reduce(or_, [way.before(target) for way in self.ways])

    def after(self, source: StateSet) -> StateSet:
        """The successors of the states in `source`."""
        return reduce(or_, [way.after(source) for way in self.ways])

    def reached(
        self,
        within: Iterable[StateSet] = (),
        start: StateSet | None = None,
        reorder: Callable[[list[StateSet]], None] | None = None,
    ) -> StateSet:
        """The states reachable from `start` by steps whose ends are in all sets of `within`.

        `start`: None stands for the initial states.
        `reorder`: function that is called to shrink the diagrams of the current sets when these have become large.
        """
        reached = frontier = self.first if start is None else start
        limit = MANY_NODES
        while frontier.value is not False:
            smaller = min(frontier, reached, key=lambda states: states.size)
            frontier = reduce(and_, within, self.after(smaller)) & ~reached
            reached = reached | frontier
            if reorder and reached.size > limit:
                reorder([reached, frontier, *self.sets])
                limit = max(limit, GROWTH * reached.size)
        return reached

    def over(self, sets: Callable[[StateSet], StateSet]) -> Transitions:
        """Return the transitions with the function `sets` applied to each state set."""
        ways = [Way(tuple(map(sets, way.parts)), way.moving, way.inputs) for way in self.ways]
        return Transitions(tuple(ways), sets(self.first), tuple(map(sets, self.fair)))
