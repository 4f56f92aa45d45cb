"""Symbolic models whose states have the names of the worlds of an explicit model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Self

from kripke.change.event import EventModel
from kripke.change.renaming import Names
from kripke.change.update import StructureChange
from kripke.checking.constraint import Question
from kripke.data.errors import unknown_world
from kripke.data.listing import LIMIT, Source, draws, require_listable
from kripke.data.structure import Structure
from kripke.data.worlds import Named, World, frozen
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Actions
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.structures.translate import names_of_states, structure_of


class NamedModel(SymbolicModel):
    """A symbolic model whose states have the names and the order of an explicit model's worlds.

    `model`: the explicit model; `UnsupportedByEngine` if it has weights or ranks.
    """

    __slots__ = ("names", "states")

    names: Mapping[frozenset[str], World]  # the world of each state, in the order of the worlds
    states: Mapping[World, frozenset[str]]  # the state of each world

    def __init__(self, model: KripkeModel) -> None:
        self._be(SymbolicModel.from_explicit(model).knowledge)
        self._name_states(dict(zip(names_of_states(model.structure), model.worlds, strict=True)))

    def _name_states(self, names: Mapping[frozenset[str], World]) -> Self:
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "states", {world: state for state, world in names.items()})
        return self

    def _updated(  # type: ignore[override]  # the result may have new states: all are named by their atoms
        self, action: StructureChange | EventModel, event: str | None, check_frames: bool
    ) -> SymbolicModel:
        return self.by_atoms()._updated(action, event, check_frames)

    def rename(  # type: ignore[override]  # states of the result are named by their new atoms
        self, worlds: Names | str | None = None, atoms: Names | None = None, agents: Names | None = None
    ) -> SymbolicModel:
        return self.by_atoms().rename(worlds, atoms, agents)

    def define(self, atoms: Mapping[str, Question]) -> SymbolicModel:  # type: ignore[override]  # as for `rename`
        return self.by_atoms().define(atoms)

    def to_structure(self, limit: int | None = LIMIT) -> Structure:
        require_listable(self.count(), limit, "states")
        worlds = list(self.iterate())
        bits = list(map(self._position, worlds))
        return replace(self._do(lambda k: structure_of(k, bits)), worlds=Named(worlds))

    def by_atoms(self) -> SymbolicModel:
        """The symbolic model with states named by their true atoms."""
        return SymbolicModel.of(self.knowledge)

    def iterate(self, formula: Question = "true", actions: Actions | None = None) -> Iterator[World]:
        left = self.extension(formula, actions, None)
        return (world for world in self.states if world in left)

    def degrees(
        self, agent: str, at: World | None = None, limit: int | None = LIMIT, *, alike: bool = False
    ) -> dict[World, Fraction]:
        degrees = super().degrees(agent, at, limit, alike=alike)
        return {world: degrees[world] for world in self.states if world in degrees}

    def _samples(self, rng: Source, number: int, formula: Question, actions: Actions | None) -> list[World]:
        return draws(list(self.iterate(formula, actions)), rng, number)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.by_atoms(), dict(self.names))

    def _shown(self, state: frozenset[str]) -> World:
        return self.names[state]

    def _true(self, state: Any) -> Iterable[str]:
        try:
            return self.states[frozen(state)]
        except (KeyError, TypeError):
            raise unknown_world(state, tuple(self.states)) from None

    def _ordered(self, places: tuple[Bits, ...]) -> tuple[Bits, ...]:
        if len(places) < 2:
            return places
        order = {world: number for number, world in enumerate(self.states)}
        return tuple(sorted(places, key=lambda place: order[self._named(place)]))

    def _changed(self, knowledge: KnowledgeStructure) -> Self:
        return self.of(knowledge)._name_states(self.names)


def _unpickled(model: SymbolicModel, names: Mapping[frozenset[str], World]) -> NamedModel:
    return NamedModel.of(model.knowledge)._name_states(names)
