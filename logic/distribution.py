"""The steps to a propositional normal form: negations inside, then distribution, then what the truth table leaves."""

from __future__ import annotations

from logic.clauses import And, Atom, Or
from logic.constructors import atoms
from logic.derivation import HOLE, STEPS, Step, Steps, law
from logic.formula import Formula
from logic.normal import nnf, nnf_steps
from logic.propositional import LETTERS, SHORTEST, cnf, dnf, letters_in_order, skeleton
from logic.shared import Pool, layer
from logic.substitution import replace

SHORTER = "without repetitions, contradictions and implied parts"

Clause = type[And] | type[Or]


def normal_form_steps(formula: Formula, outer: Clause, letters: int = LETTERS, limit: int = STEPS) -> tuple[Step, ...]:
    """Return the steps to the conjunctive or disjunctive normal form.

    The steps multiply out clause by clause, as by hand, while `cnf` and `dnf` take short cuts: so there may be too many
    steps to a small form.

    Raises
    ------
    TooLarge
        If there are more steps, or if the normal form itself is too large.
    """
    last = (cnf if outer is And else dnf)(formula, letters=letters)
    rows = layer(Pool().adopt(formula))
    names = letters_in_order(rows)
    covered = skeleton(rows, {name: number for number, name in enumerate(names)})
    steps = Steps(limit)
    for step in nnf_steps(covered, limit):
        steps.add(step)
    _distribute(nnf(covered), outer, steps)
    cover: dict[Formula, Formula] = {Atom(str(number)): name for number, name in enumerate(names)}
    uncovered = [_uncovered(step, cover) for step in steps.found]
    now = uncovered[-1].after if uncovered else formula
    if now != last:
        uncovered.append(Step(SHORTEST if len(names) <= letters else SHORTER, "", HOLE, now, last))
    return tuple(uncovered)


def _distribute(formula: Formula, outer: Clause, steps: Steps) -> None:
    """Multiply out, from the inside."""
    inner: Clause = Or if outer is And else And
    while True:
        rows = formula.subformulas()
        product = next((node for node in rows if isinstance(node, inner) and _holds(node, outer)), None)
        if product is None:
            return
        steps.expect(len(rows))
        frame, new = replace(formula, {product: HOLE}), _multiplied(product, outer)
        steps.add(Step("distribution", _law(product, outer), frame, product, new))
        formula = replace(frame, {HOLE: new})


def _holds(node: And | Or, outer: Clause) -> bool:
    return isinstance(node.left, outer) or isinstance(node.right, outer)


def _multiplied(node: And | Or, outer: Clause) -> Formula:
    """Return the node with its inner clause over the parts of one of its operands."""
    inner: Clause = type(node)
    if isinstance(node.left, outer):
        return outer(inner(node.left.left, node.right), inner(node.left.right, node.right))
    assert isinstance(node.right, outer)
    return outer(inner(node.left, node.right.left), inner(node.left, node.right.right))


def _law(node: And | Or, outer: Clause) -> str:
    p, q, r = atoms("p q r")
    inner: Clause = type(node)
    pattern = inner(outer(p, q), r) if isinstance(node.left, outer) else inner(p, outer(q, r))
    return law(pattern, _multiplied(pattern, outer))


def _uncovered(step: Step, cover: dict[Formula, Formula]) -> Step:
    frame, old, new = [replace(each, cover) for each in (step.frame, step.old, step.new)]
    return Step(step.rule, step.law, frame, old, new)
