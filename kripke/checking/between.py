"""The set algebra of many announcements at once: all models that lie between two submodels of a model.

Its values are pairs of sets of the model's own engine, so the clauses of `kripke.checking.program` give bounds on the
extension of a formula. Knowledge of a formula is bounded by the larger submodel, ignorance by the smaller one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from kripke.checking.algebra import Past, SetAlgebra


class Undecided(Exception):
    """The body cannot be evaluated for several announcements at once."""


class Range(NamedTuple):
    """The worlds where a formula holds after each of several announcements, and those where it holds after one."""

    least: Any
    most: Any

    def __and__(self, other: Range) -> Range:
        return Range(self.least & other.least, self.most & other.most)

    def __or__(self, other: Range) -> Range:
        return Range(self.least | other.least, self.most | other.most)

    def __xor__(self, other: Range) -> Range:
        (a, b), (c, d) = self, other
        return Range(a ^ (a & d) | c ^ (c & b), b ^ (b & c) | d ^ (d & a))


class _Unknown(dict[str, Any]):
    """The named actions, of which nothing is known in several models at once."""

    def repeat(self, *_: Any) -> Any:
        """Actions that are repeated search the models that they lead to."""
        raise Undecided


class Between(SetAlgebra[Range]):
    """The models after the announcements of all sets between two sets, as one set algebra.

    A value is sound, not exact: at a world of its `least` the formula holds in each of the models that has the world,
    and outside its `most` in none. Operations that are not bounded in this way raise `Undecided`.
    """

    def __init__(self, model: SetAlgebra[Any], least: Any, most: Any) -> None:
        self.least, self.most, self.model = least, most, model
        self.small, self.large = model.restrict(least), model.restrict(most)
        self.domain = Range(most, most)
        self.nothing = most ^ most
        self.past = Past(_Unknown())
        self.unknown = Range(self.nothing, most)

    @property
    def agents(self) -> Collection[str]:
        return self.model.agents

    @property
    def atoms(self) -> Collection[str]:
        return self.model.atoms

    @property
    def key(self) -> Hashable:
        return "between", self.small.key, self.large.key

    def running(self, *_: Any) -> Any:
        raise Undecided

    def _inside(self, least: Any, most: Any) -> Range:
        return Range(least & self.most, most & self.most)

    def atom(self, name: str) -> Range:
        return self._inside(where := self.model.atom(name), where)

    def values(self, variable: str) -> list[Range]:
        return [self._inside(where, where) for where in self.model.values(variable)]

    def preimage(self, agent: str, target: Range) -> Range:
        see = self.large.preimage
        return self._inside(see(agent, self.least & target.least), see(agent, target.most))

    def preimages(self, group: Iterable[str], target: Range) -> Range:
        return reduce(or_, [self.preimage(agent, target) for agent in group], Range(self.nothing, self.nothing))

    def knows_whether(self, agent: str, target: Range) -> Range:
        return self.domain ^ (self.preimage(agent, target) & self.preimage(agent, self.domain ^ target))

    def knows_value(self, agent: str, targets: list[Range]) -> Range:
        blind = self.domain ^ self.preimage(agent, self.domain)
        return reduce(or_, [self.domain ^ self.preimage(agent, self.domain ^ target) for target in targets], blind)

    def reaches(self, group: Iterable[str], target: Range) -> Range:
        agents, sure = tuple(group), self.least & target.least
        near = sure | self.small.reaches(agents, sure)
        least = reduce(or_, [self.large.preimage(agent, near) for agent in agents], self.nothing)
        return self._inside(least, self.large.reaches(agents, target.most))

    def jointly_possible(self, group: Iterable[str], target: Range) -> Range:
        agents, see = tuple(group), self.large.jointly_possible
        return self._inside(see(agents, self.least & target.least), see(agents, target.most))

    def believes(self, agent: str, condition: Range, target: Range) -> Range:
        """Sure where all conditions seen are targets; impossible where a condition, but no target of them, is seen."""
        sure = self.domain ^ self.preimage(agent, condition & (self.domain ^ target))
        if self.is_plain(agent):
            return sure
        refuted = self.preimage(agent, condition) & (self.domain ^ self.preimage(agent, condition & target))
        return Range(sure.least, self.most ^ refuted.least)

    def believing(self, group: Iterable[str]) -> Between:
        if not all(map(self.is_plain, group)):
            raise Undecided
        return self

    def degree_at_least(self, agent: str, degree: Fraction, target: Range) -> Range:
        return self.domain if degree == 0 else Range(self.nothing, self.preimage(agent, target).most)

    def common_to_degree(self, group: Collection[str], degree: Fraction, target: Range) -> Range:
        return self.unknown

    def believes_safely(self, agent: str, target: Range) -> Range:
        sure = self.domain ^ self.preimage(agent, self.domain ^ target)
        return sure if self.is_plain(agent) else Range(sure.least, self.most)

    def believes_strongly(self, agent: str, target: Range) -> Range:
        return Range(self.nothing, self.preimage(agent, target).most)

    def restrict(self, target: Range) -> Between:
        return Between(self.model, self.least & target.least, target.most)

    def split(self, group: Iterable[str], target: Range) -> Mapping[str, Any]:
        raise Undecided

    def joint(self, group: Iterable[str]) -> Any:
        raise Undecided

    def shares(self, agent: str, target: Range) -> Collection[Fraction]:
        raise Undecided

    def related(self, relations: Mapping[str, Any]) -> Between:
        raise Undecided

    def back(self, target: Range) -> Range:
        raise Undecided

    def upgraded(self, target: Range, best_only: bool, group: Iterable[str] | None = None) -> Between:
        raise Undecided

    def act(self, action: str) -> Between:
        raise Undecided

    def is_empty(self, target: Range) -> bool:
        return self.model.is_empty(target.most)

    def is_plain(self, agent: str) -> bool:
        return self.model.is_plain(agent)

    def keeps(self, before: object) -> bool:
        return False
