"""What is asked of a knowledge structure: where a formula holds, and whether it holds everywhere."""

from __future__ import annotations

from kripke.checking.check import Evaluation
from kripke.checking.past import NONE
from kripke.checking.program import Program
from kripke.symbolic import validity
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.state_set import StateSet

REMEMBERED = 4_096
"""A model caches the extensions of at most this many questions and modal subformulas."""


def extension(program: Program, start: SymbolicAlgebra) -> StateSet:
    """The states where the program's formula holds; parts that were asked for before are not evaluated."""
    evaluation = _begun(program, start, keep=len(program.modal) < REMEMBERED)
    found = evaluation.value()
    _remember(evaluation)
    return found


def is_valid(program: Program, start: SymbolicAlgebra) -> bool:
    """Whether the program's formula holds at every state; see `kripke.symbolic.validity`."""
    evaluation = _begun(program, start, keep=True)
    valid = validity.is_valid(evaluation)
    if valid:
        evaluation.values[start.key][program.root] = start.domain
    _remember(evaluation)
    return valid


def _begun(program: Program, start: SymbolicAlgebra, keep: bool) -> Evaluation[StateSet]:
    """An evaluation that has the modal subformulas that were asked for before, unless they may name actions."""
    memory = start.knowledge.extensions if start.past is NONE else {}
    rows = program.modal if memory else ()
    known = {row: memory[program.steps[row].formula] for row in rows if program.steps[row].formula in memory}
    return Evaluation(program, start, keep, known)


def _remember(evaluation: Evaluation[StateSet]) -> None:
    """Cache the extensions of the question and its modal subformulas, as long as they are few."""
    program, start = evaluation.program, evaluation.start
    assert isinstance(start, SymbolicAlgebra)
    if start.past is not NONE or not evaluation.keep or len(program.modal) >= REMEMBERED:
        return
    memory = start.knowledge.extensions
    if len(memory) + len(program.modal) > REMEMBERED:
        memory.clear()
    values = evaluation.values[start.key]
    rows = (*program.modal, program.root)
    memory.update((program.steps[row].formula, values[row]) for row in rows if row in values)
