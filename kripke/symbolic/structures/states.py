"""Sets of states, such as those that an agent considers possible, and the search for single states in them.

The search for the nearest state does not join the parts of the law into one diagram. It finds by bisection how many of
the first variables can keep their values; each test is an elimination of the other variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain, islice
from math import log2
from operator import or_
from sys import maxsize
from typing import TYPE_CHECKING

from kripke.data.errors import NOTHING_POSSIBLE, no_share, unknown_agent
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, require_listable
from kripke.symbolic.diagrams.bdd import Bdd, BddManager
from kripke.symbolic.diagrams.elimination import conjunction, eliminate, satisfiable
from kripke.symbolic.diagrams.state_set import StateSet, given, odd, support_of, unprimed
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.structures import counting
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.counting import Separated
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure

if TYPE_CHECKING:
    from kripke.symbolic.deals.dealing import Dealt

deal_questions = Lazy("kripke.symbolic.deals.deal_questions")  # most laws deal no cards

Parts = tuple[StateSet, ...]


@dataclass(frozen=True)
class States:
    """The set of all states that have given values for some variables, and satisfy further conditions.

    `knowledge`: the model.
    `known`: the variables with given values.
    `bits`: those variables in `known` that are true.
    `parts`: the further conditions.
    """

    knowledge: KnowledgeStructure
    known: int = 0
    bits: Bits = 0
    parts: Parts = ()

    @cached_property
    def conditions(self) -> Parts:
        """The state law and `parts` as conditions on the variables without given values.

        Auxiliary variables are quantified away.
        """
        knowledge = self.knowledge
        defined = knowledge.definitions.needed(support_of((*knowledge.law, *self.parts)) | self.known)
        parts = [*self.parts, *[knowledge.definitions.part(variable) for variable in members(defined)]]
        left = [*self._law, *given(parts, self.known, self.bits)]
        return tuple(_without_truths(eliminate(knowledge.manager, left, defined & ~self.known)))

    @property
    def _law(self) -> list[StateSet]:
        """The parts of the state law at the given values; cached, since many questions share them."""
        law = self.knowledge.law
        key = ("at", self.known, self.bits, *[(part.key, part.support) for part in law])
        return law[0].manager.results.get(key, lambda: given(law, self.known, self.bits)) if law else []

    @property
    def is_possible(self) -> bool:
        """Whether the set is not empty."""
        law = self._dealt()
        answer = None if law is None else deal_questions.is_possible(law, (self.known, self.bits), self.parts)
        return satisfiable(self.knowledge.manager, self.conditions) if answer is None else answer

    def _dealt(self) -> Dealt | None:
        """The state law as a deal of cards; None if it is not a deal, or auxiliary variables are in use."""
        knowledge = self.knowledge
        defined = knowledge.definitions.needed(support_of(self.parts) | self.known)
        return None if defined else knowledge.dealt

    @property
    def hidden(self) -> int:
        """The state variables that have no given value."""
        return self.knowledge.state & ~self.known

    def __and__(self, states: StateSet) -> States:
        return replace(self, parts=(*self.parts, states))

    @cached_property
    def state_set(self) -> StateSet:
        """The set as a function of all variables, without the state law."""
        manager = self.knowledge.manager
        return conjunction(manager, [StateSet.of_cube(manager, self.known, self.bits), *self.parts])

    @cached_property
    def size(self) -> int:
        """The exact number of states, which may exceed what `len` can return."""
        return self.share(StateSet.constant(self.knowledge.manager, True))

    def share(self, states: StateSet) -> int:
        """The exact number of states that are also in `states`, by combinatorics or from a cached diagram."""
        if states.support & self.knowledge.definitions.mask:
            return (self & states).size
        law = self._dealt()
        if law is not None:
            parts = [*self.parts, states]
            counted: int | None = deal_questions.count(law, (self.known, self.bits), parts, self.knowledge.state)
            if counted is not None:
                return counted
        left = replace(self.knowledge, law=self.conditions, state=self.hidden, deal=None)
        (there,) = given([states], self.known, self.bits)
        return counting.count_by_diagrams(left, there)

    def near(self, state: Bits | None, most: int | None = None) -> list[Bits]:
        """Return up to `most` distinct states of the set, beginning with a state near `state`.

        The first state differs from `state` in a minimal set of variables: no other state of the set differs from
        `state` only in some of these. O(d log k) eliminations for d differences among k variables; for each further
        state up to k eliminations.

        `state`: the state to begin near; None: the state in which all variables are false.
        `most`: the largest number of states; None: all.
        """
        return list(islice(self._search(state or 0), most if most is None else min(most, maxsize)))

    def _search(self, near: Bits) -> Iterator[Bits]:
        """Yield a state nearest to `near`, then the other states; the last variables change most often."""
        manager, whole = self.knowledge.manager, self.hidden
        order = tuple(reversed(manager.bottom_up(whole)))
        near = near & whole | self.bits & self.knowledge.state
        first = nearest(manager, self.conditions, order, near)
        # a state, its conditions, the order of their variables, and the place below which other states are to be sought
        stack = [] if first is None else [(first, self.conditions, order, len(order))]
        if first is not None:
            yield first
        while stack:
            state, parts, order, place = stack.pop()
            if not place:
                continue
            place -= 1
            stack.append((state, parts, order, place))
            fixed, later = mask_of(order[: place + 1]), order[place + 1 :]
            left = mask_of(later)
            start = (state ^ 1 << order[place]) & ~left | near & left
            rest = tuple(_without_truths(given(parts, fixed, start)))
            further = nearest(manager, rest, later, start)
            if further is not None:
                stack.append((further, rest, later, len(later)))
                yield further


def nearest(manager: BddManager, parts: Sequence[StateSet], order: Sequence[int], state: Bits) -> Bits | None:
    """Return `state` with a minimal set of variables changed so that all `parts` hold; None if they contradict."""
    for group in counting.connected(_without_truths(parts)):
        if all(part.contains(state) for part in group):
            continue
        support = support_of(group)
        changed = _nearest_in_group(manager, group, [v for v in order if support >> v & 1], state)
        if changed is None:
            return None
        state = changed
    return state


def _nearest_in_group(manager: BddManager, parts: Sequence[StateSet], order: Sequence[int], state: Bits) -> Bits | None:
    """The nearest state that satisfies the parts of a group, or None. O(d log k) eliminations if d of k bits differ."""
    if not satisfiable(manager, parts):
        return None
    while order:
        low, high = 0, len(order)  # the first `low` variables can keep their values; more than `high` cannot
        while low < high:
            middle = (low + high + 1) // 2
            if satisfiable(manager, given(parts, mask_of(order[:middle]), state)):
                low = middle
            else:
                high = middle - 1
        known = mask_of(order[: low + 1])
        if low < len(order):
            state ^= 1 << order[low]
        parts, order = _without_truths(given(parts, known, state)), order[low + 1 :]
        if all(part.contains(state) for part in parts):
            break
    return state


def seen_from(algebra: SymbolicAlgebra, agents: Iterable[str], state: Bits) -> States:
    """The states that all of the agents consider possible at a state; for no agents, all states."""
    knowledge = algebra.knowledge
    observations = [knowledge.observes[agent] for agent in agents]
    seen = reduce(or_, [observation.seen for observation in observations], 0)
    parts = []
    for relation in chain.from_iterable(observation.relation for observation in observations):
        here = relation.support & ~odd(relation.support.bit_length())
        values = knowledge.completed(state, here)
        (there,) = given([relation], here, values)
        parts.append(unprimed(there, -1))
    return States(knowledge, seen, knowledge.completed(state, seen) & seen, tuple(parts))


def union(sets: Sequence[States]) -> States:
    """The union of one or more sets of states of the same model."""
    if len(sets) == 1:
        return sets[0]
    return States(sets[0].knowledge, parts=(reduce(or_, [each.state_set for each in sets]),))


def _without_truths(parts: Iterable[StateSet]) -> list[StateSet]:
    return [part for part in parts if part.value is not True]


World = frozenset[str]

CELLS = 1_000_000
"""Maximal number of states times variables for sorting states; at this limit, sorting takes about a second."""


def are_few(knowledge: KnowledgeStructure, states: StateSet) -> bool:
    """Whether the set has from 1 to `LIMIT` states, with at most `CELLS` bits in total."""
    whole = counting.count(knowledge, states)
    return 0 < whole <= LIMIT and whole * knowledge.state.bit_count() <= CELLS


def view(states: States) -> KnowledgeStructure:
    """A structure with these states, over the variables without given values."""
    return replace(states.knowledge, law=states.conditions, state=states.hidden, actuals=(), deal=None)


def extension(knowledge: KnowledgeStructure, states: StateSet, limit: int | None) -> Iterator[World]:
    """Iterate over the names of the model's states in the set; `TooLarge` if there are more than `limit`."""
    if limit is not None:
        require_listable(counting.count(knowledge, states), limit, "states")
    return map(knowledge.name, listed(knowledge, [states]))


def in_turn(knowledge: KnowledgeStructure, states: StateSet) -> Iterator[Bits]:
    """Iterate over the model's states in the set: sorted if `are_few`, otherwise in the order of the diagrams."""
    assignments = listed(knowledge, [states])
    return iter(in_order(knowledge, assignments)) if are_few(knowledge, states) else assignments


def in_order(knowledge: KnowledgeStructure, states: Iterable[Bits]) -> list[Bits]:
    """Sort states by a binary number: its lowest digits are the bits in `marks`, its higher digits the atoms."""
    weight = dict.fromkeys(members(knowledge.state), 0)
    others: list[tuple[int, StateSet]] = []
    for place, name in enumerate((*knowledge.marks, *knowledge.atoms)):
        where = knowledge.named[name]
        if where.is_bit and where.support & knowledge.state:
            weight[where.support.bit_length() - 1] |= 1 << place
        elif where.value is None:
            others.append((1 << place, where))

    def number(bits: Bits) -> int:
        known = sum([weight[variable] for variable in members(bits)])
        return known + sum([value for value, where in others if knowledge.true(where, bits)])

    if not others and list(weight.values()) == sorted(weight.values()):
        return sorted(states)
    return sorted(states, key=number)


def possible(
    knowledge: KnowledgeStructure, agent: str, state: Bits, limit: int | None, verb: str = "considers"
) -> frozenset[World]:
    """The names of the states that an agent considers possible; `TooLarge` if there are more than `limit`.

    `verb`: the verb in the error message, for example "considers" or "believes".
    """
    seen = considered(knowledge, agent, state)
    require_listable(seen.size, limit, f"states that {agent} {verb} possible")
    return frozenset(_names(seen))


def _names(states: States) -> Iterator[World]:
    """The names of the states, in the order of `in_order`."""
    known, knowledge = states.bits & states.knowledge.state, states.knowledge
    return map(knowledge.name, in_order(knowledge, [bits | known for bits in listed(view(states))]))


def degrees(knowledge: KnowledgeStructure, agent: str, state: Bits, limit: int | None) -> dict[World, Fraction]:
    """The agent's degree of belief in each state that the agent considers possible; all degrees are equal."""
    seen, whole = _some_seen(knowledge, agent, state, "degree of belief")
    require_listable(whole, limit, f"states that {agent} considers possible")
    return dict.fromkeys(_names(seen), Fraction(1, whole))


def degree(knowledge: KnowledgeStructure, agent: str, target: Callable[[], StateSet], state: Bits) -> Fraction:
    """The agent's degree of belief in the target, computed from two counts; `ModelError` if no state is possible."""
    seen, whole = _some_seen(knowledge, agent, state, "degree of belief")
    return Fraction(seen.share(target()), whole)


def entropy(knowledge: KnowledgeStructure, agent: str, state: Bits) -> float:
    """The entropy, in bits, of the agent's belief: log2 n if the agent considers n states possible."""
    return log2(_some_seen(knowledge, agent, state, "entropy of belief")[1])


def _some_seen(knowledge: KnowledgeStructure, agent: str, state: Bits, what: str) -> tuple[States, int]:
    """The states that the agent considers possible, and their number; `ModelError` if no state is possible."""
    seen = considered(knowledge, agent, state)
    whole = seen.size
    if not whole:
        raise no_share(agent, what, knowledge.name(state), NOTHING_POSSIBLE)
    return seen, whole


def considered(knowledge: KnowledgeStructure, agent: str, state: Bits) -> States:
    """The states that the agent considers possible at a state; `UnknownAgent` for an unknown agent."""
    require_agent(knowledge, agent)
    return seen_from(SymbolicAlgebra(knowledge), [agent], state)


def require_agent(knowledge: KnowledgeStructure, agent: str) -> None:
    """Raise `UnknownAgent` for an unknown agent."""
    if not isinstance(agent, str) or agent not in knowledge.observes:
        raise unknown_agent(agent, knowledge.observes)


def listed(knowledge: KnowledgeStructure, conditions: Iterable[StateSet] = ()) -> Iterator[Bits]:
    """Iterate over the states that satisfy the conditions, each once.

    The call builds the diagrams; the states are computed on demand. O(k) for each state of k variables, and less if
    only the last variables change.
    """
    separated = counting.separated(knowledge, conditions)
    return iter(()) if separated.is_empty else _walk(knowledge.manager, separated)


def _walk(manager: BddManager, separated: Separated) -> Iterator[Bits]:
    """Yield the states, depth first, without dead ends: a branch that is not the constant false always has a state."""
    choices: list[tuple[int, bool, Bdd]] = []  # the variable, whether it is the last of its group, the group's diagram
    groups = [*[(group.support, group.function) for group in separated.groups], (separated.free, manager.true)]
    for support, function in groups:
        order = manager.bottom_up(support)[::-1]
        choices += [(variable, variable == order[-1], function) for variable in order]
    if not choices:
        yield _completed(0, separated)
        return
    stack: list[tuple[int, Bdd, Bits, bool]] = [(0, choices[0][2], 0, False)]
    while stack:
        place, function, bits, is_true = stack.pop()
        if is_true:  # set when popped, since a copy of the state for each entry of a deep stack takes much memory
            bits |= 1 << choices[place - 1][0]
        if place == len(choices):
            yield _completed(bits, separated)
            continue
        variable, last, _ = choices[place]
        if function.variable == variable:
            high, low = function.branches()
        else:
            high = low = function
        start = choices[place + 1][2] if last and place + 1 < len(choices) else None
        for branch, turned in ((high, True), (low, False)):
            if branch.value is not False:
                stack.append((place + 1, branch if start is None else start, bits, turned))


def _completed(bits: Bits, separated: Separated) -> Bits:
    """The state with values for the variables that parities determine, see `Separated`."""
    for variable, parity in separated.determined:
        assert parity.parity is not None
        mask, wanted = parity.parity
        if ((bits & mask).bit_count() & 1 == 1) is not wanted:
            bits |= 1 << variable
    return bits
