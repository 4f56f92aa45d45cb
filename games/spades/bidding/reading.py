"""Likelihoods of bids for many deals at once: bids are read as those of BIS far from the end, with slips.

The source's conventions are not read: others do not use them. A bid that differs from what BIS would bid keeps a share
of its likelihood, since other bidders and the end of a game differ from BIS.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from games.spades.bidding.bid_tables import BidTables, bid_tables
from games.spades.bidding.compiled_bis import COLUMNS, bid_of
from games.spades.bidding.curves import shipped
from games.spades.bidding.situation import BLIND, tricks
from kripke.checking.engine.compiled import compiled

SEATS = 4
SLIP = 0.2
"""The likelihood of a bid that is a trick off, relative to the expected one; of each further trick as much again."""
NIL_SLIP = 0.02
"""The same where only one of both is nil. Both were chosen by hand."""
UNREAD = -1


@cache
def tables() -> BidTables:
    """The tables of compiled bidders, with the success curves of whoknows."""
    return bid_tables(shipped())


def likelihoods(dealt: Any, bids: Sequence[int], read: Iterable[int]) -> Any:
    """The likelihood of some bids given each deal; at most 1.

    Notes
    -----
    0.3 microseconds for each deal and bid.
    """
    made, heard = np.zeros(SEATS, np.int64), np.full(SEATS, UNREAD)
    made[: len(bids)] = list(map(tricks, bids))
    for place in read:
        heard[place] = UNREAD if bids[place] == BLIND else bids[place]
    found = np.ones(len(dealt))
    _weigh(np.ascontiguousarray(dealt, np.int64), made, heard, tables(), found)
    return found


def expected_bids(dealt: Any, bids: Sequence[int]) -> Any:
    """What BIS bids far from the end with some hands, without conventions, by hand."""
    found = np.zeros(len(dealt), np.int64)
    made = np.array([*map(tricks, bids), *[0] * (SEATS - len(bids))], np.int64)
    _expect(np.ascontiguousarray(dealt, np.int64), made, len(bids), tables(), found)
    return found


@compiled
def _expect(dealt: Any, made: Any, place: int, tables: BidTables, found: Any) -> None:
    kept = np.zeros(COLUMNS)
    for number in range(len(dealt)):
        found[number] = bid_of(place, dealt[number], made, False, True, False, tables, kept)


@compiled
def _weigh(dealt: Any, made: Any, read: Any, tables: BidTables, found: Any) -> None:
    kept = np.zeros(COLUMNS)
    for deal in range(len(dealt)):
        for place in range(SEATS):
            if read[place] != UNREAD:
                expected = bid_of(place, dealt[deal, place], made, False, True, False, tables, kept)
                found[deal] *= _likelihood(read[place], expected)


def apart(dealt: Any, bids: Sequence[int]) -> Any:
    """The likelihoods of the first bids of players who play alone, each read as the first bid."""
    found = np.ones(len(dealt))
    for place, bid in enumerate(bids):
        if bid != BLIND:
            expected = expected_bids(dealt[:, place], ())
            found *= np.where((expected == 0) != (bid == 0), NIL_SLIP, SLIP ** np.abs(expected - bid))
    return found


@compiled
def _likelihood(bid: int, expected: int) -> float:
    if (bid == 0) != (expected == 0):
        return NIL_SLIP
    return SLIP ** abs(bid - expected)


def resampled(weights: Any, count: int, chance: float) -> Any:
    """Numbers of deals, each as often as its weight says: systematic resampling.

    Parameters
    ----------
    chance : float
        A random number from 0 to 1.
    """
    sums = np.cumsum(weights)
    places = (np.arange(count) + chance) / count * sums[-1]
    return np.minimum(np.searchsorted(sums, places, side="right"), len(weights) - 1)
