"""The 18 actions of Cheat as simplified by Bitan and Kraus (2018), and the opponent's previous action.

The previous action has four values. Before the first move, it has the value `Previous.TAKE`, since there is no claim to
answer, as after taking a card. The number of the opponent's cards distinguishes the two cases.
"""

from enum import IntEnum
from typing import NamedTuple

MOST = 4  # The largest number of cards of a claim


class Previous(IntEnum):
    """The kinds of the opponent's previous action."""

    TRUE_CLAIM = 0
    FALSE_CLAIM = 1
    TAKE = 2
    CALL = 3


class Claiming(NamedTuple):
    """The abstract form of a claim: direction, truth and number of cards."""

    lower: bool  # whether the rank is one below the last claimed rank, instead of one above
    true: bool  # whether all cards have the claimed rank; if not, none has
    size: int  # the number of cards, 1 to 4


CALL, TAKE = 0, 1
CLAIMS = tuple(
    Claiming(lower, true, size) for lower in (False, True) for true in (True, False) for size in range(1, MOST + 1)
)
"""The claims of actions 2 to 17: higher true, higher false, lower true, lower false, each of one to four cards."""
ACTIONS = 2 + len(CLAIMS)  # There are 18


def action_text(number: int) -> str:
    """Describe the action with this number in words.

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
