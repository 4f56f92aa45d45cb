"""The shape of every request, and its bounded fields; models are read in `given.py`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kripke.formats.shape_report import in_words
from learn.exercises.limits import FORMULA
from logic.errors import shorten

Text = Annotated[str, Field(max_length=FORMULA)]
Name = Annotated[str, Field(max_length=200)]
Coordinate = Annotated[float, Field(ge=-1e6, le=1e6)]
Places = dict[Name, tuple[Coordinate, Coordinate]]


class Request(BaseModel):
    """The fields of a request; unknown fields are errors."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


def fields(error: ValidationError) -> str:
    """What is wrong with the first wrong field of a request; of a choice, in the form that it fits best."""
    details = error.errors(include_url=False)
    forms: dict[tuple[int | str, ...], list[Any]] = {}
    for detail in details:
        forms.setdefault(tuple(detail["loc"][:2]), []).append(detail)
    first = min(forms.values(), key=len)[0]
    steps = [str(step) for step in first["loc"] if not str(step)[:1].isupper()]  # without the names of forms
    return f"{shorten('.'.join(steps)) or 'the request'}: {in_words(first)}"
