"""JSON files with exact numbers, validated against dataclasses; each mistake is reported with its path.

The reader checks a file against the declarations of a dataclass without pydantic, because importing pydantic takes
longer than reading a small model. If the check fails, pydantic finds the mistakes from the same declarations. It also
makes the published schemas.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from numbers import Integral, Real
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from kripke.data.errors import FileError
from logic.errors import by_face, did_you_mean, few, listing, never_closed, shorten
from logic.exact import DIGITS, exact, json_number, plural, share
from logic.json_values import KINDS, Fields, json_text, loads_json, one_line

SHOWN = 10  # maximal number of mistakes in a message

Path = tuple[str | int, ...]
Mistake = tuple[Path, str]
File = TypeVar("File")

AN_EVENT_MODEL = "this is an event model, which changes models; " + by_face(
    "read it with load_event_model, or give it to whoknows update",
    "give it to whoknows update",
    "paste it under Change, as an event model",
)


class Numeral:
    """A number from a file, stored as text and never converted to a binary float."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return shorten(self.text)


@dataclass(frozen=True, slots=True)
class Kind(Generic[File]):
    """The description of a JSON file format.

    `name` includes the article, `example` is a short file for messages, `levels` is the depth of nesting as a word, and
    `key` is an entry that only this format has. `others` maps keys of other formats to a message about such files.
    `shape` is the dataclass of the file; the published schema contains its docstrings. `sense` yields the mistakes in
    the content of a file that fits `shape`.
    """

    name: str
    example: str
    levels: str
    key: str
    others: Mapping[str, str]
    shape: type[File]
    sense: Callable[[File], Iterable[Mistake]]

    def of_text(self, text: str) -> File:
        """Read a file from its text. O(n) for n characters.

        `FileError` if the text is not JSON, with the position; if it is not an object, or repeats a key; or if it is
        not a file of this kind, with the paths of at most `SHOWN` mistakes.
        """
        data = self._json(text)
        for key, what in self.others.items():
            if key in data and self.key not in data:
                raise FileError(what)
        if data and not data.keys() & {entry.name for entry in fields(self.shape)}:  # type: ignore[arg-type]
            entries = few([shorten(repr(key)) for key in data], "and")
            raise FileError(f"it has the entries {entries}; expected {self.name}, such as {self.example}")
        try:
            file: File = fitter(self.shape)(data)  # type: ignore[arg-type]  # a class is hashable
        except ValueError:
            file = self._pydantic(data)
        if mistakes := list(islice(self.sense(file), SHOWN + 1)):
            raise mistakes_error(mistakes)
        return file

    def of_data(self, data: Any) -> File:
        """Read a file from Python data; a float stands for its shortest decimal form. Errors as in `of_text`.

        The data are dictionaries, lists, strings, numbers, True, False and None; `FileError` for values that JSON does
        not have.
        """
        try:
            text = json.dumps(data, default=_plain)
        except (TypeError, ValueError, RecursionError) as error:
            raise FileError(f"expected the data of {self.name}, such as to_dict() gives: {error}") from None
        return self.of_text(text)

    def schema(self) -> dict[str, Any]:
        """The format's JSON schema."""
        from pydantic import TypeAdapter

        text = json.dumps(TypeAdapter(self.shape).json_schema()).replace("\\n", " ")  # the lines of docstrings
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **json.loads(text)}

    def _json(self, text: str) -> dict[str, Any]:
        """Parse a JSON object; numbers become `Numeral`, except short integers."""
        if not text.strip():
            raise FileError(f"empty; {self.name} is JSON such as {self.example}")
        data = read_json(text, too_deep=f"; {self.name} needs {self.levels} levels")
        if not isinstance(data, dict):
            given = "a list" if isinstance(data, list) else f"the value {shorten(json.dumps(data, default=repr))}"
            raise FileError("expected an object " + '{"whoknows": 1, ...}, got ' + given)
        if data.get("whoknows") is True:  # which is equal to 1 in Python
            raise mistakes_error([(("whoknows",), "expected a version number, got true")])
        return data

    def _pydantic(self, data: dict[str, Any]) -> File:
        """Validate the data with pydantic; `FileError` with the mistakes in the structure of the file."""
        from pydantic import TypeAdapter, ValidationError

        try:
            return TypeAdapter(self.shape).validate_python(data)
        except ValidationError as error:
            details = error.errors(include_url=False)[: SHOWN + 1]
            mistakes = [(tuple(detail["loc"]), _in_words(detail, self.shape)) for detail in details]
        except UnicodeEncodeError as error:
            half = error.object[error.start : error.end]
            mistakes = [((), f"the text {half!r} is half a character: write it whole")]
        raise mistakes_error(mistakes)


def read_json(text: str, number: Callable[[str], Any] = Numeral, too_deep: str = "") -> Any:
    """Parse a JSON text; `number` converts the text of a number with a decimal point or an exponent.

    Integers of more than `DIGITS` digits, ``NaN`` and ``Infinity`` become `Numeral`. `FileError`, with the position, if
    the text is not JSON; with the path, if it repeats a key. `too_deep` is added to the message if brackets are nested
    too deeply.
    """
    try:
        data = loads_json(
            text,
            object_pairs_hook=_object,
            parse_float=number,
            parse_constant=Numeral,
            parse_int=lambda digits: int(digits) if len(digits) <= DIGITS else Numeral(digits),
        )
    except json.JSONDecodeError as error:
        raise FileError(_syntax_error(error)) from None
    except RecursionError:
        raise FileError(f"brackets nested too deep{too_deep}") from None
    for path, key in _repeated(data):
        raise FileError(f"a mistake\n  {path_text((*path, key))}: the key occurs twice")
    return data


def actual_of(data: Fields) -> Any:
    """The actual worlds in the entry ``actual``: a name or a list of names, or None. Numbers become strings."""
    given = data.value("actual", str, int, list, type(None)) if "actual" in data else None
    if isinstance(given, list):
        return [str(world) for world in data.values("actual", str, int)]
    return None if given is None else str(given)


def _plain(value: Any) -> int | str:
    """Convert a number of a type that JSON lacks, such as NumPy's, to a JSON value; `TypeError` for other values."""
    if not isinstance(value, Real):
        raise TypeError(f"{shorten(repr(value))} is no value of JSON")
    return int(value) if isinstance(value, Integral) else str(exact(value))  # type: ignore[arg-type]


class _Repeating(dict[str, Any]):
    """A JSON object with a repeated key."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) == len(pairs):
        return data
    seen: set[str] = set()
    repeating = _Repeating(data)
    repeating.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return repeating


def _repeated(data: Any) -> Iterator[tuple[Path, str]]:
    """The path of each object with a repeated key, and the key."""
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


# ------------------------------------------------------------------------------------------------------- shapes

Fit = Callable[[Any], Any]  # converts a JSON value to a declared type; `ValueError`, such as `Misfit`, for other values


class Misfit(ValueError):
    """Raised if a value does not have the declared type."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on a number, on the length of a string, or on the number of entries of a list or an object.

    `least` and `most` are the smallest and the greatest allowed value; None means no limit.
    """

    least: float | None = None
    most: float | None = None

    def fits(self, value: Any) -> bool:
        """Whether the number, or the length of the value, is within the limits."""
        size = value if isinstance(value, (int, float)) else len(value)
        return (self.least is None or self.least <= size) and (self.most is None or size <= self.most)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        schema = handler(source)
        is_number = schema["type"] in ("int", "float")
        names = ("ge", "le") if is_number else ("min_length", "max_length")
        limits = {name: limit for name, limit in zip(names, (self.least, self.most), strict=True) if limit is not None}
        return {**schema, **limits, **({"strict": True} if is_number else {})}


@dataclass(frozen=True, slots=True)
class Tagged:
    """Annotates a union of dataclasses; `entry` names a field that is a ``Literal`` with a different value in each."""

    entry: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic import Field

        return handler(Annotated[source, Field(discriminator=self.entry)])


@dataclass(frozen=True, eq=False)
class Spelled:
    """Annotates a type whose values may be written in several ways.

    `read` converts a JSON value to the declared type, and raises `ValueError` for other values. `schema` has the
    schemas of the spellings. If `before` is true, `read` only returns another JSON value, which is then validated
    against the declared type.
    """

    read: Callable[[Any], Any]
    schema: dict[str, Any]
    before: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        if self.before:
            return core_schema.no_info_before_validator_function(self.read, handler(source))
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        declared = [handler(schema["schema"])] if self.before else []
        return {**self.schema, "anyOf": [*self.schema["anyOf"], *declared]}


def _share(value: Any) -> Fraction:
    if isinstance(value, Numeral):
        return share(json_number(value.text), "number")
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(f"expected a number such as 0.5 or a text such as '1/3', got {shown(value)}")
    return share(value, "number")


Integer: TypeAlias = Annotated[int, Limits()]
Share: TypeAlias = Annotated[
    Fraction,
    Spelled(
        _share,
        {
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": 1},
                {"type": "string", "pattern": r"^\d+(/\d+|\.\d+)?$"},
            ],
            "description": "A number from 0 to 1: 0.15 is 3/20, a float 0.16666666666666666 is 1/6. Or a text: '1/3'.",
        },
    ),
]


@cache
def fitter(kind: Any) -> Fit:
    """Return a quick validator for a declared type: a dataclass, or a type of JSON values.

    Supported are ``str``, ``int``, ``float``, ``bool``, ``Any``, ``list``, ``tuple``, ``dict``, ``Literal``, unions,
    and `Limits`, `Spelled` or `Tagged` as the first annotation.
    """
    if is_dataclass(kind):
        return _record(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _marked(*args[:2])
    if origin is Literal:
        return lambda value: value if type(value) is type(args[0]) and value in args else _refuse()
    if origin in (Union, UnionType):
        return _union([fitter(arg) for arg in args if arg is not type(None)], type(None) in args)
    if origin is list and args[0] is str:  # the most frequent type: tested without a call for each string
        return lambda value: value if type(value) is list and {*map(type, value)} <= {str} else _refuse()
    if origin is list:
        fit = fitter(args[0])
        return lambda value: [fit(v) for v in value] if type(value) is list else _refuse()
    if origin is tuple:
        each = [fitter(arg) for arg in args]
        return lambda value: (
            tuple(fit(v) for fit, v in zip(each, value, strict=True)) if type(value) is list else _refuse()
        )
    if origin is dict and args[0] is not str:
        name, entries = fitter(args[0]), fitter(dict[str, args[1]])  # type: ignore[valid-type]
        return lambda value: {name(key): v for key, v in entries(value).items()}
    if origin is dict:
        fit = fitter(args[1])
        return lambda value: {key: fit(v) for key, v in value.items()} if type(value) is dict else _refuse()
    if kind is float:
        return lambda value: float(value) if type(value) in (int, float) else _refuse()
    if kind is Any:
        return lambda value: value
    return lambda value: value if type(value) is kind else _refuse()


def _union(fits: Sequence[Fit], optional: bool) -> Fit:
    *others, last = fits

    def union(value: Any) -> Any:
        if value is None and optional:
            return None
        for fit in others:
            with suppress(ValueError):
                return fit(value)
        return last(value)

    return union


def _marked(kind: Any, mark: Limits | Spelled | Tagged) -> Fit:
    if isinstance(mark, Tagged):
        entry = mark.entry
        known: dict[str, Fit] = {get_args(get_type_hints(each)[entry])[0]: fitter(each) for each in get_args(kind)}

        def tagged(value: Any) -> Any:
            fits = known.get(str(value.get(entry))) if type(value) is dict else None
            return _refuse() if fits is None else fits(value)

        return tagged
    if isinstance(mark, Limits):
        fits, within = fitter(kind), mark.fits
        return lambda value: result if within(result := fits(value)) else _refuse()
    if not mark.before:
        return mark.read
    read, fit = mark.read, fitter(kind)
    return lambda value: fit(read(value))


def _record(kind: Any) -> Fit:
    hints = get_type_hints(kind, include_extras=True)
    fit = {f.name: fitter(hints[f.name]) for f in fields(kind)}
    required = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}

    def record(value: Any) -> Any:
        if type(value) is not dict or not required <= value.keys() <= fit.keys():
            _refuse()
        return kind(**{key: fit[key](v) for key, v in value.items()})

    return record


def _refuse() -> Any:
    raise Misfit


# ----------------------------------------------------------------------------------------------------- messages

EXPECTED: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "string_type": lambda limits: KINDS[str],
    "string_unicode": lambda limits: "a text of whole characters",
    **dict.fromkeys(("list_type", "tuple_type"), lambda limits: KINDS[list]),
    **dict.fromkeys(("dict_type", "model_type", "dataclass_type", "model_attributes_type"), lambda limits: KINDS[dict]),
    "bool_type": lambda limits: KINDS[bool],
    "int_type": lambda limits: KINDS[int],
    "float_type": lambda limits: KINDS[float],
    "finite_number": lambda limits: "a finite number",
    "string_too_long": lambda limits: f"at most {limits['max_length']:,} characters",
    "string_too_short": lambda limits: f"at least {plural(limits['min_length'], 'character')}",
    "too_long": lambda limits: f"at most {limits['max_length']:,} entries",
    "too_short": lambda limits: f"at least {limits['min_length']:,} entr{'y' if limits['min_length'] == 1 else 'ies'}",
    "greater_than_equal": lambda limits: f"a number that is at least {limits['ge']}",
    "less_than_equal": lambda limits: f"a number that is at most {limits['le']}",
    "literal_error": lambda limits: limits["expected"],
    "union_tag_invalid": lambda limits: limits["expected_tags"],
    "string_pattern_mismatch": lambda limits: f"a text of the form {limits['pattern']}",
    "json_invalid": lambda limits: "JSON",
}
"""For each type of pydantic's errors, a function from the error's context to a description of the expected value."""


def in_words(detail: Any, shown: Callable[[object], str] = json_text) -> str:
    """The description of one of pydantic's errors, to be written after its path; rare errors keep pydantic's words.

    `shown`: converts a value to a string.
    """
    kind, limits = detail["type"], detail.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return "there is no such field"
    if kind == "union_tag_not_found":
        return f"the field {limits['discriminator'].strip(chr(39))} is missing"
    said = f"expected {EXPECTED[kind](limits)}" if kind in EXPECTED else str(detail["msg"])
    return f"{said}, got {shown(detail['input'])}"


def _in_words(error: Any, shape: Any) -> str:
    """The description of an error in a file whose declared type is `shape`; see `in_words`."""
    kind, given, path = error["type"], error["input"], error["loc"]
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"no such key in the format{did_you_mean(str(path[-1]), _keys(shape, path[:-1]))}"
    if kind == "dataclass_type" and path:
        return f"expected an object with {listing(_keys(shape, path), 'or')}, got {shown(given)}"
    if kind == "missing" and path == ("whoknows",):
        return 'is missing: write "whoknows": 1'
    if kind == "value_error":
        return str(error["ctx"]["error"])
    if kind == "literal_error":
        return f"expected 1, the version of the format that is read here, got {shown(given)}"
    if kind in ("too_short", "too_long"):
        return f"a model has at least one {path[0][:-1]}" if len(path) == 1 else "expected a pair, two entries"
    if kind == "int_type" and isinstance(given, Numeral) and given.text.removeprefix("-").isdecimal():
        return f"expected a whole number of at most {DIGITS:,} digits, got {shown(given)}"
    return in_words(error, shown)


def _keys(kind: Any, path: Path) -> list[str]:
    """The keys that are allowed in the object at this path, in a file of the declared type `kind`."""
    for step in (*path, None):
        while get_origin(kind) is Annotated or type(None) in get_args(kind):
            kind = get_args(kind)[0]
        if step is not None:
            kind = get_type_hints(kind, include_extras=True)[str(step)] if is_dataclass(kind) else get_args(kind)[-1]
    return [field.name for field in fields(kind)]


def mistakes_error(mistakes: list[Mistake]) -> FileError:
    """The error that lists at most `SHOWN` mistakes with their paths."""
    rows = [f"  {path_text(path)}: " + problem.replace("\n", "\n    ") for path, problem in mistakes[:SHOWN]]
    more = ["  and more"] if len(mistakes) > SHOWN else []
    count = "a mistake" if len(mistakes) == 1 else f"{len(rows)} mistakes"
    return FileError("\n".join([count, *rows, *more]))


def path_text(path: Path) -> str:
    """The path as a string, such as ``relations.b.edges[3][1]``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{shorten(step)}" if text else shorten(step)
        else:
            text += f"[{json.dumps(shorten(step), ensure_ascii=False)}]"
    return text or "the file"


def _syntax_error(error: json.JSONDecodeError) -> str:
    row = error.doc.splitlines()[error.lineno - 1] if error.doc.splitlines()[error.lineno - 1 :] else ""
    near = row[max(0, error.colno - 21) : error.colno + 19]
    problem = error.msg[0].lower() + error.msg[1:]
    where = f"near {near!r}" if near.strip() else "where the line ends"
    unclosed = never_closed(error.doc, error.pos)
    if unclosed:
        problem = f"{unclosed}; {problem}"
    return f"line {error.lineno}, column {error.colno}: not valid JSON: {problem}, {where}"


def shown(value: Any) -> str:
    """A short description of a value in the file, for messages."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return shorten(repr(value))


# ------------------------------------------------------------------------------------------------------ writing


def pretty(data: dict[str, Any]) -> str:
    """The data as JSON text with a line for each world, event and agent."""
    rows = []
    for key, value in data.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(f"    {one_line(name)}: {one_line(part)}" for name, part in value.items())
            rows.append(f"  {one_line(key)}: {{\n{inner}\n  }}")
        else:
            rows.append(f"  {one_line(key)}: {one_line(value)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"
