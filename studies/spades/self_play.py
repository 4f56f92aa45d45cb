"""Compiled self-play of single rounds at a score of 0 to 0: the bidder BIS bids, and fixed rules play the cards.

One seat can explore nil, that is, bid it with a low threshold. A set of cards has a bit for each card: thirteen bits
for each suit from clubs up. Nil values and regular takes are explained in `games.spades.bidding.hand_value`.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.cards import SUIT
from games.core.compiled_loops import below, copy, uniform
from games.spades.bidding.bis import BIG_5, COVERED, THRESHOLD
from games.spades.bidding.compiled_bis import BidTables, chance_of, judged
from games.spades.bidding.trick_play import play_round
from games.spades.rules import SEATS
from kripke.checking.engine.compiled import compiled

CARDS = 52
NOBODY = -1  # No seat explores
WORTH = 0.02  # an explorer bids nil with at least this nil value
NIL_VALUE, TAKES, ACE = 0, 1, 2  # the columns of the array `kept`, for each hand
COLUMNS = 3
_FIVE, _LOWEST, _HIGHEST = BIG_5.bid, BIG_5.takes.start, BIG_5.takes.stop - 1
_HONOUR, _COVER = BIG_5.honour, BIG_5.cover


@compiled
def covers(hand: int, regular: int) -> bool:
    """Whether a hand with this regular bid fits Big 5, the convention for hands that can protect a partner's nil."""
    if not hand >> 39 >> _HONOUR or not _LOWEST <= regular <= _HIGHEST:
        return False
    for suit in range(3):
        cards = hand >> 13 * suit & SUIT
        if cards and not cards >> _COVER:
            return False
    return True


@compiled
def signalled_bid(place: int, hand: int, bids: Any, explores: bool, learned: bool, tables: BidTables, kept: Any) -> int:
    """The bid of BIS with Big 5, early in a game.

    The nil value, the takes, and whether the hand has the ace of spades are written to `kept`.
    """
    partner = bids[place - 2] if place >= 2 else -1
    covered = partner == _FIVE
    nil, takes, regular = judged(place, hand, bids, covered, tables)
    kept[NIL_VALUE], kept[TAKES], kept[ACE] = nil, takes, hand >> 51
    if partner != 0 and tables.spade_nil[hand >> 39] + (covered and tables.covered_nil[hand >> 39]) > 0:
        chance = chance_of(nil, place, bids, tables) if learned else nil
        if explores:
            if nil >= WORTH:
                return 0
        elif 100 * (2 * chance - 1) > (COVERED if covered else THRESHOLD):
            return 0
    if place < 2:
        if covers(hand, regular):
            return _FIVE
        return regular - 1 if regular == _FIVE else regular
    return regular


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
    """Play rounds and write their data to the last four arrays, as in `Rounds`; seats are in the order of bids."""
    deck, hands, tricks = np.arange(CARDS), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for number in range(len(bids)):
        deal(deck, chance, hands)
        who[number] = int(uniform(chance, 0) * SEATS) if explores else NOBODY
        for place in range(SEATS):
            bids[number, place] = signalled_bid(
                place, hands[place], bids[number], place == who[number], learned, tables, kept[number, place]
            )
        tricks[:] = 0
        play_round(hands, bids[number], tricks, weak, False)
        copy(tricks, took[number])


class Rounds(NamedTuple):
    """The data of rounds of self-play; seats are in the order of bids.

    Attributes
    ----------
    bids, took : int array of rounds and seats
        The bids and the tricks taken.
    nil, takes : float array of rounds and seats
        The nil values and the regular takes of hands.
    ace : bool array of rounds and seats
        Whether the player has the ace of spades.
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
    """Play rounds and return their data, about 100,000 rounds per second.

    `learned`: whether bidders use success curves. `weak`: the seats that play by the weak rules, as bits.
    """
    bids, took = np.zeros((2, count, SEATS), np.int64)
    kept, who = np.zeros((count, SEATS, COLUMNS)), np.zeros(count, np.int64)
    rounds(np.array([seed], np.uint64), explores, learned, weak, tables, bids, took, kept, who)
    return Rounds(bids, took, kept[..., NIL_VALUE], kept[..., TAKES], kept[..., ACE] > 0, who)
