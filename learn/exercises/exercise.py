"""The interface of exercises, which have a task and a sample answer, and can be shown, marked and generated."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, PlainSerializer, TypeAdapter, ValidationError

from kripke.formats.jsonfile import in_words
from kripke.models.kripke_model import KripkeModel
from kripke.prove.errors import OutOfTime
from learn.exercises.formulas import WORLDS, limited_formula
from learn.exercises.marks import Mark, Marks
from logic.errors import EpistemicError, FormulaError, TooLarge, by_face, listing, near_miss, shorten
from logic.formula import Formula, require_agent
from logic.json_values import json_text


class AnswerError(EpistemicError, ValueError):
    """Raised for an answer that cannot be marked, such as a formula with an agent that the exercise lacks."""


def require_known(answer: Collection[object], known: Collection[object], what: str) -> None:
    """Raise `AnswerError` for an answer with an unknown name.

    Parameters
    ----------
    answer, known : collection
        The names in the answer, and the known ones.
    what : str
        What the names stand for, such as ``world``, for the message.
    """

    def named(each: object) -> str:
        if isinstance(known, range) and isinstance(each, int) and 0 <= each < 26:
            return f"{each} ({chr(97 + each)})"
        return repr(each)

    for each in answer:
        if each not in known:
            there = listing(map(named, known))
            raise AnswerError(f"answer: there is no {what} {shorten(named(each))}; there is {there}")


def one_of(names: Collection[str]) -> AfterValidator:
    """Return a validator that accepts only these names, and raises `AnswerError` for any other name."""

    def require(value: str) -> str:
        if value not in names:
            raise AnswerError(f"expected {listing(names)}, got {shorten(repr(value))}{near_miss(value, list(names))}")
        return value

    return AfterValidator(require)


def _formula(value: object) -> Formula:
    if isinstance(value, Formula):
        return value
    if not isinstance(value, str):
        raise FormulaError(f"expected a formula as text, got {json_text(value)}: write it in quotes")
    return limited_formula(value)


def _model(value: object) -> KripkeModel:
    """Return the model in a model file's data, in which ``whoknows: 1`` may be missing.

    Raises `FormulaError`, `FileError` or `TooLarge` for invalid data.
    """
    if isinstance(value, KripkeModel):
        return value
    if not isinstance(value, dict):
        raise FormulaError(f"expected a model with worlds and relations, got {json_text(value)}")
    worlds = value.get("worlds")
    if isinstance(worlds, dict) and len(worlds) > WORLDS:
        raise TooLarge(f"the model has {len(worlds):,} worlds; a model in an exercise has at most {WORLDS}")
    return KripkeModel.from_dict({"whoknows": 1, **value})


AFormula = Annotated[Formula, BeforeValidator(_formula), PlainSerializer(str)]
AModel = Annotated[KripkeModel, BeforeValidator(_model), PlainSerializer(KripkeModel.to_dict)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Agent = Annotated[Name, AfterValidator(require_agent)]
Prose = Annotated[str, Field(max_length=4_000)]
Formulas = Annotated[tuple[AFormula, ...], Field(min_length=1, max_length=12, strict=False)]
Worlds = Annotated[tuple[Name, ...], Field(max_length=64, strict=False)]
Vocabulary = Annotated[dict[Name, Prose], Field(max_length=20)]  # words for atoms and agents, see `wording.Words`
Difficulty = Annotated[int, Field(ge=1, le=3)]

Form = Literal["formula", "worlds", "model", "step", "choices", "path", "number", "text", "proof"]
"""The forms of an answer: a formula, worlds, a model, a step of an argument with a world, indices of statements, a
statement with a path of worlds, a number, lines of text, or a Fitch-style proof."""

_WRITTEN = {
    "worlds": ('a list of names of worlds, such as ["u", "v"]', "names of worlds, such as u, v"),
    "choices": ("a list of statements, counted from 0, such as [0, 2]", "letters of statements, such as a, c"),
    "step": ('a line and a world, such as {"step": 2, "world": "w"}', "a line and a world, such as 2 w"),
    "path": (
        'a statement from 0 and worlds: {"choice": 1, "worlds": ["u", "v"]}',
        "a letter and worlds, such as b: u, v",
    ),
}
FORMS: Mapping[str, str] = {form: by_face(python, typed, typed) for form, (python, typed) in _WRITTEN.items()}
"""For each form of an answer whose notation is not obvious, how to write it in Python, and how to type it."""

PATIENCE: ContextVar[float | None] = ContextVar("patience", default=1)


@contextmanager
def patience(factor: float | None) -> Iterator[None]:
    """Context manager that multiplies the time limits of the prover by `factor`, for slow machines; None: no limits."""
    before = PATIENCE.set(factor)
    try:
        yield
    finally:
        PATIENCE.reset(before)


def limit(seconds: float) -> float | None:
    """Return the time limit of a query to the prover: `seconds` times the factor of `patience`; None: no limit."""
    return (factor := PATIENCE.get()) and seconds * factor


class Unsolvable(EpistemicError, ValueError):
    """Raised for an exercise that has no answer, has wrong data, or cannot be generated."""


Drafts: TypeAlias = "Iterable[tuple[Hashable, *tuple[Any, ...]]]"
"""Unchecked exercises: tuples of a likeness (a key, equal for similar ones) and the further arguments of `finished`."""

TEXTS: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_name("texts.json").read_text("utf-8"))
"""For each kind of exercise, the values of its class variables that are texts, such as the title and the hints."""


class Strict(BaseModel):
    """The base class of data read from files: unknown fields are errors, and values are not converted."""

    model_config = {"strict": True, "extra": "forbid", "frozen": True, "arbitrary_types_allowed": True}


class Exercise(Strict, ABC):
    """An exercise: a task and a sample answer, read from a file or generated from a seed. Unknown fields are errors.

    A subclass is a kind of exercise and adds its fields. One of them is ``answer``, the sample answer, which `shown`
    never returns. The sentences of each kind are in `TEXTS`. Each exercise may have a `text` (a story before the
    task), a `hint`, and a stated `difficulty`.
    """

    form: ClassVar[Form]
    """The form of the answer."""
    title: ClassVar[str]
    """The title of the kind."""
    trains: ClassVar[str]
    """The skill that the kind trains, a phrase to follow "this trains"."""
    asks: ClassVar[str] = ""
    """The task as a template, if the kind has one; its fields refer to the exercise, such as ``{0.formula}``."""
    hint_texts: ClassVar[Sequence[str]] = ()
    """The hints of the kind, in order."""

    kind: str
    text: Prose = ""
    hint: Prose = ""
    difficulty: Difficulty | None = None

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        for name, says in TEXTS.get(cls.model_fields["kind"].default, {}).items():
            setattr(cls, name, says)

    @property
    def task(self) -> str:
        """The task as a sentence, with formulas in backquotes."""
        return self.asks.format(self)

    def shown(self) -> dict[str, Any]:
        """Return the data that the student sees besides the task, such as the model; never the sample answer."""
        return {"model": self.model.to_dict()}  # type: ignore[attr-defined]  # kinds without a model override this method

    @abstractmethod
    def marked(self, answer: Any) -> Marks:
        """Mark an answer, which has the type of the sample answer; `OutOfTime` if the prover is too slow."""

    @abstractmethod
    def measure(self) -> int:
        """Return the difficulty, as computed by the solver: 1, 2 or 3; `Unsolvable` if there is no answer."""

    @classmethod
    @abstractmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield random drafts of exercises; one call may yield several or none.

        Parameters
        ----------
        rng : Random
            The random generator.
        difficulty : int
            1, 2 or 3.
        """

    @classmethod
    @abstractmethod
    def finished(cls, rng: Random, difficulty: int, *draft: Any, **_: Any) -> Exercise | None:
        """Make an exercise from a draft, if it has a good answer and the right difficulty.

        Otherwise the result is None, or `Unsolvable` is raised.

        Parameters
        ----------
        rng, difficulty : Random, int
            As for `drafts`.
        *draft : Any
            The elements of the draft after the first, which only serves to recognise similar exercises.
        **_ : Any
            Parameters that only some kinds have.
        """

    def warnings(self) -> tuple[str, ...]:
        """Return sentences about ambiguous or trivial parts of the exercise."""
        return ()

    def public(self) -> dict[str, Any]:
        """Return the data for students: `shown`, kind, title, skill, form, text, task, difficulty, number of hints."""
        return {
            "kind": self.kind, "title": self.title, "trains": self.trains, "form": self.form, "text": self.text,
            "task": self.task, "difficulty": self.difficulty, "hints": len(self.hints()),
        } | self.shown()  # fmt: skip

    def hints(self) -> tuple[str, ...]:
        """Return the hints in order: the exercise's own hint, then the hints of its kind."""
        return tuple(filter(None, (self.hint, *self.hint_texts)))

    def mark(self, answer: object) -> Marks:
        """Return the marks of an answer given as plain data, as in a file or a request.

        If the prover is too slow, the result is one undecided mark without points.

        Raises
        ------
        AnswerError
            If the data is not an answer to this kind of exercise.
        EpistemicError
            If a formula or model in the answer has a mistake.
        """
        given = self.read(answer)
        try:
            return self.marked(given)
        except OutOfTime as error:
            why = str(error).partition(";")[0]
            says = f"Could not decide whether this is right ({why}): no points are won or lost."
            return Marks((Mark(0, 0, says, undecided=True),))

    @classmethod
    def read(cls, answer: object) -> Any:
        """Convert plain data to the type of the field ``answer``; `AnswerError` if that is impossible.

        For a mistake in a formula or model, the error is that of the formula or model, such as `ParseError`.
        """
        field = cls.model_fields["answer"]
        whole: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        has_config = isinstance(whole, type) and issubclass(whole, BaseModel)
        reader: TypeAdapter[Any] = TypeAdapter(whole, config=None if has_config else cls.model_config)
        try:
            return reader.validate_python(answer)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            cause = first.get("ctx", {}).get("error")
            if isinstance(cause, EpistemicError):
                raise cause from None
            place = "".join(f".{part}" for part in first["loc"])
            advice = f"; write {FORMS[cls.form]}" if cls.form in FORMS else ""
            raise AnswerError(f"answer{place}: {in_words(first)}{advice}") from None
