"""The table of ``preflop.json``: how often each kind of hand wins, over all boards and hands of opponents.

Boards that differ only by a permutation of suits are computed once: 134,459 boards instead of 2,598,960.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from games.core.cards import SUIT
from games.holdem.chances import BOARDS, KINDS, kind_of
from games.holdem.hand_value import EQUAL, OUTCOMES, WEAKER, add_ways, value_of
from kripke.checking.engine.compiled import compiled


def counted() -> Any:
    """Compute the table of `games.holdem.chances.preflop`; this takes a minute on one core.

    Returns
    -------
    int array of shape (KINDS, 2, 3)
        By kind of hand, number of opponents minus 1, and number of opponents who share the pot: the number of deals in
        which this happens, out of `BOARDS` times `HANDS` of `games.holdem.chances`.
    """
    wins = np.zeros((KINDS, 2, OUTCOMES), np.int64)
    hands = np.zeros(KINDS, np.int64)
    _all_boards(wins, hands)
    return wins // (hands // BOARDS)[:, None, None]


def written() -> str:
    """The content of `preflop.json`, as text."""
    made_by = 'python -c "from studies.holdem import preflop; print(preflop.written())"'
    return json.dumps({"made_by": made_by, "ways": counted().tolist()}) + "\n"


@compiled
def _all_boards(wins: Any, hands: Any) -> None:
    """Add the wins on all boards to the counts of each kind of hand."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        board = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                        colourings = _colourings(board)
                        if colourings:
                            _one_board(board, colourings, wins, hands)


@compiled
def _colourings(board: int) -> int:
    """The number of boards equal to this one up to a permutation of suits; 0 if another board represents them."""
    clubs, diamonds, hearts, spades = board & SUIT, board >> 13 & SUIT, board >> 26 & SUIT, board >> 39 & SUIT
    if not clubs >= diamonds >= hearts >= spades:
        return 0
    alike, colourings = 1, 24
    for same in (clubs == diamonds, diamonds == hearts, hearts == spades):
        alike = alike + 1 if same else 1
        colourings //= alike
    return colourings


@compiled
def _one_board(board: int, times: int, wins: Any, hands: Any) -> None:
    """Add the wins of all hands on one board; hands are sorted by value, so earlier hands are weaker."""
    left = np.array([card for card in range(52) if not board >> card & 1])
    count, pairs = len(left), len(left) * (len(left) - 1) // 2
    values, ends = np.zeros(pairs, np.int64), np.zeros((pairs, 2), np.int64)
    place = 0
    for first in range(count):
        for second in range(first + 1, count):
            values[place] = value_of(board | 1 << left[first] | 1 << left[second])
            ends[place, 0], ends[place, 1] = first, second
            place += 1
    order = np.argsort(values)
    counts, own = np.zeros((2, count + 1), np.int64), np.zeros((2, count + 1), np.int64)
    pair_is = np.zeros((2, count, count), np.int64)
    start = 0
    while start < pairs:
        end = start
        while end < pairs and values[order[end]] == values[order[start]]:
            _count_pair(counts, pair_is, EQUAL, ends[order[end]], 1)
            end += 1
        for number in range(start, end):
            pair = ends[order[number]]
            _without(counts, pair_is, pair[0], pair[1], own)
            which = kind_of(left[pair[0]], left[pair[1]])
            hands[which] += times
            for others in range(1, 3):
                ways = np.zeros(OUTCOMES, np.int64)
                add_ways(own, count, others, ways)
                for outcome in range(OUTCOMES):
                    wins[which, others - 1, outcome] += times * ways[outcome]
        for number in range(start, end):
            _count_pair(counts, pair_is, EQUAL, ends[order[number]], -1)
            _count_pair(counts, pair_is, WEAKER, ends[order[number]], 1)
        start = end


@compiled
def _count_pair(counts: Any, pair_is: Any, what: int, pair: Any, by: int) -> None:
    first, second, last = pair[0], pair[1], counts.shape[1] - 1
    counts[what, first] += by
    counts[what, second] += by
    counts[what, last] += by
    pair_is[what, first, second] += by
    pair_is[what, second, first] += by


@compiled
def _without(counts: Any, pair_is: Any, first: int, second: int, own: Any) -> None:
    """Write to `own` the counts without the hands that contain one of these two cards."""
    last = counts.shape[1] - 1
    for what in range(2):
        for card in range(last):
            own[what, card] = counts[what, card] - pair_is[what, first, card] - pair_is[what, second, card]
        own[what, first] = own[what, second] = 0
        own[what, last] = counts[what, last] - counts[what, first] - counts[what, second] + pair_is[what, first, second]
