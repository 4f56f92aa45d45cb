"""Demands: the information that is needed to evaluate a formula at a history.

A history is the beginning of a run, up to the present. Without common knowledge, a demand is a tree as deep as the
formula: van der Meyden (1998), doi:10.1006/inco.1997.2679.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import reduce
from math import inf
from operator import or_
from typing import Any, NamedTuple

from kripke.data.errors import ModelError
from kripke.data.wording import change_text
from logic import clauses as f
from logic.errors import shorten
from logic.formula import Formula
from logic.node_table import flatten
from logic.programs import OfProgram
from logic.shared import BOOLEAN, fold

Key = tuple[str, ...]
"""Agents whose knowledge is combined, sorted: one agent, or a group that pools its knowledge."""

DEEPEST = 20  # depth of trees beyond which all connected histories are compared instead


class Demand(NamedTuple):
    """The requirements of a formula at a history: past formulas, time steps, and demands at accessible histories."""

    past: int = 0  # the numbers of past formulas whose bits are needed, as a mask
    steps: float = 0  # number of later steps of the runs that matter, here or at accessible histories; `inf`: all
    sees: tuple[tuple[Key, Demand | None], ...] = ()  # demands at accessible histories; None: this demand

    @property
    def is_endless(self) -> bool:
        """Whether knowledge of unbounded depth is required."""
        return any(below is None for _, below in self.sees)

    @property
    def depth(self) -> int:
        """The nesting depth of demands at accessible histories; demands of unbounded depth (None) are not counted."""
        return max([1 + below.depth for _, below in self.sees if below is not None], default=0)

    def endless(self, *others: Demand) -> Demand:
        """Return the demand that requires everything in this demand and the others, at every accessible history."""
        parts = [self, *others]
        for part in parts:  # grows in the loop
            parts += [below for _, below in part.sees if below is not None]
        keys = sorted({key for part in parts for key, _ in part.sees})
        past = reduce(or_, [part.past for part in parts])
        return Demand(past, max([part.steps for part in parts]), tuple([(key, None) for key in keys]))

    def __or__(self, other: Demand) -> Demand:
        if self.is_endless or other.is_endless:
            return self.endless(other)
        one, two = dict(self.sees), dict(other.sees)
        keys: list[Key] = sorted({*one, *two})
        sees = [(key, (one.get(key) or NOTHING) | (two.get(key) or NOTHING)) for key in keys]
        return Demand(self.past | other.past, max(self.steps, other.steps), tuple(sees))

    def below(self, change: Callable[[Demand], Demand]) -> Demand:
        """Return a copy in which `change` is applied to the demands at the accessible histories."""
        return self._replace(sees=tuple([(key, below and change(below)) for key, below in self.sees]))

    def everywhere(self, other: Demand) -> Demand:
        """Return this demand with `other` added at this history and at all accessible histories."""
        return self.below(lambda below: below.everywhere(other)) | other

    def pooling(self, group: Collection[str]) -> Demand:
        """Return the demand before the group pools its knowledge that meets this demand afterwards."""
        inside = self.below(lambda below: below.pooling(group))
        parts = [Demand(sees=((pooled(key, group), below),)) for key, below in inside.sees]
        before = self if self.past else Demand(steps=self.steps)  # bits of the past are found before the group pools
        return reduce(or_, parts, before)

    def at_once(self) -> Demand:
        """Return a copy of the demand that requires no steps of time."""
        return self.below(Demand.at_once)._replace(steps=0)

    def within(self, other: Demand) -> bool:
        """Whether `other` requires all that this demand requires, apart from steps of time."""
        if self.past & ~other.past or (self.is_endless and not other.is_endless):
            return False
        theirs = dict(other.sees)
        return all(k in theirs and (below is None or below.within(theirs[k] or other)) for k, below in self.sees)


def pooled(key: Key, group: Collection[str]) -> Key:
    """Return the agents whose knowledge is combined for `key` after the group has pooled its knowledge.

    If `key` has a member of the group, all members are added.
    """
    return key if {*group}.isdisjoint(key) else tuple(sorted({*key, *group}))


def group_of(node: Any, agents: Collection[str]) -> list[str]:
    """Return the group that a node names; all agents if it names no group."""
    group: Collection[str] | None = getattr(node, "group", None)
    return sorted(agents if group is None else group)


def is_temporal(formula: Formula) -> bool:
    """Whether a formula has operators of the future or the past."""
    return any(isinstance(node, (*f.TIME, *f.PAST)) for node in formula.subformulas())


def past_of(formula: Formula) -> list[Formula]:
    """Return the distinct past subformulas, the innermost first."""
    return [node for node in formula.subformulas() if isinstance(node, f.PAST)]


NOTHING = Demand()


def demand(formula: Formula, agents: Collection[str], past: Mapping[Formula, int], always: Demand = NOTHING) -> Demand:
    """Return the demand of a formula; `ModelError` if the formula is not supported.

    `past`: the numbers of the past formulas. `always`: a demand to join with that of each subformula.
    """

    def asked(node: Any, kids: list[Demand]) -> Demand:
        below, group = reduce(or_, kids, NOTHING), group_of(node, agents)
        match node:
            case f.Announce() | f.AnnounceDual() | f.AnnounceWhether():
                if past_of(node.statement):
                    raise _unsupported(node, f"{change_text(node)} speaks of the past, so it")
                needs = kids[1].everywhere(kids[0]).at_once()
            case f.R():
                needs = below.pooling(group).at_once()
            case f.Act() | f.ActDual():
                needs = below.at_once()
            case f.C() | f.CB() | f.Run() | f.RunDual():
                keys = sorted(node.own_agents) if isinstance(node, OfProgram) else group
                needs = below | Demand(sees=tuple([((agent,), None) for agent in keys]))
            case f.D() | f.DB():
                needs = Demand(0, below.steps, ((tuple(group), below),))
            case f.E() | f.EB() | f.EIterated():
                needs = below
                for _ in range(min(node.steps, DEEPEST + 1)):
                    needs = Demand(0, below.steps, tuple([((agent,), needs) for agent in group]))
            case f.K() | f.M() | f.Kw() | f.Kv() | f.B() | f.BGiven():
                needs = Demand(0, below.steps, (((node.agent,), below),))
            case f.Y() | f.O() | f.H():
                needs = below | Demand(1 << past[node])
            case f.EX() | f.AX():
                needs = below._replace(steps=below.steps + 1)
            case _ if isinstance(node, f.TIME):
                needs = below._replace(steps=inf)
            case _ if isinstance(node, BOOLEAN):
                needs = below
            case _:
                raise _unsupported(node, change_text(node) if node.operator.changes else node.operator.feature)
        return (needs.endless() if needs.depth > DEEPEST else needs) | always

    return fold(flatten(formula).rows, asked)


def _unsupported(node: Formula, what: str) -> ModelError:
    return ModelError(
        f"{shorten(str(node))}: {what} is not supported where agents remember and formulas speak of time; supported "
        "are knowledge (K Kw Kv E C D R, programs over agents), belief without weights and ranks (B EB CB DB) and "
        "announcements of what holds now and will: [p] q, [p?] q, [p!{a,b}] q"
    )
