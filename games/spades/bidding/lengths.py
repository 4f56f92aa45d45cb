"""The chances that opponents have enough cards of a suit: Tables 1, 5 and 6 of the source.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", tables 1, 5 and 6. The printed tables are estimates from
100,000 deals; these are exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

from games.core.errors import GameError
from logic.errors import shorten

UNSEEN, HAND = 39, 13


@cache
def length_chance(own: int, more_than: int, opponents: int = 2) -> Fraction:
    """The chance that each of some other players has more than a number of cards of a suit.

    Parameters
    ----------
    opponents : int
        How many other players may cut: 2 in Table 1, 1 in Table 5, 3 in Table 6; 0 where nobody may.

    Raises
    ------
    GameError
        If a number is out of range.

    Notes
    -----
    O(n^k) for n cards of the suit and k opponents: hypergeometric, with n = 13 - own unseen cards among 39.

    Examples
    --------
    >>> round(float(length_chance(5, 1)), 4)
    0.6767
    """
    if not (0 <= own <= HAND and more_than >= 0 and 0 <= opponents <= 3):
        raise GameError(
            f"length chance of {shorten(repr((own, more_than, opponents)))}: expected 0 to 13 cards, a number from 0, "
            "and 0 to 3 opponents"
        )
    suit = HAND - own
    ways = 0
    for counts in product(range(more_than + 1, suit + 1), repeat=opponents):
        ways += ways_to_have(counts, suit)
    return Fraction(ways, ways_to_have((), 0, opponents))


def ways_to_have(counts: tuple[int, ...], suit: int, others: int = 0) -> int:
    """The number of deals of 39 cards in which the first players have these counts of a suit's cards."""
    ways, left, rest = [], suit, UNSEEN - suit
    for count in counts:
        if count > left:
            return 0
        ways += [comb(left, count), comb(rest, HAND - count)]
        left, rest = left - count, rest - (HAND - count)
    for _ in range(others):
        ways.append(comb(left + rest, HAND))
        rest -= HAND
    return prod(ways)
