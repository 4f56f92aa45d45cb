"""The errors of games: an action that is not legal, a text that is no action, a line-up that does not fit."""

from __future__ import annotations

from logic.errors import EpistemicError


class GameError(EpistemicError, ValueError):
    """Options, seats or agents do not make a game."""


class IllegalAction(EpistemicError, ValueError):
    """The action cannot be taken at this state, or its text cannot be read."""


class RecordError(EpistemicError, ValueError):
    """A record of a game is not what it should be: the message names the line."""
