"""What the tables of all games share: cards, cloth, titles, colours of the players, and what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.core.cards import SIGNS, Card
from games.core.wording import YOU
from viz.canvas import Canvas, Paint, Rounded, Shape, Words, fitting, text_width
from viz.theme import COLOURS, INK, PALE, PAPER

CARD = (38.0, 54.0)  # width and height
FELT, LINE = "#2f6f57", "#ffffff"  # colours of the table and of what is written on it
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
    """The back of a playing card."""
    return [
        Rounded(x, y, *CARD, 5, Paint(BACK, BACK_EDGE, 0.8)),
        Rounded(x, y, CARD[0] - 9, CARD[1] - 9, 3, Paint(None, "#c9d3ee", 0.9)),
    ]


FOOT_WIDE, FOOT_NARROW = 11.0, 13.0  # sizes of the letters; a narrow table is shown smaller than it is
GAP, MARGIN = 18.0, 12.0  # distance of two parts, and of the parts from the border


def footed(canvas: Canvas, view: Any, signs: Sequence[str], everything: str = "all cards shown") -> Canvas:
    """The canvas, whose last 20 points are free, with the signs and the viewer there, longer by the rows they need."""
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
    return replace(canvas, height=canvas.height + longer, shapes=(*canvas.shapes, *words))


def cloth(width: float, height: float, radius: float = 26.0) -> Shape:
    """The felt of a table."""
    return Rounded(width / 2, height / 2 + 4, width - 24, height - 76, radius, Paint(FELT))


def titled(name: str, told: str, width: float) -> list[Shape]:
    """The title of a table at the left, and what happens at the right, in letters that fit."""
    size = fitting(told, 14, width - 170)
    return [Words(28, 22, name, 19, INK, True, "start"), Words(width - 28, 22, told, size, INK, False, "end")]


def button(x: float, y: float) -> list[Shape]:
    """The dealer button."""
    return [Rounded(x, y, 20, 20, 10, Paint(PAPER, INK, 1.2)), Words(x, y, "D", 11, INK, True)]


def colour_of(seat: int) -> str:
    """The colour of a player."""
    return COLOURS[seat % len(COLOURS)]


def shown_name(view: Any, seat: int) -> str:
    """The name of a player as the viewer of a table sees it."""
    name: str = view.rules.names[seat]
    return f"{name} (you)" if seat == view.player and name != YOU else name
