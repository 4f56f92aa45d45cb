"""A moment of Cheat and the actions from it: typed values with their texts, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from games.cheat.cards import RANKS, of_rank, ordered
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


class Phase(Enum):
    """The phases of a game."""

    START = "it is drawn who starts"
    DEAL = "the cards are dealt"
    PLAY = "to claim, to take a card or to call"
    DRAW = "a card is drawn"
    OVER = "the game is over"


class Laid(NamedTuple):
    """A claim in the pile.

    Attributes
    ----------
    seat : int
        Who made it.
    rank, size : int
        The claimed rank, and the number of cards.
    cards : int
        The set of the cards; empty for those who do not see them.
    fresh : int
        How many cards, of those that the others never saw with this player, the player had had by then since the last
        call: more of them cannot lie in the pile up to this claim.
    """

    seat: int
    rank: int
    size: int
    cards: int
    fresh: int

    @property
    def is_true(self) -> bool:
        """Whether all cards have the claimed rank."""
        return not self.cards & ~of_rank(self.rank)


class Called(NamedTuple):
    """A call: in which turn, counted from 1, who called whose claim, whether it was a lie, and the size of the pile."""

    turn: int
    caller: int
    claimer: int
    rank: int
    size: int
    caught: bool
    pile: int


class Position(NamedTuple):
    """Everything that decides what can happen next, and what is remembered. Sets of cards as in `games.cheat.cards`.

    Attributes
    ----------
    hands : tuple of int
        By seat the set of cards.
    opening : int
        The card that opened the pile, as a set; empty once the pile is taken.
    laid : tuple of Laid
        The claims in the pile, in order.
    rank : int
        The last claimed rank; -1 before the pile is opened.
    can_call : bool
        Whether the last move was a claim.
    free : bool
        Whether the next claim can have any rank.
    known : tuple of int
        By seat the cards that both saw the player take up, and that no later call showed elsewhere: they lie in the
        hand, or in the pile where this player laid them.
    winner : int
        The seat; -1 while the game lasts, and for a draw.
    """

    phase: Phase
    player: int
    starter: int
    hands: tuple[int, int]
    deck: int
    opening: int
    laid: tuple[Laid, ...]
    rank: int
    can_call: bool
    free: bool
    known: tuple[int, int]
    turns: int
    winner: int
    calls: tuple[Called, ...]

    @property
    def pile(self) -> int:
        """The set of the cards in the pile."""
        return self.opening + sum(each.cards for each in self.laid)

    @property
    def last(self) -> Laid | None:
        """The last claim in the pile."""
        return self.laid[-1] if self.laid else None

    def fresh(self, seat: int) -> int:
        """The number of a player's cards, in hand and in the pile, that the other player has not seen with them."""
        laid = sum(each.size for each in self.laid if each.seat == seat)
        return self.hands[seat].bit_count() + laid - self.known[seat].bit_count()
