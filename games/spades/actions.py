"""The actions and outcomes of chance as typed values, with their texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.core.cards import RANKS, Card, card
from games.core.errors import IllegalAction
from games.core.rules import Deal as Deal
from games.core.rules import Word as Word
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
