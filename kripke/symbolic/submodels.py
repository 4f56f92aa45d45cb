"""Submodels of knowledge structures: without some states, and what can be reached from a state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import count
from operator import and_, or_

from kripke.data.errors import ModelError
from kripke.data.wording import world_text
from kripke.sameness.invariance import require_depth
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.build import name_of
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.state_set import StateSet


def without(knowledge: KnowledgeStructure, states: Iterable[Bits]) -> KnowledgeStructure:
    """The model without these states; `ModelError` if one is the actual state, or no state is left."""
    gone = set(states)
    if knowledge.actual in gone:
        shown = world_text(name_of(knowledge, knowledge.actual))
        raise ModelError(f"state {shown} is the actual state, which must stay; choose another by at(...) first")
    left = [~_only(knowledge, state) for state in gone]
    after = SymbolicAlgebra(knowledge).restrict(reduce(and_, left, StateSet.constant(knowledge.manager, True)))
    if after.has_no_states:
        raise ModelError(f"all {len(gone)} states would go: a model has at least one; keep one")
    return after.knowledge


def generated(knowledge: KnowledgeStructure, state: Bits, depth: int | None = None) -> KnowledgeStructure:
    """The submodel of the states that can be reached from a state, which becomes actual: a least fixed point.

    Parameters
    ----------
    depth : int, optional
        The largest number of steps; None: any.
    """
    require_depth(depth)
    algebra = SymbolicAlgebra(knowledge)
    reached = _only(knowledge, state)
    for _ in count() if depth is None else range(depth):
        grown = reduce(or_, [algebra.image(agent, reached) for agent in knowledge.observes], reached)
        if algebra.is_empty(grown & ~reached):
            break
        reached = grown
    return replace(algebra.restrict(reached).knowledge, actual=state)


def _only(knowledge: KnowledgeStructure, state: Bits) -> StateSet:
    """The set of one state."""
    manager = knowledge.manager
    return StateSet.of(manager, manager.assignment(knowledge.state, state), knowledge.state)
