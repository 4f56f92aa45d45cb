"""Putting formulas in the place of atoms, and of subformulas."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from logic.clauses import Atom
from logic.errors import EpistemicError, FormulaError, shorten
from logic.formula import Formula
from logic.parser import parse
from logic.table import flatten, rebuild


def substitute(formula: Formula | str, mapping: Mapping[str | Atom, Formula | str]) -> Formula:
    """Substitute formulas for atoms simultaneously: ``{"p": q, "q": p}`` swaps p and q.

    The language binds no atom, so nothing is captured. The substitution also applies to announced formulas.
    But a formula put below an announcement or an action is evaluated in the changed model, while the atom kept its
    value: substitution does not preserve validity there (``[p] p`` is valid, ``[p & ~K_a p] (p & ~K_a p)`` is not).
    Actions (``[@peek]``) are named, not part of the formula, and stay what they are.

    Parameters
    ----------
    formula : Formula or str
        The formula to change.
    mapping : mapping
        The formula, or its text, for each atom, given as its name or as an `Atom`. Other atoms stay; an atom that does
        not occur is ignored.

    Raises
    ------
    FormulaError
        If a key is not an atom or a value not a formula; and if ``x=v`` is to be replaced while ``Kv_a x`` occurs: `Kv`
        is about all atoms ``x=...`` of the model, so the result would be inconsistent.
    ParseError
        If a text is no formula.

    Notes
    -----
    O(n) for n distinct subformulas of `formula` and the values together; the result shares the values.

    Examples
    --------
    >>> print(substitute("p -> K_a q", {"p": "q & r", "q": "p"}))
    q ∧ r → K_a p
    """
    formula = parse(formula)
    named: dict[Formula, Formula] = {
        key if isinstance(key, Atom) else _atom(key, formula.atoms): parse(value) for key, value in mapping.items()
    }
    variables = formula.variables
    for name in {name for atom in named for name in atom.atoms}:
        variable = name.partition("=")[0]
        if variable != name and variable in variables:
            raise FormulaError(
                f"cannot put a formula for {shorten(name)}: Kv speaks of the values of '{shorten(variable)}' in "
                f"the same formula; first replace the Kv by a disjunction of K_a {shorten(variable)}=v over the values"
            )
    return replace(formula, named)


def replace(formula: Formula, mapping: Mapping[Formula, Formula]) -> Formula:
    """Substitute formulas for subformulas simultaneously.

    Outermost occurrences win: neither the replaced part nor its replacement is searched again.

    Parameters
    ----------
    mapping : mapping of Formula to Formula
        The new formula for each old one, wherever an equal one occurs, also in what is announced.

    Raises
    ------
    FormulaError
        If a key or a value is not a formula.

    Notes
    -----
    O(n) for n distinct subformulas of `formula` and the keys; the result shares the parts in which nothing is replaced.
    """
    for item in (*mapping.keys(), *mapping.values()):
        if not isinstance(item, Formula):
            raise FormulaError(f'expected a formula, got {shorten(item)}; write parse("...") or Atom("...")')
    table = flatten(formula, *mapping)
    new = dict(zip(table.roots[1:], mapping.values(), strict=True))
    built: list[Formula] = []
    for row, (node, kids) in enumerate(table.rows):
        built.append(new[row] if row in new else rebuild(node, [built[kid] for kid in kids]))
    return built[table.roots[0]]


def _atom(key: object, atoms: Collection[str]) -> Atom:
    """The atom of this name; a text that is read as another formula is no name, unless the formula has this atom."""
    if not isinstance(key, str):
        raise FormulaError(f"cannot put a formula for {shorten(key)}: expected an atom or its name")
    if key not in atoms and _is_compound(key):
        raise FormulaError(f"cannot put a formula for {shorten(repr(key))}: expected the name of an atom")
    return Atom(key)


def _is_compound(text: str) -> bool:
    try:
        return not isinstance(parse(text), Atom)
    except EpistemicError:  # a name that is to be written in quotes
        return False
