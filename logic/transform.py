"""Transformations of formulas: the names of all of them, and the steps of those that keep the meaning.

None of them recurses: a formula nested 100,000 deep, or a shared graph of 2^100 paths, is rewritten in time linear in
its distinct subformulas, and the result shares its parts likewise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from logic.clauses import And, Or
from logic.derivation import STEPS, Step
from logic.distribution import normal_form_steps
from logic.elimination import elimination_steps
from logic.errors import FormulaError, listing, shorten
from logic.formula import Formula
from logic.measure import Fragment, distinct_size, fragment, modal_depth, size
from logic.normal import nnf, nnf_steps
from logic.parser import parse
from logic.propositional import cnf, dnf
from logic.reduction import NoReduction, eliminate_announcements
from logic.simplification import simplification_steps, simplify
from logic.substitution import replace, substitute

__all__ = [
    "Form",
    "Fragment",
    "NoReduction",
    "cnf",
    "distinct_size",
    "dnf",
    "eliminate_announcements",
    "fragment",
    "modal_depth",
    "nnf",
    "replace",
    "simplify",
    "size",
    "steps",
    "substitute",
]

Form = Literal["nnf", "cnf", "dnf", "simple", "static"]
"""Negation, conjunctive and disjunctive normal form; simplified; without announcements."""


def steps(
    formula: Formula | str, to: Form, *, agents: Iterable[str] | None = None, limit: int = STEPS
) -> tuple[Step, ...]:
    """Return the steps by which a transformation rewrites a formula; each keeps what the formula says.

    The last step ends with the result of the transformation: `nnf`, `cnf`, `dnf`, `simplify` for ``simple`` and
    `eliminate_announcements` for ``static``. Without steps the formula is its own result.

    Parameters
    ----------
    formula : Formula or str
        Any formula.
    to : {'nnf', 'cnf', 'dnf', 'simple', 'static'}
        The transformation.
    agents : iterable of str, optional
        All agents of the model, for ``static``; see `eliminate_announcements`.
    limit : int
        Maximal number of steps.

    Raises
    ------
    NoReduction
        If announcements cannot be eliminated.
    TooLarge
        If there are more steps than `limit`, or more than 300,000 nodes in all of them, or the result is too large.

    Notes
    -----
    O(n) for each step on n distinct subformulas. A part that occurs several times is rewritten everywhere in one step.

    Examples
    --------
    >>> for step in steps("[p] K_a q", "static"):
    ...     print(step)
    reduction axiom: [p] K_a q ≡ p → K_a (p → [p] q)
      ⟦[p] K_a q⟧
      ⟦p → K_a (p → [p] q)⟧
    reduction axiom: [p] q ≡ q, where p; q propositional
      p → K_a (p → ⟦[p] q⟧)
      p → K_a (p → ⟦q⟧)
    """
    given = parse(formula)
    match to:
        case "nnf":
            return nnf_steps(given, limit)
        case "cnf" | "dnf":
            return normal_form_steps(given, And if to == "cnf" else Or, limit=limit)
        case "simple":
            return simplification_steps(given, limit=limit)
        case "static":
            return elimination_steps(given, agents, limit)
        case _:
            raise FormulaError(f"to {shorten(repr(to))}: expected {listing(map(repr, get_args(Form)))}")
