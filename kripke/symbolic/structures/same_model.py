"""Equality of knowledge structures as models: the same states by name, and the same relations between them."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from functools import reduce
from itertools import count
from operator import and_, or_

from kripke.change.renaming import Names, new_agents, new_atoms, require_no_mark
from kripke.data.errors import ModelError
from kripke.sameness.invariance import require_depth
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.elimination import eliminate, satisfiable
from kripke.symbolic.diagrams.nodes import arrays, build
from kripke.symbolic.diagrams.state_set import StateSet, primed
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure, Observation
from kripke.symbolic.structures.memory import meanings, state_sets


def same(one: KnowledgeStructure, other: KnowledgeStructure, nodes: int) -> bool:
    """Whether the structures have the same vocabulary, agents, states, relations and actual states.

    The order of atoms and agents and their coding in bits do not matter. Both structures are copied into one manager
    with the capacity `nodes`, where bits with the same name are the same variable. There, the states and relations of
    each structure must be contained in those of the other.
    """
    if set(one.atoms) != set(other.atoms) or set(one.marks) != set(other.marks):
        return False
    if set(one.observes) != set(other.observes):
        return False
    if set(map(one.name, one.actuals)) != set(map(other.name, other.actuals)):
        return False
    mine, theirs = _side_by_side(one, other, nodes)
    return _implies(mine, theirs) and _implies(theirs, mine)


class _Side:
    """One of two structures to compare, translated to a shared manager."""

    def __init__(self, knowledge: KnowledgeStructure, manager: BddManager, number: dict[int, int]) -> None:
        self.knowledge, self.manager, self.number = knowledge, manager, number
        kept = [states for states in state_sets(knowledge) if states.parity is None]
        functions = list({states.function: None for states in kept})
        self.copies = dict(zip(functions, build(manager, arrays(knowledge.manager, functions), number), strict=True))
        meaning = {number[v]: self.states(states) for v, states in meanings(knowledge).items()}
        self.law = [self.states(part) for part in knowledge.law]
        self.law += [~(StateSet.literal(manager, v) ^ states) for v, states in meaning.items()]
        self.names = {name: self.states(states) for name, states in knowledge.named.items()}
        self.variables = self.mask(_used(knowledge))

    def states(self, states: StateSet) -> StateSet:
        """Return the set as a set over the shared manager's variables."""
        if states.parity is not None:
            return StateSet.of_parity(self.manager, self.mask(states.parity[0]), states.parity[1])
        return StateSet.of(self.manager, self.copies[states.function], self.mask(states.support))

    def mask(self, variables: int) -> int:
        """Return the mask of these variables in the shared manager."""
        return mask_of(self.number[v] for v in members(variables))

    def relation(self, agent: str) -> list[StateSet]:
        """Conditions on pairs of states: at the first state, the agent considers the second possible."""
        observation: Observation = self.knowledge.observes[agent]
        return [StateSet.of_parity(self.manager, 3 << self.number[v], False) for v in members(observation.seen)] + [
            self.states(part) for part in observation.relation
        ]


def _side_by_side(one: KnowledgeStructure, other: KnowledgeStructure, nodes: int) -> tuple[_Side, _Side]:
    """Both structures over one manager, in which bits with the same name are the same variable."""
    places: dict[object, int] = {}
    numbers = []
    for side, knowledge in enumerate((one, other)):
        names = knowledge.bit_names
        top_down = knowledge.manager.bottom_up(_used(knowledge))[::-1]
        pair = {v: places.setdefault(names[v][0] if v in names else (side, v), len(places)) for v in top_down}
        numbers.append({v + primed: 2 * place + primed for v, place in pair.items() for primed in (0, 1)})
    manager = BddManager(len(places), nodes)
    return _Side(one, manager, numbers[0]), _Side(other, manager, numbers[1])


def _used(knowledge: KnowledgeStructure) -> int:
    return knowledge.state | mask_of(meanings(knowledge))


def _implies(one: _Side, other: _Side) -> bool:
    """Whether all states of `one`, and all pairs of its agents' relations, are also in `other`, compared by name."""
    links = [~(states ^ other.names[name]) for name, states in one.names.items()]
    links = [link for link in links if link.value is not True]
    private = other.variables & ~one.variables
    if not _follow(one.manager, one.law, eliminate(one.manager, [*other.law, *links], private)):
        return False
    both = [*one.law, *other.law, *links]
    both += [primed(part, part.support) for part in both]
    return all(_follow(one.manager, [*both, *one.relation(a)], other.relation(a)) for a in one.knowledge.observes)


def _follow(manager: BddManager, given: list[StateSet], parts: Iterable[StateSet]) -> bool:
    said = {part.key for part in given}
    return not any(satisfiable(manager, [*given, ~part]) for part in parts if part.key not in said)


def without(knowledge: KnowledgeStructure, gone: Set[Bits]) -> KnowledgeStructure:
    """The model without these states, which are not actual; `ModelError` if no state is left."""
    left = [~StateSet.of_cube(knowledge.manager, knowledge.state, state) for state in gone]
    after = SymbolicAlgebra(knowledge).restrict(reduce(and_, left, StateSet.constant(knowledge.manager, True)))
    if after.has_no_states:
        which = f"all {len(gone)} states" if len(gone) > 1 else "the only state"
        raise ModelError(f"{which} would go: a model has at least one; keep one")
    return after.knowledge


def generated(knowledge: KnowledgeStructure, states: Sequence[Bits], depth: int | None = None) -> KnowledgeStructure:
    """Return the submodel generated by some states, which become the actual states.

    With `depth`, only the states that are reachable in at most this number of steps stay.
    """
    require_depth(depth)
    algebra = SymbolicAlgebra(knowledge)
    reached = reduce(or_, [StateSet.of_cube(knowledge.manager, knowledge.state, state) for state in states])
    for _ in count() if depth is None else range(depth):
        grown = reduce(or_, [algebra.image(agent, reached) for agent in knowledge.observes], reached)
        if algebra.is_empty(grown & ~reached):
            break
        reached = grown
    return replace(algebra.restrict(reached).knowledge, actuals=tuple(sorted(states)))


def rename(
    knowledge: KnowledgeStructure, atoms: Names | None = None, agents: Names | None = None
) -> KnowledgeStructure:
    """Return the structure with other names of atoms and agents. O(k) for k atoms and agents.

    `UnknownAtom` or `UnknownAgent` if a mapping has a name that the structure does not have; `ModelError` or
    `FormulaError` if two names would become equal, or a new name is invalid.

    `atoms` and `agents`: mappings from old names to new names, or functions of the old name; see `Names`.
    """
    atom = new_atoms(tuple(knowledge.atoms), atoms)
    agent = new_agents(tuple(knowledge.observes), agents)
    require_no_mark(atom.values(), knowledge.marks)
    return replace(
        knowledge,
        atoms={atom[name]: states for name, states in knowledge.atoms.items()},
        observes={agent[name]: observation for name, observation in knowledge.observes.items()},
    )
