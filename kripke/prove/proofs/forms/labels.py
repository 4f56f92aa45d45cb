"""The names of rules: short beside a line, and as words in a sentence."""

from __future__ import annotations

from kripke.prove.proofs import script as s
from kripke.prove.proofs.script import Step
from kripke.prove.question.nodes import FALSE, TRUE

SHORT = {
    s.SUPPOSE: "supposed",
    s.AND: "",
    s.COMMON: "C",
    s.REFLEXIVE: "T",
    s.DENSE: "5",
    s.AGAIN: "4",
    s.LOOP: "B5",
    s.SERIAL: "D",
    s.THEORY: "theory",
    s.POSSIBLE: "new world",
    s.SUCCESSOR: "new world, D",
    s.KNOWN: "K",
    s.TRANSITIVE: "4",
    s.EUCLIDEAN: "5",
    s.TWICE: "5",
    s.SYMMETRIC: "B",
    s.SEEN: "seen",
    s.ENDS: "one step away",
    s.ONWARD: "farther away",
    s.CONDITION: "condition",
}
"""Rule -> what stands beside a line of a tree; nothing for the connectives."""

WORDS = {
    s.REFLEXIVE: "truth",
    s.DENSE: "negative introspection",
    s.AGAIN: "positive introspection",
    s.SERIAL: "consistency",
    s.THEORY: "the theory",
    s.TRANSITIVE: "positive introspection",
    s.EUCLIDEAN: "negative introspection",
    s.TWICE: "negative introspection",
    s.SYMMETRIC: "symmetry",
    s.LOOP: "symmetry",
}
"""Rule -> its name in a sentence; none for connectives and for what is known."""


def label(step: Step) -> str:
    """The rule of a step in a few letters; ``case`` for a case distinction."""
    if step.rule == s.CONTRADICTION:
        return "" if step.node in (TRUE, FALSE) else "case"
    if step.rule == s.LEMMA:
        return f"Lemma {step.of + 1}"
    if step.rule == s.HYPOTHESIS:
        return f"induction hypothesis, Lemma {step.of + 1}" if step.world else f"Lemma {step.of + 1} at w"
    return SHORT.get(step.rule, step.rule)
