"""Variables that need no counting: those with exactly one value for each assignment to the others.

Where the law says that a card is in one hand, three hands tell the fourth. Without the fourth, the diagram of all parts
of the law is smaller by a third or more, and has as many assignments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge_structure import MODEST, KnowledgeStructure
from kripke.symbolic.state_set import StateSet, support_of


@dataclass(frozen=True, slots=True)
class Undetermined:
    """A model without its determined variables: it has as many states."""

    knowledge: KnowledgeStructure
    gone: int = 0
    by: tuple[StateSet, ...] = ()

    def of(self, states: StateSet) -> StateSet:
        """Where the states without their determined variables are in a set."""
        if not states.support & self.gone:
            return states
        manager = self.knowledge.manager
        return conjunction(manager, eliminate(manager, [states, *self.by], self.gone))


def undetermined(knowledge: KnowledgeStructure) -> Undetermined:
    """The model without the variables that occur in one part of its law only and are determined there; cached.

    O(s) for the s nodes of each such part, of at most `MODEST` nodes.
    """
    law = knowledge.law
    if len(law) < 2 or knowledge.definitions.needed(support_of(law)):
        return Undetermined(knowledge)
    key = ("undetermined", knowledge.state, *[(part.key, part.support) for part in law])
    rests: tuple[StateSet, ...] = knowledge.manager.results.get(key, lambda: tuple(_rests(law)))
    gone = support_of(law) & ~support_of(rests)
    by = tuple([part for part in law if part.support & gone])
    return Undetermined(replace(knowledge, law=rests, state=knowledge.state & ~gone), gone, by)


def _rests(law: tuple[StateSet, ...]) -> Iterator[StateSet]:
    """What each part says without the variables that it determines and that are in no other part."""
    for number, part in enumerate(law):
        others = support_of((*law[:number], *law[number + 1 :]))
        yield _without(part, part.support & ~others) if part.support & others else part


def _without(part: StateSet, own: int) -> StateSet:
    """The part without these variables, if it determines them all, which two counts say; else the part itself."""
    if not own or part.parity is not None or part.size > MODEST:
        return part
    rest = StateSet.of(part.manager, part.function.exists(own), part.support & ~own)
    is_determined = rest.function.count(rest.support.bit_count()) == part.function.count(part.support.bit_count())
    return rest if is_determined else part
