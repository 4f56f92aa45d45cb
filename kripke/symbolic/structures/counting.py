"""Exact counts of states; parts of the state law that share no variables are counted separately."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from kripke.data.lazy import Lazy
from kripke.symbolic.diagrams.elimination import conjunction, eliminate, gauss, project
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.structures.knowledge_structure import MODEST, KnowledgeStructure

deal_questions = Lazy("kripke.symbolic.deals.deal_questions")  # most laws deal no cards

PLAIN = 1_000  # largest law, in nodes, whose states `has_at_most` counts; the count takes less than a millisecond


class Separated(NamedTuple):
    """A set of states as a product of independent choices.

    `groups`: conditions on disjoint sets of variables, none of them constant.
    `determined`: variables, each with a parity that determines its value from the values of other variables. A parity
        may contain earlier variables of the list.
    `free`: the set of the other variables, which may have any values.
    `is_empty`: whether the set is empty; the other fields then have no meaning.
    """

    groups: tuple[StateSet, ...] = ()
    determined: tuple[tuple[int, StateSet], ...] = ()
    free: int = 0
    is_empty: bool = False


def count(knowledge: KnowledgeStructure, states: StateSet) -> int:
    """The number of states in the set, by combinatorics for a deal of cards if possible, otherwise by diagrams."""
    law = None if states.support & knowledge.definitions.mask else knowledge.dealt
    number = None if law is None else deal_questions.count(law, (0, 0), [states], knowledge.state)
    return count_by_diagrams(knowledge, states) if number is None else number


def count_by_diagrams(knowledge: KnowledgeStructure, states: StateSet) -> int:
    """The number of states in the set, from one diagram for each group of parts with common variables; cached.

    O(s) for s nodes.
    """
    key = ("count", knowledge.state, states.key, *[part.key for part in knowledge.law])

    def number() -> int:
        if states.support & knowledge.definitions.mask:
            apart = separated(knowledge, [states])
        else:
            left = undetermined(knowledge)
            apart = separated(left.knowledge, [left.of(states)])
        if apart.is_empty:
            return 0
        product = 1 << apart.free.bit_count()
        for group in apart.groups:
            size = group.support.bit_count()
            product *= 1 << (size - 1) if group.parity is not None else group.function.count(size)
        return product

    return knowledge.manager.results.get(key, number)


def has_at_most(knowledge: KnowledgeStructure, most: int) -> bool:
    """Whether the model has at most `most` states. Also False if the law is too complex for a quick count."""
    if len(knowledge.law) > 1 or sum([part.size for part in knowledge.law]) > PLAIN:
        return False
    free = knowledge.state & ~support_of(knowledge.law)
    if free.bit_count() >= most.bit_length():
        return False
    return count(knowledge, StateSet.constant(knowledge.manager, True)) <= most


def separated(knowledge: KnowledgeStructure, conditions: Iterable[StateSet]) -> Separated:
    """The states of the model that satisfy the conditions, as a product of independent choices.

    The value of a variable that only occurs in parities is determined by Gaussian elimination. Auxiliary variables are
    eliminated by their definitions. Other parts that share variables are joined into one diagram.
    """
    parts = [*knowledge.law, *conditions]
    defined = knowledge.definitions.needed(support_of(parts))
    if defined:
        parts += [knowledge.definitions.part(v) for v in members(defined)]
        parts = eliminate(knowledge.manager, parts, defined)
    parities = [part for part in parts if part.parity is not None]
    diagrams = [part for part in parts if part.parity is None]
    determined, parities = gauss(parities, ~support_of(diagrams), lambda part: 0)
    if any(part.value is False for part in parities):
        return Separated(is_empty=True)
    groups = [_joined(knowledge, group) for group in connected([p for p in parities if p.value is None] + diagrams)]
    if any(group.value is False for group in groups):
        return Separated(is_empty=True)
    groups = [group for group in groups if group.value is None]
    bound = support_of(groups) | mask_of([v for v, _ in determined])
    return Separated(tuple(groups), tuple(determined[::-1]), knowledge.state & ~bound)


def _joined(knowledge: KnowledgeStructure, group: list[StateSet]) -> StateSet:
    """The conjunction of a group; the conjunction of its parts from the state law is cached.

    The cache key includes the supports of the parts, since counts use the support of the conjunction.
    """
    ours = {id(part) for part in knowledge.law}
    law, rest = [part for part in group if id(part) in ours], [part for part in group if id(part) not in ours]
    if len(law) > 1:
        key = ("law", *[(part.key, part.support) for part in law])
        whole = knowledge.manager.results.get(key, lambda: conjunction(knowledge.manager, law))
        law = [whole]
    return conjunction(knowledge.manager, law + rest)


def connected(parts: Iterable[StateSet]) -> list[list[StateSet]]:
    """The parts, grouped so that parts of different groups share no variables."""
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


class Undetermined(NamedTuple):
    """A model without the variables that are determined by others; the number of states is the same.

    `knowledge`: the model. `gone`: the set of the removed variables. `by`: the parts of the law that determine them.
    """

    knowledge: KnowledgeStructure
    gone: int = 0
    by: tuple[StateSet, ...] = ()

    def of(self, states: StateSet) -> StateSet:
        """The set of states projected to the remaining variables."""
        if not states.support & self.gone:
            return states
        manager = self.knowledge.manager
        return project(manager, [states, *self.by], self.gone)


def undetermined(knowledge: KnowledgeStructure) -> Undetermined:
    """Remove variables that only one part of the law contains and determines; cached. O(s) for s nodes.

    Parities, and parts of more than `MODEST` nodes, keep all their variables.
    """
    law = knowledge.law
    if len(law) < 2 or knowledge.definitions.needed(support_of(law)):
        return Undetermined(knowledge)

    def rests() -> tuple[StateSet, ...]:
        """The parts of the law; a variable that only one part contains and determines is removed from it."""
        parts = []
        for number, part in enumerate(law):
            rest, own = part, part.support & ~support_of((*law[:number], *law[number + 1 :]))
            if own and own != part.support and part.parity is None and part.size <= MODEST:
                less = StateSet.of(part.manager, part.function.exists(own), part.support & ~own)
                if less.function.count(less.support.bit_count()) == part.function.count(part.support.bit_count()):
                    rest = less
            parts.append(rest)
        return tuple(parts)

    key = ("undetermined", knowledge.state, *[(part.key, part.support) for part in law])
    left = knowledge.manager.results.get(key, rests)
    gone = support_of(law) & ~support_of(left)
    by = tuple([part for part in law if part.support & gone])
    return Undetermined(replace(knowledge, law=left, state=knowledge.state & ~gone, deal=None), gone, by)
