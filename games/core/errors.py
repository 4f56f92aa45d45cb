"""Errors of games."""

from __future__ import annotations

from logic.errors import EpistemicError


class GameError(EpistemicError, ValueError):
    """Options, seats, agents or tables are invalid."""


class IllegalAction(EpistemicError, ValueError):
    """The action is not legal in this state, or its text is invalid."""


class RecordError(EpistemicError, ValueError):
    """A file of records or results is invalid; the message names the line."""
