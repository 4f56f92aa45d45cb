"""Boolean quantifiers over atoms, expanded: ``Forall p. f`` is f with true for p, and f with false for p."""

from __future__ import annotations

from collections.abc import Iterable

from logic.errors import FormulaError, TooLarge, shorten
from logic.formula import And, Atom, Bottom, Formula, Or, Top
from logic.rules import without_constants
from logic.shared import CONNECTIVES, Pool
from logic.table import flatten, rebuild

NODES = 100_000


def for_all(atoms: Iterable[str], formula: Formula, limit: int = NODES) -> Formula:
    """The boolean formula that is true where `formula` is, whatever the values of the atoms.

    Parameters
    ----------
    atoms : iterable of str
        The atoms that are quantified over; they no longer occur in the result.
    formula : Formula
        A boolean formula.
    limit : int
        How many distinct subformulas the expansion may have.

    Raises
    ------
    FormulaError
        If the formula is not boolean: under a modality an atom's value is no longer one of two constants.
    TooLarge
        If the expansion would pass the limit.

    Notes
    -----
    Constants are folded and equal parts shared, so that an atom that decides nothing costs nothing; at worst O(2^k n)
    for k atoms and n distinct subformulas.
    """
    return _expand(And, atoms, formula, limit)


def exists(atoms: Iterable[str], formula: Formula, limit: int = NODES) -> Formula:
    """The boolean formula that is true where some values of the atoms make `formula` true.

    Parameters, errors and cost as in `for_all`.
    """
    return _expand(Or, atoms, formula, limit)


def _expand(clause: type[And] | type[Or], atoms: Iterable[str], formula: Formula, limit: int) -> Formula:
    pool = Pool()
    current = pool.adopt(formula)
    for node in formula.subformulas():
        if not isinstance(node, (*CONNECTIVES, Atom)):
            raise FormulaError(f"{shorten(str(node))}: only boolean formulas can be quantified over atoms")
    for atom in dict.fromkeys(atoms):
        yes, no = (_assigned(current, atom, value, pool) for value in (Top(), Bottom()))
        current = _step(clause(yes, no), pool)
        if len(flatten(current).rows) > limit:
            raise TooLarge(
                f"the quantifier over '{shorten(atom)}' would expand to more than {limit:,} subformulas; quantify over "
                "fewer atoms, or say the same without quantifiers"
            )
    return current


def _assigned(formula: Formula, atom: str, value: Formula, pool: Pool) -> Formula:
    """The formula with a constant for the atom, and constants folded."""
    chosen = pool(value)
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        is_it = isinstance(node, Atom) and node.name == atom
        built.append(chosen if is_it else _step(rebuild(node, [built[kid] for kid in kids]), pool))
    return built[-1]


def _step(node: Formula, pool: Pool) -> Formula:
    return pool(without_constants(pool(node)))
