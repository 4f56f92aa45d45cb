"""The set algebra for cubes: a set of worlds is an integer of 2^k bits, and a diamond is shifts of it.

It computes what `CLAUSES` lists; for the rest of the language a cube's structure has its arrays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NoReturn

from kripke.data.cube import Cube, CubeSet, pattern
from kripke.data.structure import Structure
from logic import clauses as f

CLAUSES = frozenset(
    {f.Top, f.Bottom, f.Atom, f.Not, f.And, f.Or, f.Xor, f.Implies, f.Iff, f.K, f.M, f.Kw, f.Kv, f.E, f.D, f.B}
    | {f.Announce, f.AnnounceDual}
)
"""The clauses that shifts compute; announcements only where they are public."""


class CubeAlgebra:
    """A cube's sets as integers of 2^k bits, after some public announcements.

    A diamond costs O(h) integer operations of 2^k bits for h atoms that the agent does not observe.

    Parameters
    ----------
    structure : Structure
        The model.
    cube : Cube
        Its worlds as assignments.
    domain : int, optional
        The assignments that are left, as a mask; None: all.
    """

    __slots__ = ("atoms", "cube", "domain", "structure", "width")

    def __init__(self, structure: Structure, cube: Cube, domain: int | None = None) -> None:
        self.structure, self.cube = structure, cube
        self.width = len(cube.atoms)
        self.atoms = {atom: place for place, atom in enumerate(cube.atoms)}
        self.domain: int = cube.domain if domain is None else domain

    @property
    def agents(self) -> Sequence[str]:
        """The agents of the model."""
        return list(self.cube.hidden)

    @property
    def key(self) -> Hashable:
        """The domain: announcements change nothing else."""
        return self.domain

    def atom(self, name: str) -> int:
        """The assignments where the atom is true."""
        return pattern(self.width, self.atoms[name]) & self.domain

    def values(self, variable: str) -> list[int]:
        """For each value of the variable, the assignments where it has it."""
        return [self.atom(atom) for atom in self.atoms if atom.startswith(variable + "=")]

    def preimage(self, agent: str, target: int) -> int:
        """The assignments that differ from one of `target` in hidden atoms only.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : int
            The worlds where the operand holds.
        """
        return self._blur(self.cube.hidden[agent], target) & self.domain

    def _blur(self, hidden: Iterable[int], target: int) -> int:
        for place in hidden:
            true, step = pattern(self.width, place), 1 << place
            above = target & true
            target |= above >> step | (target ^ above) << step
        return target

    def knows_whether(self, agent: str, target: int) -> int:
        """The assignments all of whose alternatives lie in `target`, or none of them.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : int
            The worlds where the operand holds.
        """
        hidden = self.cube.hidden[agent]
        unsure = self._blur(hidden, target) & self._blur(hidden, self.domain ^ target)
        return self.domain ^ (self.domain & unsure)

    def knows_value(self, agent: str, targets: list[int]) -> int:
        """The assignments all of whose alternatives lie in one of the targets.

        Parameters
        ----------
        agent : str
            Name of the agent.
        targets : list of sets of worlds
            One set for each value.
        """
        known = 0
        for target in targets:
            known |= self.domain ^ self.preimage(agent, self.domain ^ target)
        return known

    def jointly_possible(self, group: Iterable[str], target: int) -> int:
        """The assignments that differ from one of `target` only in atoms hidden from all the group.

        Parameters
        ----------
        group : iterable of str
            Names of the agents.
        target : int
            The worlds where the operand holds.
        """
        hidden = set(range(self.width)).intersection(*[self.cube.hidden[agent] for agent in group])
        return self._blur(sorted(hidden), target) & self.domain

    def believes(self, agent: str, condition: int, target: int) -> int:
        """As knowledge: a cube has no weights.

        Parameters
        ----------
        agent : str
            Name of the agent.
        condition : int
            The worlds where the condition holds.
        target : int
            The worlds where the operand holds.
        """
        return self.domain ^ self.preimage(agent, condition & ~target)

    def restrict(self, target: int) -> CubeAlgebra:
        """The model of the worlds of `target` alone."""
        return CubeAlgebra(self.structure, self.cube, target)

    def keeps(self, before: object) -> bool:
        """Never: every set is a subset of `domain`."""
        return False

    def world_set(self, target: int) -> CubeSet:
        """The set as a value that does not depend on the engine."""
        return CubeSet(self.cube, target)

    def _refuse(self, *_: object) -> NoReturn:
        raise AssertionError("not among shifts.CLAUSES: explicit gives such programs to another algebra")

    reaches = degree_at_least = believes_safely = believes_strongly = refine = act = back = _refuse
