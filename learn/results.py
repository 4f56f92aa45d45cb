"""Results that students hand in as CSV files: signatures, sums, and answers to mark.

A server signs the results that it marked. A page without a server does not sign, so its answers are marked again.
"""

import csv
import hmac
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kripke.data.errors import FileError
from kripke.formats.file_reading import opened, read_text
from learn.exercises.exercise import FORMS, AnswerError, Exercise, Form, patience
from logic.errors import EpistemicError, few, listing, shorten
from logic.exact import counted, plural
from logic.json_values import json_text, loads_json

SECRET = (16, 4096)  # least and largest number of bytes of a secret
LONGEST = 1024 * 1024  # maximal number of characters of a file of results
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
# the columns of a result; the page adds hints, attempts and when, which are not signed
COLUMNS = ("student", "exercise", "earned", "of", "signature", "answer")
Mark: TypeAlias = Callable[[str, Any], tuple[float, float]]
"""A function from the name of an exercise and an answer to the points earned and their maximum."""


class Row(NamedTuple):
    """A row of a file of results: line number, signed columns, whether it has a signature, whether it is genuine."""

    line: int
    student: str
    exercise: str
    earned: str
    of: str
    signed: bool
    genuine: bool
    again: tuple[float, float] | None = None  # points that its answer earns, and the maximum, if it was marked again


def read_secret(path: str | Path) -> bytes:
    """Read a secret from a file, without surrounding white space; `FileError` if it is too short or too long."""
    with opened(path) as stream:
        secret = stream.read(SECRET[1] + 1).strip()
    if not SECRET[0] <= len(secret) <= SECRET[1]:
        raise FileError(f"{path}: a secret has {SECRET[0]} to {SECRET[1]:,} bytes; `openssl rand -hex 32` makes one")
    return secret


def signature(secret: bytes, student: str, exercise: str, earned: str, of: str) -> str:
    """Return the HMAC-SHA256 of a result's signed columns, in hexadecimal."""
    return hmac.digest(secret, json.dumps([student, exercise, earned, of]).encode(), "sha256").hex()


def verify(path: str | Path, secret: bytes | None = None, mark: Mark | None = None) -> Iterator[Row]:
    """Yield the rows of a file of results after checking whether they are genuine; `FileError` if a column is missing.

    With a secret, a row is genuine if it was signed with the secret, and `mark` is applied only to other rows. Without
    a secret, a row is genuine if its answer, marked again, earns the stated points.
    """
    for line, row in read_rows(path, COLUMNS):
        student, exercise, earned, of, signed, answer = (row[name] for name in COLUMNS)
        genuine, again = False, None
        if secret is not None:
            right = signature(secret, student, exercise, earned, of)
            genuine = hmac.compare_digest(signed.encode(), right.encode())
        if mark is not None and not genuine:
            with suppress(EpistemicError, ValueError, RecursionError):
                again = mark(exercise, loads_json(answer))
                genuine = secret is None and again == (float(earned), float(of))
        yield Row(line, student, exercise, earned, of, bool(signed), genuine, again)


def read_rows(
    path: str | Path, columns: Sequence[str], left: list[str] | None = None
) -> list[tuple[int, dict[str, str]]]:
    """Return the non-empty rows of a UTF-8 CSV file with their line numbers; `left` and errors as in `parse_rows`."""
    return parse_rows(read_text(path), str(path), columns, left)


def parse_rows(
    text: str, name: str, columns: Sequence[str], left: list[str] | None = None
) -> list[tuple[int, dict[str, str]]]:
    """Return the non-empty rows of a CSV text with their line numbers; `FileError` for wrong columns, or no rows.

    A text of more than `LONGEST` characters, or a row with wrong fields or quotes, raises `FileError`, too. With a list
    `left`, the reason for a wrong row is appended to it instead.
    The separator is the most frequent of comma, semicolon and tab in the first line. Column names become lower case;
    a column ``name`` stands for ``student``.
    """
    if len(text) > LONGEST:
        raise FileError(f"{name}: more than {LONGEST:,} characters")
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    csv.field_size_limit(LONGEST)
    names, read, wrong = list[str](), list[tuple[int, dict[str, str]]](), list[str]()
    for line, fields, problem in _fields(text, separator):
        if not names and not problem:
            names = [column.strip().lower() for column in fields]
            names = ["student" if each == "name" and "student" not in names else each for each in names]
            if missing := ["student or name" if each == "student" else each for each in columns if each not in names]:
                got = few([shorten(column.strip()) for column in fields], "and") or "nothing"
                many = "s" * (len(missing) > 1)
                raise FileError(f"{name}, line 1: expected the column{many} {listing(missing, 'and')}, got {got}")
            if twice := next((column for column in names if column and names.count(column) > 1), ""):
                raise FileError(f"{name}, line 1: two columns are named {json_text(twice)}: leave one of them")
            continue
        if any(fields[len(names) :]) or (len(fields) == 1 < len(names) and {*fields[0]} & {*SEPARATORS} - {separator}):
            hint = "separate fields by {0}, and write a field with {0} in quotes".format(SEPARATORS[separator])
            problem = f"{plural(len(fields), 'field')}, expected {len(names)}; {hint}"
        if problem:
            wrong.append(f"{name}, line {line}: {problem}")
            if left is None or not names:
                raise FileError(wrong[0])
        elif any(fields):
            read.append((line, dict(zip_longest(names, fields[: len(names)], fillvalue=""))))
    if not read and not wrong:
        raise FileError(f"{name}: there are no rows below the columns")
    if left is not None:
        left += wrong
    return read


def _fields(text: str, separator: str) -> Iterator[tuple[int, list[str], str]]:
    """Yield each row's line number, fields, and mistake (empty if none); after a mistake the next line begins a row."""
    stream, line = StringIO(text), 1
    rows = csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=True)
    while (start := stream.tell()) < len(text):
        before = rows.line_num
        try:
            yield line, next(rows), ""
            line += rows.line_num - before
        except csv.Error as error:
            hint = 'close a field that begins with a quote by a quote, and write "" for a quote in it'
            yield line, [], f"it is not CSV: {error}; {hint}"
            line += 1
            stream.seek(start)
            stream.readline()


class Result(NamedTuple):
    """A valid result of a student in an exercise: points earned, maximum, number of attempts, whether it is signed."""

    student: str
    exercise: str
    earned: float
    of: float
    attempts: int = 1
    signed: bool = False


def stated(files: Iterable[tuple[str, str]]) -> tuple[list[Result], list[str]]:
    """Return the results in files (pairs of name and text), and the reasons for omitted files and lines."""
    results, left = list[Result](), list[str]()
    for name, text in files:
        try:
            for line, row in parse_rows(text, name, COLUMNS, left):
                try:
                    results.append(_result(row))
                except AnswerError as error:
                    left.append(f"{name}, line {line}: {error}")
        except FileError as error:
            left.append(str(error))
    return results, left


def _result(row: dict[str, str]) -> Result:
    """Return the result in a row; `AnswerError` if the exercise is not named, or a number is invalid."""
    if not row["exercise"]:
        raise AnswerError("exercise: expected its name, got nothing")
    for name in ("earned", "of"):
        if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,20})?", row[name]):
            raise AnswerError(f"{name}: expected a number of points, got {json_text(row[name])}")
    earned, of = float(row["earned"]), float(row["of"])
    if not earned <= of > 0:
        raise AnswerError(f"earned: expected at most the points of the exercise, got {earned:g} of {of:g}")
    if not (attempts := counted(row.get("attempts") or "1", LONGEST)):
        raise AnswerError(f"attempts: expected a whole number from 1, got {json_text(row['attempts'])}")
    return Result(row["student"], row["exercise"], earned, of, attempts)


class Sum(NamedTuple):
    """Summed results of a student or an exercise."""

    name: str  # name of the student or exercise
    earned: float  # at least 0
    of: float
    results: int  # number of results
    attempts: int
    signed: bool  # whether all of the results are signed

    @property
    def share(self) -> float:
        """The points earned as a proportion of the maximum, from 0 to 1."""
        return self.earned / self.of if self.of else 0.0


def summed(results: Iterable[Result]) -> tuple[list[Sum], list[Sum]]:
    """Sum results per student, sorted by name, and per exercise (all seeds together), the hardest first.

    If a student has several results for an exercise, the best signed one counts, or the best one if none is signed.
    """
    best: dict[tuple[str, str], Result] = {}
    for each in results:
        place = each.student, each.exercise
        best[place] = max(best.get(place, each), each, key=lambda result: (result.signed, result.earned))
    students = _sums((each.student, each) for each in best.values())
    exercises = _sums((re.sub("(/.+)/.*", r"\1", each.exercise), each) for each in best.values())
    return students, sorted(exercises, key=lambda each: each.share)


def _sums(results: Iterable[tuple[str, Result]]) -> list[Sum]:
    by: dict[str, list[Result]] = {}
    for name, result in results:
        by.setdefault(name, []).append(result)
    sums = []
    for name, some in sorted(by.items()):
        _, _, earned, of, attempts, signed = zip(*some, strict=True)
        sums.append(Sum(name, max(0.0, sum(earned)), sum(of), len(some), sum(attempts), all(signed)))
    return sums


def read_answer(form: Form, text: str) -> Any:
    """Parse an answer typed by a person, or written as JSON; `AnswerError` if neither is possible.

    Formulas, numbers and proofs stay strings. Worlds are separated by commas, statements are given by letters, a step
    by a line and a world, and a path by a letter and worlds. The form in which solutions are printed is accepted, too.

    >>> read_answer("worlds", "u and v"), read_answer("choices", "A, C"), read_answer("step", "Line 2, at w")
    (['u', 'v'], [0, 2], {'step': 2, 'world': 'w'})
    """
    if text[:1] in ("[", "{", '"') and not (form == "formula" and text[0] == "["):
        with suppress(ValueError, RecursionError):
            return loads_json(text)
    words = re.findall(r"[^\s,;]+", text.strip("{ }"))
    if words[-2:-1] == ["and"] and len(words) > 2:
        del words[-2]
    match form:
        case "formula" | "text" | "number" | "proof":
            return text
        case "worlds":
            return words
        case "choices":
            letters = [word.strip("().").lower() for word in words]
            if len(letters) == 1 and len(set(letters[0])) == len(letters[0]):
                letters = [*letters[0]]
            if all(re.fullmatch("[a-z]", letter) for letter in letters):
                return [ord(letter) - ord("a") for letter in letters]
        case "path" if len(words) > 1 and re.fullmatch(r"\(?[a-zA-Z]\)?:?", words[0]):
            return {"choice": ord(words[0].strip("():").lower()) - ord("a"), "worlds": words[1:]}
        case "step":
            words = words[words[:1] in (["line"], ["Line"]) :]
            if words[1:2] == ["at"] and len(words) > 2:
                del words[1]
            if len(words) == 2 and (line := counted(words[0].rstrip(".:)"), LONGEST)) is not None:
                return {"step": line, "world": words[1]}
    raise AnswerError(f"answer: got {shorten(repr(text))}; write {FORMS.get(form, 'JSON, as the page saves it')}")


class Marked(NamedTuple):
    """An answer with its points; if it cannot be marked, `problem` is the reason and the points are 0."""

    place: str  # where the answer stands: a file and a line
    student: str
    exercise: str
    earned: float = 0.0
    of: float = 0.0
    right: bool = False
    reasons: tuple[str, ...] = ()  # the lines of the marks that are not right
    problem: str = ""


def marked(place: str, student: str, name: str, text: str, find: Callable[[str], Exercise]) -> Marked:
    """Mark the typed answer `text` to the exercise `find(name)`; an empty or unreadable answer earns 0 points."""
    exercise, marks, problem = None, None, ""
    try:
        exercise = find(name)
        with patience(10):
            marks = exercise.mark(read_answer(exercise.form, text.strip())) if text.strip() else None
    except EpistemicError as error:
        problem = error.said("page")
    if marks is None:
        of = 0.0 if exercise is None else float(exercise.mark(exercise.model_dump(mode="json")["answer"]).of)
        why = () if problem else ("There is no answer.",)
        return Marked(place, student, name, 0.0, of, reasons=why, problem=problem)
    reasons = [line for row in marks.rows if not row.right for line in (row.says, *(f"  {why}" for why in row.why))]
    return Marked(place, student, name, float(marks.earned), float(marks.of), marks.right, tuple(reasons))
