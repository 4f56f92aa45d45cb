"""The result of a check: whether the formula holds, where it holds, and on request why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kripke.checking.explicit import Actions
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_quoted
from kripke.data.worlds import World
from kripke.why.view import DEPTH, SIZE
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.why.explanation import Explanation


@dataclass(frozen=True)
class Verdict:
    """The result of checking a formula at a world of a structure.

    Parameters
    ----------
    structure : Structure
        The model.
    formula : Formula
        The checked formula.
    position : int
        Position of the world.
    where : WorldSet
        All worlds where the formula holds.
    actions : mapping of str to Occurrence, optional
        The actions that the formula names.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
    >>> verdict = m.check("p & ~K_a p")
    >>> verdict.holds, verdict.world, verdict.count, verdict.extension
    (True, 'w1', 1, frozenset({'w1'}))
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
        """Name of the world."""
        return self.structure.worlds.name(self.position)

    @property
    def count(self) -> int:
        """Number of worlds where the formula holds."""
        return len(self.where)

    @property
    def size(self) -> int:
        """Number of worlds of the model."""
        return self.structure.size

    @cached_property
    def extension(self) -> frozenset[World]:
        """Names of the worlds where the formula holds."""
        return world_names(self.structure, self.where)

    def explain(self, depth: int = DEPTH, size: int = SIZE) -> Explanation:
        """Explain why the formula holds or fails at the world, with witnesses.

        Parameters
        ----------
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons; see `explain.explain`.
        """
        from kripke.why.explain import explain  # not loaded by a check without reasons

        return explain(self.structure, self.formula, self.position, depth, size, self.actions)


def world_names(structure: Structure, where: WorldSet) -> frozenset[World]:
    """The names of the worlds in a set.

    Parameters
    ----------
    structure : Structure
        The model.
    where : WorldSet
        The worlds.
    """
    return frozenset(structure.worlds.name(i) for i in where.positions())
