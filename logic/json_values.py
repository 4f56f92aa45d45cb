"""JSON values from users: parsed with bounded numbers, checked by type, and printed in messages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import accumulate
from types import NoneType
from typing import Any

from logic.errors import EpistemicError, did_you_mean, listing, shorten
from logic.exact import whole

KINDS: Mapping[type, str] = {
    str: "a text",
    list: "a list [...]",
    dict: "an object {...}",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NoneType: "null",
}
"""Maps the Python type of a JSON value to its name in messages."""


DEEPEST = 1_000
"""Maximal nesting depth of lists and objects in a JSON text."""
_BRACKETS = dict(zip(b"[{]}", (1, 1, -1, -1), strict=True))
_OTHERS = bytes({*range(256)} - {*_BRACKETS, *b'"'})


class WrongValue(EpistemicError, ValueError):
    """Raised if a text is not JSON, or an entry of a JSON object is missing, unknown or of the wrong type."""


def loads_json(text: str | bytes, **hooks: Any) -> Any:
    """Parse a JSON text as `json.loads` does; `RecursionError` before it is parsed if it is nested over `DEEPEST` deep.

    `json` itself would recurse up to Python's limit, where a finalizer that happens to run fails, too.
    """
    body = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if body.count(b"[") + body.count(b"{") > DEEPEST:
        outside = body.replace(rb"\\", b"").replace(rb"\"", b"").translate(None, _OTHERS).split(b'"')[::2]
        if max(accumulate(map(_BRACKETS.__getitem__, b"".join(outside))), default=0) > DEEPEST:
            raise RecursionError
    return json.loads(text, **hooks)


def read_json_value(text: str | bytes) -> Any:
    """Parse a JSON text.

    `WrongValue` if it is not JSON, or nested too deeply. `FormulaError` if a whole number is longer than 1,000
    characters.

    `text`: the text; bytes are UTF-8.

    >>> read_json_value('{"a": [1, null]}')
    {'a': [1, None]}
    """
    try:
        return loads_json(text, parse_int=whole)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise WrongValue(f"not valid JSON: {error.msg[0].lower()}{error.msg[1:]} at {place}") from None
    except UnicodeDecodeError as error:
        raise WrongValue(f"not valid JSON: byte {error.start + 1} is not UTF-8") from None
    except RecursionError:
        raise WrongValue("nested too deep") from None


def json_text(value: Any) -> str:
    """Return a value as JSON for messages, or as plain text if JSON has no such value; a long result is shortened.

    >>> json_text(None), json_text([True, "a"]), json_text(0.5)
    ('null', '[true, "a"]', '0.5')
    """
    if not isinstance(value, (*KINDS, tuple)):
        return shorten(_text(value)) or "nothing"
    try:
        return shorten(one_line(value))
    except (RecursionError, ValueError):  # nested too deeply, or more digits than Python prints
        return "a value that is too large to be shown"


def one_line(value: Any) -> str:
    """Return a value as JSON on one line; characters beyond ASCII are escaped unless all are printable."""
    text = json.dumps(value, ensure_ascii=False, default=_text)
    return text if text.isprintable() else json.dumps(value, default=_text)


def _text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


class Fields:
    """The entries of a JSON object, each checked by type when it is read.

    `WrongValue` if `data` is not an object, or an entry is missing or has another type; a whole number does
    not count as a ``float``, nor a truth value as an ``int``.

    `data`: the parsed object. `name`: its path in the file, for messages; empty for the whole file.

    >>> about = Fields({"games": 3, "names": ["ann", None]})
    >>> about.value("games", int)
    3
    >>> try:
    ...     about.values("names", str)
    ... except WrongValue as error:
    ...     print(error)
    names[1]: expected a text, got null
    """

    def __init__(self, data: Any, name: str = "") -> None:
        self.data, self.name = _of_kind(data, (dict,), name), name

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def require_known(self, keys: Iterable[str]) -> None:
        """Raise `WrongValue` if the object has an entry with a key that is not listed."""
        known = [*keys]
        if strange := [key for key in self.data if key not in known]:
            raise WrongValue(
                f"{shorten(self.path(strange[0]))}: there is no such entry{did_you_mean(strange[0], known)}"
            )

    def path(self, key: str) -> str:
        """Return the path of an entry within the file."""
        return f"{self.name}.{key}" if self.name else key

    def value(self, key: str, *kinds: type) -> Any:
        """Return the entry with this key; `WrongValue` if it is missing or has another type."""
        if key not in self.data:
            raise WrongValue(f"{self.path(key)} is missing")
        return _of_kind(self.data[key], kinds, self.path(key))

    def values(self, key: str, *kinds: type) -> tuple[Any, ...]:
        """Return the items of the list with this key; `WrongValue` if there is no list or an item has another type."""
        items = self.value(key, list)
        if not {*map(type, items)} <= {*kinds}:  # tested without a call for each item
            for number, item in enumerate(items):
                _of_kind(item, kinds, f"{self.path(key)}[{number}]")
        return tuple(items)


def _of_kind(value: Any, kinds: tuple[type, ...], path: str) -> Any:
    if type(value) not in kinds:
        place = f"{path}: " if path else ""
        words = [KINDS[kind] for kind in kinds if kind is not int or float not in kinds]
        raise WrongValue(f"{place}expected {listing(words)}, got {json_text(value)}")
    return value
