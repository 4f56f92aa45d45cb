"""The bidders that the source compares with: RB, MS and IO.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", section 5.1, appendices F.1 and F.2. All three are additive:
the regular bid is a sum over the suits, rounded, and at least 1. The source does not print the card values of RB: those
here are ours, and were frozen before BIS played against them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from games.spades.bidding.endgame import HIGH_SUM, they_can_win, we_win_with
from games.spades.bidding.situation import (
    ACE,
    JACK,
    KING,
    MEAN_BID,
    MOST,
    NIL,
    QUEEN,
    SIDE,
    SPADES,
    TEN,
    Hand,
    Situation,
    is_nil,
)

BEHIND = 100
"""Big 6 takes the place of Big 5 where the side is behind by more points."""


@dataclass(frozen=True, slots=True)
class Convention:
    """A bid that is reserved for covering hands.

    Parameters
    ----------
    honour : int
        The hand has a spade from this rank up.
    cover : int
        The hand has a card from this rank up in each side suit, or is void there.
    """

    name: str
    bid: int
    honour: int
    cover: int
    takes: range

    def fits(self, hand: Hand, takes: int) -> bool:
        """Whether a hand covers a partner's nil."""
        covered = all(not hand.suits[suit] or bool(hand.suits[suit] >> self.cover) for suit in SIDE)
        return covered and takes in self.takes and bool(hand.suits[SPADES] >> self.honour)


BIG_5 = Convention("Big 5", 5, KING, TEN + 1, range(4, 7))
BIG_6 = Convention("Big 6", 6, ACE, TEN, range(4, 14))


def convention(situation: Situation) -> Convention:
    """The convention that is on: Big 6 where blind nil can be bid and the side is far behind, else Big 5."""
    far_behind = situation.theirs - situation.ours > BEHIND
    return BIG_6 if situation.blind and far_behind else BIG_5


def signalled(situation: Situation) -> bool:
    """Whether the partner bid the reserved bid: only the first of both partners does."""
    return situation.partner == convention(situation).bid


def opening(hand: Hand, situation: Situation, bid: int, takes: int) -> int:
    """The bid of the first of both partners: the reserved one with a covering hand, else any other."""
    now = convention(situation)
    if situation.place < 2 and now.fits(hand, takes):
        return now.bid
    return kept_free(hand, situation, bid, takes)


def kept_free(hand: Hand, situation: Situation, bid: int, takes: int) -> int:
    """A trick less than the reserved bid for the first of both partners without a covering hand."""
    now = convention(situation)
    is_false = situation.place < 2 and bid == now.bid and not now.fits(hand, takes)
    return bid - 1 if is_false else bid


def bids_blind(situation: Situation) -> str:
    """The reason for a bid of blind nil; empty for no such bid.

    It is bid if the partner requires it, or if the last bidder's side is lost otherwise: the opponents win by
    their contract, nobody bid nil, and the bids are low.
    """
    if not situation.blind or (situation.partner is not None and is_nil(situation.partner)):
        return ""
    if convention(situation) is BIG_6 and signalled(situation):
        return "the partner asks for blind nil by Big 6"
    easy = not any(map(is_nil, situation.before)) and situation.sum + MEAN_BID < HIGH_SUM
    if situation.place == 3 and easy and they_can_win(situation) and not we_win_with(situation, MEAN_BID):
        return "the opponents win by an easy contract: a desperate blind nil"
    return ""


NAIVE = (5, 8, 10)
"""Naive nil: the three lowest cards of each suit are at most these."""
SHORT = 3
"""Naive nil: the largest number of spades."""


@dataclass(frozen=True, slots=True)
class SimpleBidder:
    """Bids its takes, rounded, or nil.

    Examples
    --------
    >>> [bid(Hand.read("AKJ62.AQ.Q.K9543"), Situation()) for bid in SIMPLE.values()]
    [5, 6, 5]
    """

    takes: Callable[[Hand], Fraction]
    nil: Callable[[Hand, Situation], bool]

    def __call__(self, hand: Hand, situation: Situation) -> int:
        """The bid."""
        return NIL if self.nil(hand, situation) else at_least_one(self.takes(hand))


def naive_nil(hand: Hand, situation: Situation) -> bool:
    """Whether the naive classifier bids nil: each suit has low cards, spades are few, the partner did not bid nil."""
    if hand.length(SPADES) > SHORT or (situation.partner is not None and is_nil(situation.partner)):
        return False
    return all(rank + 2 <= most for suit in range(4) for rank, most in zip(hand.numbers(suit), NAIVE, strict=False))


def io_nil(hand: Hand, situation: Situation) -> bool:
    """Whether IO bids nil: a low hand, and a partner that bid four at least."""
    low = at_least_one(io_takes(hand)) <= 3 and hand.length(SPADES) <= SHORT
    low = low and not any(hand.suits[suit] >> KING for suit in range(4)) and not hand.suits[SPADES] >> TEN
    return low and situation.partner is not None and situation.partner >= 4


def ms_takes(hand: Hand) -> Fraction:
    """The takes of MS: nine cards count one each, then long spades and short suits."""
    spades, length = hand.suits[SPADES], hand.length(SPADES)
    found = sum(hand.has(suit, ACE) for suit in range(4))
    found += sum(hand.has(suit, KING) and hand.length(suit) > 1 for suit in range(4))
    found += bool(spades >> QUEEN & 1) and (length > 2 or (length == 2 and bool(spades >> ACE)))
    found += max(0, length - 3)
    found -= length < 2
    found += length == 3 and any(hand.length(suit) < 2 for suit in SIDE)
    return Fraction(found)


def io_takes(hand: Hand) -> Fraction:
    """The takes of IO: spades from the ten up count 1, others 0.4; aces 1, ace and king 2, a guarded king 0.5."""
    high = (hand.suits[SPADES] >> TEN).bit_count()
    found = high + Fraction(2, 5) * (hand.length(SPADES) - high)
    for suit in SIDE:
        ace, king = hand.has(suit, ACE), hand.has(suit, KING)
        found += ace + (king if ace else Fraction(1, 2) * (king and hand.length(suit) > 1))
    return found


RB_SIDE = {
    ACE: (10, 10, 10, 9, 9, 8, 7, 5, 3, 2, 1, 0, 0),
    KING: (0, 7, 7, 6, 5, 4, 2, 1, 0, 0, 0, 0, 0),
    QUEEN: (0, 0, 3, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0),
}
"""Rank -> tenths of a trick, by the number of cards of the suit from 1 to 13."""
RB_SPADES = {
    ACE: (10,) * 13,
    KING: (4, 9, 10, *(10,) * 10),
    QUEEN: (1, 4, 7, 9, *(10,) * 9),
    JACK: (1, 2, 4, 6, 8, *(10,) * 8),
}
RB_LOW_SPADE = (1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 9)
"""Tenths of a trick for each lower spade, by the number of spades."""


def rb_takes(hand: Hand) -> Fraction:
    """The takes of RB: each card counts by its rank and by the number of cards of its suit."""
    tenths = sum(
        values[hand.length(suit) - 1] for suit in SIDE for rank, values in RB_SIDE.items() if hand.has(suit, rank)
    )
    length = hand.length(SPADES)
    for rank in hand.numbers(SPADES):
        tenths += RB_SPADES.get(rank, RB_LOW_SPADE)[length - 1]
    return Fraction(tenths, 10)


def at_least_one(takes: Fraction | float) -> int:
    """A regular bid: the takes rounded to the nearest whole number, a half up, from 1 to 13."""
    return max(1, min(MOST, int(takes + Fraction(1, 2))))


SIMPLE = {
    "rb": SimpleBidder(rb_takes, naive_nil),
    "ms": SimpleBidder(ms_takes, naive_nil),
    "io": SimpleBidder(io_takes, io_nil),
}
"""Name -> bidder; the regular bids of MS are the simple bids of a book."""
