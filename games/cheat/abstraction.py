"""The abstraction of Bitan and Kraus (2018): 16 attributes of an information state in a key of 31 bits, and 18 actions.

What the source leaves open is decided here. The previous action has four values, so before the first move it is
"takes a card": both say that there is no claim to answer, and a real one would show in the opponent's cards. A count of
0, such as that of the pile after a call, is stored as 0, for which three bits have room.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from games.core.errors import GameError
from logic.errors import shorten

RANKS = 13
MOST = 4
"""Cards of a claim."""


class Previous(IntEnum):
    """The opponent's previous action."""

    TRUE_CLAIM = 0
    FALSE_CLAIM = 1
    TAKE = 2
    CALL = 3


class Attributes(NamedTuple):
    """The attributes of the current player's information state, in the order of the source.

    Attributes
    ----------
    previous : int
        See `Previous`. Where claims are hidden, every claim is stored as true.
    can_higher, can_lower : int
        Whether a card of the rank one higher, one lower is in the hand.
    own, opponent, pile : int
        Numbers of cards, as `size_class` has them.
    round : int
        From 1, at most 127.
    held_higher, held_lower : int
        Estimated number of the opponent's cards one rank higher, lower: 0, 1, 2, 3 for more.
    own_higher, own_lower, opponent_higher, opponent_lower : int
        Whether the player, the opponent has made this claim since the last call.
    caught_higher, caught_lower : int
        Whether the player was caught on a claim of this rank.
    caught : int
        Whether the player was caught on any claim.
    """

    previous: int
    can_higher: int
    can_lower: int
    own: int
    opponent: int
    pile: int
    round: int
    held_higher: int
    held_lower: int
    own_higher: int
    own_lower: int
    opponent_higher: int
    opponent_lower: int
    caught_higher: int
    caught_lower: int
    caught: int


WIDTHS = Attributes(2, 1, 1, 3, 3, 3, 7, 2, 2, 1, 1, 1, 1, 1, 1, 1)
"""Bits of each attribute: 31."""


def size_class(count: int) -> int:
    """A number of cards in seven classes: 0 to 4 as they are, 5 for 5 to 8, 6 for more (the source's psi)."""
    return count if count <= 4 else 5 if count <= 8 else 6


def held_class(count: int) -> int:
    """An estimated number of cards in four classes: 0 to 2 as they are, 3 for more (the source's phi)."""
    return min(count, 3)


def encode(attributes: Attributes) -> int:
    """The attributes in one number of 31 bits, the first in the lowest bits.

    Raises
    ------
    GameError
        If a value does not fit its bits.
    """
    code, shift = 0, 0
    for name, value, width in zip(Attributes._fields, attributes, WIDTHS, strict=True):
        if not 0 <= value < 1 << width:
            raise GameError(f"{name} {shorten(repr(value))}: expected a number from 0 to {(1 << width) - 1}")
        code |= value << shift
        shift += width
    return code


def decode(code: int) -> Attributes:
    """The attributes of a key.

    Raises
    ------
    GameError
        If the number has more than 31 bits.
    """
    if not 0 <= code < 1 << sum(WIDTHS):
        raise GameError(f"key {shorten(repr(code))}: expected a number of {sum(WIDTHS)} bits")
    values = []
    for width in WIDTHS:
        values.append(code & (1 << width) - 1)
        code >>= width
    return Attributes(*values)


class Claiming(NamedTuple):
    """A claim without its cards.

    Attributes
    ----------
    lower : bool
        Whether the rank is one below the last claimed rank, instead of one above.
    true : bool
        Whether all cards have the claimed rank; else none has.
    size : int
        The number of cards, 1 to 4.
    """

    lower: bool
    true: bool
    size: int


CALL, TAKE = 0, 1
CLAIMS = tuple(
    Claiming(lower, true, size) for lower in (False, True) for true in (True, False) for size in range(1, MOST + 1)
)
"""The claims by number from 2: higher true, higher false, lower true, lower false, each of one to four cards."""
ACTIONS = 2 + len(CLAIMS)
"""There are 18."""


def action_text(number: int) -> str:
    """An action in words.

    Examples
    --------
    >>> action_text(7)
    'two cards, falsely, as one rank higher'
    """
    if number < 2:
        return ("calls", "takes a card")[number]
    claim = CLAIMS[number - 2]
    cards = ("one card", "two cards", "three cards", "four cards")[claim.size - 1]
    return f"{cards}, {'truly' if claim.true else 'falsely'}, as one rank {'lower' if claim.lower else 'higher'}"
