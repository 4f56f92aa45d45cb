"""The value of a poker hand, the best five of up to seven cards, as a comparable number; and chances to win.

A value consists of the category, the ranks that make it, and the kickers. The last two are sets of ranks with thirteen
bits each: of two sets of equal size, the one with the higher ranks is the larger number. `value` is for Python code,
and `value_of` for compiled loops. Tables indexed by sets of ranks contain the value of the cards of one suit, the
highest straight and the highest cards.

The hands of two opponents are not enumerated jointly. For one board, the pairs of unseen cards that are weaker than the
player's hand, and those that are equal to it, are counted in total and by card. Pairs of hands that share a card are
subtracted. So two unknown hands take no longer than one.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from games.core.cards import PER_SUIT, SUIT
from games.core.compiled_loops import size
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
"""The categories from the lowest to the highest; the royal flush is the highest straight flush."""
PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(1, 9)
CATEGORY = 2 * PER_SUIT  # the category begins at this bit of a value
FIVE = 5
WHEEL = 1 << PER_SUIT - 1 | 0b1111  # Ace to five, the lowest straight


def _straight(ranks: int) -> int:
    """The set with only the highest rank of the best straight; 0 if there is no straight."""
    for low in range(PER_SUIT - FIVE, -1, -1):
        if ranks >> low & 0b11111 == 0b11111:
            return 1 << low + FIVE - 1
    return 1 << FIVE - 2 if ranks & WHEEL == WHEEL else 0


def _top(ranks: int, count: int) -> int:
    """The highest ranks of a set, at most `count` of them."""
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks


def _of_suit(ranks: int) -> int:
    """The value of cards of one suit: a straight flush or a flush; 0 if there are fewer than five cards."""
    if high := _straight(ranks):
        return STRAIGHT_FLUSH << CATEGORY | high << PER_SUIT
    return FLUSH << CATEGORY | _top(ranks, FIVE) if ranks.bit_count() >= FIVE else 0


_SETS = range(SUIT + 1)
STRAIGHTS = np.array([_straight(ranks) for ranks in _SETS], np.int64)
TOP = np.array([[_top(ranks, count) for ranks in _SETS] for count in range(FIVE + 1)], np.int64)
SUITED = np.array([_of_suit(ranks) for ranks in _SETS], np.int64)


@compiled
def _of_kinds(ranks: Any, several: Any, three: Any, four: Any) -> Any:
    """The value of cards with a pair and without a flush, given the ranks with at least 1, 2, 3 and 4 cards."""
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
    """The value of the best five cards, like `value`, for use in compiled loops."""
    clubs, diamonds = cards & SUIT, cards >> PER_SUIT & SUIT
    hearts, spades = cards >> 2 * PER_SUIT & SUIT, cards >> 3 * PER_SUIT & SUIT
    suited = SUITED[clubs] | SUITED[diamonds] | SUITED[hearts] | SUITED[spades]  # at most one suit has five cards
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
    """The value of the best five cards in a set of at most seven.

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
    """Advance `places` to the next increasing sequence of indices below `count`; return False after the last one."""
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


WEAKER, EQUAL = 0, 1
OUTCOMES = 3  # the pot is shared with none, one or two others; in all other deals the player loses


@compiled
def _compared(own: int, board: int, unseen: Any, counts: Any) -> None:
    """Count in `counts` the pairs of unseen cards that are weaker than the hand or equal: by card, and in total."""
    counts[:] = 0
    mine, last = value_of(own | board), len(unseen)
    for first in range(last):
        for second in range(first + 1, last):
            theirs = value_of(board | 1 << unseen[first] | 1 << unseen[second])
            if theirs <= mine:
                kind = WEAKER if theirs < mine else EQUAL
                counts[kind, first] += 1
                counts[kind, second] += 1
                counts[kind, last] += 1


@compiled
def add_ways(counts: Any, cards: int, others: int, ways: Any) -> None:
    """Add the ways to deal hands to one or two opponents such that none of them is better than the player's hand.

    Parameters
    ----------
    counts : int array of 2 x (cards + 1), or wider
        The numbers of weaker and of equal pairs: by card, and in total in the column `cards`.
    cards : int
        The number of unseen cards.
    others : int
        The number of opponents, 1 or 2.
    ways : int array of 3
        The sums, by the number of opponents who share the pot; changed in place.
    """
    weaker, equal = counts[WEAKER, cards], counts[EQUAL, cards]
    if others == 1:
        ways[0] += weaker
        ways[1] += equal
        return
    both_weaker, mixed, both_equal = weaker * weaker + weaker, weaker * equal, equal * equal + equal
    for card in range(cards):
        both_weaker -= counts[WEAKER, card] * counts[WEAKER, card]
        mixed -= counts[WEAKER, card] * counts[EQUAL, card]
        both_equal -= counts[EQUAL, card] * counts[EQUAL, card]
    ways[0] += both_weaker
    ways[1] += 2 * mixed
    ways[2] += both_equal


@compiled
def _listed(cards: int, places: Any) -> int:
    count = 0
    for card in range(52):
        if cards >> card & 1:
            places[count] = card
            count += 1
    return count


@compiled
def compare_all(own: int, board: int, deck: int, counts: Any) -> int:
    """Count the pairs of unseen cards that do not beat the player's hand; return the number of unseen cards.

    The numbers of weaker and of equal pairs are written to `counts`: by card, and in total after the last card.
    """
    unseen = np.zeros(52, np.int64)
    count = _listed(deck & ~own & ~board, unseen)
    _compared(own, board, unseen[:count], counts[:, : count + 1])
    return count


@compiled
def count_ways(own: int, board: int, deck: int, others: int) -> Any:
    """The numbers of ways to win alone and to share the pot with one and two opponents, over all complete boards.

    O(b h^2) for h unseen cards and b ways to complete the board (1,081 ways after a flop of the full deck).
    """
    ways, counts = np.zeros(OUTCOMES, np.int64), np.zeros((2, 53), np.int64)
    left = np.zeros(52, np.int64)
    unseen, missing = _listed(deck & ~own & ~board, left), 5 - size(board)
    place = np.arange(missing)
    more = True
    while more:
        whole = board
        for number in place:
            whole |= 1 << left[number]
        add_ways(counts, compare_all(own, whole, deck, counts), others, ways)
        more = next_choice(place, unseen)
    return ways
