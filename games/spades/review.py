"""A round looked at again: what each player could have known for sure of single cards, from which trick on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.spades.cards import ALL_SPADES, in_suit
from games.spades.dealing import Hidden, certain
from games.spades.observe import Observation, known_spades_of
from games.spades.position import NOTHING, SEATS, Round, Trick, with_value
from games.spades.tricks import shown_void


class Known(NamedTuple):
    """Cards that a player could place.

    Attributes
    ----------
    seat : int
        Who could know it.
    owner : int
        Who has the cards.
    cards : int
        The cards, a set as in `games.spades.cards`.
    trick : int
        Before this trick, from 1.
    """

    seat: int
    owner: int
    cards: int
    trick: int


def last_tricks(before: Observation, after: Observation) -> tuple[Trick, ...]:
    """All tricks of a round that is just over."""
    gone = sum(before.played)
    (card,) = (each for each in range(52) if sum(after.rounds[-1].hands) >> each & 1 and not gone >> each & 1)
    return (*before.tricks, Trick(before.trick.leader, (*before.trick.cards, card)))


def could_know(done: Round, tricks: tuple[Trick, ...], variant: str, is_broken: bool) -> Iterator[Known]:
    """What each player could know before each trick: each card once, when it was certain for the first time."""
    hands, played, voids, broken = done.hands, NOTHING, NOTHING, is_broken
    told = [0] * SEATS
    for number, trick in enumerate(tricks, 1):
        left = tuple(hand & ~gone for hand, gone in zip(hands, played, strict=True))
        spades = known_spades_of(variant, done.bids, played)
        for seat in range(SEATS):
            sizes = tuple(0 if each == seat else hand.bit_count() for each, hand in enumerate(left))
            unseen = sum(left) & ~left[seat]
            for suit, owner in certain(Hidden(unseen, sizes, 0, voids, spades)).items():
                new = in_suit(unseen, suit) & ~told[seat]
                told[seat] |= new
                if new:
                    yield Known(seat, owner, new, number)
        for place, card in enumerate(trick.cards):
            seat = trick.player(place)
            void = shown_void(card, trick.led if place else -1, broken)
            voids = with_value(voids, seat, voids[seat] | void)
            played = with_value(played, seat, played[seat] | 1 << card)
            broken = broken or bool(1 << card & ALL_SPADES)
