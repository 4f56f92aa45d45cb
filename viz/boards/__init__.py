"""Tables and boards of games as pictures: one module a game, with ``board(observation, seen=None) -> Canvas``."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from games import registry
from games.core.rules import EVERYTHING, State
from logic.errors import shorten
from viz.canvas import Canvas, save_canvas
from viz.output import DPI
from viz.picture import DrawError


def has_board(game: str) -> bool:
    """Whether there are pictures of this game."""
    return game.isidentifier() and find_spec(f"{__name__}.{game}") is not None


def canvas_of(state: State, player: int | None = None, action: Any = None) -> Canvas:
    """The table at this state, as one player sees it; see `draw_board`."""
    name = state.rules.game
    if not has_board(name):
        raise DrawError(f"{name}: there is no picture of this game's table")
    _require_seat(player, state.rules.players)
    game, viewer = registry.game(name), EVERYTHING if player is None else player
    seen = None if action is None else game.seen(state, action, viewer)
    canvas: Canvas = import_module(f"{__name__}.{name}").board(game.observation(state, viewer), seen)
    return canvas


def _require_seat(player: Any, players: int) -> None:
    """Refuse what is no seat, before it is taken for one who sees all."""
    if player is None or player == EVERYTHING:
        return
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < players:
        raise DrawError(
            f"player {shorten(repr(player))}: expected a seat from 0 to {players - 1}, or None for all that there is"
        )


def draw_board(
    state: State,
    path: str | PathLike[str] | None = None,
    *,
    player: int | None = None,
    action: Any = None,
    dpi: int = DPI,
) -> str | Path:
    """Draw the table of a game.

    Parameters
    ----------
    state : State
        A moment of a game.
    path : path, optional
        Where to, as SVG, PNG or PDF by its ending; without it the SVG's text is given.
    player : int, optional
        The seat whose view it is: what she does not know is hidden. None: all is shown.
    action : action, optional
        What is being done, where that shows: a call lifts the cup.
    dpi : int
        Dots in an inch, for PNG.

    Raises
    ------
    DrawError
        If there is no picture of this game or no such seat, the format is unknown, or the file cannot be written.
    """
    return save_canvas(canvas_of(state, player, action), path, dpi)
