"""Reasons for formulas at worlds: for each clause a sentence, a witness, and links to the reasons below.

This module has the Boolean clauses and the table of all clauses; see `knowledge_reasons`, `belief_reasons` and
`change_reasons` for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kripke.data.wording import both, brief, core, is_literal
from kripke.why import belief_reasons as belief
from kripke.why import change_reasons as change
from kripke.why import knowledge_reasons as knowledge
from kripke.why.point import Link, Point, Reason, joined_rows
from logic import clauses as f
from logic.formula import Formula

NAMED, EXPLAINED = 4, 8
"""Maximal numbers of conjuncts that the sentence names, and that are explained."""


def reason(point: Point) -> Reason:
    """Return the reason for the truth value of the point's formula.

    On an explicit model O(n) for n worlds besides the values of the subformulas, O(g n + m) for the steps of g agents
    along m edges.
    """
    return REASONS.get(type(point.node), _as_computed)(point)


def _as_computed(point: Point) -> Reason:
    """A clause without a text of its own: its definition, or the computed value and the values of the subformulas."""
    if point.node.operator.means is not None:
        (meant,) = point.kids
        text = f"it says {brief(point.formula(meant))}, which {point.verb(meant, point.holds)} there"
        return Reason(text, _here(point, meant))
    text = f"the check finds it {'true' if point.holds else 'false'} there"
    return Reason(text, _here(point, *point.kids) if point.is_static else ())


def _constant(point: Point) -> Reason:
    return Reason(f"it is {'true' if point.holds else 'false'} everywhere")


def _atom(point: Point) -> Reason:
    return Reason(f"{point.says(point.subject, point.holds)} at {point.here}")


def _not(point: Point) -> Reason:
    """Reason for a row of negations: the reason for the formula under them."""
    _, count = core(point.node)
    row = point.row
    for _ in range(count):
        (row,) = point.rows(row)
    if is_literal(point.node):
        return Reason(point.fact(row))
    inner = reason(Point(point.view, row, point.position))
    if count == 1:
        return inner
    left = f"of the {count:,} negations one is left" if count % 2 else f"the {count:,} negations cancel out"
    return replace(inner, text=f"{left}; {inner.text}")


def _and_or(point: Point) -> Reason:
    """A conjunction fails because of one part and holds because of all; a disjunction the other way round."""
    parts, conjunction = joined_rows(point.view, point.row), isinstance(point.node, f.And)
    if point.holds == conjunction:
        text = f"all {len(parts):,} {'conjuncts hold' if conjunction else 'disjuncts fail'}"
        if len(parts) <= NAMED:
            text = both([point.says(i, point.holds) for i in parts])
        return Reason(f"{text} there", _here(point, *parts[:EXPLAINED]), max(0, len(parts) - EXPLAINED))
    simple_first = sorted(parts, key=lambda row: not is_literal(point.formula(row)))
    one = next(row for row in simple_first if point.true(row) == point.holds)
    return Reason(point.fact(one), _here(point, one))


def _implies(point: Point) -> Reason:
    left, right = point.kids
    if not point.holds:
        return _both_sides(point)
    if point.true(left):
        return Reason(point.fact(right), _here(point, right))
    return Reason(point.fact(left), _here(point, left), terms=("implication",))


def _both_sides(point: Point) -> Reason:
    """Reason that needs both sides: exclusive disjunction, equivalence, an implication that fails."""
    left, right = point.kids
    if left == right:
        return Reason("both sides are the same", _here(point, left))
    joint = " and" if point.true(left) == point.true(right) else ", but"
    text = f"{point.says(left, point.true(left))}{joint} {point.fact(right)}"
    return Reason(text, _here(point, left, right))


def _here(point: Point, *rows: int) -> tuple[Link, ...]:
    return tuple([Link(row, point.position) for row in rows])


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    f.Top: _constant,
    f.Bottom: _constant,
    f.Atom: _atom,
    f.Not: _not,
    f.And: _and_or,
    f.Or: _and_or,
    f.Xor: _both_sides,
    f.Iff: _both_sides,
    f.Implies: _implies,
    **knowledge.REASONS,
    **belief.REASONS,
    **change.REASONS,
}
