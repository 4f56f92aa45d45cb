"""The shape of every request, and its bounded fields; models are read in `given.py`."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from learn.exercises.limits import FORMULA
from logic.errors import shorten

Text = Annotated[str, Field(max_length=FORMULA)]
Name = Annotated[str, Field(max_length=200)]
Places = dict[Name, tuple[float, float]]


class Request(BaseModel):
    """The fields of a request; unknown fields are errors."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


def fields(error: ValidationError) -> str:
    """What is wrong with the first wrong field of a request."""
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(map(str, first["loc"])) or "the request"
    return f"{shorten(place)}: {first['msg']}, got {shorten(repr(first['input']))}"
