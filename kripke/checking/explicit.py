"""The explicit engine: which set algebra fits a structure, and a formula's extension on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from kripke.checking.check import Evaluation, SetAlgebra, run
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.engine.past import ExplicitPast, Occurrence
from kripke.checking.engine.shifts import CLAUSES, CubeAlgebra
from kripke.checking.past import NONE, Past
from kripke.checking.program import Program, compile_formula
from kripke.data.relation import WorldSet
from kripke.data.structure import SMALL, Structure
from logic.formula import Formula

KEPT = 2**16
"""While all values of a formula are together no more than so many worlds, none is dropped on the way; and boolean
formulas of together no more are remembered with a structure."""

Actions = Mapping[str, Occurrence]
"""What each action that a formula may name does to a structure; see `kripke.change.named_actions.occurrences`."""


class Algebra(SetAlgebra[Any], Protocol):
    """A set algebra over the worlds of a structure."""

    structure: Structure

    def world_set(self, target: Any) -> WorldSet:
        """The set as a value that does not depend on the engine."""


def algebra(structure: Structure, program: Program | None = None, actions: Actions | None = None) -> Algebra:
    """Shifts for the program on a cube, if they compute it; else integers for small structures, arrays for large.

    Parameters
    ----------
    structure : Structure
        The model.
    program : Program, optional
        The formula that is to be computed; shifts serve some only.
    actions : mapping of str to action, optional
        The actions that the formula names.
    """
    cube = structure.cube
    if cube is not None and not cube.is_sparse and program is not None and program.clauses <= CLAUSES:
        return CubeAlgebra(structure, cube)
    past: ExplicitPast = Past(actions) if actions else NONE
    if structure.size <= SMALL:
        return BitsetAlgebra(structure, past=past)
    from kripke.checking.engine.arrays import ArrayAlgebra  # small models need no arrays

    return ArrayAlgebra(structure, past=past)


def evaluate(start: Algebra, formula: Formula, actions: Actions | None = None) -> Evaluation[Any]:
    """An evaluation that remembers the value of every subformula that it computes; it has not begun.

    `UnknownAgent`, `UnknownAtom` or `UnknownAction` where a name is not the model's.

    Parameters
    ----------
    start : Algebra
        The set algebra of a structure.
    formula : Formula
        The formula.
    actions : mapping of str to action, optional
        The actions that the formula names.
    """
    return Evaluation(_program(start.structure, formula, actions), start, keep=True)


def extension(
    structure: Structure, formula: Formula, start: Algebra | None = None, actions: Actions | None = None
) -> WorldSet:
    """The set of worlds where the formula holds, with the named actions that it speaks of; errors as in `evaluate`.

    O(s n) for s distinct subformulas in each announcement context and n worlds, plus O(m) for each modality of a
    relation with m edges that is not transitive and Euclidean. Of large models a set is dropped after its last use.

    Parameters
    ----------
    structure : Structure
        The model.
    formula : Formula
        The formula.
    start : Algebra, optional
        The set algebra of the structure, if there is one already.
    actions : mapping of str to action, optional
        The actions that the formula names.
    """
    if formula in structure.truths:
        return structure.truths[formula]
    program = _program(structure, formula, actions)
    if start is None:
        start = algebra(structure, program, actions)
    small = structure.size <= SMALL or structure.size * len(program.steps) <= KEPT
    found = start.world_set(run(program, start, keep=small))
    if not program.modal and structure.size * (len(structure.truths) + 1) <= KEPT:
        structure.truths[formula] = found
    return found


def _program(structure: Structure, formula: Formula, actions: Actions | None) -> Program:
    program = compile_formula(formula)
    program.require(structure.relations, structure.valuation, actions or ())
    return program
