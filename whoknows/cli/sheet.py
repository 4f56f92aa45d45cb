"""The command `sheet`: exercises as documents and for learning management systems, with a version for each student."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import chain, count
from pathlib import Path
from typing import Any, Literal, get_args

from kripke.data.errors import FileError
from kripke.data.lazy import Lazy
from kripke.formats.writing import made_folder, require_place, write_texts
from logic.errors import listing
from logic.exact import plural
from whoknows.cli.guard import argument, command, option, refuse, written
from whoknows.cli.streams import say

sheets, registry = Lazy("viz.sheets"), Lazy("learn.exercises.registry")
lessons, results, writing = Lazy("learn.lesson"), Lazy("learn.results"), Lazy("learn.writing")

Format = Literal["pdf", "tex", "md", "html", "moodle", "yaml"]
ENDINGS = {"moodle": "xml"}
FORMATS: dict[str, Format] = {ENDINGS.get(each, each): each for each in get_args(Format)}  # formats by file extension
STUDENTS = 1_000  # maximal number of students
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
"""Reserved file names of Windows, in lower case."""


@command("sheet")
def _sheet(
    exercises: list[str] = argument("EXERCISES...", "Kinds, such as predict, and files of lessons in YAML."),
    output: Path = written("-o --output FILE", "The file; a folder with --students.", ...),
    form: Format | None = option(
        "--format FORMAT", "pdf, tex, md, html, moodle or yaml; by default that of the file's ending, else pdf."
    ),
    count: int | None = option("--count N", "Number of exercises; by default those of lessons, or 10.", min=1, max=100),
    difficulty: int = option("--difficulty N", "1, 2 or 3.", 1, min=1, max=3),
    seed: int = option("--seed N", "Of the first exercise; another one gives another sheet.", 1, min=0, max=900_000),
    students: Path | None = option(
        "--students FILE", "A table in CSV with a column student or name: a version for each."
    ),
    title: str = option("--title TEXT", "Above each sheet.", "Exercises"),
) -> None:
    """Write a sheet of exercises, and one with the solutions.

    The exercises of lessons come first, then the kinds in turn. Each student's version has different exercises of
    the same kinds; up to 256 of a kind are all different. A table for the answers, which "whoknows mark" marks, is
    written beside the sheets. pdf needs the extra "sheets". moodle is one file of questions; yaml is a lesson for the
    page.

    Examples
    --------
    whoknows sheet predict translate after_lie --count 6 -o week1.pdf
    whoknows sheet predict name_worlds --students class.csv --format html -o week1
    whoknows sheet predict translate --count 20 --format moodle -o questions.xml
    """
    ending = output.suffix[1:].lower()
    form = form or FORMATS.get(ending, "pdf")
    refuse(
        (
            ending and ending not in FORMATS and students is None,
            f"{output}: no format has this ending; there is {listing('.' + each for each in FORMATS)}",
        ),
        (students is not None and ending, f"{output}: with --students the output is a folder, without an ending"),
        (ending and FORMATS.get(ending) != form, f"{output}: {form} has the ending .{ENDINGS.get(form, form)}"),
    )
    if ending:
        require_place(output)
    given = _given(exercises)
    names = [""] if students is None else _students(students)
    kinds = [each for each in given if isinstance(each, str)]
    fixed = [each for each in given if not isinstance(each, str)]
    least = len(fixed)
    count = max(least, 10 if kinds else 0) if count is None else count
    refuse(
        (count < least, f"--count {count}: the lessons have {plural(least, 'exercise')}"),
        (count > least and not kinds, f"--count {count}: the lessons have {least}: name a kind for the others"),
    )
    versions, left_out = [], list[str]()
    for student, more in zip(names, _made(kinds, count - least, difficulty, seed), strict=False):
        items = [*fixed, *more]
        on_paper = [item for item in items if form == "yaml" or item.is_for_paper]
        left_out += [item.name for item in items if item not in on_paper]
        versions.append(sheets.Sheet(title, student, on_paper))
    files = _files(versions, form, output, left_out)
    if left_out:
        why = "Moodle has no form for them" if form == "moodle" else "they need a screen"
        # the kind of KIND/DIFFICULTY/SEED, or the name of a lesson's exercise
        missing = {name.partition("/")[0] if name.count("/") == 2 else name for name in left_out}
        say(f"left out, since {why}: {listing(sorted(missing), 'and')}", err=True)
    refuse((len(left_out) == count * len(versions), "nothing is left for the sheet: name other kinds"))
    if not ending:
        made_folder(output)
    write_texts(*files)
    for path, _ in files:
        say(str(path))


def _given(exercises: list[str]) -> list[Any]:
    """Return the kinds of exercises named on the command line, and the exercises of lesson files with their names."""
    given: list[Any] = []
    for each in exercises:
        if not Path(each).suffix:
            given.append(registry.KINDS[each].model_fields["kind"].default)
            continue
        lesson = lessons.Lesson.load(each)
        stem = Path(each).stem.lstrip("0123456789").lstrip("-") or Path(each).stem
        given += [sheets.Item(f"{stem}/{number}", exercise) for number, exercise in enumerate(lesson.exercises, 1)]
    return given


def _made(kinds: Sequence[str], number: int, difficulty: int, seed: int) -> Iterator[list[Any]]:
    """Yield, for one student after another, this number of exercises of the kinds in turn, with new seeds for each."""
    for first in count(seed, -(-number // max(1, len(kinds)))):
        turns = [(kinds[i % len(kinds)], first + i // len(kinds)) for i in range(number)]
        yield [
            sheets.Item(f"{kind}/{difficulty}/{turn}", registry.make(kind, turn, difficulty)) for kind, turn in turns
        ]


def _students(path: Path) -> list[str]:
    """Read the names in the column student or name, without leading characters that start a formula in spreadsheets."""
    lines: dict[str, int] = {}
    for line, row in results.read_rows(path, ("student",)):
        if (name := re.sub(r"\A[\s=+@-]+", "", row["student"]).rstrip()) and lines.setdefault(name, line) != line:
            raise FileError(f"{path}, line {line}: {name!r} stands in line {lines[name]}, too: tell them apart")
    if not 1 <= len(names := list(lines)) <= STUDENTS:
        raise FileError(f"{path}: expected 1 to {STUDENTS:,} students, got {len(names):,}")
    return names


def _files(versions: list[Any], form: Format, output: Path, left_out: list[str]) -> list[tuple[Path, str | bytes]]:
    """Return paths and contents of the files: a sheet for each student, the solutions, and the table for answers.

    Moodle and YAML have only the exercises; names of exercises that Moodle does not support are added to `left_out`.
    """
    ending = ENDINGS.get(form, form)
    whole = output if output.suffix else output / f"sheet.{ending}"
    answers = StringIO()
    rows = [(sheet.student, item.name, "") for sheet in versions for item in sheet.items]
    csv.writer(answers, lineterminator="\n").writerows([("student", "exercise", "answer"), *rows])
    if form == "moodle":
        return [(whole, sheets.to_moodle(versions, left_out))]
    if form == "yaml":
        return [(whole if len(versions) == 1 else output / f"{name}.yaml", _lesson(s)) for name, s in _named(versions)]

    written = getattr(sheets, f"to_{form}")
    folder, stem = (output, "") if len(versions) > 1 or not output.suffix else (output.parent, f"{output.stem}-")
    own = [(output if stem else folder / f"{name}.{ending}", written([s.blocks()])) for name, s in _named(versions)]
    solutions = written([s.blocks(solved=True) for s in versions])
    beside = [(f"solutions.{ending}", solutions), ("answers.csv", answers.getvalue())]
    return [*own, *((folder / f"{stem}{name}", content) for name, content in beside)]


def _named(versions: list[Any]) -> Iterator[tuple[str, Any]]:
    """Yield each sheet with a unique file name based on the student's name."""
    taken = {"solutions", *DEVICES}
    for sheet in versions:
        name = re.sub(r"\W+", "_", sheet.student).strip("_") or "sheet"
        names = chain((name,), (f"{name}_{number}" for number in count(2)))
        own = next(each for each in names if each.casefold() not in taken)
        taken.add(own.casefold())
        yield own, sheet


def _lesson(sheet: Any) -> str:
    parts: list[dict[str, Any]] = []
    for item in sheet.items:
        kind, *numbers = item.name.split("/")
        if len(numbers) > 1:
            parts.append({"exercise": {"kind": kind, "seed": int(numbers[1]), "difficulty": int(numbers[0])}})
        else:
            fields = item.exercise.model_dump(mode="json", exclude_defaults=True)
            parts.append({"exercise": {"kind": item.exercise.kind, **fields}})
    title = f"{sheet.title}: {sheet.student}" if sheet.student else sheet.title
    return str(writing.dump({"title": title, "parts": parts}))
