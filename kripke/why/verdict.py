"""What a check gives: whether the formula holds, where, and, when asked, why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kripke.checking.explicit import Actions
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_quoted
from kripke.data.worlds import World
from kripke.why.explain import DEPTH, SIZE, Explanation, explain
from logic.formula import Formula


@dataclass(frozen=True)
class Verdict:
    """The answer to a formula at a world of a structure.

    Parameters
    ----------
    structure : Structure
        The model.
    formula : Formula
        The question.
    position : int
        Where it was asked.
    where : WorldSet
        All worlds where the formula holds.
    actions : mapping of str to Occurrence, optional
        The actions that the formula names.
    """

    structure: Structure
    formula: Formula
    position: int
    where: WorldSet
    actions: Actions | None = None

    def __bool__(self) -> bool:
        return self.holds

    def __hash__(self) -> int:
        return hash((self.formula, self.position, len(self.where)))

    def __repr__(self) -> str:
        return f"<Verdict: {self.formula} {'holds' if self.holds else 'fails'} at {world_quoted(self.world)}>"

    @property
    def holds(self) -> bool:
        """Whether the formula holds at the world."""
        return self.position in self.where

    @property
    def world(self) -> World:
        """The world's name."""
        return self.structure.worlds.name(self.position)

    @property
    def count(self) -> int:
        """At how many worlds the formula holds."""
        return len(self.where)

    @property
    def size(self) -> int:
        """How many worlds there are."""
        return self.structure.size

    @cached_property
    def extension(self) -> frozenset[World]:
        """The names of the worlds where the formula holds."""
        return names(self.structure, self.where)

    def explain(self, depth: int = DEPTH, size: int = SIZE) -> Explanation:
        """Why the formula holds or fails there, with witnesses; `depth` and `size` as in `explain.explain`."""
        return explain(self.structure, self.formula, self.position, depth, size, self.actions)


def names(structure: Structure, where: WorldSet) -> frozenset[World]:
    """The names of the worlds of a set."""
    return frozenset(structure.worlds.name(int(i)) for i in where.column.nonzero()[0])
