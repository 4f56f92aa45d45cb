"""Whether each exercise of a lesson is solvable, and which are ambiguous."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kripke.prove.errors import OutOfTime
from learn.exercises.exercise import Exercise
from learn.lessons.lesson import Lesson
from logic.errors import EpistemicError


class Finding(NamedTuple):
    """What the check found about an exercise.

    Parameters
    ----------
    number, part : int
        The number of the exercise and of its part of the lesson, from 1.
    difficulty : int or None
        What the solver measured; None if it found no solution, or ran out of time.
    mistakes, warnings : tuple of str
        Sentences; an exercise with a mistake must not be given to students.
    """

    number: int
    part: int
    exercise: Exercise
    difficulty: int | None
    mistakes: tuple[str, ...]
    warnings: tuple[str, ...]


def check(lesson: Lesson) -> Iterator[Finding]:
    """Prove each exercise solvable by its sample answer, measure it, and look for ambiguity."""
    for number, exercise in enumerate(lesson.exercises):
        part = lesson.given[number][0]
        path = ("parts", part, "exercise")
        difficulty, says = _measured(exercise)
        mistakes = [] if says is None else [str(lesson.mistake(path, says))]
        if not mistakes:
            mistakes = [str(lesson.mistake((*path, "answer"), each)) for each in _wrong(exercise)]
        warnings = [] if mistakes else [str(lesson.mistake(path, each)) for each in _warnings(exercise)]
        if exercise.difficulty is not None and difficulty not in (None, exercise.difficulty):
            says = f"{exercise.difficulty} is stated, the solver finds {difficulty}"
            warnings.append(str(lesson.mistake((*path, "difficulty"), says)))
        yield Finding(number + 1, part + 1, exercise, difficulty, tuple(mistakes), tuple(warnings))


def _measured(exercise: Exercise) -> tuple[int | None, str | None]:
    try:
        return exercise.measure(), None
    except EpistemicError as error:
        return None, str(error)


def _warnings(exercise: Exercise) -> tuple[str, ...]:
    try:
        return exercise.warnings()
    except OutOfTime as error:
        return (f"could not decide whether it is trivial: {error}",)


def _wrong(exercise: Exercise) -> list[str]:
    """Why the sample answer is not right."""
    try:
        marks = exercise.mark(exercise.model_dump()["answer"])
    except EpistemicError as error:
        return [str(error).removeprefix("answer: ")]
    return [
        row.says if row.undecided else f"the sample answer is wrong: {row.says}" for row in marks.rows if not row.right
    ]
