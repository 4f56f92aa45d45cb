"""The Protocol of a set algebra: the operations on sets of worlds that an engine implements."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import and_, or_
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from logic.formula import Formula


class Combinable(Protocol):
    """A set of worlds with the operators ``& | ^``."""

    def __and__(self: Set, other: Set, /) -> Set: ...
    def __or__(self: Set, other: Set, /) -> Set: ...
    def __xor__(self: Set, other: Set, /) -> Set: ...


Set = TypeVar("Set", bound=Combinable)
ActionT = TypeVar("ActionT", covariant=True)
OriginT = TypeVar("OriginT", covariant=True)


class Past(NamedTuple, Generic[ActionT, OriginT]):
    """The data that a set algebra needs for named actions.

    `actions` are the actions that formulas can name. `key` identifies the changes of the model so far, and is a part of
    `SetAlgebra.key`. `origin`, for a model after an action, describes where its worlds come from.
    """

    actions: Mapping[str, ActionT] = MappingProxyType({})
    key: Hashable = None
    origin: OriginT | None = None


NONE: Past[Any, Any] = Past()  # the empty past, without actions


class SetAlgebra(Protocol[Set]):
    """Protocol of a model, possibly after announcements, that computes with subsets of its `domain`."""

    domain: Set
    past: Past[Any, Any]
    agents: Collection[str]  # of the model
    atoms: Collection[str]  # of its vocabulary

    @property
    def key(self) -> Hashable:
        """A value that is equal for two algebras of one model only if their domains and relations are equal."""

    def atom(self, name: str) -> Set:
        """The worlds where the atom is true."""

    def values(self, variable: str) -> list[Set]:
        """For each value of the variable in the vocabulary, the worlds where the variable has this value."""

    def preimage(self, agent: str, target: Set) -> Set:
        """The worlds at which the agent considers some world of `target` possible."""

    def preimages(self, group: Iterable[str], target: Set) -> Set:
        """The worlds at which some agent of the group considers some world of `target` possible."""
        return reduce(or_, [self.preimage(agent, target) for agent in group], self.domain ^ self.domain)

    def knows_whether(self, agent: str, target: Set) -> Set:
        """The worlds where all worlds that the agent considers possible are in `target`, or none is."""
        return self.domain ^ (self.preimage(agent, target) & self.preimage(agent, self.domain ^ target))

    def knows_value(self, agent: str, targets: list[Set]) -> Set:
        """The worlds where all worlds that the agent considers possible lie in one and the same target."""
        unsure = (self.preimage(agent, self.domain ^ target) for target in targets)
        return self.domain ^ reduce(and_, unsure, self.domain)

    def reaches(self, group: Iterable[str], target: Set) -> Set:
        """The worlds from which one or more steps of the group's agents lead to `target`."""

    def jointly_possible(self, group: Iterable[str], target: Set) -> Set:
        """The worlds related to a world of `target` by the intersection of the group's relations."""

    def believes(self, agent: str, condition: Set, target: Set) -> Set:
        """The worlds where all worlds of `condition` that the agent finds most plausible lie in `target`.

        The default is for an agent with neither weights nor ranks.
        """
        return self.domain ^ self.preimage(agent, condition & (self.domain ^ target))

    def believing(self, group: Iterable[str]) -> SetAlgebra[Set]:
        """The model with the group's relations restricted to believed worlds; without weights and ranks, `self`."""
        return self

    def degree_at_least(self, agent: str, degree: Fraction, target: Set) -> Set:
        """The worlds where `target` has at least the proportion `degree` of the agent's weight."""

    def all_to_degree(self, group: Iterable[str], degree: Fraction, target: Set) -> Set:
        """The worlds where `target` has at least the proportion `degree` of each group member's weight."""
        return reduce(and_, [self.degree_at_least(agent, degree, target) for agent in group], self.domain)

    def rounds_to_degree(self, group: Collection[str], degree: Fraction, target: Set) -> list[Set]:
        """The rounds of the computation of common belief to a degree, which is a greatest fixed point.

        The first round is `all_to_degree` of `target`; each later round is the part of the first that is also in
        `all_to_degree` of the previous round.
        """
        left = [self.all_to_degree(group, degree, target)]
        while not self.is_empty(left[-1] ^ (then := left[0] & self.all_to_degree(group, degree, left[-1]))):
            left.append(then)
        return left

    def common_to_degree(self, group: Collection[str], degree: Fraction, target: Set) -> Set:
        """The worlds of common belief in `target` to a degree: the last of `rounds_to_degree`."""
        return self.rounds_to_degree(group, degree, target)[-1]

    def shares(self, agent: str, target: Set) -> Collection[Fraction]:
        """The degrees of the agent's belief in `target` at the worlds, except 0; empty without weights."""
        return ()

    def believes_safely(self, agent: str, target: Set) -> Set:
        """The worlds w of safe belief: all worlds that the agent finds at least as plausible as w lie in `target`."""
        return self.domain ^ self.preimage(agent, self.domain ^ target)

    def believes_strongly(self, agent: str, target: Set) -> Set:
        """The worlds of strong belief: `target` is possible, and its worlds are more plausible than all others."""
        return self.preimage(agent, target) & (self.domain ^ self.preimage(agent, self.domain ^ target))

    @property
    def fair(self) -> Sequence[Set] | None:
        """The fairness constraints: sets that a fair run visits infinitely often; None for a model without time."""
        return None

    def was(self, node: Formula) -> Set | None:
        """The worlds where `node` holds (for a `Y` operator) or held one step before (for `O` and `H`).

        None if the truth values of this operator have not been computed.
        """
        return None

    def preceding(self, target: Set) -> Set:
        """The temporal preimage: the worlds with a temporal successor in `target`."""
        raise NotImplementedError("only models with time have it")

    def until(self, stay: Set, target: Set) -> Set:
        """The worlds of `target`, and the worlds from which a path through worlds of `stay` leads to `target`."""
        worlds = new = target
        while not self.is_empty(new := self.preceding(new) & stay & (self.domain ^ worlds)):
            worlds = worlds | new
        return worlds

    def endless(self, stay: Set) -> Set:
        """The worlds from which a fair run stays in `stay`: the greatest fixed point of Emerson and Lei (1986)."""
        left, fair = stay, self.fair
        while True:
            ahead = [self.until(stay, left & each) for each in fair or ()] or [left]
            then = reduce(and_, map(self.preceding, ahead), left)
            if self.is_empty(left ^ then):
                return left
            left = then

    def restrict(self, target: Set) -> SetAlgebra[Set]:
        """The model with only the worlds of `target`."""

    def split(self, group: Iterable[str], target: Set) -> Mapping[str, Any]:
        """The relations of the group's agents, without the pairs that have exactly one world in `target`."""

    def joint(self, group: Iterable[str]) -> Any:
        """The intersection of the relations of the group; for an empty group all pairs."""

    def related(self, relations: Mapping[str, Any]) -> SetAlgebra[Set]:
        """A copy of the model in which the agents in `relations` have the given relations."""

    def upgraded(self, target: Set, best_only: bool, group: Iterable[str] | None = None) -> SetAlgebra[Set]:
        """The model after an upgrade: `target`, or only its most plausible worlds, become the most plausible of all."""

    def is_empty(self, target: Set) -> bool:
        """Whether no world of the model is in the set."""

    def is_plain(self, agent: str) -> bool:
        """Whether the agent has neither weights nor ranks, so that belief is knowledge."""
        return True

    def act(self, action: str) -> SetAlgebra[Set]:
        """The model after the named action."""

    def back(self, target: Set) -> Set:
        """The worlds of the model before `act` from which a designated event leads to a world of `target`."""

    def keeps(self, before: SetAlgebra[Set]) -> bool:
        """Whether extensions of Boolean formulas in the model `before` can be reused in this model."""
        return False  # most are subsets of `domain`, which differs
