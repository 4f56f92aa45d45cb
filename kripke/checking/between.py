"""A set algebra for many announcements at once: all models between two submodels of a model.

Its values are pairs of sets of the model's own engine, so the semantic clauses of `kripke.checking.program` give
bounds on the extension of a formula. Knowledge of a formula is bounded by the larger submodel, ignorance by the smaller
one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from kripke.checking.algebra import Past, SetAlgebra


class Undecided(Exception):
    """Raised if a formula cannot be evaluated for several announcements at once."""


class Range(NamedTuple):
    """Bounds on an extension: `least` are the worlds where the formula surely holds, `most` those where it may hold."""

    least: Any
    most: Any

    def __and__(self, other: Range) -> Range:
        return Range(self.least & other.least, self.most & other.most)

    def __or__(self, other: Range) -> Range:
        return Range(self.least | other.least, self.most | other.most)

    def __xor__(self, other: Range) -> Range:
        (a, b), (c, d) = self, other
        return Range(a ^ (a & d) | c ^ (c & b), b ^ (b & c) | d ^ (d & a))


def _undecided(*_: Any, **__: Any) -> Any:
    raise Undecided


class _Unknown(dict[str, Any]):
    """A stand-in for the named actions, which cannot be evaluated in several models at once."""

    repeat = _undecided


class Between(SetAlgebra[Range]):
    """The set algebra of all models between two submodels of a model; its values are bounds, see `Range`."""

    def __init__(self, model: SetAlgebra[Any], least: Any, most: Any) -> None:
        self.least, self.most, self.model = least, most, model
        self.agents, self.atoms = model.agents, model.atoms
        self.small, self.large = model.restrict(least), model.restrict(most)
        self.domain, self.nothing = Range(most, most), most ^ most
        self.unknown, self.past = Range(self.nothing, most), Past(_Unknown())

    @property
    def key(self) -> Hashable:
        return "between", self.small.key, self.large.key

    def _inside(self, least: Any, most: Any) -> Range:
        return Range(least & self.most, most & self.most)

    def atom(self, name: str) -> Range:
        return self._inside(where := self.model.atom(name), where)

    def values(self, variable: str) -> list[Range]:
        return [self._inside(where, where) for where in self.model.values(variable)]

    def preimage(self, agent: str, target: Range) -> Range:
        see = self.large.preimage
        return self._inside(see(agent, self.least & target.least), see(agent, target.most))

    def reaches(self, group: Iterable[str], target: Range) -> Range:
        agents, sure = tuple(group), self.least & target.least
        near = sure | (self.small.reaches(agents, sure) & self.least)
        least = reduce(or_, [self.large.preimage(agent, near) for agent in agents], self.nothing)
        return self._inside(least, self.large.reaches(agents, target.most))

    def jointly_possible(self, group: Iterable[str], target: Range) -> Range:
        agents, see = tuple(group), self.large.jointly_possible
        return self._inside(see(agents, self.least & target.least), see(agents, target.most))

    def believes(self, agent: str, condition: Range, target: Range) -> Range:
        """The bounds for belief.

        Belief is certain if all possible `condition`-worlds are in `target`. It is excluded if such worlds exist, but
        none is in `target`.
        """
        sure = super().believes(agent, condition, target)
        if self.is_plain(agent):
            return sure
        refuted = self.preimage(agent, condition) & (self.domain ^ self.preimage(agent, condition & target))
        return Range(sure.least, self.most ^ refuted.least)

    def believing(self, group: Iterable[str]) -> Between:
        return self if all(map(self.is_plain, group)) else _undecided()

    def degree_at_least(self, agent: str, degree: Fraction, target: Range) -> Range:
        return self.domain if degree == 0 else Range(self.nothing, self.preimage(agent, target).most)

    def common_to_degree(self, group: Collection[str], degree: Fraction, target: Range) -> Range:
        return self.unknown

    def believes_safely(self, agent: str, target: Range) -> Range:
        sure = super().believes_safely(agent, target)
        return sure if self.is_plain(agent) else Range(sure.least, self.most)

    def believes_strongly(self, agent: str, target: Range) -> Range:
        return Range(self.nothing, self.preimage(agent, target).most)

    def restrict(self, target: Range) -> Between:
        return Between(self.model, self.least & target.least, target.most)

    split = joint = shares = related = back = upgraded = act = running = preceding = _undecided

    def is_empty(self, target: Range) -> bool:
        return self.model.is_empty(target.most)

    def is_plain(self, agent: str) -> bool:
        return self.model.is_plain(agent)
