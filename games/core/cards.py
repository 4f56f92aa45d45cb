"""Playing cards: values that print and parse, decks, and sets of cards.

A card is written suit first, as in the atom ``has(N,SA)``: North has the ace of spades.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.core.errors import IllegalAction
from kripke.data.relation import bits
from kripke.symbolic.deals.dealing import Deal, deal
from logic.errors import shorten

SUITS = "SHDC"  # Spades, hearts, diamonds, clubs
RANKS = "23456789TJQKA"  # from the lowest to the highest
SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))
PLAIN_SIGNS = str.maketrans("♠♥♦♣", SUITS)  # table for `str.translate`, for terminals without suit symbols


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A playing card; cards are ordered by rank, then by suit from clubs up."""

    value: int  # 2 to 14; an ace is 14
    place: int  # the number of the suit: clubs 0, diamonds 1, hearts 2, spades 3

    @property
    def rank(self) -> str:
        """The rank, one of `RANKS`."""
        return RANKS[self.value - 2]

    @property
    def suit(self) -> str:
        """The suit, one of `SUITS`."""
        return SUITS[3 - self.place]

    @property
    def sign(self) -> str:
        """The card with a suit symbol: ``♠A``."""
        return SIGNS[self.suit] + self.rank

    def __str__(self) -> str:
        return self.suit + self.rank

    def __repr__(self) -> str:
        return f"card('{self}')"


def card(text: str) -> Card:
    """Parse a card: rank and suit in either order, the suit as a symbol or a letter: ``SA``, ``as``, ``♠A``, ``10h``.

    Raises `IllegalAction` if the text does not name a card.
    """
    letters = {sign: suit for suit, sign in SIGNS.items()}
    plain = "".join(letters.get(sign, sign) for sign in str(text).strip()).upper().replace("10", "T")
    for suit, rank in ((plain[:1], plain[1:]), (plain[1:], plain[:1])):
        if len(plain) == 2 and suit in SUITS and rank in RANKS:
            return Card(RANKS.index(rank) + 2, 3 - SUITS.index(suit))
    raise IllegalAction(f"{shorten(repr(text))}: expected a card such as 'HQ', the queen of hearts, or 'ST'")


@cache
def deck(ranks: str = RANKS, suits: str = SUITS) -> tuple[Card, ...]:
    """All cards of these ranks and suits, suit by suit from the highest card down; by default 52."""
    ordered = sorted(ranks, key=RANKS.index, reverse=True)
    return tuple(card(suit + rank) for suit in suits for rank in ordered)


def hands_law(cards: Iterable[Any], sizes: Mapping[str, int]) -> Deal:
    """The state law that each card lies in exactly one place, and each place has its number of cards.

    Its atoms have the form ``has(N,SA)``. Its method `Deal.hand` returns what a player observes. Errors as in `deal`.

    Parameters
    ----------
    cards : iterable
        The cards, as `Card` or as text.
    sizes : mapping
        The number of cards at each place (a hand or the deck), such as ``{"N": 13, ..., "deck": 0}``.
    """
    return deal([str(each) for each in cards], {place: size for place, size in sizes.items() if size})


CARDS: tuple[Card, ...] = tuple(reversed(deck()))
"""All cards by number: clubs, diamonds, hearts and spades, each suit from the two up."""
NUMBER = {each: number for number, each in enumerate(CARDS)}
_BITS = {each: 1 << number for number, each in enumerate(CARDS)}
PER_SUIT = len(RANKS)
SUIT = (1 << PER_SUIT) - 1  # the set of all clubs


def has(place: str, card: Card) -> str:
    """The atom ``has(place,card)``: the card is in a player's hand, in the deck or at another place."""
    return f"has({place},{card})"


def lying(places: Mapping[str, int], cards: Iterable[Card]) -> dict[str, bool]:
    """The atoms of all cards and places with their truth values; `places` maps each place to its set of cards."""
    return {has(place, card): bool(held >> NUMBER[card] & 1) for card in cards for place, held in places.items()}


def suit_of(card: int) -> int:
    """The number of a card's suit: clubs 0, diamonds 1, hearts 2, spades 3, as in `Card.place`."""
    return card // PER_SUIT


def in_suit(cards: int, suit: int) -> int:
    """The cards of one suit in a set of cards."""
    return cards & SUIT << PER_SUIT * suit


def set_of(cards: Iterable[Card]) -> int:
    """A set of cards as an integer with one bit for each card."""
    return sum(_BITS[each] for each in cards)


numbers = bits
"""A function that returns the numbers of the cards in a set, ascending."""


def listed(cards: int) -> tuple[Card, ...]:
    """The cards of a set, spades first, each suit from the highest card down."""
    return tuple([CARDS[number] for number in numbers(cards)][::-1])


def signs(cards: int) -> str:
    """The cards of a set as text, with suit symbols.

    Examples
    --------
    >>> signs(0b11 << 50)
    '♠A ♠K'
    """
    return " ".join(each.sign for each in listed(cards))


def full_deck(ranks: int) -> int:
    """The set of all cards of the highest ranks; `ranks` is the number of these ranks."""
    suit = SUIT & ~((1 << PER_SUIT - ranks) - 1)
    return sum(suit << PER_SUIT * place for place in range(4))
