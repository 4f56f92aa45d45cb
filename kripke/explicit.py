"""The explicit engine: which set algebra fits a structure, and a formula's extension on it."""

from __future__ import annotations

from typing import Any

from kripke.arrays import ArrayAlgebra
from kripke.bitset import BitsetAlgebra
from kripke.check import Evaluation
from kripke.program import compile_formula
from kripke.relation import WorldSet
from kripke.structure import SMALL, Structure
from logic.formula import Formula

Algebra = BitsetAlgebra | ArrayAlgebra


def algebra(structure: Structure) -> Algebra:
    """Integers for small structures, arrays for large ones."""
    return BitsetAlgebra(structure) if structure.size <= SMALL else ArrayAlgebra(structure)


def evaluate(start: Algebra, formula: Formula, keep: bool = False) -> Evaluation[Any]:
    """An evaluation of the formula that has not begun; `UnknownAgent` or `UnknownAtom` where a name is not the model's.

    With `keep` it remembers the value of every subformula that it has computed.
    """
    program = compile_formula(formula)
    program.require(start.agents, start.atoms)
    return Evaluation(program, start, keep)


def extension(structure: Structure, formula: Formula, start: Algebra | None = None) -> WorldSet:
    """The set of worlds where the formula holds.

    O(s n) for s distinct subformulas in each announcement context and n worlds, plus O(m) for each modality of a relation
    with m edges that is not transitive and Euclidean.
    """
    start = algebra(structure) if start is None else start
    return start.world_set(evaluate(start, formula).value())
