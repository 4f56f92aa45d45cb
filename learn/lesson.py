"""A lesson: a title, and texts, models and exercises in their order; and its check."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from kripke.data.errors import FileError
from kripke.formats.reading import path_text, read_text
from kripke.prove.errors import OutOfTime
from learn.document import Document, Mistake, Place, mistakes_of, report
from learn.exercises.exercise import AFormula, AModel, AnswerError, Exercise, Name
from learn.exercises.registry import KINDS, make
from logic.errors import EpistemicError
from logic.exact import plural


class Strict(BaseModel):
    """Unknown fields are errors, and no value is converted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Seeded(Strict):
    """An exercise that the tool makes: a kind, a seed and a difficulty."""

    kind: Name
    seed: Annotated[int, Field(ge=0, le=1_000_000)]
    difficulty: Annotated[int, Field(ge=1, le=3)] = 1


class Part(Strict):
    """A text in Markdown, a live model with a formula, or an exercise: exactly one of them."""

    text: Annotated[str, Field(max_length=8_000)] | None = None
    model: AModel | None = None
    formula: AFormula | None = None
    caption: Annotated[str, Field(max_length=500)] = ""
    exercise: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _require_one(self) -> Part:
        given = [field for field in ("text", "model", "exercise") if getattr(self, field) is not None]
        if len(given) != 1:
            raise AnswerError(f"expected one of text, model and exercise, got {' and '.join(given) or 'none'}")
        return self


class Page(Strict):
    """The fields of a lesson's file."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    summary: Annotated[str, Field(max_length=500)] = ""
    parts: Annotated[tuple[Part, ...], Field(min_length=1, max_length=200, strict=False)]


class Lesson:
    """A lesson, read from a text; `FileError` gives the line and place of at most ten mistakes."""

    def __init__(self, text: str, name: str = "the lesson") -> None:
        self._document = Document(text, name)
        data = self._document.data
        if not isinstance(data, dict):
            raise self.mistake((), "expected a title and parts")
        try:
            self.page = Page.model_validate(data)
        except ValidationError as error:
            mistakes = mistakes_of(error, {**Page.model_fields, **Part.model_fields})
            raise report(self._document, [*mistakes, *_mistakes_in_exercises(data)]) from None

    @classmethod
    def load(cls, path: str | Path) -> Lesson:
        """Read a lesson from a file."""
        return cls(read_text(path), path_text(path))

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises in their order; those with a seed are made now."""
        read = [_exercise(path, given) for path, given in self.given]
        if mistakes := [mistake for each in read if not isinstance(each, Exercise) for mistake in each]:
            raise report(self._document, mistakes)
        return tuple(each for each in read if isinstance(each, Exercise))

    @cached_property
    def given(self) -> tuple[tuple[int, dict[str, Any]], ...]:
        """The position and the data of each part that is an exercise."""
        parts = enumerate(self.page.parts)
        return tuple((path, part.exercise) for path, part in parts if part.exercise is not None)

    def question(self, number: int) -> Exercise:
        """An exercise by its number, from 0, made now if it has a seed; `FileError` for no such exercise."""
        if not 0 <= number < len(self.given):
            name = Path(self._document.name).name
            raise FileError(
                f"{name} has {plural(len(self.given), 'exercise')}, numbered from 0; there is no number {number}"
            )
        read = _exercise(*self.given[number])
        if not isinstance(read, Exercise):
            raise report(self._document, read)
        return read

    def mistake(self, path: Place, says: str) -> FileError:
        """An error with the line and the place."""
        return report(self._document, [Mistake(path, says)])


def _exercise(path: int, given: dict[str, Any]) -> Exercise | list[Mistake]:
    """The exercise of a part, made if it has a seed; or the mistakes in its data."""
    read = _read(path, given)
    if not isinstance(read, Seeded):
        return read
    try:
        return make(KINDS[read.kind], read.seed, read.difficulty)
    except EpistemicError as error:
        return [Mistake(("parts", path, "exercise", "kind"), error.said("page"))]


def _read(path: int, given: dict[str, Any]) -> Exercise | Seeded | list[Mistake]:
    """The data of a part, checked: an exercise, or the seed that it is made from; or the mistakes in it."""
    place = ("parts", path, "exercise")
    try:
        kind: type[Exercise | Seeded] = KINDS[str(given.get("kind"))]
        kind = Seeded if "seed" in given else kind
        return kind.model_validate(given)
    except ValidationError as error:
        return mistakes_of(error, kind.model_fields, place)
    except EpistemicError as error:
        return [Mistake((*place, "kind"), error.said("page"))]


def _mistakes_in_exercises(data: dict[str, Any]) -> Iterator[Mistake]:
    """The mistakes in the exercises of a file that has other mistakes too."""
    parts = data.get("parts")
    for path, part in enumerate(parts if isinstance(parts, list) else []):
        given = part.get("exercise") if isinstance(part, dict) else None
        if isinstance(given, dict):
            read = _read(path, given)
            yield from read if isinstance(read, list) else ()


class Finding(NamedTuple):
    """The result of the check of an exercise: its number and that of its part of the lesson, from 1.

    The difficulty is None if the solver has no solution or ran out of time. An exercise with a mistake must not be
    given to students.
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
        part, difficulty, warnings = lesson.given[number][0], None, list[Mistake]()
        path = ("parts", part, "exercise")
        try:
            difficulty = exercise.measure()
        except EpistemicError as error:
            mistakes = [Mistake(path, error.said("page"))]
        else:
            mistakes = [Mistake((*path, "answer"), says) for says in _wrong(exercise)]
        if not mistakes:
            try:
                warnings = [Mistake(path, says) for says in exercise.warnings()]
            except OutOfTime as error:
                warnings = [Mistake(path, f"could not decide whether it is trivial: {error.said('page')}")]
        if exercise.difficulty is not None and difficulty not in (None, exercise.difficulty):
            says = f"{exercise.difficulty} is stated, the solver finds {difficulty}"
            warnings.append(Mistake((*path, "difficulty"), says))
        texts = [tuple(str(lesson.mistake(*each)) for each in some) for some in (mistakes, warnings)]
        yield Finding(number + 1, part + 1, exercise, difficulty, *texts)


def _wrong(exercise: Exercise) -> list[str]:
    """The reason why the sample answer is wrong."""
    try:
        marks = exercise.mark(exercise.model_dump()["answer"])
    except EpistemicError as error:
        return [error.said("page").removeprefix("answer: ")]
    return [
        row.says if row.undecided else f"the sample answer is wrong: {row.says}" for row in marks.rows if not row.right
    ]
