"""The mistakes in the shape of a file, found by pydantic and put into our words, and the published schemas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from kripke.formats.jsonfile import SHOWN, Mistake, Numeral, shown
from kripke.formats.mistakes import FORMS, first
from kripke.formats.shape_words import in_words
from logic.errors import did_you_mean
from logic.exact import DIGITS

File = TypeVar("File")


def read(
    shape: type[File], data: Any, sense: Callable[[File], Iterable[Mistake]], keys: Mapping[int, Collection[str]]
) -> tuple[File | None, list[Mistake]]:
    """The file, or None with at most `SHOWN` + 1 mistakes: in its shape, or if this is valid, in its content.

    Parameters
    ----------
    sense : callable
        A file of valid shape -> the mistakes in its content.
    keys : mapping of int to collection of str
        Depth of nesting -> keys of the format, for similar names.
    """
    try:
        file = TypeAdapter(shape).validate_python(data)
    except ValidationError as error:
        details = error.errors(include_url=False)[: SHOWN + 1]
        return None, [(tuple(detail["loc"]), _in_words(detail, keys)) for detail in details]
    except UnicodeEncodeError as error:
        return None, [((), f"the text {error.object[error.start : error.end]!r} is half a character: write it whole")]
    return first(file, sense)


def schema_of(shape: Any) -> dict[str, Any]:
    """The JSON schema of a shape, with the version of JSON Schema."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **TypeAdapter(shape).json_schema()}


def _in_words(error: Any, keys: Mapping[int, Collection[str]]) -> str:
    kind, given, path = error["type"], error["input"], error["loc"]
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        known = FORMS if path[0] in ("relations", "others") else keys.get(len(path), ())
        return f"no such key in the format{did_you_mean(str(path[-1]), known)}"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    if kind == "literal_error":
        return f"expected 1, the version of the format that is read here, got {shown(given)}"
    if kind in ("too_short", "too_long"):
        return f"a model has at least one {path[0][:-1]}" if len(path) == 1 else "expected a pair, two entries"
    if kind == "int_type" and isinstance(given, Numeral) and given.is_whole:
        return f"expected a whole number of at most {DIGITS:,} digits, got {shown(given)}"
    return in_words(error, shown)
