"""Whether some assignment satisfies a law in parts: a hard question in general, so the work has a limit.

A few kilobytes can ask it: 640 random clauses of 150 atoms. The limit is a number of nodes, in a manager of its own.
"""

from __future__ import annotations

from kripke.symbolic.bdd import BddManager
from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from kripke.symbolic.nodes import copies
from kripke.symbolic.state_set import StateSet, support_of
from kripke.symbolic.variable_sets import members
from logic.errors import TooLarge

SEARCH_NODES = 2**18
"""Number of nodes that the search may fill beyond those of the law: the clauses above fill them in about 1 s."""

FEW = 8
"""Number of diagrams that are searched in the model's own manager: a second manager costs more than such a search."""


def is_satisfiable(knowledge: KnowledgeStructure) -> bool:
    """Whether the structure has a state. `TooLarge` if the law has many parts and the search needs too many nodes."""
    defined = knowledge.definitions.needed(support_of(knowledge.law))
    parts = [*knowledge.law, *map(knowledge.definitions.part, members(defined))]
    if sum([part.parity is None for part in parts]) <= FEW:
        return _some(knowledge.manager, parts)
    manager = knowledge.manager.sibling(SEARCH_NODES + sum([part.size for part in parts]))
    try:
        return _some(manager, copied(parts, knowledge.manager, manager))
    except MemoryError:
        pass
    raise TooLarge(
        f"law: whether any state satisfies its {len(parts):,} parts takes more than {SEARCH_NODES:,} nodes of diagrams "
        "to decide; use fewer atoms or a simpler law, or give the model an actual state"
    )


def _some(manager: BddManager, parts: list[StateSet]) -> bool:
    return conjunction(manager, eliminate(manager, parts, support_of(parts))).value is not False


def copied(parts: list[StateSet], source: BddManager, target: BddManager) -> list[StateSet]:
    """The sets in another manager with the same variables in the same order."""
    functions = list({part.function: None for part in parts if part.parity is None and part.value is None})
    copy_of = dict(zip(functions, copies(source, functions, target), strict=True))

    def copy(part: StateSet) -> StateSet:
        if part.value is not None:
            return StateSet.constant(target, part.value)
        if part.parity is not None:
            return StateSet.of_parity(target, *part.parity)
        return StateSet.of(target, copy_of[part.function], part.support)

    return list(map(copy, parts))
