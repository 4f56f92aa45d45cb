"""A moment of Spades and the actions from it: typed values with their texts, and what is remembered of the round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from games.core.cards import RANKS, Card, card
from games.core.errors import IllegalAction
from games.core.rules import Deal as Deal
from games.core.rules import Word as Word
from games.core.rules import changer
from games.spades.tricks import NO_SUIT, strength, suit_of
from logic.errors import did_you_mean, shorten
from logic.exact import counted


@dataclass(frozen=True, slots=True)
class Dealer:
    """Chance draws who deals first."""

    name: str

    def __str__(self) -> str:
        return f"dealer {self.name}"


LOOK = Word("look")  # Look at the cards, and bid then
BLIND = Word("blind")  # Bid nil without looking at the cards
WORDS = {each.text: each for each in (LOOK, BLIND)}


@dataclass(frozen=True, slots=True)
class Bid:
    """Say how many tricks one will take; 0 is nil."""

    tricks: int

    def __str__(self) -> str:
        return f"bid {self.tricks}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Action = Dealer | Deal | Word | Bid | Play


def read(text: str) -> Action:
    """The action of a text; `IllegalAction` where it has none."""
    words = text.replace(",", " ").split()
    verb = words[0].lower() if words else ""
    if verb in WORDS and len(words) == 1:
        return WORDS[verb]
    if verb not in _READERS or len(words) != 2:
        known = [*WORDS, *_READERS]
        expected = "expected a bid such as 'bid 3', or a card such as 'play SQ'"
        raise IllegalAction(f"{shorten(repr(text))}: {expected}{did_you_mean(verb, known)}")
    return _READERS[verb](words[1])


def _bid(word: str) -> Bid:
    if word.lower() == "nil":
        return Bid(0)
    tricks = counted(word, len(RANKS))
    if tricks is None:
        raise IllegalAction(f"bid {shorten(word)}: expected a number of tricks from 0, nil, to {len(RANKS)}")
    return Bid(tricks)


_READERS: dict[str, Callable[[str], Action]] = {
    "dealer": Dealer,
    "deal": lambda word: Deal(None if word == "?" else card(word)),
    "bid": _bid,
    "play": lambda word: Play(card(word)),
}


SEATS = 4
UNBID = -1  # the bid of a player who has not bid yet
Four = tuple[int, int, int, int]


class Phase(Enum):
    """The phases of a game."""

    START = "it is drawn who deals first"
    DEAL = "the cards are dealt"
    LOOK = "to look at the cards, or to bid blind nil"
    BID = "to bid"
    PLAY = "to play a card"
    OVER = "the game is over"


class Trick(NamedTuple):
    """The numbers of the cards of a trick, clockwise from the leader's on, and its winner; -1 while it lasts."""

    leader: int
    cards: tuple[int, ...] = ()
    winner: int = -1

    @property
    def led(self) -> int:
        """The suit that is led; `NO_SUIT` before the first card."""
        return suit_of(self.cards[0]) if self.cards else NO_SUIT

    @property
    def best(self) -> tuple[int, int]:
        """The card and the seat that win so far; -1 each before the first card."""
        if not self.cards:
            return -1, -1
        place = max(range(len(self.cards)), key=lambda each: strength(self.cards[each], self.led))
        return self.cards[place], self.player(place)

    def player(self, place: int) -> int:
        """The seat whose card is at this place."""
        return (self.leader + place) % SEATS


class Round(NamedTuple):
    """A round that is over.

    Attributes
    ----------
    blind : int
        The seats that bid nil without looking, as bits.
    hands : tuple of int
        By seat the set of the cards that were dealt.
    fines : tuple of int
        By side how often it was fined for bags.
    scores : tuple of int
        By side the score after the round.
    """

    dealer: int
    bids: Four
    blind: int
    took: Four
    hands: Four
    gains: tuple[int, ...]
    fines: tuple[int, ...]
    scores: tuple[int, ...]


class Position(NamedTuple):
    """Everything that decides what can happen next. Sets of cards as in `games.spades.tricks`.

    Attributes
    ----------
    looked : int
        The seats that have seen their cards, as bits.
    bids : tuple of int
        By seat; `UNBID` before the bid.
    blind : int
        The seats that bid nil without looking, as bits.
    played : tuple of int
        By seat the set of the cards that were played in this round.
    voids : tuple of int
        By seat the suits that the player has shown to lack, as bits.
    scores, bags : tuple of int
        By side; bags since the last fine.
    """

    phase: Phase
    number: int
    dealer: int
    player: int
    hands: Four
    looked: int
    bids: Four
    blind: int
    took: Four
    played: Four
    voids: Four
    broken: bool
    trick: Trick
    tricks: tuple[Trick, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    rounds: tuple[Round, ...]


changed = changer(Position)
NOTHING: Four = (0, 0, 0, 0)
NO_BIDS: Four = (UNBID, UNBID, UNBID, UNBID)


def next_seat(seat: int) -> int:
    """The seat to the left: clockwise."""
    return (seat + 1) % SEATS
