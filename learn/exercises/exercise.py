"""What every kind of exercise is: a task with a sample answer, that can be shown, marked, measured and made."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from random import Random
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from kripke.formats.shape_report import in_words
from learn.exercises.fields import AnswerError, Prose
from learn.exercises.marks import Marks
from logic.errors import EpistemicError

Form = Literal["formula", "worlds", "model", "step", "choices", "text"]
"""How an answer is given: a formula, worlds of a picture, a model, a step with a world, some statements, or lines."""

Difficulty = Annotated[int, Field(ge=1, le=3)]


class Unsolvable(EpistemicError, ValueError):
    """An exercise whose sample answer is wrong, or which has no answer at all."""


def require_both(field: str, values: Iterable[bool]) -> None:
    """Refuse choices that are all right or all wrong: to choose all or nothing would be enough.

    Parameters
    ----------
    field : str
        The field with the choices.
    values : iterable of bool
        Whether each choice is right.
    """
    found = set(values)
    if len(found) == 1:
        says = "all of them hold" if found == {True} else "none of them holds"
        raise Unsolvable(f"{field}: {says}: expected some that hold and some that do not")


class Draft(NamedTuple):
    """A random exercise before the solver has seen it.

    Parameters
    ----------
    likeness : hashable
        What exercises that are alike have in common: plain data of strings, numbers and tuples.
    finish : callable
        Solves it and returns the exercise, or None if it has not the difficulty or no good answer.
    """

    likeness: Hashable
    finish: Callable[[], Exercise | None]


class Exercise(BaseModel, ABC):
    """An exercise: a task and a sample answer, read from a file or made from a seed. Unknown fields are errors.

    A kind adds its fields, among them ``answer``, the sample answer; the public part (`shown`) never contains it.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)

    form: ClassVar[Form]
    title: ClassVar[str]
    hint_texts: ClassVar[tuple[str, ...]] = ()

    kind: str
    text: Prose = ""
    hint: Prose = ""
    difficulty: Difficulty | None = None

    @property
    @abstractmethod
    def task(self) -> str:
        """The task in a sentence, formulas in backquotes."""

    @abstractmethod
    def shown(self) -> dict[str, Any]:
        """What the student sees beside the task, as plain data; never the sample answer."""

    @abstractmethod
    def marked(self, answer: Any) -> Marks:
        """The marks of an answer of the right type.

        Parameters
        ----------
        answer : Any
            The answer, of the type of the field ``answer``.
        """

    @abstractmethod
    def measure(self) -> int:
        """The difficulty that the solver finds: 1, 2 or 3.

        Raises
        ------
        Unsolvable
            If there is no answer.
        """

    @classmethod
    @abstractmethod
    def drafts(cls, rng: Random, difficulty: int) -> Iterator[Draft]:
        """A random exercise in some variants, cheap to make; none if this chance gives none; see `variants.make`.

        Parameters
        ----------
        rng : Random
            The source of chance.
        difficulty : int
            1, 2 or 3.
        """

    def warnings(self) -> tuple[str, ...]:
        """What is ambiguous or trivial about the exercise, in sentences."""
        return ()

    def public(self) -> dict[str, Any]:
        """The public part: kind, form of the answer, task, number of hints, and what is shown."""
        return {
            "kind": self.kind, "title": self.title, "form": self.form, "text": self.text, "task": self.task,
            "difficulty": self.difficulty, "hints": len(self.hints()),
        } | self.shown()  # fmt: skip

    def hints(self) -> tuple[str, ...]:
        """The hints in their order: the exercise's own first."""
        return tuple(filter(None, (self.hint, *self.hint_texts)))

    def mark(self, answer: object) -> Marks:
        """The marks of an answer that is plain data.

        Parameters
        ----------
        answer : object
            The answer as it stands in a file or a request.

        Raises
        ------
        AnswerError
            If it is no answer to this kind of exercise.
        EpistemicError
            If its formula or model has a mistake.
        """
        return self.marked(self.read(answer))

    @classmethod
    def read(cls, answer: object) -> Any:
        """The answer as the type of the field ``answer``.

        Parameters
        ----------
        answer : object
            The answer as plain data.

        Raises
        ------
        AnswerError
            If it is no answer to this kind of exercise.
        """
        field = cls.model_fields["answer"]
        whole: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        reader: TypeAdapter[Any] = TypeAdapter(whole, config=None if _configured(whole) else CONFIG)
        try:
            return reader.validate_python(answer)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            cause = first.get("ctx", {}).get("error")
            if isinstance(cause, EpistemicError):
                raise cause from None
            place = "".join(f".{part}" for part in first["loc"])
            raise AnswerError(f"answer{place}: {in_words(first)}") from None


CONFIG = ConfigDict(strict=True, arbitrary_types_allowed=True)


def _configured(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)
