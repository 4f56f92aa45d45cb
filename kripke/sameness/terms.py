"""Formulas with their extensions in two structures, built from parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from kripke.checking.algebra import SetAlgebra
from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.checking.explicit import algebra
from kripke.data.structure import Structure
from kripke.sameness.class_graph import Kind
from logic import clauses as f
from logic.formula import Formula


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A formula, its size as a tree, and its extension in each of the two structures.

    Parameters
    ----------
    here, there : set of worlds
        Its extensions in the two structures, as sets of their set algebras.
    """

    formula: Formula
    size: int
    here: Any
    there: Any


Work = Callable[..., Any]


class TermBuilder:
    """Builds terms over two structures; each term costs one operation of the set algebra in each structure."""

    def __init__(self, one: Structure, other: Structure) -> None:
        self._first = one.size
        self._engines: tuple[ExplicitAlgebra[Any], ExplicitAlgebra[Any]] = algebra(one), algebra(other)
        self.true = Term(f.Top(), 1, self._engines[0].domain, self._engines[1].domain)

    def holds(self, term: Term, world: int) -> bool:
        """Whether the term holds at a world; the second structure's worlds are numbered after the first's."""
        here, there = self._engines
        if world < self._first:
            return world in here.world_set(term.here)
        return world - self._first in there.world_set(term.there)

    def literal(self, atom: str, positive: bool) -> Term:
        """An atom or its negation."""
        term = self._make(f.Atom(atom), (), lambda engine: engine.atom(atom))
        return term if positive else self.negation(term)

    def negation(self, term: Term) -> Term:
        """The negation; a double negation is removed."""
        inner = term.formula.sub if isinstance(term.formula, f.Not) else None
        result = self._make(f.Not(term.formula), (term,), lambda engine, where: engine.domain ^ where)
        return result if inner is None else Term(inner, term.size - 1, result.here, result.there)

    def conjunction(self, terms: Iterable[Term]) -> Term:
        """The conjunction; `true` if there are no terms."""
        return reduce(self._and, terms) if (terms := list(terms)) else self.true

    def disjunction(self, terms: Iterable[Term]) -> Term:
        """The disjunction; `false` if there are no terms."""
        return reduce(self._or, terms) if (terms := list(terms)) else self._make(f.Bottom(), (), _nothing)

    def box(self, kind: Kind, agent: str, term: Term) -> Term:
        """The agent knows, safely believes or believes the term."""
        clause, work = _BOXES[kind]
        return self._make(clause(agent, term.formula), (term,), lambda engine, where: work(engine, agent, where))

    def diamond(self, kind: Kind, agent: str, term: Term) -> Term:
        """The agent does not know, safely believe or believe the negation of the term."""
        if _BOXES[kind][0] is not f.K:
            return self.negation(self.box(kind, agent, self.negation(term)))
        return self._make(f.M(agent, term.formula), (term,), lambda engine, where: engine.preimage(agent, where))

    def given(self, agent: str, condition: Term, term: Term) -> Term:
        """The agent believes the term given the condition."""
        formula = f.BGiven(agent, condition.formula, term.formula)
        return self._make(formula, (condition, term), lambda engine, q, p: engine.believes(agent, q, p))

    def degree(self, agent: str, share: Fraction, term: Term) -> Term:
        """The agent believes the term to at least a degree."""
        formula = f.BAtLeast(agent, share, term.formula)
        return self._make(formula, (term,), lambda engine, where: engine.degree_at_least(agent, share, where))

    def _and(self, one: Term, other: Term) -> Term:
        return self._make(f.And(one.formula, other.formula), (one, other), lambda _, p, q: p & q)

    def _or(self, one: Term, other: Term) -> Term:
        return self._make(f.Or(one.formula, other.formula), (one, other), lambda _, p, q: p | q)

    def _make(self, formula: Formula, parts: tuple[Term, ...], work: Work) -> Term:
        here, there = self._engines
        return Term(
            formula,
            1 + sum(part.size for part in parts),
            work(here, *[part.here for part in parts]),
            work(there, *[part.there for part in parts]),
        )


def _nothing(engine: SetAlgebra[Any]) -> Any:
    return engine.domain ^ engine.domain


def _knows(engine: SetAlgebra[Any], agent: str, where: Any) -> Any:
    return engine.domain ^ engine.preimage(agent, engine.domain ^ where)


_BOXES: dict[Kind, tuple[Callable[[str, Formula], Formula], Work]] = {
    "knows": (f.K, _knows),
    "prefers": (f.K, _knows),
    "safely": (f.Bsafe, lambda engine, agent, where: engine.believes_safely(agent, where)),
    "believes": (f.B, lambda engine, agent, where: engine.believes(agent, engine.domain, where)),
}
