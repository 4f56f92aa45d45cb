"""Queries about single worlds of an explicit model: the `View` of the explicit engines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain
from operator import and_, or_
from typing import Any

from kripke.checking.check import Evaluation
from kripke.checking.engine.algebra import is_plain, preferred
from kripke.data.relation import MASKED, Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.why.runs import path
from kripke.why.view import Path, Said, Set, Subject, View
from logic.formula import Formula

SUBJECTS = 64  # maximal number of subformulas, atoms and computed sets whose worlds are stored
WIDE = 64  # if a layer of a search has more than 1/64 of the worlds, the next one is found by a pass over the model


class ExplicitView(View):
    """An explicit model, perhaps after changes, with queries about single worlds."""

    def __init__(
        self, evaluation: Evaluation[Any], context: Any, cached: dict[Hashable, ExplicitView] | None = None
    ) -> None:
        super().__init__(evaluation, context)
        self._contexts: dict[Hashable, ExplicitView] = {} if cached is None else cached
        self._contexts[self.key] = self
        self.structure: Structure = context.structure
        self.noun = self.structure.worlds.noun
        self.doing: Callable[[int, int], str] = lambda source, target: ""
        """A function that returns the actions in a step between two worlds as text."""
        self._where: dict[Set, WorldSet] = {}

    def world(self, position: int) -> World:
        return self.structure.worlds.name(position)

    def text(self, position: int) -> str:
        return world_text(self.world(position))

    def values(self, variable: str) -> Iterable[str]:
        return self.structure.values(variable).values()

    def after(self, row: int, said: Said | None = None) -> ExplicitView:
        context: Any = self.values_here.after(row, self.context, said and said.where)
        return self._contexts.get(context.key) or ExplicitView(self.evaluation, context, self._contexts)

    def needs(self, action: str) -> Sequence[tuple[str, Formula]]:
        needs: Sequence[tuple[str, Formula]] = self.context.past.actions[action].needs
        return needs

    def is_s5(self, agent: str) -> bool:
        """Whether the agent's relation is an equivalence in this context. O(n)."""
        before, now = self.structure.relations[agent], self.related.relation(agent)
        if now is before or not before.is_s5:
            return before.is_s5
        return bool(now.restrict(self.domain.kept).is_s5)

    def weight(self, agent: str, position: int) -> Fraction:
        """The agent's weight of a world; 1 for an agent without weights."""
        given = self.structure.weights.get(agent)
        return Fraction(1) if given is None else given.at(position)

    @cached_property
    def domain(self) -> WorldSet:
        where: WorldSet = self.context.world_set(self.context.domain)
        return where

    def where(self, subject: Set) -> WorldSet:
        """The worlds where a subformula or an atom is true, or those of a computed set; results are cached."""
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

    def sees_jointly(self, group: Sequence[str], position: int) -> WorldSet:
        return reduce(and_, [self.related.relation(agent).seen(position) for agent in group], self.domain)

    def outcomes(self, row: int, position: int) -> WorldSet:
        outcomes: WorldSet = self.after(row).context.past.origin.ends([position])
        return outcomes

    def best(self, agent: str, candidates: WorldSet) -> WorldSet:
        """The candidates that the agent would believe possible if there were no other worlds.

        For an agent without weights and ranks, these are all candidates.
        """
        return candidates if is_plain(self.structure, agent) else preferred(self.structure, agent, candidates)

    def no_less_plausible(self, agent: str, worlds: WorldSet, position: int) -> WorldSet:
        """The worlds of the set that are at least as plausible as a world, by rank."""
        ranks = self.structure.ranks[agent]
        return self._of([i for i in worlds.positions() if ranks[i] <= ranks[position]])

    def _of(self, positions: Iterable[int]) -> WorldSet:
        return WorldSet.of(self.structure.size, positions)

    def history(self, position: int) -> list[int]:
        time = self.structure.time
        if time is None:
            return []
        target = WorldSet.of(self.structure.size, [position]).column
        return path(time.next, time.first.positions(), self.domain.column | True, target) or []

    def reach(self, group: Sequence[str], start: int) -> WorldSet:
        """The worlds reachable by one or more steps of the group, by breadth-first search: O(n + m) for m edges."""
        return self._of(chain.from_iterable(self._layers(self._relations(group), start)))

    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """A shortest path to a world where the subject is false, or None. O(n + m) for m edges."""
        relations, layers, where = self._relations(group), [[start]], self.where(subject)
        for layer in self._layers(relations, start):
            end = next((world for world in layer if world not in where), None)
            if end is not None:
                break
            layers.append(layer)
        else:
            return None
        steps: list[tuple[str, int]] = []
        for layer in reversed(layers):
            lookers = ((agent, self._looker(layer, by, end)) for agent, by in zip(group, relations, strict=True))
            agent, before = next((agent, before) for agent, before in lookers if before is not None)
            steps.append((agent, end))
            end = before
        return tuple(reversed(steps))

    def _relations(self, group: Sequence[str]) -> list[Relation]:
        return [self.related.relation(agent) for agent in group]

    def _is_wide(self, layer: Sequence[int]) -> bool:
        """Whether one pass over the model is cheaper than a step from each world of the layer."""
        return self.structure.size <= MASKED or len(layer) * WIDE > self.structure.size

    def _layers(self, relations: Sequence[Relation], start: int) -> Iterator[list[int]]:
        """Yield the worlds first reached after one step, after two steps and so on, as lists in ascending order."""
        layer, left, listings = [start], bytearray(self.structure.size), list[Callable[[int], list[int]]]()
        for world in self.domain.positions():
            left[world] = True
        while layer:
            if self._is_wide(layer):
                where = self._of(layer)
                seen: Iterable[int] = self.union([relation.image(where) for relation in relations]).positions()
            else:
                listings = listings or [_successors(relation) for relation in relations]
                seen = sorted({end for world in layer for listing in listings for end in listing(world)})
            layer = [world for world in seen if left[world]]
            for world in layer:
                left[world] = False
            yield layer

    def _looker(self, layer: Sequence[int], relation: Relation, end: int) -> int | None:
        """The first world of the layer that sees the world `end`; None if there is none."""
        if self._is_wide(layer):
            return next(iter((self._of(layer) & relation.lookers(end)).first(1)), None)
        return next((world for world in layer if relation.has(world, end)), None)


def _successors(relation: Relation) -> Callable[[int], list[int]]:
    """Return a function that lists the worlds seen from a world. For a K45 relation it lists each class only once."""
    if not relation.is_k45:
        start, seen = relation.csr
        return lambda world: seen[start[world] : start[world + 1]].tolist()
    start, seen = relation.by_class
    listed: set[int] = {-1}

    def new(world: int) -> list[int]:
        label = int(relation.labels[world])
        if label in listed:
            return []
        listed.add(label)
        return seen[start[label] : start[label + 1]].tolist()  # type: ignore[no-any-return]

    return new
