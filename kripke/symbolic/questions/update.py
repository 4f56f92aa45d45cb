"""Updates of a knowledge structure: announcements, refinements, and event models as knowledge transformers.

Source: the knowledge and belief transformers of van Benthem, van Eijck, Gattinger and Su (2018),
doi:10.1093/logcom/exx038; with change of facts M. Gattinger, "New directions in model checking dynamic epistemic logic"
(PhD thesis, Amsterdam 2018).
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from kripke.change.actions.announcements import AnnouncementWhether
from kripke.change.event import EventModel, EventName
from kripke.change.product import reachable_events
from kripke.change.update import Action, Place
from kripke.data.errors import ModelError
from kripke.data.wording import brief
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.questions.evaluation import extension, possible_action, refined
from kripke.symbolic.questions.why import symbolic_view
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.build import name_of
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.symbolic.structures.transformer import product, transformer
from kripke.why.explain import one_reason
from logic.errors import shorten
from logic.formula import Formula


def update(
    knowledge: KnowledgeStructure, action: Action | EventModel, event: EventName | None = None
) -> KnowledgeStructure:
    """The model after an action, with its actual state.

    Without an actual state any designated event may have happened anywhere, as in `kripke.change.product.update`.
    `PreconditionFailed` if the event cannot happen at the actual state; the message names the event, the state and the
    formula; `ModelError` if several events can happen and none is chosen; without an actual state, if agents consider
    other events than the chosen one possible; if the action changes weights or ranks; `UnknownAgent` or `UnknownAtom`
    if a precondition, a postcondition or a relation names something that the model does not have. O(log k) new bits for
    k events; the diagrams of the preconditions and postconditions become parts of the law and the state sets of the
    changed atoms.

    `event`: the event that happens; None: the designated one whose precondition holds at the actual state.
    """
    what = possible_action(action)
    if not isinstance(what, EventModel):
        if event is not None:
            raise ModelError(f"event {shorten(repr(event))}: {type(what).__name__} has no events to choose from")
        where = extension(knowledge, what.formula)
        if isinstance(what, AnnouncementWhether):
            return refined(knowledge, where, what.to)
        return announced(knowledge, where, what.formula, what.to)
    able = what.designated if event is None else (what.require_event(event),)
    where_is, actual = partial(extension, knowledge), knowledge.actual
    if actual is None:  # others may happen, too, where agents may take them for possible
        ready = transformer(knowledge, what, where_is, reachable_events(what, able, event is not None))
        algebra = SymbolicAlgebra(knowledge)
        if all(algebra.is_empty(ready.pre[name]) for name in able):
            raise place_of(knowledge).impossible(what, able)
        return product(knowledge, ready, named=True).knowledge
    ready = transformer(knowledge, what, where_is)
    happens = [name for name in able if knowledge.true(ready.pre[name], actual)]
    if not happens:
        raise place_of(knowledge).impossible(what, able)
    if len(happens) > 1:
        raise place_of(knowledge).undecided(happens)
    return replace(product(knowledge, ready, named=True).knowledge, actual=actual | ready.bits_of(happens[0]))


def announced(
    knowledge: KnowledgeStructure, where: StateSet, said: Formula | str, to: Iterable[str] | None = None
) -> KnowledgeStructure:
    """After the public announcement of a truth, or, with `to`, after a group is told it and others notice.

    `PreconditionFailed` if it is false at the actual state, or, without one, everywhere.

    `said`: what is announced, for the error; a text, such as that of a constraint, gets no reason.
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
    return Place(
        "state", name_of(knowledge, state), lambda formula: one_reason(symbolic_view(knowledge, formula), state)
    )
