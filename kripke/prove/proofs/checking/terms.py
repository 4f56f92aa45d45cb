"""Canonical terms: two formulas have the same term if they differ by order, brackets, repetitions and constants only.

A term is an integer; an odd one negates the even one below it. Conjunctions are sets of terms that are no
conjunctions; ``[H]true`` is true, and a set with a term and its negation is false.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Term: TypeAlias = int
TRUE: Term = 0
FALSE: Term = 1


class Terms:
    """The terms that have been made, by number."""

    def __init__(self) -> None:
        self.number: dict[object, Term] = {}
        self.conjuncts: dict[Term, frozenset[Term]] = {}

    def leaf(self, *key: object) -> Term:
        """The term without structure that has this key."""
        return self.number.setdefault(key, 2 * len(self.number) + 2)

    def box(self, group: frozenset[str], inside: Term) -> Term:
        """The term ``[group] inside``."""
        return TRUE if inside == TRUE else self.leaf("box", group, inside)

    def all(self, terms: Iterable[Term]) -> Term:
        """The conjunction. O(k) for k conjuncts of the terms, besides the test for a contradiction."""
        parts: set[Term] = set()
        for term in terms:
            parts |= self.conjuncts.get(term, {term})
        parts.discard(TRUE)
        if FALSE in parts or any(self._denied(part, parts) for part in parts):
            return FALSE
        if len(parts) < 2:
            return parts.pop() if parts else TRUE
        whole = frozenset(parts)
        found = self.leaf("and", whole)
        self.conjuncts[found] = whole
        return found

    def _denied(self, part: Term, parts: set[Term]) -> bool:
        """Whether the part is the negation of some of the parts."""
        return bool(part & 1) and self.conjuncts.get(part ^ 1, {part ^ 1}) <= parts

    def any(self, terms: Iterable[Term]) -> Term:
        """The disjunction."""
        return self.all([term ^ 1 for term in terms]) ^ 1

    def implies(self, one: Term, other: Term) -> Term:
        """The implication."""
        return self.all([one, other ^ 1]) ^ 1
