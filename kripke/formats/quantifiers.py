"""Expansion of quantifiers over atoms: ``Forall p. f`` is the conjunction of f with p true and f with p false."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from logic.clauses import And, Atom, Bottom, Or, Top
from logic.errors import FormulaError, TooLarge, shorten
from logic.formula import Formula
from logic.node_table import flatten, mapped
from logic.shared import BOOLEAN, Pool, replace

Clause = Literal["Forall", "Exists"]
NODES = 20_000  # Maximal number of distinct subformulas of an expansion
PASSES = 10
"""Maximal number of subformulas that an expansion visits, as a multiple of its limit; this takes one or two seconds."""


class Quantified(NamedTuple):
    """A quantifier over atoms.

    In formulas, an atom stands for it. `clause` is ``Forall`` or ``Exists``, and `atoms` are the atoms that it binds.
    `formula` is its scope, which may be modal and contain other quantifiers.
    """

    clause: Clause
    atoms: tuple[str, ...]
    formula: Formula


def within(formula: Any, bound: Mapping[str, Quantified]) -> dict[str, Quantified]:
    """The quantifiers in a formula, including those inside other quantifiers; inner ones first.

    `bound`: maps atoms to the quantifiers that they stand for.
    """
    names, waiting = set[str](), list(formula.atoms & bound.keys()) if bound else []
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += bound[name].formula.atoms & bound.keys()
    return {name: each for name, each in bound.items() if name in names} if names else {}


def written_out(formula: Formula, bound: Mapping[str, Quantified]) -> Formula:
    """The formula with all quantifiers expanded. Errors as in `expanded`."""
    done: dict[Formula, Formula] = {}
    for name, each in within(formula, bound).items():
        done[Atom(name)] = expanded(each.clause, each.atoms, replace(each.formula, done))
    return replace(formula, done) if done else formula


def is_boolean(formula: Formula) -> bool:
    """Whether the formula consists of connectives and atoms. O(n) for n distinct subformulas."""
    return all(isinstance(node, BOOLEAN) for node in formula.subformulas())


def expanded(clause: Clause, atoms: Iterable[str], formula: Formula, limit: int = NODES) -> Formula:
    """The boolean formula that is true if `formula` is true for all (``Forall``) or some values of the atoms.

    `FormulaError` if the formula has a modal operator, since an atom may have different values at other worlds.
    `TooLarge` if the expansion would exceed the limit. Constants are folded and equal subformulas are shared, so an
    atom without effect costs nothing; at worst O(2^k n) for k atoms and n distinct subformulas.
    """
    from logic.simplification import without_constants  # only needed here

    pool = Pool()
    current = pool.adopt(formula)
    for node in formula.subformulas():
        if not isinstance(node, BOOLEAN):
            raise FormulaError(f"{shorten(str(node))}: only boolean formulas can be quantified over atoms")

    def folded(node: Formula) -> Formula:
        return pool(without_constants(pool(node)))

    def valued(variable: Formula, value: Formula, node: Formula) -> Formula:
        return value if node is variable else folded(node)

    done = 0
    for atom in dict.fromkeys(atoms):
        if atom not in current.atoms:
            continue
        yes, no = (mapped(current, partial(valued, pool(Atom(atom)), pool(value))) for value in (Top(), Bottom()))
        current = folded(And(yes, no) if clause == "Forall" else Or(yes, no))
        size = len(flatten(current).rows)
        done += size
        if max(size, done // PASSES) > limit:
            raise TooLarge(
                f"the quantifier over '{shorten(atom)}' would take more than {limit:,} subformulas; quantify over "
                "fewer atoms, or say the same without quantifiers"
            )
    return current
