"""What a bid is worth against players of known habits: expectation through the rest of the round, from the highest bid.

Bids only rise, so that all that can follow a bid is known before the bid is looked at. A position is the standing bid
and the outcome under the cup: what the others do does not depend on dice that they do not see. Only she who plans
decides by what she holds possible, which in the plan is what the bid tells of the dice, given its bidder's habits.

Everything is told to Numba as arrays; loading this file loads it (some 0.4 s).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.bluff_poker.duel import Floats
from games.bluff_poker.rethrow import Ladders
from kripke.sameness.loops import compiled


class Others(NamedTuple):
    """The other players in the order in which they get the cup, as mixtures of habits; see `habits.Tables`."""

    bids: Floats  # player x standing bid x outcome x bid
    keeps: Floats  # player x bid believed x outcome found x outcome made
    calls: Floats  # player x bid before x bid


class Plan(NamedTuple):
    """What can be expected of a round, in the unit of what a penalty costs.

    Attributes
    ----------
    believed : array of shape (players, 56, 56)
        By who believes (0: she who plans), the bid and the outcome under the cup.
    offered : array of shape (57, 56, 56)
        By the bid before, her bid and the outcome: what her bid is worth.
    """

    believed: Floats
    offered: Floats


@compiled
def _throw(values: Any, outcome: Any) -> Any:
    """World -> the most that can be expected by throwing each die at most once, where dice are worth values at last.

    By the dice thrown already: row t of the result, as bits.
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
    """What it is worth that one answers a bid, who is no planner."""
    call = calls[seat - 1, standing, bid]
    loser = seat if reaches[dice, bid] else before
    return call * pays[loser] + (1 - call) * believed[seat, bid, dice]


@compiled
def _blind(calls: Any, believed: Any, pays: Any, reaches: Any, rank: Any, chance: Any, bid: int) -> Any:
    """The best bid on dice that nobody has told of, and what it is worth; the lowest number where there is none."""
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
def _look_ahead(
    bids: Any, keeps: Any, calls: Any, told: Any, pays: Any, reaches: Any, rank: Any, special: Any, poker: Any,
    chance: Any, outcome: Any, first: Any,
) -> Any:  # fmt: skip
    """`plan` on arrays."""
    players, count = len(pays) - 1, len(rank)
    believed = np.zeros((players, count, count))
    offered = np.zeros((count + 1, count, count))
    values, made = np.empty(count), np.empty(count)
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
                continue
            after = (seat + 1) % players
            if seat == 0:
                for dice in range(count):
                    best = -1e9
                    for higher in range(bid + 1, count):
                        if rank[higher] > rank[bid]:
                            best = max(best, _offer(calls, believed, pays, reaches, bid + 1, higher, dice, 1, 0))
                    values[dice] = best
                worth_of = _throw(values, outcome)
                for dice in range(count):
                    believed[0, bid, dice] = worth_of[0, first[dice]]
                continue
            made[:] = 0.0
            for higher in range(bid + 1, count):
                if rank[higher] <= rank[bid]:
                    continue
                calling = True
                if after == 0:
                    call, keep = 0.0, 0.0
                    for dice in range(count):
                        share = told[bid + 1, higher, dice]
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
                    made[dice] += share * worth
            for dice in range(count):
                total = 0.0
                for other in range(count):
                    total += keeps[seat - 1, bid, dice, other] * made[other]
                believed[seat, bid, dice] = total
    for standing in range(count + 1):
        for bid in range(count):
            if standing and rank[bid] <= rank[standing - 1]:
                continue
            for dice in range(count):
                offered[standing, bid, dice] = _offer(calls, believed, pays, reaches, standing, bid, dice, 1, 0)
    return believed, offered


def plan(table: Ladders, outcome: Any, others: Others, pays: Floats) -> Plan:
    """What can be expected of every bid.

    Parameters
    ----------
    table : Ladders
    outcome : array of shape (216,)
        By world the place of its outcome in the ladder.
    others : Others
        Who they are, from the one who gets the cup after her.
    pays : array
        What it is worth that a player is penalised, from her who plans, and last that nobody is.

    Notes
    -----
    O(n 56^3) for n players: some milliseconds.
    """
    joint = others.bids[-1] * table.chance[None, :, None]
    told = np.swapaxes(joint / np.maximum(joint.sum(axis=1, keepdims=True), 1e-12), 1, 2)
    first = np.array([int(np.flatnonzero(outcome == each)[0]) for each in range(len(table.rank))])
    given = (others.bids, others.keeps, others.calls, np.ascontiguousarray(told), pays, table.reaches, table.rank)
    return Plan(*_look_ahead(*given, table.special, table.poker, table.chance, outcome, first))


def throws(values: Floats, outcome: Any) -> Floats:
    """By the dice thrown already (as bits) and by world: what can be expected where outcomes are worth values."""
    return np.asarray(_throw(values, outcome))
