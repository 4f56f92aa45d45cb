"""Pictures of Spades: the trick, the hands, each player's bid and tricks, the scores, and the last trick.

The viewer sits at the bottom, the others follow clockwise; for an onlooker, the third seat is at the bottom. The
picture uses an observation, never the state: a hand that the viewer does not see is drawn as a row of backs.
"""

from typing import NamedTuple

from games.core.cards import CARDS, SIGNS, SUITS, listed
from games.core.sentences import turn_of, whose
from games.spades.face import bid_of
from games.spades.observe import Observation, ObservedMove
from games.spades.rules import SEATS, Phase
from games.spades.tricks import strength
from viz.boards import CARD, EDGE, LINE, button, card_back, card_face, cloth, footed, ink_of, shown_name, titled
from viz.canvas import Canvas, Paint, Rounded, Shape, Words, text_width
from viz.theme import COLOURS, FILL, INK, PALE, PAPER

Point = tuple[float, float]


class Form(NamedTuple):
    """The size of the picture and the positions of its parts, in points.

    The parts are the trick (`middle`), the players' panels and hands, and the last trick. `step` is the distance
    between neighbouring cards in the hand at the bottom.
    """

    width: float
    height: float
    middle: Point
    panels: tuple[Point, ...]
    hands: tuple[Point, ...]  # first card of the hand at the bottom; middle of the top edge of the others
    step: float
    last: Point


WIDE = Form(
    980.0, 700.0, (490.0, 318.0), ((250.0, 600.0), (120.0, 230.0), (490.0, 84.0), (860.0, 230.0)),
    ((366.0, 600.0), (120.0, 300.0), (650.0, 60.0), (860.0, 300.0)), CARD[0] + 5, (120.0, 456.0),
)  # fmt: skip
NARROW = Form(
    520.0, 760.0, (260.0, 440.0), ((260.0, 610.0), (98.0, 250.0), (412.0, 84.0), (422.0, 250.0)),
    ((47.0, 680.0), (98.0, 310.0), (412.0, 122.0), (422.0, 310.0)), 35.5, (108.0, 530.0),
)  # fmt: skip
ON_TABLE = ((0.0, 66.0), (-76.0, 0.0), (0.0, -66.0), (76.0, 0.0))
"""Positions of the cards of a trick, relative to the centre of the table."""
TURNS = (Phase.LOOK, Phase.BID, Phase.PLAY)


def board(view: Observation, seen: ObservedMove | None = None, narrow: bool = False) -> Canvas:
    """Draw the table as seen in an observation; the current action, `seen`, is not drawn."""
    form = NARROW if narrow else WIDE
    below, width, height = view.player if view.player >= 0 else 2, form.width, form.height
    headline = view.phase.value
    if view.phase in TURNS:
        headline = turn_of(view.rules.names[view.current], headline)
    shapes: list[Shape] = [cloth(width, height), *titled(f"Round {view.number}", headline, width)]
    for place in range(SEATS):
        seat = (below + place) % SEATS
        shapes += _panel(view, seat, *form.panels[place])
        shapes += _own_hand(view, seat, form) if place == 0 else _hand(view, seat, *form.hands[place])
    shapes += _trick(view, below, *form.middle)
    if view.tricks:
        shapes += _last_trick(view, *form.last)
    shapes += _scores(view)
    signs = ["yellow panel: whose turn it is", "yellow frame: the card that wins so far", "D: dealer"]
    return footed(Canvas(width, height, tuple(shapes), f"Spades, round {view.number}: {headline}"), view, signs)


def _panel(view: Observation, seat: int, x: float, y: float) -> list[Shape]:
    """Draw a panel with a player's name, bid and tricks, yellow for the player to move; the dealer has a D."""
    shown = shown_name(view, seat)
    turn = seat == view.current and view.phase in TURNS
    colour = COLOURS[view.rules.side(seat)]
    width = max(150.0, text_width(shown, 15, True) + 30)
    shapes: list[Shape] = [
        Rounded(x, y, width, 56, 12, Paint(FILL if turn else PAPER, colour, 3)),
        Words(x, y - 11, shown, 15, colour, True),
        Words(x, y + 12, f"{bid_of(view, seat)}, took {view.took[seat]}", 12, INK),
    ]
    if seat == view.dealer and view.phase is not Phase.START:
        shapes += button(x + width / 2 - 2, y - 24)
    return shapes


def _own_hand(view: Observation, seat: int, form: Form) -> list[Shape]:
    (left, y), hand = form.hands[0], view.hands[seat]
    shapes: list[Shape] = []
    for place in range(view.sizes[seat]):
        x = left + form.step * place
        shapes += card_face(listed(hand)[place], x, y) if hand else card_back(x, y)
    return shapes


def _hand(view: Observation, seat: int, x: float, y: float) -> list[Shape]:
    """Draw the hand of another seat: a line for each suit, or backs and the suits that the player is known to lack."""
    hand, size, shapes = view.hands[seat], view.sizes[seat], list[Shape]()
    if hand is None:
        for place in range(size):
            shapes += card_back(x - 4.0 * (size - 1) + 8 * place, y + 28)
        lacks = "".join(SIGNS[suit] for suit in SUITS if view.voids[seat] >> (3 - SUITS.index(suit)) & 1)
        return [*shapes, Words(x, y + 68, f"has no {lacks}", 13, LINE, True)] if lacks else shapes
    shapes += [Rounded(x, y + 44, 150, 92, 8, Paint(PAPER, EDGE, 0.8))] if hand else []
    for line, suit in enumerate(SUITS if hand else ""):
        cards = [each.rank.replace("T", "10") for each in listed(hand) if each.suit == suit]
        left, top = x - 62, y + 11 + 22 * line
        shapes.append(Words(left, top, SIGNS[suit], 15, ink_of(suit)))
        shapes.append(Words(left + 16, top, " ".join(cards) or "-", 12, INK, False, "start"))
    return shapes


def _trick(view: Observation, below: int, x: float, y: float) -> list[Shape]:
    """Draw the cards of the trick, each in front of its player; the card that is winning so far has a frame."""
    shapes, trick = list[Shape](), view.trick
    best = max((strength(card, trick.led) for card in trick.cards), default=-1)
    for place, card in enumerate(trick.cards):
        dx, dy = ON_TABLE[(trick.player(place) - below) % SEATS]
        if card == best:
            shapes.append(Rounded(x + dx, y + dy, CARD[0] + 10, CARD[1] + 10, 8, Paint(FILL, None)))
        shapes += card_face(CARDS[card], x + dx, y + dy)
    if not trick.cards and view.phase is Phase.PLAY:
        broken = "spades are broken" if view.is_broken else "spades are not broken"
        shapes.append(Words(x, y, f"{whose(view.rules.names[view.current])} lead; {broken}", 13, LINE))
    return shapes


def _last_trick(view: Observation, x: float, y: float) -> list[Shape]:
    last = view.tricks[-1]
    caption = f"trick {len(view.tricks)}: {view.rules.names[last.winner]} took it"
    shapes: list[Shape] = [Words(x, y, caption, 12, LINE, True)]
    for place, card in enumerate(last.cards):
        dx = 39.0 * place - 58.5
        shapes.append(Rounded(x + dx, y + 26, 36, 24, 4, Paint(PAPER, EDGE, 0.8)))
        shapes.append(Words(x + dx, y + 26, CARDS[card].sign.replace("T", "10"), 12, ink_of(CARDS[card].suit)))
        shapes.append(Words(x + dx, y + 47, view.rules.names[last.player(place)][:5], 12, LINE))
    return shapes


def _scores(view: Observation) -> list[Shape]:
    x, y, rules = 120.0, 62.0, view.rules
    rows = 1 + rules.sides
    shapes: list[Shape] = [Rounded(x, y + 8 + 9 * rows, 190, 18 * rows + 14, 10, Paint(PAPER, EDGE, 0.8))]
    columns = (-84.0, 2.0, 44.0, 86.0)
    for column, text in zip(columns[1:], ("score", "bags", "took"), strict=True):
        shapes.append(Words(x + column, y + 10, text, 12, PALE, False, "end"))
    for side, seats in enumerate(rules.teams):
        top = y + 10 + 18 * (side + 1)
        bids, took = (sum(max(0, each[seat]) for seat in seats) for each in (view.bids, view.took))
        name = "+".join(rules.names[seat] for seat in seats)
        shapes.append(Words(x + columns[0], top, name[:9], 12, COLOURS[side], True, "start"))
        figures = (f"{view.scores[side]}", f"{view.bags[side]}", f"{took}/{bids}")
        for column, text in zip(columns[1:], figures, strict=True):
            shapes.append(Words(x + column, top, text, 12, INK, False, "end"))
    return shapes
