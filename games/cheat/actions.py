"""The actions and outcomes of chance as typed values, with their texts, and the claims that a hand allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from games.cheat.cards import RANKS, ordered
from games.core.cards import Card, card
from games.core.errors import IllegalAction
from games.core.rules import Deal as Deal
from games.core.rules import Starts as Starts
from games.core.rules import Word as Word
from games.core.rules import Written
from games.core.stages import Subsets
from logic.errors import did_you_mean, shorten

MOST = 4  # the largest number of cards of a claim


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance gives the player who takes a card the top card of the deck; None is the back of a card."""

    card: Card | None = None

    def __str__(self) -> str:
        return f"draw {self.card or '?'}"


@dataclass(frozen=True, slots=True)
class Claim(Written):
    """Lay cards face down and say that they have this rank.

    Parameters
    ----------
    cards : tuple of Card
        From the ace up; who does not see them has none here.
    """

    verb = "claim"
    rank: str
    cards: tuple[Card, ...]


def is_lie(action: Any) -> bool:
    """Whether an action, with its cards, is a false claim."""
    return type(action) is Claim and any(card.rank != action.rank for card in action.cards)


CALL = Word("call")  # Say "cheat!": the pile is shown
TAKE = Word("take")  # Take a card from the deck
WORDS = {each.text: each for each in (CALL, TAKE)}

Action = Starts | Deal | Draw | Claim | Word


@dataclass(frozen=True)
class Claims(Subsets):
    """The claims of some number of cards as a rank."""

    rank: str = field(default="", kw_only=True)

    def action(self, chosen: tuple[Any, ...]) -> Claim:
        """The claim with these cards."""
        return Claim(self.rank, chosen)

    def used(self, action: Any) -> tuple[Any, ...] | None:
        """The cards of a claim of this rank."""
        return action.cards if isinstance(action, Claim) and action.rank == self.rank else None


def read(text: str) -> Action:
    """The action of a text; `IllegalAction` where it has none."""
    words = text.replace(",", " ").split()
    verb = words[0].lower() if words else ""
    if verb in WORDS and len(words) == 1:
        return WORDS[verb]
    if verb not in _READERS:
        problem = f"{shorten(repr(text))}: expected take, call, or a claim such as 'claim Q SQ H3'"
        raise IllegalAction(problem + did_you_mean(verb, [*WORDS, *_READERS]))
    return _READERS[verb](words[1:], text)


def _claim(words: list[str], text: str) -> Claim:
    rank = words[0].upper().replace("10", "T") if words else ""
    if len(rank) != 1 or rank not in RANKS or not 1 < len(words) <= MOST + 1:
        expected = f"a rank, one of {RANKS}, and one to {MOST} cards, as in 'claim Q SQ H3'"
        raise IllegalAction(f"{shorten(repr(text))}: expected {expected}")
    cards = ordered(map(card, words[1:]))
    if len(set(cards)) < len(cards):
        raise IllegalAction(f"{shorten(repr(text))}: a card is there twice")
    return Claim(rank, cards)


def _one_card(kind: type[Deal] | type[Draw], words: list[str], text: str) -> Deal | Draw:
    if len(words) != 1:
        raise IllegalAction(f"{shorten(repr(text))}: expected one card, as in '{kind.__name__.lower()} SQ'")
    return kind(None if words == ["?"] else card(words[0]))


def _starts(words: list[str], text: str) -> Starts:
    if len(words) != 1:
        raise IllegalAction(f"{shorten(repr(text))}: expected the name of one player, as in 'starts ann'")
    return Starts(words[0])


_READERS: dict[str, Callable[[list[str], str], Action]] = {
    "claim": _claim,
    "deal": partial(_one_card, Deal),
    "draw": partial(_one_card, Draw),
    "starts": _starts,
}
