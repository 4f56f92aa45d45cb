"""Whether a formula holds at one state: degrees of belief outside other modalities are counted at that state alone."""

from __future__ import annotations

from functools import partial

from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.listing import degree
from kripke.symbolic.update import Actions, extension, prepared
from logic.clauses import BAtLeast, Bottom, Top
from logic.exact import exact
from logic.formula import Formula
from logic.shared import fold, layer
from logic.table import rebuild


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
    Two counts for each ``B_a>=r f`` outside other modalities. Its extension may be too large for diagrams.
    """
    if actions is None and formula not in knowledge.extensions:
        rows = layer(formula)
        if any(_is_threshold(node, knowledge) for node, _ in rows):
            prepared(knowledge, formula)  # refuses unknown names
            formula = fold(rows, partial(_decided, knowledge, state))
    return knowledge.true(extension(knowledge, formula, actions), state)


def _is_threshold(node: Formula, knowledge: KnowledgeStructure) -> bool:
    """Whether it is a degree of belief of an agent who considers some state possible everywhere."""
    if not isinstance(node, BAtLeast) or node.agent not in knowledge.observes:
        return False
    return not knowledge.observes[node.agent].relation


def _decided(knowledge: KnowledgeStructure, state: Bits, node: Formula, parts: list[Formula]) -> Formula:
    if isinstance(node, BAtLeast) and _is_threshold(node, knowledge):
        share = degree(knowledge, node.agent, extension(knowledge, node.children[0]), state)
        return Top() if share >= exact(node.degree) else Bottom()
    return rebuild(node, parts) if parts else node
