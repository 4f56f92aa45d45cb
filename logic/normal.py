"""Negation normal form: negations pushed down to the atoms, over a shared graph and without recursion."""

from __future__ import annotations

from logic.clauses import (
    Act,
    ActDual,
    And,
    Announce,
    AnnounceDual,
    AnnounceWhether,
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
from logic.constructors import disj
from logic.formula import Formula
from logic.table import flatten, rebuild


def nnf(formula: Formula) -> Formula:
    """Return the negation normal form: negations only before atoms and before boxes without a dual in the language.

    ``->``, ``<->``, ``^`` and ``Kw`` are expanded; negation passes through ``K``/``M``, ``[p]``/``<p>``, ``[p?]`` (its
    own dual), ``[@x]``/``<@x>`` and ``E`` of a named group (``~E_{a,b} p`` is ``M_a ~p | M_b ~p``). ``~E p`` of all
    agents, ``~C``, ``~D``, ``~Kv`` and the negated beliefs stay, with a normal form under them.

    Each distinct subformula has at most two normal forms, its own and that of its negation. Both are shared, so nested
    ``<->`` cost no more than nested ``&``: O(n + the sum of the sizes of the groups) objects and time for n
    distinct subformulas, though the tree may be exponentially larger than the tree of `formula`.
    """
    rows = flatten(formula).rows
    done: dict[tuple[int, bool], Formula] = {}
    goal = (len(rows) - 1, True)
    stack = [goal]
    while stack:
        row, sign = stack[-1]
        node, kids = rows[row]
        needs = [(kids[child], wanted) for child, wanted in _needs(node, sign)]
        missing = [need for need in needs if need not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if (row, sign) not in done:
            done[row, sign] = _signed(node, sign, [done[need] for need in needs])
    return done[goal]


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
        case Announce() | AnnounceDual() | AnnounceWhether():
            return [(0, True), (1, sign)]
        case And() | Or() | K() | M() | Act() | ActDual():
            return [(child, sign) for child in range(len(node.children))]
        case E() if node.group is not None:
            return [(0, sign)]
        case _:
            return [(child, True) for child in range(len(node.children))]


def _signed(node: Formula, sign: bool, kids: list[Formula]) -> Formula:
    """Build the normal form of the node, or of its negation, from the children that `_needs` lists."""
    match node:
        case Top() | Bottom():
            return node if sign else Bottom() if isinstance(node, Top) else Top()
        case Not():
            return kids[0]
        case Implies():
            return (Or if sign else And)(*kids)
        case Xor() | Iff():
            return _iff(*kids) if isinstance(node, Iff) == sign else _iff(kids[0], kids[1], kids[3], kids[2])
        case Kw():
            box = K if sign else M
            return (Or if sign else And)(box(node.agent, kids[0]), box(node.agent, kids[1]))
        case AnnounceWhether():
            return rebuild(node, kids)
        case E() if node.group is not None and not sign:
            return disj(M(agent, kids[0]) for agent in sorted(node.group))
        case E() if node.group is not None:
            return rebuild(node, kids)
        case _ if sign:
            return rebuild(node, kids)
        case And() | Or():
            return (Or if isinstance(node, And) else And)(*kids)
        case K() | M():
            return (M if isinstance(node, K) else K)(node.agent, *kids)
        case Announce() | AnnounceDual():
            return (AnnounceDual if isinstance(node, Announce) else Announce)(kids[0], kids[1], node.group)
        case Act() | ActDual():
            return (ActDual if isinstance(node, Act) else Act)(node.action, *kids)
        case _:
            return Not(rebuild(node, kids))


def _iff(left: Formula, not_left: Formula, right: Formula, not_right: Formula) -> Formula:
    return Or(And(left, right), And(not_left, not_right))
