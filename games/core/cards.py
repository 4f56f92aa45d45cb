"""Playing cards: values that print and parse, decks, and dealing at random.

A card is written suit first, as in the atom ``has(N,SA)``: North has the ace of spades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from games.core.errors import GameError, IllegalAction
from kripke.symbolic.deals.dealing import Deal, deal
from logic.errors import listing, shorten

SUITS = "SHDC"
"""Spades, hearts, diamonds, clubs."""
RANKS = "23456789TJQKA"
"""From the lowest to the highest."""
SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card; cards are ordered by rank, then by suit from clubs up.

    Parameters
    ----------
    value : int
        2 to 14; an ace is 14.
    place : int
        Of the suit: clubs 0, diamonds 1, hearts 2, spades 3.
    """

    value: int
    place: int

    @property
    def rank(self) -> str:
        """One of `RANKS`."""
        return RANKS[self.value - 2]

    @property
    def suit(self) -> str:
        """One of `SUITS`."""
        return SUITS[3 - self.place]

    @property
    def sign(self) -> str:
        """The card for people: ``♠A``."""
        return SIGNS[self.suit] + self.rank

    def __str__(self) -> str:
        return self.suit + self.rank

    def __repr__(self) -> str:
        return f"card('{self}')"


def card(text: str) -> Card:
    """The card of a text, in either order, with a sign or a letter: ``SA``, ``as``, ``♠A``, ``10h``.

    Raises
    ------
    IllegalAction
        If the text does not name a card.
    """
    letters = {sign: suit for suit, sign in SIGNS.items()}
    plain = "".join(letters.get(sign, sign) for sign in str(text).strip()).upper().replace("10", "T")
    for suit, rank in ((plain[:1], plain[1:]), (plain[1:], plain[:1])):
        if len(plain) == 2 and suit in SUITS and rank in RANKS:
            return Card(RANKS.index(rank) + 2, 3 - SUITS.index(suit))
    raise IllegalAction(f"{shorten(repr(text))}: expected a card such as 'HQ', the queen of hearts, or 'ST'")


@cache
def deck(ranks: str = RANKS, suits: str = SUITS) -> tuple[Card, ...]:
    """All cards of some ranks and suits, suit by suit from the highest card down; by default 52."""
    ordered = sorted(ranks, key=RANKS.index, reverse=True)
    return tuple(card(suit + rank) for suit in suits for rank in ordered)


def next_card(unseen: Sequence[Any]) -> tuple[tuple[Any, Fraction], ...]:
    """The possible next cards and their equal probabilities, for `State.chance_outcomes`."""
    return tuple((each, Fraction(1, len(unseen))) for each in unseen)


def hands_law(cards: Iterable[Any], sizes: Mapping[str, int]) -> Deal:
    """The law that each card lies in exactly one place.

    Its atoms are ``has(N,SA)``; `Deal.hand` gives what a player observes. Errors as in `deal`.

    Parameters
    ----------
    sizes : mapping
        Place, a hand or the deck -> number of its cards: ``{"N": 13, ..., "deck": 0}``.
    """
    return deal([str(each) for each in cards], {place: size for place, size in sizes.items() if size})


def redealt(
    unseen: Iterable[Any], sizes: Mapping[str, int], rng: Random, fits: Callable[[str, Any], bool] | None = None
) -> dict[str, list[Any]]:
    """Cards that a player has not seen, dealt again to the places where they may lie, for `resample`.

    Parameters
    ----------
    unseen : iterable of cards
        As many as the sum of `sizes`.
    sizes : mapping
        Place, a hand or the deck -> number of the cards there.
    fits : function of (place, card), optional
        Whether the card can lie there: a player that did not follow suit has no card of it. All deals that fit are
        equally likely.

    Raises
    ------
    GameError
        If the numbers differ, or no deal fits.

    Notes
    -----
    Without `fits` O(n) for n cards. With it the cards are dealt one by one, each place weighted by the exact number of
    deals that remain: O(n w), where w is the number of ways to fill the places, counted by kinds of cards that fit the
    same places.
    """
    cards = list(unseen)
    if sum(sizes.values()) != len(cards):
        raise GameError(f"{len(cards)} cards for places of {sum(sizes.values())}: expected as many")
    rng.shuffle(cards)
    if fits is None:
        marks = [place for place, size in sizes.items() for _ in range(size)]
        return _placed(sizes, zip(cards, marks, strict=True))
    where = {each: tuple(place for place in sizes if fits(place, each)) for each in cards}
    return _placed(sizes, _fitting(cards, dict(sizes), where, rng))


def _placed(sizes: Mapping[str, int], pairs: Iterable[tuple[Any, str]]) -> dict[str, list[Any]]:
    hands: dict[str, list[Any]] = {place: [] for place in sizes}
    for each, place in pairs:
        hands[place].append(each)
    return hands


def _fitting(
    cards: Sequence[Any], room: dict[str, int], where: Mapping[Any, tuple[str, ...]], rng: Random
) -> list[tuple[Any, str]]:
    """A place for each card, card by card, in proportion to the number of ways to deal the rest."""
    order = sorted(cards, key=lambda each: where[each])  # cards of one kind follow each other: fewer states to count
    kinds = [where[each] for each in order]
    names = tuple(room)

    @cache
    def ways(number: int, left: tuple[int, ...]) -> int:
        if number == len(kinds):
            return 1
        return sum(
            ways(number + 1, _less(left, i)) for i, name in enumerate(names) if left[i] and name in kinds[number]
        )

    left, found = tuple(room.values()), []
    if not ways(0, left):
        tight = listing([str(each) for each in order if len(where[each]) < len(names)][:6], "and")
        raise GameError(f"no deal of {len(order)} cards fits: see {tight}")
    for number, each in enumerate(order):
        open_places = [i for i, name in enumerate(names) if left[i] and name in kinds[number]]
        counts = [ways(number + 1, _less(left, i)) for i in open_places]
        mark = rng.randrange(sum(counts))
        for place, count in zip(open_places, counts, strict=True):
            mark -= count
            if mark < 0:
                found.append((each, names[place]))
                left = _less(left, place)
                break
    return found


def _less(left: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*left[:index], left[index] - 1, *left[index + 1 :])


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
    """Those of the cards that are of a suit."""
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
    """The set of the highest ranks of all suits."""
    suit = SUIT & ~((1 << PER_SUIT - ranks) - 1)
    return sum(suit << PER_SUIT * place for place in range(4))
