"""Several formulas at once: atoms by their names, conjunctions and disjunctions of many."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce

from logic.clauses import And, Atom, Bottom, Not, Or, Top
from logic.errors import FormulaError, shorten
from logic.formula import Formula, as_formula
from logic.operators import ATOM_PATTERN


def atoms(names: str | Iterable[str]) -> tuple[Atom, ...]:
    """Make several atoms: ``p, q = atoms("p q")``, or from a list of any names.

    In a text the names are those that a formula may have without quotes: ``p``, ``muddy(ann)``, ``die=4``.

    Examples
    --------
    >>> p, q = atoms("p q")
    >>> print(p >> q)
    p → q
    """
    if not isinstance(names, str):
        if not isinstance(names, Iterable) or isinstance(names, Formula):
            raise FormulaError(f"atoms {shorten(repr(names))}: expected names such as 'p q' or ['p', 'q']")
        return tuple([Atom(name) for name in names])
    rest = re.sub(ATOM_PATTERN, " ", names).replace(",", " ").strip()
    if rest:
        expected = f"expected names of atoms, got {shorten(repr(rest))}; give other names in a list"
        raise FormulaError(f"atoms {shorten(repr(names))}: {expected}")
    return tuple([Atom("".join(found.group().split())) for found in re.finditer(ATOM_PATTERN, names)])


def negation(formula: Formula) -> Formula:
    """The negation of a formula; of a negation what is negated, so people read ``p`` and not ``¬¬p``."""
    return formula.sub if isinstance(formula, Not) else Not(formula)


def conj(formulas: Iterable[Formula | str] | Formula | str, *more: Formula | str) -> Formula:
    """The conjunction of an iterable of formulas, or of several arguments, nested to the left; `Top` without any.

    Parameters
    ----------
    formulas : iterable of Formula or str, or Formula or str
        All of them, or the first.
    *more : Formula or str
        The others.

    Examples
    --------
    >>> print(conj(atoms("p q r")))
    p ∧ q ∧ r
    >>> print(conj(["p | q", "K_a r"]))
    (p ∨ q) ∧ K_a r
    """
    return _fold(And, formulas, more, Top)


def disj(formulas: Iterable[Formula | str] | Formula | str, *more: Formula | str) -> Formula:
    """The disjunction of an iterable of formulas, or of several arguments, nested to the left; `Bottom` without any.

    Parameters
    ----------
    formulas : iterable of Formula or str, or Formula or str
        All of them, or the first.
    *more : Formula or str
        The others.

    Examples
    --------
    >>> print(disj(atoms("p q r")))
    p ∨ q ∨ r
    """
    return _fold(Or, formulas, more, Bottom)


def _fold(
    clause: type[And] | type[Or],
    formulas: Iterable[Formula | str] | Formula | str,
    more: tuple[Formula | str, ...],
    empty: type[Formula],
) -> Formula:
    name = "conj" if clause is And else "disj"
    if not isinstance(formulas, (Formula, Iterable)):
        raise FormulaError(f"{name} {shorten(repr(formulas))}: expected formulas, such as {name}([p, q])")
    items = [formulas, *more] if isinstance(formulas, (Formula, str)) else [*formulas, *more]
    return reduce(clause, [as_formula(item, name) for item in items]) if items else empty()
