"""Operators that say another one n times, such as ``E^n``, as n operators."""

from __future__ import annotations

from logic.errors import TooLarge
from logic.formula import Formula
from logic.node import CLAUSES
from logic.table import flatten, rebuild

MOST = 200_000
"""Maximal number of operators that are written out: they take less than a second."""


def unrolled(*formulas: Formula) -> list[Formula]:
    """The formulas with n operators for each one that says an operator n times: ``E E E p`` for ``E^3 p``.

    O(m + n) for m distinct subformulas and n operators in all. `TooLarge` for more than `MOST` operators.
    """
    table = flatten(*formulas)
    repeated = [node for node, _ in table.rows if node.operator.repeats]
    if not repeated:
        return list(formulas)
    if sum([node.steps for node in repeated]) > MOST:
        raise TooLarge(f"operators that are repeated more than {MOST:,} times in all: write smaller numbers")
    built: list[Formula] = []
    for node, kids in table.rows:
        new = rebuild(node, [built[kid] for kid in kids])
        if node.operator.repeats:
            new = new.children[0]
            for _ in range(node.steps):
                new = once(node, new)
        built.append(new)
    return [built[root] for root in table.roots]


def once(node: Formula, sub: Formula) -> Formula:
    """The operator that a node repeats, before a formula."""
    clause = CLAUSES[node.operator.repeats]
    data = dict(zip(node.data, node.content, strict=True))
    made: Formula = clause(*[data[name] for name in clause.data], sub)
    return made
