"""The shape of a file, declared by dataclasses, and a fast test for it.

pydantic reads the same declarations: it finds the mistakes of a file that fails the test, and writes the published
schemas. Its import takes longer than reading and checking a small model, so only files with mistakes need it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from kripke.formats.jsonfile import Numeral, shown
from logic.exact import json_number, share

Fit = Callable[[Any], Any]
"""A JSON value -> the value of a declared type; `Misfit` for a value of another type."""


class Misfit(ValueError):
    """A value does not have the declared type."""


def described(text: str) -> dict[str, str]:
    """The metadata of a field: its description in the published schema."""
    return {"description": text}


@dataclass(frozen=True, slots=True)
class Length:
    """The number of entries of a list or an object.

    Parameters
    ----------
    most : int, optional
        Maximal number of entries; None: no limit.
    """

    least: int
    most: int | None = None

    def fits(self, value: Any) -> bool:
        """Whether the number of entries is within the limits."""
        return self.least <= len(value) and (self.most is None or len(value) <= self.most)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        limits = {"min_length": self.least} | ({} if self.most is None else {"max_length": self.most})
        return {**handler(source), **limits}


class ReadShare:
    """A number from 0 to 1, read exactly."""

    @staticmethod
    def read(value: Any) -> Fraction:
        """The number; `ValueError` for anything else."""
        if isinstance(value, Numeral):
            return share(json_number(value.text), "number")
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            raise ValueError(f"expected a number such as 0.5 or a text such as '1/3', got {shown(value)}")
        return share(value, "number")

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        return {
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": 1},
                {"type": "string", "pattern": r"^\d+(/\d+|\.\d+)?$"},
            ],
            "description": "A number from 0 to 1: 0.15 is 3/20, a float 0.16666666666666666 is 1/6. Or a text: '1/3'.",
        }


Share: TypeAlias = Annotated[Fraction, ReadShare()]
Pair: TypeAlias = Annotated[list[str], Length(2, 2)]
Class: TypeAlias = Annotated[list[list[str]], Length(2, 2)]


def fitter(kind: Any) -> Fit:
    """The fast test for a declared type: a dataclass, or a type of JSON values.

    Supported are ``str``, ``int``, ``list``, ``dict`` from str, ``Literal``, ``X | None``, `Length` and `ReadShare`.
    """
    if is_dataclass(kind):
        return _record(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _marked(args[1], fitter(args[0]) if isinstance(args[1], Length) else None)
    if origin is Literal:
        return lambda value: value if type(value) is type(args[0]) and value in args else _refuse()
    if type(None) in args:
        inner = fitter(args[0])
        return lambda value: None if value is None else inner(value)
    if origin is list:
        return _list(args[0])
    if origin is dict:
        fit = fitter(args[1])
        return lambda value: {key: fit(v) for key, v in value.items()} if type(value) is dict else _refuse()
    return lambda value: value if type(value) is kind else _refuse()


def _list(item: Any) -> Fit:
    if item is str:  # the most frequent type: tested without a call for each string
        return lambda value: value if type(value) is list and {*map(type, value)} <= {str} else _refuse()
    fit = fitter(item)
    return lambda value: [fit(v) for v in value] if type(value) is list else _refuse()


def _marked(mark: Length | ReadShare, inner: Fit | None) -> Fit:
    if isinstance(mark, ReadShare) or inner is None:
        return ReadShare.read
    fits, length = inner, mark

    def measured(value: Any) -> Any:
        result = fits(value)
        return result if length.fits(result) else _refuse()

    return measured


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
