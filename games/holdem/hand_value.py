"""What a hand of poker is worth: the best five of up to seven cards, as a number that compares.

A value is the category, then the ranks that make it, then the kickers, thirteen bits each with a bit for each rank: of
two such sets with equally many ranks the larger number has the higher ranks. The functions work in Python and, as
`value_of`, as part of compiled loops. Tables by sets of ranks have what a suit is worth alone, the highest straight and
the highest cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.core.cards import PER_SUIT, SUIT
from kripke.checking.engine.compiled import compiled

CATEGORIES = (
    "high card",
    "a pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
"""From the lowest to the highest; the royal flush is the highest straight flush."""
PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(1, 9)
CATEGORY = 2 * PER_SUIT
"""The category begins at this bit of a value."""
FIVE = 5
WHEEL = 1 << PER_SUIT - 1 | 0b1111
"""Ace to five, the lowest straight."""


def _straight(ranks: int) -> int:
    """The highest rank of the best straight, as a set; 0 for none."""
    for low in range(PER_SUIT - FIVE, -1, -1):
        if ranks >> low & 0b11111 == 0b11111:
            return 1 << low + FIVE - 1
    return 1 << FIVE - 2 if ranks & WHEEL == WHEEL else 0


def _top(ranks: int, count: int) -> int:
    """The highest ranks of a set, at most so many."""
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks


def _of_suit(ranks: int) -> int:
    """The value of the cards of one suit; 0 for fewer than five."""
    if ranks.bit_count() < FIVE:
        return 0
    high = _straight(ranks)
    return STRAIGHT_FLUSH << CATEGORY | high << PER_SUIT if high else FLUSH << CATEGORY | _top(ranks, FIVE)


_SETS = range(SUIT + 1)
STRAIGHTS = np.array([_straight(ranks) for ranks in _SETS], np.int64)
TOP = np.array([[_top(ranks, count) for ranks in _SETS] for count in range(FIVE + 1)], np.int64)
SUITED = np.array([_of_suit(ranks) for ranks in _SETS], np.int64)


@compiled
def _of_kinds(ranks: Any, several: Any, three: Any, four: Any) -> Any:
    """The value where some rank is there twice.

    Parameters
    ----------
    ranks, several, three, four : int
        The ranks that are there at least once, twice, three and four times.
    """
    if four:
        main = TOP[1, four]
        return FOUR << CATEGORY | main << PER_SUIT | TOP[1, ranks ^ main]
    main = TOP[1, three]
    if main and several ^ main:
        return FULL_HOUSE << CATEGORY | main << PER_SUIT | TOP[1, several ^ main]
    high = STRAIGHTS[ranks]
    if high:
        return STRAIGHT << CATEGORY | high << PER_SUIT
    if main:
        return THREE << CATEGORY | main << PER_SUIT | TOP[2, ranks ^ main]
    main = TOP[2, several]
    if main & (main - 1) != 0:
        return TWO_PAIRS << CATEGORY | main << PER_SUIT | TOP[1, ranks ^ main]
    return PAIR << CATEGORY | main << PER_SUIT | TOP[3, ranks ^ main]


@compiled
def value_of(cards: Any) -> Any:
    """As `value`, in compiled loops.

    Parameters
    ----------
    cards : int
        A set of at most seven.
    """
    clubs, diamonds = cards & SUIT, cards >> PER_SUIT & SUIT
    hearts, spades = cards >> 2 * PER_SUIT & SUIT, cards >> 3 * PER_SUIT & SUIT
    suited = SUITED[clubs] | SUITED[diamonds] | SUITED[hearts] | SUITED[spades]  # one suit at most has five of seven
    if suited:
        return suited
    black, red = clubs ^ spades, hearts ^ diamonds
    both_black, both_red = clubs & spades, hearts & diamonds
    ranks = black | red | both_black | both_red
    several = both_black | both_red | (black & red)
    if not several:
        high = STRAIGHTS[ranks]
        return STRAIGHT << CATEGORY | high << PER_SUIT if high else TOP[FIVE, ranks]
    return _of_kinds(ranks, several, (both_black & (red | both_red)) | (both_red & black), both_black & both_red)


def value(cards: int) -> int:
    """The value of the best five cards of a set of at most seven.

    Examples
    --------
    >>> from games.core.cards import card
    >>> from games.core.cards import set_of
    >>> category(value(set_of(map(card, "SA HA C7 D7 H2 S3 C4".split()))))
    'two pairs'
    """
    return int(value_of(cards))


def category(of: int) -> str:
    """The name of the category of a value."""
    return CATEGORIES[of >> CATEGORY]


@compiled
def next_choice(places: Any, count: int) -> bool:
    """Move to the next choice of some of `count` things, in the order of the dictionary; False after the last.

    Parameters
    ----------
    places : int array
        The numbers of the things that are chosen, ascending.
    """
    size = len(places)
    moving = size - 1
    while moving >= 0 and places[moving] == count - size + moving:
        moving -= 1
    if moving < 0:
        return False
    places[moving] += 1
    for after in range(moving + 1, size):
        places[after] = places[after - 1] + 1
    return True


@compiled
def count_categories(size: int) -> Any:
    """How many of all sets of so many of 52 cards are of each category.

    Parameters
    ----------
    size : int
        From 5 to 7.
    """
    found = np.zeros(9, np.int64)
    place = np.arange(size)
    more = True
    while more:
        cards = np.int64(0)
        for card in place:
            cards |= np.int64(1) << card
        found[value_of(cards) >> CATEGORY] += 1
        more = next_choice(place, 52)
    return found
