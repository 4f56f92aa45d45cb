"""The set algebra for large models: a set of worlds is a boolean NumPy array.

A preimage under a transitive and Euclidean (K45) relation takes two passes over its labels, regardless of the number of
edges; under any other relation, it takes one pass over the edges. The label of a world is the number of the class that
it sees; the members of a class are the worlds that are seen.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.checking.engine.algebra import ExplicitAlgebra, plausibility, preference
from kripke.checking.engine.preimages import diamond, gather, hit_classes
from kripke.checking.engine.reaching import Closure, cycles, reachable, running
from kripke.data.relation import Column, Indices, Relation, WorldSet, canonical_labels
from kripke.data.structure import Integers, Structure, integers

FEW_DROPPED = 64  # if fewer than one in 64 worlds drop out of a round, only the weights that change are updated


class ArrayAlgebra(ExplicitAlgebra[Column]):
    """A set algebra with boolean arrays of shape (n,).

    Set operations and preimages cost O(n); preimages under a relation with m edges that is not transitive and Euclidean
    cost O(n + m).
    """

    __slots__ = ()

    @staticmethod
    def whole(structure: Structure) -> Column:
        return np.ones(structure.size, dtype=np.bool_)

    def world_set(self, target: Column) -> WorldSet:
        return WorldSet(self.structure.size, column=target)

    def engine_set(self, where: WorldSet) -> Column:
        return where.column

    @property
    def key(self) -> Hashable:
        """The key of `past`, with digests of the domain and of the `changed` relations within the domain."""
        if "key" not in self._memo:
            changed = frozenset((agent, _digest(*self._left(agent))) for agent in self.changed)
            self._memo["key"] = self.past.key, _digest(np.packbits(self.domain)), changed
        return self._memo["key"]  # type: ignore[no-any-return]

    def atom(self, name: str) -> Column:
        where: WorldSet = self.atoms[name]
        return where.column & self.domain

    def preimage(self, agent: str, target: Column) -> Column:
        return diamond(self.relation(agent), target) & self.domain

    def endless(self, stay: Column) -> Column:
        """The worlds from which a path in `stay` reaches a cycle in `stay` that meets each fairness set. O(n + m).

        Source: E. M. Clarke, E. A. Emerson and A. P. Sistla, Automatic verification of finite-state concurrent systems
        using temporal logic specifications (1986), doi:10.1145/5397.5399.
        """
        return self.until(stay, cycles(self.structure.timed.next, stay, self.fair or ()))

    def knows_whether(self, agent: str, target: Column) -> Column:
        relation, others = self.relation(agent), self.domain ^ target
        if not relation.is_k45:
            return self.domain & ~(diamond(relation, target) & diamond(relation, others))
        unsure = hit_classes(relation, target) & hit_classes(relation, others)
        return self.domain & ~gather(unsure, relation.labels)

    def knows_value(self, agent: str, targets: list[Column]) -> Column:
        relation = self.relation(agent)
        code = np.zeros(self.structure.size, dtype=np.int32)
        for number, target in enumerate(targets, 1):
            if relation.is_k45 and not (code[target]).any():
                code[target] = number
                continue
            return super().knows_value(agent, targets)
        return self._knows_code(relation, code)

    def _knows_code(self, relation: Relation, code: npt.NDArray[np.int32]) -> Column:
        """The worlds that see only worlds with the same nonzero entry of `code` (shape (n,))."""
        seen = np.flatnonzero(self.domain & relation.members)
        labels, codes = relation.labels[seen], code[seen]
        sample = np.zeros(relation.top + 1, dtype=np.int32)
        sample[labels] = codes
        unsure = np.zeros(relation.top + 1, dtype=np.bool_)
        unsure[labels[(codes != sample[labels]) | (codes == 0)]] = True
        return self.domain & ~unsure[relation.labels]

    def reaches(self, group: Iterable[str], target: Column) -> Column:
        agents = tuple(group)
        relations = [self.relation(agent) for agent in agents]
        stored: dict[Hashable, Any] = self._memo.setdefault("reaches", {})
        if agents not in stored and len(stored) == MOST_GROUPS:
            stored.clear()
        kept = stored.get(agents)  # another thread may clear what is stored
        if kept is None:
            is_s5 = relations and all(r.is_s5 for r in relations)
            kept = stored[agents] = (reachable if is_s5 else Closure)(relations, self.domain)
        if isinstance(kept, Relation):
            if kept.top == 1:  # one class, as in most models
                return target if self.is_empty(target) else self.domain
            return diamond(kept, target) & self.domain
        return kept.reaching(target)

    def running(
        self, steps: Sequence[Sequence[str]], before: Sequence[Mapping[int, Column]], ends: Sequence[Column]
    ) -> list[Column]:
        """For each step of a program, the worlds where a run can be after the step and still reach an end.

        `steps`: the agents of each step, which goes along the union of their relations. `before`: for each step the
        possible previous steps, with the worlds where the step may follow them; a step that may be repeated is among
        its own previous steps. `ends`: for each step the worlds where a run may end after it.
        """
        relations = [[self.relation(agent) for agent in agents] for agents in steps]
        return running(relations, before, self.domain, ends)

    def jointly_possible(self, group: Iterable[str], target: Column) -> Column:
        return diamond(self.joint(group), target) & self.domain

    def believes(self, agent: str, condition: Column, target: Column) -> Column:
        if self.is_plain(agent):
            return super().believes(agent, condition, target)
        believed = best_members(self.relation(agent), condition, preference(self.structure, agent))
        return self.domain ^ self.preimage(agent, believed & ~target)

    def rising(self, agent: str, target: Column) -> Column:
        return best_lookers(self.relation(agent), target, preference(self.structure, agent))

    def belief(self, agent: str) -> Relation:
        best = best_members(self.relation(agent), self.domain, preference(self.structure, agent))
        return Relation.from_labels(self.relation(agent).labels, best)

    def degree_at_least(self, agent: str, degree: Fraction, target: Column) -> Column:
        if degree == 0:
            return self.domain
        relation, weights = self.relation(agent), self._weights(agent, degree)
        part, whole = _sums(relation, target, weights), _sums(relation, self.domain, weights)
        enough = (whole > 0) & (part * degree.denominator >= whole * degree.numerator)
        return self.domain & enough.astype(np.bool_)

    def shares(self, agent: str, target: Column) -> set[Fraction]:
        if agent not in self.structure.weights:
            return set()
        weights = self._weights(agent, Fraction(1))
        parts, wholes = _sums(self.relation(agent), target, weights), _sums(self.relation(agent), self.domain, weights)
        return {Fraction(int(part), int(whole)) for part, whole in zip(parts, wholes, strict=True) if part}

    def common_to_degree(self, group: Collection[str], degree: Fraction, target: Column) -> Column:
        """The worlds of common belief in `target` to a degree. O(g n log n) for g agents.

        While many worlds drop out in a round, each round is computed anew; later rounds only update the weights that
        change.
        """
        agents = [agent for agent in group if degree]
        first = left = self.all_to_degree(agents, degree, target)
        while True:
            then = first & self.all_to_degree(agents, degree, left)
            dropped = np.flatnonzero(left & ~then)
            if not len(dropped):
                return left
            if len(dropped) * FEW_DROPPED < len(left):
                return self._staying(agents, degree, left, dropped.tolist())
            left = then

    def _staying(self, agents: Sequence[str], degree: Fraction, left: Column, falling: list[int]) -> Column:
        """Return `left` without `falling` and, step by step, without worlds where an agent's degree gets too low."""
        size, rows = len(left), []
        for agent in agents:
            relation, weights = self.relation(agent), self._weights(agent, degree)
            row_of: Any = relation.labels if relation.is_k45 else np.arange(size)
            members: Any = np.flatnonzero(relation.members) if relation.is_k45 else relation.edges[1]
            seen_in = row_of[members] if relation.is_k45 else relation.edges[0]
            inside = self.domain[members]
            members, seen_in = members[inside], seen_in[inside]
            whole, part = np.zeros((2, row_of.max(initial=0) + 1), dtype=weights.dtype)
            np.add.at(whole, seen_in, weights[members])
            np.add.at(part, seen_in, weights[members] * left[members])
            tables = (_grouped(members, seen_in, size), _grouped(row_of, np.arange(size), len(whole)))
            rows.append((weights.tolist(), whole.tolist(), part.tolist(), *tables))
        stays: list[bool] = (left & ~np.isin(np.arange(size), falling)).tolist()
        for place in falling:  # the list grows in the loop
            for weight_of, whole, part, (start, seeing), (first, lookers) in rows:
                for row in seeing[start[place] : start[place + 1]]:
                    least = whole[row] * degree.numerator
                    enough = part[row] * degree.denominator >= least
                    part[row] -= weight_of[place]
                    if enough and part[row] * degree.denominator < least:
                        new = [looker for looker in lookers[first[row] : first[row + 1]] if stays[looker]]
                        for looker in new:
                            stays[looker] = False
                        falling += new
        return np.array(stays, dtype=np.bool_)

    def _weights(self, agent: str, degree: Fraction) -> Integers:
        """The agent's weights (1 if none are given), as integers that do not overflow in comparisons with `degree`."""
        given, size = self.structure.weights.get(agent), self.structure.size
        if given is None:
            return integers([1] * size, size * degree.denominator)
        return given.column(sum(given.numerators) * degree.denominator)

    def believes_safely(self, agent: str, target: Column) -> Column:
        if self.is_plain(agent):
            return super().believes_safely(agent, target)
        relation, rank = self.relation(agent), plausibility(self.structure, agent)
        best = _least(relation, self.domain & ~target & relation.members, rank)
        return self.domain & (rank < best[relation.labels])

    def believes_strongly(self, agent: str, target: Column) -> Column:
        if self.is_plain(agent):
            return super().believes_strongly(agent, target)
        relation, rank = self.relation(agent), plausibility(self.structure, agent)
        best_other = _least(relation, self.domain & ~target & relation.members, rank)
        yes = target & relation.members
        worse = yes & (rank >= best_other[relation.labels])
        return self.preimage(agent, yes) & ~self.preimage(agent, worse)

    def split(self, group: Iterable[str], target: Column) -> dict[str, Relation]:
        return {agent: self.relation(agent).refine(self.world_set(target)) for agent in group}

    def joint(self, group: Iterable[str]) -> Relation:
        agents = tuple(group)
        key = "joint", agents
        if key not in self._memo:
            relations = [self.relation(agent) for agent in agents]
            everything = Relation.from_labels(np.zeros(self.structure.size, dtype=np.int32))
            self._memo[key] = intersection(relations or [everything])
        return self._memo[key]  # type: ignore[no-any-return]

    def is_empty(self, target: Column) -> bool:
        return not target.any()

    def _left(self, agent: str) -> tuple[npt.NDArray[Any], ...]:
        """The agent's relation restricted to the domain, in a canonical form."""
        relation = self.relation(agent).restrict(np.flatnonzero(self.domain))
        return canonical_labels(relation) if relation.is_k45 else relation.csr


def _least(relation: Relation, target: Column, place: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each class the least `place` of a member in `target`; larger than all places if there is none."""
    least = np.full(relation.top + 1, place.max(initial=0) + 1, dtype=np.int64)
    np.minimum.at(least, relation.labels[target], place[target])
    return least


def best_members(relation: Relation, candidates: Column, place: npt.NDArray[np.int64]) -> Column:
    """The members of each class that are candidates and have the least `place` of all candidates in the class."""
    return relation.members & best_lookers(relation, candidates, place)


def best_lookers(relation: Relation, candidates: Column, place: npt.NDArray[np.int64]) -> Column:
    """The candidates whose `place` equals the least `place` of the candidates that they see."""
    best: Column = candidates & (place == _least(relation, candidates & relation.members, place)[relation.labels])
    return best


def _sums(relation: Relation, target: Column, weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """For each world, the total weight of its successors in `target`."""
    if relation.is_k45:
        seen = target & relation.members
        sums = np.zeros(relation.top + 1, dtype=weights.dtype)
        np.add.at(sums, relation.labels[seen], weights[seen])
        return sums[relation.labels]
    indptr, indices = relation.csr
    before = np.concatenate([[0], np.cumsum(np.where(target[indices], weights[indices], 0))])
    return before[indptr[1:]] - before[indptr[:-1]]  # type: ignore[no-any-return]


def _grouped(keys: Indices, values: Indices, count: int) -> tuple[list[int], list[int]]:
    """Group the values by key; return (start, values): key k has ``values[start[k]:start[k + 1]]``."""
    order = np.argsort(keys, kind="stable")
    return np.searchsorted(keys[order], np.arange(count + 1)).tolist(), values[order].tolist()


def _digest(*arrays: npt.NDArray[Any]) -> bytes:
    digest = blake2b(digest_size=32)
    for array in arrays:
        digest.update(str(array.shape).encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.digest()


MOST_GROUPS = (
    4  # maximal number of groups whose closures or reversed relations are kept: each is as large as a relation
)


def intersection(relations: Sequence[Relation]) -> Relation:
    """The intersection of relations; K45 if all are K45.

    O(g n log n) for g relations of n worlds, and O(m log m) more for each relation that is not K45 and has m edges.
    """
    if all(relation.is_k45 for relation in relations):
        return reduce(_meet, relations)
    sparse = min((r for r in relations if not r.is_k45), key=lambda r: len(r.csr[1]))
    sources, targets = sparse.edges
    kept = np.ones(len(sources), dtype=np.bool_)
    for relation in relations:
        kept &= _has(relation, sources, targets)
    return Relation.from_edges(sparse.size, sources[kept], targets[kept])


def _meet(one: Relation, other: Relation) -> Relation:
    pairs = one.labels.astype(np.int64) * (other.top + 1) + other.labels
    _, labels = np.unique(pairs, return_inverse=True)
    looking = (one.labels >= 0) & (other.labels >= 0)
    return Relation.from_labels(np.where(looking, labels, -1).astype(np.int32), one.members & other.members & looking)


def _has(relation: Relation, sources: Indices, targets: Indices) -> Column:
    if relation.is_k45:
        looked, borne = relation.labels[sources], relation.labels[targets]
        same: Column = (looked == borne) & (looked >= 0) & relation.members[targets]
        return same
    mine = relation.edges[0] * relation.size + relation.edges[1]
    return np.isin(sources * relation.size + targets, mine)
