"""Random and counted deals of the cards that a player does not see, consistent with the plays and the bids.

`hands_of` counts and draws deals exactly. `DealSampler` draws many in compiled loops: the cards of a suit are
interchangeable, because voids and known numbers of spades restrict only how many cards of a suit each player has. So
the sampler first draws the number of cards of each suit for each player, in proportion to the number of deals, and then
shuffles each suit. The numbers of deals are floating-point numbers, so probabilities have relative errors of about
2^-50. No deal is rejected, so the sampler stays fast late in a round, when there are many voids.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.cards import PER_SUIT, in_suit, numbers
from games.core.compiled_loops import below, copy, uniform
from games.core.errors import GameError
from games.spades.rules import SEATS, Four
from games.spades.tricks import ALL_SPADES, SPADES, suit_set
from kripke.checking.engine.compiled import compiled
from kripke.data.lazy import np
from kripke.symbolic.deals.hands import Hands
from kripke.symbolic.diagrams.variable_order import mask_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Drawn = npt.NDArray[np.uint64]

DECK = "deck"
MOST_SPLITS = 10_000_000  # maximal number of ways to split the cards of one kind among the hands; not reached in Spades
SUITS = 4
UNKNOWN = -1  # the number of spades if the bid does not imply it


class Hidden(NamedTuple):
    """The unseen cards in hands and in the deck, as a set, and the public restrictions on each seat's hand."""

    cards: int
    sizes: tuple[int, ...]  # by seat the number of unseen cards; 0 for a hand that is seen
    deck: int  # the number of cards that are not dealt yet
    voids: Four  # by seat the suits that the player has shown to lack, as bits
    spades: tuple[int, ...]  # by seat the number of spades still in hand, or `UNKNOWN`

    @classmethod
    def free(cls, cards: int, sizes: tuple[int, ...]) -> Hidden:
        """The unseen cards without restrictions: each player may have any of the cards."""
        return cls(cards, sizes, 0, (0, 0, 0, 0), (UNKNOWN,) * SEATS)


def hands_of(unseen: Hidden) -> Hands:
    """The possible hands of each seat and of the deck, with voids and known numbers of spades as restrictions."""
    fitting = [*[unseen.cards & ~suit_set(voids) for voids in unseen.voids], unseen.cards]
    sizes = (*unseen.sizes, unseen.deck)
    possible = [cards if size else 0 for cards, size in zip(fitting, sizes, strict=True)]
    hands = Hands(tuple(possible), sizes, unseen.cards, most=MOST_SPLITS)
    for seat, spades in enumerate(unseen.spades):
        if unseen.sizes[seat] and spades != UNKNOWN:
            hands = hands.apart(seat, ALL_SPADES, spades)
    return hands


def dealt_again(unseen: Hidden, rng: Random) -> tuple[int, ...]:
    """Draw the unseen hands by seat, uniformly over all deals; `GameError` if no deal fits.

    A seat without unseen cards gets 0, the empty set.
    """
    hands = hands_of(unseen)
    if not hands.ways:
        raise GameError(f"no deal of {unseen.cards.bit_count()} cards fits hands of {unseen.sizes} with these voids")
    return tuple(map(mask_of, hands.draw(rng)[:SEATS]))


def certain(unseen: Hidden) -> dict[int, int]:
    """The seat that certainly has all unseen cards of a suit, by suit; suits without such a seat are omitted."""
    hands, holders = hands_of(unseen), dict[int, int]()
    nothing = [0] * len(hands.sizes)
    owners = [*range(SEATS + 1), *hands.parts]
    for suit in range(SUITS):
        some = in_suit(unseen.cards, suit)
        seats = set()
        for hand, owner in enumerate(owners):
            has = [*nothing[:hand], some & -some, *nothing[hand + 1 :]]
            if some and has[hand] & hands.possible[hand] and hands.given(has, nothing).is_possible:
                seats.add(owner)
        if len(seats) == 1 and max(seats) < SEATS:
            holders[suit] = seats.pop()
    return holders


KEPT = 256  # number of samplers that are cached
MOST_DEALS = 1_000_000  # the largest number of listed deals: 32 MB


class DealSampler:
    """Draws random deals of the unseen cards.

    Raises `GameError` if not all cards are in hands, or no deal fits.

    Construction takes O(s t) for s cases (how many cards each hand still needs) and t ways to divide a suit: 0.5 ms
    for three hands of 13 cards. Each deal then takes about a microsecond.
    """

    def __init__(self, hidden: Hidden) -> None:
        count, sizes = hidden.cards.bit_count(), hidden.sizes
        if count != sum(sizes):
            raise GameError(f"{count} cards for hands of {sizes}: expected all to be dealt")
        suits = [list(numbers(in_suit(hidden.cards, suit))) for suit in range(SUITS)]
        self._cards = np.zeros((SUITS, PER_SUIT), dtype=np.int64)
        for suit, cards in enumerate(suits):
            self._cards[suit, : len(cards)] = cards
        self._totals = np.array(list(map(len, suits)), dtype=np.int64)
        self._sizes = np.array(sizes, dtype=np.int64)
        self._bounds = _bounds(hidden)
        self._ways = _counted(self._totals, self._sizes, self._bounds)
        self.hidden = hidden
        if not self.ways:
            raise GameError(f"no deal of {count} cards fits hands of {sizes} with these voids")

    @property
    def ways(self) -> float:
        """The number of consistent deals, as a float."""
        first, second, third, _ = self.hidden.sizes
        return float(self._ways[0, first, second, third])

    def deals(self, size: int, seed: int) -> Drawn:
        """An array of deals x seats with `size` random deals; its entries are sets of cards."""
        chance = np.array([seed & (1 << 64) - 1], dtype=np.uint64)
        drawn = np.zeros((size, SEATS), dtype=np.uint64)
        _draw(self._cards, self._totals, self._sizes, self._bounds, self._ways, chance, drawn)
        return drawn

    def every(self) -> Drawn:
        """All consistent deals, each once, in lexicographic order of the cards' seats.

        Nine cards in three hands have at most 1,680 deals. `GameError` if there are more than `MOST_DEALS`.
        """
        if self.ways > MOST_DEALS:
            raise GameError(f"{self.ways:,.0f} deals fit: expected at most {MOST_DEALS:,} to list them all")
        deals = np.zeros((round(self.ways), SEATS), dtype=np.uint64)
        cards = np.array(list(numbers(self.hidden.cards)), dtype=np.int64)
        _list(cards, self._sizes.copy(), self._bounds, deals)
        return deals


def _bounds(hidden: Hidden) -> npt.NDArray[np.int64]:
    """The least and largest number of cards by seat and suit, from clubs up."""
    bounds = np.zeros((2, SEATS, SUITS), dtype=np.int64)
    bounds[1] = np.array(hidden.sizes)[:, None]
    for seat, (voids, spades) in enumerate(zip(hidden.voids, hidden.spades, strict=True)):
        if spades != UNKNOWN and hidden.sizes[seat]:
            bounds[:, seat, SPADES] = spades
        bounds[1, seat, [suit for suit in range(SUITS) if voids >> suit & 1]] = 0
    return bounds


@lru_cache(maxsize=KEPT)
def sampler(hidden: Hidden) -> DealSampler:
    """The sampler of the cards that a player does not see; errors as in `DealSampler`."""
    return DealSampler(hidden)


@compiled
def _counted(totals: Any, sizes: Any, bounds: Any) -> Any:
    """Array in which entry [s, a, b, c] counts the ways to deal suits s to 3 if three hands get a, b and c cards."""
    ways = np.zeros((5, sizes[0] + 1, sizes[1] + 1, sizes[2] + 1))
    ways[4, 0, 0, 0] = 1.0
    left = 0
    for suit in range(3, -1, -1):
        left += totals[suit]
        for a in range(sizes[0] + 1):
            for b in range(sizes[1] + 1):
                for c in range(sizes[2] + 1):
                    d = left - a - b - c
                    if 0 <= d <= sizes[3]:
                        ways[suit, a, b, c] = _ways_of(totals, bounds, ways, suit, a, b, c, d, -1.0)[0]
    return ways


@compiled
def _ways_of(
    totals: Any, bounds: Any, ways: Any, suit: int, a: int, b: int, c: int, d: int, stop: float
) -> tuple[float, int, int, int, int]:
    """Count the deals over the divisions of a suit until the sum exceeds `stop`; also return the last division.

    A division says how many cards of the suit each hand gets. `a` to `d` are the numbers of cards that the hands still
    need. If `stop` is negative, all divisions are counted.
    """
    total, sum_ = totals[suit], 0.0
    low, high = bounds[0], bounds[1]
    last = (0, 0, 0, 0)
    choose_first = 1.0
    for first in range(min(total, a, high[0, suit]) + 1):
        if first:
            choose_first = choose_first * (total - first + 1) / first
        rest = total - first
        if first < low[0, suit] or rest > b + c + d:
            continue
        choose_second = 1.0
        for second in range(min(rest, b, high[1, suit]) + 1):
            if second:
                choose_second = choose_second * (rest - second + 1) / second
            remaining = rest - second
            if second < low[1, suit] or remaining > c + d:
                continue
            choose_third = 1.0
            for third in range(min(remaining, c, high[2, suit]) + 1):
                if third:
                    choose_third = choose_third * (remaining - third + 1) / third
                fourth = remaining - third
                if third < low[2, suit] or fourth > min(d, high[3, suit]) or fourth < low[3, suit]:
                    continue
                here = ways[suit + 1, a - first, b - second, c - third]
                if here > 0.0:
                    sum_ += choose_first * choose_second * choose_third * here
                    last = (first, second, third, fourth)
                    if 0.0 <= stop < sum_:
                        return sum_, first, second, third, fourth
    return sum_, last[0], last[1], last[2], last[3]


@compiled
def _draw(cards: Any, totals: Any, sizes: Any, bounds: Any, ways: Any, chance: Any, drawn: Any) -> None:
    """Write random deals to `drawn`: for each suit, draw first the number of cards of each hand, then the cards."""
    one = np.uint64(1)
    pack = np.zeros(13, dtype=np.int64)
    for deal in range(len(drawn)):
        a, b, c, d = sizes[0], sizes[1], sizes[2], sizes[3]
        for suit in range(4):
            total = totals[suit]
            if not total:
                continue
            stop = uniform(chance, 0) * ways[suit, a, b, c]
            _, first, second, third, fourth = _ways_of(totals, bounds, ways, suit, a, b, c, d, stop)
            a, b, c, d = a - first, b - second, c - third, d - fourth
            for place in range(total):
                pack[place] = cards[suit, place]
            ends = (first, first + second, first + second + third, total)
            seat = 0
            for place in range(total):
                while place >= ends[seat]:
                    seat += 1
                other = place + below(chance, 0, total - place)
                pack[place], pack[other] = pack[other], pack[place]
                drawn[deal, seat] |= one << np.uint64(pack[place])


@compiled
def _list(cards: Any, left: Any, bounds: Any, deals: Any) -> None:
    """Write all deals within `bounds` to `deals`: each card in turn goes to each seat that can still take it."""
    count, low, high = len(cards), bounds[0], bounds[1]
    seats, hands, held = np.full(count, -1), np.zeros(4, np.uint64), np.zeros((4, 4), np.int64)
    depth = number = 0
    while depth >= 0:
        if depth == count:
            enough = True
            for place in range(4):
                for each in range(4):
                    enough &= held[place, each] >= low[place, each]
            if enough:
                copy(hands, deals[number])
                number += 1
            depth -= 1
            continue
        card, seat = np.uint64(1) << np.uint64(cards[depth]), seats[depth]
        suit = cards[depth] // 13
        if seat >= 0:
            hands[seat] ^= card
            left[seat] += 1
            held[seat, suit] -= 1
        seat += 1
        while seat < 4 and (left[seat] == 0 or held[seat, suit] == high[seat, suit]):
            seat += 1
        seats[depth] = seat if seat < 4 else -1
        if seat == 4:
            depth -= 1
            continue
        hands[seat] ^= card
        left[seat] -= 1
        held[seat, suit] += 1
        depth += 1
