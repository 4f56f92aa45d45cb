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


PRINTED: dict[int, tuple[tuple[float, float, float], ...]] = {
    2: (
        (0.997, 0.966, 0.817),
        (0.994, 0.942, 0.733),
        (0.990, 0.907, 0.624),
        (0.983, 0.855, 0.489),
        (0.970, 0.779, 0.350),
        (0.948, 0.678, 0.212),
        (0.915, 0.544, 0.095),
        (0.857, 0.381, 0.025),
        (0.774, 0.214, 0.0),
        (0.646, 0.074, 0.0),
        (0.462, 0.0, 0.0),
        (0.227, 0.0, 0.0),
        (0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0),
    ),
    1: (
        (0.998, 0.983, 0.910),
        (0.997, 0.971, 0.866),
        (0.994, 0.954, 0.809),
        (0.992, 0.927, 0.733),
        (0.985, 0.891, 0.648),
        (0.974, 0.835, 0.546),
        (0.957, 0.761, 0.426),
        (0.928, 0.667, 0.308),
        (0.886, 0.546, 0.195),
        (0.819, 0.410, 0.100),
        (0.715, 0.252, 0.030),
        (0.561, 0.106, 0.0),
        (0.336, 0.0, 0.0),
        (0.0, 0.0, 0.0),
    ),
    3: (
        (0.996, 0.949, 0.729),
        (0.992, 0.915, 0.605),
        (0.986, 0.862, 0.450),
        (0.974, 0.784, 0.275),
        (0.955, 0.672, 0.110),
        (0.924, 0.523, 0.0),
        (0.872, 0.338, 0.0),
        (0.790, 0.145, 0.0),
        (0.664, 0.0, 0.0),
        (0.480, 0.0, 0.0),
        (0.240, 0.0, 0.0),
        (0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0),
    ),
}
"""Opponents -> the source's table: by own length, the chances of more than 0, 1 and 2 cards; 0 where it has no row."""


def printed_chance(own: int, more_than: int, opponents: int = 2) -> float:
    """The same as the source prints it.

    Parameters
    ----------
    opponents : int
        1 to 3; 0 where nobody may cut.
    """
    return PRINTED[opponents][own][more_than] if opponents else 1.0
