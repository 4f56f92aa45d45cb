"""States of plans as decision diagrams: knowledge structures up to what matters, with a key.

A state is a law, what each agent observes, and the set of the actual states, all as functions of the bits of the first
model and of code bits that say which events have happened. Before a state gets its key, the law is restricted to what
the actual states reach, states that differ only in code bits are merged if they are bisimilar, and the codes of the
states that agree on all other bits are numbered from 0. States with equal keys have the same model. In contrast to
`kripke.space.states` bisimilar states may have different keys, since states that differ in a bit of the first model are
never merged; if the explicit space is finite, so is this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import compress
from operator import and_, or_
from typing import NamedTuple

from kripke.change.product import Action
from kripke.symbolic.diagrams.elimination import conjunction, project
from kripke.symbolic.diagrams.state_set import StateSet, given, odd, primed, renamed, unprime
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.questions import pointed
from kripke.symbolic.questions.evaluation import extension, with_actions
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure, Observation
from kripke.symbolic.structures.memory import moved, with_nodes
from kripke.symbolic.structures.transformer import unused
from logic import clauses as f
from logic.formula import Formula

COUNTING = f.D, f.DB, f.R, f.BAtLeast, f.EBAtLeast, f.CBAtLeast
"""Operators whose truth changes if bisimilar states are merged: they intersect relations, or count states."""

class DiagramState(NamedTuple):
    """A model without actual states, the set of those, and a key: equal keys mean the same model."""

    knowledge: KnowledgeStructure
    actual: StateSet
    key: Hashable


class DiagramSpace:
    """The states that actions lead to from a symbolic model, as diagrams of a manager of their own.

    All operations raise `MemoryError` if the diagrams of all states together need more nodes than the manager has.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The first model, with one or more actual states.
    actions : list of Action
        What can happen.
    goal : Formula
        What must hold at all actual states.
    nodes : int
        Capacity of the manager in nodes.
    """

    def __init__(self, knowledge: KnowledgeStructure, actions: Sequence[Action], goal: Formula, nodes: int) -> None:
        self.actions, self.goal = actions, goal
        copied = moved(knowledge, knowledge.manager.sibling(nodes))
        first, past = with_actions(copied, actions)
        self._happen = past.actions
        self.knowledge = replace(first, actuals=())
        formulas = [goal, *[formula for action in actions for formula in action.formulas]]
        parts = [part for formula in formulas for part in formula.subformulas()]
        self._merges = not any(isinstance(part, COUNTING) for part in parts)
        self._codes: list[int] = []
        self._alike: dict[int, StateSet] = {}
        manager = copied.manager
        actual = [StateSet.of(manager, manager.assignment(first.state, each), first.state) for each in first.actuals]
        self.start = with_nodes(self, lambda _: self._state(self.knowledge, reduce(or_, actual)), manager.nodes)

    def successors(self, state: DiagramState) -> Iterator[tuple[str, int, DiagramState]]:
        """Each action that can happen at all actual states, with its cost and the state after it."""
        for action in self.actions:
            after = with_nodes(self, lambda _, name=action.name: self._after(state, name), state.knowledge.manager.nodes)
            if after is not None:
                yield action.name, 1, after
        state.knowledge.extensions.clear()

    def _after(self, state: DiagramState, action: str) -> DiagramState | None:
        after = self._happen[action](state.knowledge)
        algebra = SymbolicAlgebra(state.knowledge)
        if not algebra.is_empty(state.actual & ~after.back(algebra.domain)):
            return None
        return self._state(after.knowledge, reduce(and_, after.happened, state.actual))

    def is_goal(self, state: DiagramState) -> bool:
        """Whether the goal holds at all actual states."""
        return with_nodes(self, lambda _: self._reached(state), state.knowledge.manager.nodes)

    def _reached(self, state: DiagramState) -> bool:
        knowledge, cube = state.knowledge, state.actual.cube
        if cube is not None and knowledge.is_large:
            return pointed.holds(knowledge, self.goal, cube[1])
        return SymbolicAlgebra(knowledge).is_empty(state.actual & ~extension(knowledge, self.goal))

    # ------------------------------------------------------------------------------------------------ from model to key

    def _state(self, after: KnowledgeStructure, actual: StateSet) -> DiagramState:
        """The state of a model after an action."""
        if after.dealt is not None:
            return DiagramState(after, actual, _by_parts(after, actual))
        law = plain(after, conjunction(after.manager, after.law))
        after = after.under((law,) if law.value is None else ())
        actual = plain(after, actual) & law
        if self._merges or after.observes:
            law = reachable(after, law, actual)
        first = self.knowledge
        changed = {atom: plain(after, where) for atom, where in after.atoms.items() if where is not first.atoms[atom]}
        code = after.state & ~first.state
        agents = [agent for agent, o in after.observes.items() if o != first.observes[agent]]
        pairs = {a: self._pairs(after, o, law) for a, o in after.observes.items() if code or a in agents}
        sets = [law, actual, *changed.values()]
        fresh = code
        if code:
            sets, relations, fresh = self._numbered(after, code, sets, list(pairs.values()))
            pairs = dict(zip(pairs, relations, strict=True))
        law, actual, *values = sets
        atoms, observes, state = dict(first.atoms), dict(first.observes), after.state & ~code | fresh
        for atom, value in zip(changed, values, strict=True):
            if (first.atoms[atom] & law).function != (value & law).function:
                atoms[atom] = value & law
        for agent in agents:
            if self._pairs(first, first.observes[agent], law).function != pairs[agent].function:
                observes[agent] = Observation(first.observes[agent].seen & state, (pairs[agent],))
        parts = () if law.value else (law,)
        kept = replace(first, law=parts, state=state, atoms=atoms, observes=observes, deal=None)
        facts = [(atom, atoms[atom].function) for atom in changed if atoms[atom] is not first.atoms[atom]]
        looks = [(agent, pairs[agent].function) for agent in agents if observes[agent] is not first.observes[agent]]
        return DiagramState(kept, actual, (state, law.function, actual.function, tuple(facts), tuple(looks)))

    def _pairs(self, knowledge: KnowledgeStructure, observation: Observation, law: StateSet) -> StateSet:
        """The pairs of states of an agent's relation, as one function."""
        seen, manager = observation.seen, knowledge.manager
        if seen not in self._alike:
            alike = [StateSet.of_parity(manager, 3 << v, False) for v in manager.bottom_up(seen)]
            self._alike[seen] = plain(knowledge, reduce(lambda all_, one: one & all_, alike, _all(knowledge)))
        conditions = [plain(knowledge, part) for part in observation.relation]
        return conjunction(manager, [self._alike[seen], *conditions, law, primed(law, law.support)])

    def _numbered(
        self, knowledge: KnowledgeStructure, code: int, sets: list[StateSet], pairs: list[StateSet]
    ) -> tuple[list[StateSet], list[StateSet], int]:
        """The sets and relations over the space's code bits, and these bits.

        States that agree on all other bits are merged if they are bisimilar, and get the codes 0, 1, ... in an order
        that depends on what is true there. The first set is the law, the second one the actual states, the others atoms.
        """
        manager, bits = knowledge.manager, list(members(code))
        spare = unused(knowledge, len(bits))
        twin = dict(zip(bits, spare, strict=True))  # a second code beside the same other bits
        ahead = {v + 1: w + 1 for v, w in twin.items()}
        swapped = {**twin, **{w: v for v, w in twin.items()}}
        law, actual, *atoms = sets
        same, before = _ordered(knowledge, law, atoms, pairs, (twin, ahead, swapped))
        less = ~_all(knowledge)
        for v, w in twin.items():
            one, two = StateSet.literal(manager, v), StateSet.literal(manager, w)
            less = ~one & two | ~(one ^ two) & less
        behind, there = mask_of(spare), primed(same, same.support)
        if self._merges:
            law = law & ~project(manager, [same, _moved(less, swapped)], behind)
            actual = project(manager, [_moved(actual, twin), same], behind)
            pairs = [project(manager, [_moved(relation, ahead), there], behind << 1) for relation in pairs]
        earlier = _moved(before | same & less, swapped)
        left, ranks = law, list[StateSet]()
        while left.value is not False:
            ranks.append(left & ~project(manager, [_moved(left, twin), earlier], behind))
            left = left & ~ranks[-1]
        size = (len(ranks) - 1).bit_length()
        while len(self._codes) < size:
            self._codes.append(manager.extend(1))
        new = mask_of(spare[:size])
        number = [
            ranked & StateSet.of(manager, manager.assignment(new, mask_of(compress(spare, _digits(rank)))), new)
            for rank, ranked in enumerate(ranks)
        ]
        numbered = reduce(or_, number)
        both = numbered & primed(numbered, numbered.support)
        back = dict(zip(spare, self._codes[:size], strict=False))
        back |= {v + 1: w + 1 for v, w in back.items()}
        sets = [_moved(project(manager, [states, numbered], code), back) for states in (law, actual, *atoms)]
        pairs = [_moved(project(manager, [relation, both], code | code << 1), back) for relation in pairs]
        return sets, pairs, mask_of(self._codes[:size])


def _digits(number: int) -> Iterator[bool]:
    """The binary digits, the last one first."""
    while number:
        yield bool(number & 1)
        number >>= 1


Moves = tuple[Mapping[int, int], Mapping[int, int], Mapping[int, int]]


def _ordered(
    knowledge: KnowledgeStructure, law: StateSet, atoms: list[StateSet], pairs: list[StateSet], moves: Moves
) -> tuple[StateSet, StateSet]:
    """Which codes are bisimilar beside the same other bits, and which come before which if they are not.

    Partition refinement: of two states the one comes first that has the first atom, or successor, that the other does
    not have. Successors are ordered by their other bits, then by what was known of their codes in the round before.
    """
    twin, ahead, swapped = moves
    manager, behind = knowledge.manager, mask_of(ahead.values())
    same, before = law & _moved(law, twin), ~_all(knowledge)
    for where in atoms:
        before = before | same & where & ~_moved(where, twin)
        same = same & ~(where ^ _moved(where, twin))
    while True:
        last, there = same, primed(same, same.support)
        order = _moved(before, swapped)
        earlier = primed(order, order.support)
        for relation in pairs:
            matched = project(manager, [_moved(relation, {**twin, **ahead}), there], behind)
            mine = conjunction(manager, [relation, ~matched, same])
            if mine.value is False:
                continue
            either = _moved(mine | _moved(mine, swapped), ahead)
            first = mine & ~project(manager, [either, earlier], behind)
            one = project(manager, [first], mask_of(ahead))
            two = _moved(one, swapped)
            for v in manager.bottom_up(one.support & odd(one.support.bit_length())):
                (one, two), (ones, twos) = (given([one, two], 1 << v, value) for value in (0, 1 << v))
                one, two = one | ones & ~two, two | twos & ~one
            before, same = before | one, same & ~(one | two)
        if same.function == last.function:
            return same, before


def _all(knowledge: KnowledgeStructure) -> StateSet:
    return StateSet.constant(knowledge.manager, True)


def _moved(states: StateSet, by: Mapping[int, int]) -> StateSet:
    return renamed(states, {v: w for v, w in by.items() if states.support >> v & 1})


def plain(knowledge: KnowledgeStructure, states: StateSet) -> StateSet:
    """The set, or the set of pairs, without auxiliary variables."""
    definitions = knowledge.definitions
    needed = definitions.needed(unprime(states.support))
    parts = [definitions.part(v) for v in members(needed)]
    there = [primed(part, part.support) for part in parts]
    return project(knowledge.manager, [states, *parts, *there], needed | needed << 1) if needed else states


def reachable(knowledge: KnowledgeStructure, law: StateSet, start: StateSet) -> StateSet:
    """The states of the law that can be reached from those of `start`: a least fixed point, agent after agent."""
    algebra, found, before = SymbolicAlgebra(knowledge), start, None
    while before is None or found.function != before.function:
        before = found
        for agent in knowledge.observes:
            found = found | plain(knowledge, algebra.image(agent, found)) & law
            if found.function == law.function:
                return law
    return found


def _by_parts(knowledge: KnowledgeStructure, actual: StateSet) -> Hashable:
    """A key from the parts of the model as they are: for deals, whose law is too large as one function."""
    looks = [(a, o.seen, *[part.function for part in o.relation]) for a, o in knowledge.observes.items()]
    facts = [where.function for where in knowledge.atoms.values()]
    return frozenset([part.function for part in knowledge.law]), actual.function, tuple(looks), tuple(facts)
