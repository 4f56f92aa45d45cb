"""The states that the search for a plan knows: pointed structures up to bisimulation, told apart at their turn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache

from kripke.change.event import EventModel
from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.change.successors import Successors, Truths
from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet, bits
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL, Named
from kripke.models.kripke_model import KripkeModel
from kripke.sameness import canonical
from kripke.space.explore import Space, at_turn
from kripke.space.states import BISIMULATION, State, endings, state
from logic.errors import EpistemicError, TooLarge
from logic.exact import plural
from logic.formula import Formula

PAIRS = 1_024  # maximal number of pairs of a world and an event that are sets of bits
COMPILED = 32  # number of worlds up to which a compiled step seldom finds more than it can hold
COMPILED_FROM = 20_000  # number of actions after which they are compiled: that takes 120 MB


class Coded:
    """A state of which the bytes are known; its structure is read when it is asked for."""

    __slots__ = ("_like", "_structure", "key")

    def __init__(self, key: bytes, like: Structure) -> None:
        self.key, self._like = key, like
        self._structure: Structure | None = None

    @property
    def structure(self) -> Structure:
        """The structure, contracted."""
        if self._structure is None:
            self._structure = _unpacked(self.key, self._like)
        return self._structure


Found = State | Coded


class Reached:
    """Known states by number, each as few bytes, and what actions make of them.

    `turns`: an agent who acts does so by what they consider possible. `consistent`: states where some agent considers
    nothing possible at some world are left out.
    """

    def __init__(self, space: Space[KripkeModel], turns: bool, consistent: bool) -> None:
        self.actions, self.limits, self.progress = space.actions, space.limits, space.progress
        self.turns, self.consistent, self.kept = turns, consistent, space.kept
        self.start = space.structure(0)
        self._compiled = Successors(COMPILED_FROM)
        self._events = {  # the events, and the number of worlds up to which their pairs are sets of bits
            name: (action.possible, min(SMALL, PAIRS // len(action.events or ())))
            if isinstance(action.possible, (EventModel, Observed)) and self.kept == BISIMULATION
            else (None, 0)
            for name, action in self.actions.items()
        }
        self._needs = {name: [formula for _, formula in action.needs] for name, action in self.actions.items()}
        needs = {formula for listed in self._needs.values() for formula in listed}
        self._compiled.formulas.ask_together(sorted(needs, key=str), self.start.relations)
        self._stored: list[bytes | Structure] = []
        self._number: dict[Hashable, int] = {}
        self._bytes = 0
        self._truths: Truths | None = None
        self.structure = lru_cache(64)(self._read)

    def __len__(self) -> int:
        """The number of known states."""
        return len(self._stored)

    def __getitem__(self, number: int) -> KripkeModel:
        """The model of a known state."""
        return KripkeModel.of(self.structure(number))

    def enter(self, found: Found) -> int | None:
        """The number of a new state; None if it is known. `TooLarge` beyond the limits."""
        new = len(self)
        return new if self.number(found) == new else None

    def number(self, found: Found) -> int:
        """The number of a state, which may be new. `TooLarge` beyond the limits."""
        stored: bytes | Structure | None = found.key if isinstance(found, Coded) else self._packed(found.structure)
        key: Hashable = stored
        if stored is None:
            settled = self.settled(found)
            stored = self._packed(settled.structure) or settled.structure
            key = stored if isinstance(stored, bytes) else settled.key
        known = self._number.get(key)
        return self._add(key, stored) if known is None else known

    def _packed(self, structure: Structure) -> bytes | None:
        """The bytes of a state, if its sets are bits and contraction loses nothing."""
        plain = self.kept == BISIMULATION and not (structure.weights or structure.ranks)
        by_bits = structure.size <= SMALL or self._is_raw(structure)
        return canonical.packed(structure, SMALL) if plain and by_bits else None

    def code(self, found: Found) -> bytes | None:
        """The bytes of a state, if they are known without contracting it."""
        return found.key if isinstance(found, Coded) else None

    def is_known(self, found: Found) -> bool:
        """Whether a state with a code has a number."""
        return found.key in self._number

    def light(self, found: Found) -> Found | None:
        """A state with a code as it can wait for its turn: without its structure."""
        return Coded(found.key, self.start) if isinstance(found, Coded) else None

    def _add(self, key: Hashable, stored: bytes | Structure) -> int:
        size = len(stored) if isinstance(stored, bytes) else 3_000 + 100 * len(stored.relations) * stored.size
        self._bytes += 300 + size
        number = len(self._stored)
        states, memory = self.limits[:2]
        if states is not None and number >= states:
            raise TooLarge(f"more than {plural(states, 'state')}; raise the limit")
        if memory is not None and number and self._bytes > memory:
            raise TooLarge(f"{plural(number, 'state')} take more than {memory:,} bytes; raise the limit")
        self._number[key] = number
        self._stored.append(stored)
        return number

    def step(self, number: int, name: str, plainly: bool = False) -> Found | None:
        """The state after an action, not yet contracted; None if the action is not possible, or leads to none.

        `plainly`: at the actual worlds, whoever knows that.
        """
        return self._step(self.structure(number), self.actions[name], plainly)

    def _step(self, before: Structure, action: Action, plainly: bool = False) -> Found | None:
        if self.turns and action.by and not plainly:
            before = at_turn(before, action.by)
        if not before.actuals:
            return None
        found: Found | None = None
        events, worlds = self._events[action.name]
        if events is not None and before.size <= worlds and not (before.weights or before.ranks):
            self._compiled.steps += 1
            code: bytes | None = b""
            try:
                if not self._is_plain(before):
                    code = self._compiled.coded(before, events)
                after = self._compiled.raw(before, events) if code == b"" else None
            except EpistemicError:
                with action.naming():
                    raise
            found = Coded(code, self.start) if code else None if after is None else State(after, None)
        else:
            for _, after, key, _ in endings(before, action, self._compiled, self.kept, together=True):
                found = State(after, key)
        if found is not None and self.consistent:
            found = self.settled(found)
            return found if self.is_consistent(found) else None
        return found

    def along(self, steps: Iterable[str], plainly: bool = False) -> Iterator[KripkeModel]:
        """The models from the first one on, after each of the actions that are possible one after the other."""
        found: Found | None = State(self.start, None)
        for name in [None, *steps]:
            if name is not None and found is not None:
                found = self._step(found.structure, self.actions[name], plainly)
            if found is None:
                return
            found = self.settled(found)
            yield KripkeModel.of(found.structure)

    def _is_plain(self, before: Structure) -> bool:
        """Whether the next step is not compiled."""
        return self._compiled.steps < COMPILED_FROM or before.size > COMPILED

    def holds(self, found: State, formula: Formula) -> bool:
        """Whether a formula holds at all actual worlds of a state."""
        structure = found.structure
        if structure.size > SMALL and not self._is_raw(structure):
            where = extension(structure, formula)
            return all(actual in where for actual in structure.actuals)
        if self._truths is None or self._truths.structure is not structure:
            self._truths = Truths(structure, self._compiled.formulas)
        return not self._truths.actual & ~self._truths(formula)

    def settled(self, found: Found) -> Found:
        """The state, contracted."""
        structure = found.structure
        if found.key is not None:
            return found
        if self._is_raw(structure) and self.kept == BISIMULATION:
            inside = canonical.generated_worlds(structure, structure.actuals)
            if inside.bit_count() <= SMALL:
                return State(*canonical.canonical(structure))
        return state(structure, None, self.kept)

    def _is_raw(self, structure: Structure) -> bool:
        """Whether sets are bits although there are many worlds, most of which do not exist."""
        by_bits = all(relation.has_blocks for relation in structure.relations.values())
        return SMALL < structure.size <= PAIRS and by_bits

    def after(self, number: int) -> Iterator[tuple[str, Found]]:
        """The actions that are possible at a known state, with the states after them."""
        before = self.structure(number)
        small = before.size <= SMALL and not self.turns and not (before.weights or before.ranks)
        truths = self._compiled.truths(before) if small else None
        for name, action in self.actions.items():
            needs = self._needs[name]
            able = truths is None or not needs or truths.some_at_each(needs)
            if able and (found := self._step(before, action)) is not None:
                yield name, found

    def is_consistent(self, found: Found) -> bool:
        """Whether every agent considers some world possible at every world."""
        return not blind(found.structure)

    def _read(self, number: int) -> Structure:
        stored = self._stored[number]
        return _unpacked(stored, self.start) if isinstance(stored, bytes) else stored


def blind(structure: Structure) -> list[str]:
    """The agents who consider no world possible at some world."""
    every = (1 << structure.size) - 1
    return [
        agent
        for agent, relation in structure.relations.items()
        if sum([lookers for lookers, seen in relation.blocks if seen]) != every
    ]


def _unpacked(stored: bytes, like: Structure) -> Structure:
    """The structure from `canonical.packed`, with the agents and atoms of another."""
    size = int.from_bytes(stored[:2], "big")
    width = (size + 7) // 8
    numbers = iter([int.from_bytes(stored[i : i + width], "big") for i in range(2, len(stored), width)])
    actuals = tuple(bits(next(numbers)))
    valuation = {atom: WorldSet(size, mask=next(numbers)) for atom in like.valuation}
    relations = {}
    for agent in like.relations:
        relations[agent] = Relation.from_blocks(size, [(next(numbers), next(numbers)) for _ in range(next(numbers))])
    return Structure(Named(range(size)), valuation, relations, actuals)
