"""Formulas that name actions: an action in a formula is a function of knowledge structures.

Source: see `kripke.symbolic.update`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from kripke.change.actions.announcements import AnnouncementWhether, SemiPrivateAnnouncement
from kripke.change.event import EventModel
from kripke.change.named_actions import PossibleAction, new_atoms, occurrences
from kripke.change.update import Action, hearers
from kripke.checking.past import NONE, Past
from kripke.checking.program import Program, compile_formula
from kripke.data.errors import UnsupportedByEngine, not_an_action
from kripke.symbolic import questions
from kripke.symbolic.algebra import SymbolicAction, SymbolicAlgebra, SymbolicPast, UpdateResult
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.transformer import product, transformer
from logic.errors import shorten
from logic.formula import Formula

Actions: TypeAlias = Mapping[str, Action | EventModel]
"""Actions by the names under which a formula speaks of them."""


def extension(knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None) -> StateSet:
    """The states where the formula holds, with the named actions that it speaks of.

    Raises
    ------
    UnknownAgent, UnknownAtom, UnknownAction
        If the model lacks a name, or an action was not given.
    ModelError
        If an action cannot stand in a formula, or changes weights or ranks.
    """
    known = knowledge.extensions.get(formula) if actions is None else None
    return questions.extension(*prepared(knowledge, formula, actions)) if known is None else known


def prepared(
    knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None
) -> tuple[Program, SymbolicAlgebra]:
    """The formula's program and the algebra on which it runs; errors as in `extension`."""
    program = compile_formula(formula)
    knowledge, past = with_actions(knowledge, actions)
    program.require(knowledge.observes, knowledge.atoms, past.actions)
    return program, SymbolicAlgebra(knowledge, past)


def with_actions(knowledge: KnowledgeStructure, actions: Actions | None) -> tuple[KnowledgeStructure, SymbolicPast]:
    """The model with the atoms that the actions bring, and what they do; errors as in `extension`."""
    if actions is None:
        return knowledge, NONE
    return _with_new_atoms(knowledge, actions), Past(_occurrences(actions))


def is_valid(knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None) -> bool:
    """Whether the formula holds at every state; see `kripke.symbolic.validity`. Errors as in `extension`."""
    return questions.is_valid(*prepared(knowledge, formula, actions))


def _with_new_atoms(knowledge: KnowledgeStructure, actions: Actions) -> KnowledgeStructure:
    """The model with the atoms that the actions introduce, false until an event changes them."""
    new = new_atoms(actions, knowledge.atoms)
    if not new:
        return knowledge
    nowhere = StateSet.constant(knowledge.manager, False)
    return replace(knowledge, atoms={**knowledge.atoms, **dict.fromkeys(new, nowhere)})


def _occurrences(actions: Actions) -> dict[str, SymbolicAction]:
    return {name: _Named(happening) for name, happening in occurrences(actions).items()}


class _Named:
    """An action in a formula: called with a model, it tells what it makes of it; an error names the action."""

    def __init__(self, happening: PossibleAction) -> None:
        self.happening = happening

    def __call__(self, knowledge: KnowledgeStructure, /) -> UpdateResult:
        with self.happening.naming():
            action = possible_action(self.happening.action)
            if isinstance(action, EventModel):
                return product(knowledge, transformer(knowledge, action, partial(extension, knowledge)))
            return _Always(refined(knowledge, extension(knowledge, action.formula), action.to))


class _Always:
    """What can happen at every state, and adds no bit."""

    def __init__(self, knowledge: KnowledgeStructure) -> None:
        self.knowledge = knowledge

    def back(self, target: StateSet) -> StateSet:
        """The states before it that are now in `target`: the same."""
        return target


def possible_action(action: Any) -> EventModel | SemiPrivateAnnouncement | AnnouncementWhether:
    """The action, if a model without weights and ranks can go through it."""
    if isinstance(action, (EventModel, SemiPrivateAnnouncement, AnnouncementWhether)):
        return action
    shown = shorten(repr(action))
    if hasattr(action, "apply"):
        raise UnsupportedByEngine(
            f"update {shown}: it changes weights or ranks, which a symbolic model does not support; update a model "
            "with listed worlds that has them"
        )
    raise not_an_action(action)


def refined(knowledge: KnowledgeStructure, where: StateSet, to: Iterable[str] | None) -> KnowledgeStructure:
    """After all agents, or the group `to`, learn whether a state is in the set.

    Parameters
    ----------
    to : iterable of str, optional
        The group that is told; None: all agents.
    """
    algebra = SymbolicAlgebra(knowledge)
    return algebra.related(algebra.split(hearers(knowledge.observes, to), where)).knowledge
