"""What a question to the prover is asked with, besides its formulas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kripke.models.formula_queries import Actions
from kripke.prove.question.logics import Logic
from logic.clauses import Atom
from logic.formula import Formula

Question = Formula | str


@dataclass(frozen=True)
class Options:
    """The parameters that `prove`, `entails` and `satisfiable` have in common; `prove` documents them.

    Parameters
    ----------
    smallest : bool
        Whether the countermodel must have as few worlds as possible.
    time : float, optional
        The number of seconds after which `OutOfTime` is raised.
    same_relation : bool
        Whether ``K_a`` and ``B_a`` may occur together, as boxes over one relation.
    """

    logic: Logic | None = None
    theory: Iterable[Question] = ()
    actions: Actions | None = None
    atoms: Iterable[str | Atom] | None = None
    smallest: bool = False
    time: float | None = None
    same_relation: bool = False
