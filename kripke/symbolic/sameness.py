"""Equality of knowledge structures as models: the same states by name, and the same relations between them."""

from __future__ import annotations

from collections.abc import Iterable

from kripke.symbolic.bdd import BddManager
from kripke.symbolic.build import name_of
from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge_structure import KnowledgeStructure, Observation
from kripke.symbolic.listing import is_bit
from kripke.symbolic.memory import meanings, state_sets
from kripke.symbolic.nodes import arrays, build
from kripke.symbolic.state_set import StateSet, primed, support_of
from kripke.symbolic.variable_sets import mask_of, members


def same(one: KnowledgeStructure, other: KnowledgeStructure, nodes: int) -> bool:
    """Whether the structures have the same vocabulary, agents, states, relations and actual state.

    The order of atoms and agents and their coding in bits do not matter. Both structures are copied into one manager,
    where bits with the same name are the same variable; then each must imply the other.
    """
    if set(one.atoms) != set(other.atoms) or set(one.marks) != set(other.marks):
        return False
    if set(one.observes) != set(other.observes) or (one.actual is None) != (other.actual is None):
        return False
    if one.actual is not None and other.actual is not None and name_of(one, one.actual) != name_of(other, other.actual):
        return False
    mine, theirs = _side_by_side(one, other, nodes)
    return _implies(mine, theirs) and _implies(theirs, mine)


class _Side:
    """One of two structures, over a shared manager."""

    def __init__(self, knowledge: KnowledgeStructure, manager: BddManager, number: dict[int, int]) -> None:
        self.knowledge, self.manager, self.number = knowledge, manager, number
        kept = [states for states in state_sets(knowledge) if states.parity is None]
        functions = list({states.function: None for states in kept})
        self.copies = dict(zip(functions, build(manager, arrays(knowledge.manager, functions), number), strict=True))
        meaning = {number[v]: self.states(states) for v, states in meanings(knowledge).items()}
        self.law = [self.states(part) for part in knowledge.law]
        self.law += [~(StateSet.literal(manager, v) ^ states) for v, states in meaning.items()]
        self.names = {name: self.states(states) for name, states in (*knowledge.atoms.items(), *knowledge.mark_sets)}
        self.variables = self.mask(_used(knowledge))

    def states(self, states: StateSet) -> StateSet:
        """The set over the shared manager's variables."""
        if states.parity is not None:
            return StateSet.of_parity(self.manager, self.mask(states.parity[0]), states.parity[1])
        return StateSet.of(self.manager, self.copies[states.function], self.mask(states.support))

    def mask(self, variables: int) -> int:
        """The set of these variables, in the shared manager."""
        return mask_of(self.number[v] for v in members(variables))

    def looks(self, agent: str) -> list[StateSet]:
        """The conditions on two states for the agent to consider the second possible at the first."""
        observation: Observation = self.knowledge.observes[agent]
        return [_equal(self.manager, self.number[v]) for v in members(observation.seen)] + [
            self.states(part) for part in observation.relation
        ]


def _equal(manager: BddManager, variable: int) -> StateSet:
    """Pairs of states with the same value of a bit."""
    return StateSet.of_parity(manager, 1 << variable | 1 << (variable + 1), False)


def _side_by_side(one: KnowledgeStructure, other: KnowledgeStructure, nodes: int) -> tuple[_Side, _Side]:
    """The structures over one manager, in which bits with the same name are the same variable."""
    mine, theirs = _literals(one), _literals(other)
    pairs: dict[int, int] = {theirs[name]: variable for name, variable in mine.items() if name in theirs}
    place: dict[tuple[int, int], int] = {}
    for variable in one.manager.bottom_up(_used(one))[::-1]:
        place[0, variable] = len(place)
    bits = len(place)
    for variable in other.manager.bottom_up(_used(other))[::-1]:
        shared = variable in pairs
        place[1, variable] = place[0, pairs[variable]] if shared else bits
        bits += not shared
    manager = BddManager(bits, nodes)
    number: tuple[dict[int, int], dict[int, int]] = {}, {}
    for (side, variable), pair in place.items():
        number[side][variable], number[side][variable + 1] = 2 * pair, 2 * pair + 1
    return _Side(one, manager, number[0]), _Side(other, manager, number[1])


def _used(knowledge: KnowledgeStructure) -> int:
    return knowledge.state | mask_of(meanings(knowledge))


def _literals(knowledge: KnowledgeStructure) -> dict[str, int]:
    """The names that are bits, one for each bit."""
    names: dict[int, str] = {}
    for name, states in (*knowledge.atoms.items(), *knowledge.mark_sets):
        if is_bit(states) and states.support & knowledge.state:
            names.setdefault(states.support.bit_length() - 1, name)
    return {name: variable for variable, name in names.items()}


def _implies(one: _Side, other: _Side) -> bool:
    """Whether each state of one is a state of the other by name, and each pair of an agent's relation a pair there."""
    links = [~(states ^ other.names[name]) for name, states in one.names.items()]
    links = [link for link in links if link.value is not True]
    private = other.variables & ~one.variables
    if not _follow(one.manager, one.law, eliminate(one.manager, [*other.law, *links], private)):
        return False
    both = [*one.law, *other.law, *links]
    both += [primed(part, part.support) for part in both]
    return all(_follow(one.manager, [*both, *one.looks(agent)], other.looks(agent)) for agent in one.knowledge.observes)


def _follow(manager: BddManager, given: list[StateSet], parts: Iterable[StateSet]) -> bool:
    """Whether the given parts imply each of the parts; parts among the given ones are skipped."""
    said = {part.key for part in given}
    for part in parts:
        if part.key in said:
            continue
        left = [*given, ~part]
        if conjunction(manager, eliminate(manager, left, support_of(left))).value is not False:
            return False
    return True
