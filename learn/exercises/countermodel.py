"""Give a countermodel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, ClassVar, Literal

from kripke.models.kripke_model import KripkeModel
from learn.exercises.demands import blank, built_marks, of_size, smallest_model
from learn.exercises.exercise import Draft, Exercise, Form, Unsolvable
from learn.exercises.fields import AFormula, AModel, Name
from learn.exercises.marks import Marks
from learn.exercises.random_formulas import namings, random_formula, several_worlds
from logic.clauses import Implies, Not
from logic.constructors import conj
from logic.parser import parse

LOGICS = ("S5", "S5", "S5", "KD45", "S4", "T")
"""Systems of the exercises that are made; most are about knowledge as an equivalence."""
ATOMS = ("p", "q", "r", "s")
"""Names of the atoms; a formula has two of them."""


class GiveCountermodel(Exercise):
    """A formula that is not valid; the answer is a model at whose actual world it fails."""

    form: ClassVar[Form] = "model"
    title: ClassVar[str] = "Give a countermodel"
    hint_texts: ClassVar[tuple[str, ...]] = (
        "An implication fails where its left side is true and its right side is false. Make both so at the actual "
        "world.",
        "K_a q fails as soon as a considers one world possible where q is false: add that world.",
    )

    kind: Literal["countermodel"] = "countermodel"
    formula: AFormula
    logic: Name = "S5"
    answer: AModel

    @property
    def task(self) -> str:
        """The task in a sentence."""
        return f"`{self.formula}` is not valid in {self.logic}. Give a countermodel: it shall fail at the actual world."

    def shown(self) -> dict[str, Any]:
        """A model of one world to start from, and the formula."""
        return {"model": blank([self.formula]).to_dict(), "formulas": [str(self.formula)], "logic": self.logic}

    def marked(self, answer: KripkeModel) -> Marks:
        """Two points if the formula fails; see `built_marks`."""
        return built_marks(answer, blank([self.formula]), [(self.formula, False)], self.logic, points=2)

    def measure(self) -> int:
        """1 if two worlds are enough, 2 for three, 3 for more.

        Raises
        ------
        Unsolvable
            If the formula is valid.
        """
        return of_size(smallest_model([Not(self.formula)], self.logic))

    def warnings(self) -> tuple[str, ...]:
        """One world is enough, so the exercise is trivial."""
        alone = len(smallest_model([Not(self.formula)], self.logic)) == 1
        return ("a countermodel of one world is enough",) if alone else ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Iterator[Draft]:
        """An implication whose smallest countermodel has `difficulty` + 1 worlds (or more, for 3)."""
        agents, atoms, logic = ("a", "b"), ATOMS[:2], rng.choice(LOGICS)
        if difficulty == 1:
            left = random_formula(rng, 1, atoms, agents)
        else:
            left = conj(several_worlds(rng, difficulty, atoms, agents))
        formula = Implies(left, random_formula(rng, min(difficulty, 2), atoms, agents))

        for (text,) in namings([str(formula)], sorted(formula.atoms), ATOMS):
            yield Draft((text, logic), partial(cls._finished, text, logic, difficulty))

    @classmethod
    def _finished(cls, text: str, logic: str, difficulty: int) -> Exercise | None:
        formula = parse(text)
        try:
            model = smallest_model([Not(formula)], logic)
        except Unsolvable:
            return None
        if len(model) == 1 or of_size(model) != difficulty:
            return None
        return cls(formula=formula, logic=logic, answer=model, difficulty=difficulty)
