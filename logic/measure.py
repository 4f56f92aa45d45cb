"""Measuring formulas: size, modal depth, and the fragment of the language that a formula lies in."""

from __future__ import annotations

from dataclasses import dataclass

from logic.clauses import ACTIONS, LANGUAGE, PUBLIC
from logic.errors import listing
from logic.formula import Formula, agents_of
from logic.shared import fold
from logic.table import flatten


def size(formula: Formula) -> int:
    """Return the exact number of nodes of the formula as a tree.

    A shared graph of 2^100 paths has a size of more than 2^100; `distinct_size` counts its parts once.
    O(n) additions for n distinct subformulas.
    """
    return fold(flatten(formula).rows, lambda node, kids: 1 + sum(kids))


def distinct_size(formula: Formula) -> int:
    """Return the number of distinct subformulas, the formula included: the cost of an evaluation. O(n)."""
    return len(flatten(formula).rows)


def modal_depth(formula: Formula) -> int:
    """Return the nesting depth of the operators of knowledge and belief.

    The depth of ``[p] q`` is the sum of the depths of p and q, since a reduction puts p inside the modalities of q: the
    elimination of announcements never increases the depth. ``C p`` counts 1, though it reaches any number of steps,
    ``E^3 p`` counts 3. ``R_{a,b} p`` and ``[@peek] p`` count as p: the formula does not contain the action.

    O(n) for n distinct subformulas.
    """
    depths: list[int] = []
    for node, kids in flatten(formula).rows:
        below = [depths[kid] for kid in kids]
        depths.append(sum(below) if node.operator.changes else max(below, default=0) + node.steps)
    return depths[-1]


_OPERATORS = [clause.operator for clause in LANGUAGE]
ORDER = tuple(dict.fromkeys(name for o in _OPERATORS for name in (o.feature, o.to_group) if name))
"""The features of fragments in the order of their names."""
STATIC = frozenset([o.feature for o in _OPERATORS if o.feature and not o.changes])
PLAUSIBILITY = frozenset(["conditional belief", "safe belief", "strong belief"])
KNOWLEDGE, BELIEF, GRADED = "knowledge", "belief", "graded belief"


@dataclass(frozen=True, slots=True)
class Fragment:
    """The part of the language that a formula uses.

    ``str(fragment)`` is its name, such as "public announcement logic with common knowledge"; ``<=`` means inclusion.

    Parameters
    ----------
    features : frozenset of str
        Features beyond propositional logic, such as "knowledge", "common knowledge", "public announcements".
    """

    features: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The fragment's name in words."""
        base, implied = self._base()
        rest = [feature for feature in ORDER if feature in self.features - implied]
        return f"{base} with {listing(rest, 'and')}" if rest else base

    @property
    def is_static(self) -> bool:
        """Whether there is no announcement and no action: the formula is about one model."""
        return self.features <= STATIC

    def __str__(self) -> str:
        return self.name

    def __le__(self, other: Fragment) -> bool:
        return self.features <= other.features and self.agents <= other.agents

    def _base(self) -> tuple[str, frozenset[str]]:
        """Return the nearest logic with a name, and the features that its name covers."""
        used = self.features
        if ACTIONS in used:
            return "action model logic", frozenset([ACTIONS, KNOWLEDGE])
        if used - STATIC == {PUBLIC}:
            return "public announcement logic", frozenset([PUBLIC, KNOWLEDGE])
        if used - STATIC:
            return "dynamic epistemic logic", frozenset([KNOWLEDGE])
        if used & PLAUSIBILITY:
            return "plausibility logic", PLAUSIBILITY | {BELIEF, KNOWLEDGE}
        if not used:
            return "propositional logic", frozenset()
        if used <= {BELIEF, GRADED}:
            return "doxastic logic", frozenset([BELIEF])
        if BELIEF in used:
            return "epistemic doxastic logic", frozenset([KNOWLEDGE, BELIEF])
        return ("basic epistemic logic" if used == {KNOWLEDGE} else "epistemic logic"), frozenset([KNOWLEDGE])


def fragment(formula: Formula) -> Fragment:
    """Return the fragment of the language of a formula. O(n) for n distinct subformulas.

    Examples
    --------
    >>> from logic.clauses import Announce, Atom, C, K
    >>> str(fragment(Announce(K("a", Atom("p")), C(["a", "b"], Atom("p")))))
    'public announcement logic with common knowledge'
    """
    features: set[str] = set()
    agents: set[str] = set()
    for node, _ in flatten(formula).rows:
        agents |= agents_of(node)
        features.add(_feature(node))
    return Fragment(frozenset(features) - {""}, frozenset(agents))


def _feature(node: Formula) -> str:
    operator = node.operator
    return operator.to_group if operator.to_group and getattr(node, "group", None) is not None else operator.feature
