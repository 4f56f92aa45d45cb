"""Propositional consequence: formulas with a modality on top count as letters, and a SAT solver decides."""

from __future__ import annotations

from collections.abc import Sequence

from pysat.solvers import Solver

from kripke.prove.clock import Clock
from kripke.prove.hilbert.forms import CONNECTIVES, TRUE, Form, Forms, Row
from kripke.prove.solving import SOLVER, solve
from logic import clauses as f
from logic.formula import Formula

Clauses = list[list[int]]


def counterexample(forms: Forms, given: Sequence[Form], wanted: Form, clock: Clock) -> dict[Form, bool] | None:
    """The values of the letters for which all of `given` are true and `wanted` is false; None: a consequence.

    Parameters
    ----------
    clock : Clock
        The time limit.

    Examples
    --------
    >>> from logic.parser import parse
    >>> forms = Forms()
    >>> one, other = forms.of(parse("p -> K_a q")), forms.of(parse("M_a ~q -> ~p"))
    >>> counterexample(forms, [one], other, Clock(None)) is None
    True
    """
    roots = [*[forms.wide(form) for form in given], forms.wide(wanted) ^ 1]
    rows = list(forms.below(*roots, stop=is_letter))
    with Solver(SOLVER, bootstrap_with=_clauses(forms, rows, roots)) as solver:
        if not solve(solver, [], clock):
            return None
        values = solver.get_model()
    true = {value for value in values if value > 0}
    letters = [number for number in rows if is_letter(forms.rows[number])]
    return {2 * number: number + 1 in true for number in letters}


def is_letter(row: Row) -> bool:
    """Whether the row is a letter: neither a connective nor truth."""
    return row[0] not in CONNECTIVES and row[0] is not f.Top


def _clauses(forms: Forms, rows: Sequence[int], roots: Sequence[Form]) -> Clauses:
    """The clauses that say what each connective means, and that the roots are true."""
    clauses = [[_literal(root)] for root in roots]
    for number in rows:
        if number == TRUE:
            clauses.append([_literal(TRUE)])
        elif forms.rows[number][0] in CONNECTIVES:
            clause, _, (one, other) = forms.rows[number]
            clauses += _meaning(clause, _literal(2 * number), _literal(one), _literal(other))
    return clauses


def _literal(form: Form) -> int:
    return -(form >> 1) - 1 if form & 1 else (form >> 1) + 1


def _meaning(clause: type[Formula], x: int, y: int, z: int) -> Clauses:
    """The clauses of ``x <-> y * z`` for a connective."""
    if clause in (f.Xor, f.Iff):
        z = -z if clause is f.Xor else z
        return [[-x, -y, z], [-x, y, -z], [x, y, z], [x, -y, -z]]
    if clause is not f.And:  # the negation of a conjunction
        x, y, z = -x, -y if clause is f.Or else y, -z
    return [[-x, y], [-x, z], [x, -y, -z]]
