"""The mistakes in the shape of a file, found by pydantic and put into our words, and the published schemas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from kripke.formats.jsonfile import SHOWN, Mistake, Numeral, shown
from kripke.formats.mistakes import FORMS, first
from logic.errors import did_you_mean
from logic.exact import DIGITS
from logic.json_values import KINDS, json_text

EXPECTED: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "string_type": lambda limits: KINDS[str],
    "list_type": lambda limits: KINDS[list],
    "tuple_type": lambda limits: KINDS[list],
    "dict_type": lambda limits: KINDS[dict],
    "model_type": lambda limits: KINDS[dict],
    "dataclass_type": lambda limits: KINDS[dict],
    "model_attributes_type": lambda limits: KINDS[dict],
    "bool_type": lambda limits: KINDS[bool],
    "int_type": lambda limits: KINDS[int],
    "float_type": lambda limits: KINDS[float],
    "finite_number": lambda limits: "a finite number",
    "string_too_long": lambda limits: f"at most {limits['max_length']:,} characters",
    "string_too_short": lambda limits: f"at least {limits['min_length']:,} characters",
    "too_long": lambda limits: f"at most {limits['max_length']:,} entries",
    "too_short": lambda limits: f"at least {limits['min_length']:,} entr{'y' if limits['min_length'] == 1 else 'ies'}",
    "greater_than_equal": lambda limits: f"a number that is at least {limits['ge']}",
    "less_than_equal": lambda limits: f"a number that is at most {limits['le']}",
    "literal_error": lambda limits: limits["expected"],
    "union_tag_invalid": lambda limits: limits["expected_tags"],
    "string_pattern_mismatch": lambda limits: f"a text of the form {limits['pattern']}",
    "json_invalid": lambda limits: "JSON",
}
"""Type of a mistake -> its limits -> what was expected."""


def in_words(detail: Any, shown: Callable[[object], str] = json_text) -> str:
    """One mistake, an entry of `ValidationError.errors`, as a sentence without its place.

    For a type that is not listed, it has pydantic's own words.
    """
    kind, limits = detail["type"], detail.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "there is no such field"
    if kind == "union_tag_not_found":
        return f"the field {limits['discriminator'].strip(chr(39))} is missing"
    said = f"expected {EXPECTED[kind](limits)}" if kind in EXPECTED else str(detail["msg"])
    return f"{said}, got {shown(detail['input'])}"


File = TypeVar("File")


def read(
    shape: type[File], data: Any, sense: Callable[[File], Iterable[Mistake]], keys: Mapping[int, Collection[str]]
) -> tuple[File | None, list[Mistake]]:
    """The file, or None with at most `SHOWN` + 1 mistakes: in its shape, or if this is valid, in its content.

    `sense` finds the mistakes in the content of a file of valid shape. `keys` has the keys of the format by the depth
    of nesting, for similar names.
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
