"""The cards that a player does not see, dealt again in any way that the plays and the bids allow."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.core.cards import redealt
from games.spades.cards import ALL_SPADES, PER_SUIT, in_suit, numbers, suit_of
from games.spades.position import SEATS, Four

DECK = "deck"
SUITS = 4
UNKNOWN = -1
"""The number of spades where the bid does not say it."""


class Hidden(NamedTuple):
    """What is not seen of the cards in hands. Sets of cards as in `games.spades.cards`.

    Attributes
    ----------
    cards : int
        The cards that are not seen.
    sizes : tuple of int
        By seat how many of them the player has; 0 for a hand that is seen.
    deck : int
        How many of them are not dealt yet.
    voids : tuple of int
        By seat the suits that the player has shown to lack, as bits.
    spades : tuple of int
        By seat the number of spades still in hand, `UNKNOWN` where the bid does not say it.
    """

    cards: int
    sizes: tuple[int, ...]
    deck: int
    voids: Four
    spades: tuple[int, ...]


def dealt_again(unseen: Hidden, rng: Random) -> tuple[int, ...]:
    """By seat the set of cards of a hand that is not seen, all ways to deal them equally likely; 0 for other hands.

    Parameters
    ----------
    unseen : Hidden
        What is not seen.
    rng : Random
        The source of chance.
    """
    places = {name: size for name, size in _places(unseen) if size} | {DECK: unseen.deck}
    found = redealt(numbers(unseen.cards), places, rng, lambda place, card: _fits(unseen, place, card))
    hands = [0] * SEATS
    del found[DECK]
    for place, cards in found.items():
        hands[int(place[0])] |= sum(1 << card for card in cards)
    return tuple(hands)


def certain(unseen: Hidden) -> dict[int, int]:
    """Suit -> the seat that must have all unseen cards of the suit, where there is one.

    Cards of a suit that are not seen are alike, so a single one of them can be known only if all of them are.

    Parameters
    ----------
    unseen : Hidden
        What is not seen, when all cards are dealt.

    Notes
    -----
    A player can have a card of a suit if the other cards fit in the other places: by Hall's theorem, if no set of suits
    has more cards than the places where they may lie.
    """
    places = {name: size for name, size in _places(unseen) if size}
    counts = [in_suit(unseen.cards, suit).bit_count() for suit in range(SUITS)]
    found = {}
    for suit in range(SUITS):
        seats = {int(name[0]) for name in places if counts[suit] and _can_have(unseen, places, counts, name, suit)}
        if len(seats) == 1:
            found[suit] = seats.pop()
    return found


def _can_have(unseen: Hidden, places: dict[str, int], counts: list[int], place: str, suit: int) -> bool:
    if not _fits(unseen, place, suit * PER_SUIT):
        return False
    room = places | {place: places[place] - 1}
    left = [count - (each == suit) for each, count in enumerate(counts)]
    for suits in range(1, 1 << SUITS):
        some = [each for each in range(SUITS) if suits >> each & 1]
        fitting = [size for name, size in room.items() if any(_fits(unseen, name, each * PER_SUIT) for each in some)]
        if sum(left[each] for each in some) > sum(fitting):
            return False
    return True


def _places(unseen: Hidden) -> Iterator[tuple[str, int]]:
    """Each hand; in two parts, spades and others, where the number of spades is known."""
    for seat, size in enumerate(unseen.sizes):
        spades = unseen.spades[seat]
        if not size or spades == UNKNOWN:
            yield f"{seat}", size
        else:
            yield f"{seat} spades", spades
            yield f"{seat} others", size - spades


def _fits(unseen: Hidden, place: str, card: int) -> bool:
    if place == DECK:
        return True
    seat, _, part = place.partition(" ")
    is_spade = bool(1 << card & ALL_SPADES)
    return not unseen.voids[int(seat)] >> suit_of(card) & 1 and (not part or is_spade == (part == "spades"))
