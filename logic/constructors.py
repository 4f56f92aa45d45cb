"""Several formulas at once: atoms by their names, conjunctions and disjunctions of many."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce

from logic.clauses import And, Atom, Bottom, Or, Top
from logic.errors import FormulaError, shorten
from logic.formula import Formula, require_formula
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


def conj(formulas: Iterable[Formula] | Formula, *more: Formula) -> Formula:
    """The conjunction of an iterable of formulas, or of several arguments, nested to the left; `Top` without any.

    Parameters
    ----------
    formulas : iterable of Formula, or Formula
        All of them, or the first.
    *more : Formula
        The others.

    Examples
    --------
    >>> print(conj(atoms("p q r")))
    p ∧ q ∧ r
    """
    return _fold(And, formulas, more, Top)


def disj(formulas: Iterable[Formula] | Formula, *more: Formula) -> Formula:
    """The disjunction of an iterable of formulas, or of several arguments, nested to the left; `Bottom` without any.

    Parameters
    ----------
    formulas : iterable of Formula, or Formula
        All of them, or the first.
    *more : Formula
        The others.

    Examples
    --------
    >>> print(disj(atoms("p q r")))
    p ∨ q ∨ r
    """
    return _fold(Or, formulas, more, Bottom)


def _fold(
    clause: type[And] | type[Or],
    formulas: Iterable[Formula] | Formula,
    more: tuple[Formula, ...],
    empty: type[Formula],
) -> Formula:
    name = "conj" if clause is And else "disj"
    if not isinstance(formulas, (Formula, Iterable)) or isinstance(formulas, str):
        raise FormulaError(f"{name} {shorten(repr(formulas))}: expected formulas, such as {name}([p, q])")
    items = [formulas, *more] if isinstance(formulas, Formula) else [*formulas, *more]
    for item in items:
        require_formula(item, name)
    return reduce(clause, items) if items else empty()
