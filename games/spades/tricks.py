"""Tricks: what can be played, who wins, and what a play shows. Plain arithmetic, which the simulator compiles."""

from __future__ import annotations

from games.spades.cards import ALL_SPADES, PER_SUIT, SIDE_SUITS, SPADES, SUIT

NO_SUIT = -1
"""The suit led where nothing is led yet."""


def playable(hand: int, led: int, broken: bool) -> int:
    """The cards of a hand that can be played."""
    if led >= 0:
        following = hand & (SUIT << PER_SUIT * led)
        return following if following else hand
    others = hand & ~ALL_SPADES
    return others if others and not broken else hand


def strength(card: int, led: int) -> int:
    """What a card is worth in a trick: the highest wins; -1 if the card cannot win."""
    suit = card // PER_SUIT
    return card if suit in (led, SPADES) else -1


def shown_void(card: int, led: int, broken: bool) -> int:
    """The suits that a player shows to lack by playing a card, as bits."""
    suit = card // PER_SUIT
    if led < 0:
        return SIDE_SUITS if suit == SPADES and not broken else 0
    return 0 if suit == led else 1 << led
