"""Sets of the cards of Spades: those of `games.core.cards`, where every spade is larger than all other cards."""

from __future__ import annotations

from games.core.cards import (
    CARDS,
    NUMBER,
    PER_SUIT,
    SUIT,
    full_deck,
    in_suit,
    listed,
    numbers,
    set_of,
    suit_of,
)

__all__ = [
    "ALL_SPADES",
    "CARDS",
    "NUMBER",
    "PER_SUIT",
    "SIDE_SUITS",
    "SPADES",
    "SUIT",
    "full_deck",
    "in_suit",
    "listed",
    "numbers",
    "set_of",
    "suit_of",
    "suit_set",
]

SPADES = 3
"""The number of the suit of spades."""
SIDE_SUITS = 0b0111
"""All suits but spades, a bit for each."""
ALL_SPADES = SUIT << PER_SUIT * SPADES


def suit_set(suits: int) -> int:
    """The set of all cards of some suits, which are given as bits."""
    return sum(SUIT << PER_SUIT * place for place in range(4) if suits >> place & 1)
