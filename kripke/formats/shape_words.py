"""The mistakes that pydantic finds, in our words: what was expected, and what was given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from logic.json_values import KINDS, json_text

EXPECTED: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "string_type": lambda limits: KINDS[str],
    "list_type": lambda limits: KINDS[list],
    "tuple_type": lambda limits: KINDS[list],
    "dict_type": lambda limits: KINDS[dict],
    "model_type": lambda limits: KINDS[dict],
    "dataclass_type": lambda limits: KINDS[dict],
    "model_attributes_type": lambda limits: KINDS[dict],
    "bool_type": lambda limits: KINDS[bool],
    "int_type": lambda limits: KINDS[int],
    "float_type": lambda limits: KINDS[float],
    "finite_number": lambda limits: "a finite number",
    "string_too_long": lambda limits: f"at most {limits['max_length']:,} characters",
    "string_too_short": lambda limits: f"at least {limits['min_length']:,} characters",
    "too_long": lambda limits: f"at most {limits['max_length']:,} entries",
    "too_short": lambda limits: f"at least {limits['min_length']:,} entr{'y' if limits['min_length'] == 1 else 'ies'}",
    "greater_than_equal": lambda limits: f"a number that is at least {limits['ge']}",
    "less_than_equal": lambda limits: f"a number that is at most {limits['le']}",
    "literal_error": lambda limits: limits["expected"],
    "union_tag_invalid": lambda limits: limits["expected_tags"],
    "string_pattern_mismatch": lambda limits: f"a text of the form {limits['pattern']}",
    "json_invalid": lambda limits: "JSON",
}
"""Type of a mistake -> its limits -> what was expected."""


def in_words(detail: Any, shown: Callable[[object], str] = json_text) -> str:
    """One mistake as a sentence without its place; pydantic's own words for a type that is not listed.

    Parameters
    ----------
    detail : dict
        An entry of `ValidationError.errors`.
    """
    kind, limits = detail["type"], detail.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "there is no such field"
    if kind == "union_tag_not_found":
        return f"the field {limits['discriminator'].strip(chr(39))} is missing"
    said = f"expected {EXPECTED[kind](limits)}" if kind in EXPECTED else str(detail["msg"])
    return f"{said}, got {shown(detail['input'])}"
