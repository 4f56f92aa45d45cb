"""The bids of BIS far from the end of a game, as compiled arithmetic on tables; and the likelihoods of these bids.

A set of cards has a bit for each card: thirteen bits for each suit from clubs up, so spades are the highest cards. The
tables have the takes and the nil value of every set of cards of a suit; `studies.spades.stored` computes them.

Bids are interpreted as those of BIS without its conventions (`bis.Convention`), because other bidders do not use them.
A bid that BIS would not make has a smaller but positive likelihood, since other bidders, and BIS near the end of a
game, bid differently.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.core.cards import SUIT
from games.core.compiled_loops import size
from games.core.errors import GameError
from games.spades.bidding.bis import PER_TRICK, SHIFT, THRESHOLD
from games.spades.bidding.hand_value import BIDS, PLACES, Curves, shipped
from games.spades.bidding.situation import BLIND, MEAN_BID, tricks
from games.spades.rules import SEATS
from kripke.checking.engine.compiled import compiled

FILE = Path(__file__).with_name("bid_tables.npz")
COMMAND = "python -m studies.spades.stored"
HOLDINGS_OF = ("side", "spades", "side_nil", "spade_nil", "covered_nil")  # the arrays in the file
SLIP = 0.2
"""The relative likelihood of a bid that is off by one trick; for a bid off by n tricks, the n-th power."""
NIL_SLIP = 0.02  # the same if BIS bids nil and the player does not, or vice versa. Both chosen by hand.
UNREAD = -1


class BidTables(NamedTuple):
    """The tables of a compiled bidder."""

    side: Any  # float array of opponents that may cut x sets of cards: the takes of the high cards of a side suit
    # float array of opponents x high spades x low spades x short suits: the takes of the spades, including cuts. The
    # index of the high spades has a bit for each of A K Q J.
    spades: Any
    # `side_nil`, `spade_nil`, `covered_nil`: float array of sets of cards: the nil values of a side suit, of spades,
    # and of spades with a partner who can protect a nil
    side_nil: Any
    spade_nil: Any
    covered_nil: Any
    # `heights`, `slopes`: float arrays of places (numbers of earlier bids): the log odds that nil succeeds are
    # height + slope * nil value
    heights: Any
    slopes: Any
    # `bid_heights`, `bid_slopes`: float array of places x positions x bids: the terms that earlier bids add to the
    # curves, by the position of the bid counted back from the last one
    bid_heights: Any
    bid_slopes: Any


def bid_tables(curves: Curves) -> BidTables:
    """The lookup tables of the compiled bidder for these success curves."""
    places, bids = np.array(curves.places), np.zeros((PLACES, PLACES - 1, BIDS, 2))
    for place, seats in enumerate(curves.bids):
        for back, seat in enumerate(seats):
            bids[place, back] = seat
    lines = (places[:, 0], places[:, 1], bids[..., 0], bids[..., 1])
    return BidTables(*_holdings(), *map(np.ascontiguousarray, lines))


@cache
def _holdings() -> tuple[Any, ...]:
    return stored_arrays(FILE, HOLDINGS_OF)


def stored_arrays(file: Path, names: Iterable[str]) -> tuple[Any, ...]:
    """The arrays with these names in a file; `GameError` if their hash is not the stored one."""
    with np.load(file, allow_pickle=False) as data:
        arrays = tuple(data[name] for name in names)
        if str(data["sha256"]) != hash_of(arrays):
            raise GameError(f"{file}: its hash differs, it was changed; write it again by {COMMAND}")
    return arrays


def hash_of(arrays: Iterable[Any]) -> str:
    """The hash of the arrays' numbers, as stored in the file."""
    return sha256(b"".join(np.ascontiguousarray(each).tobytes() for each in arrays)).hexdigest()


@cache
def tables() -> BidTables:
    """The lookup tables of the compiled bidder for the success curves of the package."""
    return bid_tables(shipped())


@compiled
def judged(place: int, hand: int, bids: Any, covered: bool, tables: BidTables) -> tuple[float, float, int]:
    """The nil value, the regular takes and the regular bid of a hand after the first `place` bids.

    `covered` says whether the partner has shown a hand that can protect a nil.
    """
    can_cut, total = 2, 0
    for seat in range(place):
        total += bids[seat]
        if bids[seat] == 0 and (place - seat) % 2 == 1:
            can_cut -= 1
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
    shifted = takes + SHIFT + PER_TRICK[place] * (total - MEAN_BID * place)
    return min(1.0, nil * 1.15) if void or not spades else nil, takes, max(1, min(13, int(shifted + 0.5)))


@compiled
def chance_of(nil: float, place: int, bids: Any, tables: BidTables) -> float:
    """The probability that nil succeeds with the nil value `nil`, by the success curve after the first `place` bids."""
    height, slope = tables.heights[place], tables.slopes[place]
    for back in range(place):
        bid = bids[place - 1 - back]
        height += tables.bid_heights[place, back, bid]
        slope += tables.bid_slopes[place, back, bid]
    return 1 / (1 + exp(-height - slope * nil))


@compiled
def bid_of(place: int, hand: int, bids: Any, tables: BidTables) -> int:
    """The bid of BIS with a hand, far from the end of a game and without conventions."""
    nil, _, regular = judged(place, hand, bids, False, tables)
    can_be_nil = (place < 2 or bids[place - 2] != 0) and tables.spade_nil[hand >> 39] > 0
    return 0 if can_be_nil and 100 * (2 * chance_of(nil, place, bids, tables) - 1) > THRESHOLD else regular


def likelihoods(dealt: Any, bids: Sequence[int], read: Iterable[int]) -> Any:
    """For each deal, the likelihood (at most 1) of the bids whose indices are in `read`, except blind bids.

    `dealt` has the players' sets of cards, by deal and in the order of the bids. The cost is 0.3 microseconds for
    each deal and bid.
    """
    tricks_bid, heard = np.zeros(SEATS, np.int64), np.full(SEATS, UNREAD)
    tricks_bid[: len(bids)] = list(map(tricks, bids))
    for place in read:
        heard[place] = UNREAD if bids[place] == BLIND else bids[place]
    weights = np.ones(len(dealt))
    _weigh(np.ascontiguousarray(dealt, np.int64), tricks_bid, heard, tables(), weights)
    return weights


def expected_bids(dealt: Any, bids: Sequence[int]) -> Any:
    """The bid of BIS with each hand after `bids`, without conventions and far from the end of a game."""
    expected = np.zeros(len(dealt), np.int64)
    tricks_bid = np.array([*map(tricks, bids), *[0] * (SEATS - len(bids))], np.int64)
    _expect(np.ascontiguousarray(dealt, np.int64), tricks_bid, len(bids), tables(), expected)
    return expected


@compiled
def _expect(dealt: Any, bids: Any, place: int, tables: BidTables, expected: Any) -> None:
    for number in range(len(dealt)):
        expected[number] = bid_of(place, dealt[number], bids, tables)


@compiled
def _weigh(dealt: Any, bids: Any, read: Any, tables: BidTables, weights: Any) -> None:
    for deal in range(len(dealt)):
        for place in range(SEATS):
            if read[place] != UNREAD:
                expected = bid_of(place, dealt[deal, place], bids, tables)
                is_slip = (read[place] == 0) != (expected == 0)
                weights[deal] *= NIL_SLIP if is_slip else SLIP ** abs(read[place] - expected)


def apart(dealt: Any, bids: Sequence[int]) -> Any:
    """For each deal, the likelihood of the bids if all players play alone. Each bid is interpreted like a first bid."""
    weights = np.ones(len(dealt))
    for place, bid in enumerate(bids):
        weights *= likelihoods(dealt[:, [place]], (bid,), [0])
    return weights


def resampled(weights: Any, count: int, chance: float) -> Any:
    """Indices of deals in proportion to their weights, by systematic resampling; `chance` is a uniform draw."""
    sums = np.cumsum(weights)
    places = (np.arange(count) + chance) / count * sums[-1]
    return np.minimum(np.searchsorted(sums, places, side="right"), len(weights) - 1)
