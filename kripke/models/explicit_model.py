"""The base of models with explicit worlds: the structure, its names, and where a formula holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from kripke.checking import explicit
from kripke.checking.constraint import Question, formula_of
from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.data.errors import ModelError
from kripke.data.frozen import refuse
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, require_listable
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import World, Worlds
from kripke.models.formula_queries import Actions
from kripke.models.model import Model
from logic.errors import shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.change import named_actions
else:  # loaded with the first formula that names an action
    named_actions = Lazy("kripke.change.named_actions")

T = TypeVar("T")


class ExplicitModel(Model):
    """An immutable model: a structure, and the engine that fits it."""

    __slots__ = ("_engine", "structure")

    structure: Structure
    _engine: ExplicitAlgebra[Any] | None

    _other_engine: ClassVar[Mapping[str, str]] = dict.fromkeys(
        (
            "count_within",
            "define",
            "from_explicit",
            "has_at_most",
            "knowledge",
            "order",
            "reordered",
            "some_possible",
            "survey",
        ),
        "SymbolicModel.from_explicit(model) has decision diagrams",
    )

    def _be(self, structure: Structure) -> None:
        object.__setattr__(self, "structure", structure)
        object.__setattr__(self, "_engine", None)

    __setattr__ = __delattr__ = refuse

    @classmethod
    def of(cls, structure: Structure) -> Self:
        if not isinstance(structure, Structure):
            raise ModelError(f"structure {shorten(repr(structure))}: expected a Structure")
        model = cls.__new__(cls)
        model._be(structure)
        return model

    @property
    def worlds(self) -> Worlds:
        return self.structure.worlds

    @property
    def agents(self) -> tuple[str, ...]:
        return self.structure.agents

    @property
    def atoms(self) -> tuple[str, ...]:
        return self.structure.atoms

    @property
    def actual(self) -> World | None:
        position = self.structure.actual
        return None if position is None else self.structure.worlds.name(position)

    @property
    def engine(self) -> str:
        return explicit.engine_of(self.structure)

    def to_structure(self, limit: int | None = LIMIT) -> Structure:
        require_listable(len(self), limit, "worlds")
        return self.structure

    def _listed(self) -> Structure:
        return self.structure

    def _do(self, work: Callable[[Structure], T]) -> T:
        return work(self.structure)

    def __len__(self) -> int:
        return self.structure.size

    def __iter__(self) -> Iterator[World]:
        return iter(self.structure.worlds)

    def __contains__(self, world: object) -> bool:
        return world in self.structure.worlds

    def _formula(self, question: Question) -> Formula:
        return question if isinstance(question, Formula) else formula_of(question, self.structure.valuation)

    def _where(self, formula: Formula, actions: Actions | None = None) -> WorldSet:
        if actions is not None:
            structure, occurrences = self._ready(actions)
            return explicit.extension(structure, formula, actions=occurrences)
        if self.structure.cube is not None:
            return explicit.extension(self.structure, formula)
        if self._engine is None:
            object.__setattr__(self, "_engine", explicit.algebra(self.structure))
        return explicit.extension(self.structure, formula, self._engine)

    def _ready(self, actions: Actions | None) -> tuple[Structure, explicit.Actions | None]:
        """The structure with the atoms that the actions bring, and what they do; None without actions."""
        if actions is None or (
            isinstance(actions, Mapping) and not actions
        ):  # not `if not actions`: a formula given by mistake has no truth value
            return self.structure, None
        return named_actions.extend_vocabulary(self.structure, actions), named_actions.occurrences(actions)

    def _position(self, at: World | None) -> int:
        if at is not None:
            return self.structure.worlds.position(at)
        if self.structure.actual is None:
            raise ModelError("the model has no actual world: say where, by at=...")
        return self.structure.actual
