"""The result of a check on the symbolic engine: whether the formula holds, where it holds, and on request why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from kripke.data.wording import world_text
from kripke.symbolic.update import Actions
from kripke.why.explain import DEPTH, SIZE, Explanation
from logic.formula import Formula


class _CheckedModel(Protocol):
    """The methods of the model that a verdict uses; its actual state is the state of the verdict."""

    @property
    def actual(self) -> frozenset[str] | None: ...

    def count(self, formula: Formula = ..., actions: Actions | None = None) -> int: ...

    def extension(self, formula: Formula, *, actions: Actions | None = None) -> Iterator[Any]: ...

    def explain(self, formula: Formula, depth: int, size: int, actions: Actions | None) -> Explanation: ...


@dataclass(frozen=True)
class Verdict:
    """The result of checking a formula at a state, with the interface of `kripke.why.verdict.Verdict`.

    Parameters
    ----------
    model : SymbolicModel
        The model; its actual state is the checked state.
    formula : Formula
        The checked formula.
    holds : bool
        Whether the formula holds at the state.
    actions : mapping, optional
        The actions that the formula names.
    """

    model: _CheckedModel
    formula: Formula
    holds: bool
    actions: Actions | None = None

    def __bool__(self) -> bool:
        return self.holds

    def __hash__(self) -> int:
        return hash((self.formula, self.world, self.holds))

    def __repr__(self) -> str:
        return f"<Verdict: {self.formula} {'holds' if self.holds else 'fails'} at {world_text(self.world)}>"

    @property
    def world(self) -> frozenset[str]:
        """Name of the state."""
        found = self.model.actual
        assert found is not None
        return found

    @cached_property
    def count(self) -> int:
        """Number of states where the formula holds."""
        return self.model.count(self.formula, self.actions)

    @cached_property
    def size(self) -> int:
        """Number of states."""
        return self.model.count()

    @cached_property
    def extension(self) -> frozenset[frozenset[str]]:
        """Names of the states where the formula holds; `TooLarge` if there are too many to list."""
        return frozenset(self.model.extension(self.formula, actions=self.actions))

    def explain(self, depth: int = DEPTH, size: int = SIZE) -> Explanation:
        """Explain why the formula holds or fails there, with witnesses.

        Parameters
        ----------
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons.
        """
        return self.model.explain(self.formula, depth, size, self.actions)
