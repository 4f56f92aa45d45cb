"""The states of a search for a plan over explicit models: pointed structures up to bisimulation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from kripke.change.event import EventModel
from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.change.successors import Successors, Truths
from kripke.checking.explicit import extension
from kripke.data.relation import bits
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL
from kripke.models.kripke_model import KripkeModel
from kripke.plan.question import Question
from kripke.plan.search import States
from kripke.sameness import canonical
from kripke.sameness.distinguishing import distinguish
from kripke.space.explore import Limits
from kripke.space.states import BISIMULATION, State, endings, state
from logic.clauses import Bottom, K, conj, disj
from logic.errors import EpistemicError
from logic.formula import Formula

PAIRS = 1_024  # maximal number of pairs of a world and an event for which sets of pairs are bit masks
WAITING = 20_000_000  # maximal number of bytes of states that wait to be expanded; others are recomputed
COMPILED_FROM = 12_000  # number of actions after which compiled code is used: they take 1.3 s, the code takes 120 MB


class Reached(States):
    """The states of a search over an explicit model; most are stored as short byte strings."""

    def __init__(self, question: Question, limits: Limits, progress: Callable[[int, int], None] | None = None) -> None:
        super().__init__(question, limits, progress)
        self.start = question.start.structure
        self.kept = question.kept
        self.first, self.atoms = State(self.start, None), self.start.valuation
        self._compiled = Successors(self.actions, self.start, COMPILED_FROM, question.turns)
        self._events = {  # the events, and the number of worlds up to which sets of their pairs are bit masks
            name: (action.possible, min(SMALL, PAIRS // len(action.events or ())))
            if isinstance(action.possible, (EventModel, Observed)) and self.kept == BISIMULATION
            else (None, 0)
            for name, action in self.actions.items()
        }
        formulas = [formula for action in self.actions.values() for formula in action.formulas]
        self._compiled.formulas.ask_together(formulas, self.start.relations)
        self._waiting = 0
        self._truths: Truths | None = None
        self.structure, self._expanded = lru_cache(64)(self._read), lru_cache(2)(self._expand)

    def __getitem__(self, number: int) -> KripkeModel:
        """The model of the known state with this number."""
        return KripkeModel.of(self.structure(number))

    def light(self, pointed: State) -> State | None:
        """The form in which a state waits to be expanded; None if the waiting states take too much memory."""
        if pointed.code:
            return State(None, pointed.key, self.start)
        self._waiting += _bytes(pointed.structure)
        return pointed if self._waiting <= WAITING else None

    def _kept(self, pointed: State) -> tuple[bytes | Structure, int]:
        stored = pointed.code or pointed.structure
        return stored, 300 + (len(stored) if isinstance(stored, bytes) else _bytes(stored))

    def step(self, number: int, name: str, plainly: bool = False) -> State | None:  # noqa: D102
        coded = None if plainly else self._expanded(number)
        if coded is not None and (successors := coded.get(name, [])) is not None:
            return self._consistent(State(None, successors[0][1], self.start)) if successors else None
        return self.result(State(self.structure(number), None), self.actions[name], plainly)

    def _possible(self, number: int) -> Iterable[str]:
        if (coded := self._expanded(number)) is not None:
            return coded
        before = self.structure(number)
        small = before.size <= SMALL and not (self.question.turns or before.weights or before.ranks)
        return self._compiled.possible(before) if small else self.actions

    def _expand(self, number: int) -> dict[str, list[tuple[int, bytes]] | None] | None:
        stored = self._stored[number]
        return self._compiled.expanded(stored, True) if isinstance(stored, bytes) else None

    def _consistent(self, pointed: State) -> State | None:
        return pointed if not (self.question.consistent and self.blind(pointed)) else None

    def result(self, pointed: State, action: Action, plainly: bool = False) -> State | None:  # noqa: D102
        before = pointed.structure if plainly else self.question.before(pointed.structure, action.name)
        if not before.actuals:
            return None
        events, worlds = self._events[action.name]
        if events is not None and before.size <= worlds and not (before.weights or before.ranks):
            try:
                after = self._compiled.raw(before, events)
            except EpistemicError:
                with action.naming():
                    raise
        else:
            after = next((after for _, after, _ in endings(before, action, together=True)), None)
        reached = None if after is None else State(after, None)
        return reached and self._consistent(self.settled(reached) if self.question.consistent else reached)

    def holds(self, pointed: State, formula: Formula) -> bool:  # noqa: D102
        if pointed.code and (known := self._compiled.holds(pointed.code, formula)) is not None:
            return known
        structure = pointed.structure
        if structure.size > SMALL and not self._is_raw(structure):
            where = extension(structure, formula)
            return all(actual in where for actual in structure.actuals)
        if self._truths is None or self._truths.structure is not structure:
            self._truths = Truths(structure, self._compiled.formulas)
        return self._truths.holds(formula)

    def settled(self, pointed: State) -> State:  # noqa: D102
        if pointed.key is not None:
            return pointed
        structure = pointed.structure
        plain = self.kept == BISIMULATION and not (structure.weights or structure.ranks)
        if plain and (structure.size <= SMALL or self._is_raw(structure)):
            inside = canonical.generated_worlds(structure, structure.actuals)
            if inside.bit_count() <= SMALL:
                return State(None, canonical.packed(structure, inside)[0], self.start)
        return state(structure, None, self.kept)

    def _is_raw(self, structure: Structure) -> bool:
        """Whether a structure has more than `SMALL` worlds, but bit masks are used as for smaller ones.

        Bit masks need at most `PAIRS` worlds, and relations stored as bit masks.
        """
        by_bits = all(relation.has_blocks for relation in structure.relations.values())
        return SMALL < structure.size <= PAIRS and by_bits

    def at(self, number: int) -> State:  # noqa: D102
        return State(self.structure(number), number)

    def actuals(self, pointed: State) -> tuple[int, ...]:  # noqa: D102
        return pointed.structure.actuals

    def facts(self, pointed: State, world: int) -> Iterable[str]:  # noqa: D102
        return pointed.structure.true_atoms(world)

    def only(self, pointed: State, worlds: Sequence[int]) -> State:  # noqa: D102
        return State(replace(pointed.structure, actuals=tuple(worlds)), None)

    def told_apart(self, pointed: State, agent: str) -> Sequence[Hashable]:  # noqa: D102
        structure = pointed.structure
        seen = [structure.relations[agent].seen(world).mask for world in structure.actuals]
        merged = self.kept == BISIMULATION and not (structure.weights or structure.ranks)
        return seen if merged or len({*seen}) == 1 else self.informed(pointed, agent)  # bisimilar worlds may be left

    def informed(self, pointed: State, agent: str) -> list[Hashable]:  # noqa: D102
        keys: dict[int, Hashable] = {0: None}
        seen = [pointed.structure.relations[agent].seen(world).mask for world in pointed.structure.actuals]
        for mask in seen:
            if mask not in keys:
                keys[mask] = state(self.only(pointed, tuple(bits(mask))).structure, None, self.kept).key
        return [keys[mask] for mask in seen]

    def where(self, pointed: State, formula: Formula) -> set[int]:  # noqa: D102
        inside = extension(pointed.structure, formula)
        return {world for world in pointed.structure.actuals if world in inside}

    def apart(self, pointed: State, part: Sequence[int]) -> Formula | None:  # noqa: D102
        at = {world: self.only(pointed, (world,)).structure for world in pointed.structure.actuals}
        others = [world for world in at if world not in part]
        rows = [[distinguish(at[world], at[other]) for other in others] for world in part]
        if not all(each for row in rows for each in row):
            return None
        return disj(dict.fromkeys(conj(dict.fromkeys(each.formula for each in row if each)) for row in rows))

    def blind(self, pointed: State) -> list[str]:  # noqa: D102
        relations, size = pointed.structure.relations, pointed.structure.size
        if size > SMALL:
            return [agent for agent in relations if extension(pointed.structure, K(agent, Bottom()))]
        seeing = {agent: sum([lookers for lookers, seen in by.blocks if seen]) for agent, by in relations.items()}
        return [agent for agent, worlds in seeing.items() if worlds != (1 << size) - 1]

    def _read(self, number: int) -> Structure:
        stored = self._stored[number]
        return canonical.unpacked(stored, self.start) if isinstance(stored, bytes) else stored


def _bytes(structure: Structure) -> int:
    """An estimate of the memory that a structure takes, in bytes."""
    return 3_000 + 100 * len(structure.relations) * structure.size
