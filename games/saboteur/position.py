"""A position of Saboteur: everything that counts for what can happen next."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.core.wording import turn_of
from games.saboteur.tunnels.board import Board


class Phase(Enum):
    """What is to be done next; the values are for people."""

    FIRST = "it is drawn who begins"
    ROLES = "role cards are dealt"
    GOALS = "the goals are laid out"
    DEAL = "cards are dealt"
    TURN = "to play"
    CLAIM = "to say what the map showed"
    DRAW = "a card is drawn"
    REVEAL = "the round is over"
    GOLD = "gold cards are drawn"
    TAKE = "to take a gold card"
    OVER = "the game is over"


DECIDING = frozenset((Phase.TURN, Phase.CLAIM, Phase.TAKE))
"""The phases in which a player is to do something."""


def moment(name: str, phase: Phase) -> str:
    """What is to be done next, and who is to do it, if that is a player."""
    return turn_of(name, phase.value) if phase in DECIDING else phase.value


class Result(NamedTuple):
    """How a round ended.

    Attributes
    ----------
    found : bool
        Whether the gold was found: the miners won.
    finisher : int
        Who played last, and so found the gold where it was found.
    saboteurs : tuple of int, optional
        The seats of the saboteurs; None until they are revealed.
    """

    found: bool
    finisher: int
    saboteurs: tuple[int, ...] | None


class Position(NamedTuple):
    """Everything that counts for what can happen next.

    Attributes
    ----------
    phase : Phase
    player : int
        Whose turn it is; while it is dealt, who begins.
    round : int
        From 1.
    roles : tuple of bool
        By seat: whether she is a saboteur; as far as they are dealt.
    faces : tuple of str
        What is under the goals.
    board : Board
        What lies on the table, goals that are face down as such.
    hands : tuple of tuple of int
        By seat the kinds of her cards, in order.
    deck : tuple of int
        By kind how many cards are left to be drawn; their order is drawn with them.
    left : int
        The number of cards in the deck.
    broken : tuple of int
        By seat her broken tools, as bits.
    peeks : tuple of int
        By seat the goals that she looked at, as bits from that of goal 1 on.
    claims : tuple of (int, int, str)
        Seat, goal, what she said of it; in order.
    looking : int
        The goal that she looks at just now, of which she is to speak; else 0.
    passed : int
        How many players in turn laid a card aside, or had none, since the deck is used up.
    stack : tuple of int
        The gold cards of 1, 2 and 3 nuggets that are left.
    offer : tuple of int
        The gold cards that are drawn and not taken yet.
    gold : tuple of int
        By seat, in nuggets.
    results : tuple of Result
        Of the rounds that are over, this one too as soon as its gold is found or cannot be.
    """

    phase: Phase
    player: int
    round: int
    roles: tuple[bool, ...]
    faces: tuple[str, ...]
    board: Board
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    left: int
    broken: tuple[int, ...]
    peeks: tuple[int, ...]
    claims: tuple[tuple[int, int, str], ...]
    looking: int
    passed: int
    stack: tuple[int, ...]
    offer: tuple[int, ...]
    gold: tuple[int, ...]
    results: tuple[Result, ...]
