"""What stands before a proof about announcements and actions: the reduction axioms, and fixpoints for common knowledge.

A line is a sequence of texts and formulas, so that each form of a proof writes the formulas in its own notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from kripke.prove.proofs.forms.reading import Reading, without_changes
from kripke.prove.question.reduction import CHANGES
from logic.clauses import Act, ActDual, Announce, AnnounceDual, AnnounceWhether, C, R
from logic.derivation import Step
from logic.elimination import elimination_steps
from logic.errors import TooLarge
from logic.formula import Formula
from logic.reduction import NoReduction

Line: TypeAlias = "tuple[str | Formula, ...]"

MOST = 40
"""Number of reduction steps that are shown for one formula: a page."""

AXIOMS: dict[type[Formula], str] = {
    Announce: "[p] K_a q ≡ p → K_a (p → [p] q); to a group, [p!{a}] q ≡ p → [p?{a}] q",
    AnnounceDual: "⟨p⟩ q ≡ p ∧ [p] q",
    AnnounceWhether: "[p?{a}] K_a q ≡ (p → K_a (p → [p?{a}] q)) ∧ (¬p → K_a (¬p → [p?{a}] q)); "
    "[p?{a}] K_b q ≡ K_b [p?{a}] q",
    Act: "[@e] K_a q ≡ pre(e) → ⋀ K_a [@f] q, over the events f that a considers possible in e",
    ActDual: "⟨@e⟩ q ≡ pre(e) ∧ [@e] q",
    R: "R_{a,b} K_a q ≡ D_{a,b} R_{a,b} q",
    C: "[p] C q is a fixpoint: relativised common knowledge (van Benthem, van Eijck and Kooi 2006)",
}
"""The axioms by which the prover reduces what has no formula without announcements, one for each operator."""


def reduced(formulas: Sequence[Formula], agents: Iterable[str]) -> tuple[list[Formula], list[Line]]:
    """The formulas without announcements and actions as far as such formulas exist, and the steps that lead there."""
    static: list[Formula] = []
    lines: list[Line] = []
    for formula in formulas:
        steps = elimination(formula, agents)
        if steps is None:
            static += without_changes([formula])
            lines += _axioms(formula)
        else:
            static.append(steps[-1].after if steps else formula)
            lines += _steps(formula, steps) if steps else []
    return static, lines


def elimination(formula: Formula, agents: Iterable[str]) -> tuple[Step, ...] | None:
    """The steps to the formula without announcements and actions; None if none of moderate size is known."""
    try:
        steps = elimination_steps(formula, agents)
    except (NoReduction, TooLarge):
        return None
    return None if has_changes(steps[-1].after if steps else formula) else steps


def has_changes(formula: Formula) -> bool:
    """Whether a formula is about announcements or actions."""
    return any(isinstance(node, CHANGES) for node in formula.subformulas())


def definitions(reading: Reading) -> Iterator[Line]:
    """What the fixpoints with names are."""
    for name, said, unfolding, left_out in reading.definitions():
        yield f"{name} says {said}; it is the weakest formula with {name} → ", unfolding, left_out


def _steps(formula: Formula, steps: Sequence[Step]) -> list[Line]:
    """The steps of a reduction, one line each, with its axiom."""
    lines: list[Line] = [("By the reduction axioms, ", formula)]
    lines += [("  ≡ ", step.after, f"   by {step.law or step.rule}") for step in steps[:MOST]]
    if len(steps) > MOST:
        lines += [(f"  … {len(steps) - MOST:,} more steps",), ("  ≡ ", steps[-1].after)]
    return lines


def _axioms(formula: Formula) -> list[Line]:
    """The axioms for a formula that has no form without announcements, or a very large one."""
    used = {type(node) for node in formula.subformulas()}
    first: Line = ("The proof is about the model before the events of ", formula, ", by")
    return [first, *[(f"  {axiom}",) for operator, axiom in AXIOMS.items() if operator in used]]
