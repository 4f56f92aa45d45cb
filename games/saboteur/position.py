"""A position of Saboteur: everything that matters for what can happen next."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.core.rules import changer
from games.core.wording import turn_of
from games.saboteur.tunnels.board import Board


class Phase(Enum):
    """The phases of a game; the values are texts for people."""

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

    __hash__ = object.__hash__  # members are single objects; the hash of `Enum` is computed in Python


DECIDING = frozenset((Phase.TURN, Phase.CLAIM, Phase.TAKE))
"""The phases in which a player decides."""


def moment(name: str, phase: Phase) -> str:
    """The next event and, if a player decides, that player."""
    return turn_of(name, phase.value) if phase in DECIDING else phase.value


class Result(NamedTuple):
    """The result of a round.

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
    """Everything that matters for what can happen next.

    Attributes
    ----------
    phase : Phase
    player : int
        Whose turn it is; during the deal, who begins.
    round : int
        From 1.
    roles : tuple of bool
        By seat, True for a saboteur; as far as roles are dealt.
    faces : tuple of str
        What is under the goals.
    board : Board
        The cards on the table; goals that lie face down are hidden.
    hands : tuple of tuple of int
        By seat the kinds of the cards, in order.
    deck : tuple of int
        By kind the number of cards left in the deck; their order is not fixed before they are drawn.
    left : int
        Number of cards in the deck.
    broken : tuple of int
        By seat the broken tools, as bits.
    peeks : tuple of int
        By seat the goals that the player looked at, as bits from that of goal 1 on.
    claims : tuple of (int, int, str)
        Seat, goal and what was said, in order.
    looking : int
        The goal that the player has just looked at; 0 if none.
    passed : int
        Number of passes in a row since the deck was used up.
    stack : tuple of int
        By value the number of gold cards left.
    offer : tuple of int
        The gold cards that are passed on.
    gold : tuple of int
        By seat, in nuggets.
    results : tuple of Result
        Of the rounds that are over, this one included as soon as it is decided.
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


changed = changer(Position)
"""``changed(position, phase=..., player=...)``."""
