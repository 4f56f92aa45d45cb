"""Queries about single worlds of an explicit model: the `View` of the explicit engines."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from operator import and_, or_
from typing import Any

from kripke.checking.check import Evaluation
from kripke.checking.engine.algebra import is_plain, preferred
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.why.view import Path, Set, Subject, View
from logic.formula import Formula

SUBJECTS = 64  # maximal number of truth values that are stored as sets of worlds


class ExplicitView(View):
    """One context of an evaluation with queries about single worlds; contexts share the views in `cached` by key."""

    def __init__(
        self, evaluation: Evaluation[Any], context: Any, cached: dict[Hashable, ExplicitView] | None = None
    ) -> None:
        super().__init__(evaluation, context)
        self._contexts: dict[Hashable, ExplicitView] = {} if cached is None else cached
        self._contexts[self.key] = self
        self.structure: Structure = context.structure
        self._where: dict[Set, WorldSet] = {}

    @property
    def agents(self) -> tuple[str, ...]:
        return self.structure.agents

    def world(self, position: int) -> World:
        return self.structure.worlds.name(position)

    def text(self, position: int) -> str:
        return world_text(self.world(position))

    def values(self, variable: str) -> Iterable[str]:
        return self.structure.values(variable).values()

    def after(self, row: int) -> ExplicitView:
        context: Any = self.values_here.after(row, self.context)
        return self._contexts.get(context.key) or ExplicitView(self.evaluation, context, self._contexts)

    def needs(self, action: str) -> Sequence[tuple[str, Formula]]:
        needs: Sequence[tuple[str, Formula]] = self.context.past.actions[action].needs
        return needs

    def is_s5(self, agent: str) -> bool:
        """Whether the agent's relation is an equivalence in this context. O(n)."""
        before, now = self.structure.relations[agent], self.looks.relation(agent)
        if now is before or not before.is_s5:
            return before.is_s5
        return bool(now.restrict(self.domain.kept).is_s5)

    def weight(self, agent: str, position: int) -> Fraction:
        """The agent's weight of a world; 1 for an agent without weights."""
        given = self.structure.weights.get(agent)
        return Fraction(1) if given is None else Fraction(given.numerators[position], given.denominator)

    @cached_property
    def domain(self) -> WorldSet:
        where: WorldSet = self.context.world_set(self.context.domain)
        return where

    def where(self, subject: Set) -> WorldSet:
        """The worlds where a subformula, or an atom, is true."""
        if subject not in self._where:
            if len(self._where) >= SUBJECTS:
                self._where.clear()
            self._where[subject] = self.context.world_set(self.value(subject))
        return self._where[subject]

    def true(self, subject: Set, position: int) -> bool:
        return position in self.where(subject)

    def size(self, worlds: WorldSet) -> int:
        return len(worlds)

    def near(self, worlds: WorldSet, position: int | None, most: int) -> list[int]:
        if position is None or position not in worlds:
            return worlds.first(most)
        return [position, *[i for i in worlds.first(most) if i != position]][:most]

    def split(self, subject: Set, worlds: WorldSet) -> tuple[WorldSet, WorldSet]:
        where = self.where(subject)
        return worlds & where, worlds - where

    def union(self, sets: Iterable[WorldSet]) -> WorldSet:
        return reduce(or_, sets, self._of(()))

    def sees(self, agent: str, position: int) -> WorldSet:
        seen: WorldSet = self.looks.relation(agent).seen(position)
        return self.domain & seen

    def sees_jointly(self, group: Sequence[str], position: int) -> WorldSet:
        return reduce(and_, [self.sees(agent, position) for agent in group], self.domain)

    def outcomes(self, row: int, position: int) -> WorldSet:
        after = self.after(row)
        origin = after.context.past.origin
        outcomes: WorldSet = WorldSet.of(origin.size, [position]).restrict(origin.worlds) & origin.designated
        return outcomes

    def best(self, agent: str, candidates: WorldSet) -> WorldSet:
        """The candidates that the agent believes possible."""
        return candidates if is_plain(self.structure, agent) else preferred(self.structure, agent, candidates)

    def no_less_plausible(self, agent: str, worlds: WorldSet, position: int) -> WorldSet:
        """The worlds of the set with at most the rank of a world."""
        ranks = self.structure.ranks[agent]
        return self._of([i for i in worlds.positions() if ranks[i] <= ranks[position]])

    def _of(self, positions: Iterable[int]) -> WorldSet:
        return WorldSet.of(self.structure.size, positions)

    def reach(self, group: Sequence[str], start: int) -> WorldSet:
        """The worlds that one or more steps of the group reach, by breadth-first search: O(n + m) for m edges."""
        return self.union(self._layers(group, start))

    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """As in `View`; cost as `reach`."""
        layers = [self._of([start])]
        for layer in self._layers(group, start):
            if ends := (layer - self.where(subject)).first(1):
                return self._steps(group, layers, ends[0])
            layers.append(layer)
        return None

    def _layers(self, group: Sequence[str], start: int) -> Iterator[WorldSet]:
        """The worlds first reached by one step, by two, and so on."""
        left, layer = self.domain, self._of([start])
        while len(layer):
            layer = left & self.union([self.looks.relation(agent).image(layer) for agent in group])
            left -= layer
            yield layer

    def _steps(self, group: Sequence[str], layers: Sequence[WorldSet], end: int) -> Path:
        """Steps through the layers to a world after the last."""
        steps: list[tuple[str, int]] = []
        for layer in reversed(layers):
            by_agent = ((agent, (layer & self.looks.relation(agent).lookers(end)).first(1)) for agent in group)
            agent, before = next((agent, before) for agent, before in by_agent if before)
            steps.append((agent, end))
            end = before[0]
        return tuple(reversed(steps))
