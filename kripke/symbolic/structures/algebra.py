"""The set algebra over decision diagrams: sets of states are `StateSet` objects, modalities quantify over the law."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from kripke.checking.algebra import NONE, Past, SetAlgebra
from kripke.data.errors import UnsupportedByEngine
from kripke.data.lazy import Lazy
from kripke.symbolic.diagrams.elimination import project, satisfiable
from kripke.symbolic.diagrams.state_set import (
    Neighbours,
    StateSet,
    converse,
    linked,
    odd,
    primed,
    support_of,
    unprime,
    unprimed,
)
from kripke.symbolic.diagrams.variable_order import members
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure, Observation
from logic.errors import by_face

if TYPE_CHECKING:
    from kripke.symbolic.diagrams import shares
else:
    shares = Lazy("kripke.symbolic.diagrams.shares")  # for degrees of belief
deal_questions = Lazy("kripke.symbolic.deals.deal_questions")  # most laws deal no cards


class Product(NamedTuple):
    """The model after an update with an event model; `back` returns preimages of sets of states.

    `knowledge`: the model after the update.
    `happened`: the conditions that a designated event has happened, and that its precondition was true.
    `fresh`: the bits that the update has added.
    """

    knowledge: KnowledgeStructure
    happened: tuple[StateSet, ...]
    fresh: int

    def back(self, target: StateSet) -> StateSet:
        """The states from which a designated event leads into `target`: the new bits are quantified away."""
        definitions = self.knowledge.definitions
        parts, gone = [target, *self.happened], self.fresh
        for variable in members(definitions.needed(support_of(parts))) if gone else ():
            if definitions.meaning[variable].support & gone:  # a definition contains earlier ones only
                gone |= 1 << variable
                parts.append(definitions.part(variable))
        return project(self.knowledge.manager, parts, gone)


SymbolicAction = Callable[[KnowledgeStructure], Product]
"""A named action as formulas use it: a function from a model to the result."""

SymbolicPast = Past[SymbolicAction, Product]


class Key:
    """A key that identifies a model during an evaluation; its hash is computed once."""

    __slots__ = ("hash", "parts")

    def __init__(self, *parts: Hashable) -> None:
        self.parts, self.hash = parts, hash(parts)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Key) and self.hash == other.hash and self.parts == other.parts)


LARGE = 512
"""Number of nodes below which two sets are united without first testing whether this adds a state.

The test takes longer than a small union. The diagrams of 60 muddy children have about 100 nodes, those of a hand of 13
of 52 cards 700 (measured).
"""


class SymbolicAlgebra(SetAlgebra[StateSet]):
    """A knowledge structure after announcements, as a set algebra.

    Sets are functions of all assignments; their values at assignments that violate the law do not matter. So `domain`
    is the constant true, and `restrict` only adds to the law.

    `knowledge`: the structure after the announcements.
    `past`: the named actions, and data about those that led to this model.
    `contexts`: cache of the models after actions, by the action and the key of the model before it.
    """

    __slots__ = ("_contexts", "_key", "_observation_key", "agents", "atoms", "domain", "knowledge", "past")

    def __init__(
        self,
        knowledge: KnowledgeStructure,
        past: SymbolicPast = NONE,
        contexts: dict[Hashable, SymbolicAlgebra] | None = None,
    ) -> None:
        self.knowledge, self.past = knowledge, past
        self.agents, self.atoms = knowledge.observes, knowledge.atoms
        self._contexts = {} if contexts is None else contexts
        self.domain = StateSet.constant(knowledge.manager, True)
        self._key: Key | None = None
        self._observation_key: Key | None = None

    @property
    def key(self) -> Hashable:
        """A hashable key: the state law, the observations, and the actions that led to this model."""
        if self._key is None:
            law = tuple([part.key for part in self.knowledge.law])
            self._key = Key(law, self.observation_key, self.past.key)
        return self._key

    @property
    def observation_key(self) -> Key:
        """The key of the agents' observations and relations; unchanged when only the state law changes."""
        if self._observation_key is None:
            observes = self.knowledge.observes.items()
            self._observation_key = Key(*[(agent, o.seen, *[part.key for part in o.relation]) for agent, o in observes])
        return self._observation_key

    def atom(self, name: str) -> StateSet:
        return self.knowledge.atoms[name]

    def values(self, variable: str) -> list[StateSet]:
        return [self.knowledge.atoms[atom] for atom in self.knowledge.public_variables[variable]]

    def preimage(self, agent: str, target: StateSet) -> StateSet:
        return self._preimage(self.knowledge.observes[agent], target)

    def image(self, agent: str, source: StateSet) -> StateSet:
        observation = self.knowledge.observes[agent]
        seen = observation.seen
        turned = tuple([converse(unprimed(part, seen), seen) for part in observation.relation])
        return self._preimage(observation._replace(relation=turned), source)

    def knows_whether(self, agent: str, target: StateSet) -> StateSet:
        observation = self.knowledge.observes[agent]
        if not observation.relation and target.parity is not None and target.support.bit_count() == 1:
            return ~self._torn(observation, target)
        return ~(self._preimage(observation, target) & self._preimage(observation, ~target))

    def reaches(self, group: Iterable[str], target: StateSet) -> StateSet:
        """The states from which one or more steps of the group's agents lead to `target`: a least fixed point."""
        agents = list(group)
        reached = ~self.domain
        if self.is_empty(target):
            return reached
        frontier = target
        while True:
            grown = self.grown(agents, frontier, reached)
            if grown is reached:
                return reached
            if self.is_empty(~grown):
                return self.domain
            reached, frontier = grown, grown

    def preimages(self, group: Iterable[str], target: StateSet) -> StateSet:
        return self.grown(group, target, ~self.domain, LARGE)

    def grown(self, group: Iterable[str], target: StateSet, reached: StateSet, small: int = 0) -> StateSet:
        """The union of `reached` and the states where some agent of the group considers a state of `target` possible.

        An agent's set is left out if it adds no state: it could still add assignments that violate the law, and the
        diagram would grow. This is not tested if the two sets have fewer than `small` nodes together. With `small` = 0,
        the result is `reached` itself if no set adds a state.
        """
        for agent in group:
            more = self.preimage(agent, target)
            if (small and reached.size + more.size < small) or not self.is_empty(more & ~reached):
                reached = reached | more
        return reached

    def jointly_possible(self, group: Iterable[str], target: StateSet) -> StateSet:
        return self._preimage(self.joint(group), target)

    def degree_at_least(self, agent: str, degree: Fraction, target: StateSet) -> StateSet:
        observation = self.knowledge.observes[agent]
        if not degree:
            return self.domain
        if observation.relation:
            parts = self._along(observation, target)
            there = parts.pop(len(observation.relation))
            enough = shares.at_least(self.knowledge.manager, parts, there, _primed([*parts, there]), degree)
            return enough & self._preimage(observation, self.domain)
        hidden = target.support & ~observation.seen
        if not hidden:
            return target
        parts, variables = self.concerned(observation.seen, hidden, target.support)
        return shares.at_least(self.knowledge.manager, parts, target, variables, degree)

    def keeps(self, before: SetAlgebra[StateSet]) -> bool:
        """Whether the extensions of atoms are the same as in `before`, since no action has changed them."""
        return isinstance(before, SymbolicAlgebra) and self.knowledge.atoms is before.knowledge.atoms

    def restrict(self, target: StateSet) -> SymbolicAlgebra:
        after = SymbolicAlgebra(self.knowledge.told([target]), self.past, self._contexts)
        after._observation_key = self._observation_key
        return after

    def split(self, group: Iterable[str], target: StateSet) -> dict[str, Observation]:
        """The group's observations, which now include whether a state is in `target`; empty if `target` is constant."""
        if target.value is not None:
            return {}
        bit, observes = 1 << self.knowledge.definitions.variable(target), self.knowledge.observes
        return {agent: Observation(observes[agent].seen | bit, observes[agent].relation) for agent in group}

    def joint(self, group: Iterable[str]) -> Observation:
        observations = [self.knowledge.observes[agent] for agent in group]
        parts = {part.key: part for o in observations for part in o.relation}
        return Observation(reduce(or_, [o.seen for o in observations], 0), tuple(parts.values()))

    def related(self, relations: Mapping[str, Observation]) -> SymbolicAlgebra:
        observes = self.knowledge.observes
        if all(observes[agent] is observation for agent, observation in relations.items()):
            return self
        return self._with(replace(self.knowledge, observes={**observes, **relations}))

    def _with(self, knowledge: KnowledgeStructure) -> SymbolicAlgebra:
        return SymbolicAlgebra(knowledge, self.past, self._contexts)

    def upgraded(self, target: StateSet, best_only: bool, group: Iterable[str] | None = None) -> SymbolicAlgebra:
        """Raise `UnsupportedByEngine`: an upgrade changes ranks."""
        listed = "s.to_explicit()" if self.knowledge.time is None else "System(..., symbolic=False)"
        raise UnsupportedByEngine(
            "an upgrade in a formula gives agents ranks, which a symbolic model does not support; ask a model with "
            f"listed worlds{by_face(f': {listed}')}"
        )

    @property
    def fair(self) -> tuple[StateSet, ...] | None:
        return None if self.knowledge.time is None else self.knowledge.time.fair

    def preceding(self, target: StateSet) -> StateSet:
        assert self.knowledge.time is not None
        return self.knowledge.time.before(self._lawful(target))

    def until(self, stay: StateSet, target: StateSet) -> StateSet:
        extension = new = self._lawful(target)
        stay = self._lawful(stay)
        while (new := self.preceding(new) & stay & ~extension).value is not False:
            extension = extension | new
        return extension

    def _lawful(self, target: StateSet) -> StateSet:
        """The set restricted to states of the model."""
        return reduce(and_, self.knowledge.law, target)

    def act(self, action: str) -> SymbolicAlgebra:
        contexts, key = self._contexts, (action, self.key)
        if key not in contexts:
            after = self.past.actions[action](self.knowledge)
            past = Past(self.past.actions, len(contexts) + 1, after)  # a number is compared faster than its context
            contexts[key] = SymbolicAlgebra(after.knowledge, past, contexts)
        return contexts[key]

    def back(self, target: StateSet) -> StateSet:
        assert self.past.origin is not None
        return self.past.origin.back(target)

    def is_empty(self, target: StateSet) -> bool:
        manager = self.knowledge.manager
        parts, variables = self.concerned(0, target.support, target.support)
        return project(manager, [*parts, target], variables).value is False

    @property
    def has_no_states(self) -> bool:
        """Whether no assignment satisfies the state law, as after the announcement of a contradiction."""
        parts = [*self.knowledge.law, *self._definitions(0)]
        return not satisfiable(self.knowledge.manager, parts)

    def _preimage(self, observation: Observation, target: StateSet) -> StateSet:
        """The states from which an observer considers some state of `target` possible."""
        manager = self.knowledge.manager
        if observation.relation:
            parts = self._along(observation, target)
            return project(manager, parts, _primed(parts))
        hidden = target.support & ~observation.seen
        if not hidden:
            return target
        law, definitions = self.knowledge.dealt, self.knowledge.definitions
        if law is not None and not definitions.needed(observation.seen | target.support):
            preimage: StateSet | None = deal_questions.preimage(law, observation.seen, target)
            if preimage is not None:
                return preimage
        parts, variables = self.concerned(observation.seen, hidden, target.support)
        return project(manager, [*parts, target], variables)

    def _torn(self, observation: Observation, literal: StateSet) -> StateSet:
        """The states at which an observer considers both values of a bit possible; one quantification computes them."""
        bit, law = literal.support, self.knowledge.law
        if not bit & ~observation.seen:
            return ~self.domain
        if len(law) == 1 and law[0].support & ~observation.seen == bit and not self.knowledge.definitions.mask:
            (base,) = law  # nothing is quantified away
        else:
            parts, variables = self.concerned(observation.seen, bit, bit)
            base = project(self.knowledge.manager, parts, variables & ~bit)
        return Neighbours.across(base, bit)

    def concerned(self, seen: int, hidden: int, support: int) -> tuple[list[StateSet], int]:
        """The parts of the law that constrain `hidden` variables, even indirectly, and the variables to eliminate.

        A part is chosen if it contains a variable of `hidden`, or shares a variable that is not in `seen` with a chosen
        part. The variables to eliminate are those of `hidden`, and those of the chosen parts that are not in `seen`.
        The definitions of the auxiliary variables (see `Definitions`) in `seen`, `support` and the law count as parts
        of the law.
        """
        waiting = [*self.knowledge.law, *self._definitions(seen | support)]
        if len(waiting) == 1:
            (only,) = waiting
            return (waiting, (hidden | only.support) & ~seen) if only.support & hidden else ([], hidden)
        chosen, _ = linked(waiting, hidden, ~seen)
        return chosen, (hidden | support_of(chosen)) & ~seen

    def _definitions(self, support: int) -> list[StateSet]:
        """The definitions of the auxiliary variables in `support`, and in the state law."""
        definitions = self.knowledge.definitions
        return definitions.parts(support | support_of(self.knowledge.law)) if definitions.mask else []

    def _along(self, observation: Observation, target: StateSet) -> list[StateSet]:
        """The conditions on two states: the second is in `target`, and possible for an observer at the first.

        The second state has primed variables. Variables that the observer sees are equal in both, and have no prime.
        """
        seen = observation.seen
        parts = [unprimed(part, seen) for part in observation.relation]
        used = seen | target.support | unprime(support_of(parts))
        there = [primed(part, ~seen) for part in (*self.knowledge.law, *self._definitions(used))]
        along = [*parts, primed(target, ~seen)]
        return along + linked(there, _primed(along), _primed(there))[0]


def _primed(parts: Iterable[StateSet]) -> int:
    """The mask of the primed variables that occur in the parts."""
    support = support_of(parts)
    return support & odd(support.bit_length())
