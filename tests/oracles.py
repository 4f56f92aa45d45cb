"""Second opinions about validity: type elimination, and the atoms that all small models are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import process_time

from type_elimination import Elimination

from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime
from kripke.prove.question.problem import Options, pose
from logic.clauses import Not
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse

SECONDS = 2.0
"""Processor time after which type elimination counts as without an answer."""


def by_elimination(
    formula: Formula | str, logic: str | Mapping[str, str], theory: Iterable[Formula | str] = (), atoms=(), actions=None
) -> bool | None:
    """Whether a formula is valid, by type elimination; None if that takes too much time or room."""
    problem = pose([Not(parse(formula))], Options(logic, theory, actions, atoms))
    try:
        return not Elimination(problem, Clock(SECONDS, process_time)).satisfiable()
    except (TooLarge, OutOfTime):
        return None


def used_atoms(formula: Formula, theory: Iterable[Formula]) -> list[str]:
    """The atoms of a problem; with the values of x if it is about values."""
    formulas = [formula, *theory]
    values = {"x=1", "x=2"} if any(each.variables for each in formulas) else set()
    return sorted({atom for each in formulas for atom in each.atoms} | values)
