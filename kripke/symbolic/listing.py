"""States one by one: every state of a set, in the order of the diagrams, and the names of states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import log2
from numbers import Real

from kripke.data.errors import ModelError, unknown_agent
from kripke.symbolic import counting
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.bdd import Bdd, BddManager
from kripke.symbolic.counting import Separated
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.states import States, seen_from
from kripke.symbolic.variable_sets import members
from logic.errors import TooLarge, shorten

LIMIT = 10_000
"""States are listed up to so many, unless more are asked for."""

World = frozenset[str]


def view(states: States) -> KnowledgeStructure:
    """The structure whose states are these states, written with the variables whose values are not known."""
    return replace(states.knowledge, law=states.conditions, state=states.hidden, actual=None)


def extension(knowledge: KnowledgeStructure, states: StateSet, limit: int | None) -> Iterator[World]:
    """The states of a set of states by their names; `TooLarge` at once for more than `limit`, None: without end.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    states : StateSet
        The states in question.
    limit : int or None
        How many states may be listed; None: any number.
    """
    if limit is not None:
        require(counting.count(knowledge, states), limit, "states")
    return map(namer(knowledge), listed(knowledge, [states]))


def possible(knowledge: KnowledgeStructure, agent: str, state: Bits, limit: int | None) -> frozenset[World]:
    """The states that an agent looks at, by their names; `TooLarge` for more than `limit`.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    agent : str
        The agent.
    state : int
        The state: the set of its true variables.
    limit : int or None
        How many states may be listed; None: any number.
    """
    seen = look(knowledge, agent, state)
    require(seen.size, limit, f"states that {agent} considers possible")
    known = seen.bits & knowledge.state
    named = namer(knowledge)
    return frozenset([named(bits | known) for bits in listed(view(seen))])


def degree(knowledge: KnowledgeStructure, agent: str, target: StateSet, state: Bits) -> Fraction:
    """The share of the states that the agent considers possible where the target is true.

    `ModelError` where she considers none possible. Two counts.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    agent : str
        The agent.
    target : StateSet
        The states whose share is asked for.
    state : int
        The state: the set of its true variables.
    """
    seen, whole = _some_seen(knowledge, agent, state, "degree of belief")
    return Fraction((seen & target).size, whole)


def entropy(knowledge: KnowledgeStructure, agent: str, state: Bits) -> float:
    """How uncertain the agent is at a state, in bits: log2 n where she considers n states possible. One count.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    agent : str
        The agent.
    state : int
        The state: the set of its true variables.
    """
    return log2(_some_seen(knowledge, agent, state, "entropy of belief")[1])


def _some_seen(knowledge: KnowledgeStructure, agent: str, state: Bits, what: str) -> tuple[States, int]:
    """What the agent looks at, and its number; `ModelError` where there is nothing."""
    seen = look(knowledge, agent, state)
    whole = seen.size
    if not whole:
        raise ModelError(
            f"agent {agent}: no {what} at this state: she considers no state possible there; "
            f"B_{agent} and K_{agent} can be asked"
        )
    return seen, whole


def look(knowledge: KnowledgeStructure, agent: str, state: Bits) -> States:
    """The states that the agent looks at from a state; `UnknownAgent` with a near miss.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    agent : str
        The agent.
    state : int
        The state: the set of its true variables.
    """
    if not isinstance(agent, str) or agent not in knowledge.observes:
        raise unknown_agent(agent, knowledge.observes)
    return seen_from(SymbolicAlgebra(knowledge), [agent], state)


def require(number: int, limit: int | None, what: str) -> None:
    """Refuse to list more than `limit` states; `ModelError` where that is no number.

    Parameters
    ----------
    number : int
        How many there are.
    limit : int or None
        How many there may be; None: any number.
    what : str
        What they are, in the plural, for the message.
    """
    if limit is None:
        return
    if isinstance(limit, bool) or not isinstance(limit, Real) or not limit >= 0:
        raise ModelError(f"limit {shorten(repr(limit))}: expected how many states at most, or None for all")
    if number > limit:
        shown = f"{number:,}" if number.bit_length() <= 200 else f"some 2^{number.bit_length() - 1}"
        raise TooLarge(
            f"{shown} {what}, more than the limit of {limit:,}; ask for their count, take a sample, "
            "or give a larger limit=... (None: as many as there are)"
        )


def listed(knowledge: KnowledgeStructure, conditions: Iterable[StateSet] = ()) -> Iterator[Bits]:
    """All states that satisfy the conditions, each once.

    The diagrams are made at once, and the states when they are asked for: O(k) for each of k variables at most, and
    less where the next state differs from the last in its last variables only.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    conditions : iterable of StateSet
        What the states satisfy besides the law.
    """
    found = counting.separated(knowledge, conditions)
    return iter(()) if found.is_empty else _walk(knowledge.manager, found)


def _walk(manager: BddManager, found: Separated) -> Iterator[Bits]:
    """Depth first, without dead ends: whatever is chosen in a diagram that is not false, it can be completed."""
    choices = _choices(manager, found)
    if not choices:
        yield _completed(0, found)
        return
    stack: list[tuple[int, Bdd, Bits, bool]] = [(0, choices[0][2], 0, False)]
    while stack:
        place, function, bits, is_true = stack.pop()
        if is_true:  # not before, since these are as many as the stack is deep
            bits |= 1 << choices[place - 1][0]
        if place == len(choices):
            yield _completed(bits, found)
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


def _choices(manager: BddManager, found: Separated) -> list[tuple[int, bool, Bdd]]:
    """The variables to choose, in their order; whether each is the last of its group; and the group's diagram."""
    choices = []
    groups = [*[(group.support, group.function) for group in found.groups], (found.free, manager.true)]
    for support, function in groups:
        order = manager.bottom_up(support)[::-1]
        choices += [(variable, variable == order[-1], function) for variable in order]
    return choices


def _completed(bits: Bits, found: Separated) -> Bits:
    """The state with the variables that parities determine."""
    for variable, parity in found.determined:
        assert parity.parity is not None
        mask, wanted = parity.parity
        if ((bits & mask).bit_count() & 1 == 1) is not wanted:
            bits |= 1 << variable
    return bits


def namer(knowledge: KnowledgeStructure) -> Callable[[Bits], World]:
    """What names a state: its true atoms and marks. O(t) for t true atoms, where atoms are bits."""
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
    """Whether the set of states says that one bit is true."""
    return states.parity is not None and states.parity[1] and states.support.bit_count() == 1
