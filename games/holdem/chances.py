"""The chance of winning at the showdown, exactly, by what a player sees; before the flop from a table.

There are 169 kinds of two cards. The numbers of `preflop.json`, how often each wins against one and two unknown hands,
are exact counts over all boards and all hands of others: `counted` makes them again. Only boards with suits in one
order are looked at, each as often as it can be recoloured: 134,459 of 2,598,960.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.core.cards import PER_SUIT, RANKS, SUIT, full_deck, numbers
from games.core.errors import GameError
from games.holdem.hand_value import EQUAL, OUTCOMES, WEAKER, add_ways, count_ways, value_of
from games.holdem.observe import Observation
from games.holdem.position import HOLE
from kripke.checking.engine.compiled import compiled

FILE = Path(__file__).with_name("preflop.json")
KINDS = PER_SUIT * PER_SUIT
BOARDS = comb(50, 5)
HANDS = {1: comb(45, 2), 2: comb(45, 2) * comb(43, 2)}
"""By the number of others in how many ways their cards are dealt, in order, when the board is complete."""


@compiled
def kind_of(first: int, second: int) -> int:
    """The number of the kind of two cards: the ranks, the higher one first where both are of one suit."""
    high, low = max(first % 13, second % 13), min(first % 13, second % 13)
    return high * 13 + low if first // 13 == second // 13 else low * 13 + high


def kind(hand: int) -> int:
    """The kind of a set of two cards."""
    first, second = numbers(hand)
    return int(kind_of(first, second))


@lru_cache(maxsize=1)
def preflop() -> Any:
    """By kind, number of others less one, and number of others who share: the ways among all; see `counted`."""
    found = np.array(json.loads(FILE.read_text())["ways"], np.int64)
    found.flags.writeable = False
    return found


def counted() -> Any:
    """The table of `preflop`, computed: a minute on one core.

    Returns
    -------
    int array of kinds, 2 and 3
        The ways in which one hand of the kind wins alone, and shares with one and with two others: against one and two
        others, of `BOARDS` times `HANDS`.
    """
    found = np.zeros((KINDS, 2, OUTCOMES), np.int64)
    hands = np.zeros(KINDS, np.int64)
    _all_boards(found, hands)
    return found // (hands // BOARDS)[:, None, None]


def written() -> str:
    """The text of `preflop.json`."""
    made_by = 'python -c "from games.holdem import chances; print(chances.written())"'
    return json.dumps({"made_by": made_by, "ways": counted().tolist()}) + "\n"


@compiled
def _all_boards(found: Any, hands: Any) -> None:
    """Go through the boards, and add to each kind of hand what its hands win there."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        board = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                        colourings = _colourings(board)
                        if colourings:
                            _one_board(board, colourings, found, hands)


@compiled
def _colourings(board: int) -> int:
    """The number of boards equal to this one up to an exchange of suits; 0 unless its suits are in descending order."""
    clubs, diamonds, hearts, spades = board & SUIT, board >> 13 & SUIT, board >> 26 & SUIT, board >> 39 & SUIT
    if not clubs >= diamonds >= hearts >= spades:
        return 0
    alike, found = 1, 24
    for same in (clubs == diamonds, diamonds == hearts, hearts == spades):
        alike = alike + 1 if same else 1
        found //= alike
    return found


@compiled
def _one_board(board: int, times: int, found: Any, hands: Any) -> None:
    """Hands in the order of their values; those before are weaker, those of the same value are equal."""
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
                    found[which, others - 1, outcome] += times * ways[outcome]
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
    """The counts without pairs that contain one of two cards."""
    last = counts.shape[1] - 1
    for what in range(2):
        for card in range(last):
            own[what, card] = counts[what, card] - pair_is[what, first, card] - pair_is[what, second, card]
        own[what, first] = own[what, second] = 0
        own[what, last] = counts[what, last] - counts[what, first] - counts[what, second] + pair_is[what, first, second]


FULL = full_deck(len(RANKS))
KEPT = 4_096
"""Number of answers that are kept."""


class Chance(NamedTuple):
    """The chances of a hand to win and to share the pot if nobody folds from now on.

    Attributes
    ----------
    wins : Fraction
        Alone.
    splits : tuple of Fraction
        It shares the pot with one other, with two others.
    """

    wins: Fraction
    splits: tuple[Fraction, Fraction]

    @property
    def share(self) -> Fraction:
        """The expected share of the pot."""
        return self.wins + self.splits[0] / 2 + self.splits[1] / 3


def chance(view: Observation) -> Chance:
    """The chance of a player at a moment, where all hands and boards that fit what they see are equally likely.

    Bets are not read. Cards of players who have folded are as unknown as those of the deck. Before the flop it comes
    from a table, with a short deck by counting too.

    Raises
    ------
    GameError
        If the player has folded or does not have two cards yet.
    """
    others = view.live.bit_count() - 1
    if view.player < 0 or view.hand.bit_count() != HOLE or not view.live >> view.player & 1:
        raise GameError("chance of winning: expected the view of a player who has two cards and has not folded")
    return chance_of(view.hand, view.shown, view.rules.deck, others)


@lru_cache(maxsize=KEPT)
def chance_of(hand: int, board: int, deck: int, others: int) -> Chance:
    """As `chance`, from what it depends on."""
    if not others:
        return Chance(Fraction(1), (Fraction(0), Fraction(0)))
    if board or deck != FULL:
        left = deck.bit_count() - HOLE - board.bit_count()
        missing = 5 - board.bit_count()
        whole = comb(left, missing) * comb(left - missing, 2) * (comb(left - missing - 2, 2) if others == 2 else 1)
        return _of(count_ways(hand, board, deck, others), whole)
    return _of(preflop()[kind(hand), others - 1], BOARDS * HANDS[others])


def _of(ways: Any, whole: int) -> Chance:
    alone, one, two = (Fraction(int(each), whole) for each in ways)
    return Chance(alone, (one, two))
