"""The set algebra for cubes: a set of worlds is an integer of 2^k bits, and a diamond shifts it.

A cube is a structure of assignments to k atoms, see `kripke.data.cube`. This algebra does not support the operators in
`LACKING`; for formulas with these, arrays are used instead.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kripke.checking.algebra import NONE
from kripke.checking.engine.algebra import ExplicitAlgebra, ExplicitPast
from kripke.checking.program import OF_ALL, Refinement
from kripke.data.cube import CubeSet, cells_of, pattern, worlds_among
from kripke.data.lazy import np
from kripke.data.relation import Relation
from kripke.data.structure import Structure
from logic import clauses as f

LACKING = frozenset(
    [f.BAtLeast, f.EBAtLeast, f.CBAtLeast, f.BGiven, f.Bsafe, f.Bstrong, *OF_ALL, f.ActStar, f.ActStarDual]
).union([f.AnnounceWhether, Refinement, *f.QUANTIFIERS])
"""Classes of formulas that this algebra does not support; `Refinement` stands for announcements to groups."""

SWEEPS = 64
"""Number of rounds of preimages after which classes are merged instead.

Merging takes a third of the time of these rounds at 2^22 worlds.
"""


class CubeAlgebra(ExplicitAlgebra[int]):
    """The set algebra of a cube: sets are integers of 2^k bits, relations are given by each agent's unobserved atoms.

    A preimage takes O(h) operations on such integers for h unobserved atoms.
    """

    __slots__ = ("cube", "width")

    def __init__(
        self,
        structure: Structure,
        domain: int | None = None,
        agents: Mapping[str, Sequence[int]] | None = None,
        past: ExplicitPast = NONE,
    ) -> None:
        assert structure.cube is not None
        self.cube, self.width = structure.cube, len(structure.cube.atoms)
        super().__init__(structure, domain, structure.cube.hidden if agents is None else agents, past)
        self.atoms = {atom: place for place, atom in enumerate(self.cube.atoms)}

    @staticmethod
    def whole(structure: Structure) -> int:
        assert structure.cube is not None
        return structure.cube.domain

    def world_set(self, target: int) -> CubeSet:
        return CubeSet(self.cube, target)

    @property
    def key(self) -> Hashable:
        """The domain, and the agents' unobserved atoms if they have changed."""
        return self.domain if self.agents is self.cube.hidden else (self.domain, tuple(self.agents.values()))

    def atom(self, name: str) -> int:
        return pattern(self.width, self.atoms[name]) & self.domain

    def preimage(self, agent: str, target: int) -> int:
        """The assignments that differ from one of `target` only in atoms that the agent does not observe."""
        return self._blur(self.agents[agent], target) & self.domain

    def _blur(self, hidden: Iterable[int], target: int) -> int:
        for place in hidden:
            true, step = pattern(self.width, place), 1 << place
            above = target & true
            target |= above >> step | (target ^ above) << step
        return target

    def knows_whether(self, agent: str, target: int) -> int:
        """The assignments where the agent knows whether the actual assignment is in `target`."""
        hidden = self.agents[agent]
        unsure = self._blur(hidden, target) & self._blur(hidden, self.domain ^ target)
        return self.domain ^ (self.domain & unsure)

    def reaches(self, group: Iterable[str], target: int) -> int:
        """The assignments from which steps within the domain lead to `target`.

        If all assignments are worlds, these are the assignments that differ from one of `target` only in atoms that
        some agent of the group does not observe. Otherwise the agents' preimages are taken in turn until nothing new is
        reached; after `SWEEPS` rounds, classes are merged instead.
        """
        agents = tuple(group)
        hidden = [self.agents[agent] for agent in agents]
        if not agents:
            return 0
        if self.domain == (1 << (1 << self.width)) - 1:
            return self._blur(set[int]().union(*hidden), target)
        for _ in range(SWEEPS):
            before = target
            for places in hidden:
                target |= self._blur(places, target) & self.domain
            if target == before:
                return target
        return self._closed(agents, target)

    def _closed(self, agents: Iterable[str], target: int) -> int:
        """Compute `reaches` by merging classes; the time does not depend on the number of steps."""
        from kripke.checking.engine.preimages import diamond  # most queries need no arrays
        from kripke.checking.engine.reaching import reachable

        now = replace(self.cube, domain=self.domain, hidden=self.agents)
        relations = [Relation.from_partition(now.size, partial(now.labels, agent)) for agent in agents]
        closure = reachable(relations, np.ones(now.size, dtype=np.bool_))
        return cells_of(now, diamond(closure, worlds_among(now, target)))

    def jointly_possible(self, group: Iterable[str], target: int) -> int:
        """The assignments that differ from one of `target` only in atoms that no agent of the group observes."""
        return self._blur(self.joint(group), target) & self.domain

    def joint(self, group: Iterable[str]) -> tuple[int, ...]:
        """The atoms that no agent of the group observes."""
        return tuple(sorted(set(range(self.width)).intersection(*[self.agents[agent] for agent in group])))

    def is_empty(self, target: int) -> bool:
        return not target

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("among shifts.LACKING: explicit gives such programs to another algebra")

    degree_at_least = believes_safely = believes_strongly = split = act = back = engine_set = rising = upgraded = (
        _refuse
    )
