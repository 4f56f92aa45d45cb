"""The table of formulas of a proof."""

from __future__ import annotations

from kripke.prove.proofs.script import Row
from kripke.prove.proofs.writing.history import history_of
from kripke.prove.question.nodes import AND, ATOM, BOX, CONSTANT, FIX, Node
from kripke.prove.question.problem import Problem


def rows_of(problem: Problem, used: set[Node]) -> tuple[Row, ...]:
    """The table of formulas of a problem; rows to which nothing refers are ``unused``."""
    rows: list[Row] = [("unused",)] * len(problem.nodes)
    stack = [0, *used]
    while stack:
        base = stack.pop() & ~1
        if rows[base >> 1] == ("unused",):
            rows[base >> 1] = _row(problem, base)
            stack += _parts(problem, base)
    return tuple(rows)


def _row(problem: Problem, base: Node) -> Row:
    nodes = problem.nodes
    kind, args = nodes.kind[base >> 1], nodes.args[base >> 1]
    if kind == CONSTANT:
        return ("true",)
    if kind == ATOM:
        return ("atom", args[0]) if isinstance(args[0], str) else ("member", args[0][0])  # type: ignore[index]
    if kind == FIX:
        context, row = args[0]  # type: ignore[misc]
        formula = problem.reducer.rows[row][0]  # type: ignore[has-type]
        steps = [(nodes.group(o.box), o.pre, o.body, o.then, o.box) for o in nodes.options[base]]
        return "fix", formula, history_of(problem.reducer, context), tuple(steps)  # type: ignore[has-type]
    return "and" if kind == AND else "box", *args


def _parts(problem: Problem, base: Node) -> list[Node]:
    nodes = problem.nodes
    if nodes.kind[base >> 1] == FIX:
        return [node for o in nodes.options[base] for node in (o.pre, o.body, o.then, o.box)]
    return [nodes.inside(base)] if nodes.kind[base >> 1] == BOX else list(nodes.parts(base))
