"""Why a formula is the same as ⊤: the laws by which the table of formulas simplifies it, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kripke.change.event import EventModel
from kripke.prove.proofs.forms.announcements import elimination, has_changes
from kripke.prove.question.nodes import TRUE, Group, Node, Nodes
from kripke.prove.question.reduction import REPEATED, Reducer
from logic.clauses import Atom, B, C, D, E, K, Kv, Kw, M
from logic.formula import Formula
from logic.substitution import replace

REDUCTION, CONNECTIVES = "the reduction axioms", "propositional logic"
MODAL = (K, B, M, Kw, Kv, E, *REPEATED, D, C)


def laws(formula: Formula, agents: Iterable[str], actions: Mapping[str, EventModel] | None = None) -> list[str]:
    """The laws by which a formula is the same as ⊤; empty if it is not.

    Without announcements and actions these are the laws that are needed: an operator that may stand for anything is
    not unfolded. With them, these are the definitions of all operators in the formula.
    """
    group, first = frozenset(agents), [REDUCTION] if has_changes(formula) else []
    steps = elimination(formula, group) if first else ()
    static = [] if steps is None else [_opaque(steps[-1].after if steps else formula, group)]
    for each in [*static, formula]:  # the steps may lead to another form than the table of formulas
        boxes = _boxes_of_top(each, group, actions)
        if boxes is not None:
            return [*first, *definitions(each), *[f"{_box(box)} ⊤ ≡ ⊤" for box in boxes[:1]], CONNECTIVES]
    return []


def laws_after_events(formula: Formula) -> list[str]:
    """The laws that reduce a formula after some events to ⊤."""
    box = [f"K_{agent} ⊤ ≡ ⊤" for agent in sorted(formula.agents)[:1]]
    return [REDUCTION, *definitions(formula), *box, CONNECTIVES]


def definitions(formula: Formula) -> list[str]:
    """The definition of each operator of a formula that has one, for one agent or group."""
    found: dict[type[Formula], str] = {}
    for node in formula.subformulas():
        if type(node) not in found and (said := _definition(node)):
            found[type(node)] = said
    return list(found.values())


def _definition(node: Formula) -> str:
    match node:
        case M(agent, _):
            return f"M_{agent} p ≡ ¬K_{agent} ¬p"
        case Kw(agent, _):
            return f"Kw_{agent} p ≡ K_{agent} p ∨ K_{agent} ¬p"
        case Kv():
            return f"the definition of Kv_{node.agent}"
        case _ if node.operator.repeats:
            return f"the definition of {node.operator.repeats}^n"
        case E():
            agents = sorted(node.group or ())
            return f"{E(node.group, Atom('p'))} ≡ {' ∧ '.join([f'K_{agent} p' for agent in agents]) or '⋀ K_a p'}"
    return ""


def _box(group: Group) -> str:
    """The operator of a group's box."""
    return f"K_{next(iter(group))}" if len(group) == 1 else f"D_{{{','.join(sorted(group))}}}"


def _opaque(formula: Formula, agents: Group) -> Formula:
    """The formula with new atoms for the operators of each kind whose meaning does not matter."""
    for kind in MODAL:
        parts = dict.fromkeys(node for node in formula.subformulas() if isinstance(node, kind))
        if parts:
            hidden = replace(formula, {part: Atom.make(f"\ue000{kind.__name__}{n}") for n, part in enumerate(parts)})
            formula = formula if _boxes_of_top(hidden, agents) is None else hidden
    return formula


def _boxes_of_top(
    formula: Formula, agents: Group, actions: Mapping[str, EventModel] | None = None
) -> list[Group] | None:
    """The groups of the boxes of ⊤ in a formula that is the same as ⊤; None if it is not."""
    values = [atom for atom in formula.atoms if "=" in atom]
    reducer = Reducer([formula], agents, values, actions)
    reducer.nodes = nodes = _Boxes()
    return list(nodes.of_top) if reducer.translate((0, reducer.roots[0])) == TRUE else None


class _Boxes(Nodes):
    """A table that notes the boxes of ⊤."""

    def __init__(self) -> None:
        super().__init__()
        self.of_top: dict[Group, None] = {}

    def box(self, group: Group, node: Node) -> Node:
        if node == TRUE:
            self.of_top[group] = None
        return super().box(group, node)
