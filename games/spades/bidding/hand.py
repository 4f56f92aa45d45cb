"""A hand of thirteen cards by suits, and how people write it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.core.cards import RANKS, SIGNS, SUITS, Card, card
from games.core.errors import GameError, IllegalAction
from logic.errors import listing, shorten

CARDS = 13
SPADES = 3
"""The place of spades, as in `Card.place`: clubs are 0, diamonds 1, hearts 2."""
SIDE = (2, 1, 0)
"""The places of the side suits, from hearts down."""
SUIT = (1 << len(RANKS)) - 1
ACE, KING, QUEEN, JACK, TEN = (RANKS.index(rank) for rank in "AKQJT")
EXAMPLE = "AKJ62.AQ.Q.K9543"


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards by suits.

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
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of some cards."""
        found = [0, 0, 0, 0]
        for each in cards:
            found[each.place] |= 1 << each.value - 2
        return cls((found[0], found[1], found[2], found[3]))

    @classmethod
    def of_set(cls, cards: int) -> Hand:
        """The hand of a set of cards: thirteen bits for each suit from clubs up.

        Parameters
        ----------
        cards : int
            A bit for each card.
        """
        clubs, diamonds, hearts, spades = (cards >> place * len(RANKS) & SUIT for place in range(4))
        return cls((clubs, diamonds, hearts, spades))

    @classmethod
    def read(cls, text: str) -> Hand:
        """The hand of a text: its suits from spades to clubs with dots or spaces between, or after signs, or cards.

        Parameters
        ----------
        text : str
            Such as ``AKJ62.AQ.Q.K9543``, a void is empty or ``-``; ``♠AKJ62 ♥AQ ♦Q ♣K9543``, in any order, a void left
            out; or ``SA SK SJ S6 S2 HA ...``. The ten is ``T`` or ``10``.

        Raises
        ------
        GameError
            If a card is unknown or given twice, or their number is not thirteen.
        """
        cards = list(_cards(text))
        if twice := sorted({str(each) for each in cards if cards.count(each) > 1}):
            raise GameError(f"hand {shorten(repr(text))}: {listing(twice, 'and')} given twice; expected each card once")
        if len(cards) != CARDS:
            raise GameError(f"hand {shorten(repr(text))}: {len(cards)} cards; expected {CARDS}, such as {EXAMPLE!r}")
        return cls.of(cards)

    def __str__(self) -> str:
        return ".".join(self.ranks(suit) for suit in (SPADES, *SIDE))

    @property
    def cards(self) -> int:
        """The set of cards, as `of_set` takes it."""
        return sum(ranks << place * len(RANKS) for place, ranks in enumerate(self.suits))

    def length(self, suit: int) -> int:
        """Number of cards of a suit."""
        return self.suits[suit].bit_count()

    def has(self, suit: int, rank: int) -> bool:
        """Whether the hand has a card."""
        return bool(self.suits[suit] >> rank & 1)

    def ranks(self, suit: int) -> str:
        """The ranks of a suit, from the highest."""
        return "".join(RANKS[rank] for rank in reversed(range(len(RANKS))) if self.has(suit, rank))

    def numbers(self, suit: int) -> list[int]:
        """The ranks of a suit as places in `games.core.cards.RANKS`, from the lowest."""
        ranks = self.suits[suit]
        return [rank for rank in range(ranks.bit_length()) if ranks >> rank & 1]

    @property
    def shown(self) -> str:
        """The hand for people: ``♠AKJ62 ♥AQ ♦Q ♣K9543``."""
        return " ".join(sign_of(suit) + (self.ranks(suit) or "-") for suit in (SPADES, *SIDE))


def sign_of(suit: int) -> str:
    """The sign of the suit with this place."""
    return SIGNS[SUITS[3 - suit]]


def _cards(text: str) -> Iterator[Card]:
    """The cards of a text, suit by suit if there are dots in it."""
    if not isinstance(text, str) or len(text) > 200:
        raise GameError(f"hand {shorten(repr(text))}: expected {CARDS} cards, such as {EXAMPLE!r}")
    if text.lstrip()[:1] in SIGNS.values():
        yield from _by_signs(text)
        return
    groups = text.upper().replace("10", "T").split("." if "." in text else None)
    if "." not in text and len(groups) != len(SUITS):
        yield from _one_by_one(text)
        return
    if len(groups) != len(SUITS):
        raise GameError(
            f"hand {shorten(repr(text))}: {len(groups)} suits; expected spades, hearts, diamonds, clubs with a dot "
            f"between them, such as {EXAMPLE!r}"
        )
    for suit, ranks in zip(SUITS, groups, strict=True):
        yield from _suit(text, suit, ranks)


def _suit(text: str, suit: str, ranks: str) -> Iterator[Card]:
    for rank in ranks.strip().replace("-", "").replace(" ", ""):
        if rank not in RANKS:
            raise GameError(
                f"hand {shorten(repr(text))}: no card {shorten(repr(rank))}; expected some of AKQJT98765432"
            )
        yield card(suit + rank)


def _by_signs(text: str) -> Iterator[Card]:
    """Each sign of a suit with the ranks behind it."""
    letters = {sign: suit for suit, sign in SIGNS.items()}
    parts = re.split(f"([{''.join(letters)}])", text.upper().replace("10", "T").replace(".", " "))
    for sign, ranks in zip(parts[1::2], parts[2::2], strict=True):
        yield from _suit(text, letters[sign], ranks)


def _one_by_one(text: str) -> Iterator[Card]:
    for part in text.split():
        try:
            yield card(part)
        except IllegalAction as error:
            raise GameError(f"hand {shorten(repr(text))}: {error}; or the suits as in {EXAMPLE!r}") from None
