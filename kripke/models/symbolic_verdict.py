"""What a check on the symbolic engine gives: whether the formula holds, where, and, when asked, why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from kripke.data.wording import world_text
from kripke.symbolic.update import Actions
from kripke.why.explain import DEPTH, SIZE, Explanation
from logic.formula import Formula


class Checked(Protocol):
    """What a verdict asks of its model, which is seen from the state."""

    @property
    def actual(self) -> frozenset[str] | None: ...  # noqa: D102

    def count(self, formula: Formula = ..., actions: Actions | None = None) -> int: ...  # noqa: D102

    def extension(self, formula: Formula, *, actions: Actions | None = None) -> Iterator[Any]: ...  # noqa: D102

    def explain(self, formula: Formula, depth: int, size: int, actions: Actions | None) -> Explanation: ...  # noqa: D102


@dataclass(frozen=True)
class Verdict:
    """The answer to a formula at a state, with the interface of `kripke.why.verdict.Verdict`.

    Parameters
    ----------
    model : SymbolicModel
        The model, seen from the state.
    formula : Formula
        The question.
    holds : bool
        Whether the formula holds at the state.
    actions : mapping, optional
        The actions that the formula names.
    """

    model: Checked
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
        """The state's name."""
        found = self.model.actual
        assert found is not None
        return found

    @cached_property
    def count(self) -> int:
        """At how many states the formula holds."""
        return self.model.count(self.formula, self.actions)

    @cached_property
    def size(self) -> int:
        """How many states there are."""
        return self.model.count()

    @cached_property
    def extension(self) -> frozenset[frozenset[str]]:
        """The names of the states where the formula holds; `TooLarge` where these are too many to list."""
        return frozenset(self.model.extension(self.formula, actions=self.actions))

    def explain(self, depth: int = DEPTH, size: int = SIZE) -> Explanation:
        """Why the formula holds or fails there, with witnesses; `depth` and `size` as in `explain.explain`."""
        return self.model.explain(self.formula, depth, size, self.actions)
