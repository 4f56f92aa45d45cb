"""A Kripke structure as data: worlds, valuation, relations, weights and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.data.cube import Cube, CubeSet, CubeWorlds, OfCube, pattern
from kripke.data.errors import several_actual
from kripke.data.frozen import Frozen
from kripke.data.lazy import np
from kripke.data.relation import Indices, Relation, WorldSet
from kripke.data.worlds import SMALL, Kept, Origins, Worlds, kept_of
from logic.formula import Formula

if TYPE_CHECKING:
    import numpy.typing as npt


Integers: TypeAlias = "npt.NDArray[Any]"  # Arrays of integers, of 64 bits or of any size


def integers(numbers: Sequence[int], bound: int) -> Integers:
    """The numbers as an integer array whose computations are exact up to `bound`.

    The bound is the greatest magnitude of a number or result. If it is below 2^63, the array has 64-bit integers,
    otherwise Python integers.
    """
    return np.array(numbers, dtype=np.int64 if bound < 2**63 else object)


@dataclass(frozen=True)
class Weights:
    """An agent's weights as integers over a common denominator, and the threshold of belief."""

    numerators: tuple[int, ...]  # each world's weight times the denominator; 0 outside the agent's classes
    denominator: int  # positive
    threshold: Fraction  # least weight of a world believed possible; in classes without one, the heaviest worlds are

    @classmethod
    def reduced(cls, numerators: Integers | list[int], denominator: int, threshold: Fraction) -> Weights:
        """Build weights over the least common denominator, so that equal weights compare equal.

        `numerators`: the weights times the denominator, as a list or an integer array of shape (n,).
        """
        if isinstance(numerators, list):
            common = gcd(denominator, *numerators)
            return cls(tuple([number // common for number in numerators]), denominator // common, threshold)
        weights = cls(tuple(numerators.tolist()), denominator, threshold)
        common = gcd(denominator, *weights.numerators)
        if common > 1:
            return cls.reduced(numerators // common, denominator // common, threshold)
        if numerators.dtype != object:  # otherwise they may now be small enough for 64 bits
            weights._keep(numerators)
        return weights

    def at(self, position: int) -> Fraction:
        """The weight of the world at a position."""
        return Fraction(self.numerators[position], self.denominator)

    @property
    def least_believed(self) -> int:
        """The least numerator that reaches the threshold."""
        return -(-self.threshold.numerator * self.denominator // self.threshold.denominator)

    @cached_property
    def above(self) -> WorldSet:
        """The worlds whose weights reach the threshold."""
        if len(self.numerators) <= SMALL:
            least = self.least_believed
            return WorldSet.of(len(self.numerators), [i for i, weight in enumerate(self.numerators) if weight >= least])
        return WorldSet(len(self.numerators), column=self.column() >= self.least_believed)

    def column(self, bound: int = 0) -> Integers:
        """The numerators as a read-only array of shape (n,), exact in computations with results up to `bound`. O(n)."""
        bound = max(bound, self.denominator)
        column: Integers | None = self.__dict__.get("_column")
        if column is None or (bound >= 2**63 and column.dtype != object):
            column = integers(self.numerators, bound)
            self._keep(column)
        return column

    def _keep(self, column: Integers) -> None:
        column.flags.writeable = False
        self.__dict__["_column"] = column

    @cached_property
    def _hash(self) -> int:
        return hash((self.numerators, self.denominator, self.threshold))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Weights, (self.numerators, self.denominator, self.threshold)

    def restrict(self, kept: Kept) -> Weights:
        """The weights restricted to the worlds at these positions."""
        if isinstance(kept, Origins):
            return Weights.reduced([self.numerators[i] for i in kept.places], self.denominator, self.threshold)
        return Weights.reduced(self.column()[kept], self.denominator, self.threshold)


Ranks = tuple[int, ...]  # for each world its rank; lower is more plausible


@dataclass(frozen=True, slots=True)
class Time:
    """The temporal successor relation of a structure, with its initial worlds and fairness sets.

    Runs may end at worlds without a successor.
    """

    next: Relation  # the pairs of a world and a possible next world
    first: WorldSet  # the worlds where runs begin; all worlds can be reached from them
    fair: tuple[WorldSet, ...] = ()  # fairness sets: a fair run visits each of them infinitely often
    past: Mapping[Formula, WorldSet] = field(default_factory=dict)
    """For each past formula, the worlds where it holds (operator `Y`) or held one step before (`O` and `H`)."""

    def restrict(self, kept: Kept) -> Time:
        """The temporal data restricted to the worlds at these positions."""
        fair = tuple([where.restrict(kept) for where in self.fair])
        past = {node: where.restrict(kept) for node, where in self.past.items()}
        return Time(self.next.restrict(kept), self.first.restrict(kept), fair, past)


@dataclass(frozen=True, slots=True)
class Structure:
    """A Kripke structure with any number of actual worlds.

    It is immutable, and validated by the functions that construct it.

    `worlds`: the names of the worlds. `valuation`: maps each atom of the vocabulary to the worlds where it is true.
    `relations`: maps each agent to the accessibility relation. `actuals`: the positions of the actual worlds,
    ascending. `weights` and `ranks`: map the agents that have them to their weights or ranks. `time`: the temporal
    data, or None. `size`: the number n of worlds.
    """

    worlds: Worlds
    valuation: Mapping[str, WorldSet]
    relations: Mapping[str, Relation]
    actuals: tuple[int, ...] = ()
    weights: Mapping[str, Weights] = field(default_factory=dict)
    ranks: Mapping[str, Ranks] = field(default_factory=dict)
    time: Time | None = None
    size: int = field(init=False)
    cube: Cube | None = field(init=False, repr=False, compare=False)
    """The cube that stores the worlds, valuation and relations (see `kripke.data.cube`); None if there is none."""

    truths: dict[Formula, WorldSet] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Cached extensions of Boolean formulas; a copy made by `weighed` shares them."""

    @classmethod
    def of_cube(cls, cube: Cube, actuals: tuple[int, ...] = ()) -> Structure:
        """Build the structure that a `Cube` stores; its valuation and relations are computed on request."""
        size, is_small, width = cube.size, cube.is_small, len(cube.atoms)
        sets = {
            atom: CubeSet(cube, pattern(width, place) & cube.domain)
            if is_small
            else WorldSet(size, make=partial(cube.column, place))
            for place, atom in enumerate(cube.atoms)
        }
        relations = {agent: Relation.from_partition(size, partial(cube.labels, agent)) for agent in cube.hidden}
        return cls(CubeWorlds(cube), OfCube(cube, sets), OfCube(cube, relations), actuals)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.worlds))
        for name in ("valuation", "relations", "weights", "ranks"):
            given = getattr(self, name)
            if not isinstance(given, Frozen):
                object.__setattr__(self, name, Frozen(given))
        cube = getattr(self.relations, "cube", None)
        whole = isinstance(cube, Cube) and cube is getattr(self.valuation, "cube", None)
        object.__setattr__(self, "cube", cube if whole else None)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.cube is not None:
            return Structure.of_cube, (self.cube, self.actuals)
        parts = (dict(self.valuation), dict(self.relations), self.actuals, dict(self.weights), dict(self.ranks))
        return Structure, (self.worlds, *parts, self.time)

    @property
    def timed(self) -> Time:
        """The temporal data, which must not be None."""
        assert self.time is not None
        return self.time

    def weighed(self, agent: str, weights: Weights) -> Structure:
        """A copy in which the agent has these weights."""
        by_agent = Frozen({**self.weights, agent: weights})
        structure = Structure(
            self.worlds, self.valuation, self.relations, self.actuals, by_agent, self.ranks, self.time
        )
        object.__setattr__(structure, "truths", self.truths)
        return structure

    @property
    def actual(self) -> int | None:
        """The position of the actual world; None if there is none, `ModelError` if there are several."""
        if len(self.actuals) > 1:
            raise several_actual(map(self.worlds.name, self.actuals))
        return self.actuals[0] if self.actuals else None

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, in the order of `relations`."""
        return tuple(self.relations)

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms of the vocabulary, in the order of `valuation`."""
        return tuple(self.valuation)

    def restrict(self, kept: Kept, relations: Mapping[str, Relation] | None = None) -> Structure:
        """The structure restricted to the worlds at these ascending positions.

        Actual worlds among them stay actual. `relations`, if given, replace the restricted relations; temporal data is
        then dropped. O(n) for each atom, and the cost of `Relation.restrict` for each agent.
        """
        return Structure(
            self.worlds.restrict(kept),
            {atom: where.restrict(kept) for atom, where in self.valuation.items()},
            {agent: each.restrict(kept) for agent, each in self.relations.items()} if relations is None else relations,
            tuple(WorldSet.of(self.size, self.actuals).restrict(kept).positions()) if self.actuals else (),
            {agent: weights.restrict(kept) for agent, weights in self.weights.items()},
            {agent: tuple([ranks[i] for i in kept.tolist()]) for agent, ranks in self.ranks.items()},
            self.time.restrict(kept) if self.time and relations is None else None,
        )

    def true_atoms(self, position: int) -> tuple[str, ...]:
        """The atoms that are true at the world at a position, in the order of the vocabulary."""
        return tuple([atom for atom, where in self.valuation.items() if position in where])

    def all_true_atoms(self) -> list[list[str]]:
        """For each world the atoms that are true there, as in `true_atoms`. O(m) for m true atoms in total."""
        true: list[list[str]] = [[] for _ in range(self.size)]
        for atom, where in self.valuation.items():
            for position in where.positions():
                true[position].append(atom)
        return true

    def values(self, variable: str) -> dict[str, str]:
        """The values of a variable, mapped to their atoms in the vocabulary, such as ``{"4": "die1=4"}``."""
        prefix = variable + "="
        return {atom[len(prefix) :]: atom for atom in self.valuation if atom.startswith(prefix)}


@dataclass(frozen=True, slots=True)
class Product:
    """The structure after an action, and the world and event that each new world comes from."""

    structure: Structure  # without an actual world; it may have no worlds
    worlds: Kept  # for each new world the position of the old world
    events: Kept  # for each new world the position of the event
    designated: WorldSet  # the new worlds whose event is designated
    size: int  # number of old worlds

    def ends(self, worlds: Iterable[int]) -> WorldSet:
        """The new worlds to which designated events lead from these old worlds."""
        return WorldSet.of(self.size, worlds).restrict(self.worlds) & self.designated

    @property
    def world_of(self) -> Indices:
        """For each new world the position of the old world, as an integer array of shape (n,)."""
        return np.asarray(self.worlds, dtype=np.intp)

    @property
    def event_of(self) -> Indices:
        """For each new world the position of the event, as an integer array of shape (n,)."""
        return np.asarray(self.events, dtype=np.intp)


def equal_structures(one: Structure, other: Structure) -> bool:
    """Whether two structures have the same worlds, valuation, relations, weights, ranks, actual worlds and time.

    The order of the worlds, agents and atoms does not matter. O(k n + m log m) for n worlds, k agents and atoms, and m
    edges.
    """
    if one is other:
        return True
    if one.cube is not None and one.cube == other.cube:
        return one.actuals == other.actuals
    if one.size != other.size or set(one.agents) != set(other.agents) or set(one.atoms) != set(other.atoms):
        return False
    position_of = {world: place for place, world in enumerate(other.worlds)}
    places = [place for world in one.worlds if (place := position_of.get(world)) is not None]
    if len(places) < one.size:
        return False
    reordered = replace(other, actuals=()).restrict(kept_of(places, one.size))
    return (
        tuple(sorted(map(places.index, other.actuals))) == one.actuals
        and all(one.valuation[atom] == reordered.valuation[atom] for atom in one.atoms)
        and all(one.relations[agent] == reordered.relations[agent] for agent in one.agents)
        and one.weights == reordered.weights
        and one.ranks == reordered.ranks
        and one.time == reordered.time
    )
