"""Computes the stored arrays for the bidders of Spades, in a few seconds: ``python -m studies.spades.stored``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from games.spades.bidding import compiled_bis, winning
from games.spades.bidding.hand_value import regular_takes, side_chance, spade_chance
from games.spades.bidding.situation import CARDS, JACK, QUEEN, Hand
from games.spades.compiled_rules import gain_of
from studies.spades.self_play import self_play

HOLDINGS = 1 << CARDS
OPPONENTS = 3  # the number of cases: none, one or two opponents may cut
SHORT = 64  # numbers of voids, singletons and doubletons as two bits each
LOW = (1 << QUEEN) - 1  # the ranks below the queen


def counted() -> tuple[Any, ...]:
    """Compute the values of 8,192 sets of cards in one suit and of 3,200 classes of spade holdings; takes 2 seconds."""
    side = np.zeros((OPPONENTS, HOLDINGS))
    spades = np.zeros((OPPONENTS, 16, CARDS + 1, SHORT))
    for opponents in range(OPPONENTS):
        takes = {  # of the low cards, only the number matters
            (high, low): float(regular_takes(Hand((0, 0, high << QUEEN | (1 << low) - 1, 0)), opponents).side)
            for high, low in product(range(8), range(CARDS - 2))
        }
        side[opponents] = [takes[holding >> QUEEN, (holding & LOW).bit_count()] for holding in range(HOLDINGS)]
        for high, low, short in np.ndindex(16, CARDS - 3, SHORT):
            spades[opponents, high, low, short] = _spade_takes(high, low, short, opponents)
    side_nil, spade_nil, covered_nil = (
        np.array([float(chance) for chance in map(each, range(HOLDINGS))])
        for each in (side_chance, spade_chance, partial(spade_chance, is_covered=True))
    )
    return side, spades, side_nil, spade_nil, covered_nil


def _spade_takes(high: int, low: int, short: int, opponents: int) -> float:
    """The takes by spades, given the high cards, the number of low cards, and the short side suits."""
    lengths = [length for length in range(3) for _ in range(short >> 2 * length & 3)]
    if len(lengths) > 3:
        return 0.0
    suits = [(1 << length) - 1 for length in [*lengths, *[3] * (3 - len(lengths))]]
    holding = high << JACK | (1 << low) - 1
    return float(regular_takes(Hand((suits[0], suits[1], suits[2], holding)), opponents).spades)


ROUNDS, SEED = 20_000, 16  # Rounds of self-play
USED = 200  # the size of the sample of these rounds, evenly spaced after sorting by the sides' difference of points


def gains() -> Any:
    """The points and bags of each side in a sample of rounds of self-play: an int array of shape (rounds, 4)."""
    rounds = self_play(ROUNDS, SEED, compiled_bis.tables())
    pairs = zip(rounds.bids, rounds.took, strict=True)
    sides = [(bids, took, number & 1) for number, (bids, took) in enumerate(pairs)]
    rows = np.array([(*_gain(*each), *_gain(*each[:2], 1 - each[2])) for each in sides], np.int64)
    order = np.argsort(rows[:, 0] - rows[:, 2], kind="stable")
    return rows[order[ROUNDS // USED // 2 :: ROUNDS // USED]]


def _gain(bids: Any, took: Any, side: int) -> tuple[int, int]:
    return gain_of(bids, took, 0, side, 2, winning.NIL)  # type: ignore[no-any-return]


def _write(file: Path, arrays: Mapping[str, Any]) -> None:
    np.savez_compressed(file, sha256=compiled_bis.hash_of(arrays.values()), **arrays)


def main() -> None:
    """Compute the arrays and write their files."""
    _write(compiled_bis.FILE, dict(zip(compiled_bis.HOLDINGS_OF, counted(), strict=True)))
    arrays, rounds = {}, gains()
    for goal, floor in winning.USUAL:
        chances = winning.solved(goal, floor, rounds).chances
        arrays[winning.name_of((goal, floor))] = chances[np.tril_indices(goal - floor, -1)].astype(np.float32)
    _write(winning.FILE, arrays | {"gains": rounds})


if __name__ == "__main__":
    main()
