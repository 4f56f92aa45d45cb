"""What must be true where a formula is true, or false, said without modalities: what is known is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from logic.clauses import And, Atom, Bottom, Iff, Implies, M, Not, Or, Top, Xor
from logic.formula import Formula
from logic.shared import fold, layer
from logic.simplification import without_constants

Pair = tuple[Formula, Formula]
"""What must be true where a formula is true, and where it is false."""

Known = Callable[[Formula, Formula], Formula]
"""What must be true where a node says that agents know something, of which another formula must be true."""


def necessary(formula: Formula, value: bool, inside: tuple[type[Formula], ...], known: Known) -> Formula:
    """A formula without modalities that is true at each state where the formula has the value. O(n) for n subformulas.

    Parameters
    ----------
    known : callable
        As in `Known`; the node may also be a ``M_a f`` that is false: a knows that f is false.
    """
    pair: Pair = fold(layer(formula, inside), partial(_pair, known))
    return pair[0] if value else pair[1]


def _pair(known: Known, node: Formula, parts: list[Pair]) -> Pair:
    match node, parts:
        case ((Top() | Bottom() | Atom()), _):
            return node, _not(node)
        case Not(), [(true, false)]:
            return false, true
        case And(), [one, other]:
            return _both(one[0], other[0]), _either(one[1], other[1])
        case Or(), [one, other]:
            return _either(one[0], other[0]), _both(one[1], other[1])
        case Implies(), [one, other]:
            return _either(one[1], other[0]), _both(one[0], other[1])
        case ((Iff() | Xor()), [one, other]):
            same = _either(_both(one[0], other[0]), _both(one[1], other[1]))
            different = _either(_both(one[0], other[1]), _both(one[1], other[0]))
            return (same, different) if isinstance(node, Iff) else (different, same)
        case M(), [(_, false)]:
            return Top(), known(node, false)
        case _, [(true, _)] if True in node.operator.keeps:
            return known(node, true), Top()
        case _:
            return Top(), Top()


def _not(formula: Formula) -> Formula:
    return without_constants(Not(formula))


def _both(one: Any, other: Any) -> Formula:
    return without_constants(And(one, other))


def _either(one: Any, other: Any) -> Formula:
    return without_constants(Or(one, other))
