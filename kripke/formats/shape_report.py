"""The mistakes in a file's shape, found by pydantic and told in our words, and the published schemas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from kripke.formats.jsonfile import SHOWN, Mistake, shown
from kripke.formats.mistakes import FORMS, first
from logic.errors import did_you_mean

File = TypeVar("File")


def read(
    shape: type[File], data: Any, sense: Callable[[File], Iterable[Mistake]], keys: Mapping[int, Collection[str]]
) -> tuple[File | None, list[Mistake]]:
    """The file, or at most `SHOWN` + 1 mistakes: those of its shape, or where it has a good one, those of its sense.

    Parameters
    ----------
    shape : type
        What pydantic can read: a dataclass or a model.
    data : Any
        What the JSON says.
    sense : callable
        The file -> its mistakes, once its shape is good.
    keys : mapping of int to names
        At each depth the keys that the format knows, for near misses.
    """
    try:
        file = TypeAdapter(shape).validate_python(data)
    except ValidationError as error:
        found = error.errors(include_url=False)[: SHOWN + 1]
        return None, [(tuple(each["loc"]), _in_words(each, keys)) for each in found]
    return first(file, sense)


def schema_of(shape: Any) -> dict[str, Any]:
    """The JSON schema of a shape, with the name of its language."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **TypeAdapter(shape).json_schema()}


_EXPECTED = {
    "string_type": "a text",
    "list_type": "a list [...]",
    "dict_type": "an object {...}",
    "model_type": "an object {...}",
    "dataclass_type": "an object {...}",
    "model_attributes_type": "an object {...}",
    "int_type": "a whole number",
}


def _in_words(error: Any, keys: Mapping[int, Collection[str]]) -> str:
    kind, given, path = error["type"], error["input"], error["loc"]
    if kind == "missing":
        return "is missing"
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        known = FORMS if path[0] in ("relations", "others") else keys.get(len(path), ())
        return f"no such key in the format{did_you_mean(str(path[-1]), known)}"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    if kind == "literal_error":
        return f"expected 1, the version of the format that is read here, got {shown(given)}"
    if kind in ("too_short", "too_long"):
        return f"a model has at least one {path[0][:-1]}" if len(path) == 1 else "expected a pair, two entries"
    return f"expected {_EXPECTED[kind]}, got {shown(given)}" if kind in _EXPECTED else str(error["msg"])
