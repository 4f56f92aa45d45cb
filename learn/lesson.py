"""Lessons: texts, models and exercises in order; their file format and its validation.

A file is plain data in YAML or JSON. Mistakes are reported with their lines and their paths in words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

from pydantic import AfterValidator, Field, ValidationError, model_validator

from kripke.data.errors import FileError
from kripke.data.lazy import Lazy
from kripke.formats.file_reading import path_text, read_text
from kripke.formats.jsonfile import SHOWN, in_words, read_json
from kripke.prove.errors import OutOfTime
from learn.exercises.exercise import AFormula, AModel, AnswerError, Difficulty, Exercise, Name, Strict
from learn.exercises.registry import KINDS, make
from logic.errors import EpistemicError, did_you_mean, nearest
from logic.exact import plural
from logic.json_values import KINDS as JSON_KINDS

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from learn import document as documents
else:
    documents = Lazy("learn.document")  # with YAML, which browsers do not have

Place: TypeAlias = "tuple[str | int, ...]"  # names and positions from 0, such as ``("parts", 3, "exercise")``
PLACED = 500  # maximal number of mistakes to sort by line; finding a line reads the file from its start
UNKNOWN = "extra_forbidden"  # Pydantic's name of the error for a field that does not exist
IN_YAML = {dict: "names with values, as name: value", list: "a list, as [one, two]"}  # as teachers write them in YAML
# matches errors about unquoted words that YAML does not read as strings
UNQUOTED = re.compile(r"expected a text, got (true|false|-?[0-9])")


class Mistake(NamedTuple):
    """A mistake in a lesson file, and the path of the field that contains it."""

    path: Place
    says: str


def mistakes_of(error: ValidationError, fields: Collection[str], place: Place = ()) -> list[Mistake]:
    """Return the mistakes that pydantic reports, except those that follow from a misspelt name or a wrong entry.

    `fields`: the known names of fields. `place`: the path of the validated data in the file.
    """
    details = error.errors(include_url=False)
    unknown = [detail["loc"] for detail in details if detail["type"] == UNKNOWN]
    meant = {(*loc[:-1], nearest(str(loc[-1]), list(fields))) for loc in unknown}
    inside = {detail["loc"][:size] for detail in details for size in range(len(detail["loc"]))}
    follows = {"missing": meant, "too_short": inside}  # pydantic counts only entries without a mistake
    kept = [detail for detail in details if detail["loc"] not in follows.get(detail["type"], ())]
    return [Mistake((*place, *detail["loc"]), _says(detail, fields)) for detail in kept]


def _says(detail: ErrorDetails, fields: Collection[str]) -> str:
    if detail["type"] == UNKNOWN:
        name = str(detail["loc"][-1])
        return "there is no such field" + (" here" if name in fields else did_you_mean(name, fields))
    cause = detail.get("ctx", {}).get("error")
    says = cause.said("page") if isinstance(cause, EpistemicError) else in_words(detail)
    for kind, written in IN_YAML.items():
        says = says.replace(f"expected {JSON_KINDS[kind]}", f"expected {written}")
    return says + ("; write it in quotes" if UNQUOTED.search(says) else "")


class _Plain(NamedTuple):
    """The data of a JSON file, as a replacement for a `Document`; `line` returns 1 for every path."""

    name: str
    data: Any

    def line(self, path: Place) -> int:
        return 1


def report(document: documents.Document | _Plain, mistakes: Sequence[Mistake]) -> FileError:
    """Return one error for all mistakes (at least one), sorted by line; its message contains the first `SHOWN`."""
    placed = mistakes[:PLACED]
    rows = sorted((document.line(each.path), f"{place_in_words(each.path)}: {each.says}") for each in placed)
    if len(mistakes) == 1:
        return FileError(f"{document.name}, line {rows[0][0]}: {rows[0][1]}")
    shown = [f"  line {line}: {text}" for line, text in rows[:SHOWN]]
    more = [f"  and {len(mistakes) - SHOWN} more"] if len(mistakes) > SHOWN else []
    return FileError("\n".join([f"{document.name}: {len(mistakes)} mistakes", *shown, *more]))


def place_in_words(path: Place) -> str:
    """Describe a path in words; indices are counted from 1.

    >>> place_in_words(("parts", 1, "exercise", "announce", 0))
    'part 2, exercise, announce, entry 1'
    """
    words = [f"entry {step + 1}" if isinstance(step, int) else step for step in path]
    if words[:1] == ["parts"] and len(words) > 1:
        words[:2] = [words[1].replace("entry", "part")]
    return ", ".join(words) or "the file"


class Seeded(Strict):
    """An exercise that is generated from a kind, a seed and a difficulty."""

    kind: Name
    seed: Annotated[int, Field(ge=0, le=1_000_000)]
    difficulty: Difficulty = 1


MOST_STATES = 64  # maximal number of states of a system in a lesson: its states are drawn


def _system(text: str) -> str:
    """Return the text if it is an ISPL system with at most `MOST_STATES` states; `AnswerError` otherwise."""
    from kripke.time.ispl import loads_ispl  # loads Lark and NumPy, which few lessons need

    try:
        loads_ispl(text, symbolic=False, states=MOST_STATES)
    except EpistemicError as error:
        raise AnswerError(error.said("page")) from None
    return text


class Part(Strict):
    """A part of a lesson: one Markdown text, model, system or exercise; a model or system may have a `formula`."""

    text: Annotated[str, Field(max_length=8_000)] | None = None
    model: AModel | None = None
    system: Annotated[str, Field(max_length=20_000), AfterValidator(_system)] | None = None
    formula: AFormula | None = None
    caption: Annotated[str, Field(max_length=500)] = ""  # below the picture of the model or system
    exercise: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _require_one(self) -> Part:
        given = [field for field in ("text", "model", "system", "exercise") if getattr(self, field) is not None]
        if len(given) != 1:
            raise AnswerError(f"expected one of text, model, system and exercise, got {' and '.join(given) or 'none'}")
        return self


class Page(Strict):
    """The fields of a lesson file."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    summary: Annotated[str, Field(max_length=500)] = ""
    parts: Annotated[tuple[Part, ...], Field(min_length=1, max_length=200, strict=False)]


class Lesson:
    """A lesson read from a text; `FileError` reports at most ten mistakes with their lines."""

    def __init__(self, text: str, name: str = "the lesson", is_json: bool = False) -> None:
        document = _Plain(name, read_json(text, float)) if is_json else documents.Document(text, name)
        self._document, data = document, document.data
        if not isinstance(data, dict):
            raise self.mistake((), "expected a title and parts")
        try:
            self.page = Page.model_validate(data)
        except ValidationError as error:
            mistakes = mistakes_of(error, {**Page.model_fields, **Part.model_fields})
            raise report(document, [*mistakes, *_mistakes_in_exercises(data)]) from None

    @classmethod
    def load(cls, path: str | Path) -> Lesson:
        """Read a lesson from a YAML file, or from a ``.json`` file that `to_json` wrote."""
        return cls(read_text(path), path_text(path), Path(path).suffix == ".json")

    @property
    def data(self) -> Any:
        """The parsed content of the lesson file."""
        return self._document.data

    def to_json(self) -> str:
        """Return the lesson as JSON, which `load` reads without a YAML library."""
        return json.dumps(self.data, ensure_ascii=False)

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises in order, generated on first access if given by a seed; `FileError` if one has mistakes."""
        read = [exercise_of(path, given) for path, given in self.given]
        if mistakes := [mistake for each in read if not isinstance(each, Exercise) for mistake in each]:
            raise report(self._document, mistakes)
        return tuple(each for each in read if isinstance(each, Exercise))

    @cached_property
    def given(self) -> tuple[tuple[int, dict[str, Any]], ...]:
        """The index and the data of each part that is an exercise."""
        return tuple((path, part.exercise) for path, part in enumerate(self.page.parts) if part.exercise is not None)

    def question(self, number: int) -> Exercise:
        """Return an exercise by its index, generated if it has a seed; `AnswerError` if there is no such index.

        `FileError` if the exercise has mistakes.
        """
        if not 0 <= number < len(self.given):
            count = plural(len(self.given), "exercise")
            raise AnswerError(f"{self.page.title!r} has {count}; there is no exercise {number + 1}")
        read = exercise_of(*self.given[number])
        if not isinstance(read, Exercise):
            raise report(self._document, read)
        return read

    def mistake(self, path: Place, says: str) -> FileError:
        """Return a `FileError` about the value at a path: the message `says`, with the line of the value."""
        return report(self._document, [Mistake(path, says)])


def exercise_of(path: int, given: dict[str, Any]) -> Exercise | list[Mistake]:
    """Return the exercise of the part with index `path`, generated if it has a seed; or the mistakes in its data."""
    read = _read(path, given)
    if not isinstance(read, Seeded):
        return read
    try:
        return make(read.kind, read.seed, read.difficulty)
    except EpistemicError as error:
        return [Mistake(("parts", path, "exercise", "kind"), error.said("page"))]


def _read(path: int, given: dict[str, Any]) -> Exercise | Seeded | list[Mistake]:
    """Validate the data of a part: return the exercise, the seed to generate it from, or the mistakes."""
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
    """Yield the mistakes in the exercises of a file that also has other mistakes."""
    parts = data.get("parts")
    for path, part in enumerate(parts if isinstance(parts, list) else []):
        given = part.get("exercise") if isinstance(part, dict) else None
        if isinstance(given, dict) and isinstance(read := _read(path, given), list):
            yield from read


class Finding(NamedTuple):
    """The result of checking an exercise."""

    number: int  # number of the exercise in the lesson, from 1
    part: int  # number of its part in the lesson, from 1
    exercise: Exercise
    difficulty: int | None  # as measured; None if the solver finds no solution or runs out of time
    mistakes: tuple[str, ...]  # an exercise with mistakes must not be given to students
    warnings: tuple[str, ...]  # doubts, such as an ambiguous task


def check(lesson: Lesson) -> Iterator[Finding]:
    """Yield a finding for each exercise: mark its sample answer, measure its difficulty, and look for ambiguity."""
    for number, exercise in enumerate(lesson.exercises):
        part = lesson.given[number][0]
        difficulty, *remarks = judge(exercise)
        at = ("parts", part, "exercise")
        texts = [tuple([str(lesson.mistake((*at, *path), says)) for path, says in some]) for some in remarks]
        yield Finding(number + 1, part + 1, exercise, difficulty, *texts)


def judge(exercise: Exercise) -> tuple[int | None, list[Mistake], list[Mistake]]:
    """Return the difficulty (None if it cannot be measured), mistakes and warnings, with paths in the exercise."""
    difficulty, warnings = None, list[Mistake]()
    try:
        difficulty = exercise.measure()
    except EpistemicError as error:
        mistakes = [Mistake((), error.said("page"))]
    else:
        mistakes = [Mistake(("answer",), says) for says in _wrong(exercise)]
    if not mistakes:
        try:
            warnings = [Mistake((), says) for says in exercise.warnings()]
        except OutOfTime as error:
            warnings = [Mistake((), f"could not decide whether it is trivial: {error.said('page')}")]
    if exercise.difficulty is not None and difficulty not in (None, exercise.difficulty):
        warnings.append(Mistake(("difficulty",), f"{exercise.difficulty} is stated, the solver finds {difficulty}"))
    return difficulty, mistakes, warnings


def _wrong(exercise: Exercise) -> list[str]:
    """Return the reasons why the sample answer is wrong; empty if it is right."""
    try:
        marks = exercise.mark(exercise.model_dump()["answer"])
    except EpistemicError as error:
        return [error.said("page").removeprefix("answer: ")]
    wrong = [row for row in marks.rows if not row.right]
    return [row.says if row.undecided else f"the sample answer is wrong: {row.says}" for row in wrong]
