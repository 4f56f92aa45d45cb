"""Pictures of game tables: the module of a game has ``board(observation, seen=None, narrow=False) -> Canvas``.

`seen` is the current action as the viewer observes it; some games draw it.
If a command of a game has a picture, a module named ``GAME_COMMAND``, such as ``spades_hand``, has the function
``picture(found) -> Canvas``, which draws the result of the command.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from games import registry
from games.core.cards import SIGNS, Card
from games.core.rules import EVERYTHING, State
from games.core.sentences import YOU
from logic.errors import shorten
from logic.exact import is_whole
from viz.canvas import Canvas, Paint, Rounded, Shape, Words, fitting, save_canvas, text_width
from viz.pictures.picture import DPI, DrawError
from viz.theme import COLOURS, INK, PALE, PAPER


def has_board(game: str) -> bool:
    """Whether the table of this game can be drawn."""
    return game.isidentifier() and find_spec(f"{__name__}.{game}") is not None


def canvas_of(state: State, player: int | None = None, action: Any = None, narrow: bool = False) -> Canvas:
    """Return the picture of a state; the parameters and errors are those of `draw_board`."""
    if not isinstance(state, State):
        raise DrawError(f"draw_board {shorten(repr(state))}: expected a state of a game, such as rules.start()")
    name = state.rules.game
    if not has_board(name):
        raise DrawError(f"{name}: there is no picture of this game's table")
    players = state.rules.players
    if player is not None and player != EVERYTHING and not is_whole(player, 0, players - 1):
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
        The file, SVG, PNG or PDF by its extension; None: return the SVG text.
    player : int, optional
        The seat of the viewer: anything that this player does not know is hidden. None: everything is shown.
    action : action, optional
        The current action, if it is to be shown; in Bluff Poker, for example, a call lifts the cup.
    narrow : bool
        Whether to draw a version for narrow screens, if the game has one.
    dpi : int
        Resolution of a PNG in dots per inch.

    Raises
    ------
    DrawError
        If `state` is not a state, there is no picture of its game or no such seat, or the format is unknown.
    FileError
        If the file cannot be written.

    Examples
    --------
    >>> from whoknows import draw_board, game
    >>> poker = game("bluff_poker")
    >>> state = poker.rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 6 4 2", "bid 651"])
    >>> "as bob sees it" in draw_board(state, player=1)
    True
    """
    return save_canvas(canvas_of(state, player, action, narrow), path, dpi)


def draw_answer(name: str, answer: Any, path: str | PathLike[str] | None = None) -> str | Path:
    """Draw `answer`, the result of a game's command, with the module `name`; file errors as in `draw_board`."""
    canvas: Canvas = import_module(f"{__name__}.{name}").picture(answer)
    return save_canvas(canvas, path)


CARD = (38.0, 54.0)  # width and height
FELT, LINE = "#2f6f57", "#ffffff"  # colours of the table and of what is written on it
RED, GREEN = "#b3261e", "#1e6e42"
BACK, BACK_EDGE, EDGE = "#5a6fa5", "#33446f", "#8f8f8f"


def ink_of(suit: str) -> str:
    """Return the colour in which a suit is drawn."""
    return RED if suit in "HD" else INK


def card_face(card: Card, x: float, y: float) -> list[Shape]:
    """Return the shapes of a playing card that lies face up."""
    colour = ink_of(card.suit)
    return [
        Rounded(x, y, *CARD, 5, Paint(PAPER, EDGE, 0.8)),
        Words(x - 8, y - 13, card.rank.replace("T", "10"), 14, colour, True),
        Words(x - 8, y + 6, SIGNS[card.suit], 16, colour),
    ]


def card_back(x: float, y: float) -> list[Shape]:
    """Return the shapes of a playing card that lies face down."""
    return [
        Rounded(x, y, *CARD, 5, Paint(BACK, BACK_EDGE, 0.8)),
        Rounded(x, y, CARD[0] - 9, CARD[1] - 9, 3, Paint(None, "#c9d3ee", 0.9)),
    ]


FOOT_WIDE, FOOT_NARROW = 11.0, 13.0  # font sizes; small screens scale a narrow table down
GAP, MARGIN = 18.0, 12.0  # distance between two texts, and between the texts and the border


def footed(canvas: Canvas, view: Any, signs: Sequence[str], everything: str = "all cards shown") -> Canvas:
    """Return the canvas with a legend (`signs`) below, then the viewer's name or, for an onlooker, `everything`."""
    parts = [*signs, f"as {view.rules.names[view.player]} sees it" if view.player >= 0 else everything]
    room, size = canvas.width - 2 * MARGIN, FOOT_WIDE if canvas.width > canvas.height else FOOT_NARROW
    sizes = [fitting(part, size, room, bold=False) for part in parts]
    rows: list[list[int]] = [[]]
    widths = [text_width(part, each) for part, each in zip(parts, sizes, strict=True)]
    for i, width in enumerate(widths):
        if rows[-1] and sum(widths[k] + GAP for k in rows[-1]) + width > room:
            rows.append([])
        rows[-1].append(i)
    words, y = [], canvas.height - 14
    for row in rows:
        x = (canvas.width - sum(widths[i] for i in row) - GAP * (len(row) - 1)) / 2
        for i in row:
            words.append(Words(x, y, parts[i], sizes[i], PALE, anchor="start"))
            x += widths[i] + GAP
        y += 1.5 * size
    longer = 1.5 * size * (len(rows) - 1)
    return canvas._replace(height=canvas.height + longer, shapes=(*canvas.shapes, *words))


def cloth(width: float, height: float, radius: float = 26.0) -> Shape:
    """Return the felt of the table, a rectangle."""
    return Rounded(width / 2, height / 2 + 4, width - 24, height - 76, radius, Paint(FELT))


def titled(name: str, event: str, width: float) -> list[Shape]:
    """Return the title on the left, and the latest `event` on the right in a font size that fits."""
    size = fitting(event, 14, width - 170)
    return [Words(28, 22, name, 19, INK, True, "start"), Words(width - 28, 22, event, size, INK, False, "end")]


def button(x: float, y: float) -> list[Shape]:
    """Return the shapes of the dealer button, a disc with the letter D, at this position."""
    return [Rounded(x, y, 20, 20, 10, Paint(PAPER, INK, 1.2)), Words(x, y, "D", 11, INK, True)]


def colour_of(seat: int) -> str:
    """Return the colour of the player in this seat."""
    return COLOURS[seat % len(COLOURS)]


def shown_name(view: Any, seat: int) -> str:
    """Return the name of a player; "(you)" follows the viewer's name unless this name is `YOU`."""
    name: str = view.rules.names[seat]
    return f"{name} (you)" if seat == view.player and name != YOU else name
