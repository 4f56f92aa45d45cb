"""A moment of Cheat: where the cards lie, whose turn it is, and what is remembered."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.cheat.cards import of_rank


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
