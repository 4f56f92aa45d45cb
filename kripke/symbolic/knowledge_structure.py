"""Knowledge structures as data: a vocabulary, a law in parts, and what each agent observes.

Source: van Benthem, van Eijck, Gattinger and Su (2018), definitions 7 (knowledge structure) and 18 (belief structure),
doi:10.1093/logcom/exx038; here an agent may have both, observed bits and a relation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kripke.symbolic.bdd import BddManager
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_sets import members
from logic.formula import Formula

Bits = int
"""A state: the set of the variables that are true in it."""

MODEST = 2_000
"""Two parts of the law become one where the result has at most so many nodes, or no more than they have together."""


class Definitions:
    """Auxiliary variables of a manager: each stands for a set of states, so that an agent can observe that.

    To define a variable changes no model: it has exactly one value in each state. So definitions are only ever added,
    and all models in a manager share them.
    """

    __slots__ = ("_parts", "_variables", "manager", "mask", "meaning")

    def __init__(self, manager: BddManager) -> None:
        self.manager = manager
        self.meaning: dict[int, StateSet] = {}
        self.mask = 0
        self._variables: dict[object, int] = {}
        self._parts: dict[int, StateSet] = {}

    def variable(self, states: StateSet) -> int:
        """A variable whose value says whether the set of states is true: a literal's own, or a defined one."""
        if states.parity is not None and states.support.bit_count() == 1:
            return states.support.bit_length() - 1
        known = self._variables.get(states.key, self._variables.get((~states).key))
        if known is None:
            known = self.manager.extend(1)
            self._variables[states.key] = known
            self.meaning[known] = states
            self.mask |= 1 << known
        elif self.meaning[known].support & ~states.support:
            # two models took different variables into account, the function depends on those in common at most
            meaning = self.meaning[known]
            self.meaning[known] = StateSet.of(self.manager, meaning.function, meaning.support & states.support)
            self._parts.pop(known, None)
        return known

    def adopt(self, meaning: Mapping[int, StateSet]) -> None:
        """Take these auxiliary variables over, which the manager has already."""
        for variable, states in meaning.items():
            self._variables[states.key] = variable
            self.meaning[variable] = states
            self._parts.pop(variable, None)
            self.mask |= 1 << variable

    def part(self, variable: int) -> StateSet:
        """That the variable has the value of what it stands for; its diagram is made once."""
        known = self._parts.get(variable)
        if known is None:
            known = self._parts[variable] = ~(StateSet.literal(self.manager, variable) ^ self.meaning[variable])
        return known

    def needed(self, support: int) -> int:
        """The auxiliary variables among these, and those that their definitions speak of."""
        found, new = 0, support & self.mask
        while new:
            found |= new
            below = 0
            for variable in members(new):
                below |= self.meaning[variable].support
            new = below & self.mask & ~found
        return found


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent goes by: she looks at the states that agree on what she sees, and that stand in her relation.

    Parameters
    ----------
    seen : int
        The set of variables whose values she sees.
    relation : tuple of StateSet
        Constraints between the state, as unprimed variables, and what she looks at, as their primed partners; with none
        she looks at all states that agree on `seen`, which is an equivalence.
    """

    seen: int
    relation: tuple[StateSet, ...] = ()


@dataclass(frozen=True)
class KnowledgeStructure:
    """A knowledge structure.

    Parameters
    ----------
    manager : BddManager
        Where its diagrams are.
    definitions : Definitions
        The auxiliary variables of that manager.
    atoms : mapping of str to StateSet
        The vocabulary, and where each atom is true; a literal, unless the atom is a value of a variable in binary, or
        was changed by an update.
    marks : mapping of str to int
        Bits that updates have left behind the atoms, by the names under which states show them.
    state : int
        The set of variables that make a state.
    law : tuple of StateSet
        The states are the assignments to `state` that satisfy all these.
    observes : mapping of str to Observation
        The agents.
    actual : int, optional
        The actual state: the set of its true variables.
    """

    manager: BddManager
    definitions: Definitions
    atoms: Mapping[str, StateSet]
    marks: Mapping[str, int]
    state: int
    law: tuple[StateSet, ...]
    observes: Mapping[str, Observation]
    actual: Bits | None = None

    @cached_property
    def mark_sets(self) -> tuple[tuple[str, StateSet], ...]:
        """The marks, and where each is true."""
        return tuple([(mark, StateSet.literal(self.manager, v)) for mark, v in self.marks.items()])

    @cached_property
    def extensions(self) -> dict[Formula, StateSet]:
        """The extensions of the modal formulas that were asked for, as long as they are few."""
        return {}

    @property
    def names(self) -> Collection[str]:
        """What a state is named by: atoms, and marks."""
        return {**self.atoms, **self.marks} if self.marks else self.atoms

    def under(self, law: tuple[StateSet, ...]) -> KnowledgeStructure:
        """The same with another law; announcements make one each, and this is twice as fast as `replace`."""
        return KnowledgeStructure(
            self.manager, self.definitions, self.atoms, self.marks, self.state, law, self.observes, self.actual
        )

    def true(self, states: StateSet, state: Bits) -> bool:
        """Whether the set of states holds at a state. O(k) for k variables that it and its definitions depend on.

        Parameters
        ----------
        states : StateSet
            A set of states.
        state : int
            The state: the set of its true variables.
        """
        full = self.completed(state, states.support)
        if states.parity is not None:
            return ((full & states.support).bit_count() & 1 == 1) is states.parity[1]
        return states.function.holds(states.support, full)

    def completed(self, state: Bits, support: int) -> Bits:
        """The state with the values of the auxiliary variables in `support`.

        Parameters
        ----------
        state : int
            The state: the set of its true variables.
        support : int
            The set of variables whose values are needed.
        """
        meaning = self.definitions.meaning
        for variable in members(self.definitions.needed(support)):
            states = meaning[variable]
            if states.parity is not None:
                value = ((state & states.support).bit_count() & 1 == 1) is states.parity[1]
            else:
                value = states.function.holds(states.support, state)
            state = state | 1 << variable if value else state & ~(1 << variable)
        return state

    def lawful(self, state: Bits) -> bool:
        """Whether the state satisfies the law."""
        return all(self.true(part, state) for part in self.law)

    @cached_property
    def public_variables(self) -> Mapping[str, tuple[str, ...]]:
        """For each variable such as ``die1`` the atoms that give it a value."""
        found: dict[str, list[str]] = {}
        for atom in self.atoms:
            name, equals, _ = atom.partition("=")
            if equals:
                found.setdefault(name, []).append(atom)
        return {name: tuple(atoms) for name, atoms in found.items()}


def in_parts(state_sets: Iterable[StateSet], given: tuple[StateSet, ...] = ()) -> tuple[StateSet, ...]:
    """The conjunction of the set of statess and of the parts given, in parts as large as they can be without growing.

    Parities of several variables stay apart. A part joins another with which it shares variables and makes something
    modest, or something that has no more nodes than both, and what they make may join a third; so a law of small
    clauses becomes one diagram where that is small, and never one that explodes.

    Parameters
    ----------
    state_sets : iterable of StateSet
        The new conjuncts.
    given : tuple of StateSet
        Parts that there are already.
    """
    parts = list(given)
    for states in state_sets:
        _join(parts, states)
    return tuple(parts)


def _join(parts: list[StateSet], states: StateSet) -> None:
    if states.value is True:
        return
    while _joinable(states):
        for place, part in enumerate(parts):
            both = _joined(part, states) if _joinable(part) else None
            if both is not None:
                states = both
                del parts[place]
                break
        else:
            break
    parts.append(states)


def _joinable(part: StateSet) -> bool:
    return part.parity is None or part.support.bit_count() <= 1


def _joined(one: StateSet, other: StateSet) -> StateSet | None:
    """The conjunction if it has no more nodes than both, or shares variables and is modest.

    Without shared variables it has more nodes only where the one's lie between the other's.
    """
    limit = one.size + other.size
    if not one.support & other.support:
        both = one & other if limit <= MODEST else None
    else:
        both, limit = one & other, max(limit, MODEST)
    return both if both is not None and both.size <= limit else None
