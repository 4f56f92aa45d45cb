"""Negation normal form: negations pushed down to the atoms, over a shared graph and without recursion."""

from __future__ import annotations

from logic.clauses import (
    And,
    Bottom,
    E,
    Iff,
    Implies,
    K,
    Kw,
    M,
    Not,
    Or,
    Top,
    Xor,
)
from logic.constructors import atoms, disj
from logic.derivation import STEPS, Step, Steps, law, result, unfolded
from logic.formula import Formula
from logic.parser import parse
from logic.shared import Rows, dual_over
from logic.table import flatten, rebuild

LETTERS = atoms("p q r s")


def nnf(formula: Formula | str) -> Formula:
    """Return the negation normal form: negations only before atoms and before boxes without a dual in the language.

    ``->``, ``<->``, ``^`` and ``Kw`` are expanded; negation passes through ``K``/``M``, ``[p]``/``<p>``, ``[@x]``/
    ``<@x>``, ``[p?]`` and ``R`` (their own duals) and ``E`` of a named group (``~E_{a,b} p`` is ``M_a ~p | M_b ~p``).
    ``~E p`` of all agents, ``~E^n`` of any group, ``~C``, ``~D``, ``~Kv`` and the negated beliefs stay, with a normal
    form under them: ``~B_a ~p`` is the dual of ``B_a p``, for which the language has no letter.

    Parameters
    ----------
    formula : Formula or str
        Any formula.

    Notes
    -----
    Each distinct subformula has at most two normal forms, its own and that of its negation. Both are shared, so nested
    ``<->`` cost no more than nested ``&``: O(n + the sum of the sizes of the groups) objects and time for n
    distinct subformulas, though the tree may be exponentially larger than the tree of `formula`.
    P. Blackburn, M. de Rijke, Y. Venema, Modal Logic (2001), doi:10.1017/CBO9781107050884, has the laws of duality.

    Examples
    --------
    >>> print(nnf("~(K_a p -> [q] C_{a,b} p)"))
    K_a p ∧ ⟨q⟩ ¬C_{a,b} p
    """
    rows = flatten(parse(formula)).rows
    return result(Negations(rows), (len(rows) - 1, True))


def nnf_steps(formula: Formula, limit: int = STEPS) -> tuple[Step, ...]:
    """Return the steps to the negation normal form."""
    rows, steps = flatten(formula).rows, Steps(limit)
    unfolded(Negations(rows), (len(rows) - 1, True), steps)
    return tuple(steps.found)


Goal = tuple[int, bool]
"""A row, and whether it is affirmed; else the goal is its negation."""


class Negations:
    """The rewriting to negation normal form.

    Parameters
    ----------
    rows : sequence of (Formula, tuple of int)
        The formula's nodes with the rows of their children; a node whose children have no rows counts as an atom.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def needs(self, goal: Goal) -> list[Goal]:
        """The children, each affirmed or negated."""
        row, sign = goal
        node, kids = self.rows[row]
        return [(kids[child], wanted) for child, wanted in _needs(node, sign)] if kids else []

    def build(self, goal: Goal, parts: list[Formula]) -> Formula:
        """The normal form of a goal.

        Parameters
        ----------
        goal : tuple of int and bool
            The row, and whether it is affirmed.
        """
        row, sign = goal
        node, kids = self.rows[row]
        return _signed(node, sign, parts) if kids else _literal(node, sign)

    def given(self, goal: Goal) -> Formula:
        """The row's formula or its negation."""
        row, sign = goal
        return self.rows[row][0] if sign else Not(self.rows[row][0])

    def rule(self, goal: Goal) -> tuple[str, str]:
        """The name of the rule, and the law with letters for the children."""
        row, sign = goal
        node, kids = self.rows[row]
        pattern = rebuild(node, LETTERS[: len(kids)])
        letters = pattern.children
        parts = [letters[child] if kept else Not(letters[child]) for child, kept in _needs(node, sign)]
        new = _signed(node, sign, parts) if kids else _literal(node, sign)
        return _name(node), law(pattern if sign else Not(pattern), new)


def _name(node: Formula) -> str:
    match node:
        case Not():
            return "double negation"
        case And() | Or():
            return "De Morgan"
        case Implies():
            return "implication"
        case Iff():
            return "equivalence"
        case Xor():
            return "exclusive or"
        case Kw():
            return "knowing whether"
        case E():
            return "everyone knows"
        case Top() | Bottom():
            return "constant"
        case _:
            return "dual"


def _literal(node: Formula, sign: bool) -> Formula:
    if isinstance(node, Top | Bottom) and not sign:
        return Bottom() if isinstance(node, Top) else Top()
    return node if sign else Not(node)


def _needs(node: Formula, sign: bool) -> list[tuple[int, bool]]:
    """Return the children of the node's normal form (negated where `sign` is False), and their signs."""
    match node:
        case Not():
            return [(0, not sign)]
        case Implies():
            return [(0, not sign), (1, sign)]
        case Xor() | Iff():
            return [(0, True), (0, False), (1, True), (1, False)]
        case Kw():
            return [(0, True), (0, False)]
        case And() | Or():
            return [(0, sign), (1, sign)]
        case E() if node.group is not None:
            return [(0, sign)]
        case _:  # an operator speaks of its last child; the others, such as what is announced, keep their sign
            last = len(node.children) - 1
            return [(child, sign or child < last or not node.operator.dual) for child in range(last + 1)]


def _signed(node: Formula, sign: bool, kids: list[Formula]) -> Formula:
    """Build the normal form of the node, or of its negation, from the children that `_needs` lists."""
    match node:
        case Not():
            return kids[0]
        case Implies():
            return (Or if sign else And)(*kids)
        case Xor() | Iff():
            return _iff(*kids) if isinstance(node, Iff) == sign else _iff(kids[0], kids[1], kids[3], kids[2])
        case Kw():
            box = K if sign else M
            return (Or if sign else And)(box(node.agent, kids[0]), box(node.agent, kids[1]))
        case _ if sign:
            return rebuild(node, kids)
        case And() | Or():
            return (Or if isinstance(node, And) else And)(*kids)
        case E() if node.group is not None:
            return disj(M(agent, kids[0]) for agent in sorted(node.group))
        case _:
            return dual_over(node, kids) if node.operator.dual else Not(rebuild(node, kids))


def _iff(left: Formula, not_left: Formula, right: Formula, not_right: Formula) -> Formula:
    return Or(And(left, right), And(not_left, not_right))
