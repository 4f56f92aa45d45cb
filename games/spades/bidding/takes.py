"""Regular takes: how many tricks a hand takes with high probability, take by take.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", section 4.1. Its tables 1, 5 and 6 are estimates from 100,000
deals; `length_chance` is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import Literal, TypeAlias

from games.core.cards import RANKS, numbers
from games.spades.bidding.situation import ACE, JACK, SIDE, SPADES, Hand, sign_of
from logic.exact import plural

UNSEEN, HAND = 39, 13
Chance: TypeAlias = Callable[[int, int, int], Fraction | float]
"""A table of chances: of own length, of how many cards each opponent has more than, and of the number of opponents."""
LONG = 4  # each spade beyond this number is a take
Kind: TypeAlias = Literal["side card", "high spade", "long spade", "cut"]


@cache
def length_chance(own: int, more_than: int, opponents: int = 2) -> Fraction:
    """The chance that each of some other players has more than a number of cards of a suit.

    Parameters
    ----------
    own : int
        The number of cards of the suit in the own hand, 0 to 13.
    opponents : int
        How many other players may cut: 2 in Table 1, 1 in Table 5, 3 in Table 6; 0 where nobody may.

    Notes
    -----
    O(n^k) for n cards of the suit and k opponents: hypergeometric, with n = 13 - own unseen cards among 39.

    Examples
    --------
    >>> round(float(length_chance(5, 1)), 4)
    0.6767
    """
    suit, ways = HAND - own, 0
    for counts in product(range(more_than + 1, suit + 1), repeat=opponents):
        left, rest, here = suit, UNSEEN - suit, int(sum(counts) <= suit)
        for count in counts if here else ():
            here *= comb(left, count) * comb(rest, HAND - count)
            left, rest = left - count, rest - (HAND - count)
        ways += here
    return Fraction(ways, prod(comb(UNSEEN - HAND * place, HAND) for place in range(opponents)))


@dataclass(frozen=True, slots=True)
class Take:
    """A trick that may be taken: by a card, or by a cut of a suit in one of its tricks."""

    kind: Kind
    what: str
    value: Fraction | float
    why: str


@dataclass(frozen=True, slots=True)
class Takes:
    """The takes of a hand; `instead`: high and long spades that count less than the cuts they are kept for."""

    counted: tuple[Take, ...]
    instead: tuple[Take, ...]

    @property
    def total(self) -> Fraction | float:
        """The sum of the takes."""
        return self.side + self.spades

    @property
    def side(self) -> Fraction | float:
        """The takes of side suits' high cards."""
        return sum((take.value for take in self.counted if take.kind == "side card"), Fraction(0))

    @property
    def spades(self) -> Fraction | float:
        """The takes of spades, high, long and for cuts."""
        return sum((take.value for take in self.counted if take.kind != "side card"), Fraction(0))


def regular_takes(hand: Hand, opponents: int = 2, chance: Chance = length_chance) -> Takes:
    """The takes of a hand by the source's rules.

    Notes
    -----
    O(s) for s spades: the lowest spades are kept for cuts, as many as is best.

    Examples
    --------
    >>> round(float(regular_takes(Hand.read("AKJ62.AQ.Q.K9543")).total), 3)
    5.971
    """
    side = tuple(take for suit in SIDE for take in _side_cards(hand, suit, opponents, chance))
    spades, cuts = [*numbers(hand.suits[SPADES])], _cuts(hand, opponents, chance)
    most = min(len(spades), len(cuts))
    uses = [(tuple(spade_takes(spades[kept:])), cuts[:kept]) for kept in range(most + 1)]
    high, used = max(uses, key=lambda use: sum(take.value for part in use for take in part))
    counted = {take.what for take in high}
    return Takes((*side, *high, *used), tuple(take for take in spade_takes(spades) if take.what not in counted))


def _side_cards(hand: Hand, suit: int, opponents: int, chance: Chance) -> Iterator[Take]:
    """Ace, king and queen win the first, second and third trick of their suit if no opponent cuts."""
    own = hand.length(suit)
    for trick, rank in enumerate("AKQ"):
        if hand.has(suit, ACE - trick) and own > trick:
            yield Take(
                "side card",
                sign_of(suit) + rank,
                chance(own, trick, opponents),
                f"the chance that no opponent cuts {_trick(trick)} of {own} cards in hand",
            )


def spade_takes(spades: list[int]) -> Iterator[Take]:
    """High spades that are protected, and spades beyond the fourth."""
    for rank in range(ACE, JACK - 1, -1):
        needed = ACE - rank
        if rank in spades and len(spades) > needed:
            protected = f"protected by {plural(len(spades) - 1, 'other spade')}" if needed else "the highest card"
            yield Take("high spade", sign_of(SPADES) + RANKS[rank], Fraction(1), protected)
    for number in range(LONG + 1, len(spades) + 1):
        yield Take("long spade", f"{ordinal(number)} spade", Fraction(1), "nobody else is likely to have as many")


def _cuts(hand: Hand, opponents: int, chance: Chance) -> list[Take]:
    """The tricks of short suits in which this hand may be the only one that cuts, the best first."""
    found = [
        Take(
            "cut",
            f"{sign_of(suit)} {_trick(trick)}",
            chance(hand.length(suit), trick, opponents),
            f"a spade, with {hand.length(suit) or 'no'} {sign_of(suit)}: the chance that no opponent can cut too",
        )
        for suit in SIDE
        for trick in range(hand.length(suit), 3)
    ]
    return sorted(found, key=lambda take: -take.value)


def _trick(number: int) -> str:
    return f"the {ordinal(number + 1)} trick"


def ordinal(number: int) -> str:
    """The number as a word for places: ``1st``, ``5th``."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
