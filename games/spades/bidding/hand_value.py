"""The value of a hand: regular takes, the nil value, and success curves of nil.

Regular takes are the number of tricks that a hand takes with high probability. To cut a trick is to play a spade
without having a card of the suit led. Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", section 4.1. Its
tables 1, 5 and 6 are estimates from 100,000 deals; `length_chance` is exact.

The nil value (section 4.2) is the product over the suits of the chance that no card of the suit can be forced to take a
trick; the source estimates it from 100,000 deals, here it is computed exactly. A success curve (4.3) is the probability
that a nil bid succeeds, given the nil value and the earlier bids. The source fits one logistic regression to its
records. The curves in the package are fitted to self-play by ``whoknows train spades``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import pairwise, product
from math import comb, exp, factorial, prod
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from games.core.cards import RANKS, numbers
from games.core.errors import GameError
from games.spades.bidding.situation import ACE, CARDS, JACK, MOST, SIDE, SPADES, Hand, sign_of, tricks
from kripke.formats.file_reading import path_text, read_regular_text
from logic.errors import EpistemicError
from logic.exact import plural
from logic.json_values import Fields, WrongValue, read_json_value

UNSEEN, HAND = 39, 13
Chance: TypeAlias = Callable[[int, int, int], Fraction | float]
"""A function such as `length_chance`."""
LONG = 4  # each spade beyond this number is a take
Kind: TypeAlias = Literal["side card", "high spade", "long spade", "cut"]


@cache
def length_chance(own: int, more_than: int, opponents: int = 2) -> Fraction:
    """The probability that each of several other players has more than this number of cards of a suit.

    O(n^k) for n unseen cards of the suit and k opponents. The distribution is hypergeometric: n = 13 - own of the 39
    unseen cards are of the suit.

    Parameters
    ----------
    own : int
        The number of cards of the suit in the player's own hand, 0 to 13.
    more_than : int
        The number of cards that each of the others has to exceed.
    opponents : int
        The number of other players who may cut: 2 in Table 1, 1 in Table 5, 3 in Table 6; 0 if nobody may.

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
    """A trick that a hand may take: the card or the trick that is cut (`what`), the value, and the reason for it."""

    kind: Kind
    what: str
    value: Fraction | float
    why: str


@dataclass(frozen=True, slots=True)
class Takes:
    """The takes of a hand. `instead`: takes by spades left out because cuts with these spades are worth more."""

    counted: tuple[Take, ...]
    instead: tuple[Take, ...]

    @property
    def total(self) -> Fraction | float:
        """The sum of all counted takes, in side suits and in spades."""
        return self.side + self.spades

    @property
    def side(self) -> Fraction | float:
        """The sum of the takes by high cards of side suits."""
        return sum((take.value for take in self.counted if take.kind == "side card"), Fraction(0))

    @property
    def spades(self) -> Fraction | float:
        """The sum of the takes by spades: high ones, long ones and cuts."""
        return sum((take.value for take in self.counted if take.kind != "side card"), Fraction(0))


def regular_takes(hand: Hand, opponents: int = 2, chance: Chance = length_chance) -> Takes:
    """The regular takes of a hand: the tricks that it takes with high probability.

    O(s) for s spades. The lowest spades are kept for cuts; their number is chosen so that the sum is largest.
    `opponents` is the number of opponents that may cut.

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
    """The takes by ace, king and queen: the suit's first, second and third trick, if no opponent cuts it."""
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
    """The takes by protected high spades, and by each spade beyond the fourth."""
    for rank in range(ACE, JACK - 1, -1):
        needed = ACE - rank
        if rank in spades and len(spades) > needed:
            protected = f"protected by {plural(len(spades) - 1, 'other spade')}" if needed else "the highest card"
            yield Take("high spade", sign_of(SPADES) + RANKS[rank], Fraction(1), protected)
    for number in range(LONG + 1, len(spades) + 1):
        yield Take("long spade", f"{ordinal(number)} spade", Fraction(1), "nobody else is likely to have as many")


def _cuts(hand: Hand, opponents: int, chance: Chance) -> list[Take]:
    """The takes by cutting (playing a spade) in the first tricks of short suits, the most valuable first."""
    cuts = [
        Take(
            "cut",
            f"{sign_of(suit)} {_trick(trick)}",
            chance(hand.length(suit), trick, opponents),
            f"a spade, with {hand.length(suit) or 'no'} {sign_of(suit)}: the chance that no opponent can cut too",
        )
        for suit in SIDE
        for trick in range(hand.length(suit), 3)
    ]
    return sorted(cuts, key=lambda take: -take.value)


def _trick(number: int) -> str:
    return f"the {ordinal(number + 1)} trick"


def ordinal(number: int) -> str:
    """The ordinal number as text: ``1st``, ``5th``."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


DANGEROUS = 3  # Cards of a suit beyond the three lowest are not dangerous, in the source's model
VOID_FACTOR = Fraction(23, 20)  # for a hand with a void: the suits are not quite independent (4.2)
COVERS = (1, 2, 1)
"""The number of higher cards that the partner needs to cover the lowest, second and third card, from the source."""
TOO_MANY = 4  # the number of spades at which nil is ruled out
HONOURS = 2  # the ace and the king of spades: a partner with a covering hand has at least one of them


@dataclass(frozen=True, slots=True)
class NilValue:
    """A hand's nil value and its factors, one for each suit in the order of `Card.place`."""

    suits: tuple[Fraction, Fraction, Fraction, Fraction]
    has_void: bool

    @property
    def value(self) -> Fraction:
        """The nil value: the product of the factors, and of `VOID_FACTOR` if the hand has a void; at most 1."""
        clubs, diamonds, hearts, spades = self.suits
        return min(Fraction(1), clubs * diamonds * hearts * spades * (VOID_FACTOR if self.has_void else 1))


def nil_value(hand: Hand, is_covered: bool = False) -> NilValue:
    """The nil value of a hand.

    O(s) for the s ways to split a suit's unseen cards among both opponents and the partner, at most 7,776.
    Results are cached by suit.

    Parameters
    ----------
    is_covered : bool
        Whether the partner has shown the ace or the king of spades by the convention Big 5 or Big 6.

    Examples
    --------
    >>> value = nil_value(Hand.read("AKJ62.AQ.Q.K9543"))
    >>> [round(float(chance), 4) for chance in value.suits], float(value.value)
    ([1.0, 0.5714, 0.0084, 0.0], 0.0)
    """
    clubs, diamonds, hearts = (side_chance(hand.suits[place]) for place in sorted(SIDE))
    spades = spade_chance(hand.suits[SPADES], is_covered)
    return NilValue((clubs, diamonds, hearts, spades), not all(hand.suits))


def side_chance(suit: int) -> Fraction:
    """The chance that a side suit, given as ranks in bits, cannot be forced to take a trick."""
    return 1 - _failure(*_gaps(suit), can_cut=True, honours=0)


def spade_chance(suit: int, is_covered: bool = False) -> Fraction:
    """The chance that no spade can be forced to take a trick; 0 for four or more spades."""
    if suit.bit_count() >= TOO_MANY:
        return Fraction(0)
    honours = HONOURS - (suit >> 11).bit_count() if is_covered else 0
    return 1 - _failure(*_gaps(suit), can_cut=False, honours=honours)


def _gaps(suit: int) -> tuple[int, tuple[int, ...]]:
    """The numbers of unseen cards of a suit: in total, then below, between and above the lowest cards in hand."""
    ranks = [rank for rank in range(13) if suit >> rank & 1]
    between = [high - low - 1 for low, high in pairwise([-1, *ranks[:DANGEROUS]])]
    unseen = 13 - len(ranks)
    return unseen, (*between, unseen - sum(between))


@cache
def _failure(unseen: int, gaps: tuple[int, ...], can_cut: bool, honours: int) -> Fraction:
    """The probability that any of the player's lowest cards is forced to take a trick.

    If `honours` is positive, the probability is conditional: the partner has at least one of the `honours` highest
    unseen cards. The partner keeps such a card, so one higher card is enough to cover.
    """
    above = gaps[-1]
    top = min(honours, above)
    sizes = (*gaps[:-1], above - top, top)
    ours, theirs, weights = _splits(sizes)
    partner = np.array(sizes)[:, None] - ours - theirs
    set_somewhere = np.zeros(weights.shape, dtype=bool)
    for place in range(len(gaps) - 1):
        covers = 1 if top else COVERS[place]
        set_somewhere |= _is_set(place + 1, covers, ours, theirs, partner, can_cut)
    given = partner[-1] > 0 if top else np.ones(weights.shape, dtype=bool)
    failing, all_ways = (_ways(unseen, ours, theirs, weights * which) for which in (set_somewhere & given, given))
    return Fraction(failing, all_ways)


def _is_set(trick: int, covers: int, ours: Any, theirs: Any, partner: Any, can_cut: bool) -> Any:
    """For each split, whether both opponents can play below the player's card and the partner cannot cover the card."""
    under = True
    for cards in (ours, theirs):
        under &= (cards.sum(axis=0) < trick) | (cards[:trick].sum(axis=0) >= trick)
    covered = partner[trick:].sum(axis=0) >= covers
    if can_cut:
        covered |= partner.sum(axis=0) < trick
    return under & ~covered


@cache
def _pairs(size: int) -> Any:
    """The ways to give two players some of `size` cards, as an array of shape (3, k).

    A column contains both numbers of cards and the number of ways.
    """
    pairs = [
        (one, other, factorial(size) // (factorial(one) * factorial(other) * factorial(size - one - other)))
        for one in range(size + 1)
        for other in range(size + 1 - one)
    ]
    return np.array(pairs).T


def _splits(sizes: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """All splits of several classes of cards among three players, and the number of ways for each split."""
    ours = theirs = np.zeros((0, 1), dtype=np.int64)
    weights = np.ones(1, dtype=np.int64)
    for size in sizes:
        one, other, ways = _pairs(size)
        ours = np.vstack([np.repeat(ours, len(ways), axis=1), np.tile(one, ours.shape[1])])
        theirs = np.vstack([np.repeat(theirs, len(ways), axis=1), np.tile(other, theirs.shape[1])])
        weights = np.repeat(weights, len(ways)) * np.tile(ways, len(weights))
    return ours, theirs, weights


def _ways(unseen: int, ours: Any, theirs: Any, weights: Any) -> int:
    """The number of deals of all cards; `weights` has the number of ways for each split of one suit."""
    counts = np.zeros((14, 14), dtype=np.int64)
    np.add.at(counts, (ours.sum(axis=0), theirs.sum(axis=0)), weights)
    pairs = zip(*(each.tolist() for each in np.nonzero(counts)), strict=True)
    return sum(int(counts[one, other]) * _rest(unseen, one, other) for one, other in pairs)


@cache
def _rest(unseen: int, one: int, other: int) -> int:
    """The number of ways to deal the other suits if the opponents already have `one` and `other` cards."""
    cards, ours, theirs = UNSEEN - unseen, CARDS - one, CARDS - other
    return comb(cards, ours) * comb(cards - ours, theirs) if cards >= ours else 0


FILE = Path(__file__).with_name("curves.json")
BIDS = MOST + 1
PLACES = 4


class Line(NamedTuple):
    """A term of the log odds that nil succeeds: ``height + slope * nil value``."""

    height: float
    slope: float

    def __add__(self, other: Any) -> Line:
        return Line(self.height + other[0], self.slope + other[1])

    def chance(self, nil_value: float) -> float:
        """The probability that nil succeeds, from the nil value of the hand."""
        return 1 / (1 + exp(-self.height - self.slope * nil_value))


@dataclass(frozen=True)
class Curves:
    """The success curves of nil, by the earlier bids.

    `nils` is the number of nil bids that the curves are fitted to, and `made_by` the command that fitted them. `single`
    is a curve for all nil bids, and `places` are the curves by number of earlier bids, without the terms in `bids`.
    """

    made_by: str
    nils: int
    single: Line
    places: tuple[Line, ...]
    # The terms that earlier bids add to the curve. The indices are the number of earlier bids, the position of the bid
    # counted back from the last one, and the bid.
    bids: tuple[tuple[tuple[Line, ...], ...], ...]

    def curve(self, before: Sequence[int]) -> Line:
        """The success curve after these earlier bids, at most three, in order."""
        place = len(before)
        curve = self.places[place]
        for back, bid in enumerate(reversed(before)):
            curve += self.bids[place][back][tricks(bid)]
        return curve

    def dumps(self) -> str:
        """The curves as JSON, with a hash that shows changes of the data."""
        data = dict(vars(self))
        return json.dumps({"sha256": _hash(data), **data}, separators=(",", ":")) + "\n"


def load_curves(path: str | PathLike[str] = FILE) -> Curves:
    """Read success curves; `GameError` if the content or the hash of the file is wrong."""
    name, text = path_text(path), read_regular_text(path)
    try:
        data = dict(Fields(read_json_value(text)).data)
        if data.pop("sha256", None) != _hash(data):
            raise WrongValue("its hash is missing or differs: it was changed")
    except EpistemicError as error:
        raise GameError(f"{name}: no success curves, {error.message}; `whoknows train spades` writes some") from None
    single, places = Line._make(data["single"]), tuple(map(Line._make, data["places"]))
    bids = tuple(tuple(tuple(map(Line._make, seat)) for seat in place) for place in data["bids"])
    return Curves(data["made_by"], data["nils"], single, places, bids)


@cache
def shipped() -> Curves:
    """The success curves of nil in the file that comes with the package."""
    return load_curves()


def _hash(data: Any) -> str:
    return sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()
