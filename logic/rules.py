"""One step of simplification: constants, repetitions and complements in a single node.

Every rule is valid in every model: relations may be arbitrary, there may be weights or ranks, or no agents at all.
"""

from __future__ import annotations

from logic.clauses import (
    And,
    Announce,
    AnnounceDual,
    AnnounceWhether,
    Atom,
    B,
    BAtLeast,
    BGiven,
    Bottom,
    Iff,
    Implies,
    Kw,
    Not,
    Or,
    Top,
    Xor,
)
from logic.derivation import law
from logic.formula import Formula
from logic.table import rebuild


def without_constants(node: Formula) -> Formula:
    """Apply the rules to a node once; its children are simplified, and equal children are the same object.

    The result is a child, a grandchild, or a single node over some of them; `node` itself if no rule applies.
    """
    if isinstance(node, (Not, And, Or, Implies, Iff, Xor)):
        return _connective(node)
    constant = _kept(node)
    return _operator(node) if constant is None else constant


def _kept(node: Formula) -> Formula | None:
    """The constant under an operator that keeps it, as a box keeps truth and a diamond falsity."""
    last = node.children[-1] if node.children else None
    if isinstance(last, (Top, Bottom)) and isinstance(last, Top) in node.operator.keeps:
        return last
    return None


def rule_of(node: Formula) -> tuple[str, str]:
    """Return the name of the rule that `without_constants` applies to a node, and its law with letters for children."""
    letters: dict[Formula, Formula] = {}
    children = [_lettered(child, letters) for child in node.children]
    pattern = rebuild(node, children)
    return _rule_name(node, children), law(pattern, without_constants(pattern))


def _lettered(child: Formula, letters: dict[Formula, Formula]) -> Formula:
    """Return a letter for the child, the same for the same; constants and negations stay."""
    if isinstance(child, Top | Bottom):
        return child
    if isinstance(child, Not):
        return Not(_lettered(child.sub, letters))
    return letters.setdefault(child, Atom("pqrs"[len(letters)]))


def _rule_name(node: Formula, children: list[Formula]) -> str:
    if any(isinstance(child, Top | Bottom) for child in children):
        return "constant"
    if len(children) == 2 and children[0] is children[1]:
        return "equal parts"
    if len(children) == 2 and _opposite(*children):
        return "complement"
    if any(isinstance(child, Not) for child in children):
        return "double negation" if isinstance(node, Not) else "negation"
    return "degree of belief 0"


def _connective(node: Formula) -> Formula:
    match node:
        case Not(sub):
            return _not(node, sub)
        case And(left, right):
            return _meet(node, left, right, Top, Bottom)
        case Or(left, right):
            return _meet(node, left, right, Bottom, Top)
        case Implies(left, right):
            return _implies(node, left, right)
        case Iff(left, right):
            return _equal(node, left, right, Top, Bottom)
        case Xor(left, right):
            return _equal(node, left, right, Bottom, Top)
        case _:
            return node


def _opposite(left: Formula, right: Formula) -> bool:
    return (isinstance(left, Not) and left.sub is right) or (isinstance(right, Not) and right.sub is left)


def _not(node: Formula, sub: Formula) -> Formula:
    match sub:
        case Top():
            return Bottom()
        case Bottom():
            return Top()
        case Not(inner):
            return inner
        case _:
            return node


def _meet(node: Formula, left: Formula, right: Formula, unit: type[Formula], zero: type[Formula]) -> Formula:
    """Conjunction, and disjunction with the constants exchanged."""
    if isinstance(left, zero) or isinstance(right, zero) or _opposite(left, right):
        return zero()
    if isinstance(left, unit):
        return right
    return left if isinstance(right, unit) or left is right else node


def _implies(node: Formula, left: Formula, right: Formula) -> Formula:
    if isinstance(left, Bottom) or isinstance(right, Top) or left is right:
        return Top()
    if isinstance(left, Top) or _opposite(left, right):
        return right
    return _not(Not(left), left) if isinstance(right, Bottom) else node


def _equal(node: Formula, left: Formula, right: Formula, same: type[Formula], other: type[Formula]) -> Formula:
    """Equivalence, and exclusive disjunction with the constants exchanged: `same` is the unit."""
    if left is right:
        return same()
    if _opposite(left, right):
        return other()
    for constant, rest in ((left, right), (right, left)):
        if isinstance(constant, same):
            return rest
        if isinstance(constant, other):
            return _not(Not(rest), rest)
    return node


def _operator(node: Formula) -> Formula:
    """The rules of single operators, besides the constants that they keep."""
    match node:
        case Announce(statement=Bottom()) | BGiven(condition=Bottom()) | Kw(sub=Top() | Bottom()):
            return Top()
        case AnnounceDual(statement=Bottom()):
            return Bottom()
        case Announce(statement=Top(), sub=sub) | AnnounceDual(statement=Top(), sub=sub):
            return sub
        case AnnounceWhether(statement=Top() | Bottom(), sub=sub):
            return sub
        case AnnounceWhether(statement=Not(statement), sub=sub):
            return AnnounceWhether(statement, sub, node.group)
        case Kw(agent, Not(sub)):
            return Kw(agent, sub)
        case BGiven(agent, Top(), sub):
            return B(agent, sub)
        case BAtLeast() if node.degree == 0:
            return Top()
        case BAtLeast(sub=Bottom()):
            return Bottom()
        case _:
            return node
