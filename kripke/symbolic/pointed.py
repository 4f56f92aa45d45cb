"""Whether a formula holds at one state: what agents know there is decided at the states that they consider possible.

With the values that an agent sees the law's diagrams are small. An extension says what agents know at every state: it
costs a quantification of the whole law, which is worth it where the same question comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kripke.checking.program import Program
from kripke.symbolic import questions
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.listing import degree
from kripke.symbolic.named_actions import Actions, extension, prepared
from kripke.symbolic.questions import REMEMBERED
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.states import satisfiable, seen_from
from logic.clauses import Announce, AnnounceDual, B, BAtLeast, Bottom, C, D, E, K, Kw, M, Top
from logic.exact import exact
from logic.formula import Formula
from logic.shared import fold
from logic.table import rebuild

FEW = 8
"""Largest number of modal subformulas that are decided at the state: many agents are quantified at once."""

Sees = Callable[[StateSet], bool]
"""Whether some agents consider a state of a set possible."""

LOCAL: dict[type[Formula], Callable[[Sees, StateSet], bool]] = {
    M: lambda sees, where: sees(where),
    Kw: lambda sees, where: not (sees(where) and sees(~where)),
    **dict.fromkeys((K, B, C, D, E), lambda sees, where: not sees(~where)),
}
"""The modalities that are decided at the states that their agents consider possible; of ``C`` only that it fails."""

PUBLIC = Announce, AnnounceDual
"""What is decided at the state after a public announcement."""


def holds(knowledge: KnowledgeStructure, formula: Formula, state: Bits, actions: Actions | None = None) -> bool:
    """Whether the formula holds at a state. Errors as in `kripke.symbolic.update.extension`.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The model.
    formula : Formula
        The formula.
    state : int
        The state: the set of its true variables.
    actions : mapping, optional
        The actions that the formula names.

    Notes
    -----
    Outside other modalities, two counts for each ``B_a>=r f``, whose extension may be too large for diagrams; and, in a
    large model, at most two eliminations in the law at what an agent sees for each ``K_a f``, ``M_a f``, ``Kw_a f``,
    ``B_a f``, ``E_G f``, ``D_G f`` that was not asked before. ``C_G f`` holds at once where a part of the law says f,
    and fails at once where not all in G know f; only else is its extension computed. ``[p] f`` is decided so in the
    model after the announcement.
    """
    if actions is None and formula not in knowledge.extensions:
        program, algebra = prepared(knowledge, formula)  # refuses unknown names
        here = _decided_here(knowledge, program)
        if not here:
            return knowledge.true(questions.extension(program, algebra), state)
        formula = fold(program.outer, partial(_decided, knowledge, state, here))
    return knowledge.true(extension(knowledge, formula, actions), state)


def _decided_here(knowledge: KnowledgeStructure, program: Program) -> frozenset[Formula]:
    """The modal subformulas, outside other modalities, that are decided at the state."""
    if not (knowledge.is_large or BAtLeast in program.clauses):
        return frozenset()
    nodes = [node for node, _ in program.outer]
    return _local(knowledge, nodes).union([node for node in nodes if _is_threshold(node, knowledge)])


def _is_threshold(node: Formula, knowledge: KnowledgeStructure) -> bool:
    """Whether it is a degree of belief of an agent who considers some state possible everywhere."""
    if not isinstance(node, BAtLeast) or node.agent not in knowledge.observes:
        return False
    return not knowledge.observes[node.agent].relation


def _local(knowledge: KnowledgeStructure, nodes: Iterable[Formula]) -> frozenset[Formula]:
    """The modal subformulas to decide at the state: few, in a large model, and each for the first time."""
    if not knowledge.is_large:
        return frozenset()
    asked, known = knowledge.asked, knowledge.extensions
    new = [node for node in nodes if _is_local(node) and node not in known and node not in asked]
    if sum([len(_groups(knowledge, node)) for node in new]) > FEW:
        return frozenset()
    if len(asked) > REMEMBERED:
        asked.clear()
    asked.update(new)
    return frozenset(new)


def _is_local(node: Formula) -> bool:
    return type(node) in LOCAL or (isinstance(node, PUBLIC) and node.group is None)


def _groups(knowledge: KnowledgeStructure, node: Any) -> list[list[str]]:
    """The agents whose observations are taken together."""
    if isinstance(node, PUBLIC):
        return []
    if isinstance(node, (C, D, E)):
        agents = list(knowledge.observes if node.group is None else node.group)
        return [agents] if isinstance(node, D) else [[agent] for agent in agents]
    return [[node.agent]]


def _decided(
    knowledge: KnowledgeStructure, state: Bits, here: frozenset[Formula], node: Formula, parts: list[Formula]
) -> Formula:
    if node not in here:
        return rebuild(node, parts) if parts else node
    if isinstance(node, PUBLIC):
        return _constant(_holds_after(knowledge, state, node))
    where = extension(knowledge, node.children[0])
    if isinstance(node, BAtLeast):
        return _constant(degree(knowledge, node.agent, lambda: where, state) >= exact(node.degree))
    if isinstance(node, C) and any((part & ~where).value is False for part in knowledge.law):
        return Top()  # one part of the law says it, such as an announcement: no look at what each agent knows
    decide = LOCAL[type(node)]
    held = all(decide(_Seen(knowledge, state, group), where) for group in _groups(knowledge, node))
    return node if held and isinstance(node, C) else _constant(held)


def _holds_after(knowledge: KnowledgeStructure, state: Bits, node: Announce | AnnounceDual) -> bool:
    """Whether a formula about a public announcement holds at the state."""
    where = extension(knowledge, node.statement)
    if not knowledge.true(where, state):
        return isinstance(node, Announce)
    return holds(SymbolicAlgebra(knowledge).restrict(where).knowledge, node.sub, state)


def _constant(value: bool) -> Formula:
    return Top() if value else Bottom()


class _Seen:
    """The states that some agents together consider possible at a state."""

    def __init__(self, knowledge: KnowledgeStructure, state: Bits, agents: list[str]) -> None:
        self.manager, self.states = knowledge.manager, seen_from(SymbolicAlgebra(knowledge), agents, state)

    def __call__(self, where: StateSet) -> bool:
        """Whether one of them is in the set."""
        return satisfiable(self.manager, (self.states & where).conditions)
