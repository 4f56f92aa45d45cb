"""The names of rules: short beside a line, and as words in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from kripke.data.wording import both
from kripke.prove.proofs import script as s
from kripke.prove.proofs.script import Step
from kripke.prove.question.nodes import FALSE, TRUE

SHORT = {
    s.SUPPOSE: "supposed",
    s.AND: "",
    s.COMMON: "fixpoint C",
    s.REFLEXIVE: "axiom T",
    s.DENSE: "axiom 5",
    s.AGAIN: "axiom 4",
    s.LOOP: "axioms B and 5",
    s.SERIAL: "axiom D",
    s.THEORY: "theory",
    s.POSSIBLE: "new world",
    s.SUCCESSOR: "new world, axiom D",
    s.KNOWN: "axiom K",
    s.TRANSITIVE: "axiom 4",
    s.EUCLIDEAN: "axiom 5",
    s.TWICE: "axiom 5",
    s.SYMMETRIC: "axiom B",
    s.SEEN: "seen",
    s.ENDS: "one step away",
    s.ONWARD: "farther away",
    s.CONDITION: "condition",
}
"""Rule -> what stands beside a line of a tree; nothing for the connectives. A bare 5 could be an axiom or a line."""

_NAMES = {
    "truth": (s.REFLEXIVE,),
    "positive introspection": (s.AGAIN, s.TRANSITIVE),
    "negative introspection": (s.DENSE, s.EUCLIDEAN, s.TWICE),
    "consistency": (s.SERIAL,),
    "symmetry": (s.SYMMETRIC, s.LOOP),
}
WORDS = {rule: f"{name}, {SHORT[rule]}" for name, rules in _NAMES.items() for rule in rules} | {s.THEORY: "the theory"}
"""Rule -> its name in a sentence; none for connectives and for what is known."""


def named_lines(numbers: Iterable[int]) -> str:
    """Lines by their numbers: ``line 2``, ``lines 2 and 3``; empty without numbers."""
    named = sorted(numbers)
    return f"line{'s' * (len(named) > 1)} {both(map(str, named))}" if named else ""


def label(step: Step) -> str:
    """The rule of a step in a few letters; ``case`` for a case distinction."""
    if step.rule == s.CONTRADICTION:
        return "" if step.node in (TRUE, FALSE) else "case"
    if step.rule == s.LEMMA:
        return f"Lemma {step.of + 1}"
    if step.rule == s.HYPOTHESIS:
        return f"induction hypothesis, Lemma {step.of + 1}" if step.world else f"Lemma {step.of + 1} at w"
    return SHORT.get(step.rule, step.rule)
