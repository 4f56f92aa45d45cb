"""Exercises that a teacher writes on the page: their fields as text, their mistakes, and lessons as YAML."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import yaml
from pydantic import ValidationError

from kripke.data.errors import FileError
from kripke.models.kripke_model import KripkeModel
from learn.document import Document
from learn.exercises.exercise import AnswerError, Exercise
from learn.exercises.registry import KINDS
from learn.lesson import Lesson, Mistake, exercise_of, judge, mistakes_of, place_in_words
from logic.formula import Formula

Form: TypeAlias = Literal["formula", "model", "text", "lines", "yaml"]  # of a field: lines are a list, yaml is any data
FORMS: Mapping[object, Form] = {Formula: "formula", KripkeModel: "model", str: "text"}


class Field(NamedTuple):
    """A field of an exercise in the editor, with its content as text."""

    name: str
    form: Form
    required: bool
    text: str


def _form(kind: type[Exercise], name: str) -> Form:
    given = kind.model_fields[name].annotation if name in kind.model_fields else None
    first, *more = get_args(given) or (None,)
    if more == [...] and getattr(first, "__origin__", first) in (Formula, str):
        return "lines"
    return FORMS.get(given, "yaml")


def fields_of(given: Mapping[str, Any]) -> list[Field]:
    """Return the fields of an exercise from a lesson file, as text; an exercise with a seed is generated first."""
    if "seed" in given:
        exercise = exercise_of(0, dict(given))
        if not isinstance(exercise, Exercise):
            raise AnswerError("; ".join(f"{each.path[-1]}: {each.says}" for each in exercise))
        given = {"kind": exercise.kind, **exercise.model_dump(mode="json", exclude_defaults=True)}
    kind = KINDS[str(given.get("kind"))]
    fields = [
        Field(name, form := _form(kind, name), info.is_required(), _text(form, given[name]) if name in given else "")
        for name, info in kind.model_fields.items()
        if name != "kind"
    ]
    return sorted(fields, key=lambda each: (not each.required, each.name == "answer"))


def _text(form: Form, value: Any) -> str:
    if form == "lines" and isinstance(value, list):
        return "\n".join(map(str, value))
    if form == "model":
        return json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, str) and form != "yaml" else dump(value, 10_000).removesuffix("...\n").strip()


def _value(form: Form, name: str, text: str) -> Any:
    if form == "lines":
        return [line.strip() for line in text.splitlines() if line.strip()]
    return Document(text, name).data if form in ("yaml", "model") else text


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """A YAML dumper that writes strings of several lines as blocks."""

    def represent_text(self, text: str) -> yaml.Node:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _Dumper.represent_text)


def dump(data: Any, width: int = 100) -> str:
    """Return plain data as YAML."""
    style = {"allow_unicode": True, "sort_keys": False, "default_flow_style": None}
    return str(yaml.dump(data, None, _Dumper, width=width, **style))


class Draft(NamedTuple):
    """An exercise that a teacher is still writing; `checked` adds the difficulty and the warnings."""

    data: dict[str, Any]  # the exercise as in a file
    problems: dict[str, str]  # the mistake in each field, or in the whole exercise (the key "")
    exercise: Exercise | None = None  # None if its fields cannot be read
    difficulty: int | None = None  # as measured by the solver
    warnings: tuple[str, ...] = ()


def read(kind: str, texts: Mapping[str, str]) -> Draft:
    """Read a draft from the texts of its fields; empty texts are left out."""
    exercise_class, data, problems = KINDS[kind], dict[str, Any](kind=kind), dict[str, str]()
    for name, text in texts.items():
        if text.strip():
            try:
                data[name] = _value(_form(exercise_class, name), name, text)
            except FileError as error:
                data[name], problems[name] = text, error.said("page").removeprefix(f"{name}, ")
    try:
        return Draft(data, problems, exercise_class.model_validate(data))
    except ValidationError as error:
        for mistake in mistakes_of(error, exercise_class.model_fields):
            _tell(problems, mistake, exercise_class)
        return Draft(data, problems)


def checked(draft: Draft) -> Draft:
    """Return the draft with its difficulty and warnings; mistakes found by the solver are added to `draft.problems`."""
    if draft.exercise is None:
        return draft
    difficulty, mistakes, warnings = judge(draft.exercise)
    for mistake in mistakes:
        _tell(draft.problems, mistake, type(draft.exercise))
    return draft._replace(difficulty=difficulty, warnings=tuple([each.says for each in warnings]))


def _tell(problems: dict[str, str], mistake: Mistake, kind: type[Exercise]) -> None:
    """Record the first mistake of each field in `problems`; the mistake's path or first word names the field."""
    name, says = str((*mistake.path, "")[0]), mistake.says
    if not name and (word := re.match(r"(\w+)[.:]", says)) and word[1] in kind.model_fields:
        name, says = word[1], says.removeprefix(f"{word[1]}:").strip()
    place = f"{place_in_words(mistake.path[1:])}: " if len(mistake.path) > 1 else ""
    problems.setdefault(name, place + says)


def to_yaml(lesson: Mapping[str, Any]) -> str:
    """Return a lesson as YAML text; `FileError` if it has mistakes."""
    text = dump({name: value for name, value in lesson.items() if value not in ("", None)})
    from_yaml(text)  # refuses mistakes
    return text


def from_yaml(text: str) -> dict[str, Any]:
    """Return the data of a lesson's YAML text: title, summary and parts; `FileError` if it has mistakes."""
    lesson = Lesson(text)
    _ = lesson.exercises
    data: dict[str, Any] = lesson.data
    return {"title": data["title"], "summary": data.get("summary", ""), "parts": data["parts"]}
