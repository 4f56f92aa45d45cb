"""Build a model in which these hold."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar, Literal

from kripke.models.kripke_model import KripkeModel
from learn.exercises.demands import blank, built_marks, of_size, smallest_model
from learn.exercises.exercise import Draft, Exercise, Form, Unsolvable
from learn.exercises.fields import AModel, Formulas, Name
from learn.exercises.marks import Marks
from learn.exercises.random_formulas import random_formula, several_worlds


class BuildModel(Exercise):
    """Formulas; the answer is a model at whose actual world all of them hold."""

    form: ClassVar[Form] = "model"
    title: ClassVar[str] = "Build a model"
    hint_texts: ClassVar[tuple[str, ...]] = (
        "Begin with the actual world and its facts. For each formula with M, or with a negation before K, add a world "
        "that shows it.",
        "Connect a new world to the one from which it is considered possible. Then check what K demands at all "
        "connected worlds.",
    )

    kind: Literal["build_model"] = "build_model"
    formulas: Formulas
    logic: Name = "S5"
    answer: AModel

    @property
    def task(self) -> str:
        """The task in a sentence."""
        named = " and ".join(f"`{formula}`" for formula in self.formulas)
        return f"Build a model of {self.logic} at whose actual world {named} {_verb(len(self.formulas))}."

    def shown(self) -> dict[str, Any]:
        """A model of one world to start from, and the formulas."""
        formulas = list(map(str, self.formulas))
        return {"model": blank(self.formulas).to_dict(), "formulas": formulas, "logic": self.logic}

    def marked(self, answer: KripkeModel) -> Marks:
        """A point for each formula that holds and did not at the start; see `built_marks`."""
        return built_marks(answer, blank(self.formulas), [(each, True) for each in self.formulas], self.logic)

    def measure(self) -> int:
        """1 if two worlds are enough, 2 for three, 3 for more.

        Raises
        ------
        Unsolvable
            If there is no such model.
        """
        return of_size(smallest_model(self.formulas, self.logic))

    def warnings(self) -> tuple[str, ...]:
        """One world is enough, so the exercise is trivial."""
        alone = len(smallest_model(self.formulas, self.logic)) == 1
        return ("a model of one world is enough",) if alone else ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Iterator[Draft]:
        """Formulas whose smallest model has `difficulty` + 1 worlds, or more for 3."""
        agents, atoms = ("a", "b"), ("p", "q")
        formulas = (
            random_formula(rng, min(difficulty, 2), atoms, agents),
            *several_worlds(rng, difficulty, atoms, agents),
        )

        def finish() -> Exercise | None:
            try:
                model = smallest_model(formulas, "S5")
            except Unsolvable:
                return None
            if of_size(model) != difficulty:
                return None
            return cls(formulas=formulas, answer=model, difficulty=difficulty)

        yield Draft(tuple(map(str, formulas)), finish)


def _verb(count: int) -> str:
    return "holds" if count == 1 else "hold"
