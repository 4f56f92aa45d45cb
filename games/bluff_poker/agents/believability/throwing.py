"""Rules 1 and 2 of the source's agent: how many dice to throw, and whether in the open."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from games.bluff_poker.actions import DICE, Throw
from games.bluff_poker.agents.believability.settings import Settings
from games.bluff_poker.agents.believability.viewpoint import Viewpoint


class Throwing(NamedTuple):
    """Rules 1 and 2, in numbers.

    Attributes
    ----------
    throw : Throw
        What the agent does.
    beats : Fraction
        The chance that the throw beats the bid.
    total : int
        The number of rolls that it may come to.
    known : int
        The number of dice that the next player knows then.
    """

    throw: Throw
    beats: Fraction
    total: int
    known: int


def throwing(settings: Settings, view: Viewpoint, thrown: frozenset[int]) -> Throwing | None:
    """The throw of an agent who knows all dice; None if it throws no more.

    Parameters
    ----------
    view : Viewpoint
        Where the agent asks: how often each throw beats the bid, and what the next player knows then.
    """
    goes_on = settings.keeps_throwing and not thrown
    if view.knows_that_dice_beat_bid() and not goes_on:
        return None
    left = sorted((die for die in DICE if die not in thrown), key=lambda die: view.dice[die - 1])
    best, top, total = None, Fraction(-1 if settings.keeps_throwing else 0), 0
    for size in range(1, len(left) + 1):
        dice = tuple(sorted(left[:size]))
        beats, rolls = view.improves(dice)
        if beats > top:
            best, top, total = dice, beats, rolls
    if best is None:
        return None
    throw, known = way(view, best)
    return Throwing(throw, top, total, known)


def way(view: Viewpoint, dice: tuple[int, ...]) -> tuple[Throw, int]:
    """Rule 2: the way to throw that leaves the next player knowing fewer dice, and how many; on a tie, closed."""
    closed, in_the_open = Throw(dice, is_open=False), Throw(dice, is_open=True, hiding=len(dice) < len(DICE))
    ways = {throw: view.known_after(throw) for throw in (closed, in_the_open)}
    throw = min(ways, key=ways.__getitem__)
    return throw, ways[throw]
