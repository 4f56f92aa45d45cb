"""Sets of states from which single states are picked: the states an agent considers possible, the nearest states.

The law stays in parts. The search for a state asks which first variables can keep their values, by bisection; each
question is an elimination of the other variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import chain, islice
from operator import or_

from kripke.symbolic import counting, deal_questions
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.dealt import Dealt
from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.state_set import StateSet, given, odd, support_of, unprimed
from kripke.symbolic.variable_sets import members

Parts = tuple[StateSet, ...]


@dataclass(frozen=True)
class States:
    """The states of a model with given values of some variables and with further conditions.

    Parameters
    ----------
    known, bits : int
        The variables with given values, possibly auxiliary ones, and those of them that are true.
    """

    knowledge: KnowledgeStructure
    known: int = 0
    bits: Bits = 0
    parts: Parts = ()

    @cached_property
    def conditions(self) -> Parts:
        """The law and the parts as conditions on the other variables; auxiliary variables are quantified away."""
        knowledge = self.knowledge
        defined = knowledge.definitions.needed(support_of((*knowledge.law, *self.parts)) | self.known)
        parts = [*self.parts, *[knowledge.definitions.part(variable) for variable in members(defined)]]
        left = [*self._law, *given(parts, self.known, self.bits)]
        return tuple(_without_truths(eliminate(knowledge.manager, left, defined & ~self.known)))

    @property
    def _law(self) -> list[StateSet]:
        """The law at the given values, which many questions share; cached."""
        law = self.knowledge.law
        key = ("at", self.known, self.bits, *[(part.key, part.support) for part in law])
        return law[0].manager.results.get(key, lambda: given(law, self.known, self.bits)) if law else []

    @property
    def is_possible(self) -> bool:
        """Whether there is such a state."""
        law = self._dealt()
        answer = None if law is None else deal_questions.is_possible(law, (self.known, self.bits), self.parts)
        return satisfiable(self.knowledge.manager, self.conditions) if answer is None else answer

    def _dealt(self) -> Dealt | None:
        """The law as one that deals cards; None if it deals none, or auxiliary variables are in use."""
        knowledge = self.knowledge
        defined = knowledge.definitions.needed(support_of(self.parts) | self.known)
        return None if defined else knowledge.dealt

    @property
    def hidden(self) -> int:
        """The variables of the state without given values."""
        return self.knowledge.state & ~self.known

    def __and__(self, states: StateSet) -> States:
        return replace(self, parts=(*self.parts, states))

    @cached_property
    def state_set(self) -> StateSet:
        """The set as a function of all variables, without the law."""
        manager = self.knowledge.manager
        known = StateSet.of(manager, manager.assignment(self.known, self.bits), self.known)
        return conjunction(manager, [known, *self.parts])

    @cached_property
    def size(self) -> int:
        """The exact number of states."""
        return self.share(StateSet.constant(self.knowledge.manager, True))

    def share(self, states: StateSet) -> int:
        """The exact number of these states in a set, counted card by card in a deal; else by one diagram, made once."""
        if states.support & self.knowledge.definitions.mask:
            return (self & states).size
        counted = self._counted(states)
        if counted is not None:
            return counted
        left = replace(self.knowledge, law=self.conditions, state=self.hidden)
        (there,) = given([states], self.known, self.bits)
        return counting.count_by_diagrams(left, there)

    def _counted(self, states: StateSet) -> int | None:
        """The number of these states in a set, counted card by card; None where that is not possible."""
        law = self._dealt()
        if law is None:
            return None
        return deal_questions.count(law, (self.known, self.bits), [*self.parts, states], self.knowledge.state)

    def near(self, state: Bits | None, most: int | None = None) -> list[Bits]:
        """Up to `most` of the states, first one that is near to `state`; no state is listed twice.

        Near means: the set of variables in which they differ is minimal under inclusion.

        Parameters
        ----------
        state : int or None
            The state to be near to; None: the state without true variables.
        most : int, optional
            The largest number of states; None: all.

        Notes
        -----
        O(d log k) eliminations for d differences among k variables; for each further state up to k eliminations.
        """
        return list(islice(self._search(state or 0), most))

    def _search(self, near: Bits) -> Iterator[Bits]:
        """Depth first: after a state, states that differ only in the last variables, then in more variables."""
        manager, whole = self.knowledge.manager, self.hidden
        order = tuple(reversed(manager.bottom_up(whole)))
        near = near & whole | self.bits & self.knowledge.state
        first = nearest(manager, self.conditions, order, near)
        stack = [] if first is None else [_Branch(self.conditions, order, first, len(order))]
        if first is not None:
            yield first
        while stack:
            branch = stack[-1]
            branch.place -= 1
            if branch.place < 0:
                stack.pop()
                continue
            further = branch.turned(manager, near)
            if further is not None:
                stack.append(further)
                yield further.state


@dataclass(slots=True)
class _Branch:
    """States that satisfy the parts: a state, and the first place at which the next ones differ from it."""

    parts: Sequence[StateSet]
    order: Sequence[int]
    state: Bits
    place: int

    def turned(self, manager: BddManager, near: Bits) -> _Branch | None:
        """The branch of the states that agree with this state before the place, and differ there."""
        fixed = _mask(self.order[: self.place + 1])
        order = self.order[self.place + 1 :]
        left = _mask(order)
        state = (self.state ^ 1 << self.order[self.place]) & ~left | near & left
        parts = _without_truths(given(self.parts, fixed, state))
        first = nearest(manager, parts, order, state)
        return None if first is None else _Branch(parts, order, first, len(order))


def nearest(manager: BddManager, parts: Sequence[StateSet], order: Sequence[int], state: Bits) -> Bits | None:
    """The state changed so that the parts hold, in a minimal set of variables; None if the parts are unsatisfiable.

    Groups of parts without common variables are satisfied one by one.
    """
    for group in counting.connected(_without_truths(parts)):
        if all(_true(part, state) for part in group):
            continue
        support = support_of(group)
        changed = _nearest_in_group(manager, group, [v for v in order if support >> v & 1], state)
        if changed is None:
            return None
        state = changed
    return state


def _nearest_in_group(manager: BddManager, parts: Sequence[StateSet], order: Sequence[int], state: Bits) -> Bits | None:
    """The nearest state that satisfies the parts of one group."""
    if not satisfiable(manager, parts):
        return None
    while order:
        kept = _longest(manager, parts, order, state)
        known = _mask(order[: kept + 1])
        if kept < len(order):
            state ^= 1 << order[kept]
        parts, order = _without_truths(given(parts, known, state)), order[kept + 1 :]
        if all(_true(part, state) for part in parts):
            break
    return state


def _longest(manager: BddManager, parts: Sequence[StateSet], order: Sequence[int], state: Bits) -> int:
    """The number of first variables that can keep their values in the state. O(log k) eliminations."""
    low, high = 0, len(order)  # the first `low` variables can; more than `high` cannot
    while low < high:
        middle = (low + high + 1) // 2
        known = _mask(order[:middle])
        if satisfiable(manager, given(parts, known, state)):
            low = middle
        else:
            high = middle - 1
    return low


def satisfiable(manager: BddManager, parts: Sequence[StateSet]) -> bool:
    """Whether some assignment satisfies all parts."""
    if any(part.value is False for part in parts):
        return False
    return conjunction(manager, eliminate(manager, parts, support_of(parts))).value is not False


def seen_from(algebra: SymbolicAlgebra, agents: Iterable[str], state: Bits) -> States:
    """The states that all of the agents consider possible at a state; without agents, every state. O(1) operations."""
    knowledge = algebra.knowledge
    observations = [knowledge.observes[agent] for agent in agents]
    seen = reduce(or_, [observation.seen for observation in observations], 0)
    parts = []
    for relation in chain.from_iterable(observation.relation for observation in observations):
        here = relation.support & ~odd(relation.support.bit_length())
        values = knowledge.completed(state, here)
        (there,) = given([relation], here, values)
        parts.append(unprimed(there, _all_below(there.support.bit_length())))
    return States(knowledge, seen, knowledge.completed(state, seen) & seen, tuple(parts))


def union(sets: Sequence[States]) -> States:
    """The union of one or more sets of states of the same model."""
    if len(sets) == 1:
        return sets[0]
    return States(sets[0].knowledge, parts=(reduce(or_, [each.state_set for each in sets]),))


def _mask(variables: Iterable[int]) -> int:
    return reduce(or_, [1 << v for v in variables], 0)


def _all_below(length: int) -> int:
    return (1 << length) - 1


def _true(part: StateSet, state: Bits) -> bool:
    """Whether a part without auxiliary variables is true."""
    if part.parity is not None:
        return ((state & part.support).bit_count() & 1 == 1) is part.parity[1]
    return part.function.holds(part.support, state)


def _without_truths(parts: Iterable[StateSet]) -> list[StateSet]:
    return [part for part in parts if part.value is not True]
