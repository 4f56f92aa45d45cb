"""Bluff Poker as a simulator: games as rows of numbers in compiled loops, tested against `games.bluff_poker.rules`.

Importing this file imports Numba (about 0.4 s). The first use on a machine takes some seconds to compile; the result
is cached.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from games.bluff_poker.actions import BELIEVE, CALL, DICE, LOOK, STOP, Bid, Rolls, Starts, Throw
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import FACES, ROLLS, bits, outcome
from games.bluff_poker.rules import BluffPoker, BluffState, Phase
from games.core.compiled_loops import below
from games.core.rules import CHANCE, TERMINAL
from kripke.checking.engine.compiled import compiled
from studies.simulator import Simulator, implement_game

PHASE, PLAYER, STARTER, ROUND, VALUES, KNOWERS = 0, 1, 2, 3, 4, 7
OUTSIDE, THROWN, THROW, IS_OPEN, BID, BEATEN, BIDDER, LEFT, BIDDERS = 10, 11, 12, 13, 14, 15, 16, 17, 18
"""Column indices. The dice, the players who know them, the bidders and the penalties take several columns each."""
OUTCOMES = 56
PENALTIES = BIDDERS + OUTCOMES
SEEN = 18 + OUTCOMES  # the length of an observation without penalties

DRAW, ROLL, BIDDING, ANSWER, CUP, THROWING, POKER, OVER = range(8)  # the phases, in the order of `Phase`
SAY_CALL, SAY_BELIEVE, SAY_LOOK, SAY_STOP = range(OUTCOMES, OUTCOMES + 4)
CLOSED, OPEN, HIDING = OUTCOMES + 4, OUTCOMES + 11, OUTCOMES + 18
"""The numbers of the first action of each kind of throw: closed, open, and open with the other dice hidden."""
ALL_OPEN = OPEN + 6
SET_BITS = (1, 2, 4, 3, 5, 6, 7)  # the sets of dice in the order of the throws, as bits
ALL, THROWS = 7, 3


class Facts(NamedTuple):
    """The constants of the rules, for the compiled loops.

    Attributes
    ----------
    lives : bool
        Whether a player who loses is out and the others play on; otherwise the first loss ends the game.
    limit : int
        The number of penalties with which a player loses.
    rank : int array of outcomes
        The ranks by index in the ranking; equal outcomes have the same rank.
    special : bool array of outcomes
        Whether a player who believes a bid of the outcome has to throw the dice to match it, as for a poker.
    rolled : int array of rolls
        The index of the outcome of each of the 216 rolls.
    """

    players: int
    lives: bool
    limit: int
    rank: Any
    special: Any
    rolled: Any


@compiled
def _next_in(row: Any, seat: int, facts: Facts) -> int:
    for step in range(1, facts.players + 1):
        after = (seat + step) % facts.players
        if row[PENALTIES + after] < facts.limit:
            return after
    return seat


@compiled
def _rank(row: Any, facts: Facts) -> int:
    rank: int = facts.rank[facts.rolled[36 * (row[VALUES] - 1) + 6 * (row[VALUES + 1] - 1) + row[VALUES + 2] - 1]]
    return rank


@compiled
def _top(row: Any, facts: Facts) -> int:
    """The index of the lowest outcome above the standing bid."""
    place: int = row[BID] + 1
    while row[BID] >= 0 and place < OUTCOMES and facts.rank[place] == facts.rank[row[BID]]:
        place += 1
    return place


@compiled
def _in_the_air(row: Any, dice: int, is_open: int) -> None:
    for die in range(3):
        if dice >> die & 1:
            row[VALUES + die] = row[KNOWERS + die] = 0
    row[THROWN] |= dice
    row[THROW], row[IS_OPEN], row[PHASE] = dice, is_open, ROLL


@compiled
def _new_round(row: Any, starter: int) -> None:
    row[PLAYER] = row[STARTER] = starter
    row[ROUND] += 1
    row[OUTSIDE] = row[THROWN] = row[LEFT] = 0
    row[BID] = row[BEATEN] = row[BIDDER] = -1
    for place in range(BIDDERS, PENALTIES):
        row[place] = 0
    _in_the_air(row, ALL, 0)


@compiled
def _penalise(row: Any, seat: int, facts: Facts) -> None:
    row[PENALTIES + seat] += 1
    remaining = 0
    for each in range(facts.players):
        remaining += row[PENALTIES + each] < facts.limit
    if remaining < (2 if facts.lives else facts.players):
        row[PHASE], row[LEFT] = OVER, 0
        for die in range(3):
            row[KNOWERS + die] = (1 << facts.players) - 1
        return
    _new_round(row, seat if row[PENALTIES + seat] < facts.limit else _next_in(row, seat, facts))


@compiled
def _judge(row: Any, facts: Facts) -> None:
    rank, bid_rank = _rank(row, facts), facts.rank[row[BID]]
    if rank == bid_rank:
        _new_round(row, row[PLAYER])
    else:
        _penalise(row, row[PLAYER] if rank < bid_rank else row[BIDDER], facts)


@compiled
def _land(row: Any, values: int, facts: Facts) -> None:
    """Set the dice in the air to the base-6 digits of a number; the last die gets the last digit."""
    everyone = (1 << facts.players) - 1
    for die in range(2, -1, -1):
        if row[THROW] >> die & 1:
            row[VALUES + die] = values % 6 + 1
            row[KNOWERS + die] = everyone if row[IS_OPEN] else 1 << row[PLAYER]
            values //= 6
    if row[LEFT]:
        row[PHASE] = POKER
        row[LEFT] -= 1
        if not row[LEFT]:
            _judge(row, facts)
    else:
        row[PHASE] = THROWING if row[BID] >= 0 else BIDDING


@compiled
def _bid(row: Any, place: int, facts: Facts) -> None:
    row[BIDDERS + place] = row[PLAYER] + 1
    row[BIDDER], row[BEATEN], row[BID] = row[PLAYER], row[BID], place
    row[PLAYER] = _next_in(row, row[PLAYER], facts)
    row[OUTSIDE] = row[THROWN] = 0
    row[PHASE] = ANSWER


@compiled
def _say(row: Any, word: int, facts: Facts) -> None:
    if word == SAY_CALL:
        lied = _rank(row, facts) < facts.rank[row[BID]]
        _penalise(row, row[BIDDER] if lied else row[PLAYER], facts)
    elif word == SAY_STOP:
        _judge(row, facts)
    elif word == SAY_LOOK:
        row[PHASE] = THROWING
        for die in range(3):
            row[KNOWERS + die] |= 1 << row[PLAYER]
    elif _top(row, facts) < OUTCOMES:
        row[PHASE] = CUP
    else:
        row[OUTSIDE], row[LEFT] = ALL, THROWS
        _in_the_air(row, ALL, 1)


@compiled
def _throw(row: Any, number: int, facts: Facts) -> None:
    if row[PHASE] == CUP:
        row[LEFT] = THROWS
    hiding, is_open = number >= HIDING, number >= OPEN
    dice = SET_BITS[number - (HIDING if hiding else OPEN if is_open else CLOSED)]
    if not hiding:
        for die in range(3):
            if not dice >> die & 1:
                row[KNOWERS + die] = (1 << facts.players) - 1
    row[OUTSIDE] = dice if hiding else ALL if is_open else ALL & ~dice
    _in_the_air(row, dice, is_open)


def _act(row: Any, number: int, facts: Facts) -> None:
    if number < OUTCOMES:
        _bid(row, number, facts)
    elif number < CLOSED:
        _say(row, number, facts)
    else:
        _throw(row, number, facts)


def _allow(row: Any, mask: Any, facts: Facts) -> None:
    phase = row[PHASE]
    if phase in (BIDDING, CUP, THROWING):
        for place in range(_top(row, facts), OUTCOMES):
            mask[place] = True
    if phase == ANSWER:
        mask[SAY_CALL] = mask[SAY_BELIEVE] = True
    elif phase == CUP:
        mask[ALL_OPEN if facts.special[row[BID]] else SAY_LOOK] = True
    elif phase == THROWING:
        for place in range(len(SET_BITS)):
            if not SET_BITS[place] & row[THROWN]:
                mask[CLOSED + place] = mask[OPEN + place] = True
                if SET_BITS[place] != ALL:
                    mask[HIDING + place] = True
    elif phase == POKER:
        mask[SAY_STOP] = True
        for place in range(OPEN, HIDING):
            mask[place] = True


@compiled
def _rolls(row: Any) -> int:
    count = 1
    for die in range(3):
        if row[THROW] >> die & 1:
            count *= 6
    return count


def _come_up(row: Any, number: int, facts: Facts) -> bool:
    if row[PHASE] == DRAW:
        if number >= facts.players:
            return False
        _new_round(row, number)
        return True
    rolls = _rolls(row)
    first = facts.players + (0 if rolls == 6 else 6 if rolls == 36 else 42)
    if not first <= number < first + rolls:
        return False
    _land(row, number - first, facts)
    return True


def _draw_one(row: Any, chance: Any, facts: Facts) -> None:
    if row[PHASE] == DRAW:
        _new_round(row, below(chance, 0, facts.players))
    else:
        _land(row, below(chance, 0, _rolls(row)), facts)


def _player(row: Any, facts: Facts) -> int:
    phase = row[PHASE]
    return CHANCE if phase <= ROLL else TERMINAL if phase == OVER else row[PLAYER]


def _see(row: Any, seat: int, view: Any, facts: Facts) -> None:
    """Write the observation of a seat into `view`, in the order of `BluffSimulator.encode`."""
    view[0], view[1], view[2], view[3] = seat, row[PHASE], row[PLAYER], _next_in(row, row[PLAYER], facts)
    for die in range(3):
        view[4 + die] = row[VALUES + die] if row[KNOWERS + die] >> seat & 1 else 0
        view[7 + die] = row[KNOWERS + die]
    view[10], view[11] = row[OUTSIDE], row[THROWN]
    view[12], view[13], view[14] = row[BID], row[BEATEN], row[BIDDER]
    view[15], view[16], view[17] = row[ROUND], row[STARTER], row[LEFT]
    for place in range(OUTCOMES + facts.players):
        view[18 + place] = row[BIDDERS + place]


def _pay(row: Any, seat: int, facts: Facts) -> int:
    is_in = row[PENALTIES + seat] < facts.limit
    return is_in if facts.lives else is_in - 1


implement_game(Facts, _player, _allow, _act, _come_up, _draw_one, _see, _pay)

PHASES = {phase: number for number, phase in enumerate(Phase)}
SETS = tuple(dice for size in range(1, len(DICE) + 1) for dice in combinations(DICE, size))
"""The sets of dice that can be thrown together."""
WAYS = ((False, False), (True, False), (True, True))


class BluffSimulator(Simulator):
    """Games of Bluff Poker as rows of numbers; outcomes are indices in the ranking, sets are bit sets."""

    rules: BluffPoker

    def __init__(self, rules: BluffPoker) -> None:
        self.places = rules.ladder.place
        self.width = SEEN + rules.players
        super().__init__(rules)

    def fixed(self, rules: BluffPoker) -> Facts:
        """The constants that the compiled loops need for these rules."""
        ladder = rules.ladder
        return Facts(
            rules.players,
            rules.ending == "lives",
            rules.bearable,
            np.array([ladder.rank[each] for each in ladder.outcomes], np.int32),
            np.array([each in ladder.special for each in ladder.outcomes], np.bool_),
            np.array([self.places[outcome(roll)] for roll in ROLLS], np.int32),
        )

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The actions (bids, throws and others), and the outcomes of chance (starters, rolls of one to three dice)."""
        throws = [Throw(dice, *way) for way in WAYS for dice in SETS if len(dice) < len(DICE) or not way[1]]
        rolls = [Rolls(values) for count in DICE for values in product(FACES, repeat=count)]
        actions = (*map(Bid, self.rules.ladder.outcomes), CALL, BELIEVE, LOOK, STOP, *throws)
        return actions, (*map(Starts, self.rules.names), *rolls)

    def row(self, state: BluffState) -> list[int]:
        """A state as numbers, in the order of the columns."""
        now = state.position
        head = [PHASES[now.phase], now.player, now.starter, now.round, *now.dice, *now.knowers]
        throw = [bits(now.outside), bits(now.thrown), bits(now.throw.dice), int(now.throw.is_open)]
        return [*head, *throw, *self._bids(now), now.throws_left, *self._bidders(now.bids), *now.penalties]

    def encode(self, observation: Observation) -> list[int]:
        """An observation as numbers: viewer, phase, current and next player, dice, knowers, bids, other public data."""
        seen = observation
        head = [seen.player, PHASES[seen.phase], seen.current, seen.next, *seen.dice, *seen.knowers]
        table = [bits(seen.outside), bits(seen.thrown), *self._bids(seen), seen.round, seen.starter, seen.throws_left]
        return [*head, *table, *self._bidders(seen.bids), *seen.penalties]

    def _bids(self, now: Any) -> list[int]:
        return [
            -1 if now.bid is None else self.places[now.bid],
            -1 if now.beaten is None else self.places[now.beaten],
            -1 if now.bidder is None else now.bidder,
        ]

    def _bidders(self, bids: Any) -> list[int]:
        """By outcome, the seat + 1 of the player who bid it; 0 without a bid. Bids rise, so this gives their order."""
        by_place = {self.places[bid]: seat + 1 for seat, bid in bids}
        return [by_place.get(place, 0) for place in range(len(self.places))]


SIMULATOR = BluffSimulator
