"""Queries about single worlds of an explicit model: the `View` of the explicit engines.

In a small model a set of worlds is an integer with bit i for world i.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import Any, Self

from kripke.checking.check import Evaluation
from kripke.checking.engine.algebra import order
from kripke.data.lazy import np
from kripke.data.relation import bits
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.why.view import Path, Subject, View, Worlds
from logic.formula import Formula


class ExplicitView(View):
    """One context of an evaluation with queries about single worlds.

    All contexts of an evaluation share the views in `cached`, by their keys.
    """

    def __init__(self, evaluation: Evaluation[Any], context: Any, cached: dict[Hashable, Any] | None = None) -> None:
        super().__init__(evaluation, context)
        self._contexts: dict[Hashable, Any] = {} if cached is None else cached
        self._contexts[self.key] = self
        self.structure: Structure = context.structure

    @property
    def agents(self) -> tuple[str, ...]:
        return self.structure.agents

    def world(self, position: int) -> World:
        return self.structure.worlds.name(position)

    def text(self, position: int) -> str:
        return world_text(self.world(position))

    def values(self, variable: str) -> Iterable[str]:
        return self.structure.values(variable).values()

    def after(self, row: int) -> Self:
        context: Any = self.values_here.after(row, self.context)
        return self._contexts.get(context.key) or type(self)(self.evaluation, context, self._contexts)

    def needs(self, action: str) -> Sequence[tuple[str, Formula]]:
        needs: Sequence[tuple[str, Formula]] = self.context.past.actions[action].needs
        return needs

    def is_s5(self, agent: str) -> bool:
        """Whether the agent's relation is an equivalence in this context. O(n)."""
        before, now = self.structure.relations[agent], self.context.relation(agent)
        if now is before or not before.is_s5:
            return before.is_s5
        left = np.flatnonzero(self.context.world_set(self.context.domain).column)
        return bool(now.restrict(left).is_s5)

    def weight(self, agent: str, position: int) -> Fraction:
        """The agent's weight of a world; 1 for an agent without weights."""
        given = self.structure.weights.get(agent)
        return Fraction(1) if given is None else Fraction(given.numerators[position], given.denominator)

    @abstractmethod
    def of(self, positions: Sequence[int]) -> Worlds:
        """The set of the worlds at these ascending positions."""

    @abstractmethod
    def intersection(self, sets: Sequence[Worlds]) -> Worlds:
        """The worlds in all the sets, of which there is at least one."""

    def sees_jointly(self, group: Sequence[str], position: int) -> Worlds:
        return self.intersection([self.domain, *[self.sees(agent, position) for agent in group]])

    def positions(self, worlds: Worlds) -> list[int]:
        """The positions of all worlds of the set, ascending."""
        return self.near(worlds, None, self.size(worlds))

    def outcomes(self, row: int, position: int) -> Worlds:
        origin = self.after(row).context.past.origin
        return self.of(np.flatnonzero(origin.designated & (origin.world_of == position)).tolist())

    def best(self, agent: str, candidates: Worlds) -> Worlds:
        """The candidates that the agent believes possible."""
        place, positions = order(self.structure, agent), self.positions(candidates)
        least = min([place[i] for i in positions], default=0)
        return self.of([i for i in positions if place[i] == least])

    def no_less_plausible(self, agent: str, worlds: Worlds, position: int) -> Worlds:
        """The worlds of the set with at most the rank of a world."""
        ranks = self.structure.ranks[agent]
        return self.of([i for i in self.positions(worlds) if ranks[i] <= ranks[position]])


class BitsetView(ExplicitView):
    """One context of an evaluation on integers."""

    @property
    def domain(self) -> int:
        domain: int = self.context.domain
        return domain

    def true(self, subject: Subject, position: int) -> bool:
        return bool(self.value(subject) >> position & 1)

    def size(self, worlds: int) -> int:
        return worlds.bit_count()

    def near(self, worlds: int, position: int | None, most: int) -> list[int]:
        home = [] if position is None or not worlds >> position & 1 else [position]
        others = worlds ^ 1 << home[0] if home else worlds
        return [*home, *islice(bits(others), most)][:most]

    def split(self, subject: Subject, worlds: int) -> tuple[int, int]:
        true = worlds & self.value(subject)
        return true, worlds ^ true

    def union(self, sets: Iterable[int]) -> int:
        return reduce(or_, sets, 0)

    def intersection(self, sets: Sequence[int]) -> int:
        return reduce(and_, sets)

    def of(self, positions: Sequence[int]) -> int:
        return sum([1 << i for i in positions])

    def sees(self, agent: str, position: int) -> int:
        """The worlds that the agent considers possible. O(b) for b blocks of the agent's relation."""
        blocks = self.context.relation(agent).blocks
        return self.domain & next((seen for lookers, seen in blocks if lookers >> position & 1), 0)

    def reach(self, group: Sequence[str], start: int) -> int:
        """The worlds that one or more steps of the group reach, by breadth-first search."""
        return reduce(or_, self._frontiers(group, start, {}), 0)

    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """As in `View`; cost as `reach`."""
        goal = self.domain & ~self.value(subject)
        came: dict[int, tuple[str, int]] = {}
        for frontier in self._frontiers(group, start, came):
            if frontier & goal:
                return steps_to(next(bits(frontier & goal)), start, came.__getitem__)
        return None

    def _frontiers(self, group: Sequence[str], start: int, came: dict[int, tuple[str, int]]) -> Iterator[int]:
        """The worlds first reached by one step, by two, ...; `came` gets for each the agent and the world before."""
        waiting = [(agent, *block) for agent in group for block in self.context.relation(agent).blocks]
        free, frontier = self.domain, 1 << start
        while frontier:
            reached, rest = 0, []
            for agent, lookers, seen in waiting:
                if not lookers & frontier:
                    rest.append((agent, lookers, seen))
                    continue
                new = seen & free & ~reached
                came.update(dict.fromkeys(bits(new), (agent, next(bits(lookers & frontier)))))
                reached |= new
            free, frontier, waiting = free & ~reached, reached, rest
            yield reached


def steps_to(end: int, start: int, last_step: Callable[[int], tuple[str, int]]) -> Path:
    """The steps that first led to the end; the start may occur again only as the end.

    `last_step` gives the agent of the step that first led to a world, and the world before it.
    """
    agent, before = last_step(end)
    steps = [(agent, end)]
    while before != start:
        place = before
        agent, before = last_step(place)
        steps.append((agent, place))
    return tuple(reversed(steps))
