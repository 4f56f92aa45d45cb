"""Bidders whose bid depends on a sum over the suits: RB, MS and IO. So a bid can be read exactly.

What counts of a suit is a few small numbers. They are added over the four suits, and the bid follows from the sums: the
hands that bid three are then a small diagram, see `games.spades.bid_reading`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from games.spades.bidding.simple_bidders import SHORT, at_least_one, io_takes, naive_nil, rb_takes
from games.spades.bidding.situation import ACE, KING, NIL, QUEEN, SPADES, SUIT, TEN, Hand, Situation, is_nil

Sums = tuple[int, ...]


@dataclass(frozen=True)
class Additive:
    """A bidder whose bid follows from sums over the suits.

    Parameters
    ----------
    count : function
        From a suit, as in `Card.place`, and a set of ranks to the numbers that count.
    bid : function
        From their sums and the situation to the bid.
    caps : tuple of int
        A sum above its cap makes no more difference.
    """

    name: str
    count: Callable[[int, int], Sums]
    bid: Callable[[Sums, Situation], int]
    caps: Sums

    def plus(self, one: Sums, other: Sums) -> Sums:
        """The sums of both, up to the caps."""
        return tuple(min(a + b, cap) for a, b, cap in zip(one, other, self.caps, strict=True))

    def of(self, hand: Hand, situation: Situation) -> int:
        """The bid of a hand.

        Examples
        --------
        >>> ADDITIVE["ms"].of(Hand.read("AKJ62.AQ.Q.K9543"), Situation())
        6
        """
        sums = (0,) * len(self.caps)
        for suit, ranks in enumerate(hand.suits):
            sums = self.plus(sums, self.count(suit, ranks))
        return self.bid(sums, situation)

    def table(self, suit: int) -> tuple[Sums, ...]:
        """The counts of each set of ranks of a suit; computed once for spades and once for side suits."""
        return _table(self, suit if suit == SPADES else 0)


@lru_cache(maxsize=16)
def _table(bidder: Additive, suit: int) -> tuple[Sums, ...]:
    return tuple(bidder.count(suit, ranks) for ranks in range(SUIT + 1))


def _only(suit: int, ranks: int) -> Hand:
    """The cards of one suit alone."""
    suits = [0, 0, 0, 0]
    suits[suit] = ranks
    return Hand((suits[0], suits[1], suits[2], suits[3]))


def _denies_nil(suit: int, ranks: int) -> int:
    """1 where the naive classifier does not bid nil because of this suit."""
    return int(not naive_nil(_only(suit, ranks), Situation()))


def _naive(denied: int, situation: Situation) -> bool:
    return not denied and not (situation.partner is not None and is_nil(situation.partner))


def _rb_count(suit: int, ranks: int) -> Sums:
    return int(rb_takes(_only(suit, ranks)) * 10), _denies_nil(suit, ranks)


def _rb_bid(sums: Sums, situation: Situation) -> int:
    return NIL if _naive(sums[1], situation) else at_least_one(Fraction(sums[0], 10))


def _ms_count(suit: int, ranks: int) -> Sums:
    """Takes, as without the others; short side suits; whether there are exactly three spades; whether nil is denied."""
    length = ranks.bit_count()
    takes = (ranks >> ACE & 1) + (ranks >> KING & (length > 1))
    if suit == SPADES:
        takes += ranks >> QUEEN & (length > 2 or (length == 2 and bool(ranks >> ACE)))
        takes += max(0, length - SHORT) - (length < 2) + 1  # one too many, so that no sum is negative
    return takes, int(suit != SPADES and length < 2), int(suit == SPADES and length == SHORT), _denies_nil(suit, ranks)


def _ms_bid(sums: Sums, situation: Situation) -> int:
    takes, short, three, denied = sums
    return NIL if _naive(denied, situation) else at_least_one(Fraction(takes - 1 + (short and three)))


def _io_count(suit: int, ranks: int) -> Sums:
    high = ranks >> (TEN if suit == SPADES else KING)
    long = suit == SPADES and ranks.bit_count() > SHORT
    return int(io_takes(_only(suit, ranks)) * 10), int(bool(high) or long)


def _io_bid(sums: Sums, situation: Situation) -> int:
    regular, partner = at_least_one(Fraction(sums[0], 10)), situation.partner
    nil = not sums[1] and regular <= 3 and partner is not None and partner >= 4
    return NIL if nil else regular


ADDITIVE = {
    "rb": Additive("rb", _rb_count, _rb_bid, (130, 1)),
    "ms": Additive("ms", _ms_count, _ms_bid, (14, 1, 1, 1)),
    "io": Additive("io", _io_count, _io_bid, (130, 1)),
}
"""Name -> bidder."""
