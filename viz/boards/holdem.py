"""Pictures of hold'em: the board, the pot and the raises in the centre, the players around them with chips and cards.

The viewer sits at the bottom, the others follow clockwise; for an onlooker, the first seat is at the bottom. The
picture uses an observation, never the state: a hand that the viewer does not see is drawn as two backs.
"""

from typing import NamedTuple

from games.core.cards import CARDS, listed
from games.core.sentences import turn_of
from games.holdem.face import PLACES, ROUNDS
from games.holdem.observe import Observation, ObservedMove
from games.holdem.rules import BUTTON, SEATS, Phase
from viz.boards import CARD, LINE, button, card_back, card_face, cloth, footed, shown_name
from viz.canvas import Canvas, Oval, Paint, Rounded, Shape, Words, fitting, text_width
from viz.theme import COLOURS, FILL, INK, PALE, PAPER


class Form(NamedTuple):
    """The size of the picture, the centres of the board and the panels, and the minimum width of a panel, in points."""

    width: float
    height: float
    middle: tuple[float, float]
    panels: tuple[tuple[float, float], ...]  # the players: below, to the left, to the right
    panel: float


WIDE = Form(760.0, 520.0, (380.0, 226.0), ((380.0, 440.0), (150.0, 110.0), (610.0, 110.0)), 170.0)
NARROW = Form(420.0, 580.0, (210.0, 280.0), ((210.0, 500.0), (106.0, 100.0), (314.0, 100.0)), 150.0)
PLACES_ON_BOARD = 5
GAP = 8.0


def board(view: Observation, seen: ObservedMove | None = None, narrow: bool = False) -> Canvas:
    """Draw the table as seen in an observation; `seen`, the current action, is not used."""
    form = NARROW if narrow else WIDE
    below, width, height, headline = max(view.player, 0), form.width, form.height, view.phase.value
    if view.phase is Phase.BET:
        headline = turn_of(view.rules.names[view.current], headline)
    shapes: list[Shape] = [
        cloth(width, height, 60 if narrow else 120),
        Words(22, 22, ROUNDS[view.round].capitalize(), 19, INK, True, "start"),
        Words(width - 22, 22, headline, fitting(headline, 14, width - 200), INK, False, "end"),
        *_middle(view, form),
    ]
    for place in range(SEATS):
        shapes += _player(view, (below + place) % SEATS, *form.panels[place], form)
    signs = ["yellow panel: whose turn it is", "D: dealer", "dots: raises of the round"]
    return footed(Canvas(width, height, tuple(shapes), f"Hold'em, {ROUNDS[view.round]}: {headline}"), view, signs)


def _middle(view: Observation, form: Form) -> list[Shape]:
    """Draw the community cards, frames for cards to come, the pot, and a dot for each raise, filled once it is made."""
    x, y = form.middle
    shapes: list[Shape] = []
    for place in range(PLACES_ON_BOARD):
        left = x + (place - (PLACES_ON_BOARD - 1) / 2) * (CARD[0] + GAP)
        if place < len(view.board):
            shapes += card_face(CARDS[view.board[place]], left, y)
        else:
            shapes.append(Rounded(left, y, *CARD, 5, Paint(None, LINE, 0.8)))
    shapes.append(Words(x, y + 50, f"pot {sum(view.paid)}", 16, LINE, True))
    cap = view.rules.cap(view.round)
    for place in range(cap):
        paint = Paint(LINE if place < view.raises[view.round] else None, LINE, 1)
        shapes.append(Oval(x + 16 * (place - (cap - 1) / 2), y + 70, 10, 10, paint))
    return shapes


def _player(view: Observation, seat: int, x: float, y: float, form: Form) -> list[Shape]:
    """Draw a panel with a player's name, position and chips, and the player's cards above or below it.

    The panel of the player to move is yellow. A player who has folded has a grey name and border. The dealer has a D.
    """
    live = bool(view.live >> seat & 1)
    shown = shown_name(view, seat)
    turn = seat == view.current and view.phase is Phase.BET
    width = max(form.panel, text_width(shown, 15, True) + 30)
    ink = COLOURS[seat] if live else PALE
    status = f"{view.paid[seat]} in the pot" + ("" if live else ", folded")
    shapes: list[Shape] = [
        Rounded(x, y, width, 60, 12, Paint(FILL if turn else PAPER, ink, 3)),
        Words(x, y - 14, shown, 15, ink, True),
        Words(x, y + 4, PLACES[seat], 11, PALE),
        Words(x, y + 19, status, 12, INK),
    ]
    if seat == BUTTON:
        shapes += button(x + width / 2 - 2, y - 26)
    hand, top = view.hands[seat], y + 66 if y < form.height / 2 else y - 66
    for place in range(view.sizes[seat]):
        left = x + (place - 0.5) * (CARD[0] + GAP)
        shapes += card_back(left, top) if hand is None else card_face(listed(hand)[place], left, top)
    return shapes
