"""The fields of exercises: formulas, models and names, bounded where they are read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer

from kripke.models.kripke_model import KripkeModel
from learn.exercises.formulas import formula_of
from learn.exercises.limits import WORLDS
from logic.errors import EpistemicError, FormulaError, TooLarge, listing, shorten
from logic.formula import Formula


class AnswerError(EpistemicError, ValueError):
    """An answer that cannot be marked, such as a formula about an agent that the exercise does not have."""


def require_known(answer: Collection[object], known: Collection[object], what: str) -> None:
    """Refuse answers that name something that is not there.

    Raises
    ------
    AnswerError
        If there is no such thing.
    """
    for each in answer:
        if each not in known:
            raise AnswerError(f"answer: there is no {what} {shorten(repr(each))}; there is {listing(map(repr, known))}")


def model_of(data: Mapping[str, Any]) -> KripkeModel:
    """The model of the data of a model file; the line ``whoknows: 1`` may be missing.

    Raises
    ------
    FileError
        With the path of each mistake.
    TooLarge
        For more than `WORLDS` worlds.
    """
    worlds = data.get("worlds")
    if isinstance(worlds, dict) and len(worlds) > WORLDS:
        raise TooLarge(f"the model has {len(worlds):,} worlds; a model in an exercise has at most {WORLDS}")
    return KripkeModel.from_dict({"whoknows": 1, **data})


def _formula(value: object) -> Formula:
    if isinstance(value, Formula):
        return value
    if not isinstance(value, str):
        raise FormulaError(f"expected a formula as text, got {type(value).__name__}: write it in quotes")
    return formula_of(value)


def _model(value: object) -> KripkeModel:
    if isinstance(value, KripkeModel):
        return value
    if not isinstance(value, dict):
        raise FormulaError(f"expected a model with worlds and relations, got {type(value).__name__}")
    return model_of(value)


AFormula = Annotated[Formula, BeforeValidator(_formula), PlainSerializer(str)]
AModel = Annotated[KripkeModel, BeforeValidator(_model), PlainSerializer(KripkeModel.to_dict)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Prose = Annotated[str, Field(max_length=4_000)]
Formulas = Annotated[tuple[AFormula, ...], Field(min_length=1, max_length=12, strict=False)]
