"""Counting states: exact, of any size, part by part where parts share no variables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_sets import members


@dataclass(frozen=True, slots=True)
class Separated:
    """The states of a set of states, put together from choices that do not touch each other.

    Parameters
    ----------
    groups : tuple of StateSet
        Conditions on disjoint sets of variables; none of them constant.
    determined : tuple of (int, StateSet)
        Variables, each with a parity that gives its value from those before it, from `groups`, and from `free`.
    free : int
        The other variables, which have any values.
    is_empty : bool
        Whether there is no such state.
    """

    groups: tuple[StateSet, ...] = ()
    determined: tuple[tuple[int, StateSet], ...] = ()
    free: int = 0
    is_empty: bool = False


def count(knowledge: KnowledgeStructure, states: StateSet) -> int:
    """How many states satisfy the set of states; remembered for each law and state_set.

    O(s) big-number operations for the s nodes of each group of parts that share variables.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    states : StateSet
        The states in question.
    """
    key = ("count", knowledge.state, states.key, *[part.key for part in knowledge.law])
    return knowledge.manager.results.get(key, lambda: _count(separated(knowledge, [states])))


def _count(found: Separated) -> int:
    number = 0 if found.is_empty else 1 << found.free.bit_count()
    for group in found.groups:
        number *= _number(group)
    return number


def separated(knowledge: KnowledgeStructure, conditions: Iterable[StateSet]) -> Separated:
    """The states that satisfy the conditions, as independent groups of variables.

    A variable that occurs in parities only has its value from the others in one of them, by Gauss's elimination; so
    has an auxiliary variable from its definition. The rest is a diagram for each group of parts that share variables.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    conditions : iterable of StateSet
        What the states satisfy besides the law.
    """
    parts = [*knowledge.law, *conditions]
    defined = knowledge.definitions.needed(reduce(or_, [part.support for part in parts], 0))
    if defined:
        parts += [knowledge.definitions.part(v) for v in members(defined)]
        parts = eliminate(knowledge.manager, parts, defined)
    parities = [part for part in parts if part.parity is not None]
    diagrams = [part for part in parts if part.parity is None]
    determined, parities = _solved(parities, reduce(or_, [part.support for part in diagrams], 0))
    if any(part.value is False for part in parities):
        return Separated(is_empty=True)
    groups = [_joined(knowledge, group) for group in connected([p for p in parities if p.value is None] + diagrams)]
    if any(group.value is False for group in groups):
        return Separated(is_empty=True)
    groups = [group for group in groups if group.value is None]
    bound = reduce(or_, [group.support for group in groups] + [1 << v for v, _ in determined], 0)
    return Separated(tuple(groups), tuple(determined[::-1]), knowledge.state & ~bound)


def _solved(parities: list[StateSet], elsewhere: int) -> tuple[list[tuple[int, StateSet]], list[StateSet]]:
    """Variables that parities determine, the last solved first, and the parities that are left without them."""
    determined: list[tuple[int, StateSet]] = []
    while True:
        pivot = next((part for part in parities if part.support & ~elsewhere), None)
        if pivot is None:
            return determined, parities
        free = pivot.support & ~elsewhere
        bit = free & -free
        determined.append((bit.bit_length() - 1, pivot))
        parities = [~(p ^ pivot) if p.support & bit else p for p in parities if p is not pivot]


def _joined(knowledge: KnowledgeStructure, group: list[StateSet]) -> StateSet:
    """The conjunction of a group; what of it is law is remembered, by the variables that it speaks of too.

    Equal functions may have different supports, and a count must not see a variable that is none of its states.
    """
    ours = {id(part) for part in knowledge.law}
    law, rest = [part for part in group if id(part) in ours], [part for part in group if id(part) not in ours]
    if len(law) > 1:
        key = ("law", *[(part.key, part.support) for part in law])
        whole = knowledge.manager.results.get(key, lambda: conjunction(knowledge.manager, law))
        law = [whole]
    return conjunction(knowledge.manager, law + rest)


def _number(states: StateSet) -> int:
    """The number of assignments to the set of states's own variables that satisfy it."""
    size = states.support.bit_count()
    return 1 << (size - 1) if states.parity is not None else states.function.count(size)


def connected(parts: Iterable[StateSet]) -> list[list[StateSet]]:
    """The parts in groups that share no variables with each other."""
    groups: list[tuple[int, list[StateSet]]] = []
    for part in parts:
        support, group = part.support, [part]
        apart = []
        for other in groups:
            if other[0] & support:
                support, group = support | other[0], other[1] + group
            else:
                apart.append(other)
        groups = [*apart, (support, group)]
    return [group for _, group in groups]
