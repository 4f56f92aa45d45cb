"""Tables of games as pictures: a module for each game, with ``board(observation, seen=None, narrow=False) -> Canvas``.

A module ``GAME_COMMAND`` has ``picture(found) -> Canvas``, of what a game's own command found.
"""

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
from viz.pictures.picture import DPI, DrawError


def has_board(game: str) -> bool:
    """Whether there are pictures of this game."""
    return game.isidentifier() and find_spec(f"{__name__}.{game}") is not None


def canvas_of(state: State, player: int | None = None, action: Any = None, narrow: bool = False) -> Canvas:
    """The table at this state as a player sees it; None: everything is shown. Errors as in `draw_board`."""
    if not isinstance(state, State):
        raise DrawError(f"draw_board {shorten(repr(state))}: expected a state of a game, such as rules.start()")
    name = state.rules.game
    if not has_board(name):
        raise DrawError(f"{name}: there is no picture of this game's table")
    players = state.rules.players
    is_seat = isinstance(player, int) and not isinstance(player, bool) and 0 <= player < players
    if player is not None and player != EVERYTHING and not is_seat:
        raise DrawError(
            f"player {shorten(repr(player))}: expected a seat from 0 to {players - 1}, or None for everything"
        )
    game, viewer = registry.game(name), EVERYTHING if player is None else player
    seen = None if action is None else game.seen(state, action, viewer)
    module = import_module(f"{__name__}.{name}")
    canvas: Canvas = module.board(game.observation(state, viewer), seen, narrow)
    return canvas


def draw_board(
    state: State,
    path: str | PathLike[str] | None = None,
    *,
    player: int | None = None,
    action: Any = None,
    narrow: bool = False,
    dpi: int = DPI,
) -> str | Path:
    """Draw the table of a game.

    Parameters
    ----------
    state : State
        A state of a game.
    path : path, optional
        The file, SVG, PNG or PDF by its ending; None: return the SVG text.
    player : int, optional
        The seat whose view it is: anything that this player does not know is hidden. None: everything is shown.
    action : action, optional
        The present action, if it is visible: a call lifts the cup.
    narrow : bool
        Whether it is for a narrow screen, such as that of a phone, if the game has such a picture.
    dpi : int
        Resolution of a PNG in dots per inch.

    Raises
    ------
    DrawError
        If there is no picture of this game or no such seat, the format is unknown, or the file cannot be written.

    Examples
    --------
    >>> from whoknows import draw_board, game
    >>> poker = game("bluff_poker")
    >>> state = poker.rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 6 4 2", "bid 651"])
    >>> "as bob sees it" in draw_board(state, player=1)
    True
    """
    return save_canvas(canvas_of(state, player, action, narrow), path, dpi)


def draw_answer(name: str, found: Any, path: str | PathLike[str] | None = None, dpi: int = DPI) -> str | Path:
    """Draw what a game's own command found; errors as in `draw_board`."""
    canvas: Canvas = import_module(f"{__name__}.{name}").picture(found)
    return save_canvas(canvas, path, dpi)
