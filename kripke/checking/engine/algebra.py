"""Common code of the explicit engines: set algebras of structures, and the agents' orderings of worlds.

A class is a set of worlds that an agent considers possible together. The worlds of a class that the agent believes
possible are, for an agent with weights, those whose weights reach the threshold, or the heaviest ones if no weight
does; for an agent with ranks, the most plausible ones. Without weights and ranks, belief is knowledge.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias

from kripke.checking.algebra import NONE, Past, Set, SetAlgebra
from kripke.data.errors import ModelError
from kripke.data.lazy import np
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Product, Structure
from kripke.data.worlds import SMALL, composed
from logic.errors import by_face
from logic.formula import NAMELESS, Formula

if TYPE_CHECKING:
    import numpy.typing as npt


class Occurrence(Protocol):
    """Protocol of an action that formulas can name."""

    def __call__(self, structure: Structure, /) -> Product:
        """Apply the action to a structure without an actual world."""

    @property
    def needs(self) -> Sequence[tuple[str, Formula]]:
        """The designated events of the action, each with its precondition."""


ExplicitPast = Past[Occurrence, Product]


class ExplicitAlgebra(SetAlgebra[Set]):
    """Base class of the set algebras of structures, possibly after announcements.

    Relations may contain worlds outside the domain.
    """

    __slots__ = ("_memo", "agents", "atoms", "domain", "past", "structure")

    agents: Mapping[str, Any]
    atoms: Mapping[str, Any]

    def __init__(
        self,
        structure: Structure,
        domain: Set | None = None,
        agents: Mapping[str, Any] | None = None,
        past: ExplicitPast = NONE,
    ) -> None:
        self.structure, self.past = structure, past
        self.domain = self.whole(structure) if domain is None else domain
        self.agents = structure.relations if agents is None else agents
        self.atoms = structure.valuation
        self._memo: dict[Hashable, Any] = {}

    @staticmethod
    def whole(structure: Structure) -> Any:
        """The set of all worlds of the structure, as this algebra represents sets."""
        raise NotImplementedError

    def world_set(self, target: Set) -> WorldSet:
        """Convert a set of this algebra to a `WorldSet`."""
        raise NotImplementedError

    def engine_set(self, where: WorldSet) -> Set:
        """Convert a `WorldSet` to a set of this algebra."""
        raise NotImplementedError

    def relation(self, agent: str) -> Relation:
        """The agent's current relation; it may contain worlds outside the domain."""
        return self.agents[agent]  # type: ignore[no-any-return]

    @property
    def changed(self) -> list[str]:
        """The agents whose relations differ from those of the structure, such as after announcements to groups."""
        before = self.structure.relations
        return [] if self.agents is before else [a for a in before if self.agents[a] is not before[a]]

    def values(self, variable: str) -> list[Set]:
        return [self.atom(atom) for atom in self.structure.values(variable).values()]

    def is_plain(self, agent: str) -> bool:
        return is_plain(self.structure, agent)

    def restrict(self, target: Set) -> Self:
        return type(self)(self.structure, target, self.agents, self.past)

    def related(self, relations: Mapping[str, Any]) -> Self:
        return type(self)(self.structure, self.domain, {**self.agents, **relations}, self.past)

    def believing(self, group: Iterable[str]) -> Self:
        agents = "believing", *group
        if agents not in self._memo:
            beliefs = {agent: self.belief(agent) for agent in agents[1:] if not self.is_plain(agent)}
            self._memo[agents] = self.related(beliefs) if beliefs else self
        return self._memo[agents]  # type: ignore[no-any-return]

    @property
    def fair(self) -> list[Set] | None:
        time = self.structure.time
        return None if time is None else [self.engine_set(where) for where in time.fair]

    def was(self, node: Formula) -> Set | None:
        time = self.structure.time
        where = None if time is None else time.past.get(node)
        return None if where is None else self.engine_set(where)

    @property
    def _along(self) -> Self:
        """A copy of the model in which the agent `NAMELESS` has the temporal successor relation."""
        if "time" not in self._memo:
            self._memo["time"] = self.related({NAMELESS: self.structure.timed.next})
        return self._memo["time"]  # type: ignore[no-any-return]

    def preceding(self, target: Set) -> Set:
        return self._along.preimage(NAMELESS, target)

    def until(self, stay: Set, target: Set) -> Set:
        return target | stay & self._along.restrict(stay | target).reaches((NAMELESS,), target)

    def belief(self, agent: str) -> Relation:
        """The belief relation of an agent with weights or ranks."""
        raise NotImplementedError

    def rising(self, agent: str, target: Set) -> Set:
        """The worlds of `target` that are as plausible for the agent as the best worlds of `target` that they see."""
        raise NotImplementedError

    def upgraded(self, target: Set, best_only: bool, group: Iterable[str] | None = None) -> Self:
        """The model after an upgrade in which `target`, or only its best worlds, become the most plausible worlds.

        The best worlds are the most plausible ones of `target`. `ModelError` for an agent with weights, or with a
        relation that is not transitive and Euclidean.
        """
        ranks, group = {}, list(self.agents if group is None else group)
        where = self.world_set(self.domain)
        narrower = {a: self.relation(a).within(where) for a in group if not self.relation(a).is_k45}
        here = self.related(narrower) if narrower else self  # announcements may have left classes only
        for agent in group:
            old = _ranks_of(self.structure, agent, here.relation(agent))
            first = set(self.world_set(here.rising(agent, target) if best_only else target).positions())
            ranks[agent] = tuple(places_of([(world not in first, rank) for world, rank in enumerate(old)]))
        relations = dict(self.structure.relations)  # not those of a cube, which has no ranks
        after = replace(self.structure, relations=relations, ranks={**self.structure.ranks, **ranks})
        past = Past(self.past.actions, (best_only, self.key, self.restrict(target).key), self.past.origin)
        return type(self)(after, self.domain, here.agents, past)

    def act(self, action: str) -> Self:
        kept = self.world_set(self.domain).kept
        now = replace(self.structure, actuals=(), relations=self.agents)
        product = self.past.actions[action](now.restrict(kept))
        worlds = composed(kept, product.worlds)
        origin = Product(product.structure, worlds, product.events, product.designated, self.structure.size)
        return type(self)(product.structure, past=Past(self.past.actions, (action, self.key), origin))

    def back(self, target: Set) -> Set:
        origin = self.past.origin
        assert origin is not None
        return self.engine_set((self.world_set(target) & origin.designated).origins(origin.worlds, origin.size))


Places: TypeAlias = "npt.NDArray[np.int64]"


def preference(structure: Structure, agent: str) -> Places:
    """The places that `order` returns, as an int64 array of shape (n,). O(n log n)."""
    return np.array(order(structure, agent), dtype=np.int64)


def plausibility(structure: Structure, agent: str) -> Places:
    """The place of each world in order of rank, as an int64 array of shape (n,); all 0 without ranks. O(n log n)."""
    return preference(structure, agent) if agent in structure.ranks else np.zeros(structure.size, dtype=np.int64)


def order(structure: Structure, agent: str) -> list[int]:
    """The place of each world in the agent's ordering: 0 for the best, equal for ties. O(n log n).

    Worlds are ordered by rank, or by weight with heavier ones first; all weights that reach the threshold are ties.
    """
    if agent in structure.ranks:
        return places_of(structure.ranks[agent])
    if agent in structure.weights:
        given = structure.weights[agent]
        least = given.least_believed
        return places_of([-w if w < least else -given.denominator - 1 for w in given.numerators])
    return [0] * structure.size


def preferred(structure: Structure, agent: str, seen: WorldSet) -> WorldSet:
    """The worlds of the class `seen` that the agent believes possible. O(n), with ranks O(n log n)."""
    given = None if agent in structure.ranks else structure.weights[agent]
    if given is not None and (above := seen & given.above):
        return above
    if structure.size <= SMALL:
        values = structure.ranks[agent] if given is None else [-weight for weight in given.numerators]
        positions = seen.positions()
        least = min([values[i] for i in positions], default=0)
        return WorldSet.of(structure.size, [i for i in positions if values[i] == least])
    if given is None:
        place = preference(structure, agent)
        return seen & WorldSet(structure.size, column=place == place[seen.column].min(initial=structure.size))
    weights = given.column()
    return seen & WorldSet(structure.size, column=weights == weights[seen.column].max(initial=0))


def _ranks_of(structure: Structure, agent: str, relation: Relation) -> Sequence[int]:
    """The agent's ranks, all 0 if none are given; `ModelError` for an agent whose ranks cannot be upgraded."""
    if agent in structure.weights:
        raise ModelError(
            f"agent {agent}: the agent has weights, but an upgrade changes ranks"
            + by_face("; use Evidence or Likelihood instead, or name the agents who accept it: agents=[...]")
        )
    if not relation.is_k45:
        raise ModelError(
            f"agent {agent}: the relation is not transitive and Euclidean (S5, KD45), so it has no classes to upgrade"
            + by_face("; name the agents who accept the information: agents=[...]")
        )
    return structure.ranks.get(agent, (0,) * structure.size)


def is_plain(structure: Structure, agent: str) -> bool:
    """Whether the agent has neither weights nor ranks, so belief is knowledge."""
    return agent not in structure.weights and agent not in structure.ranks


def places_of(values: Sequence[Any]) -> list[int]:
    """The positions of the values in ascending order, from 0 without gaps; equal values share a position."""
    place = {value: number for number, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]
