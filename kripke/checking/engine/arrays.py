"""The set algebra for large models: a set of worlds is a boolean NumPy array.

A transitive and Euclidean relation costs two passes over its labels, whatever the number of its edges; any other
relation one pass over its edges.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.checking.engine import reach
from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.checking.engine.kernels import gather, scatter
from kripke.checking.engine.past import ExplicitPast, act
from kripke.checking.engine.preference import is_plain, preference
from kripke.checking.past import NONE
from kripke.data.relation import Column, Relation, WorldSet, canonical_labels
from kripke.data.structure import Integers, Structure, integers


class ArrayAlgebra(ExplicitAlgebra[Column]):
    """A structure's sets as boolean arrays of shape (n,), after some announcements.

    Operations cost O(n) for n worlds where the agent's relation is transitive and Euclidean, else O(n + m) for m edges.

    Parameters
    ----------
    domain : boolean array of shape (n,), optional
        The worlds that are left; None: all.
    """

    __slots__ = ("_changed", "_memo", "agents", "atoms", "domain", "past", "structure")

    agents: Mapping[str, Relation]
    atoms: Mapping[str, WorldSet]

    def __init__(
        self,
        structure: Structure,
        domain: Column | None = None,
        changed: Mapping[str, Relation] | None = None,
        past: ExplicitPast = NONE,
    ) -> None:
        self.structure, self.past = structure, past
        self.domain: Column = np.ones(structure.size, dtype=np.bool_) if domain is None else domain
        self.agents = structure.relations
        self.atoms = structure.valuation
        self._changed: Mapping[str, Relation] = changed or {}
        self._memo: dict[Hashable, Any] = {}

    @property
    def key(self) -> Hashable:
        """A digest of the domain, and of the relations that announcements to groups have split."""
        if "key" not in self._memo:
            changed = frozenset((agent, _digest(*self._left(agent))) for agent in self._changed)
            self._memo["key"] = self.past.key, _digest(np.packbits(self.domain)), changed
        return self._memo["key"]  # type: ignore[no-any-return]

    def relation(self, agent: str) -> Relation:
        """The agent's relation now; worlds outside the domain may still occur in it."""
        return self._changed[agent] if agent in self._changed else self.structure.relations[agent]

    def atom(self, name: str) -> Column:
        """The worlds where the atom is true."""
        return self.atoms[name].column & self.domain

    def values(self, variable: str) -> list[Column]:
        """For each value of the variable, the worlds where it has it."""
        return [self.atom(atom) for atom in self.structure.values(variable).values()]

    def preimage(self, agent: str, target: Column) -> Column:
        """The worlds from which the agent looks at some world of `target`."""
        return diamond(self.relation(agent), target) & self.domain

    def knows_whether(self, agent: str, target: Column) -> Column:
        """The worlds from which the agent looks at worlds of `target` only, or at none of them."""
        relation, others = self.relation(agent), self.domain ^ target
        if not relation.is_k45:
            return self.domain & ~(diamond(relation, target) & diamond(relation, others))
        unsure = _classes_hit(relation, target) & _classes_hit(relation, others)
        return self.domain & ~gather(unsure, relation.labels)

    def knows_value(self, agent: str, targets: list[Column]) -> Column:
        """The worlds from which, for one of the targets, the agent looks at worlds of it only."""
        relation, outside = self.relation(agent), self.domain
        code = np.zeros(self.structure.size, dtype=np.int32)
        for number, target in enumerate(targets, 1):
            if relation.is_k45 and not (code[target]).any():
                code[target] = number
                continue
            boxes = (outside ^ self.preimage(agent, outside ^ target) for target in targets)
            return _union(self.domain, boxes)
        return self._knows_code(relation, code)

    def _knows_code(self, relation: Relation, code: npt.NDArray[np.int32]) -> Column:
        """Where all that the class has one code, not 0."""
        seen = np.flatnonzero(self.domain & relation.members)
        labels, codes = relation.labels[seen], code[seen]
        sample = np.zeros(relation.top + 1, dtype=np.int32)
        sample[labels] = codes
        unsure = np.zeros(relation.top + 1, dtype=np.bool_)
        unsure[labels[(codes != sample[labels]) | (codes == 0)]] = True
        return self.domain & ~unsure[relation.labels]

    def reaches(self, group: Iterable[str], target: Column) -> Column:
        """The worlds from which one or more steps of the group's agents lead to `target`."""
        agents = tuple(group)
        relations = [self.relation(agent) for agent in agents]
        if relations and all(r.is_s5 for r in relations):
            if agents not in self._memo:
                self._memo[agents] = reach.components(relations, self.domain)
            return diamond(self._memo[agents], target) & self.domain
        reached = target | reach.backward(relations, self.domain, target)
        steps = (diamond(r, reached) for r in relations)
        return _union(self.domain, steps)

    def jointly_possible(self, group: Iterable[str], target: Column) -> Column:
        """The worlds from which some world of `target` is seen by all the agents of the group."""
        return diamond(self.joint(group), target) & self.domain

    def believes(self, agent: str, condition: Column, target: Column) -> Column:
        """The worlds where the `condition`-worlds that the agent believes possible all lie in `target`."""
        if is_plain(self.structure, agent):
            return self.domain ^ self.preimage(agent, condition & ~target)
        relation, place = self.relation(agent), preference(self.structure, agent).place
        candidates = condition & relation.members
        best = _least(relation, candidates, place)
        believed = candidates & (place == best[relation.labels])
        return self.domain ^ self.preimage(agent, believed & ~target)

    def degree_at_least(self, agent: str, degree: Fraction, target: Column) -> Column:
        """The worlds where `target` carries at least the share `degree` of the agent's weight."""
        if degree == 0:
            return self.domain
        relation, weights = self.relation(agent), self._weights(agent, degree)
        part, whole = _sums(relation, target, weights), _sums(relation, self.domain, weights)
        enough = (whole > 0) & (part * degree.denominator >= whole * degree.numerator)
        return self.domain & enough.astype(np.bool_)

    def _weights(self, agent: str, degree: Fraction) -> Integers:
        """The agent's weights as integers that do not overflow when compared."""
        given, size = self.structure.weights.get(agent), self.structure.size
        if given is None:
            return integers([1] * size, size * degree.denominator)
        return given.column(sum(given.numerators) * degree.denominator)

    def believes_safely(self, agent: str, target: Column) -> Column:
        """The worlds where all that the agent holds at least as plausible lies in `target`."""
        others = self.domain & ~target
        if is_plain(self.structure, agent):
            return self.domain ^ self.preimage(agent, others)
        relation, rank = self.relation(agent), preference(self.structure, agent).plausibility
        best = _least(relation, others & relation.members, rank)
        return self.domain & (rank < best[relation.labels])

    def believes_strongly(self, agent: str, target: Column) -> Column:
        """The worlds where the agent holds some `target` possible, and all of it more plausible than the rest."""
        others = self.domain & ~target
        if is_plain(self.structure, agent):
            return self.preimage(agent, target) & ~self.preimage(agent, others)
        relation, rank = self.relation(agent), preference(self.structure, agent).plausibility
        best_other = _least(relation, others & relation.members, rank)
        yes = target & relation.members
        worse = yes & (rank >= best_other[relation.labels])
        return self.preimage(agent, yes) & ~self.preimage(agent, worse)

    def world_set(self, target: Column) -> WorldSet:
        """The set as a value that does not depend on the engine."""
        return WorldSet(self.structure.size, column=target)

    def restrict(self, target: Column) -> ArrayAlgebra:
        """The model of the worlds of `target` alone."""
        return ArrayAlgebra(self.structure, target, self._changed, self.past)

    def split(self, group: Iterable[str], target: Column) -> dict[str, Relation]:
        """The agents' relations without the pairs of a world of `target` and another world."""
        return {agent: self.relation(agent).refine(target) for agent in group}

    def joint(self, group: Iterable[str]) -> Relation:
        """The pairs that the relations of all agents of the group have in common; for an empty group all pairs."""
        agents = tuple(group)
        key = "joint", agents
        if key not in self._memo:
            relations = [self.relation(agent) for agent in agents]
            everything = Relation.from_labels(np.zeros(self.structure.size, dtype=np.int32))
            self._memo[key] = reach.intersection(relations or [everything])
        return self._memo[key]  # type: ignore[no-any-return]

    def related(self, relations: Mapping[str, Relation]) -> ArrayAlgebra:
        """The model with other relations of some agents."""
        return ArrayAlgebra(self.structure, self.domain, {**self._changed, **relations}, self.past)

    def is_empty(self, target: Column) -> bool:
        """Whether no world is in the set."""
        return not target.any()

    def is_plain(self, agent: str) -> bool:
        """Whether the agent has neither weights nor ranks."""
        return is_plain(self.structure, agent)

    def act(self, action: str) -> ArrayAlgebra:
        """The model after the action of this name."""
        product, past = act(self.past, action, self.structure, self.domain, self._changed, self.key)
        return ArrayAlgebra(product, past=past)

    def keeps(self, before: object) -> bool:
        """Never: every set is a subset of `domain`."""
        return False

    def back(self, target: Column) -> Column:
        """The worlds before the last action from which a designated event leads into `target`."""
        assert self.past.origin is not None
        return self.past.origin.back(target)

    def _left(self, agent: str) -> tuple[npt.NDArray[Any], ...]:
        """The agent's relation among the worlds of the domain, in a form that equal relations share."""
        relation = self.relation(agent).restrict(np.flatnonzero(self.domain))
        return canonical_labels(relation) if relation.is_k45 else relation.csr


def diamond(relation: Relation, target: Column) -> Column:
    """The worlds that see some world of `target`. O(n), or O(n + m) for m edges where the relation is not K45.

    Parameters
    ----------
    target : boolean array of shape (n,)
        The worlds to be seen.
    """
    if relation.is_k45:
        return gather(_classes_hit(relation, target), relation.labels)
    indptr, indices = relation.csr
    before = np.concatenate([[0], np.cumsum(target[indices])])
    return before[indptr[1:]] > before[indptr[:-1]]


def _classes_hit(relation: Relation, target: Column) -> Column:
    """For each class whether it has a member in `target`; the last entry, for worlds without a class, is False."""
    seen = target if relation.all_members else target & relation.members
    return scatter(relation.labels, seen, relation.top)


def _least(relation: Relation, target: Column, place: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each class the least place of a member in `target`; beyond all places where there is none."""
    least = np.full(relation.top + 1, place.max(initial=0) + 1, dtype=np.int64)
    np.minimum.at(least, relation.labels[target], place[target])
    return least


def _sums(relation: Relation, target: Column, weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """For each world the weight of the worlds of `target` that it sees."""
    if relation.is_k45:
        seen = target & relation.members
        sums = np.zeros(relation.top + 1, dtype=weights.dtype)
        np.add.at(sums, relation.labels[seen], weights[seen])
        return sums[relation.labels]
    indptr, indices = relation.csr
    before = np.concatenate([[0], np.cumsum(np.where(target[indices], weights[indices], 0))])
    return before[indptr[1:]] - before[indptr[:-1]]  # type: ignore[no-any-return]


def _union(domain: Column, sets: Iterable[Column]) -> Column:
    found = np.zeros_like(domain)
    for each in sets:
        found |= each
    return found & domain


def _digest(*arrays: npt.NDArray[Any]) -> bytes:
    made = blake2b(digest_size=32)
    for array in arrays:
        made.update(str(array.shape).encode())
        made.update(np.ascontiguousarray(array).tobytes())
    return made.digest()
