"""Exercises of the kind "what does the agent believe after this lie?"."""

from functools import cached_property
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from kripke.change.actions import believed_announcement
from kripke.models.functions import contract
from kripke.models.kripke_model import KripkeModel
from learn.exercises.choices import Choices
from learn.exercises.exercise import AFormula, Agent, AModel, Drafts, Exercise, Formulas, Unsolvable
from learn.exercises.marks import Mark, Marks, reasons
from learn.exercises.small_models import SmallModel, random_literal, random_model
from logic.clauses import Atom, B, K, Not, Or
from logic.formula import Formula
from logic.shared import modal_depth

CHOICES = 5  # number of statements of an exercise that is made
TRIES = 20  # Random lies that are tried on a model


class AfterLie(Choices):
    """A model, something that is said and believed, and statements; the answer is those that hold afterwards."""

    prose = False

    kind: Literal["after_lie"] = "after_lie"
    model: AModel
    said: AFormula
    by: Agent | None = None
    to: Annotated[tuple[Agent, ...], Field(max_length=20, strict=False)] | None = None
    statements: Formulas

    @property
    def task(self) -> str:
        speaker = self.by or "Someone outside"
        hearers = "" if self.to is None else f" to {' and '.join(self.to)} alone, in secret,"
        return f"{speaker} says{hearers} that `{self.said}`, and is believed. Which of these hold afterwards?"

    def options(self) -> list[str]:
        return list(map(str, self.statements))

    def values(self) -> list[bool]:
        return list(map(self.after.holds, self.statements))

    def verdict(self, number: int, right: bool) -> str:
        return f"{self.statements[number]} {'holds' if right else 'does not hold'}."

    def why(self, number: int) -> tuple[str, ...]:
        return reasons(self.after, self.statements[number])

    @cached_property
    def after(self) -> KripkeModel:
        """The model after the lie, contracted: bisimilar worlds are merged."""
        return contract(self.model.update(believed_announcement(self.said, self.by, self.to)).generated())

    def marked(self, answer: tuple[int, ...]) -> Marks:
        """As `Choices.marked`, and the model afterwards where a choice is wrong."""
        marks = super().marked(answer)
        if not answer or marks.right:
            return marks
        return Marks((*marks.rows, Mark(0, 0, "The model after the lie:", model=self.after)))

    def level(self) -> int:
        """The deepest nesting of belief in the statements, at most 3."""
        if self.model.actual is None:
            raise Unsolvable("model: an actual world is needed")
        return max(1, min(3, max(map(modal_depth, self.statements))))

    def warnings(self) -> tuple[str, ...]:
        if self.model.holds(self.said) and self.by is None:
            return ("what is said is true: it is no lie",)
        return ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """A lie after which some statements hold and some do not, and one of the deepest has changed its value."""
        agents = ("a", "b", "c") if difficulty == 3 else ("a", "b")
        small = random_model(rng, rng.randint(3, 5), ("p", "q"), agents)
        return small.pointed()

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel, actual: int) -> Exercise | None:
        model = small.model(actual)
        for _ in range(TRIES):
            false: list[Formula] = [Not(Atom(p)) if p in small.values[actual] else Atom(p) for p in small.atoms]
            said = rng.choice(false) if rng.random() < 0.7 else Or(false[0], false[1])
            by, to = _people(rng, small.agents, difficulty)
            if by is not None and not model.holds(K(by, Not(said))):
                continue  # a speaker who does not know better does not lie
            statements = tuple(_statements(rng, difficulty, small.atoms, small.agents))
            given: dict[str, Any] = {"said": said, "by": by, "to": to, "statements": statements}
            exercise = cls.solved(model=model, difficulty=difficulty, **given)
            if exercise is None or not all(map(exercise.after.possible, small.agents)):
                continue
            changed = {modal_depth(each) for each in statements if model.holds(each) != exercise.after.holds(each)}
            if difficulty in changed:
                return exercise
        return None


def _people(rng: Random, agents: tuple[str, ...], difficulty: int) -> tuple[str | None, tuple[str, ...] | None]:
    """Speaker and hearers: secrets only among three, or from outside to one of two."""
    if difficulty == 1:
        return None, None
    if difficulty == 2:
        return (None, (rng.choice(agents),)) if rng.random() < 0.5 else (rng.choice(agents), None)
    speaker = rng.choice(agents)
    others = [each for each in agents if each != speaker]
    return speaker, None if rng.random() < 0.3 else (rng.choice(others),)


def _statements(rng: Random, difficulty: int, atoms: tuple[str, ...], agents: tuple[str, ...]) -> list[Formula]:
    """Different statements: nested belief of different agents about a literal, `difficulty` deep or one less."""
    statements: dict[Formula, None] = {}
    while len(statements) < CHOICES:
        formula, last = random_literal(rng, atoms), None
        for _ in range(rng.randint(max(1, difficulty - 1), difficulty)):
            last = rng.choice([each for each in agents if each != last])
            formula = B(last, formula)
        statements[formula] = None
    return list(statements)
