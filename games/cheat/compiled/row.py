"""A game of Cheat as a row of 64-bit words, for compiled loops, and what is fixed in them.

A set of cards is a word with a bit for each, as in `games.cheat.cards`: a rank is four bits in a row.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from games.cheat.abstraction import Previous
from games.cheat.cards import of_rank as plain_of_rank
from kripke.checking.engine.compiled import compiled

HANDS, PILE, DECK, PLAYER, RANK, PREVIOUS, COUNT, TURN, OVER = 0, 2, 3, 4, 5, 6, 7, 8, 9
KNOWN, HELD, MADE, CAUGHT, TIMES, REPEATED, SHOWN, STARTER, FREE = 10, 12, 14, 16, 18, 20, 21, 22, 23
ANSWER = 24
WIDTH = 25
"""The words; hands, known cards, estimates, claims made, ranks caught on and their number have one for each seat."""
ALL, LAST, NONE, EVERYTHING = range(4)
"""Whose claims show whether they are true: all, the last one before the search, none; or all cards are seen."""
NOT_CALLED, CALLS_IT = 1, 2
"""In `ANSWER`: what the predicted player does about the claim of the last move; 0 where that is not predicted."""
TRUE_CLAIM, FALSE_CLAIM, TAKEN, CALLED = (int(each) for each in Previous)
of_rank = compiled(plain_of_rank)

Weights: TypeAlias = tuple[float, float, float, float, float, float, float, float]


class Facts(NamedTuple):
    """What the rules fix, and a search.

    Attributes
    ----------
    turns, ranks, suits : int
        After so many turns the game is over; the deck.
    mixed, winner_moves, frees, at_once, passing, second : bool
        The options of `Cheat`, in their order.
    shows : int
        `ALL`, `LAST`, `NONE` or `EVERYTHING`.
    call, take, true, false : float
        Shares of the rollout policy; those of claims in one direction.
    equally : bool
        Whether the share of actions that do not apply goes to the others in equal parts, not in proportion.
    predicted : int
        The seat whose calls are predicted; -1 for none.
    logit : float
        Of a call of that player, where the features that change are 0.
    weights : tuple of float
        What each of `games.cheat.prediction.calls.CALL_FEATURES` adds to it.
    """

    turns: int
    ranks: int
    suits: int
    mixed: bool
    winner_moves: bool
    frees: bool
    at_once: bool
    passing: bool
    second: bool
    shows: int
    call: float
    take: float
    true: float
    false: float
    equally: bool
    predicted: int
    logit: float
    weights: Weights
