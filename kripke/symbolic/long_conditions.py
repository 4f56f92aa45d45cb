"""The diagram of a long boolean condition, made with a limit: a few kilobytes can describe one that fills all memory.

The limit is a number of nodes, in a manager of its own, from which the diagram is copied.
"""

from __future__ import annotations

from kripke.symbolic.conditions import Condition
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from kripke.symbolic.satisfiability import copied
from kripke.symbolic.state_set import StateSet
from logic.errors import TooLarge

MOST_NODES = 2**21
"""Number of nodes that the diagram of a long condition may fill while it is made: that takes about 2 s."""

LONG = 2**8
"""Number of connectives from which a condition counts as long: the diagrams of shorter ones take milliseconds."""


def state_set(knowledge: KnowledgeStructure, condition: Condition, what: str) -> StateSet:
    """Where a condition is true.

    Parameters
    ----------
    what : str
        What it is called in errors.

    Raises
    ------
    TooLarge
        If it is long, and takes more than `MOST_NODES` nodes.
    """
    if len(condition.rows) < LONG:
        return condition.state_set(knowledge.manager, knowledge.atoms)
    atoms = {name: knowledge.atoms[name] for name in sorted(condition.atoms)}
    manager = knowledge.manager.sibling(MOST_NODES)
    try:
        there = copied(list(atoms.values()), knowledge.manager, manager)
        found = condition.state_set(manager, dict(zip(atoms, there, strict=True)))
    except MemoryError:
        raise TooLarge(
            f"{what or 'formula'}: a condition with {len(condition.rows):,} parts takes more than {MOST_NODES:,} nodes "
            "of diagrams; give several shorter ones, or an order of the atoms that suits it"
        ) from None
    return copied([found], manager, knowledge.manager)[0]
