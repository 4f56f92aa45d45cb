"""Lists of the states of a set, and the names of states.

States that are listed have the order of `Model`: by the binary number of their true atoms, as the explicit engine has
them. Only where too many for `are_few` are taken one by one, they come in the order of the diagrams without a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import log2

from kripke.change.refusals import NOTHING_POSSIBLE, no_share
from kripke.data.errors import unknown_agent
from kripke.data.listing import LIMIT, require_listable
from kripke.symbolic import counting
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.bdd import Bdd, BddManager
from kripke.symbolic.counting import Separated
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.states import States, seen_from
from kripke.symbolic.variable_sets import members

World = frozenset[str]

CELLS = 1_000_000
"""Most states times variables that are put in order where somebody asks for a few of them; it takes about a second."""


def are_few(knowledge: KnowledgeStructure, states: StateSet) -> bool:
    """Whether there are states in the set, at most `LIMIT`, and at most `CELLS` times the variables."""
    whole = counting.count(knowledge, states)
    return 0 < whole <= LIMIT and whole * knowledge.state.bit_count() <= CELLS


def view(states: States) -> KnowledgeStructure:
    """A structure with these states, over the variables without given values."""
    return replace(states.knowledge, law=states.conditions, state=states.hidden, actual=None)


def extension(knowledge: KnowledgeStructure, states: StateSet, limit: int | None) -> Iterator[World]:
    """The names of the states of the model in the set in any order; `TooLarge` at once for more than `limit`.

    Parameters
    ----------
    limit : int or None
        The largest number of states to list; None: no limit.
    """
    if limit is not None:
        require_listable(counting.count(knowledge, states), limit, "states")
    return map(namer(knowledge), listed(knowledge, [states]))


def in_turn(knowledge: KnowledgeStructure, states: StateSet) -> Iterator[Bits]:
    """The states of the model in the set one by one: a few in order, more in the order of the diagrams."""
    found = listed(knowledge, [states])
    return iter(in_order(knowledge, found)) if are_few(knowledge, states) else found


def in_order(knowledge: KnowledgeStructure, states: Iterable[Bits]) -> list[Bits]:
    """The states by the binary number of their true atoms, the first atom the lowest bit; then of their marks.

    O(n (t + log n)) for n states with t true atoms that are bits.
    """
    weight = dict.fromkeys(members(knowledge.state), 0)
    others: list[tuple[int, StateSet]] = []
    for place, (_, where) in enumerate((*knowledge.mark_sets, *knowledge.atoms.items())):
        if is_bit(where) and where.support & knowledge.state:
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

    Parameters
    ----------
    limit : int or None
        The largest number of states to list; None: no limit.
    """
    seen = look(knowledge, agent, state)
    require_listable(seen.size, limit, f"states that {agent} {verb} possible")
    return frozenset(_names(seen))


def some_possible(knowledge: KnowledgeStructure, agent: str, state: Bits, most: int) -> list[World]:
    """The names of some states that an agent considers possible, first one near the state; cost as `States.near`."""
    return list(map(namer(knowledge), look(knowledge, agent, state).near(state, most)))


def _names(states: States) -> Iterator[World]:
    """The names of the states in their order."""
    known, knowledge = states.bits & states.knowledge.state, states.knowledge
    return map(namer(knowledge), in_order(knowledge, [bits | known for bits in listed(view(states))]))


def degrees(knowledge: KnowledgeStructure, agent: str, state: Bits, limit: int | None) -> dict[World, Fraction]:
    """The agent's degree of belief in each state that the agent considers possible; all are equal.

    Parameters
    ----------
    limit : int or None
        The largest number of states to list; None: no limit.
    """
    seen, whole = _some_seen(knowledge, agent, state, "degree of belief")
    require_listable(whole, limit, f"states that {agent} considers possible")
    return dict.fromkeys(_names(seen), Fraction(1, whole))


def degree(knowledge: KnowledgeStructure, agent: str, target: Callable[[], StateSet], state: Bits) -> Fraction:
    """The agent's degree of belief: the share of the target in the states that the agent considers possible.

    `ModelError` if the agent considers no state possible. Two counts.
    """
    seen, whole = _some_seen(knowledge, agent, state, "degree of belief")
    return Fraction(seen.share(target()), whole)


def entropy(knowledge: KnowledgeStructure, agent: str, state: Bits) -> float:
    """The entropy of the agent's belief in bits: log2 n if the agent considers n states possible. One count."""
    return log2(_some_seen(knowledge, agent, state, "entropy of belief")[1])


def _some_seen(knowledge: KnowledgeStructure, agent: str, state: Bits, what: str) -> tuple[States, int]:
    """The states that the agent considers possible, and their number; `ModelError` if there are none."""
    seen = look(knowledge, agent, state)
    whole = seen.size
    if not whole:
        raise no_share(agent, what, namer(knowledge)(state), NOTHING_POSSIBLE)
    return seen, whole


def look(knowledge: KnowledgeStructure, agent: str, state: Bits) -> States:
    """The states that the agent considers possible at a state; `UnknownAgent` suggests a similar name."""
    require_agent(knowledge, agent)
    return seen_from(SymbolicAlgebra(knowledge), [agent], state)


def require_agent(knowledge: KnowledgeStructure, agent: str) -> None:
    """Raise `UnknownAgent` if the structure does not have the agent."""
    if not isinstance(agent, str) or agent not in knowledge.observes:
        raise unknown_agent(agent, knowledge.observes)


def listed(knowledge: KnowledgeStructure, conditions: Iterable[StateSet] = ()) -> Iterator[Bits]:
    """Each state that satisfies the conditions, once.

    The diagrams are made at once, and the states on demand: O(k) per state for k variables, and less if the next state
    differs from the previous one in the last variables only.
    """
    separated = counting.separated(knowledge, conditions)
    return iter(()) if separated.is_empty else _walk(knowledge.manager, separated)


def _walk(manager: BddManager, separated: Separated) -> Iterator[Bits]:
    """Depth first, without dead ends: a branch that is not constant false always has a solution."""
    choices = _choices(manager, separated)
    if not choices:
        yield _completed(0, separated)
        return
    stack: list[tuple[int, Bdd, Bits, bool]] = [(0, choices[0][2], 0, False)]
    while stack:
        place, function, bits, is_true = stack.pop()
        if is_true:  # set on pop: the stack may be as deep as a state has bits
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


def _choices(manager: BddManager, separated: Separated) -> list[tuple[int, bool, Bdd]]:
    """The variables to choose, in order; whether each is the last one of its group; and the group's diagram."""
    choices = []
    groups = [*[(group.support, group.function) for group in separated.groups], (separated.free, manager.true)]
    for support, function in groups:
        order = manager.bottom_up(support)[::-1]
        choices += [(variable, variable == order[-1], function) for variable in order]
    return choices


def _completed(bits: Bits, separated: Separated) -> Bits:
    """The state, with values for the variables that parities determine."""
    for variable, parity in separated.determined:
        assert parity.parity is not None
        mask, wanted = parity.parity
        if ((bits & mask).bit_count() & 1 == 1) is not wanted:
            bits |= 1 << variable
    return bits


def namer(knowledge: KnowledgeStructure) -> Callable[[Bits], World]:
    """A function from a state to its name, its true atoms and marks. O(t) for t true atoms that are bits."""
    literals = {v: [] for v in members(knowledge.state)}  # type: dict[int, list[str]]
    others: list[tuple[str, StateSet]] = []
    for name, states in (*knowledge.atoms.items(), *knowledge.mark_sets):
        if is_bit(states) and states.support & knowledge.state:
            literals[states.support.bit_length() - 1].append(name)
        elif states.value is not False:
            others.append((name, states))

    def named(bits: Bits) -> World:
        true = [name for variable in members(bits) for name in literals[variable]]
        return frozenset(true + [name for name, states in others if knowledge.true(states, bits)])

    return named


def is_bit(states: StateSet) -> bool:
    """Whether the set is: one bit is true."""
    return states.parity is not None and states.parity[1] and states.support.bit_count() == 1
