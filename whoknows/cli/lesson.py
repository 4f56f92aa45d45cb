"""The commands `lesson`, which checks lessons and students' results, and `exercise`, which generates exercises."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from kripke.data.errors import FileError
from kripke.data.lazy import Lazy
from kripke.data.wording import visible
from logic.exact import plural
from whoknows.cli.guard import AS_JSON, argument, command, group, option
from whoknows.cli.streams import emit, say, say_judged

lessons, results = Lazy("learn.lesson"), Lazy("learn.results")  # with pydantic, which the help does not need
lesson = group(
    "lesson", "Check files of lessons, and verify results.",
    "whoknows lesson check exercises.yaml", "whoknows lesson verify results.csv --secret secret.txt",
)  # fmt: skip


@command("check", lesson)
def _check(file: str = argument("FILE", "A lesson in YAML."), as_json: bool = AS_JSON) -> bool:
    """Check that the sample answer solves each exercise of a lesson, and warn of ambiguous exercises.

    Exit code: 0 all exercises are solvable, 1 not all are, 2 the file has a mistake.

    Examples
    --------
    whoknows lesson check exercises.yaml
    """
    findings = list(lessons.check(lessons.Lesson.load(file)))
    if as_json:
        emit([
            {
                "number": each.number, "part": each.part, "kind": each.exercise.kind, "difficulty": each.difficulty,
                "mistakes": list(each.mistakes), "warnings": list(each.warnings),
            }
            for each in findings
        ])  # fmt: skip
    else:
        for each in findings:
            say("✗" if each.mistakes else "✓", style="bad" if each.mistakes else "good", end=" ")
            level = "no solution found" if each.difficulty is None else f"difficulty {each.difficulty}"
            say(f"{each.number}. {each.exercise.title} (part {each.part}, {level})")
            for text in each.mistakes:
                say(f"  {text}", style="bad")
            for text in each.warnings:
                say(f"  warning: {text}")
        wrong, count = sum(bool(each.mistakes) for each in findings), plural(len(findings), "exercise")
        if wrong:
            say(f"{wrong} of {count} not shown to be solved by the sample answer", style="bad")
        else:
            say(f"{count}: each is solved by its sample answer", style="good")
    return not any(each.mistakes for each in findings)


OWN = option("--lesson FILE", "A lesson of your own that the page taught. Repeatable.")
SECRET = option("--secret FILE", "The file given to serve --sign-with.")


@command("verify", lesson)
def _verify(
    file: str = argument("FILE", "Results that the page saved as CSV."),
    secret: str | None = SECRET,
    lesson: list[Path] = OWN,
    as_json: bool = AS_JSON,
) -> bool:
    """Verify results: each row must have been marked and signed by a page with this secret.

    Without a secret, as for a static site, the answers are marked again, and must earn the same points.

    Exit code: 0 all rows are genuine, 1 not all are, 2 error.

    Examples
    --------
    whoknows lesson verify results.csv --secret secret.txt
    whoknows lesson verify results.csv --lesson mine.yaml  # not signed
    """
    rows = list(_read(file, secret, lesson))
    if as_json:
        emit([row._asdict() for row in rows])
    else:
        for row in rows:
            remarks = "" if row.signed and row.genuine else f" ({', '.join(_remarks(row))})"
            text = visible(f"{row.student or 'nobody'}: {row.exercise}, {row.earned} of {row.of}") + remarks
            say_judged("✓" if row.genuine else "✗", row.genuine, text, " ")
    return all(row.genuine for row in rows)


def _remarks(row: Any) -> Iterator[str]:
    yield "another signature" if row.signed else "not signed"
    if row.again is None:
        yield "its answer cannot be marked again"
    else:
        yield "its answer earns {:g} of {:g}".format(*row.again)


def _read(file: str, secret: str | None, own: list[Path]) -> Iterator[Any]:
    """Verify a results file; answers without a valid signature are marked again. `own` are additional lessons."""
    find = finder(own)

    def mark(exercise: str, given: Any) -> tuple[float, float]:
        marks = find(exercise).mark(given).to_dict()
        return marks["earned"], marks["of"]

    rows: Iterator[Any] = results.verify(file, None if secret is None else results.read_secret(secret), mark)
    return rows


def finder(own: Sequence[Path]) -> Callable[[str], Any]:
    """Return a function that finds the exercise for a name in results; `own` are lessons besides those of the page.

    Raises `FileError` if one of these lessons cannot be read, even if nobody answered its exercises.
    """
    from viz.web.routes.exercise import SCHOOL, named

    paths = [path.absolute() for path in own]
    SCHOOL.attend(paths)
    for path in paths:
        SCHOOL.load(path)
    return lambda name: named(name).find()


@command("table", lesson)
def _table(
    file: list[str] = argument("FILE...", "Results of students, as the page saved them."),
    secret: str | None = SECRET,
    lesson: list[Path] = OWN,
    as_json: bool = AS_JSON,
) -> bool:
    """Sum up the results of a class: the points that each student's answers earn, and the hardest exercises.

    Points count if the row is signed with the secret, or if its answer earns them when it is marked again.

    Exit code: 0 all rows count, 1 some cannot be read or marked and are left out, 2 error.

    Examples
    --------
    whoknows lesson table results/*.csv
    """
    rows, left = _of_all(file, lambda path: ((path, row) for row in _read(path, secret, lesson)))
    counted = []
    for path, row in rows:
        if row.genuine or row.again:
            points = (float(row.earned), float(row.of)) if row.genuine else row.again
            counted.append(results.Result(row.student, row.exercise, *points, signed=row.signed and row.genuine))
        else:
            left.append(f"{path}, line {row.line}: {', '.join(_remarks(row))}")
    students, exercises = results.summed(counted)
    if as_json:
        emit({"students": _data(students), "exercises": _data(exercises), "left": left})
    else:
        for each in students:
            remark = "" if each.signed else ", not signed"
            points = f"{each.earned:g} of {each.of:g} points in {plural(each.results, 'exercise')}"
            say(visible(f"{each.name or 'nobody'}: {points}{remark}"))
        _say_hardest(exercises)
        _say_left(left)
    return not left


def _of_all(paths: Sequence[Any], read: Callable[[Any], Iterable[Any]]) -> tuple[list[Any], list[str]]:
    """Read all files; return their rows, and the errors of unreadable files. Raises an error if all are unreadable."""
    rows, errors = list[Any](), list[FileError]()
    for path in paths:
        try:
            rows += read(path)
        except FileError as error:
            errors.append(error)
    if len(errors) == len(paths):
        raise errors[0]
    return rows, [str(error) for error in errors]


def _data(sums: Iterable[Any]) -> list[dict[str, Any]]:
    return [each._asdict() | {"share": each.share} for each in sums]


def _say_hardest(exercises: Iterable[Any]) -> None:
    hardest = [visible(f"{each.name} ({each.share:.0%} of the points)") for each in exercises if each.of]
    if hardest:
        say(f"hardest: {', '.join(hardest[:3])}")


def _say_left(left: Iterable[str]) -> None:
    for each in left:
        say(visible(f"left out: {each}"), style="bad")


ALONE = 100  # number of answers up to which one process is faster than several

TABLES = (".csv", ".tsv", ".xls", ".xlsx", ".ods")  # reading the last three raises an error that says what to do


def mark_answers(path: Path, own: list[Path], as_json: bool) -> bool:
    """Mark a table of answers, or all tables in a folder; print points with reasons, and the hardest exercises.

    Return whether all rows could be read and marked.
    """
    paths = [path]
    if path.is_dir():
        paths = sorted(each for each in path.glob("[!.]*") if each.is_dir() or each.suffix.lower() in TABLES)
    if not paths:
        raise FileError(f"{path}: there is no table of answers, which has the ending .csv")
    columns = ("student", "exercise", "answer")
    wrong = list[str]()

    def rows_of(path: Path) -> Iterator[tuple[str, ...]]:
        for line, row in results.read_rows(path, columns, wrong):
            yield (f"{path}, line {line}", *(row[key].strip() for key in columns))

    rows, left = _of_all(paths, rows_of)
    left += wrong
    firsts = {row[1:3]: row for row in reversed(rows)}  # the first answer of each student to each exercise
    marks = _all_marked([row for row in rows if firsts[row[1:3]] is row], own)
    students, exercises = results.summed(results.Result(*each[1:5]) for each in marks)
    problems = sum(bool(each.problem) for each in marks)
    if as_json:
        answers = [each._asdict() for each in marks]
        emit({"answers": answers, "students": _data(students), "exercises": _data(exercises), "left": left})
        return not problems and not left
    for each in marks:
        points, *why = each.problem.splitlines() or [f"{each.earned:g} of {each.of:g}", *each.reasons]
        place = f"{each.place}: " if each.problem else ""
        text = visible(f"{place}{each.student or 'nobody'}: {each.exercise}: {points}")
        say_judged("!" if each.problem else "✓" if each.right else "✗", each.right, text, " ")
        for reason in why:
            say(visible(f"  {reason}"))
    for each in students:
        points = f"{each.earned:g} of {each.of:g} points" if each.of else "no answer could be marked"
        say(visible(f"{each.name or 'nobody'}: {points}"))
    _say_hardest(exercises)
    if repeated := len(rows) - len(marks):
        say(f"{plural(repeated, 'answer')} left out: of several to an exercise by a student the first counts")
    _say_left(left)
    if problems:
        say(f"{problems} of {plural(len(marks), 'answer')} could not be marked", style="bad")
    return not problems and not left


def _all_marked(rows: list[tuple[str, ...]], own: list[Path]) -> list[Any]:
    if len(rows) <= ALONE:
        return _some_marked(rows, own)
    from joblib import Parallel, cpu_count, delayed

    size = -(-len(rows) // (4 * cpu_count()))
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    return list(chain.from_iterable(Parallel(n_jobs=-1)(delayed(_some_marked)(part, own) for part in parts)))


def _some_marked(rows: list[tuple[str, ...]], own: list[Path]) -> list[Any]:
    find = finder(own)
    return [results.marked(*row, find) for row in rows]


@command("exercise")
def _exercise(
    kind: str = argument("KIND", "Such as predict or countermodel."),
    seed: int = option("--seed N", "Number of the exercise; 256 in a row are all different.", 0, min=0, max=1000000),
    difficulty: int = option("--difficulty N", "1, 2 or 3.", 1, min=1, max=3),
    as_json: bool = AS_JSON,
) -> None:
    """Make an exercise with its sample answer, as YAML.

    Examples
    --------
    whoknows exercise predict --seed 7 --difficulty 2
    """
    from learn.exercises.registry import make
    from learn.writing import dump

    fields = make(kind, seed, difficulty).model_dump(mode="json", exclude_defaults=True)
    data = {"kind": kind, **fields}
    if as_json:
        emit(data)
    else:
        say(dump(data).rstrip())
