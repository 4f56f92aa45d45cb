"""JSON of model files: exact numbers, no repeated keys, and one row for each entry when written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from kripke.data.errors import FileError
from logic.errors import never_closed, shorten
from logic.exact import DIGITS, exact
from logic.json_values import one_line

SHOWN = 10
"""Maximal number of mistakes in a message."""

DIAGRAMS = ".ver DDDMP"
"""The beginning of the second file of a symbolic model."""
ONLY_DIAGRAMS = "these are only the diagrams of a model; give the JSON file beside them"

Path = tuple[str | int, ...]
Mistake = tuple[Path, str]


class Numeral:
    """A number as the text in the file, never converted to a binary float."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return shorten(self.text)

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole number, which has too many digits then."""
        return self.text.removeprefix("-").isdecimal()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file, for messages: its name with the article, an example, and the depth of nesting in words."""

    name: str
    example: str
    levels: str


MODEL = Kind("a model file", '{"whoknows": 1, "worlds": {"w1": ["p"]}}', "five")
EVENTS = Kind("an event file", '{"whoknows": 1, "events": {"e": {"pre": "p"}}}', "five")


def read_json(text: str, source: str, kind: Kind) -> dict[str, Any]:
    """The object in the text, with a `Numeral` for each number except short integers. O(n) for n characters.

    `FileError`, with the place, if the text is not JSON, not an object, or repeats a key.
    """
    if not text.strip():
        raise FileError(f"{source}: empty; {kind.name} is JSON such as {kind.example}")
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=Numeral,
            parse_constant=Numeral,
            parse_int=lambda digits: int(digits) if len(digits) <= DIGITS else Numeral(digits),
        )
    except json.JSONDecodeError as error:
        raise FileError(_syntax_error(error, source)) from None
    except RecursionError:
        raise FileError(f"{source}: brackets nested too deep; {kind.name} needs {kind.levels} levels") from None
    for path, key in _repeated(data):
        raise FileError(f"{source}: a mistake\n  {path_text((*path, key))}: the key occurs twice")
    if not isinstance(data, dict):
        given = "a list" if isinstance(data, list) else f"the value {shorten(json.dumps(data, default=repr))}"
        raise FileError(f"{source}: expected an object " + '{"whoknows": 1, ...}, got ' + given)
    if data.get("whoknows") is True:  # which is equal to 1 in Python
        raise FileError(mistakes_text(source, [(("whoknows",), "expected a version number, got true")]))
    return data


def plain_data(data: Any, source: str, kind: Kind) -> dict[str, Any]:
    """Python data, as `read_json` gives it: a float is the number that it prints. Errors as in `read_json`.

    The data are dictionaries, lists, texts, numbers, True, False and None; `FileError` for values that JSON does not
    have.
    """
    try:
        text = json.dumps(data, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise FileError(f"{source}: expected the data of {kind.name}, such as to_dict() gives: {error}") from None
    return read_json(text, source, kind)


def _plain(value: Any) -> int | str:
    """A number of another kind, such as NumPy's; `TypeError` for anything else."""
    if not isinstance(value, Real):
        raise TypeError(f"{shorten(repr(value))} is no value of JSON")
    return int(value) if isinstance(value, Integral) else str(exact(value))  # type: ignore[arg-type]


def mistakes_text(source: str, mistakes: list[Mistake]) -> str:
    """At most `SHOWN` mistakes, each with its path, as one message."""
    rows = [f"  {path_text(path)}: " + problem.replace("\n", "\n    ") for path, problem in mistakes[:SHOWN]]
    more = ["  and more"] if len(mistakes) > SHOWN else []
    count = "a mistake" if len(mistakes) == 1 else f"{len(rows)} mistakes"
    return "\n".join([f"{source}: {count}", *rows, *more])


def path_text(path: Path) -> str:
    """The text of a path: ``relations.b.edges[3][1]``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{shorten(step)}" if text else shorten(step)
        else:
            text += f"[{json.dumps(shorten(step), ensure_ascii=False)}]"
    return text or "the file"


def pretty(data: dict[str, Any]) -> str:
    """The data as JSON with one row for each world, event and agent."""
    rows = []
    for key, value in data.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(f"    {one_line(name)}: {one_line(part)}" for name, part in value.items())
            rows.append(f"  {one_line(key)}: {{\n{inner}\n  }}")
        else:
            rows.append(f"  {one_line(key)}: {one_line(value)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


class _Repeating(dict[str, Any]):
    """An object with a repeated key."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) == len(pairs):
        return data
    seen: set[str] = set()
    repeating = _Repeating(data)
    repeating.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return repeating


def _syntax_error(error: json.JSONDecodeError, source: str) -> str:
    row = error.doc.splitlines()[error.lineno - 1] if error.doc.splitlines()[error.lineno - 1 :] else ""
    near = row[max(0, error.colno - 21) : error.colno + 19]
    problem = error.msg[0].lower() + error.msg[1:]
    where = f"near {near!r}" if near.strip() else "where the line ends"
    unclosed = never_closed(error.doc, error.pos)
    if unclosed:
        problem = f"{unclosed}; {problem}"
    return f"{source}: line {error.lineno}, column {error.colno}: not valid JSON: {problem}, {where}"


def _repeated(data: Any) -> Iterator[tuple[Path, str]]:
    """The paths of objects with a repeated key, and the key."""
    stack: list[tuple[Path, Any]] = [((), data)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, _Repeating):
            yield path, value.key
        inside: Iterable[tuple[str | int, Any]] = ()
        if isinstance(value, dict):
            inside = value.items()
        elif isinstance(value, list):
            inside = enumerate(value)
        stack.extend(((*path, step), inner) for step, inner in inside if isinstance(inner, (dict, list)))


def shown(value: Any) -> str:
    """A short text of a value in the file, for messages."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return shorten(repr(value))
