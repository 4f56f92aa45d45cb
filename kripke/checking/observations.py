"""The structure of all assignments that satisfy a law, with agents that observe atoms and formulas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kripke.checking import assignments
from kripke.checking.build import LIMIT, agents_of, assignment_of, atom_name, vocabulary_of
from kripke.checking.check import run
from kripke.checking.constraint import Laws, Question, formula_of, laws_text, listed
from kripke.checking.engine.shifts import CubeAlgebra
from kripke.checking.program import compile_formula
from kripke.data.cube import MOST_ATOMS, Cube, encode
from kripke.data.errors import ModelError
from kripke.data.listing import require_few
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import Valued
from logic.clauses import Atom, conj
from logic.errors import shorten
from logic.formula import Formula

MOST_CELLS = 2**35
"""Maximal number of bits of all subformulas of a law that a cube computes: they take about 2 s."""


def from_observations(
    atoms: Iterable[str],
    observes: Mapping[str, Iterable[Question]] | None,
    law: Laws = "true",
    actual: Iterable[str] | None = None,
    limit: int = LIMIT,
) -> Structure:
    """The structure of all assignments that satisfy the law, in which each agent observes some atoms or formulas.

    Worlds are named by the frozen sets of their true atoms; names are computed on request. `actual` has the atoms that
    are true at the actual world. O(k n) time in array operations for each agent, for k atoms and n worlds.
    """
    vocabulary = vocabulary_of(atoms)
    laws = listed(law)
    rule = conj([formula_of(each, vocabulary, "law") for each in laws])
    assignments.require_boolean(rule, vocabulary, "law")
    given = agents_of({} if observes is None else observes, "observes")
    seen = {agent: _observed(agent, items, vocabulary) for agent, items in given}
    # whether the law is computed at all assignments at once, and not for a list that grows atom by atom
    quick = len(vocabulary) <= MOST_ATOMS and len(compile_formula(rule).steps) << len(vocabulary) <= MOST_CELLS
    if quick and all(isinstance(item, Atom) for items in seen.values() for item in items):
        return _of_cube(vocabulary, seen, rule, laws, actual, limit)
    columns = assignments.assignments(vocabulary, rule, max(limit, LIMIT))
    size = len(next(iter(columns.values()))) if columns else int(assignments.evaluate(rule, {}, 1)[0])
    _require_satisfied(laws, vocabulary, size)
    require_few(size, limit)
    column_of = {item: assignments.evaluate(item, columns, size) for items in seen.values() for item in items}
    labels = {a: assignments.classes([column_of[i] for i in items], size) for a, items in seen.items()}
    for column in columns.values():
        column.flags.writeable = False
    worlds = Valued(columns, size)
    return Structure(
        worlds,
        {atom: WorldSet(size, column=column) for atom, column in columns.items()},
        {agent: Relation.from_labels(labels[agent]) for agent in seen},
        None if actual is None else _lawful(worlds.find(assignment_of(actual, vocabulary)), actual),
    )


def _of_cube(
    vocabulary: list[str],
    seen: Mapping[str, list[Formula]],
    rule: Formula,
    laws: list[Question],
    actual: Iterable[str] | None,
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
    if actual is None:
        return Structure.of_cube(lawful)
    code = encode(atoms, assignment_of(actual, vocabulary))
    return Structure.of_cube(lawful, _lawful(None if code is None else lawful.position(code), actual))


def _require_satisfied(laws: list[Question], atoms: list[str], size: int) -> None:
    if not size:
        raise ModelError(f"law {laws_text(laws, atoms)}: no assignment satisfies it, so the model would have no worlds")


def _lawful(position: int | None, actual: Iterable[str] | None) -> int:
    if position is None:
        shown = world_text(frozenset(map(atom_name, actual or ())))
        raise ModelError(f"actual {shown}: this assignment does not satisfy the law")
    return position


def _observed(agent: str, items: Iterable[Question], vocabulary: Sequence[str]) -> list[Formula]:
    if isinstance(items, str):
        raise ModelError(f"observes of {agent}: expected a list such as ['{shorten(items)}'], got a text")
    observed: list[Formula] = []
    for item in items:
        if isinstance(item, str) and item in vocabulary:
            observed.append(Atom(item))
            continue
        formula = formula_of(item, vocabulary, f"observes of {agent}")
        assignments.require_boolean(formula, vocabulary, f"observes of {agent}")
        observed.append(formula)
    return observed
