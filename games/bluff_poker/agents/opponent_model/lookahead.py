"""The value of a bid for the rest of the round, against players with known habits.

Values are computed from the highest bid down: bids only rise, so the bids that can follow a bid are computed before it.
A position is the standing bid and the outcome under the cup. The actions of the other players do not depend on dice
that they do not see. The planning agent decides by its beliefs about the dice, which follow from the bid and the
bidder's habits. Outcomes and their ladder (ranking) are explained in `games.bluff_poker.outcomes`.

Importing this file imports Numba (about 0.4 s).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from games.bluff_poker.agents.opponent_model.throws_duel import Floats, Ladders
from kripke.checking.engine.compiled import compiled


class Person(NamedTuple):
    """The action probabilities of a player with uncertain habits; bids are numbered as in `habits.Tables`."""

    bids: Floats  # array of shape (57, 56, 56): by standing bid and outcome, the probability of each bid
    keeps: Floats  # array of shape (56, 56, 56): by believed bid and outcome, the probability of each later outcome
    calls: Floats  # array of shape (57, 56): by earlier bid (0 for none) and standing bid, the probability of a call


def worth_of_bids(believed: Floats, calls: Floats, reaches: Any) -> Floats:
    """The value of each bid (rows) to the bidder for each outcome of the dice (columns).

    `believed`: the result of `Planner.plan`. `calls`: for each bid, the chance that the next player calls.
    `reaches`: for each outcome and bid, whether the outcome reaches the bid.
    """
    paid = np.where(reaches.T, 1 / (len(believed) - 1), -1.0)
    return np.asarray(calls[:, None] * paid + (1 - calls[:, None]) * believed[1])


@compiled
def throws(values: Any, outcome: Any) -> Any:
    """For each set of thrown dice (as bits) and world, the highest mean of `values` that further throws can give.

    Each die is thrown at most once. `values`: a value for each outcome. `outcome`: the index of each world's outcome.
    """
    worth = np.empty((8, 216))
    steps = (36, 6, 1)
    for world in range(216):
        worth[7, world] = values[outcome[world]]
    for thrown in range(6, -1, -1):
        for world in range(216):
            worth[thrown, world] = worth[7, world]
        for some in range(1, 8):
            if some & thrown:
                continue
            source = worth[thrown | some].copy()
            for die in range(3):
                if some >> die & 1:
                    step = steps[die]
                    for world in range(216):
                        if world // step % 6 == 0:
                            total = 0.0
                            for value in range(6):
                                total += source[world + value * step]
                            for value in range(6):
                                source[world + value * step] = total / 6
            for world in range(216):
                worth[thrown, world] = max(worth[thrown, world], source[world])
    return worth


@compiled
def _offer(
    calls: Any, believed: Any, pays: Any, reaches: Any, standing: int, bid: int, dice: int, seat: int, before: int
) -> Any:
    """The value of a bid to the planning agent; the player `before` makes the bid, and the player `seat` answers."""
    call = calls[seat - 1, standing, bid]
    loser = seat if reaches[dice, bid] else before
    return call * pays[loser] + (1 - call) * believed[seat, bid, dice]


@compiled
def _blind(calls: Any, believed: Any, pays: Any, reaches: Any, rank: Any, chance: Any, bid: int) -> Any:
    """The best bid on unknown dice, and its value; -1 and -1e9 if no higher bid exists."""
    best, most = -1, -1e9
    for higher in range(bid + 1, len(rank)):
        if rank[higher] > rank[bid]:
            worth = 0.0
            for dice in range(len(rank)):
                worth += chance[dice] * _offer(calls, believed, pays, reaches, bid + 1, higher, dice, 1, 0)
            if worth > most:
                best, most = higher, worth
    return best, most


@compiled
def _worths_on_roll(
    bids: Any, calls: Any, posterior: Any, pays: Any, reaches: Any, rank: Any, believed: Any, seat: int, bid: int
) -> Any:  # fmt: skip
    """For each roll of another player who must beat `bid`, the mean value of the player's higher bid."""
    count, after = len(rank), (seat + 1) % (len(pays) - 1)
    means = np.zeros(count)
    for higher in range(bid + 1, count):
        if rank[higher] <= rank[bid]:
            continue
        calling = True
        if after == 0:
            call, keep = 0.0, 0.0
            for dice in range(count):
                share = posterior[bid + 1, higher, dice]
                call += share * (pays[0] if reaches[dice, higher] else pays[seat])
                keep += share * believed[0, higher, dice]
            calling = call >= keep
        for dice in range(count):
            share = bids[seat - 1, bid + 1, dice, higher]
            if share == 0.0:
                continue
            if after != 0:
                worth = _offer(calls, believed, pays, reaches, bid + 1, higher, dice, after, seat)
            elif calling:
                worth = pays[0] if reaches[dice, higher] else pays[seat]
            else:
                worth = believed[0, higher, dice]
            means[dice] += share * worth
    return means


@compiled
def _look_ahead(
    bids: Any, keeps: Any, calls: Any, posterior: Any, pays: Any, reaches: Any, rank: Any, special: Any, poker: Any,
    chance: Any, outcome: Any, first: Any,
) -> Any:  # fmt: skip
    """Compiled implementation of `Planner.plan`."""
    players, count = len(pays) - 1, len(rank)
    believed = np.zeros((players, count, count))
    values = np.empty(count)
    for bid in range(count - 1, -1, -1):
        for seat in range(players):
            before = (seat - 1) % players
            if special[bid]:
                worth = poker[bid, 0] * pays[seat] + poker[bid, 1] * pays[players] + poker[bid, 2] * pays[before]
                believed[seat, bid, :] = worth
                if seat == 0:
                    higher, unseen = _blind(calls, believed, pays, reaches, rank, chance, bid)
                    if unseen > worth:
                        for dice in range(count):
                            believed[0, bid, dice] = _offer(calls, believed, pays, reaches, bid + 1, higher, dice, 1, 0)
            elif seat == 0:
                for dice in range(count):
                    best = -1e9
                    for higher in range(bid + 1, count):
                        if rank[higher] > rank[bid]:
                            best = max(best, _offer(calls, believed, pays, reaches, bid + 1, higher, dice, 1, 0))
                    values[dice] = best
                worth_of = throws(values, outcome)
                for dice in range(count):
                    believed[0, bid, dice] = worth_of[0, first[dice]]
            else:
                means = _worths_on_roll(bids, calls, posterior, pays, reaches, rank, believed, seat, bid)
                for dice in range(count):
                    total = 0.0
                    for other in range(count):
                        total += keeps[seat - 1, bid, dice, other] * means[other]
                    believed[seat, bid, dice] = total
    return believed


class Planner:
    """Computes the values of bids against opponents whose habits may change.

    `outcome` has the index of each world's outcome, and `others` is the number of opponents. The attribute `pays` lists
    the planning agent's payoffs: for a penalty of each player and, as the last entry, without a penalty.
    """

    def __init__(self, table: Ladders, outcome: Any, others: int) -> None:
        self.table, self.outcome, self.others = table, outcome, others
        count = len(table.rank)
        self.pays = np.array([-1.0, *[1 / others] * others, 0.0])
        self.first = np.array([int(np.flatnonzero(outcome == each)[0]) for each in range(count)])
        self.people: list[Person] = []
        self.bids, self.keeps = np.empty((others, count + 1, count, count)), np.empty((others, count, count, count))
        self.calls, self.told = np.empty((others, count + 1, count)), np.empty((count + 1, count, count))
        self.made: Floats | None = None

    def plan(self, people: Sequence[Person]) -> Floats:
        """The agent's expectations after bids are believed; `people` are the other players, in the order of play.

        The unit is the cost of a penalty. O(n 56^3) for n others, a few milliseconds; the last plan is reused if the
        arrays are the same.

        Returns
        -------
        array of shape (players, 56, 56)
            The planning agent's expectation after a player believes a bid. The axes are the player (0 is the agent),
            the bid, and the outcome under the cup.
        """
        table, known = self.table, self.people or [Person(*[np.empty(0)] * 3)] * self.others
        own = self.bids, self.keeps, self.calls
        for place, person in enumerate(people):
            for copied, each, before in zip(own, person, known[place], strict=True):
                if each is not before:
                    copied[place] = each
                    self.made = None
        if people[-1].bids is not known[-1].bids:
            joint = people[-1].bids * table.chance[:, None]
            self.told[:] = np.swapaxes(joint / np.maximum(joint.sum(axis=1, keepdims=True), 1e-12), 1, 2)
        self.people = list(people)
        if self.made is None:
            public = (table.reaches, table.rank, table.special, table.poker, table.chance)
            self.made = np.asarray(_look_ahead(*own, self.told, self.pays, *public, self.outcome, self.first))
        return self.made
