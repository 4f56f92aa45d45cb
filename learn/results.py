"""Results that a student hands in: rows with answers, signed by the server that marked them, and their check.

A page without a server signs nothing: there, the answers are marked again.
"""

import csv
import hmac
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kripke.data.errors import FileError
from kripke.formats.reading import opened, read_text
from logic.errors import EpistemicError

SECRET = (16, 4096)  # least and largest number of bytes of a secret
LONGEST = 1024 * 1024  # maximal number of characters of a file of results
COLUMNS = ("student", "exercise", "earned", "of", "hints", "when", "signature", "answer")
"""The columns that the page exports; ``hints`` and ``when`` are the browser's own and not signed."""

Mark: TypeAlias = Callable[[str, Any], tuple[float, float]]
"""From the name of an exercise and an answer to the points earned and the maximum; `EpistemicError` for no such one."""


class Row(NamedTuple):
    """A result: its signed columns, whether it has a signature, and whether it is genuine.

    ``again`` are the points that its answer earns, and the maximum; None if the answer was not marked again.
    """

    student: str
    exercise: str
    earned: str
    of: str
    signed: bool
    genuine: bool
    again: tuple[float, float] | None = None


def read_secret(path: str | Path) -> bytes:
    """The secret in a file, without white space around it; `FileError` if it is too short or too long."""
    with opened(path) as stream:
        secret = stream.read(SECRET[1] + 1).strip()
    if not SECRET[0] <= len(secret) <= SECRET[1]:
        raise FileError(f"{path}: a secret has {SECRET[0]} to {SECRET[1]:,} bytes; `openssl rand -hex 32` makes one")
    return secret


def signature(secret: bytes, student: str, exercise: str, earned: str, of: str) -> str:
    """The HMAC of a result's signed columns by SHA-256, in hexadecimal digits."""
    return hmac.digest(secret, json.dumps([student, exercise, earned, of]).encode(), "sha256").hex()


def verify(path: str | Path, secret: bytes | None = None, mark: Mark | None = None) -> Iterator[Row]:
    """The rows of a CSV file in UTF-8 with the columns `COLUMNS`, each with whether it is genuine; else `FileError`.

    With a secret, a row is genuine if the secret signed it, and `mark` looks at the others alone; without one, if its
    answer earns its points again.
    """
    text = read_text(path)
    if len(text) > LONGEST:
        raise FileError(f"{path}: more than {LONGEST:,} characters")
    rows = csv.DictReader(StringIO(text))
    try:
        if tuple(rows.fieldnames or ()) != COLUMNS:
            raise FileError(f"{path}, line 1: expected the columns {', '.join(COLUMNS)}")
        results = list(rows)
    except csv.Error as error:
        raise FileError(f"{path}, line {rows.reader.line_num}: it is not CSV: {error}") from None
    if not results:
        raise FileError(f"{path}: there are no results below the columns; save them on the page again")
    for row in results:
        student, exercise, earned, of, signed, answer = (row[name] or "" for name in (*COLUMNS[:4], *COLUMNS[6:]))
        genuine, again = False, None
        if secret is not None:
            right = signature(secret, student, exercise, earned, of)
            genuine = hmac.compare_digest(signed.encode(), right.encode())
        if mark is not None and not genuine:
            with suppress(EpistemicError, ValueError):
                again = mark(exercise, json.loads(answer))
                genuine = secret is None and again == (float(earned), float(of))
        yield Row(student, exercise, earned, of, bool(signed), genuine, again)
