"""The mistakes in a lesson's file: all that are found at once, each with its line and place in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pydantic import ValidationError

from kripke.data.errors import FileError
from kripke.formats.jsonfile import SHOWN
from kripke.formats.shape_report import in_words
from learn.lessons.plain import Document
from logic.errors import EpistemicError, did_you_mean, nearest, without_calls

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Place: TypeAlias = "tuple[str | int, ...]"
"""Names and positions from 0, such as ``("parts", 3, "exercise")``."""
PLACED = 500
"""So many mistakes are put in the order of their lines: a line is found by going through the file."""
UNKNOWN = "extra_forbidden"
"""Pydantic's name of the error for a field that does not exist."""
UNQUOTED = re.compile(r"expected a text, got (true|false|-?[0-9])")
"""What is said of words that YAML takes for something else than texts."""


class Mistake(NamedTuple):
    """A mistake and where it is."""

    path: Place
    says: str


def mistakes_of(error: ValidationError, fields: Collection[str], place: Place = ()) -> list[Mistake]:
    """The mistakes that pydantic found; a field that is misspelt is not also missing, nor a wrong entry of a list.

    Parameters
    ----------
    fields : collection of str
        The names that a field of this kind of value, or of a part of it, can have.
    """
    details = error.errors(include_url=False)
    meant = {
        (*detail["loc"][:-1], nearest(str(detail["loc"][-1]), list(fields)))
        for detail in details
        if detail["type"] == UNKNOWN
    }
    return [
        Mistake((*place, *detail["loc"]), _says(detail, fields))
        for detail in details
        if not (detail["type"] == "missing" and detail["loc"] in meant)
        and not (detail["type"] == "too_short" and _is_within(detail["loc"], details))
    ]


def _is_within(place: Place, details: Iterable[ErrorDetails]) -> bool:
    """Whether a part of the value at the place has a mistake: pydantic counts only entries without one."""
    return any(len(each["loc"]) > len(place) and each["loc"][: len(place)] == place for each in details)


def _says(detail: ErrorDetails, fields: Collection[str]) -> str:
    if detail["type"] == UNKNOWN:
        name = str(detail["loc"][-1])
        return (
            "there is no such field here" if name in fields else f"there is no such field{did_you_mean(name, fields)}"
        )
    cause = detail.get("ctx", {}).get("error")
    says = str(cause) if isinstance(cause, EpistemicError) else in_words(detail)
    return says + ("; write it in quotes" if UNQUOTED.search(says) else "")


def report(document: Document, mistakes: Sequence[Mistake]) -> FileError:
    """One error for a file's mistakes in the order of its lines, the first `SHOWN` of them.

    Parameters
    ----------
    mistakes : sequence of Mistake
        At least one.
    """
    placed = mistakes[:PLACED]
    rows = sorted(
        (document.line(each.path), f"{place_in_words(each.path)}: {without_calls(each.says)}") for each in placed
    )
    if len(mistakes) == 1:
        return FileError(f"{document.name}, line {rows[0][0]}: {rows[0][1]}")
    shown = [f"  line {line}: {text}" for line, text in rows[:SHOWN]]
    more = [f"  and {len(mistakes) - SHOWN} more"] if len(mistakes) > SHOWN else []
    return FileError("\n".join([f"{document.name}: {len(mistakes)} mistakes", *shown, *more]))


def place_in_words(path: Place) -> str:
    """A path as a teacher counts, from 1.

    Examples
    --------
    >>> from learn.lessons.mistakes import place_in_words
    >>> place_in_words(("parts", 1, "exercise", "announce", 0))
    'part 2, exercise, announce, entry 1'
    """
    words = [f"entry {step + 1}" if isinstance(step, int) else step for step in path]
    if words[:1] == ["parts"] and len(words) > 1:
        words[:2] = [words[1].replace("entry", "part")]
    return ", ".join(words) or "the file"
