"""The base of models with decision diagrams: the knowledge structure, and the names of its states."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, ClassVar, Self, TypeVar

from kripke.checking.constraint import Question, formula_of
from kripke.data.errors import ModelError, UnknownWorld, unknown_assignment
from kripke.data.frozen import refuse
from kripke.data.listing import LIMIT
from kripke.data.structure import Structure
from kripke.data.worlds import World
from kripke.models.formula_queries import Actions
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.laws.constraints import is_constraint
from kripke.symbolic.questions.evaluation import extension, with_actions
from kripke.symbolic.structures import build, memory, translate
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.structures.same_model import same
from logic.errors import TooLarge, shorten
from logic.exact import plural

T = TypeVar("T")
State = World | Set[str]
"""A state: the set of its true atoms."""


class DiagramModel(Model):
    """An immutable model: a knowledge structure, which may move to a larger manager of diagrams."""

    __slots__ = ("knowledge",)

    knowledge: KnowledgeStructure

    _other_engine: ClassVar[Mapping[str, str]] = dict.fromkeys(
        (name for name in dir(KripkeModel) if not name.startswith("_") and not hasattr(Model, name)),
        "to_explicit() gives a KripkeModel with the same worlds",
    )

    def _be(self, knowledge: KnowledgeStructure) -> None:
        object.__setattr__(self, "knowledge", knowledge)

    __setattr__ = __delattr__ = refuse

    @classmethod
    def of(cls, structure: KnowledgeStructure) -> Self:
        if not isinstance(structure, KnowledgeStructure):
            raise ModelError(f"structure {shorten(repr(structure))}: expected a KnowledgeStructure")
        model = cls.__new__(cls)
        model._be(structure)
        return model

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self.knowledge.observes)

    @property
    def atoms(self) -> tuple[str, ...]:
        return tuple(self.knowledge.atoms)

    @property
    def actual(self) -> World | None:
        state = self.knowledge.actual
        return None if state is None else self._shown(build.name_of(self.knowledge, state))

    @property
    def engine(self) -> str:
        return "diagrams"

    def to_structure(self, limit: int | None = LIMIT) -> Structure:
        return self._do(lambda k: translate.to_structure(k, limit))

    def to_explicit(self, limit: int | None = LIMIT) -> KripkeModel:
        return KripkeModel.of(self.to_structure(limit))

    def __len__(self) -> int:
        number = self.count()
        if number > sys.maxsize:
            raise TooLarge(f"about 2^{number.bit_length() - 1} states, more than len() can return; use count()")
        return number

    def __bool__(self) -> bool:
        return True

    def __contains__(self, world: object) -> bool:
        try:
            self._named_state(world)
        except UnknownWorld:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DiagramModel):
            return NotImplemented
        nodes = max(self.knowledge.manager.nodes, other.knowledge.manager.nodes)
        return other is self or memory.building(nodes, lambda n: same(self.knowledge, other.knowledge, n))

    def __hash__(self) -> int:
        return hash((frozenset(self.agents), frozenset(self.atoms), self.actual))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        parts = len(self.knowledge.law)
        law = f"a law of {plural(parts, 'part')}" if parts else "no law"
        agents, atoms = plural(len(self.agents), "agent"), plural(len(self.atoms), "atom")
        return f"<SymbolicModel: {agents}, {atoms}, {law}>"

    def _shown(self, state: frozenset[str]) -> World:
        """The name of a state, given by its true atoms and marks."""
        return state

    def _true(self, state: Any) -> Iterable[str]:
        """The true atoms and marks of the state with this name."""
        names = self.knowledge.names
        if isinstance(state, (set, frozenset)) and all(isinstance(name, str) and name in names for name in state):
            return state
        raise unknown_assignment(state, names, "state")

    def _state(self, at: Any) -> Bits:
        """The state with this name; None: the actual state. `UnknownWorld` if the model does not have it."""
        if at is None:
            if self.knowledge.actual is None:
                raise ModelError("the model has no actual state: say where, by at=...")
            return self.knowledge.actual
        return self._named_state(at)

    def _named_state(self, at: Any) -> Bits:
        """The state with this name; `UnknownWorld` if the model does not have it."""
        true = frozenset(self._true(at))
        try:
            return self._do(lambda k: build.state_of(k, true, "state"))
        except ModelError as error:
            raise UnknownWorld(str(error)) from None

    def _changed(self, knowledge: KnowledgeStructure) -> Self:
        """The model of a structure with the same names of states."""
        return self.of(knowledge)

    def _do(self, work: Callable[[KnowledgeStructure], T]) -> T:
        return memory.with_nodes(self, work)


def where(knowledge: KnowledgeStructure, question: Question, actions: Actions | None = None) -> StateSet:
    """The extension of a formula, or of a constraint."""
    if is_constraint(question):
        return build.fact(with_actions(knowledge, actions)[0], question, "")
    return extension(knowledge, formula_of(question, knowledge.atoms), actions)
