"""Why a text is no formula: the place, what could have stood there, and the way out."""

from __future__ import annotations

from itertools import islice

from logic.errors import ParseError
from logic.lexer import places


def explain(text: str, number: int) -> ParseError:
    """The error for a text whose token of this number, counted from 0, does not fit."""
    start, end = next(islice(places(text), number, None))
    return ParseError(f"unexpected {text[start:end] or 'end'}", text, start)
