"""Compiled self-play of single rounds: BIS bids at 0 to 0, a rule-based player plays, and one seat explores nil.

A set of cards has a bit for each card: thirteen bits for each suit from clubs up, so spades are the highest cards.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_loops import below, copy, uniform
from games.spades.bidding.compiled_bis import ACE, COLUMNS, NIL_VALUE, TAKES, BidTables, bid_of
from games.spades.bidding.trick_play import play_round
from games.spades.rules import SEATS
from kripke.checking.engine.compiled import compiled

CARDS = 52
NOBODY = -1  # No seat explores


@compiled
def deal(deck: Any, chance: Any, hands: Any) -> None:
    """Deal all cards at random."""
    hands[:] = 0
    for number in range(CARDS):
        other = number + below(chance, 0, CARDS - number)
        deck[number], deck[other] = deck[other], deck[number]
        hands[number // 13] |= 1 << deck[number]


@compiled
def rounds(
    chance: Any, explores: bool, learned: bool, weak: int, tables: Any, bids: Any, took: Any, kept: Any, who: Any
) -> None:
    """Play rounds; seats are in the order of bids."""
    deck, hands, tricks = np.arange(CARDS), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for number in range(len(bids)):
        deal(deck, chance, hands)
        who[number] = int(uniform(chance, 0) * SEATS) if explores else NOBODY
        for place in range(SEATS):
            bids[number, place] = bid_of(
                place, hands[place], bids[number], place == who[number], learned, True, tables, kept[number, place]
            )
        tricks[:] = 0
        play_round(hands, bids[number], tricks, weak, False)
        copy(tricks, took[number])


class Rounds(NamedTuple):
    """Rounds of self-play; seats are in the order of bids.

    Attributes
    ----------
    bids, took : int array of rounds and seats
        Bids and tricks.
    nil, takes : float array of rounds and seats
        Nil values and regular takes.
    ace : bool array of rounds and seats
        Who has the ace of spades.
    explorer : int array of rounds
        The seat that explored, or `NOBODY`.
    """

    bids: Any
    took: Any
    nil: Any
    takes: Any
    ace: Any
    explorer: Any


def self_play(
    count: int, seed: int, tables: BidTables, learned: bool = True, explores: bool = False, weak: int = 0
) -> Rounds:
    """Rounds of self-play: some 100,000 a second."""
    bids, took = np.zeros((2, count, SEATS), np.int64)
    kept, who = np.zeros((count, SEATS, COLUMNS)), np.zeros(count, np.int64)
    rounds(np.array([seed], np.uint64), explores, learned, weak, tables, bids, took, kept, who)
    return Rounds(bids, took, kept[..., NIL_VALUE], kept[..., TAKES], kept[..., ACE] > 0, who)
