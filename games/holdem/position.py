"""A moment of hold'em: everything that decides what can happen next, and who raised in which round."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.core.cards import card
from games.core.errors import IllegalAction
from games.core.rules import Deal as Deal
from games.core.rules import Word as Word
from games.core.rules import changer
from logic.errors import near_miss, shorten

CALL, RAISE, FOLD, CHECK = WORDS = tuple(map(Word, ("call", "raise", "fold", "check")))
"""Pay what is missing; pay that and the bet of the round; give up; pay nothing where nothing is missing."""
BY_TEXT = {each.text: each for each in WORDS}

Action = Deal | Word


def read(text: str) -> Action:
    """The action of a text; `IllegalAction` where it has none."""
    words = text.lower().split()
    if len(words) == 1 and words[0] in BY_TEXT:
        return BY_TEXT[words[0]]
    if len(words) == 2 and words[0] == "deal":
        return Deal(None if words[1] == "?" else card(words[1]))
    near = near_miss(words[0] if words else "", list(BY_TEXT))
    raise IllegalAction(f"{shorten(repr(text))}: expected call, raise, fold or check{near}")


SEATS = 3
SMALL, BIG, BUTTON = range(SEATS)
"""The seats of the small and the big blind, and the one who speaks first before the flop and last after it."""
ROUNDS = 4
BOARD = (0, 3, 4, 5)  # the number of cards on the board by round
HOLE = 2  # the number of cards of each player
ALL = (1 << SEATS) - 1
Three = tuple[int, int, int]
Four = tuple[int, int, int, int]


class Phase(Enum):
    """The phases of a game."""

    DEAL = "the hands are dealt"
    BET = "to speak"
    BOARD = "cards are dealt to the board"
    OVER = "the game is over"


class Position(NamedTuple):
    """Everything that decides what can happen next. Sets of cards as in `games.core.cards`.

    Attributes
    ----------
    board : tuple of int
        The numbers of the cards of the board, in the order of dealing.
    paid : tuple of int
        By seat the chips in the pot.
    live : int
        The seats that have not folded, as bits.
    acted : int
        The seats that have spoken since the last raise of the round, as bits.
    raises : tuple of int
        By round the number of bets and raises.
    raised : tuple of int
        By seat the rounds in which the player raised, as bits.
    """

    phase: Phase
    round: int
    player: int
    hands: Three
    board: tuple[int, ...]
    paid: Three
    live: int
    acted: int
    raises: Four
    raised: Three

    @property
    def dealt(self) -> int:
        """The set of the cards that are dealt."""
        return sum(self.hands) | sum(1 << card for card in self.board)

    @property
    def missing(self) -> int:
        """The amount that the current player must pay to stay in."""
        return max(self.paid) - self.paid[self.player]

    @property
    def is_shown(self) -> bool:
        """Whether the game ended with a showdown."""
        return self.phase is Phase.OVER and self.live.bit_count() > 1


changed = changer(Position)


def next_live(live: int, seat: int) -> int:
    """The next player, clockwise, who has not folded; `live`: seats as bits."""
    for step in range(1, SEATS + 1):
        if live >> (seat + step) % SEATS & 1:
            return (seat + step) % SEATS
    raise AssertionError("no player is left")
