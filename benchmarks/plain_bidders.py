"""The definitions of the bidders in the source of Spades, on whole hands, to compare with; and its printed tables."""

from __future__ import annotations

from fractions import Fraction

from games.core.cards import numbers
from games.spades.bidding.additive import NAIVE, RB_LOW_SPADE, RB_SIDE, RB_SPADES, SHORT
from games.spades.bidding.situation import (
    ACE,
    KING,
    NIL,
    QUEEN,
    SIDE,
    SPADES,
    TEN,
    Hand,
    Situation,
    at_least_one,
    is_nil,
)


def naive_nil(hand: Hand, situation: Situation) -> bool:
    """Whether the naive classifier bids nil: low cards in each suit, few spades, and no nil bid by the partner."""
    if hand.length(SPADES) > SHORT or (situation.partner is not None and is_nil(situation.partner)):
        return False
    return all(
        rank + 2 <= most for suit in range(4) for rank, most in zip(numbers(hand.suits[suit]), NAIVE, strict=False)
    )


def io_nil(hand: Hand, situation: Situation) -> bool:
    """Whether IO bids nil: a low hand, and a bid of at least four by the partner."""
    low = at_least_one(io_takes(hand)) <= 3 and hand.length(SPADES) <= SHORT
    low = low and not any(hand.suits[suit] >> KING for suit in range(4)) and not hand.suits[SPADES] >> TEN
    return low and situation.partner is not None and situation.partner >= 4


def ms_takes(hand: Hand) -> Fraction:
    """The takes of MS: aces, guarded kings and queens of spades, long spades, and short suits."""
    spades, length = hand.suits[SPADES], hand.length(SPADES)
    found = sum(hand.has(suit, ACE) for suit in range(4))
    found += sum(hand.has(suit, KING) and hand.length(suit) > 1 for suit in range(4))
    found += bool(spades >> QUEEN & 1) and (length > 2 or (length == 2 and bool(spades >> ACE)))
    found += max(0, length - 3)
    found -= length < 2
    found += length == 3 and any(hand.length(suit) < 2 for suit in SIDE)
    return Fraction(found)


def io_takes(hand: Hand) -> Fraction:
    """The takes of IO: 1 for high spades, 0.4 for others, 1 for an ace, 2 for ace and king, 0.5 for a guarded king."""
    high = (hand.suits[SPADES] >> TEN).bit_count()
    found = high + Fraction(2, 5) * (hand.length(SPADES) - high)
    for suit in SIDE:
        ace, king = hand.has(suit, ACE), hand.has(suit, KING)
        found += ace + (king if ace else Fraction(1, 2) * (king and hand.length(suit) > 1))
    return found


def rb_takes(hand: Hand) -> Fraction:
    """The takes of RB: each card counts by its rank and the length of its suit."""
    tenths = sum(
        values[hand.length(suit) - 1] for suit in SIDE for rank, values in RB_SIDE.items() if hand.has(suit, rank)
    )
    length = hand.length(SPADES)
    for rank in numbers(hand.suits[SPADES]):
        tenths += RB_SPADES.get(rank, RB_LOW_SPADE)[length - 1]
    return Fraction(tenths, 10)


def simple_bid(name: str, hand: Hand, situation: Situation) -> int:
    """The bid of RB, MS or IO."""
    nil = (io_nil if name == "io" else naive_nil)(hand, situation)
    takes = {"rb": rb_takes, "ms": ms_takes, "io": io_takes}[name]
    return NIL if nil else at_least_one(takes(hand))


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
    """The probability that each of some opponents has more than `more_than` cards, as printed in the source.

    Parameters
    ----------
    opponents : int
        1 to 3; 0 if nobody can cut.
    """
    return PRINTED[opponents][own][more_than] if opponents else 1.0
