"""Spades: the bids of BIS in self-play, the success of nil, points by the sum of bids, and the ace of spades.

Parts: ``python -m benchmarks spades_bidding:rounds``, or ``:nil``, ``:sums``, ``:ace``, ``:curves``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from benchmarks.measure import best, table
from games.spades.bidding.compiled_bis import bid_tables
from games.spades.bidding.hand_value import shipped
from games.spades.tricks import contract_points, nil_points
from studies.spades.learning import calibration, chances, nils_of
from studies.spades.self_play import Rounds, self_play

ROUNDS, SEED, NIL = 400_000, 7, 100
SEQUENCES = ((1, 3), (3, 3), (8, 3))
"""Earlier bids for which the source plots the third bidder's success curve in figure 3."""


@lru_cache
def _played() -> tuple[float, Rounds]:
    """Processor seconds, and rounds of four BIS bidders at a score of 0 to 0."""
    tables = bid_tables(shipped())
    self_play(10, 1, tables)
    return best(lambda: self_play(ROUNDS, SEED, tables), runs=1)


def _points(found: Rounds) -> Any:
    """The points of both sides in each round."""
    nils = np.vectorize(nil_points)(found.took, False, NIL) * (found.bids == 0)
    bids, took, gained = (each[:, :2] + each[:, 2:] for each in (found.bids, found.took, nils))
    return np.vectorize(contract_points)(bids, took) + gained


def rounds() -> None:
    """Print rounds per second, bids, nils and contracts."""
    seconds, found = _played()
    nil = found.bids == 0
    plain = ~nil.any(axis=1)
    sides = found.bids[:, ::2].sum(axis=1), found.took[:, ::2].sum(axis=1)
    rows = [
        ("rounds a second and core", ROUNDS / seconds, ""),
        ("sum of four bids", found.bids.sum(axis=1).mean(), "10.55"),
        ("nil, of a player's bids, %", 100 * nil.mean(), "13.6"),
        ("nil succeeds, %", 100 * (found.took == 0)[nil].mean(), "68.8"),
        ("rounds with nil, %", 100 * (~plain).mean(), ""),
        ("contract made, without nil in the round, %", 100 * (sides[1] >= sides[0])[plain].mean(), ""),
        ("points of a side a round", _points(found).mean(), ""),
        ("points of a side whose player bids nil", _points(found)[nil[:, ::2].any(axis=1), 0].mean(), ""),
        ("points of a side without nil", _points(found)[~nil[:, ::2].any(axis=1), 0].mean(), ""),
    ]
    assert found.took.sum() == 13 * ROUNDS
    table("Spades: BIS in self-play", ("", "ours", "source"), rows)


def nil() -> None:
    """Print the success of nil by the number of earlier bids."""
    _, found = _played()
    rows = []
    for place in range(4):
        here = found.bids[:, place] == 0
        rows.append(
            (place, 100 * here.mean(), 100 * (found.took[here, place] == 0).mean(), found.nil[here, place].mean())
        )
    table("Spades: nil by the number of bids before", ("bids before", "nil %", "succeeds %", "mean nil value"), rows)


def foreseen() -> None:
    """Print how often BIS's nil bids succeed, by the probability that the success curve predicts."""
    _, found = _played()
    nils = nils_of(found, *np.nonzero(found.bids == 0))
    rows = [
        (f"{each.predicted:.3f}", f"{each.observed:.3f}", f"{each.nils:,}")
        for each in calibration(chances(shipped(), nils), nils)
    ]
    table("Spades: nils of BIS by predicted chance", ("predicted", "succeeded", "nil bids"), rows)


def sums() -> None:
    """Print the points of a side by the sum of the four bids, in rounds without nil: figure 4 of the source."""
    _, found = _played()
    plain = (found.bids > 0).all(axis=1)
    total, points = found.bids.sum(axis=1), _points(found)
    rows = [
        (each, int((here := plain & (total == each)).sum()), points[here].mean())
        for each in range(6, 17)
        if (plain & (total == each)).sum() >= 200
    ]
    table("Spades: points of a side by the sum of bids, no nil", ("sum", "rounds", "points"), rows)


def ace() -> None:
    """Print how often the fourth player has the ace of spades, by the sum of earlier bids: figure 7 of the source."""
    _, found = _played()
    before = found.bids[:, :3].sum(axis=1)
    rows = [
        (each, int((before == each).sum()), 100 * found.ace[before == each, 3].mean())
        for each in range(3, 15)
        if (before == each).sum() >= 200
    ]
    table("Spades: the fourth player has the ace of spades", ("sum of three bids", "rounds", "%"), rows)


def curves() -> None:
    """Print the success curves of figure 3, in percent."""
    values = (0.2, 0.4, 0.6, 0.8, 1.0)
    rows = [
        (", ".join(map(str, before)), *(100 * shipped().curve(before).chance(value) for value in values))
        for before in SEQUENCES
    ]
    table("Spades: chance of nil by the nil value, %", ("bids before", *map(str, values)), rows)


def main() -> None:
    """Run all parts and print their tables."""
    for part in PARTS.values():
        part()


PARTS = {"rounds": rounds, "nil": nil, "foreseen": foreseen, "sums": sums, "ace": ace, "curves": curves}
