"""The result of a check: whether the formula holds, where it holds, and on request why."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from kripke.data.wording import world_quoted
from kripke.data.worlds import World
from kripke.why.view import DEPTH, SIZE
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.why.explanation import Explanation


class Extension(Protocol):
    """The worlds of a model where a formula holds, in the representation of an engine."""

    @property
    def count(self) -> int:
        """Number of worlds where the formula holds."""

    @property
    def size(self) -> int:
        """Number of worlds of the model."""

    def names(self) -> frozenset[Any]:
        """The worlds where the formula holds; `TooLarge` if there are too many to list."""

    def holds(self, world: Any, /) -> bool:
        """Whether the formula holds at the world."""

    def counterexample(self) -> World | None:
        """A world where the formula fails, or None."""

    def text(self, world: Any, /) -> str:
        """The name of the world as a text; for a state with many true atoms only those of the formula."""

    def explain(self, world: Any, depth: int, size: int) -> Explanation:
        """Explain why the formula holds or fails at a world.

        Parameters
        ----------
        world : world
            The world.
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons.
        """


@dataclass(frozen=True)
class Verdict:
    """The result of checking a formula at a world, on any engine.

    Parameters
    ----------
    formula : Formula
        The checked formula.
    world : world
        The world.
    holds : bool
        Whether the formula holds at the world.
    where : Extension
        All worlds where the formula holds.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
    >>> verdict = m.check("p & ~K_a p")
    >>> verdict.holds, verdict.world, verdict.count, verdict.extension
    (True, 'w1', 1, frozenset({'w1'}))
    """

    formula: Formula
    world: World
    holds: bool
    where: Extension = field(compare=False)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        return f"<Verdict: {self.formula} {'holds' if self.holds else 'fails'} at {world_quoted(self.world)}>"

    @property
    def count(self) -> int:
        """Number of worlds where the formula holds."""
        return self.where.count

    @property
    def size(self) -> int:
        """Number of worlds of the model."""
        return self.where.size

    @cached_property
    def extension(self) -> frozenset[World]:
        """Names of the worlds where the formula holds; `TooLarge` if there are too many to list."""
        return self.where.names()

    @cached_property
    def counterexample(self) -> World | None:
        """A world of the model where the formula fails; None if it is valid."""
        return self.where.counterexample()

    @property
    def place(self) -> str:
        """The name of the world as a text; for a state with many true atoms only those of the formula."""
        return self.where.text(self.world)

    def at(self, world: World) -> Verdict:
        """The verdict at another world of the model, without a new evaluation."""
        return replace(self, world=world, holds=self.where.holds(world))

    def explain(self, depth: int = DEPTH, size: int = SIZE) -> Explanation:
        """Explain why the formula holds or fails at the world, with witnesses.

        Parameters
        ----------
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons.
        """
        return self.where.explain(self.world, depth, size)
