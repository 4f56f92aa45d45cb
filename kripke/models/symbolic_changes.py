"""The changes of a model with decision diagrams, each a new model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Self

from kripke.change.event import EventModel
from kripke.change.update import Action
from kripke.checking.constraint import Question, formula_of, question_text
from kripke.data.errors import UnsupportedByEngine, require_flag
from kripke.models.diagram_model import DiagramModel, State, where
from kripke.models.formula_queries import Actions
from kripke.symbolic.questions.evaluation import refined
from kripke.symbolic.questions.update import announced, update
from kripke.symbolic.structures import beliefs, build, same_model
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from logic.formula import Formula


class SymbolicChanges(DiagramModel):
    """Methods that return a changed model."""

    __slots__ = ()

    def announce(
        self,
        formula: Question,
        to: Iterable[str] | None = None,
        actions: Actions | None = None,
        check_frames: bool = False,
    ) -> Self:
        def work(knowledge: KnowledgeStructure) -> KnowledgeStructure:
            is_formula = isinstance(formula, (str, Formula))
            said = formula_of(formula, self.atoms) if is_formula else question_text(formula, self.atoms)
            return announced(knowledge, where(knowledge, formula, actions), said, to)

        return self._after(work, check_frames)

    def announce_whether(
        self,
        formula: Question,
        to: Iterable[str] | None = None,
        actions: Actions | None = None,
        check_frames: bool = False,
    ) -> Self:
        return self._after(lambda k: refined(k, where(k, formula, actions), to), check_frames)

    def _updated(self, action: Action | EventModel, event: str | None, check_frames: bool) -> Self:
        return self._after(lambda k: update(k, action, event), check_frames)

    def _contracted(self) -> Self:
        raise UnsupportedByEngine(
            "contract=True: a symbolic model does not merge bisimilar states; use contract(model.update(...))"
        )

    def at(self, world: State | None) -> Self:
        return self._changed(replace(self.knowledge, actual=None if world is None else self._named_state(world)))

    def without(self, *worlds: State) -> Self:
        states = [self._named_state(world) for world in worlds]
        return self._after(lambda k: same_model.without(k, states))

    def generated(self, at: State | None = None, depth: int | None = None) -> Self:
        return self._after(lambda k: same_model.generated(k, self._state(at), depth))

    def define(self, atoms: Mapping[str, Question]) -> Self:
        """The same model with more atoms, each true where a condition is.

        Parameters
        ----------
        atoms : mapping of str to formula, str or constraint
            Atom -> condition, which may have the atoms before it.

        Raises
        ------
        ModelError
            If there is an atom of this name already, or a condition has modalities.
        UnknownAtom
            If a condition has an atom that the model lacks.

        Examples
        --------
        >>> from whoknows import SymbolicModel, deal
        >>> law = deal(["SA", "SK", "HA", "HK"], {"N": 2, "S": 2})
        >>> s = SymbolicModel(law.atoms, law, observes={"N": law.hand("N")}, actual={"has(N,SA)", "has(N,SK)",
        ...                   "has(S,HA)", "has(S,HK)"})
        >>> s.define({"void(S,S)": "~has(S,SA) & ~has(S,SK)"}).holds("K_N void(S,S)")
        True
        """
        return self._changed(self._do(lambda k: build.with_defined(k, atoms)))

    def _after(self, work: Callable[[KnowledgeStructure], KnowledgeStructure], check_frames: bool = False) -> Self:
        checked = require_flag(check_frames, "check_frames")

        def change(knowledge: KnowledgeStructure) -> KnowledgeStructure:
            after = work(knowledge)
            if checked:
                beliefs.check_frames(knowledge, after)
            return after

        return self._changed(self._do(change))
