"""A bidder's information: the hand, the previous bids, the scores, and the rules that matter for bids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from games.core.cards import RANKS, SIGNS, SUITS, Card, card, numbers, set_of
from games.core.errors import GameError, IllegalAction
from games.spades.tricks import A_TRICK as TRICK
from games.spades.tricks import BLIND_COUNTS
from logic.errors import listing, shorten
from logic.exact import is_whole

CARDS = 13
SPADES = 3  # the place of spades, as in `Card.place`: clubs are 0, diamonds 1, hearts 2
SIDE = (2, 1, 0)  # the places of the side suits, from hearts down
SUIT = (1 << len(RANKS)) - 1
ACE, KING, QUEEN, JACK, TEN = (RANKS.index(rank) for rank in "AKQJT")
EXAMPLE = "AKJ62.AQ.Q.K9543"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as sets of ranks by suit.

    Parameters
    ----------
    suits : tuple of int
        For each suit, in the order of `Card.place`, a set of ranks: bit 0 is the two, bit 12 the ace.

    Examples
    --------
    >>> hand = Hand.read("AKJ62.AQ.Q.K9543")
    >>> hand.length(SPADES), hand.ranks(2)
    (5, 'AQ')
    """

    suits: tuple[int, int, int, int]

    @classmethod
    def of_set(cls, cards: int) -> Hand:
        """The hand of a set of cards: thirteen bits for each suit from clubs up."""
        clubs, diamonds, hearts, spades = (cards >> place * len(RANKS) & SUIT for place in range(4))
        return cls((clubs, diamonds, hearts, spades))

    @classmethod
    def read(cls, text: str) -> Hand:
        """Parse a hand: suits from spades to clubs separated by dots or spaces, suits after symbols, or single cards.

        Raises `GameError` if a card is unknown or given twice, or there are not thirteen cards.

        Parameters
        ----------
        text : str
            Such as ``AKJ62.AQ.Q.K9543``, where a void is empty or ``-``; ``♠AKJ62 ♥AQ ♦Q ♣K9543`` in any order, voids
            omitted; or ``SA SK SJ S6 S2 HA ...``. The ten is ``T`` or ``10``.
        """
        cards = list(_cards(text))
        if twice := sorted({str(each) for each in cards if cards.count(each) > 1}):
            raise GameError(f"hand {shorten(repr(text))}: {listing(twice, 'and')} given twice; expected each card once")
        if len(cards) != CARDS:
            raise GameError(f"hand {shorten(repr(text))}: {len(cards)} cards; expected {CARDS}, such as {EXAMPLE!r}")
        return cls.of_set(set_of(cards))

    def __str__(self) -> str:
        return ".".join(self.ranks(suit) for suit in (SPADES, *SIDE))

    @property
    def cards(self) -> int:
        """The hand as a set of cards, the argument of `of_set`."""
        return sum(ranks << place * len(RANKS) for place, ranks in enumerate(self.suits))

    def length(self, suit: int) -> int:
        """The number of cards of a suit."""
        return self.suits[suit].bit_count()

    def has(self, suit: int, rank: int) -> bool:
        """Whether the hand has the card of this suit and rank."""
        return bool(self.suits[suit] >> rank & 1)

    def ranks(self, suit: int) -> str:
        """The ranks of a suit, from the highest."""
        return "".join(RANKS[rank] for rank in numbers(self.suits[suit]))[::-1]

    @property
    def shown(self) -> str:
        """The hand with suit symbols: ``♠AKJ62 ♥AQ ♦Q ♣K9543``."""
        return " ".join(sign_of(suit) + (self.ranks(suit) or "-") for suit in (SPADES, *SIDE))


def sign_of(suit: int) -> str:
    """The symbol of the suit with this number."""
    return SIGNS[SUITS[3 - suit]]


def _cards(text: str) -> Iterator[Card]:
    """The cards in a text that lists them suit by suit or one by one, as in `Hand.read`."""
    if not isinstance(text, str) or len(text) > 200:
        raise GameError(f"hand {shorten(repr(text))}: expected {CARDS} cards, such as {EXAMPLE!r}")
    plain, letters = text.upper().replace("10", "T"), {sign: suit for suit, sign in SIGNS.items()}
    if text.lstrip()[:1] in letters:
        parts = re.split(f"([{''.join(letters)}])", plain.replace(".", " "))
        suits = zip(map(letters.get, parts[1::2]), parts[2::2], strict=True)
    else:
        groups = plain.split("." if "." in text else None)
        if "." not in text and len(groups) != len(SUITS):
            yield from _one_by_one(text)
            return
        if len(groups) != len(SUITS):
            raise GameError(
                f"hand {shorten(repr(text))}: {len(groups)} suits; expected spades, hearts, diamonds, clubs with a dot "
                f"between them, such as {EXAMPLE!r}"
            )
        suits = zip(SUITS, groups, strict=True)
    for suit, ranks in suits:
        for rank in ranks.replace("-", "").replace(" ", ""):
            if rank not in RANKS:
                raise GameError(
                    f"hand {shorten(repr(text))}: no card {shorten(repr(rank))}; expected some of AKQJT98765432"
                )
            yield card(f"{suit}{rank}")


def _one_by_one(text: str) -> Iterator[Card]:
    for part in text.split():
        try:
            yield card(part)
        except IllegalAction as error:
            raise GameError(f"hand {shorten(repr(text))}: {error.message}; or the suits as in {EXAMPLE!r}") from None


BLIND = -1  # Nil that is bid without looking at the cards
NIL = 0
MOST = 13
MEAN_BID = 10.55 / 4
"""The mean bid of the source's players (appendix B), which is the expectation for a player who has not bid yet."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A bidder's information besides the hand.

    `bags` and `their_bags` are the bags of both sides: their tricks beyond contracts since the last fine. `full` is the
    number of bags that cost a fine, 0 for none.

    Raises `GameError` if a value is out of range.
    """

    # The earlier bids in order, at most three; 0 is nil, and `BLIND` is blind nil. If partners play, the last bid is
    # that of the opponent on the right, and the bid before it is the partner's.
    before: tuple[int, ...] = ()
    # `ours`, `theirs`: the scores of the bidder's side and of the other side
    ours: int = 0
    theirs: int = 0
    bags: int = 0
    their_bags: int = 0
    # `goal`, `floor`: a side with at least `goal` or at most `floor` points ends the game
    goal: int = 500
    floor: int = -200
    blind: bool = False  # whether blind nil can be bid in this game
    full: int = 10
    nil: int = 100  # the points of nil; a blind one counts twice
    # If all play alone: the score and bags of the three others, in the order of their bids. If partners play: empty.
    others: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if len(self.before) > 3 or not all(is_whole(bid) and BLIND <= bid <= MOST for bid in self.before):
            raise GameError(f"bids {shorten(repr(self.before))}: expected at most three bids from 0 to 13")
        if self.others and len(self.others) != 3:
            raise GameError(f"others {shorten(repr(self.others))}: expected none, or three with a score and bags each")
        for name in ("ours", "theirs", "bags", "their_bags", "goal", "floor", "full", "nil"):
            if not is_whole(value := getattr(self, name)) or abs(value) > 100_000:
                raise GameError(f"{name} {shorten(repr(value))}: expected a whole number of points")

    @property
    def place(self) -> int:
        """The number of players who have already bid."""
        return len(self.before)

    @property
    def partner(self) -> int | None:
        """The partner's bid; None if it is not made yet, or there is no partner."""
        return self.before[-2] if self.place >= 2 and not self.alone else None

    @property
    def alone(self) -> bool:
        """Whether all players play alone."""
        return bool(self.others)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The bids that the opponents have made."""
        return self.before if self.alone else self.before[-1::-2]

    @property
    def sum(self) -> int:
        """The sum of the bids made before this one."""
        return sum(tricks(bid) for bid in self.before)

    @property
    def can_cut(self) -> int:
        """The number of opponents that may cut (play a spade on another suit): all except nil bidders."""
        return (3 if self.alone else 2) - sum(is_nil(bid) for bid in self.opponents)

    @property
    def their_points(self) -> float:
        """The largest score of an opposing side if it makes its bids; a missing bid counts as `MEAN_BID`."""
        if self.alone:
            bids = [*map(self.worth, self.before), *[TRICK * MEAN_BID] * (3 - self.place)]
            return max(score + bid for (score, _), bid in zip(self.others, bids, strict=True))
        return self.theirs + sum(map(self.worth, self.opponents)) + TRICK * MEAN_BID * (2 - len(self.opponents))

    def our_points(self, bid: float) -> float:
        """The score of the bidder's side if it makes this bid of one or more; `MEAN_BID` stands for a missing bid."""
        own = self.ours + TRICK * bid
        if self.alone:
            return own
        return own + (TRICK * MEAN_BID if self.partner is None else self.worth(self.partner))

    def worth(self, bid: int) -> int:
        """The points of a bid if it is made."""
        return {NIL: self.nil, BLIND: BLIND_COUNTS * self.nil}.get(bid, TRICK * bid)


def is_nil(bid: int) -> bool:
    """Whether a bid is a nil, blind or not."""
    return bid in (NIL, BLIND)


def tricks(bid: int) -> int:
    """The number of tricks that a bid announces."""
    return max(0, bid)


def at_least_one(takes: Fraction | float) -> int:
    """A regular bid: the value in tricks, `takes`, rounded to a whole number from 1 to 13, halves up."""
    return max(1, min(MOST, int((2 * takes + 1) // 2)))
