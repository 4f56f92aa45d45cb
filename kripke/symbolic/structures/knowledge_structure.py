"""Knowledge structures as data: a vocabulary, a state law in parts, and what each agent observes.

Source: van Benthem, van Eijck, Gattinger and Su (2018), definitions 7 (knowledge structure) and 18 (belief structure),
doi:10.1093/logcom/exx038. Here an agent may have both observed bits and a relation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from kripke.symbolic.diagrams.variable_order import members
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.symbolic.deals.dealing import Dealt
    from kripke.symbolic.structures.transitions import Transitions

Bits = int  # a state, as the set of its true variables

MODEST = 2_000
"""Two parts of the state law with common variables are joined if the result has at most this number of nodes."""

LARGE = 500  # number of nodes of a law above which formulas are decided faster at single states than by quantification

INSIDE, APART = 210, 20
"""Largest ratio of m * n to m + n for which two parts of m and n nodes are joined if they share few variables.

The conjunction of two parts can have m * n nodes. `INSIDE` is the limit if one part shares less than half of its
variables, `APART` if both do. This limit does not apply if all variables of one part precede those of the other: then
the conjunction has m + n nodes. Parts that share no variable are only joined up to `MODEST` nodes. Measured ratios: 220
for a deal of 52 cards and the condition on a hand, whose conjunction is too large; 206 for the same parts after the
hand is announced, when the conjunction is small; 91 for two parts of 23 and 41 bits that share no bit. In the dialogue
of Sum and Product, diagrams of 123 and 73,500 nodes have a conjunction with fewer nodes.
"""

FEW_BITS = 6  # largest number of variables of a short condition

WASTE = 2**21  # total number of nodes of discarded results after which no more parts of a law are joined


class Definitions:
    """Auxiliary variables, each true exactly in the states of one set; agents can then observe the set.

    A new definition does not change a model, since its variable has one value in each state. Definitions are only
    added, and all models of a manager share them.

    `meaning`: maps the auxiliary variables to their sets. `mask`: the set of the auxiliary variables.
    """

    __slots__ = ("_parts", "_variables", "manager", "mask", "meaning")

    def __init__(self, manager: BddManager) -> None:
        self.manager = manager
        self.meaning: dict[int, StateSet] = {}
        self.mask = 0
        self._variables: dict[object, int] = {}
        self._parts: dict[int, StateSet] = {}

    def variable(self, states: StateSet) -> int:
        """Return a variable that is true exactly in this set of states or in its complement; define one if needed."""
        if states.parity is not None and states.support.bit_count() == 1:
            return states.support.bit_length() - 1
        known = self._variables.get(states.key, self._variables.get((~states).key))
        if known is None:
            known = self.manager.extend(1)
            self._variables[states.key] = known
            self.meaning[known] = states
            self.mask |= 1 << known
        elif self.meaning[known].support & ~states.support:
            # the function depends only on variables that both supports contain
            meaning = self.meaning[known]
            self.meaning[known] = StateSet.of(self.manager, meaning.function, meaning.support & states.support)
            self._parts.pop(known, None)
        return known

    def literal(self, states: StateSet) -> StateSet:
        """Return the set as a literal of its variable; conditions that use the literal stay small."""
        variable = self.variable(states)
        if states.support == 1 << variable:  # already a literal, perhaps of an auxiliary variable
            return states
        literal = StateSet.literal(self.manager, variable)
        return literal if self.meaning[variable].key == states.key else ~literal

    def adopt(self, meaning: Mapping[int, StateSet]) -> None:
        """Add auxiliary variables that already exist in the manager."""
        for variable, states in meaning.items():
            self._variables[states.key] = variable
            self.meaning[variable] = states
            self._parts.pop(variable, None)
            self.mask |= 1 << variable

    def part(self, variable: int) -> StateSet:
        """The condition that the variable has the value of its definition; cached."""
        known = self._parts.get(variable)
        if known is None:
            known = self._parts[variable] = ~(StateSet.literal(self.manager, variable) ^ self.meaning[variable])
        return known

    def parts(self, support: int) -> list[StateSet]:
        """The definitions, as conditions, of the auxiliary variables in `needed(support)`."""
        return [self.part(variable) for variable in members(self.needed(support))] if self.mask else []

    def needed(self, support: int) -> int:
        """The auxiliary variables in `support` and, transitively, in their definitions."""
        needed, new = 0, support & self.mask
        while new:
            needed |= new
            new = support_of([self.meaning[variable] for variable in members(new)]) & self.mask & ~needed
        return needed


class Observation(NamedTuple):
    """The accessibility relation of an agent: equal values of the seen variables, and further conditions.

    `seen`: the set of variables whose values the agent sees.
    `relation`: conditions on a state, in unprimed variables, and on a state that the agent considers possible, in
        primed ones. Without conditions, the relation is the equivalence of states that agree on `seen`.
    """

    seen: int
    relation: tuple[StateSet, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)  # less code is compiled at each start
class KnowledgeStructure:
    """A knowledge structure: a vocabulary, a state law, observations, and optionally actual states and time.

    `manager`: the manager of the diagrams.
    `definitions`: the auxiliary variables, which are not bits of the state.
    `atoms`: maps each atom to the states where it is true: a literal, unless the atom is a value of a variable in
        binary encoding, or an update has changed the atom.
    `marks`: maps names to bits of the state that are not atoms, such as bits added by updates, and former atoms.
    `state`: the set of the variables whose values make up a state.
    `law`: the parts of the law; the states are the assignments to `state` that satisfy all of them.
    `observes`: maps each agent to the observation that gives the accessibility relation.
    `actuals`: the actual states in ascending order, each as the set of its true variables.
    `deal`: the law in another form, as a deal of cards with further conditions; None if it is not a deal.
    `time`: the transitions between states; None if there are none.
    `labels`: names of bits that are neither atoms nor marks, as in the file from which they were read.
    """

    manager: BddManager
    definitions: Definitions
    atoms: Mapping[str, StateSet]
    marks: Mapping[str, int]
    state: int
    law: tuple[StateSet, ...]
    observes: Mapping[str, Observation]
    actuals: tuple[Bits, ...] = ()
    deal: Dealt | None = None
    time: Transitions | None = None
    labels: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def named(self) -> dict[str, StateSet]:
        """A mapping from each name in `atoms` and `marks` to the states where it is true."""
        return {**self.atoms, **{mark: StateSet.literal(self.manager, v) for mark, v in self.marks.items()}}

    @cached_property
    def bit_names(self) -> dict[int, list[str]]:
        """A mapping from each named bit of the state, as a variable, to its names in `atoms` and `marks`."""
        names: dict[int, list[str]] = {}
        for name, states in self.named.items():
            if states.is_bit and states.support & self.state:
                names.setdefault(states.support.bit_length() - 1, []).append(name)
        return names

    @cached_property
    def _other_names(self) -> list[tuple[str, StateSet]]:
        """The names in `named` that are not bits of the state, with the states where they are true."""
        bits = {name for names in self.bit_names.values() for name in names}
        return [(name, states) for name, states in self.named.items() if name not in bits and states.value is not False]

    def name(self, state: Bits) -> frozenset[str]:
        """The name of a state: its true atoms, and the names in `marks` whose bits are true.

        O(t + a) for t true bits and a atoms that are not bits.
        """
        bits = self.bit_names
        true = [name for variable in members(state) for name in bits.get(variable, ())]
        return frozenset(true + [name for name, states in self._other_names if self.true(states, state)])

    @cached_property
    def extensions(self) -> dict[Formula, StateSet]:
        """A cache of the extensions of formulas; see `kripke.symbolic.questions.evaluation`."""
        return {}

    @property
    def names(self) -> Collection[str]:
        """The names in `atoms` and `marks`; a state is named by the set of those that are true there."""
        return {**self.atoms, **self.marks} if self.marks else self.atoms

    def under(self, law: tuple[StateSet, ...], deal: Dealt | None = None) -> KnowledgeStructure:
        """Return a copy with another state law and without time.

        This is twice as fast as `replace`; announcements often call it.
        """
        shared = (self.manager, self.definitions, self.atoms, self.marks, self.state)
        return KnowledgeStructure(*shared, law, self.observes, self.actuals, deal, labels=self.labels)

    def told(self, state_sets: Sequence[StateSet]) -> KnowledgeStructure:
        """The structure whose state law also requires states to be in these sets."""
        law = in_parts(state_sets, self.law, () if self.deal is None else self.deal.apart)
        return self.under(law, None if self.deal is None else self.deal.told(state_sets))

    def true(self, states: StateSet, state: Bits) -> bool:
        """Whether the set contains a state. O(k) for k variables in the set and in its definitions."""
        return states.contains(self.completed(state, states.support))

    def completed(self, state: Bits, support: int) -> Bits:
        """The state, with values for the auxiliary variables in `support`."""
        for variable in members(self.definitions.needed(support)):
            value = self.definitions.meaning[variable].contains(state)
            state = state | 1 << variable if value else state & ~(1 << variable)
        return state

    @cached_property
    def answers(self) -> dict[Formula, dict[Bits, bool]]:
        """A cache of the truth values of modal formulas at a few states; see `kripke.symbolic.questions.pointed`."""
        return {}

    @cached_property
    def is_large(self) -> bool:
        """Whether the law is so large that modal formulas are decided at single states, not by their extensions."""
        return sum([part.size for part in self.law]) > LARGE

    @cached_property
    def dealt(self) -> Dealt | None:
        """The state law as a deal of cards; None if it is small, is not a deal or uses auxiliary variables."""
        if self.deal is None or not self.is_large or self.definitions.needed(support_of((*self.law, *self.deal.rest))):
            return None
        key = ("dealt", *[(part.key, part.support) for part in self.law])
        return self.manager.results.get(key, self.deal.simplified)

    def lawful(self, state: Bits) -> bool:
        """Whether the state satisfies the state law."""
        return all(self.true(part, state) for part in self.law)

    @cached_property
    def public_variables(self) -> Mapping[str, tuple[str, ...]]:
        """A mapping from the name of each variable, such as ``die1``, to the atoms that give it a value."""
        atoms_of: dict[str, list[str]] = {}
        for atom in self.atoms:
            name, equals, _ = atom.partition("=")
            if equals:
                atoms_of.setdefault(name, []).append(atom)
        return {name: tuple(atoms) for name, atoms in atoms_of.items()}


def in_parts(
    state_sets: Iterable[StateSet], given: tuple[StateSet, ...] = (), apart: Sequence[StateSet] = ()
) -> tuple[StateSet, ...]:
    """Return the conjunction of the sets and the given parts, as a few parts with small diagrams.

    Parities of several variables stay apart. Two parts are joined if the result has no more nodes than both together,
    or if they share variables and the result has at most `MODEST` nodes; the result may be joined again. So a law of
    short conditions becomes one diagram if that is small. Joining only saves later work, so it ends when the discarded
    results have `WASTE` nodes in total. Sets are joined in the given order, since an author lists related conditions
    together. Among successive conditions on at most `FEW_BITS` variables, those on the last variables come first, so
    each further one only changes the top of the diagram.

    `apart`: parts that are not joined, such as the sizes of the hands in a deal.
    """
    parts = list(given)
    wasted = 0
    alone = frozenset(apart)
    sizes: dict[StateSet, int] = {}  # counting nodes may take longer than the conjunction

    def is_short(states: StateSet) -> bool:
        return states.parity is None and states.support.bit_count() <= FEW_BITS and states not in alone

    for short, run in groupby(state_sets, is_short):
        if short:
            clauses: dict[int, StateSet] = {}
            for states in run:
                key = states.support
                clauses[key] = clauses[key] & states if key in clauses else states
            run = iter(sorted(clauses.values(), key=lambda states: states.support & -states.support, reverse=True))
        for states in run:
            if states.value is not True:
                wasted += _join(parts, states, WASTE - wasted, alone, sizes)
    return tuple(parts)


def _join(
    parts: list[StateSet], states: StateSet, most: int, apart: frozenset[StateSet], sizes: dict[StateSet, int]
) -> int:
    """Add a set to `parts`, and join it with other parts while the results stay small.

    Return the number of nodes of the discarded results.
    """

    def size(part: StateSet) -> int:
        if part not in sizes:
            sizes[part] = part.size
        return sizes[part]

    wasted = place = 0
    while place < len(parts) and wasted < most and _joinable(states, apart):
        part = parts[place]
        both = _conjoined(part, states, (size(part), size(states))) if _joinable(part, apart) else None
        few = MODEST if part.support & states.support else 0
        larger = 0 if both is None else both.size
        if both is not None and larger <= max(few, size(part) + size(states)):
            del parts[place]
            for joined in {part, states}:  # equal if the law has this part already; a key keeps its diagram alive
                del sizes[joined]
            states, sizes[both], place = both, larger, 0
        else:
            wasted += larger
            place += 1
    parts.append(states)
    return wasted


def _joinable(part: StateSet, apart: frozenset[StateSet]) -> bool:
    return (part.parity is None or part.support.bit_count() <= 1) and part not in apart


def _conjoined(one: StateSet, other: StateSet, sizes: tuple[int, int]) -> StateSet | None:
    """The conjunction of two sets; None, without computing it, if it is unlikely to be small."""
    counts = one.support.bit_count(), other.support.bit_count()
    shared = (one.support & other.support).bit_count()
    if 2 * shared < max(counts):
        nodes, pairs = sum(sizes), sizes[0] * sizes[1]
        first, second = sorted((one.support, other.support))
        apart = first.bit_length() <= (second & -second).bit_length() - 1
        most = APART if 2 * shared < min(counts) else INSIDE
        if (pairs > most * nodes and not apart) or (not shared and nodes > MODEST):
            return None
    return one & other
