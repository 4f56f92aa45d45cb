"""A lesson: a title, and texts, models and exercises in their order."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kripke.data.errors import FileError
from kripke.formats.files import path_text, read_text
from kripke.formats.shape_words import in_words
from learn.exercises.exercise import Exercise
from learn.exercises.fields import AFormula, AModel, Name
from learn.exercises.registry import kind_of
from learn.exercises.variants import make
from learn.lessons.plain import Document
from logic.errors import EpistemicError

UNKNOWN = "extra_forbidden"
"""Pydantic's name of the error for a field that does not exist."""


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


class Page(Strict):
    """The fields of a lesson's file."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    summary: Annotated[str, Field(max_length=500)] = ""
    parts: Annotated[tuple[Part, ...], Field(min_length=1, max_length=200, strict=False)]


class Lesson:
    """A lesson that was read from a text.

    Parameters
    ----------
    text : str
        The YAML text.
    name : str
        What messages call it.

    Raises
    ------
    FileError
        With the line and the field of the first mistake.
    """

    def __init__(self, text: str, name: str = "the lesson") -> None:
        self._document = Document(text, name)
        self.page = self._page()
        for path, part in enumerate(self.page.parts):
            given = [field for field in ("text", "model", "exercise") if getattr(part, field) is not None]
            if len(given) != 1:
                raise self.mistake(("parts", path), f"expected one of text, model and exercise, got {given or 'none'}")

    @classmethod
    def load(cls, path: str | Path) -> Lesson:
        """Read a file.

        Parameters
        ----------
        path : str or Path
            The file.
        """
        return cls(read_text(path), path_text(path))

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises in their order; those with a seed are made now."""
        return tuple(self._exercise(path, given) for path, given in self.given)

    @cached_property
    def given(self) -> tuple[tuple[int, dict[str, Any]], ...]:
        """The position and the data of each part that is an exercise."""
        parts = enumerate(self.page.parts)
        return tuple((path, part.exercise) for path, part in parts if part.exercise is not None)

    def question(self, number: int) -> Exercise:
        """An exercise by its number, from 0; one with a seed is made now, the others are only read.

        Parameters
        ----------
        number : int
            The number.

        Raises
        ------
        FileError
            If there is none, or it has a mistake.
        """
        if not 0 <= number < len(self.given):
            name = Path(self._document.name).name
            raise FileError(f"{name} has {len(self.given)} exercises, numbered from 0; there is no number {number}")
        return self._exercise(*self.given[number])

    def _page(self) -> Page:
        if not isinstance(self._document.data, dict):
            raise self.mistake((), "expected a title and parts")
        try:
            return Page.model_validate(self._document.data)
        except ValidationError as error:
            raise self._mistake_of(error, ()) from None

    def _exercise(self, path: int, given: dict[str, Any]) -> Exercise:
        place = ("parts", path, "exercise")
        try:
            kind = kind_of(str(given.get("kind")))
            if "seed" in given:
                seeded = Seeded.model_validate(given)
                return make(kind, seeded.seed, seeded.difficulty)
            return kind.model_validate(given)
        except ValidationError as error:
            raise self._mistake_of(error, place) from None
        except FileError:
            raise
        except EpistemicError as error:
            raise self.mistake((*place, "kind"), str(error)) from None

    def _mistake_of(self, error: ValidationError, place: tuple[str | int, ...]) -> FileError:
        errors = error.errors(include_url=False)
        first = next((each for each in errors if each["type"] == UNKNOWN), errors[0])  # rather than what it replaces
        path = (*place, *first["loc"])
        if first["type"] == UNKNOWN:
            return self.mistake(path, "there is no such field")
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, EpistemicError):
            return self.mistake(path, str(cause))
        return self.mistake(path, in_words(first))

    def mistake(self, path: tuple[str | int, ...], says: str) -> FileError:
        """An error with the line and the field.

        Parameters
        ----------
        path : tuple of str or int
            The field.
        says : str
            What is wrong.
        """
        field = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
        line = self._document.line(path)
        return FileError(f"{self._document.name}, line {line}: {field or 'the file'}: {says}")
