"""The questions to a model with explicit worlds: where a formula holds, and the verdict at a world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kripke.checking.constraint import Question
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, Source, draws, sample_size
from kripke.data.relation import Column, read_only
from kripke.data.worlds import World
from kripke.models.explicit_model import ExplicitModel
from kripke.models.formula_queries import Actions
from kripke.why.verdict import ListedExtension, Verdict, world_names
from kripke.why.view import DEPTH, SIZE, Detail

if TYPE_CHECKING:
    from kripke.change import named_actions
    from kripke.why.explanation import Explanation
else:  # loaded with the first formula that names an action
    named_actions = Lazy("kripke.change.named_actions")


class Questions(ExplicitModel):
    """Questions about formulas and relations."""

    __slots__ = ()

    def holds(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
        return self._position(at) in self._where(self._formula(formula), actions)

    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        return self.count(formula, actions) == len(self)

    def count(self, formula: Question = "true", actions: Actions | None = None) -> int:
        return len(self._where(self._formula(formula), actions))

    def extension(
        self, formula: Question = "true", actions: Actions | None = None, limit: int | None = LIMIT
    ) -> frozenset[World]:
        return world_names(self.structure, self._where(self._formula(formula), actions), limit)

    def iterate(self, formula: Question = "true", actions: Actions | None = None) -> Iterator[World]:
        return map(self.worlds.name, self._where(self._formula(formula), actions).positions())

    def sample(
        self,
        rng: Source = None,
        size: int | None = None,
        formula: Question = "true",
        actions: Actions | None = None,
    ) -> World | list[World]:
        number = 1 if size is None else sample_size(size)
        where = self._where(self._formula(formula), actions).positions()
        drawn = list(map(self.worlds.name, draws(where, rng, number)))
        return drawn[0] if size is None else drawn

    def column(self, formula: Question, actions: Actions | None = None) -> Column:
        """Where the formula holds, as a read-only Boolean array over `worlds`; no names are made.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        """
        return read_only(self._where(self._formula(formula), actions).column)

    def check(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> Verdict:
        position, question = self._position(at), self._formula(formula)
        where = self._where(question, actions)
        structure, occurrences = self._ready(actions)
        found = ListedExtension(structure, question, where, occurrences)
        return Verdict(question, self.worlds.name(position), position in where, found)

    def explain(
        self,
        formula: Question,
        at: World | None = None,
        actions: Actions | None = None,
        depth: int = DEPTH,
        size: int = SIZE,
        detail: Detail = "full",
    ) -> Explanation:
        return self.check(formula, at, actions).explain(depth, size, detail)

    def frame_properties(self, agent: str) -> set[str]:
        from kripke.data.frames import properties

        return set(properties(self.structure, agent))
