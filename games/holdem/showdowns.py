"""How often a hand wins at the showdown: all ways that unseen cards can lie, counted in compiled loops.

Hands of others are not drawn one by one. For one board it is counted how many two cards are weaker than the own hand,
how many are as good, and in how many of these each card lies; ways in which two hands share a card are taken off. So
two unknown hands cost no more than one.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from games.core.compiled_loops import size
from games.holdem.hand_value import next_choice, value_of
from kripke.checking.engine.compiled import compiled

WEAKER, EQUAL = 0, 1
OUTCOMES = 3
"""By how many others the pot is shared: none, one, two; the player loses in the rest."""


@compiled
def _compared(own: int, board: int, unseen: Any, counts: Any) -> None:
    """Count the pairs of unseen cards that are weaker than the own hand, and equal: by card, and all of them last."""
    counts[:] = 0
    mine, last = value_of(own | board), len(unseen)
    for first in range(last):
        for second in range(first + 1, last):
            theirs = value_of(board | 1 << unseen[first] | 1 << unseen[second])
            if theirs <= mine:
                kind = WEAKER if theirs < mine else EQUAL
                counts[kind, first] += 1
                counts[kind, second] += 1
                counts[kind, last] += 1


@compiled
def add_ways(counts: Any, cards: int, others: int, ways: Any) -> None:
    """Add the ways to deal hands to one or two others, none of them better than the own hand.

    Parameters
    ----------
    counts : int array of 2 and cards + 1
        Pairs that are weaker and equal: in how many each card lies, and at the end of the row how many there are.
    """
    weaker, equal = counts[WEAKER, cards], counts[EQUAL, cards]
    if others == 1:
        ways[0] += weaker
        ways[1] += equal
        return
    both_weaker, mixed, both_equal = weaker * weaker + weaker, weaker * equal, equal * equal + equal
    for card in range(cards):
        both_weaker -= counts[WEAKER, card] * counts[WEAKER, card]
        mixed -= counts[WEAKER, card] * counts[EQUAL, card]
        both_equal -= counts[EQUAL, card] * counts[EQUAL, card]
    ways[0] += both_weaker
    ways[1] += 2 * mixed
    ways[2] += both_equal


@compiled
def _listed(cards: int, places: Any) -> int:
    count = 0
    for card in range(52):
        if cards >> card & 1:
            places[count] = card
            count += 1
    return count


@compiled
def compare_all(own: int, board: int, deck: int, counts: Any) -> int:
    """Count the pairs of unseen cards that are weaker than the own hand on a whole board, and equal.

    Returns
    -------
    int
        The number of unseen cards.
    """
    unseen = np.zeros(52, np.int64)
    count = _listed(deck & ~own & ~board, unseen)
    _compared(own, board, unseen[:count], counts[:, : count + 1])
    return count


@compiled
def count_ways(own: int, board: int, deck: int, others: int) -> Any:
    """In how many ways the player wins alone, and shares with one and two others; boards are completed in all ways.

    Notes
    -----
    O(b h^2) for b ways to complete the board, 1,081 from a flop of the full deck, and h unseen cards.
    """
    ways, counts = np.zeros(OUTCOMES, np.int64), np.zeros((2, 53), np.int64)
    left = np.zeros(52, np.int64)
    unseen, missing = _listed(deck & ~own & ~board, left), 5 - size(board)
    place = np.arange(missing)
    more = True
    while more:
        whole = board
        for number in place:
            whole |= 1 << left[number]
        add_ways(counts, compare_all(own, whole, deck, counts), others, ways)
        more = next_choice(place, unseen)
    return ways
