"""Formulas as tables: walking, comparing and pickling without recursion, each shared part once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from logic.errors import FormulaError, shorten

if TYPE_CHECKING:
    from logic.formula import Formula


PAIRS = 200
"""So many pairs are compared one by one: a shared graph has far more pairs of nodes than nodes."""


@dataclass(frozen=True, slots=True)
class Table:
    """Formulas as rows: each distinct subformula once, after its own.

    Parameters
    ----------
    rows : list of (Formula, tuple of int)
        A representative of each distinct subformula, and the rows of its children.
    roots : list of int
        The row of each formula asked for.
    """

    rows: list[tuple[Formula, tuple[int, ...]]]
    roots: list[int]


def flatten(*formulas: Formula) -> Table:
    """Tabulate the distinct subformulas; equal subformulas get one row even where they are different objects.

    O(n) in time and space for n nodes of the shared graphs, without recursion.
    """
    for formula in formulas:
        if not hasattr(formula, "children"):
            raise FormulaError(f"expected a formula, got {shorten(repr(formula))}; a text is read by parse(...)")
    rows: list[tuple[Formula, tuple[int, ...]]] = []
    row_of_key: dict[Any, int] = {}
    row_of_id: dict[int, int] = {}
    stack: list[Formula] = list(reversed(formulas))
    while stack:
        node = stack[-1]
        if id(node) in row_of_id:
            stack.pop()
            continue
        children = node.children
        waiting = [child for child in reversed(children) if id(child) not in row_of_id]
        if waiting:
            stack.extend(waiting)
            continue
        stack.pop()
        kids = tuple([row_of_id[id(child)] for child in children])
        row = row_of_key.setdefault((type(node), node.content, kids), len(rows))
        if row == len(rows):
            rows.append((node, kids))
        row_of_id[id(node)] = row
    return Table(rows, [row_of_id[id(f)] for f in formulas])


def same(one: Formula, other: Formula) -> bool:
    """Whether two formulas are equal: pair by pair while they are small, else as one table.

    O(n) for n nodes of the shared graphs.
    """
    pairs = [(one, other)]
    for _ in range(PAIRS):
        if not pairs:
            return True
        a, b = pairs.pop()
        if a is not b:
            if type(a) is not type(b) or a.content != b.content:
                return False
            pairs.extend(zip(a.children, b.children, strict=True))
    table = flatten(one, other)
    return table.roots[0] == table.roots[1]


def rebuild(node: Formula, children: Iterable[Formula]) -> Formula:
    """The same clause over other subformulas; the node itself where they are the same objects."""
    new = tuple(children)
    if all(a is b for a, b in zip(new, node.children, strict=True)):
        return node
    values = dict(zip(node.data, node.content, strict=True)) | dict(zip(node.parts, new, strict=True))
    return type(node)(**values)


Row = tuple[type, tuple[Any, ...], tuple[int, ...]]
"""A clause, its content, and the rows of its children."""


def disassemble(formula: Formula) -> tuple[Row, ...]:
    """The formula as a flat list of plain data, for pickling: no hash, which differs from process to process."""
    return tuple((type(node), node.content, kids) for node, kids in flatten(formula).rows)


def assemble(rows: tuple[Row, ...]) -> Formula:
    """The formula of a flat list, shared parts shared again."""
    built: list[Formula] = []
    for clause, content, kids in rows:
        fields: Any = clause
        values = dict(zip(fields.data, content, strict=True))
        built.append(clause(**values, **{part: built[k] for part, k in zip(fields.parts, kids, strict=True)}))
    return built[-1]
