"""Sets of states of which single ones are picked: what an agent sees from a state, and the states nearest to one.

The law stays in its parts: a state is found by asking, for ever smaller runs of variables, whether they can keep their
values, and each such question is an elimination of what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import islice
from operator import or_

from kripke.symbolic import counting
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure, Observation
from kripke.symbolic.state_set import StateSet, odd, unprimed
from kripke.symbolic.variable_sets import members

Parts = tuple[StateSet, ...]


@dataclass(frozen=True)
class States:
    """States of a model with some values known, and with more that must be true of them.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model, whose law they satisfy.
    known, bits : int
        The variables whose values are known, auxiliary ones among them, and those that are true.
    parts : tuple of StateSet
        What else is true of them.
    """

    knowledge: KnowledgeStructure
    known: int = 0
    bits: Bits = 0
    parts: Parts = ()

    @cached_property
    def conditions(self) -> Parts:
        """What the law and the parts say of the variables that are left; auxiliary ones are quantified away."""
        knowledge = self.knowledge
        parts = [*knowledge.law, *self.parts]
        defined = knowledge.definitions.needed(_support(parts) | self.known)
        parts += [knowledge.definitions.part(variable) for variable in members(defined)]
        left = given(parts, self.known, self.bits)
        return tuple(_without_truths(eliminate(knowledge.manager, left, defined & ~self.known)))

    @property
    def hidden(self) -> int:
        """The variables of the state that are left."""
        return self.knowledge.state & ~self.known

    def __and__(self, states: StateSet) -> States:
        return replace(self, parts=(*self.parts, states))

    @cached_property
    def state_set(self) -> StateSet:
        """As a function of all variables, without the law."""
        manager = self.knowledge.manager
        known = StateSet.of(manager, manager.assignment(self.known, self.bits), self.known)
        return conjunction(manager, [known, *self.parts])

    @cached_property
    def size(self) -> int:
        """How many they are, exact."""
        left = replace(self.knowledge, law=self.conditions, state=self.hidden)
        return counting.count(left, StateSet.constant(self.knowledge.manager, True))

    def near(self, state: Bits | None, most: int | None = None) -> list[Bits]:
        """So many of the states (None: all), the first differs from `state` in as few variables as it can.

        To give one more of these variables its value in `state` is impossible: the set of those in which they differ is
        minimal under inclusion. Without a state, in as few true variables. No state is listed twice.

        Parameters
        ----------
        state : int or None
            The state to be near to; None: the one without true variables.
        most : int, optional
            How many states; None: all.

        Notes
        -----
        O(d log k) eliminations for d differences among k variables; for each further state up to k eliminations.
        """
        found: list[Bits] = list(islice(self._search(state or 0), most))
        return found

    def _search(self, near: Bits) -> Iterator[Bits]:
        """Depth first: after a state, those that agree with it on all but the last variables, then on fewer."""
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
                yield further.found


@dataclass(slots=True)
class _Branch:
    """States that satisfy the parts: one that was found, and the place at which those after it differ from it first."""

    parts: Sequence[StateSet]
    order: Sequence[int]
    found: Bits
    place: int

    def turned(self, manager: BddManager, near: Bits) -> _Branch | None:
        """The branch of the states that agree with the found one before the place, and differ there."""
        fixed = _mask(self.order[: self.place + 1])
        order = self.order[self.place + 1 :]
        left = _mask(order)
        state = (self.found ^ 1 << self.order[self.place]) & ~left | near & left
        parts = _without_truths(given(self.parts, fixed, state))
        found = nearest(manager, parts, order, state)
        return None if found is None else _Branch(parts, order, found, len(order))


def given(parts: Iterable[StateSet], known: int, bits: Bits) -> list[StateSet]:
    """The parts with values for some variables: they no longer depend on these.

    Parameters
    ----------
    parts : iterable of StateSet
        The parts.
    known : int
        The set of variables that get values.
    bits : int
        Those that are true.
    """
    return [_given(part, part.support & known, bits) if part.support & known else part for part in parts]


def _given(part: StateSet, known: int, bits: Bits) -> StateSet:
    if part.parity is not None:
        mask, wanted = part.parity
        return StateSet.of_parity(part.manager, mask & ~known, wanted ^ ((mask & known & bits).bit_count() & 1 == 1))
    manager = part.manager
    found = part.function.given(known, bits)
    return StateSet.of(manager, found, part.support & ~known)


def nearest(manager: BddManager, parts: Sequence[StateSet], order: Sequence[int], state: Bits) -> Bits | None:
    """The state, changed in as few of the variables as the parts demand; None where they cannot be satisfied.

    Groups of parts that share no variables are satisfied one by one, the least first that the order lists.

    Parameters
    ----------
    manager : BddManager
        The manager of the diagrams.
    parts : sequence of StateSet
        What must be true.
    order : sequence of int
        The variables that may change; the first keep their values if they can.
    state : int
        The state: the set of its true variables.
    """
    for group in counting.connected(_without_truths(parts)):
        if all(_true(part, state) for part in group):
            continue
        support = _support(group)
        found = _turned(manager, group, [v for v in order if support >> v & 1], state)
        if found is None:
            return None
        state = found
    return state


def _turned(manager: BddManager, parts: Sequence[StateSet], order: Sequence[int], state: Bits) -> Bits | None:
    """The nearest state that satisfies the parts, which all hang together."""
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
    """How many of the first variables can keep the values that they have in the state."""
    low, high = 0, len(order)  # the first `low` can, and never more than `high`
    while low < high:
        middle = (low + high + 1) // 2
        known = _mask(order[:middle])
        if satisfiable(manager, given(parts, known, state)):
            low = middle
        else:
            high = middle - 1
    return low


def satisfiable(manager: BddManager, parts: Sequence[StateSet]) -> bool:
    """Whether something satisfies all the parts.

    Parameters
    ----------
    manager : BddManager
        The manager of the diagrams.
    parts : sequence of StateSet
        The conjuncts.
    """
    return conjunction(manager, eliminate(manager, parts, _support(parts))).value is not False


def seen_from(algebra: SymbolicAlgebra, agents: Iterable[str], state: Bits) -> States:
    """What all of the agents consider possible at a state; with nobody among them, every state. O(1) operations.

    Parameters
    ----------
    algebra : SymbolicAlgebra
        The model.
    agents : iterable of str
        The agents; without any, every state is seen.
    state : int
        The state: the set of its true variables.
    """
    knowledge = algebra.knowledge
    looks = [knowledge.observes[agent] for agent in agents]
    look = Observation(reduce(or_, [o.seen for o in looks], 0), tuple(part for o in looks for part in o.relation))
    parts = []
    for relation in look.relation:
        here = relation.support & ~odd(relation.support.bit_length())
        values = knowledge.completed(state, here)
        (there,) = given([relation], here, values)
        parts.append(unprimed(there, _all_below(there.support.bit_length())))
    return States(knowledge, look.seen, knowledge.completed(state, look.seen) & look.seen, tuple(parts))


def union(sets: Sequence[States]) -> States:
    """The states that are in one of the sets, at least one of them, all of one model."""
    if len(sets) == 1:
        return sets[0]
    return States(sets[0].knowledge, parts=(reduce(or_, [each.state_set for each in sets]),))


def _mask(variables: Iterable[int]) -> int:
    return reduce(or_, [1 << v for v in variables], 0)


def _all_below(length: int) -> int:
    return (1 << length) - 1


def _true(part: StateSet, state: Bits) -> bool:
    """Whether the part, in which no auxiliary variable occurs, is true."""
    if part.parity is not None:
        return ((state & part.support).bit_count() & 1 == 1) is part.parity[1]
    return part.function.holds(part.support, state)


def _without_truths(parts: Iterable[StateSet]) -> list[StateSet]:
    return [part for part in parts if part.value is not True]


def _support(parts: Iterable[StateSet]) -> int:
    return reduce(or_, [part.support for part in parts], 0)
