"""What a formula asks of histories: whose knowledge how deep, and which past formulas where.

Without common knowledge a formula looks only as deep into agents' minds as it is nested, so knowledge states are trees
of that depth, and there are finitely many: R. van der Meyden, "Common knowledge and update in finite environments"
(1998), doi:10.1006/inco.1997.2679. Common knowledge looks at any depth.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import reduce
from typing import NamedTuple

from kripke.data.errors import ModelError
from kripke.data.wording import change_text
from logic import clauses as f
from logic.errors import shorten
from logic.formula import Formula, OneAgent
from logic.shared import CONNECTIVES, fold
from logic.table import flatten

Key = tuple[str, ...]
"""Agents who look together, sorted: one agent, or a group that pools what it knows."""

DEEPEST = 8  # depth of trees beyond which whole moments are compared instead: deeper trees are hardly ever fewer

TEMPORAL = (*f.TIME, *f.PAST)


class Demand(NamedTuple):
    """What is asked at a history.

    `past`: the numbers of past formulas whose bits are needed, as a mask. `runs`: whether the future is asked. `sees`:
    for each key what is asked at the histories that its agents cannot tell apart from this; None: the same as here.
    """

    past: int = 0
    runs: bool = False
    sees: tuple[tuple[Key, Demand | None], ...] = ()

    @property
    def is_endless(self) -> bool:
        """Whether knowledge of any depth is asked."""
        return any(below is None for _, below in self.sees)

    @property
    def depth(self) -> int:
        """The depth of the tree of knowledge."""
        return max([1 + below.depth for _, below in self.sees if below], default=0)

    def endless(self) -> Demand:
        """All that is asked here or below, asked everywhere."""
        parts = [below.endless() for _, below in self.sees if below]
        keys = {key for part in [self, *parts] for key, _ in part.sees}
        past = reduce(int.__or__, [part.past for part in parts], self.past)
        return Demand(past, self.runs or any(part.runs for part in parts), tuple([(k, None) for k in sorted(keys)]))

    def __or__(self, other: Demand) -> Demand:
        if self.is_endless or other.is_endless:
            one, two = self.endless(), other.endless()
            keys = {*dict(one.sees), *dict(two.sees)}
            return Demand(one.past | two.past, one.runs or two.runs, tuple([(key, None) for key in sorted(keys)]))
        sees = dict(self.sees)
        for key, below in other.sees:
            sees[key] = sees[key] | below if key in sees else below
        return Demand(self.past | other.past, self.runs or other.runs, tuple(sorted(sees.items(), key=lambda s: s[0])))

    def everywhere(self, other: Demand) -> Demand:
        """The demand with another one here and at all that is seen."""
        sees = tuple([(key, below and below.everywhere(other)) for key, below in self.sees])
        return Demand(self.past, self.runs, sees) | other

    def pooling(self, group: Collection[str]) -> Demand:
        """What must be asked so that after the group has pooled its knowledge this is asked."""
        sees = [Demand(sees=((pooled(key, group), below and below.pooling(group)),)) for key, below in self.sees]
        before = self if self.past else Demand(runs=self.runs)  # bits of the past are found before the group pools
        return reduce(Demand.__or__, sees, before)

    def within(self, other: Demand) -> bool:
        """Whether another demand asks all this, except for the future."""
        if self.past & ~other.past or (self.is_endless and not other.is_endless):
            return False
        theirs = dict(other.sees)
        return all(key in theirs and (below is None or below.within(theirs[key] or other)) for key, below in self.sees)


def pooled(key: Key, group: Collection[str]) -> Key:
    """The agents whose histories count for a key after a group has pooled its knowledge."""
    return key if {*group}.isdisjoint(key) else tuple(sorted({*key, *group}))


def group_of(node: Formula, agents: Collection[str]) -> Collection[str]:
    """The group that a node names, or all agents."""
    group: Collection[str] | None = getattr(node, "group", None)
    return agents if group is None else sorted(group)


def demand(formula: Formula, agents: Collection[str], past: Mapping[Formula, int]) -> Demand:
    """What a formula asks; `past`: the numbers of the past formulas. `ModelError` for what is not supported."""

    def asked(node: Formula, kids: list[Demand]) -> Demand:
        below = reduce(Demand.__or__, kids, Demand())
        group = group_of(node, agents)
        match node:
            case f.Announce() | f.AnnounceDual() | f.AnnounceWhether():
                found = kids[1].everywhere(kids[0])
            case f.R():
                found = below.pooling(group)
            case f.C() | f.CB() | f.Run() | f.RunDual():
                keys = sorted(node.own_agents if isinstance(node, f.OfProgram) else group)
                found = Demand(sees=tuple([((agent,), None) for agent in keys])) | below
            case f.D() | f.DB():
                found = Demand(sees=((tuple(sorted(group)), below),))
            case f.E() | f.EB() | f.EIterated():
                found = below
                for _ in range(min(node.steps, DEEPEST + 1)):
                    found = Demand(sees=tuple([((agent,), found) for agent in sorted(group)]))
            case f.K() | f.M() | f.Kw() | f.Kv() | f.B() | f.BGiven():
                assert isinstance(node, OneAgent)
                found = Demand(sees=(((node.agent,), below),))
            case _ if isinstance(node, f.PAST):
                found = below | Demand(1 << past[node])
            case _ if isinstance(node, f.TIME):
                found = below | Demand(runs=True)
            case _ if isinstance(node, (*CONNECTIVES, f.Atom, f.Act, f.ActDual)):
                found = below
            case _:
                raise _unsupported(node)
        return found.endless() if found.depth > DEEPEST else found

    rows = flatten(formula).rows
    for node, _ in rows:
        if isinstance(node, f.Announcement) and any(isinstance(part, f.PAST) for part in node.statement.subformulas()):
            raise ModelError(
                f"{shorten(str(node))}: {change_text(node)} speaks of the past, which an announcement cannot; announce "
                "what holds now, or ask the past operator outside the brackets"
            )
    return fold(rows, asked)


def _unsupported(node: Formula) -> ModelError:
    what = change_text(node) if node.operator.changes else f"{type(node).__name__} ({node.operator.feature})"
    return ModelError(
        f"{shorten(str(node))}: {what} is not supported in one formula with temporal or past operators; supported are "
        "knowledge (K, Kw, Kv, E, C, D, R, programs over agents), belief without weights and ranks (B, EB, CB, DB) and "
        "announcements, [p] q, [p?] q, [p!{a,b}] q"
    )
