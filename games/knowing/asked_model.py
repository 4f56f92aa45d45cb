"""A model of a `Table` that is too large for one decision diagram: each query uses a smaller model instead."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any, TypeVar

from games.knowing.ground import bounded
from kripke.checking.constraint import Question, formula_of, is_constraint
from kripke.data.worlds import World
from kripke.models.model import Actions
from kripke.models.symbolic_model import State, SymbolicModel
from kripke.symbolic.structures import memory
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.why.explanation import Explanation
from kripke.why.view import DEPTH, SIZE, Detail
from logic.clauses import BAtLeast, K, Not, Top
from logic.errors import TooLarge
from logic.exact import exact
from logic.formula import Formula

T = TypeVar("T")

NODES = 2**21
"""Largest number of nodes of decision diagrams; a query that needs more is given up after 2 to 6 s (with Cheat)."""
FIRST_NODES = 2**19
"""Initial number of nodes of smaller models. Queries in Cheat need 10,000 to 320,000 nodes, and the caches of a large
manager take 15 to 60 ms to create (measured)."""
KEPT = 8  # number of smaller models that are cached


class BoundedModel(SymbolicModel):
    """A symbolic model with at most `NODES` nodes of diagrams: a query that needs more raises `TooLarge`."""

    __slots__ = ()

    def _do(self, work: Callable[[KnowledgeStructure], T]) -> T:
        try:
            return memory.with_nodes(self, work, NODES)
        except MemoryError:
            raise TooLarge(
                f"more than {NODES:,} nodes of diagrams are needed to answer that here; ask whether a formula is "
                "true, such as K_a p, or for a degree of belief in a formula about facts, without K, M and the like"
            ) from None


class AskedModel(BoundedModel):
    """Answers queries at its actual world with smaller models or counts, and other queries with the whole model.

    Parameters
    ----------
    agents, atoms : collection of str
        The agents and the atoms of the whole model.
    actual : collection of str, optional
        The atoms that are true at the actual world; None if there is no actual world.
    whole : function
        Builds the whole model, when it is first needed.
    narrowed : function, optional
        Maps the atoms of a formula to a model with fewer worlds that gives the same answers to the formula.
    counted : function, optional
        Counts worlds, as in `games.knowing.table.Table`.
    """

    __slots__ = ("_actual", "_agents", "_atoms", "_counts", "_made", "_make", "_narrow", "_narrowed")

    _made: KnowledgeStructure | None
    _agents: tuple[str, ...]
    _atoms: tuple[str, ...]
    _actual: frozenset[str] | None
    _make: Callable[[], SymbolicModel]
    _narrowed: Callable[[frozenset[str]], SymbolicModel] | None
    _counts: Callable[[str, Formula], tuple[int, int] | None] | None
    _narrow: dict[frozenset[str], SymbolicModel]

    def __init__(
        self,
        agents: Collection[str],
        atoms: Collection[str],
        actual: Collection[str] | None,
        whole: Callable[[], SymbolicModel],
        narrowed: Callable[[frozenset[str]], SymbolicModel] | None,
        counted: Callable[[str, Formula], tuple[int, int] | None] | None,
    ) -> None:
        known = None if actual is None else frozenset(actual)
        values: tuple[Any, ...] = (known, tuple(agents), tuple(atoms), counted, None, whole, {}, narrowed)
        for name, value in zip(AskedModel.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    @property
    def knowledge(self) -> KnowledgeStructure:
        """The structure of the whole model, built on first access."""
        if self._made is None:
            object.__setattr__(self, "_made", self._make().knowledge)
        assert self._made is not None
        return self._made

    @knowledge.setter
    def knowledge(self, moved: KnowledgeStructure) -> None:
        object.__setattr__(self, "_made", moved)

    @classmethod
    def of(cls, structure: KnowledgeStructure) -> Any:
        """A model of this structure, such as the result of an announcement; it uses no smaller models."""
        return BoundedModel.of(structure)

    @property
    def agents(self) -> tuple[str, ...]:
        return self._agents

    @property
    def atoms(self) -> tuple[str, ...]:
        return self._atoms

    @property
    def actuals(self) -> tuple[World, ...]:
        return () if self._actual is None else (self._actual,)

    def holds(self, formula: Question, at: State | None = None, actions: Actions | None = None) -> bool:
        query = self._here(formula, at, actions)
        if isinstance(query, BAtLeast) and query.agent in self.agents:
            return self.degree(query.agent, query.sub) >= exact(query.degree)
        narrow = self._smaller(formula, at, actions)
        return super().holds(formula, at, actions) if narrow is None else narrow.holds(formula)

    def explain(
        self,
        formula: Question,
        at: State | None = None,
        actions: Actions | None = None,
        depth: int = DEPTH,
        size: int = SIZE,
        detail: Detail = "full",
    ) -> Explanation:
        narrow = self._smaller(formula, at, actions)
        if narrow is None:
            return super().explain(formula, at, actions, depth, size, detail)
        return narrow.explain(formula, None, None, depth, size, detail)

    def degree(
        self,
        agent: str,
        formula: Question,
        at: State | None = None,
        actions: Actions | None = None,
        *,
        alike: bool = False,
    ) -> Fraction:
        query = self._here(formula, at, actions)
        if query is not None and agent in self.agents:
            count = None if self._counts is None else self._counts(agent, query)
            if count is not None:
                return Fraction(*count)
            for certain, share in ((query, 1), (Not(query), 0)):
                if self.holds(K(agent, certain)):
                    return Fraction(share)
        return super().degree(agent, formula, at, actions, alike=alike)

    def count_possible(self, agent: str, at: State | None = None) -> int:
        known = self._counts is not None and agent in self.agents and (at is None or at == self.actual)
        count = self._counts(agent, Top()) if known and self._counts is not None else None
        return super().count_possible(agent, at) if count is None else count[1]

    def _asked_at(self, at: State | None) -> list[World]:
        return super()._asked_at(at) if at is not None or self._actual is None else [self._actual]

    def _smaller(self, question: Question, at: State | None, actions: Actions | None) -> SymbolicModel | None:
        """The smaller model that answers a question; None if the whole model is needed."""
        formula = self._here(question, at, actions)
        if formula is None or self._narrowed is None:
            return None
        if any("degree" in part.data for part in formula.subformulas()):  # it counts worlds
            return None
        if formula.atoms not in self._narrow:
            bounded(self._narrow, KEPT)[formula.atoms] = self._narrowed(formula.atoms)
        return self._narrow[formula.atoms]

    def _here(self, question: Question, at: State | None, actions: Actions | None) -> Formula | None:
        """The formula of a question about the actual world; None for other questions or unknown atoms."""
        if is_constraint(question) or actions is not None or self.actual is None or at not in (None, self.actual):
            return None
        formula = formula_of(question, self.atoms)
        return formula if formula.atoms <= set(self.atoms) else None
