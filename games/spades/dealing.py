"""The cards that a player does not see, dealt again in any way that the plays and the bids allow."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.core.cards import in_suit
from games.core.errors import GameError
from games.spades.rules import SEATS, Four
from games.spades.tricks import ALL_SPADES, suit_set
from kripke.symbolic.deals.hands import Hands
from kripke.symbolic.diagrams.variable_order import mask_of

DECK = "deck"
MOST_SPLITS = 10_000_000  # largest number of splits of the cards of one kind between the hands: more than any deal has
SUITS = 4
UNKNOWN = -1  # the number of spades where the bid does not say it


class Hidden(NamedTuple):
    """The unseen cards in hands, as a set of cards, and what is known of each seat's."""

    cards: int
    sizes: tuple[int, ...]  # by seat; 0 for a hand that is seen
    deck: int  # how many of the cards are not dealt yet
    voids: Four  # by seat the suits that the player has shown to lack, as bits
    spades: tuple[int, ...]  # by seat the number of spades still in hand, or `UNKNOWN`

    @classmethod
    def free(cls, cards: int, sizes: tuple[int, ...]) -> Hidden:
        """Any deal: each player may have any of the cards."""
        return cls(cards, sizes, 0, (0, 0, 0, 0), (UNKNOWN,) * SEATS)


def hands_of(unseen: Hidden) -> Hands:
    """How the unseen cards may lie: in the hands by seat, then in the deck; known numbers of spades are parts."""
    fitting = [*[unseen.cards & ~suit_set(voids) for voids in unseen.voids], unseen.cards]
    sizes = (*unseen.sizes, unseen.deck)
    possible = [cards if size else 0 for cards, size in zip(fitting, sizes, strict=True)]
    hands = Hands(tuple(possible), sizes, unseen.cards, most=MOST_SPLITS)
    for seat, spades in enumerate(unseen.spades):
        if unseen.sizes[seat] and spades != UNKNOWN:
            hands = hands.apart(seat, ALL_SPADES, spades)
    return hands


def dealt_again(unseen: Hidden, rng: Random) -> tuple[int, ...]:
    """By seat the unseen hand, all ways to deal equally likely, 0 for others; `GameError` if no deal fits."""
    hands = hands_of(unseen)
    if not hands.ways:
        raise GameError(f"no deal of {unseen.cards.bit_count()} cards fits hands of {unseen.sizes} with these voids")
    return tuple(map(mask_of, hands.draw(rng)[:SEATS]))


def certain(unseen: Hidden) -> dict[int, int]:
    """Suit -> the seat that must have all unseen cards of it, if any: a single unseen card is never certain."""
    hands, found = hands_of(unseen), dict[int, int]()
    nothing = [0] * len(hands.sizes)
    owners = [*range(SEATS + 1), *hands.parts]
    for suit in range(SUITS):
        some = in_suit(unseen.cards, suit)
        seats = set()
        for hand, owner in enumerate(owners):
            has = [*nothing[:hand], some & -some, *nothing[hand + 1 :]]
            if some and has[hand] & hands.possible[hand] and hands.given(has, nothing).is_possible:
                seats.add(owner)
        if len(seats) == 1 and max(seats) < SEATS:
            found[suit] = seats.pop()
    return found
