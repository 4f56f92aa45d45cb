"""Playing cards as shapes: faces and backs, for the boards of card games."""

from __future__ import annotations

from games.core.cards import SIGNS, Card
from viz.canvas import Paint, Rounded, Shape, Words
from viz.theme import INK, PAPER

CARD = (38.0, 54.0)
"""Width and height."""
FELT, LINE = "#2f6f57", "#ffffff"
"""Colours of the table and of what is written on it."""
RED = "#b3261e"
BACK, BACK_EDGE, EDGE = "#5a6fa5", "#33446f", "#8f8f8f"


def ink_of(suit: str) -> str:
    """The colour of a suit."""
    return RED if suit in "HD" else INK


def card_face(card: Card, x: float, y: float) -> list[Shape]:
    """A card with its face up."""
    colour = ink_of(card.suit)
    return [
        Rounded(x, y, *CARD, 5, Paint(PAPER, EDGE, 0.8)),
        Words(x - 8, y - 13, card.rank.replace("T", "10"), 14, colour, True),
        Words(x - 8, y + 6, SIGNS[card.suit], 16, colour),
    ]


def card_back(x: float, y: float) -> list[Shape]:
    """A card with its face down."""
    return [
        Rounded(x, y, *CARD, 5, Paint(BACK, BACK_EDGE, 0.8)),
        Rounded(x, y, CARD[0] - 9, CARD[1] - 9, 3, Paint(None, "#c9d3ee", 0.9)),
    ]
