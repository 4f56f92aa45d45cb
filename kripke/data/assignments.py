"""All assignments that satisfy a Boolean law, as columns: the worlds of a model made from observations."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from kripke.data.errors import ModelError, unknown_atom
from kripke.data.lazy import np
from kripke.data.relation import Column, Labels
from logic import clauses as f
from logic.errors import TooLarge, shorten
from logic.formula import Formula
from logic.shared import CONNECTIVES, conjuncts
from logic.table import flatten

if TYPE_CHECKING:
    import numpy.typing as npt

LABEL_BITS = 30
"""Number of columns that one int64 label takes at a time, so numbering anew keeps it exact."""
CELLS = 2**24
"""Number of values of subformulas, of two bytes each, that are kept at a time."""
FEWEST_ROWS = 2**10
"""Number of assignments that are always evaluated together: shorter arrays cost more than they save."""
LONG = 2**8
"""Number of subformulas from which a conjunct's values are counted: shorter ones are limited by the worlds."""
MOST_CELLS = 2**29
"""Number of values of subformulas of long conjuncts that are computed in all: they take 1 to 3 s."""
MOST_WORK = 2**31
"""Number of values of atoms and subformulas that are computed in all: they take 2 to 3 s."""
Bounds = tuple[Column, Column]
"""For each partial assignment: whether the formula must be true, and whether it can be true."""


def require_boolean(formula: Formula, atoms: Collection[str], what: str) -> None:
    """Raise `ModelError` for a formula with modalities, `UnknownAtom` for an atom outside the vocabulary."""
    for node in formula.subformulas():
        if not isinstance(node, (*CONNECTIVES, f.Atom)):
            raise ModelError(f"{what}: {shorten(str(node))} is not boolean; use atoms, ~ & | ^ -> <-> only")
        if isinstance(node, f.Atom) and node.name not in atoms:
            raise unknown_atom(node.name, atoms, what)


def assignments(atoms: Sequence[str], law: Formula, limit: int) -> dict[str, Column]:
    """For each atom the column of its values over all assignments that satisfy the law, in binary order.

    Atoms are added one at a time. A partial assignment that no completion can make lawful is dropped at once; Kleene's
    three-valued evaluation of the law's conjuncts finds it.

    Parameters
    ----------
    atoms : sequence of str
        The vocabulary; the first atom is the lowest bit.

    Raises
    ------
    TooLarge
        If more than `limit` partial assignments remain, or evaluating the law at them would take long.

    Notes
    -----
    O(k m) array operations for k atoms and m distinct subformulas; space O(k n) for n remaining assignments.
    """
    columns: dict[str, Column] = {}
    parts = conjuncts(law)
    size, long, work = 1, 0, 0
    for number, atom in enumerate(atoms):
        if 2 * size > limit:
            raise TooLarge(
                f"{len(atoms)} atoms: after {number} of them {size:,} assignments are left, and the next would pass "
                f"the limit of {limit:,} worlds; give a stricter law, list decisive atoms first, or raise limit="
            )
        columns = {name: np.concatenate((column, column)) for name, column in columns.items()}
        columns[atom] = np.repeat(np.array([False, True]), size)
        touched = [c for c in parts if atom in c.atoms or not (number or c.atoms)]
        rows = [len(flatten(conjunct).rows) for conjunct in touched]
        long += sum([count for count in rows if count > LONG]) * 2 * size
        work += (number + sum(rows)) * 2 * size
        if long > MOST_CELLS or work > MOST_WORK:
            raise TooLarge(
                f"{len(atoms)} atoms: after {number} of them {size:,} assignments are left, too many to evaluate so "
                "long a law at each; give a stricter or shorter law, list decisive atoms first, or use a symbolic model"
            )
        possible = np.ones(2 * size, dtype=np.bool_)
        for conjunct in touched:
            possible &= _bounds(conjunct, columns, 2 * size)[1]
        if not possible.all():
            columns = {name: column[possible] for name, column in columns.items()}
        size = len(columns[atom])
    return columns


def evaluate(formula: Formula, columns: Mapping[str, Column], size: int) -> Column:
    """The column of a Boolean formula whose atoms all have columns of shape (n,)."""
    return _bounds(formula, columns, size)[0]


def truths(formulas: Sequence[Formula], true: Collection[str]) -> list[bool]:
    """Whether Boolean formulas are true where exactly these atoms are. O(n) for n nodes of their shared graph."""
    table = flatten(*formulas)
    names = [node.name for node, _ in table.rows if isinstance(node, f.Atom)]
    values = _values(table.rows, {name: np.full(1, name in true) for name in names}, 1)
    return [bool(values[root][0][0]) for root in table.roots]


def _bounds(formula: Formula, columns: Mapping[str, Column], size: int) -> Bounds:
    """Kleene's strong three-valued evaluation: an atom without a column is unknown.

    The values of all subformulas are kept, so long columns are taken piece by piece.
    """
    rows = flatten(formula).rows
    step = max(CELLS // len(rows), FEWEST_ROWS)
    if size > step:
        pieces = [
            _values(rows, {name: column[start : start + step] for name, column in columns.items()}, stop - start)[-1]
            for start, stop in ((start, min(start + step, size)) for start in range(0, size, step))
        ]
        return np.concatenate([low for low, _ in pieces]), np.concatenate([high for _, high in pieces])
    return _values(rows, columns, size)[-1]


def _values(rows: Sequence[tuple[Formula, Sequence[int]]], columns: Mapping[str, Column], size: int) -> list[Bounds]:
    values: list[Bounds] = []
    for node, kids in rows:
        values.append(_clause(node, [values[i] for i in kids], columns, size))
    return values


def _clause(node: Formula, of: list[Bounds], columns: Mapping[str, Column], size: int) -> Bounds:
    match node:
        case f.Atom(name):
            column = columns.get(name)
            return (np.zeros(size, np.bool_), np.ones(size, np.bool_)) if column is None else (column, column)
        case f.Top() | f.Bottom():
            column = np.full(size, isinstance(node, f.Top))
            return column, column
        case f.Not():
            return _negated(of[0])
        case f.And():
            return of[0][0] & of[1][0], of[0][1] & of[1][1]
        case f.Or():
            return of[0][0] | of[1][0], of[0][1] | of[1][1]
        case f.Implies():
            return ~of[0][1] | of[1][0], ~of[0][0] | of[1][1]
        case f.Iff():
            return _negated(_differ(*of))
    return _differ(*of)


def _negated(bounds: Bounds) -> Bounds:
    return ~bounds[1], ~bounds[0]


def _differ(left: Bounds, right: Bounds) -> Bounds:
    (must, can), (must_too, can_too) = left, right
    return (must & ~can_too) | (~can & must_too), (can & ~must_too) | (~must & can_too)


def classes(columns: Sequence[Column], size: int) -> Labels:
    """Class numbers: worlds with equal values in all columns, which an observer cannot tell apart, get the same number.

    O(k n) for k columns and n rows, with a sort where the numbers have large gaps.

    Parameters
    ----------
    columns : sequence of Boolean arrays of shape (n,)
        The values that the observer sees.
    """
    labels: npt.NDArray[np.int64] = np.zeros(size, dtype=np.int64)
    for first in range(0, len(columns), LABEL_BITS):
        part = columns[first : first + LABEL_BITS]
        labels <<= len(part)
        for place, column in enumerate(part):
            labels |= column.astype(np.int64) << place
        if 1 << len(part) > 2 * size or first:
            labels = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    return labels.astype(np.int32)
