"""Updates of a knowledge structure: announcements, refinements, and event models as knowledge transformers.

Source: the knowledge and belief transformers of van Benthem, van Eijck, Gattinger and Su (2018),
doi:10.1093/logcom/exx038; for change of facts: M. Gattinger, "New directions in model checking dynamic epistemic logic"
(PhD thesis, Amsterdam 2018).
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from kripke.change.actions.announcements import AnnouncementWhether
from kripke.change.event import EventModel, EventName, reachable_events
from kripke.change.observers import Observed
from kripke.change.update import Place, StructureChange
from kripke.data.errors import ModelError
from kripke.data.wording import brief
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.questions.evaluation import extension, possible_action, refined
from kripke.symbolic.questions.why import symbolic_view
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.structures.transformer import product, transformer
from kripke.why.explain import one_reason
from logic.errors import shorten
from logic.formula import Formula


def update(
    knowledge: KnowledgeStructure, action: StructureChange | EventModel, event: EventName | None = None
) -> KnowledgeStructure:
    """Return the structure after an action, with its actual states.

    Without an actual state, each designated event may have happened, as in `kripke.change.product.update`.
    `PreconditionFailed` if no event can happen at an actual state; the message names the event, the state and the
    formula. `ModelError` if it is open which of several events happens at an actual state, if an event is chosen for
    an action without events, or if the action changes weights or ranks. Without an actual state, also if agents
    consider an event possible besides the chosen one. `UnknownAgent` or `UnknownAtom` for a name that the model lacks.
    The update adds O(log k) bits for k events.

    `event`: the event that happens; None: the designated ones whose preconditions hold at the actual states.
    """
    chosen = event is not None
    if isinstance(action, Observed) and event is not None:  # its event model has other names for the events
        base, event = action.events, action.events.require_event(event)
        action = replace(action, events=EventModel.of(base.events, base.frame, event, base.others, base.values))
        event = None
    what = possible_action(action, knowledge)
    if not isinstance(what, EventModel):
        if event is not None:
            raise ModelError(f"event {shorten(repr(event))}: {type(what).__name__} has no events to choose from")
        where = extension(knowledge, what.formula)
        if isinstance(what, AnnouncementWhether):
            return refined(knowledge, where, what.to)
        return announced(knowledge, where, what.formula, what.to)
    able = what.designated if event is None else (what.require_event(event),)
    where_is = partial(extension, knowledge)
    if not knowledge.actuals:  # further events are kept if agents may consider them possible
        ready = transformer(knowledge, what, where_is, reachable_events(what, able, knowledge.observes, chosen))
        algebra = SymbolicAlgebra(knowledge)
        if all(algebra.is_empty(ready.pre[name]) for name in able):
            raise place_of(knowledge).impossible(what, able)
        return product(knowledge, ready, named=True).knowledge
    ready = transformer(knowledge, what, where_is)
    pairs = []
    for state in knowledge.actuals:
        can = [name for name in able if knowledge.true(ready.pre[name], state)]
        pairs += [state | ready.bits_of(name) for name in place_of(knowledge, state).happening(what, able, can)]
    return replace(product(knowledge, ready, named=True).knowledge, actuals=tuple(sorted(pairs)))


def announced(
    knowledge: KnowledgeStructure, where: StateSet, said: Formula | str, to: Iterable[str] | None = None
) -> KnowledgeStructure:
    """The structure after a public announcement or, with `to`, after an announcement to this group only.

    `PreconditionFailed` if the announced formula is false at an actual state, or, without an actual state, if it is
    false at every state.

    `where`: the states where the announced formula is true.
    `said`: the announced formula, or its text. The error message contains the text; for a formula, it also says why the
        formula is false.
    """
    algebra = SymbolicAlgebra(knowledge)
    fails = [state for state in knowledge.actuals if not knowledge.true(where, state)]
    if fails or (not knowledge.actuals and algebra.is_empty(where)):
        formula = said if isinstance(said, Formula) else None
        raise place_of(knowledge, *fails[:1]).untrue(str(said) if formula is None else brief(formula), formula)
    return algebra.restrict(where).knowledge if to is None else refined(knowledge, where, to)


def place_of(knowledge: KnowledgeStructure, state: Bits | None = None) -> Place:
    """Return the `Place` of an actual state, for error messages; a state of None stands for no actual state."""
    if state is None:
        return Place("state", None, str)
    return Place(
        "state",
        partial(knowledge.name, state),
        lambda formula: one_reason(symbolic_view(knowledge, formula), state),
    )
