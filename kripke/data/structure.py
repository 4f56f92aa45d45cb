"""A Kripke structure as data: worlds, valuation, relations, and what agents hold likely or plausible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.data.cube import Cube, CubeWorlds, OfCube
from kripke.data.frozen import Frozen
from kripke.data.lazy import np
from kripke.data.relation import Column, Indices, Relation, WorldSet
from kripke.data.worlds import Worlds
from logic.formula import Formula

if TYPE_CHECKING:
    import numpy.typing as npt

SMALL = 256
"""Up to so many worlds a set is a Python integer, above it is a NumPy array."""

Integers: TypeAlias = "npt.NDArray[Any]"
"""Whole numbers, of 64 bits or of any size."""


def integers(numbers: Sequence[int], bound: int) -> Integers:
    """The numbers as an array in which results are exact while none of them is above the bound.

    Parameters
    ----------
    numbers : sequence of int
        None above the bound in magnitude.
    bound : int
        The greatest magnitude of what will be computed: up to 2^63 - 1 numbers of 64 bits do, else it is Python's.
    """
    return np.array(numbers, dtype=np.int64 if bound < 2**63 else object)


@dataclass(frozen=True, slots=True)
class Weights:
    """An agent's weights: exact shares as integers over one denominator, and the threshold of belief.

    Parameters
    ----------
    numerators : tuple of int
        For each world; 0 where the world is no member of a class of the agent.
    denominator : int
        What 1 is; positive.
    threshold : Fraction
        A member is believed possible where its weight is at least this.
    """

    numerators: tuple[int, ...]
    denominator: int
    threshold: Fraction
    _column: Integers | None = field(default=None, init=False, repr=False, compare=False)
    _above: WorldSet | None = field(default=None, init=False, repr=False, compare=False)
    _hash: int | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def reduced(cls, numerators: Integers, denominator: int, threshold: Fraction) -> Weights:
        """The weights over the least denominator, so that equal weights are equal objects.

        Parameters
        ----------
        numerators : integer array of shape (n,)
            Weights times the denominator.
        denominator : int
            What 1 is.
        threshold : Fraction
            The threshold of belief.
        """
        made = cls(tuple(numerators.tolist()), denominator, threshold)
        common = gcd(denominator, *made.numerators)
        if common > 1:
            return cls.reduced(numerators // common, denominator // common, threshold)
        if numerators.dtype != object:  # else they may have become small enough to be numbers of 64 bits
            made._keep(numerators)
        return made

    @property
    def shelf(self) -> int:
        """The least numerator that is at or above the threshold."""
        return -(-self.threshold.numerator * self.denominator // self.threshold.denominator)

    @property
    def above(self) -> WorldSet:
        """The worlds at or above the threshold."""
        if self._above is None:
            made = WorldSet(len(self.numerators), column=self.column() >= self.shelf)
            object.__setattr__(self, "_above", made)
            return made
        return self._above

    def column(self, bound: int = 0) -> Integers:
        """The numerators as an array, not to be written to, for results up to a bound: see `integers`. O(n)."""
        bound = max(bound, self.denominator)
        if self._column is None or (bound >= 2**63 and self._column.dtype != object):
            self._keep(integers(self.numerators, bound))
        assert self._column is not None  # kept just now
        return self._column

    def _keep(self, column: Integers) -> None:
        column.flags.writeable = False
        object.__setattr__(self, "_column", column)

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.numerators, self.denominator, self.threshold)))
        return self._hash  # type: ignore[return-value]  # set just now

    def __reduce__(self) -> tuple[Any, ...]:
        return Weights, (self.numerators, self.denominator, self.threshold)

    def restrict(self, kept: Indices) -> Weights:
        """The weights of the worlds at these positions."""
        return Weights.reduced(self.column()[kept], self.denominator, self.threshold)


Ranks = tuple[int, ...]
"""For each world how implausible it is; lower is more plausible."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A Kripke structure with an actual world or without. Immutable; the functions that make one have validated it.

    Parameters
    ----------
    worlds : Worlds
        Names of the n worlds, in their order.
    valuation : mapping of str to WorldSet
        For each atom of the vocabulary, where it is true.
    relations : mapping of str to Relation
        For each agent, the relation of what the agent considers possible.
    actual : int or None
        Position of the actual world.
    weights, ranks : mapping by agent
        For the agents who have them; no agent has both.

    Attributes
    ----------
    size : int
        The number n of worlds.
    """

    worlds: Worlds
    valuation: Mapping[str, WorldSet]
    relations: Mapping[str, Relation]
    actual: int | None = None
    weights: Mapping[str, Weights] = field(default_factory=dict)
    ranks: Mapping[str, Ranks] = field(default_factory=dict)
    size: int = field(init=False)
    truths: dict[Formula, WorldSet] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Where boolean formulas hold, as far as `explicit.extension` keeps them; shared by what shares worlds."""

    @classmethod
    def of_cube(cls, cube: Cube, actual: int | None = None) -> Structure:
        """The structure of a cube, with the position of an actual world; its parts are made when they are asked for.

        Parameters
        ----------
        cube : Cube
            The worlds.
        actual : int, optional
            Position of the actual world.
        """
        return cls(
            CubeWorlds(cube),
            OfCube(cube, {a: WorldSet(cube.size, make=partial(cube.column, j)) for j, a in enumerate(cube.atoms)}),
            OfCube(cube, {a: Relation.from_partition(cube.size, partial(cube.labels, a)) for a in cube.hidden}),
            actual,
        )

    @property
    def cube(self) -> Cube | None:
        """The worlds, valuation and relations in the form in which shifts compute them fastest, if they have it."""
        mine = getattr(self.relations, "cube", None)
        return mine if isinstance(mine, Cube) and mine is getattr(self.valuation, "cube", None) else None

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.worlds))
        for name in ("valuation", "relations", "weights", "ranks"):
            given = getattr(self, name)
            if not isinstance(given, Frozen):
                object.__setattr__(self, name, Frozen(given))

    def __reduce__(self) -> tuple[Any, ...]:
        if self.cube is not None:
            return Structure.of_cube, (self.cube, self.actual)
        parts = (dict(self.valuation), dict(self.relations), self.actual, dict(self.weights), dict(self.ranks))
        return Structure, (self.worlds, *parts)

    def weighed(self, agent: str, weights: Weights) -> Structure:
        """The same structure with other weights of an agent.

        Parameters
        ----------
        agent : str
            Name of the agent.
        weights : Weights
            The agent's new weights.
        """
        given = Frozen({**self.weights, agent: weights})
        made = Structure(self.worlds, self.valuation, self.relations, self.actual, given, self.ranks)
        object.__setattr__(made, "truths", self.truths)
        return made

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, in their order."""
        return tuple(self.relations)

    @property
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary, in its order."""
        return tuple(self.valuation)

    def restrict(self, kept: Indices) -> Structure:
        """The structure of the worlds at these ascending positions; the actual world is forgotten if it is not there.

        O(n) for each agent and atom.
        """
        left = None if self.actual is None else int(np.searchsorted(kept, self.actual))
        stays = left is not None and left < len(kept) and kept[left] == self.actual
        return Structure(
            self.worlds.restrict(kept),
            {atom: where.restrict(kept) for atom, where in self.valuation.items()},
            {agent: relation.restrict(kept) for agent, relation in self.relations.items()},
            left if stays else None,
            {agent: weights.restrict(kept) for agent, weights in self.weights.items()},
            {agent: tuple([ranks[i] for i in kept.tolist()]) for agent, ranks in self.ranks.items()},
        )

    def true_atoms(self, position: int) -> tuple[str, ...]:
        """The atoms that are true at the world at a position, in the order of the vocabulary."""
        return tuple([atom for atom, where in self.valuation.items() if position in where])

    def values(self, variable: str) -> dict[str, str]:
        """The values of a variable that the vocabulary names, each with its atom: ``{"4": "die1=4"}``."""
        prefix = variable + "="
        return {atom[len(prefix) :]: atom for atom in self.valuation if atom.startswith(prefix)}


@dataclass(frozen=True, slots=True)
class Product:
    """A structure after an action, and where its worlds come from.

    Parameters
    ----------
    structure : Structure
        The structure after it, without an actual world; it may have no worlds.
    world_of : integer array of shape (n,)
        For each of its n worlds the position of the world from which it comes.
    event_of : integer array of shape (n,)
        The position of the event that led there.
    designated : boolean array of shape (n,)
        Whether that event is one of those that may be happening.
    """

    structure: Structure
    world_of: Indices
    event_of: Indices
    designated: Column
