"""The base class of requests, with bounded fields, and checks before a request is passed to a worker."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform

from kripke.data.errors import UnsupportedByEngine
from kripke.formats.jsonfile import Limits, fitter, in_words
from learn.exercises.formulas import FORMULA, limited_formula
from logic.errors import EpistemicError, ParseError, TooLarge, shorten
from logic.json_values import loads_json
from viz.web.protocol import EVENTS, PARTS, WORLDS, Answer, said

Text = Annotated[str, Limits(most=FORMULA)]
Name = Annotated[str, Limits(most=200)]
Coordinate = Annotated[float, Limits(-1e6, 1e6)]
Places = dict[Name, tuple[Coordinate, Coordinate]]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Request:
    """Base class of requests: subclasses become dataclasses, and unknown fields are errors."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"strict": True, "extra": "forbid", "allow_inf_nan": False}

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


Shape = TypeVar("Shape", bound=Request)


class NeedsServer(UnsupportedByEngine):
    """Raised for a request that a page without a server cannot answer."""

    def __init__(self, what: str) -> None:
        way_out = "which a page without a server does not have: install whoknows, and start whoknows serve"
        super().__init__(f"this needs {what}, {way_out}")


class RequestError(ValueError):
    """Raised if the body of a request does not have the form that its route expects."""


def read(shape: type[Shape], body: bytes) -> Shape:
    """Parse a JSON body as a request; `RequestError` if it does not have this form."""
    try:
        if b"\\ud" in body:  # possibly an unpaired surrogate, which pydantic rejects as invalid JSON
            raise ValueError
        fit: Callable[[Any], Shape] = fitter(shape)  # type: ignore[arg-type]  # a class is hashable
        return fit(loads_json(body.decode(), parse_constant=int))
    except RecursionError:
        raise RequestError("the request: nested too deep") from None
    except ValueError:
        return validated(shape, body)  # type: ignore[no-any-return]


def validated(shape: Any, body: bytes) -> Any:
    """Parse a JSON body with pydantic, whose import takes longer than most answers; `RequestError` as in `read`."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(shape).validate_json(body)
    except ValidationError as error:
        raise RequestError(_mistake(error.errors(include_url=False))) from None


def _mistake(details: list[Any]) -> str:
    """Return a message about the first invalid field; if several forms are allowed, in the one that fits best."""
    forms: dict[tuple[int | str, ...], list[Any]] = {}
    for detail in details:
        forms.setdefault(tuple(detail["loc"][:2]), []).append(detail)
    first = min(forms.values(), key=len)[0]
    steps = [str(step) for step in first["loc"] if not str(step)[:1].isupper()]  # without the names of forms
    return f"{shorten('.'.join(steps)) or 'the request'}: {in_words(first)}"


EVENT_FORMULAS = re.compile(r"(?:\bpre\b|:=)([^;\n]*)")
"""Matches the preconditions and postconditions in the text of an event model."""


def refusal(body: bytes) -> Answer | None:
    """Return the answer to a request that is too large; None for any other request.

    O(n) for n bytes, since the lengths of formulas and event models are limited.
    """
    try:
        data = loads_json(body)
        if isinstance(data, dict):
            _require_small(data)
    except TooLarge as error:
        return said(422, "TooLarge", error.said("page"))
    except (ValueError, RecursionError, EpistemicError):
        pass
    return None


def require_few_worlds(model: dict[str, Any]) -> None:
    """Raise `TooLarge` if the data describe a model with more than `WORLDS` listed worlds."""
    worlds = model.get("worlds")
    if isinstance(worlds, dict) and len(worlds) > WORLDS:
        raise TooLarge(
            f"the model has {len(worlds):,} worlds, and the page evaluates at most {WORLDS:,}: use the command "
            "`whoknows check` for larger ones"
        )


def _require_small(data: dict[str, Any]) -> None:
    for model in (data.get("model"), data.get("other")):
        if isinstance(model, dict):
            require_few_worlds(model)
    actions = data.get("actions")
    changes = [data.get("change"), *(actions.values() if isinstance(actions, dict) else ())]
    parts = [part for part in (data, *changes) if isinstance(part, dict)]
    formulas = [part["formula"] for part in parts if isinstance(part.get("formula"), str)]
    for events in [part.get("text") for part in parts[1:]]:
        if not isinstance(events, str):
            continue
        if len(events) > EVENTS:
            raise TooLarge(f"the event model has {len(events):,} characters, and the page reads at most {EVENTS:,}")
        formulas += EVENT_FORMULAS.findall(events)
    for text in formulas:
        try:
            count = len(limited_formula(text).subformulas())
        except ParseError:  # it may be valid with the names of the model
            continue
        if count > PARTS:
            raise TooLarge(
                f"the formula has {count:,} different parts, and the page evaluates at most {PARTS:,}: ask for less"
            )
