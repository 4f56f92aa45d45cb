"""The explicit engine: the set algebra for a structure, and the extension of a formula."""

from collections.abc import Callable, Mapping
from typing import Any

from kripke.checking import check
from kripke.checking.algebra import NONE, Past, Set
from kripke.checking.check import Evaluation, run
from kripke.checking.engine.algebra import ExplicitAlgebra, ExplicitPast, Occurrence
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.engine.shifts import LACKING, CubeAlgebra
from kripke.checking.program import Program, compile_all, compile_formula
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL
from logic.formula import Formula

KEPT = 2**16
"""Maximal number of truth values that an evaluation on more than `SMALL` worlds keeps, or that a structure caches."""

Actions = Mapping[str, Occurrence]
"""Maps the names of actions in formulas to their effects on a structure; see `kripke.change.product.occurrences`."""


def engine_of(structure: Structure) -> str:
    """The name of the engine of a structure: ``cube``, ``integer`` or ``arrays``; see `kripke.models.model.Model`."""
    if structure.cube is not None and not structure.cube.is_sparse:
        return "cube"
    return "integer" if structure.size <= SMALL else "arrays"


def algebra(
    structure: Structure, program: Program | None = None, actions: Actions | None = None
) -> ExplicitAlgebra[Any]:
    """The fastest set algebra for a structure and a program."""
    cube = structure.cube
    if cube is not None and not cube.is_sparse and program is not None and program.clauses.isdisjoint(LACKING):
        return CubeAlgebra(structure)
    past: ExplicitPast = Past(actions) if actions else NONE
    if structure.size <= SMALL:
        return BitsetAlgebra(structure, past=past)
    from kripke.checking.engine.arrays import ArrayAlgebra  # small models need no arrays

    return ArrayAlgebra(structure, past=past)


def evaluate(start: ExplicitAlgebra[Set], formula: Formula, actions: Actions | None = None) -> Evaluation[Set]:
    """An `Evaluation` of a formula in the model `start`; it computes values on request and stores them all.

    `UnknownAgent`, `UnknownAtom` or `UnknownAction` for a name that the model lacks.
    """
    return Evaluation(_program(start.structure, formula, actions), start, keep=True)


def together(structure: Structure, formulas: Mapping[int, Formula]) -> Callable[[int], WorldSet]:
    """Return a function from the number of a formula to its extension.

    All formulas are compiled to one program, which evaluates each on request. The structure must have all
    agents and atoms of the formulas.
    """
    program, roots = compile_all(list(formulas.values()))
    start, rows = algebra(structure, program), dict(zip(formulas, roots, strict=True))
    evaluation = Evaluation(program, start, keep=True)
    return lambda number: start.world_set(evaluation.value(rows[number]))


def extension(
    structure: Structure, formula: Formula, start: ExplicitAlgebra[Any] | None = None, actions: Actions | None = None
) -> WorldSet:
    """The set of worlds where the formula holds.

    `start` is the set algebra; None: the fastest one. `UnknownAgent`, `UnknownAtom` or `UnknownAction` for a name that
    the structure lacks.

    O(s n) for s distinct subformulas in each announcement context and n worlds, plus O(m) for each modality of a
    relation with m edges that is not transitive and Euclidean. In large models a set is dropped after its last use.
    """
    if structure.truths and formula in structure.truths:
        return structure.truths[formula]
    program = _program(structure, formula, actions)
    return _extension(structure, formula, program, algebra(structure, program, actions) if start is None else start)


def _extension(structure: Structure, formula: Formula, program: Program, start: ExplicitAlgebra[Any]) -> WorldSet:
    small = structure.size <= SMALL or structure.size * len(program.steps) <= KEPT
    where = start.world_set(run(program, start, keep=small))
    if not program.modal and structure.size * (len(structure.truths) + 1) <= KEPT:
        structure.truths[formula] = where
    return where


def holds(structure: Structure, formula: Formula, position: int, start: ExplicitAlgebra[Any] | None = None) -> bool:
    """Whether the formula holds at the world with the index `position`.

    `start` is the set algebra; None: the fastest one. `UnknownAgent`, `UnknownAtom` or `UnknownAction` for a name that
    the structure lacks.
    """
    if isinstance(start, BitsetAlgebra):
        program = _program(structure, formula, None)
        if program.modal and program.straight is not None:
            return check.holds(program, start, 1 << position)
        change = program.steps[program.root].change
        if change is not None and change.is_arbitrary:  # a search for one world, not for all
            announcements = Evaluation(program, start).announcements(program.root, start)
            return (announcements.witness(lambda mask: bool(mask >> position & 1)) is not None) is announcements.wanted
        return position in _extension(structure, formula, program, start)
    return position in extension(structure, formula, start)


def _program(structure: Structure, formula: Formula, actions: Actions | None) -> Program:
    program = compile_formula(formula, structure.relations)
    program.require(structure.relations, structure.valuation, actions or (), structure.worlds)
    return program
