"""Takes and nil values of all holdings of a suit as arrays, so that compiled loops bid by looking up.

They are kept in a file, since counting takes seconds: ``python -m games.spades.bidding.bid_tables`` writes it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.core.errors import GameError
from games.spades.bidding.curves import BIDS, PLACES, Curves
from games.spades.bidding.nil_value import side_chance, spade_chance
from games.spades.bidding.situation import CARDS, JACK, QUEEN, Hand
from games.spades.bidding.takes import regular_takes

FILE = Path(__file__).with_name("bid_tables.npz")
COMMAND = "python -m games.spades.bidding.bid_tables"
HOLDINGS_OF = ("side", "spades", "side_nil", "spade_nil", "covered_nil")
"""The arrays in the file."""
HOLDINGS = 1 << CARDS
OPPONENTS = 3
"""The number of cases: none, one or two opponents may cut."""
SHORT = 64
"""Numbers of voids, singletons and doubletons as two bits each."""
LOW = (1 << QUEEN) - 1
"""The ranks below the queen."""


class BidTables(NamedTuple):
    """The tables of a compiled bidder.

    Attributes
    ----------
    side : float array of opponents and holdings
        The takes of the high cards of a side suit.
    spades : float array of opponents, high spades, low spades and short suits
        The takes of the spades, cuts included, by the bits of A K Q J, the number of others, and `SHORT`.
    side_nil, spade_nil, covered_nil : float array of holdings
        The nil values of a side suit, of spades, and of spades beside a covering partner.
    heights, slopes : float array of places
        The success curves by the number of bids before.
    bid_heights, bid_slopes : float array of places, places back and bids
        What earlier bids add to them.
    """

    side: Any
    spades: Any
    side_nil: Any
    spade_nil: Any
    covered_nil: Any
    heights: Any
    slopes: Any
    bid_heights: Any
    bid_slopes: Any


def bid_tables(curves: Curves) -> BidTables:
    """The arrays with some success curves."""
    return BidTables._make((*_stored(), *_curve_arrays(curves)))


@cache
def _stored() -> Any:
    """The arrays of holdings from the file."""
    with np.load(FILE, allow_pickle=False) as data:
        found = tuple(data[name] for name in HOLDINGS_OF)
        if str(data["sha256"]) != hash_of(found):
            raise GameError(f"{FILE}: its hash differs, it was changed; write it again by {COMMAND}")
    return found


def hash_of(arrays: Sequence[Any]) -> str:
    """The hash of the arrays' numbers, as it stands in the file."""
    return sha256(b"".join(np.ascontiguousarray(each).tobytes() for each in arrays)).hexdigest()


def counted() -> tuple[Any, ...]:
    """The arrays of holdings, counted again: two seconds, for 8,192 holdings and 3,200 classes of spades."""
    side = np.zeros((OPPONENTS, HOLDINGS))
    spades = np.zeros((OPPONENTS, 16, CARDS + 1, SHORT))
    for opponents in range(OPPONENTS):
        takes = {key: _side_takes(*key, opponents) for key in product(range(8), range(CARDS - 2))}
        side[opponents] = [takes[holding >> QUEEN, (holding & LOW).bit_count()] for holding in range(HOLDINGS)]
        for high, low, short in np.ndindex(16, CARDS - 3, SHORT):
            spades[opponents, high, low, short] = _spade_takes(high, low, short, opponents)
    side_nil, spade_nil, covered_nil = (
        np.array([float(chance) for chance in map(each, range(HOLDINGS))])
        for each in (side_chance, spade_chance, _covered)
    )
    return side, spades, side_nil, spade_nil, covered_nil


def with_curves(tables: BidTables, curves: Curves) -> BidTables:
    """The same arrays with other success curves."""
    heights, slopes, bid_heights, bid_slopes = _curve_arrays(curves)
    return tables._replace(heights=heights, slopes=slopes, bid_heights=bid_heights, bid_slopes=bid_slopes)


def _covered(holding: int) -> Any:
    return spade_chance(holding, is_covered=True)


def _side_takes(high: int, low: int, opponents: int) -> float:
    """The takes of a side suit; which low cards they are does not matter."""
    return float(regular_takes(Hand((0, 0, high << QUEEN | (1 << low) - 1, 0)), opponents).side)


def _spade_takes(high: int, low: int, short: int, opponents: int) -> float:
    """The takes of spades beside short suits; which low spades they are does not matter."""
    lengths = [length for length in range(3) for _ in range(short >> 2 * length & 3)]
    if len(lengths) > 3:
        return 0.0
    suits = [(1 << length) - 1 for length in [*lengths, *[3] * (3 - len(lengths))]]
    holding = high << JACK | (1 << low) - 1
    return float(regular_takes(Hand((suits[0], suits[1], suits[2], holding)), opponents).spades)


def _curve_arrays(curves: Curves) -> tuple[Any, Any, Any, Any]:
    """Heights and slopes: of places, and of earlier bids."""
    places = np.array(curves.places)
    bids = np.zeros((PLACES, PLACES - 1, BIDS, 2))
    for place, seats in enumerate(curves.bids):
        for back, seat in enumerate(seats):
            bids[place, back] = seat
    return places[:, 0].copy(), places[:, 1].copy(), bids[..., 0].copy(), bids[..., 1].copy()


def main() -> None:
    """Write the file."""
    arrays = counted()
    np.savez_compressed(FILE, sha256=hash_of(arrays), **dict(zip(HOLDINGS_OF, arrays, strict=True)))


if __name__ == "__main__":
    main()
