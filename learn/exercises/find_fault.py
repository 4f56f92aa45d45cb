"""Which step of this argument is wrong, and where does it fail?"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from kripke.data.wording import world_text
from kripke.models.kripke_model import KripkeModel
from learn.exercises.arguments import Inference, Line, follows, random_argument, random_fallacy
from learn.exercises.exercise import AModel, Drafts, Exercise, Name, Strict, Unsolvable
from learn.exercises.marks import Mark, Marks, listed, reasons
from learn.exercises.small_models import random_model
from logic.shared import modal_depth

MODELS = 60  # Random models in which a witness is looked for
WORLDS = 5
ATOMS, AGENTS = ("p", "q", "r"), ("a", "b")
STEPS = {1: 2, 2: 3, 3: 4}  # Difficulty -> number of steps beside the premises


class Fault(Strict):
    """An answer: the number of the wrong line, from 1, and a world where it fails."""

    step: int
    world: Name


class FindFault(Exercise):
    """An argument with one wrong step and a model; the answer is the step and a world that shows that it is wrong."""

    form = "step"

    kind: Literal["find_fault"] = "find_fault"
    lines: Annotated[tuple[Line, ...], Field(min_length=2, max_length=12, strict=False)]
    model: AModel
    answer: Fault

    @model_validator(mode="after")
    def _require_earlier_lines(self) -> FindFault:
        for number, line in enumerate(self.lines, 1):
            if any(not 1 <= i < number for i in line.of):
                raise Unsolvable(f"lines.{number - 1}.of: expected numbers of earlier lines, got {list(line.of)}")
        return self

    def shown(self) -> dict[str, Any]:
        lines = [{"formula": str(line.formula), "of": list(line.of)} for line in self.lines]
        return {"model": self.model.to_dict(), "lines": lines}

    def marked(self, answer: Fault) -> Marks:
        """A point for the step, and one for the world; a wrong step costs what guessing would earn."""
        if not 1 <= answer.step <= len(self.lines):
            return Marks((Mark(0, 2, f"There is no line {answer.step}."),))
        line, others = self.lines[answer.step - 1], sum(bool(line.of) for line in self.lines) - 1
        if not line.of:
            says = f"Line {answer.step} is a premise: it is assumed, and cannot be wrong."
            return Marks((Mark(0, 2, says),))
        if follows(self.lines, answer.step):
            says = f"Line {answer.step} is right: in every model of S5, wherever {_numbers(line.of)} true, so is "
            guessed = 1 + Fraction(len(self._witnesses(self.answer.step)), len(self.model))
            return Marks((Mark(-guessed / others if others else 0, 2, f"{says}{line.formula}."),))
        says = f"Line {answer.step} does not follow: it can be false where {_numbers(line.of)} true."
        step = Mark(1, 1, says) if others else Mark(0, 0, says)
        return Marks((step, self._world_mark(answer)))

    def _world_mark(self, answer: Fault) -> Mark:
        at = next((world for world in self.model.worlds if world_text(world) == answer.world), None)
        if at is None:
            return Mark(0, 1, f"The model has no world {answer.world}.")
        line = self.lines[answer.step - 1]
        for i in line.of:
            formula = self.lines[i - 1].formula
            if not self.model.holds(formula, at=at):
                says = f"{answer.world} is no witness: line {i} is false there."
                return Mark(0, 1, says, reasons(self.model, formula, at))
        if self.model.holds(line.formula, at=at):
            says = f"{answer.world} is no witness: line {answer.step} is true there."
            return Mark(0, 1, says, reasons(self.model, line.formula, at))
        return Mark(1, 1, f"At {answer.world} {_numbers(line.of)} true, and {line.formula} is false.")

    def _witnesses(self, number: int) -> list[str]:
        """The worlds where the lines that a line names are true and the line itself is false."""
        line = self.lines[number - 1]
        where = set(self.model.worlds) - self.model.extension(line.formula)
        for i in line.of:
            where &= self.model.extension(self.lines[i - 1].formula)
        return sorted(map(world_text, where))

    def measure(self) -> int:
        """1 for up to two steps beside the premises, 2 for three, 3 for more; `Unsolvable` if the answer is wrong."""
        wrong = [number for number in range(1, len(self.lines) + 1) if not follows(self.lines, number)]
        if wrong != [self.answer.step]:
            raise Unsolvable(f"lines: the wrong ones are {listed(wrong)}, expected {self.answer.step} alone")
        if not self._witnesses(self.answer.step):
            raise Unsolvable(f"model: no world shows that line {self.answer.step} is wrong")
        return max(1, min(3, sum(bool(line.of) for line in self.lines) - 1))

    def warnings(self) -> tuple[str, ...]:
        every = len(self._witnesses(self.answer.step)) == len(self.model)
        return ("every world is a witness",) if every and len(self.model) > 1 else ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """An argument of two, three or four steps, and a model of five worlds of which one or two are witnesses."""
        fallacy, number = random_fallacy(rng, ATOMS, AGENTS)
        yield number, fallacy

    @classmethod
    def finished(cls, rng: Random, difficulty: int, fallacy: Inference) -> Exercise | None:
        lines = random_argument(rng, fallacy, STEPS[difficulty], ATOMS, AGENTS)
        if lines is None:
            return None
        wrong = 1 + next(i for i, line in enumerate(lines) if line.of and line.formula == fallacy.conclusion)
        if [each for each in range(1, len(lines) + 1) if not follows(lines, each)] != [wrong]:
            return None
        if max(modal_depth(line.formula) for line in lines) > 2:
            return None
        for _ in range(MODELS):
            model: KripkeModel = random_model(rng, WORLDS, ATOMS, AGENTS).model()
            fault = Fault(step=wrong, world=world_text(model.worlds[0]))
            exercise = cls(lines=lines, model=model, answer=fault, difficulty=difficulty)
            witnesses = exercise._witnesses(wrong)
            if 1 <= len(witnesses) <= 2:
                return exercise.model_copy(update={"answer": Fault(step=wrong, world=witnesses[0])})
        return None


def _numbers(of: tuple[int, ...]) -> str:
    return f"line {of[0]} is" if len(of) == 1 else f"lines {' and '.join(map(str, of))} are"
