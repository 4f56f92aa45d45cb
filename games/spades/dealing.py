"""The cards that a player does not see, dealt again in any way that the plays and the bids allow."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.core.cards import redealt
from games.spades.position import SEATS, Four
from games.spades.tricks import ALL_SPADES, in_suit, numbers, suit_of
from kripke.symbolic.deals.hands import Hands

DECK = "deck"
SUITS = 4
UNKNOWN = -1
"""The number of spades where the bid does not say it."""


class Hidden(NamedTuple):
    """The unseen cards in hands. Sets of cards as in `games.spades.tricks`.

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
    """By seat the set of cards of a hand that is not seen, all ways to deal them equally likely; 0 for other hands."""
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

    Notes
    -----
    A player can have a card if the others fit in the other places, see `kripke.symbolic.deals.hands`.
    """
    places = {name: size for name, size in _places(unseen) if size}
    cards = list(numbers(unseen.cards))
    possible = [sum([1 << card for card in cards if _fits(unseen, name, card)]) for name in places]
    hands = Hands(tuple(possible), tuple(places.values()), unseen.cards)
    found = {}
    for suit in range(SUITS):
        some = in_suit(unseen.cards, suit)
        seats = {int(name[0]) for place, name in enumerate(places) if some and _can_have(hands, place, some & -some)}
        if len(seats) == 1:
            found[suit] = seats.pop()
    return found


def _can_have(hands: Hands, place: int, card: int) -> bool:
    nothing = [0] * len(hands.sizes)
    return hands.given([*nothing[:place], card, *nothing[place + 1 :]], nothing).is_possible


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
