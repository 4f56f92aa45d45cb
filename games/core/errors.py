"""Errors of games, and the checks of options that raise them."""

from collections.abc import Sequence
from typing import Any

from logic.errors import EpistemicError, listing, near_miss, shorten
from logic.exact import is_real, is_whole


class GameError(EpistemicError, ValueError):
    """Raised for invalid options, seats, agents or tables (`games.knowing.table.Table`)."""


class IllegalAction(EpistemicError, ValueError):
    """Raised for an action that is not legal in the state, or whose text is invalid."""


class RecordError(EpistemicError, ValueError):
    """Raised for an invalid file of records or results; the message names the line."""


def require_number(name: str, value: Any, least: float, most: float, whole: bool = False) -> None:
    """Raise `GameError` unless the value is a number from `least` to `most`, and an integer if `whole` is true."""
    kind = "a whole number" if whole else "a number"
    if not (is_whole if whole else is_real)(value, least, most):
        raise GameError(f"{name} {_shown(value)}: expected {kind} from {least:,.12g} to {most:,.12g}")


def require_choice(name: str, value: Any, choices: Sequence[Any]) -> None:
    """Raise `GameError` unless the value is one of the choices, with the same type: 1 is not True."""
    if not any(type(value) is type(each) and value == each for each in choices):
        hint = near_miss(value, [each for each in choices if isinstance(each, str)]) if isinstance(value, str) else ""
        raise GameError(f"{name} {_shown(value)}: expected {listing([repr(each) for each in choices])}{hint}")


def _shown(value: Any) -> str:
    return shorten(repr(value) if isinstance(value, str) else value)
