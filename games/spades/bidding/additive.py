"""The bidders RB, MS and IO: each bid depends on sums over the suits.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", section 5.1, appendices F.1 and F.2. The source does not
print the card values of RB; those here are our own, and were fixed before any match between RB and the bidder BIS.

A suit contributes a few small numbers. They are added over the four suits, and the bid depends on the sums. So
a bid can be interpreted exactly: the hands for one bid form a small decision diagram, see `games.spades.bid_reading`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from games.core.cards import numbers
from games.spades.bidding.situation import (
    ACE,
    JACK,
    KING,
    NIL,
    QUEEN,
    SPADES,
    SUIT,
    TEN,
    Hand,
    Situation,
    at_least_one,
    is_nil,
)

Sums = tuple[int, ...]


@dataclass(frozen=True)
class Additive:
    """A bidder whose bid depends on sums over the suits.

    Parameters
    ----------
    name : str
        The name in `ADDITIVE`.
    count : function
        Maps a suit, as in `Card.place`, and a set of ranks to the numbers to add.
    bid : function
        Maps the sums and the situation to the bid.
    caps : tuple of int
        The caps of the sums: larger sums make no difference.

    Examples
    --------
    >>> [bidder(Hand.read("AKJ62.AQ.Q.K9543"), Situation()) for bidder in ADDITIVE.values()]
    [5, 6, 5]
    """

    name: str
    count: Callable[[int, int], Sums]
    bid: Callable[[Sums, Situation], int]
    caps: Sums

    def plus(self, one: Sums, other: Sums) -> Sums:
        """The elementwise sums, up to the caps."""
        return tuple(min(a + b, cap) for a, b, cap in zip(one, other, self.caps, strict=True))

    def __call__(self, hand: Hand, situation: Situation) -> int:
        """The bid with this hand by the additive rule."""
        counts = zip(*[self.count(suit, ranks) for suit, ranks in enumerate(hand.suits)], strict=True)
        return self.bid(tuple([min(sum(each), cap) for each, cap in zip(counts, self.caps, strict=True)]), situation)

    def table(self, suit: int) -> tuple[Sums, ...]:
        """The results of `count` for all sets of ranks, indexed by bit mask; cached, one table for all side suits."""
        return _table(self, suit if suit == SPADES else 0)


@lru_cache(maxsize=16)
def _table(bidder: Additive, suit: int) -> tuple[Sums, ...]:
    return tuple(bidder.count(suit, ranks) for ranks in range(SUIT + 1))


NAIVE = (5, 8, 10)  # Naive nil: the three lowest cards of each suit are at most these
SHORT = 3  # Naive nil: the largest number of spades


def _denies_nil(suit: int, ranks: int) -> int:
    """Return 1 if this suit rules out nil (its lowest cards are too high, or there are too many spades), else 0."""
    if suit == SPADES and ranks.bit_count() > SHORT:
        return 1
    for most in NAIVE:
        lowest = ranks & -ranks
        if lowest.bit_length() + 1 > most:  # the rank as a number, from 2 up
            return 1
        ranks ^= lowest
    return 0


def _naive(denied: int, situation: Situation) -> bool:
    return not denied and not (situation.partner is not None and is_nil(situation.partner))


RB_SIDE = {
    ACE: (10, 10, 10, 9, 9, 8, 7, 5, 3, 2, 1, 0, 0),
    KING: (0, 7, 7, 6, 5, 4, 2, 1, 0, 0, 0, 0, 0),
    QUEEN: (0, 0, 3, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0),
}
"""For each rank, the value of a card in tenths of a trick, for suit lengths from 1 to 13."""
RB_SPADES = {
    ACE: (10,) * 13,
    KING: (4, 9, 10, *(10,) * 10),
    QUEEN: (1, 4, 7, 9, *(10,) * 9),
    JACK: (1, 2, 4, 6, 8, *(10,) * 8),
}
RB_LOW_SPADE = (1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 9)
"""The value of each spade below the jack in tenths of a trick, for 1 to 13 spades."""


def _rb_count(suit: int, ranks: int) -> Sums:
    """The value of a suit in tenths of a trick, and whether the suit rules out nil."""
    place = ranks.bit_count() - 1
    if suit == SPADES:
        tenths = sum(RB_SPADES.get(rank, RB_LOW_SPADE)[place] for rank in numbers(ranks))
    else:
        tenths = sum(values[place] for rank, values in RB_SIDE.items() if ranks >> rank & 1)
    return tenths, _denies_nil(suit, ranks)


def _rb_bid(sums: Sums, situation: Situation) -> int:
    return NIL if _naive(sums[1], situation) else at_least_one(Fraction(sums[0], 10))


def _ms_count(suit: int, ranks: int) -> Sums:
    """The counts of MS for a suit: its tricks (for spades, plus one) and three numbers that are 0 or 1.

    The three numbers say whether this is a side suit of at most one card, whether it is three spades, and whether it
    rules out nil.
    """
    length = ranks.bit_count()
    takes = (ranks >> ACE & 1) + (ranks >> KING & (length > 1))
    if suit == SPADES:
        takes += ranks >> QUEEN & (length > 2 or (length == 2 and bool(ranks >> ACE)))
        takes += max(0, length - SHORT) - (length < 2) + 1  # one too many, so that no sum is negative
    return takes, int(suit != SPADES and length < 2), int(suit == SPADES and length == SHORT), _denies_nil(suit, ranks)


def _ms_bid(sums: Sums, situation: Situation) -> int:
    takes, short, three, denied = sums
    return NIL if _naive(denied, situation) else at_least_one(takes - 1 + (short and three))


def _io_count(suit: int, ranks: int) -> Sums:
    """The value of a suit in tenths of a trick, and whether the suit rules out nil.

    A spade from the ten up counts 10, a lower spade 4; in a side suit, an ace counts 10, ace and king 20, a king
    with other cards 5.
    """
    length = ranks.bit_count()
    if suit == SPADES:
        high = (ranks >> TEN).bit_count()
        return 4 * length + 6 * high, int(high > 0 or length > SHORT)
    ace, king = ranks >> ACE & 1, ranks >> KING & 1
    return 10 * ace + (10 * king if ace else 5 * (king and length > 1)), int(ace or king)


def _io_bid(sums: Sums, situation: Situation) -> int:
    regular, partner = at_least_one(Fraction(sums[0], 10)), situation.partner
    return NIL if not sums[1] and regular <= 3 and partner is not None and partner >= 4 else regular


ADDITIVE = {
    "rb": Additive("rb", _rb_count, _rb_bid, (130, 1)),
    "ms": Additive("ms", _ms_count, _ms_bid, (14, 1, 1, 1)),
    "io": Additive("io", _io_count, _io_bid, (130, 1)),
}
"""The bidders by name."""
