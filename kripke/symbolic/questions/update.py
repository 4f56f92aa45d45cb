"""What happens to a knowledge structure: announcements, refinements, and event models as knowledge transformers.

Source: the knowledge and belief transformers of van Benthem, van Eijck, Gattinger and Su (2018),
doi:10.1093/logcom/exx038; with change of facts M. Gattinger, "New directions in model checking dynamic epistemic logic"
(PhD thesis, Amsterdam 2018).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from kripke.change.actions.announcements import AnnouncementWhether
from kripke.change.event import EventModel, EventName
from kripke.change.product import reachable_events
from kripke.change.refusals import Place
from kripke.change.update import Action
from kripke.data.errors import ModelError
from kripke.data.wording import brief
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.questions.evaluation import extension, possible_action, refined
from kripke.symbolic.questions.why import one_reason
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.build import name_of
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.symbolic.structures.transformer import Transformer, product, transformer
from logic.errors import shorten
from logic.formula import Formula


def update(
    knowledge: KnowledgeStructure, action: Action | EventModel, event: EventName | None = None
) -> KnowledgeStructure:
    """The model after an action, with its actual state.

    Without an actual state any designated event may have happened anywhere, as in `kripke.change.product.update`.

    Parameters
    ----------
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
    what = possible_action(action)
    if not isinstance(what, EventModel):
        if event is not None:
            raise ModelError(f"event {shorten(repr(event))}: {type(what).__name__} has no events to choose from")
        where = extension(knowledge, what.formula)
        if isinstance(what, AnnouncementWhether):
            return refined(knowledge, where, what.to)
        return announced(knowledge, where, what.formula, what.to)
    asked = what.designated if event is None else (what.require_event(event),)
    if knowledge.actual is None:
        return _anywhere(knowledge, what, asked, chosen=event is not None)
    ready = transformer(knowledge, what, partial(extension, knowledge))
    chosen = _chosen(knowledge, ready, asked)
    return replace(product(knowledge, ready, named=True).knowledge, actual=knowledge.actual | ready.bits_of(chosen))


def _anywhere(
    knowledge: KnowledgeStructure, model: EventModel, asked: Sequence[EventName], chosen: bool
) -> KnowledgeStructure:
    """The model after one of the events asked for, at any state, and others where agents may take them for possible."""
    ready = transformer(knowledge, model, partial(extension, knowledge), reachable_events(model, asked, chosen))
    algebra = SymbolicAlgebra(knowledge)
    if all(algebra.is_empty(ready.pre[name]) for name in asked):
        raise place_of(knowledge).impossible(model, asked)
    return product(knowledge, ready, named=True).knowledge


def _chosen(knowledge: KnowledgeStructure, ready: Transformer, asked: Sequence[EventName]) -> EventName:
    """The one of the events asked for that happens at the actual state."""
    assert knowledge.actual is not None
    able = [name for name in asked if knowledge.true(ready.pre[name], knowledge.actual)]
    if not able:
        raise place_of(knowledge).impossible(ready.model, asked)
    if len(able) > 1:
        raise place_of(knowledge).undecided(able)
    return able[0]


def announced(
    knowledge: KnowledgeStructure, where: StateSet, said: Formula | str, to: Iterable[str] | None = None
) -> KnowledgeStructure:
    """After the public announcement of a truth, or, with `to`, after a group is told it and others notice.

    `PreconditionFailed` if it is false at the actual state, or, without one, everywhere.

    Parameters
    ----------
    said : Formula or str
        What is announced, for the error; a text, such as that of a constraint, gets no reason.
    to : iterable of str, optional
        The group that is told; None: all agents.
    """
    algebra = SymbolicAlgebra(knowledge)
    actual = knowledge.actual
    if algebra.is_empty(where) if actual is None else not knowledge.true(where, actual):
        formula = said if isinstance(said, Formula) else None
        raise place_of(knowledge).untrue(str(said) if formula is None else brief(formula), formula)
    return algebra.restrict(where).knowledge if to is None else refined(knowledge, where, to)


def place_of(knowledge: KnowledgeStructure) -> Place:
    """The actual state, for errors."""
    state = knowledge.actual
    if state is None:
        return Place("state", None, str)
    return Place("state", name_of(knowledge, state), lambda formula: one_reason(knowledge, formula, state))
