"""The common part of explicit engines: set algebras over a structure, and the agents' orderings of its worlds.

Within a class an agent with weights believes possible the worlds at or above the threshold; if there are none, the
heaviest. An agent with ranks believes possible the most plausible. Without either, belief is knowledge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from kripke.checking.algebra import Set, SetAlgebra
from kripke.data.lazy import np
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure

if TYPE_CHECKING:
    import numpy.typing as npt


class ExplicitAlgebra(SetAlgebra[Set], Protocol[Set]):
    """A set algebra over the worlds of a structure."""

    structure: Structure

    def values(self, variable: str) -> list[Set]:
        return [self.atom(atom) for atom in self.structure.values(variable).values()]

    def is_plain(self, agent: str) -> bool:
        return is_plain(self.structure, agent)

    def keeps(self, before: object) -> bool:
        return False  # every set is a subset of `domain`

    def world_set(self, target: Set) -> WorldSet:
        """The set of the engine as a `WorldSet`."""


Places: TypeAlias = "npt.NDArray[np.int64]"


@dataclass(frozen=True, slots=True)
class Preference:
    """An agent's ordering of the worlds.

    Parameters
    ----------
    place : int64 array of shape (n,)
        0 for the best, 1 for the next, and so on; all worlds at or above a threshold share place 0.
    plausibility : int64 array of shape (n,)
        The places by rank alone; all 0 for an agent without ranks.
    """

    place: Places
    plausibility: Places


def preference(structure: Structure, agent: str) -> Preference:
    """The agent's ordering. O(n log n) for n worlds."""
    places = np.array(order(structure, agent), dtype=np.int64)
    return Preference(places, places if agent in structure.ranks else np.zeros_like(places))


def order(structure: Structure, agent: str) -> list[int]:
    """The place of each world in the agent's ordering, 0 for the best; equally good worlds share a place.

    O(n log n) for n worlds.
    """
    if agent in structure.ranks:
        return _places(structure.ranks[agent])
    if agent in structure.weights:
        given = structure.weights[agent]
        least = given.least_believed
        return _places([-w if w < least else -given.denominator - 1 for w in given.numerators])
    return [0] * structure.size


def preferred(structure: Structure, agent: str, seen: WorldSet) -> WorldSet:
    """The worlds of one class that an agent with weights or ranks believes possible.

    O(n) for n worlds, and O(n log n) for an agent with ranks.
    """
    if agent in structure.ranks:
        place = preference(structure, agent).place
        return seen & WorldSet(structure.size, column=place == place[seen.column].min(initial=structure.size))
    given = structure.weights[agent]
    weights, above = given.column(), seen & given.above
    return above or seen & WorldSet(structure.size, column=weights == weights[seen.column].max(initial=0))


def is_plain(structure: Structure, agent: str) -> bool:
    """Whether the agent has neither weights nor ranks, so belief is knowledge."""
    return agent not in structure.weights and agent not in structure.ranks


def _places(values: Sequence[int]) -> list[int]:
    """The values' places in ascending order; equal values share a place."""
    place = {value: number for number, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]
