"""`exercise`, `mark`, `hint` and `guess`: exercises of lessons and from seeds, and the marks of answers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from learn.exercises.exercise import Exercise
from learn.exercises.fields import AnswerError
from learn.exercises.hidden_frame import HiddenFrame
from learn.exercises.registry import KINDS
from learn.exercises.variants import make
from learn.results import signature
from viz.web.prose import blocks
from viz.web.request import Name, Request, Text
from viz.web.school import SCHOOL


class InLesson(Request):
    """A question of a lesson, by its number from 0."""

    lesson: Name
    question: Annotated[int, Field(ge=0, le=1_000)]

    def find(self) -> Exercise:
        """The exercise."""
        return SCHOOL.lesson(self.lesson).question(self.question)

    def __str__(self) -> str:
        return f"{self.lesson}/{self.question + 1}"


class Made(Request):
    """An exercise that is made from a seed."""

    kind: Name
    difficulty: Annotated[int, Field(ge=1, le=3)]
    seed: Annotated[int, Field(ge=0, le=1_000_000)]

    def find(self) -> Exercise:
        """The exercise."""
        return make(KINDS[self.kind], self.seed, self.difficulty)

    def __str__(self) -> str:
        return f"{self.kind}/{self.difficulty}/{self.seed}"


class Asked(Request):
    """An exercise."""

    at: InLesson | Made


class Answered(Asked):
    """An answer to an exercise."""

    answer: Any
    student: Name = ""


class Hint(Asked):
    """A hint, by its number from 0."""

    number: Annotated[int, Field(ge=0, le=20)]


class Guess(Asked):
    """A formula asked about a hidden frame."""

    formula: Text


def answer(asked: Asked) -> dict[str, Any]:
    """The public part of the exercise."""
    return shown(asked.at.find())


def shown(exercise: Exercise) -> dict[str, Any]:
    """The public part of an exercise, its texts as blocks."""
    public = exercise.public()
    return public | {"text": blocks(exercise.text), "task": blocks(exercise.task)}


def mark(asked: Answered) -> dict[str, Any]:
    """The marks, and their signature if the server has a secret."""
    marks, secret = asked.at.find().mark(asked.answer).to_dict(), SCHOOL.secret
    points = str(marks["earned"]), str(marks["of"])
    signed = "" if secret is None else signature(secret, asked.student, str(asked.at), *points)
    return marks | {"signature": signed}


def hint(asked: Hint) -> dict[str, Any]:
    """One of the hints."""
    hints = asked.at.find().hints()
    if asked.number >= len(hints):
        raise AnswerError(f"there are {len(hints)} hints")
    return {"hint": hints[asked.number], "left": len(hints) - asked.number - 1}


def guess(asked: Guess) -> dict[str, Any]:
    """Whether a formula is valid on the hidden frame; nothing else of it is told."""
    exercise = asked.at.find()
    if not isinstance(exercise, HiddenFrame):
        raise AnswerError("only the hidden frame is asked about")
    return {"valid": exercise.ask(asked.formula)}
