"""Sets of cards as numbers: a bit for each card, thirteen bits for each suit from clubs up, the ace highest.

A card is a number too: of two cards of a suit the larger one is the higher one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.cards import RANKS, Card, deck

CARDS: tuple[Card, ...] = tuple(reversed(deck()))
"""All cards by number: clubs, diamonds, hearts and spades, each from the two up."""
NUMBER = {each: number for number, each in enumerate(CARDS)}
_BITS = {each: 1 << number for number, each in enumerate(CARDS)}
PER_SUIT = len(RANKS)
SUIT = (1 << PER_SUIT) - 1
"""The set of all clubs."""


def suit_of(card: int) -> int:
    """The number of a card's suit: clubs 0, diamonds 1, hearts 2, spades 3, as in `Card.place`."""
    return card // PER_SUIT


def in_suit(cards: int, suit: int) -> int:
    """Those of the cards that are of a suit.

    Parameters
    ----------
    cards : int
        A set.
    suit : int
        Its number.
    """
    return cards & SUIT << PER_SUIT * suit


def set_of(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum(_BITS[each] for each in cards)


def numbers(cards: int) -> Iterator[int]:
    """The numbers of the cards of a set, ascending."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def listed(cards: int) -> tuple[Card, ...]:
    """The cards of a set, spades first, each suit from the highest card down."""
    return tuple([CARDS[number] for number in numbers(cards)][::-1])


def full_deck(ranks: int) -> int:
    """The set of the highest ranks of all suits.

    Parameters
    ----------
    ranks : int
        How many.
    """
    suit = SUIT & ~((1 << PER_SUIT - ranks) - 1)
    return sum(suit << PER_SUIT * place for place in range(4))
