"""BIS far from the end of a game as compiled arithmetic: what it bids with a set of cards after some bids.

A set of cards has a bit for each card: thirteen bits for each suit from clubs up, so spades are the highest cards.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import exp
from typing import Any

from games.core.compiled_loops import size
from games.spades.bidding.bid_tables import BidTables
from games.spades.bidding.bis import BIG_5, COVERED, PER_TRICK, SHIFT, THRESHOLD
from games.spades.bidding.situation import MEAN_BID
from games.spades.tricks import SUIT
from kripke.checking.engine.compiled import compiled

WORTH = 0.02
"""An explorer bids nil from this nil value on."""
NIL_VALUE, TAKES, ACE = 0, 1, 2
"""The columns of what is kept of each hand."""
COLUMNS = 3
_FIVE, _LOWEST, _HIGHEST = BIG_5.bid, BIG_5.takes.start, BIG_5.takes.stop - 1
_HONOUR, _COVER = BIG_5.honour, BIG_5.cover


@compiled
def values_of(hand: int, can_cut: int, covered: bool, tables: BidTables) -> tuple[float, float]:
    """The nil value and the regular takes."""
    takes, nil, short, void = 0.0, 1.0, 0, False
    for suit in range(3):
        cards = hand >> 13 * suit & SUIT
        takes += tables.side[can_cut, cards]
        nil *= tables.side_nil[cards]
        length = size(cards)
        if length < 3:
            short += 1 << 2 * length
        void = void or length == 0
    spades = hand >> 39
    takes += tables.spades[can_cut, spades >> 9, size(spades & 511), short]
    nil *= tables.covered_nil[spades] if covered else tables.spade_nil[spades]
    return min(1.0, nil * 1.15) if void or not spades else nil, takes


@compiled
def chance_of(nil: float, place: int, bids: Any, tables: BidTables) -> float:
    """The chance that nil succeeds, by the success curve."""
    height, slope = tables.heights[place], tables.slopes[place]
    for back in range(place):
        bid = bids[place - 1 - back]
        height += tables.bid_heights[place, back, bid]
        slope += tables.bid_slopes[place, back, bid]
    return 1 / (1 + exp(-height - slope * nil))


@compiled
def covers(hand: int, regular: int) -> bool:
    """Whether a hand has what the convention Big 5 asks for."""
    if not hand >> 39 >> _HONOUR or not _LOWEST <= regular <= _HIGHEST:
        return False
    for suit in range(3):
        cards = hand >> 13 * suit & SUIT
        if cards and not cards >> _COVER:
            return False
    return True


@compiled
def bid_of(
    place: int, hand: int, bids: Any, explores: bool, learned: bool, signals: bool, tables: BidTables, kept: Any
) -> int:
    """The bid of BIS far from the end of a game.

    Parameters
    ----------
    kept : float array of columns
        Gets the nil value, the regular takes, and whether the hand has the ace of spades.
    """
    can_cut, total = 2, 0
    for seat in range(place):
        total += bids[seat]
        if bids[seat] == 0 and (place - seat) % 2 == 1:
            can_cut -= 1
    partner = bids[place - 2] if place >= 2 else -1
    covered = signals and partner == _FIVE
    nil, takes = values_of(hand, can_cut, covered, tables)
    kept[NIL_VALUE], kept[TAKES], kept[ACE] = nil, takes, hand >> 51
    shifted = takes + SHIFT + PER_TRICK[place] * (total - MEAN_BID * place)
    regular = max(1, min(13, int(shifted + 0.5)))
    if partner != 0 and tables.spade_nil[hand >> 39] + (covered and tables.covered_nil[hand >> 39]) > 0:
        chance = chance_of(nil, place, bids, tables) if learned else nil
        threshold = COVERED if covered else THRESHOLD
        if explores:
            if nil >= WORTH:
                return 0
        elif 100 * (2 * chance - 1) > threshold:
            return 0
    if signals and place < 2:
        if covers(hand, regular):
            return _FIVE
        return regular - 1 if regular == _FIVE else regular
    return regular
