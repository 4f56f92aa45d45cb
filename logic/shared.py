"""Formulas as shared graphs: folding them, ordering their parts, and building each part once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from logic.clauses import And, Bottom, Iff, Implies, Not, Or, Top, Xor
from logic.formula import Formula
from logic.node import CLAUSES, build
from logic.table import flatten, rebuild

CONNECTIVES = (Top, Bottom, Not, And, Or, Xor, Implies, Iff)

Rows = Sequence[tuple[Formula, tuple[int, ...]]]
T = TypeVar("T")


def fold(rows: Rows, combine: Callable[[Formula, list[T]], T]) -> T:
    """Compute the value of the last row bottom up.

    Each value is computed once and freed after its last use, since values may be large. O(n) calls for n rows.
    """
    last_use = {kid: row for row, (_, kids) in enumerate(rows) for kid in kids}
    values: dict[int, T] = {}
    for row, (node, kids) in enumerate(rows):
        values[row] = combine(node, [values[kid] for kid in kids])
        for kid in {kid for kid in kids if last_use[kid] == row}:
            del values[kid]
    return values[len(rows) - 1]


def ranks(rows: Rows) -> list[int]:
    """Number the rows in an order that depends on the formulas alone: by height, clause, content and children.

    O(n log n) for n rows. Hashes differ from process to process.
    """
    heights: list[int] = []
    for _, kids in rows:
        heights.append(1 + max((heights[kid] for kid in kids), default=0))
    rank = [0] * len(rows)

    def key(row: int) -> tuple[Any, ...]:
        node, kids = rows[row]
        return type(node).__name__, [_sortable(value) for value in node.content], [rank[kid] for kid in kids]

    levels: dict[int, list[int]] = {}
    for row, height in enumerate(heights):
        levels.setdefault(height, []).append(row)
    number = 0
    for height in sorted(levels):
        for row in sorted(levels[height], key=key):
            rank[row] = number
            number += 1
    return rank


def _sortable(value: Any) -> Any:
    """Turn a group into a list: lists are totally ordered, sets are not. None comes first."""
    return sorted(value) if isinstance(value, frozenset) else [] if value is None else value


def conjuncts(formula: Formula) -> list[Formula]:
    """Return the operands of the outermost conjunctions, from left to right; a shared one once. O(n) for n nodes."""
    found, stack, seen = list[Formula](), [formula], set[int]()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, And):
            stack += [node.right, node.left]
        else:
            found.append(node)
    return found


def dual_over(node: Formula, children: Iterable[Formula]) -> Formula:
    """Return the dual operator of a node, such as ``M_a`` for ``K_a``, over other children."""
    found: Formula = build(CLAUSES[node.operator.dual], node.content, children)
    return found


class Pool:
    """One object for each distinct formula: among members equality is identity."""

    def __init__(self) -> None:
        self._members: dict[tuple[Any, ...], Formula] = {}

    def __call__(self, formula: Formula) -> Formula:
        """Return the member equal to `formula`, whose children must be members. O(1)."""
        key = (type(formula), formula.content, tuple([id(child) for child in formula.children]))
        return self._members.setdefault(key, formula)

    def adopt(self, formula: Formula) -> Formula:
        """Return the member equal to a formula. O(n) for n distinct subformulas."""
        members: list[Formula] = []
        for node, kids in flatten(formula).rows:
            members.append(self(rebuild(node, [members[kid] for kid in kids])))
        return members[-1]


def layer(root: Formula, inside: tuple[type[Formula], ...] = CONNECTIVES) -> Rows:
    """Return the rows of a pooled formula down to its letters, the subformulas without a connective on top.

    The letters are rows without children. O(m) for m rows; the inside of the letters is not visited.
    """
    rows: list[tuple[Formula, tuple[int, ...]]] = []
    number: dict[int, int] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        children = node.children if isinstance(node, inside) else ()
        waiting = [child for child in reversed(children) if id(child) not in number]
        if id(node) in number or not waiting:
            stack.pop()
        if id(node) in number:
            continue
        if waiting:
            stack.extend(waiting)
            continue
        number[id(node)] = len(rows)
        rows.append((node, tuple([number[id(child)] for child in children])))
    return rows
