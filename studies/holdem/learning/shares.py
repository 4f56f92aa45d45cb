"""Expected shares of the pot against unknown hands, for many games.

Before the flop, the shares are read from a table; on the river, they are counted exactly. On the flop and the turn they
are means over random boards and hands, since exact shares would take a thousand times as long.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from games.core.compiled_loops import below, copy, nth, size
from games.holdem.agents.brain.inputs import BOARD, HANDS, LIVE, PHASE, ROUND
from games.holdem.chances import BOARDS, FULL, kind_of, preflop
from games.holdem.chances import HANDS as WAYS
from games.holdem.hand_value import OUTCOMES, add_ways, compare_all, value_of
from kripke.checking.engine.compiled import compiled
from studies.holdem.simulator import BET

SAMPLES = 64  # Random boards with two hands for a share: its standard deviation is 0.05


@lru_cache(maxsize=1)
def preflop_shares() -> Any:
    """The expected pot share before the flop for each kind of hand, against one and two opponents."""
    shares = preflop() @ np.array([1, 1 / 2, 1 / 3])
    shares /= [BOARDS * WAYS[1], BOARDS * WAYS[2]]
    shares.flags.writeable = False
    return shares


@compiled
def compute_shares(tables: Any, shares: Any, before: Any, chance: Any) -> None:
    """Compute pot shares of players still in the game, once per betting round; `before`: the shares before the flop.

    The pot shares are written to `shares`, an array of games, seats, rounds and numbers of opponents (one or two).
    """
    for game in range(len(tables)):
        row = tables[game]
        for seat in range(3):
            if row[PHASE] == BET and row[LIVE] >> seat & 1 and shares[game, seat, row[ROUND], 0] < 0:
                by_opponents = shares[game, seat, row[ROUND]]
                _share(row[HANDS + seat], row[BOARD], row[ROUND], before, chance[game : game + 1], by_opponents)


@compiled
def _share(own: int, board: int, street: int, before: Any, chance: Any, shares: Any) -> None:
    if street == 0:
        copy(before[kind_of(nth(own, 0), nth(own, 1))], shares)
    elif street == 3:
        counts = np.zeros((2, 53), np.int64)
        unseen = compare_all(own, board, FULL, counts)
        for others in range(1, 3):
            ways = np.zeros(OUTCOMES, np.int64)
            add_ways(counts, unseen, others, ways)
            whole = 990.0 if others == 1 else 990.0 * 903.0
            shares[others - 1] = (ways[0] + ways[1] / 2 + ways[2] / 3) / whole
    else:
        _sample(own, board, chance, shares)


@compiled
def _sample(own: int, board: int, chance: Any, shares: Any) -> None:
    one, two = 0.0, 0.0
    for _ in range(SAMPLES):
        there = board | _drawn(5 - size(board), own | board, chance)
        first = _drawn(2, own | there, chance)
        second = _drawn(2, own | there | first, chance)
        mine, left, right = value_of(own | there), value_of(first | there), value_of(second | there)
        for other in (left, right):
            one += 1.0 if mine > other else 0.5 if mine == other else 0.0
        if mine >= max(left, right):
            two += 1.0 / (1 + (left == mine) + (right == mine))
    shares[0], shares[1] = one / (2 * SAMPLES), two / SAMPLES


@compiled
def _drawn(count: int, used: int, chance: Any) -> int:
    """Random cards other than the used ones."""
    cards = 0
    while size(cards) < count:
        card = 1 << below(chance, 0, 52)
        if not (used | cards) & card:
            cards |= card
    return cards
