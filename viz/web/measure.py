"""What is refused before a worker is taken: large models, and formulas that are long, deep or of many parts."""

from __future__ import annotations

import json
import re
from typing import Any

from learn.exercises.formulas import formula_of
from logic.errors import EpistemicError, TooLarge
from viz.web.limits import EVENTS, PARTS, WORLDS
from viz.web.reply import Answer, said

EVENT_FORMULAS = re.compile(r"(?:\bpre\b|:=)([^;\n]*)")
"""The preconditions and postconditions in the text of an event model."""


def refusal(body: bytes) -> Answer | None:
    """What is too large in a request; None if nothing is, or if it has other mistakes, which a worker explains.

    Notes
    -----
    O(n) for n bytes; the parser reads at most `FORMULA` characters of each formula, and `EVENTS` of an event model.
    """
    try:
        data = json.loads(body)
        if isinstance(data, dict):
            _require_small(data)
    except TooLarge as error:
        return said(422, "TooLarge", str(error))
    except (ValueError, RecursionError, EpistemicError):
        pass
    return None


def require_few_worlds(model: dict[str, Any]) -> None:
    """`TooLarge` for the data of a model with more than `WORLDS` listed worlds."""
    worlds = model.get("worlds")
    if isinstance(worlds, dict) and len(worlds) > WORLDS:
        raise TooLarge(
            f"the model has {len(worlds):,} worlds, and the page evaluates at most {WORLDS:,}: use the command "
            "`whoknows check` for larger ones"
        )


def _require_small(data: dict[str, Any]) -> None:
    change = data.get("change")
    for model in (data.get("model"), data.get("other")):
        if isinstance(model, dict):
            require_few_worlds(model)
    for asked in (data, change):
        if isinstance(asked, dict) and isinstance(asked.get("formula"), str):
            _require_few_parts(asked["formula"])
    if isinstance(change, dict) and isinstance(change.get("text"), str):
        _require_small_events(change["text"])


def _require_few_parts(text: str) -> None:
    parts = len(formula_of(text).subformulas())
    if parts > PARTS:
        raise TooLarge(
            f"the formula has {parts:,} different parts, and the page evaluates at most {PARTS}: ask for less"
        )


def _require_small_events(text: str) -> None:
    if len(text) > EVENTS:
        raise TooLarge(f"the event model has {len(text):,} characters, and the page reads at most {EVENTS:,}")
    for found in EVENT_FORMULAS.finditer(text):
        _require_few_parts(found[1])
