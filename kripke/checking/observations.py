"""The structure of all assignments that satisfy a state law, with agents that observe atoms and formulas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from kripke.checking.between import Range
from kripke.checking.build import LIMIT, agents_of, assignments_of, vocabulary_of
from kripke.checking.check import run
from kripke.checking.constraint import Laws, Question, formula_of, laws_text, listed
from kripke.checking.engine.shifts import CubeAlgebra
from kripke.checking.joining import Known, Part, joined, nodes_of, truth
from kripke.checking.program import CLAUSES, compile_formula
from kripke.data.cube import MOST_ATOMS, Cube, CubeWorlds
from kripke.data.errors import ModelError, unknown_atom
from kripke.data.lazy import np
from kripke.data.listing import BY_DIAGRAMS, require_few
from kripke.data.relation import Column, Labels, Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import SMALL, Valued, Worlds
from logic.clauses import Atom, conj
from logic.errors import TooLarge, by_face, shorten
from logic.formula import Formula
from logic.node_table import flatten
from logic.shared import BOOLEAN, conjuncts

if TYPE_CHECKING:
    import numpy.typing as npt


LABEL_BITS = 30  # number of columns that are added to labels before these are renumbered, so none overflows
LONG = 2**8  # conjuncts with more subformulas count towards `MOST_CELLS`; for shorter ones, `limit` suffices
MOST_CELLS = 2**29  # maximal total number of values of subformulas of long conjuncts: these take 1 to 3 s
MOST_WORK = 2**31  # maximal total number of values of atoms and subformulas: these take 2 to 3 s


class Columns(Protocol):
    """Protocol of a mapping from atoms to columns of truth values, arrays of shape (n,)."""

    def get(self, atom: str, /) -> Column | None:
        """The column of an atom; None if it is not known yet."""


def require_boolean(formula: Formula, atoms: Collection[str], what: str) -> None:
    """Raise `ModelError` for a formula with modalities, `UnknownAtom` for an atom outside the vocabulary."""
    for node in formula.subformulas():
        if not isinstance(node, BOOLEAN):
            raise ModelError(f"{what}: {shorten(str(node))} is not boolean; use atoms, ~ & | ^ -> <-> only")
        if isinstance(node, Atom) and node.name not in atoms:
            raise unknown_atom(node.name, atoms, what)


def assignments(atoms: Sequence[str], law: Formula, limit: int) -> dict[str, Column]:
    """Map each atom to the column of its values at the assignments that satisfy the state law, in binary order.

    Atoms are added one at a time. A partial assignment is dropped as soon as a conjunct of the law is false there by
    Kleene's three-valued evaluation, since then it is false at all completions.

    `atoms`: the vocabulary; the first atom is the lowest bit. `TooLarge` if more than `limit` partial assignments
    would be listed, or evaluating the law at them would take long. O(k m) array operations for k atoms and m distinct
    subformulas; space O(k n) for n remaining assignments.
    """
    columns: dict[str, Column] = {}
    parts = conjuncts(law)
    size, long, work = 1, 0, 0
    for number, atom in enumerate(atoms):
        if 2 * size > limit:
            raise TooLarge(
                f"{len(atoms)} atoms: after {number} of them {size:,} assignments are left, and the next would pass "
                f"the limit of {limit:,} worlds; give a stricter law, list decisive atoms first, or "
                + by_face("raise limit=", BY_DIAGRAMS, "use a symbolic model")
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
                "long a law at each; give a stricter or shorter law, list decisive atoms first, or "
                + by_face("use a symbolic model", BY_DIAGRAMS, "use a symbolic model")
            )
        possible = np.ones(2 * size, dtype=np.bool_)
        for conjunct in touched:
            possible &= bounds(conjunct, columns).most
        if not possible.all():
            columns = {name: column[possible] for name, column in columns.items()}
        size = len(columns[atom])
    return columns


def evaluate(formula: Formula, columns: Columns, size: int) -> Column:
    """The column of truth values of a Boolean formula, from the columns of its atoms."""
    known: Any = Known(np.True_, columns.get)
    return np.broadcast_to(run(compile_formula(formula), known, keep=True), size).copy()


def truths(formulas: Sequence[Formula], true: Collection[str]) -> list[bool]:
    """The truth values of Boolean formulas if exactly these atoms are true. O(n) for n nodes of the shared graph."""
    table, values, assignment = flatten(*formulas), list[bool](), Known(True, true.__contains__)
    for node, kids in table.rows:
        values.append(CLAUSES[type(node)](node, *kids)(assignment, values))
    return [values[root] for root in table.roots]


class _Everything(Range):
    """The range of ``true``; ``this ^ other`` is the negation of the range `other`."""

    def __xor__(self, other: Range) -> Range:
        return Range(~other.most, ~other.least)


def bounds(formula: Formula, columns: Columns) -> Range:
    """Kleene's bounds on a Boolean formula at partial assignments; an atom without a column is unknown."""

    def atom(name: str) -> Range:
        column = columns.get(name)
        return Range(np.False_, np.True_) if column is None else Range(column, column)

    partial: Any = Known(_Everything(np.True_, np.True_), atom)
    return run(compile_formula(formula), partial)  # type: ignore[no-any-return]


def classes(columns: Sequence[Column], size: int) -> Labels:
    """The class number of each world; worlds with equal values in all columns are in one class.

    O(k n) for k columns and n worlds, plus sorting if there are more than 2 n combinations of values.

    `columns`, a sequence of Boolean arrays of shape (n,): the values that the observer sees.
    """
    kind = np.int32 if len(columns) <= LABEL_BITS else np.int64  # half the memory
    labels: npt.NDArray[Any] = np.zeros(size, dtype=kind)
    for first in range(0, len(columns), LABEL_BITS):
        part = columns[first : first + LABEL_BITS]
        labels <<= len(part)
        for place, column in enumerate(part):
            labels |= np.left_shift(column, place, dtype=kind)
        if 1 << len(part) > 2 * size or first:
            labels = np.unique(labels, return_inverse=True)[1].astype(kind)
    return labels.astype(np.int32, copy=False)


def of_few(assignments: Part, observes: Mapping[str, Iterable[Formula]]) -> Structure:
    """The structure of a few assignments, in which each agent observes some Boolean formulas."""
    masks, size = assignments
    valuation = {atom: WorldSet(size, mask=mask) for atom, mask in masks.items()}
    relations = {}
    for agent, items in observes.items():
        cells = [(1 << size) - 1]
        for item in items:
            seen = truth(nodes_of(item), masks, size)
            cells = [part for cell in cells for part in (cell & seen, cell & ~seen) if part]
        relations[agent] = Relation.from_blocks(size, [(cell, cell) for cell in cells])
    return Structure(Valued(valuation, size), valuation, relations)


MOST_BITS = 2**35  # maximal number of bits of all subformulas of a law that a cube computes: they take about 2 s


def from_observations(
    atoms: Iterable[str],
    observes: Mapping[str, Iterable[Question]] | None,
    law: Laws = "true",
    actual: Iterable[str] | Iterable[Iterable[str]] | None = None,
    limit: int = LIMIT,
) -> Structure:
    """The structure of all assignments that satisfy the state law, in which each agent observes some atoms or formulas.

    Worlds are named by the frozen sets of their true atoms; names are computed on request. `actual` gives the atoms
    that are true at the actual world, or a list of such sets for several actual worlds. `TooLarge` for more than
    `limit` worlds, or as in `assignments`. O(k n) time in array operations for each agent, for k atoms and n worlds.
    """
    vocabulary = vocabulary_of(atoms)
    laws = listed(law)
    rule = conj([formula_of(each, vocabulary, "law") for each in laws])
    require_boolean(rule, vocabulary, "law")
    given = agents_of({} if observes is None else observes, "observes")
    atom_of = {name: Atom(name) for name in vocabulary}
    seen = {agent: _observed(agent, items, atom_of) for agent, items in given}
    if 1 << len(vocabulary) > SMALL and (few := joined(vocabulary, rule)):
        require_few(few[1], limit)
        small = of_few(few, seen)
        return replace(small, actuals=_actuals(small.worlds, vocabulary, actual))
    # whether the law is evaluated at all assignments at once, instead of while atoms are added one by one
    quick = len(vocabulary) <= MOST_ATOMS and len(compile_formula(rule).steps) << len(vocabulary) <= MOST_BITS
    if quick and all(isinstance(item, Atom) for items in seen.values() for item in items):
        return _of_cube(vocabulary, seen, rule, laws, actual, limit)
    columns = assignments(vocabulary, rule, max(limit, LIMIT))
    size = len(next(iter(columns.values()))) if columns else int(evaluate(rule, {}, 1)[0])
    _require_satisfied(laws, vocabulary, size)
    require_few(size, limit)
    column_of = {item: evaluate(item, columns, size) for items in seen.values() for item in items}
    labels = {a: classes([column_of[i] for i in items], size) for a, items in seen.items()}
    for column in columns.values():
        column.flags.writeable = False
    valuation = {atom: WorldSet(size, column=column) for atom, column in columns.items()}
    worlds = Valued(valuation, size)
    return Structure(
        worlds,
        valuation,
        {agent: Relation.from_labels(labels[agent]) for agent in seen},
        _actuals(worlds, vocabulary, actual),
    )


def _of_cube(
    vocabulary: list[str],
    seen: Mapping[str, list[Formula]],
    rule: Formula,
    laws: list[Question],
    actual: Iterable[str] | Iterable[Iterable[str]] | None,
    limit: int,
) -> Structure:
    atoms = tuple(vocabulary)
    observed = {agent: {item.name for item in items if isinstance(item, Atom)} for agent, items in seen.items()}
    hidden = {agent: tuple([j for j, atom in enumerate(atoms) if atom not in observed[agent]]) for agent in seen}
    cube = Cube(atoms, hidden, (1 << (1 << len(atoms))) - 1)
    domain = run(compile_formula(rule), CubeAlgebra(Structure.of_cube(cube)), keep=True)
    _require_satisfied(laws, vocabulary, domain.bit_count())
    require_few(domain.bit_count(), limit)
    lawful = replace(cube, domain=domain)
    return Structure.of_cube(lawful, _actuals(CubeWorlds(lawful), vocabulary, actual))


def _require_satisfied(laws: list[Question], atoms: list[str], size: int) -> None:
    if not size:
        raise ModelError(f"law {laws_text(laws, atoms)}: no assignment satisfies it, so the model would have no worlds")


def _actuals(
    worlds: Worlds, vocabulary: list[str], actual: Iterable[str] | Iterable[Iterable[str]] | None
) -> tuple[int, ...]:
    places = set()
    for true in assignments_of(actual, vocabulary):
        position = worlds.find(true)
        if position is None:
            raise ModelError(f"actual {world_text(true)}: this assignment does not satisfy the law")
        places.add(position)
    return tuple(sorted(places))


def _observed(agent: str, items: Iterable[Question], atom_of: Mapping[str, Atom]) -> list[Formula]:
    if isinstance(items, str):
        raise ModelError(f"observes of {agent}: expected a list such as ['{shorten(items)}'], got a text")
    observed: list[Formula] = []
    for item in items:
        if isinstance(item, str) and item in atom_of:
            observed.append(atom_of[item])
            continue
        formula = formula_of(item, atom_of, f"observes of {agent}")
        require_boolean(formula, atom_of, f"observes of {agent}")
        observed.append(formula)
    return observed
