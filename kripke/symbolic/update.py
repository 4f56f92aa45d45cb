"""What happens to a knowledge structure: announcements, refinements, and event models as knowledge transformers.

Source: the knowledge and belief transformers of van Benthem, van Eijck, Gattinger and Su (2018),
doi:10.1093/logcom/exx038; with change of facts M. Gattinger, "New directions in model checking dynamic epistemic logic"
(PhD thesis, Amsterdam 2018).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from kripke.change.actions.announcements import AnnouncementWhether, SemiPrivateAnnouncement
from kripke.change.event import EventModel, EventName
from kripke.change.named_actions import PossibleAction, new_atoms, occurrences
from kripke.change.product import reachable_events
from kripke.change.update import Action, hearers
from kripke.checking.past import NONE, Past
from kripke.checking.program import Program, compile_formula
from kripke.data.errors import ModelError, PreconditionFailed, UnsupportedByEngine, not_an_action
from kripke.data.wording import brief, world_text
from kripke.symbolic import questions
from kripke.symbolic.algebra import SymbolicAction, SymbolicAlgebra, SymbolicPast, UpdateResult
from kripke.symbolic.build import name_of
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.transformer import Transformer, product, transformer
from logic.errors import few, shorten
from logic.formula import Formula

Actions: TypeAlias = Mapping[str, Action | EventModel]
"""Actions by the names under which a formula speaks of them."""


def extension(knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None) -> StateSet:
    """The states where the formula holds, with the named actions that it speaks of.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model.
    formula : Formula
        The formula.
    actions : mapping, optional
        The actions that the formula names.

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
    """The formula's program and the algebra on which it runs; errors as in `extension`.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model.
    formula : Formula
        The formula.
    actions : mapping, optional
        The actions that the formula names.
    """
    program = compile_formula(formula)
    past: SymbolicPast = NONE
    if actions is not None:
        knowledge, past = _with_new_atoms(knowledge, actions), Past(_occurrences(actions))
    program.require(knowledge.observes, knowledge.atoms, past.actions)
    return program, SymbolicAlgebra(knowledge, past)


def is_valid(knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None) -> bool:
    """Whether the formula holds at every state; see `kripke.symbolic.validity`. Errors as in `extension`.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model.
    formula : Formula
        The formula.
    actions : mapping, optional
        The actions that the formula names.
    """
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
            action = _possible(self.happening.action)
            if isinstance(action, EventModel):
                return product(knowledge, transformer(knowledge, action, _where(knowledge)))
            return _Always(refined(knowledge, extension(knowledge, action.formula), action.to))


class _Always:
    """What can happen at every state, and adds no bit."""

    def __init__(self, knowledge: KnowledgeStructure) -> None:
        self.knowledge = knowledge

    def back(self, target: StateSet) -> StateSet:
        """The states before it that are now in `target`: the same."""
        return target


def _where(knowledge: KnowledgeStructure) -> Any:
    return lambda formula: extension(knowledge, formula)


def _possible(action: Any) -> EventModel | SemiPrivateAnnouncement | AnnouncementWhether:
    """The action, if a model without weights and ranks can go through it."""
    if isinstance(action, (EventModel, SemiPrivateAnnouncement, AnnouncementWhether)):
        return action
    shown = shorten(repr(action))
    if hasattr(action, "apply"):
        raise UnsupportedByEngine(
            f"update {shown}: it changes weights or ranks, which a symbolic model does not support; update a "
            "KripkeModel that has them"
        )
    raise not_an_action(action)


def update(
    knowledge: KnowledgeStructure, action: Action | EventModel, event: EventName | None = None
) -> KnowledgeStructure:
    """The model after an action, with its actual state.

    Without an actual state any designated event may have happened anywhere, as in `kripke.change.product.update`.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model before.
    action : EventModel, `semi_private` or `announcement_whether`
        The action.
    event : str, optional
        The event that happens; None: the designated one whose precondition holds at the actual state.

    Raises
    ------
    PreconditionFailed
        If the event cannot happen at the actual state; the message names the event, the state and the formula.
    ModelError
        If several events can happen and none is chosen; without an actual state, if agents consider other events than
        the chosen one possible; if the action changes weights or ranks.
    UnknownAgent, UnknownAtom
        If a precondition, a postcondition or a relation names something that the model does not have.

    Notes
    -----
    O(log k) new bits for k events; the diagrams of the preconditions and postconditions become parts of the law and
    the state sets of the changed atoms.
    """
    what = _possible(action)
    if not isinstance(what, EventModel):
        if event is not None:
            raise ModelError(f"event {shorten(repr(event))}: {type(what).__name__} has no events to choose from")
        where = extension(knowledge, what.formula)
        if isinstance(what, AnnouncementWhether):
            return refined(knowledge, where, what.to)
        return announced(knowledge, where, lambda: brief(what.formula), what.to)
    asked = what.designated if event is None else (what.require_event(event),)
    if knowledge.actual is None:
        return _anywhere(knowledge, what, asked, chosen=event is not None)
    ready = transformer(knowledge, what, _where(knowledge))
    chosen = _chosen(knowledge, ready, asked)
    return replace(product(knowledge, ready, named=True).knowledge, actual=knowledge.actual | ready.bits_of(chosen))


def _anywhere(
    knowledge: KnowledgeStructure, model: EventModel, asked: Sequence[EventName], chosen: bool
) -> KnowledgeStructure:
    """The model after one of the events asked for, at any state, and others where agents may take them for possible."""
    ready = transformer(knowledge, model, _where(knowledge), reachable_events(model, asked, chosen))
    algebra = SymbolicAlgebra(knowledge)
    if all(algebra.is_empty(ready.pre[name]) for name in asked):
        raise PreconditionFailed(f"no event can happen: {_needs(model, asked)}, true nowhere")
    return product(knowledge, ready, named=True).knowledge


def _chosen(knowledge: KnowledgeStructure, ready: Transformer, asked: Sequence[EventName]) -> EventName:
    """The one of the events asked for that happens at the actual state."""
    assert knowledge.actual is not None
    able = [name for name in asked if knowledge.true(ready.pre[name], knowledge.actual)]
    state = _shown(knowledge)
    if not able:
        needs = _needs(ready.model, asked)
        raise PreconditionFailed(f"no event can happen at the actual state {state}: {needs}, which is false there")
    if len(able) > 1:
        raise ModelError(f"at the actual state {state} {few(able, 'and')} can happen: choose one with event=...")
    return able[0]


def _needs(model: EventModel, events: Iterable[EventName]) -> str:
    return few([f"{shorten(name)} needs {shorten(str(model.events[name].pre))}" for name in events], "and")


def _shown(knowledge: KnowledgeStructure) -> str:
    assert knowledge.actual is not None
    return world_text(name_of(knowledge, knowledge.actual))


def announced(
    knowledge: KnowledgeStructure, where: StateSet, shown: Callable[[], str], to: Iterable[str] | None = None
) -> KnowledgeStructure:
    """After the public announcement of a truth, or, with `to`, after a group is told it and others notice.

    `PreconditionFailed` if it is false at the actual state, or, without one, everywhere; `shown` gives its text.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model.
    where : StateSet
        Where it is true.
    shown : callable
        The text of what is announced.
    to : iterable of str, optional
        The group that is told; None: all agents.
    """
    if knowledge.actual is None:
        if SymbolicAlgebra(knowledge).is_empty(where):
            raise PreconditionFailed(f"{shown()} holds at no state, so it cannot be announced truthfully")
    elif not knowledge.true(where, knowledge.actual):
        raise PreconditionFailed(
            f"{shown()} is false at the actual state {_shown(knowledge)}, so it cannot be announced truthfully"
        )
    return SymbolicAlgebra(knowledge).restrict(where).knowledge if to is None else refined(knowledge, where, to)


def refined(knowledge: KnowledgeStructure, where: StateSet, to: Iterable[str] | None) -> KnowledgeStructure:
    """After all agents, or the group `to`, learn whether a state is in the set.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model.
    where : StateSet
        The states that the group learns to tell from the others.
    to : iterable of str, optional
        The group that is told; None: all agents.
    """
    algebra = SymbolicAlgebra(knowledge)
    return algebra.related(algebra.split(hearers(knowledge.observes, to), where)).knowledge
