"""Quantifiers over atoms: ``Forall p. f`` is f with true for p, and f with false for p."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from logic.clauses import And, Atom, Bottom, Or, Top
from logic.errors import FormulaError, TooLarge, shorten
from logic.formula import Formula
from logic.shared import CONNECTIVES, Pool
from logic.simplification import without_constants
from logic.table import flatten, rebuild

Clause = Literal["Forall", "Exists"]
NODES = 20_000  # Distinct subformulas that an expansion may have
PASSES = 10
"""Maximal number of subformulas that are visited, atom by atom, as a multiple of the limit: one or two seconds."""


@dataclass(frozen=True, slots=True)
class Quantified:
    """A quantifier over atoms, for which an atom stands. `formula`: its scope, perhaps with such atoms, or modal."""

    clause: Clause
    atoms: tuple[str, ...]
    formula: Formula


def within(formula: Any, bound: Mapping[str, Quantified]) -> dict[str, Quantified]:
    """The quantifiers in a formula, or another condition with `atoms`, and in their scopes, inner ones first."""
    found, waiting = set[str](), list(formula.atoms & bound.keys()) if bound else []
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += bound[name].formula.atoms & bound.keys()
    return {name: each for name, each in bound.items() if name in found} if found else {}


def written_out(formula: Formula, bound: Mapping[str, Quantified]) -> Formula:
    """The formula with its quantifiers expanded. Errors as in `for_all`."""
    done: dict[str, Formula] = {}
    for name, each in within(formula, bound).items():
        expand = for_all if each.clause == "Forall" else exists
        done[name] = expand(each.atoms, _replaced(each.formula, done))
    return _replaced(formula, done)


def _replaced(formula: Formula, new: Mapping[str, Formula]) -> Formula:
    """The formula with formulas for some of its atoms."""
    return _rebuilt(formula, new, lambda node: node) if new else formula


def _rebuilt(formula: Formula, new: Mapping[str, Formula], finish: Callable[[Formula], Formula]) -> Formula:
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        stands_for = new.get(node.name) if isinstance(node, Atom) else None
        built.append(finish(rebuild(node, [built[kid] for kid in kids])) if stands_for is None else stands_for)
    return built[-1]


def is_boolean(formula: Formula) -> bool:
    """Whether the formula has connectives and atoms only. O(n) for n distinct subformulas."""
    return all(isinstance(node, (*CONNECTIVES, Atom)) for node in formula.subformulas())


def for_all(atoms: Iterable[str], formula: Formula, limit: int = NODES) -> Formula:
    """The boolean formula that is true where `formula` is true for all values of the atoms.

    `FormulaError` if the formula has a modal operator: there an atom's value is not one of two constants; `TooLarge` if
    the expansion would exceed the limit. Constants are folded and equal parts shared, so an atom that decides nothing
    costs nothing; at worst O(2^k n) for k atoms and n distinct subformulas.
    """
    return _expand(And, atoms, formula, limit)


def exists(atoms: Iterable[str], formula: Formula, limit: int = NODES) -> Formula:
    """The boolean formula that is true where some values of the atoms make `formula` true; else as `for_all`."""
    return _expand(Or, atoms, formula, limit)


def _expand(clause: type[And] | type[Or], atoms: Iterable[str], formula: Formula, limit: int) -> Formula:
    pool = Pool()
    current = pool.adopt(formula)
    for node in formula.subformulas():
        if not isinstance(node, (*CONNECTIVES, Atom)):
            raise FormulaError(f"{shorten(str(node))}: only boolean formulas can be quantified over atoms")

    def folded(node: Formula) -> Formula:
        return pool(without_constants(pool(node)))

    done = 0
    for atom in dict.fromkeys(atoms):
        if atom not in current.atoms:
            continue
        yes, no = (_rebuilt(current, {atom: pool(value)}, folded) for value in (Top(), Bottom()))
        current = folded(clause(yes, no))
        size = len(flatten(current).rows)
        done += size
        if max(size, done // PASSES) > limit:
            raise TooLarge(
                f"the quantifier over '{shorten(atom)}' would take more than {limit:,} subformulas; quantify over "
                "fewer atoms, or say the same without quantifiers"
            )
    return current
