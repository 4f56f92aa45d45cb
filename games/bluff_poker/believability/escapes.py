"""The last term of rule 5: how often the source agent misses a bid, lies, and the next player believes her.

It is a sum over all that she holds possible, her throws, her bids and the answers, kept as floats.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.believability.classes import SETS, Whole
from games.bluff_poker.believability.throws import poker_chance
from games.bluff_poker.outcomes import ROLLS

if TYPE_CHECKING:
    from games.bluff_poker.believability.numbers import Numbers


class Escapes:
    """The chances to get away with a lower bid, for all worlds at once; each bid's are made when it is first believed.

    Parameters
    ----------
    hers : Numbers
        The numbers of all who play: she takes the next player to decide as she does.

    Notes
    -----
    About 10 milliseconds a bid.
    """

    def __init__(self, hers: Numbers) -> None:
        self.hers = hers
        self._found: dict[int, Whole] = {}

    def chance(self, bid: int) -> Whole:
        """By what the next player knows and by world: the chance to miss a bid by throws and not to be called."""
        if bid not in self._found:
            hers = self.hers
            chosen, least = hers.plan(bid), hers.habits.ladder.rank[bid]
            trusted = np.stack([self._trusted(known, least) for known in SETS])
            self._found[bid] = chosen.expected(np.where(chosen.beats, 0.0, trusted), hers.held)
        return self._found[bid]

    def _trusted(self, known: int, least: int) -> Whole:
        """By world: the chance that a next player who knows these dice believes a bluff that a rank has forced."""
        ladder, held = self.hers.habits.ladder, self.hers.held[known]
        above = [place for place, each in enumerate(ladder.outcomes) if ladder.rank[each] > least]
        if not above:
            return np.zeros(len(ROLLS))
        of = [ladder.rank[ladder.outcomes[place]] for place in above]
        weight = _falling_weights(held.outcomes[:, above], of)
        weight[~weight.any(axis=1), 0] = 1  # nothing that she holds possible is left: one step above the bid
        believed: Whole = self._believed(known, least)[:, above]
        mean: Whole = (weight * believed).sum(axis=1) / weight.sum(axis=1)
        return mean

    def _believed(self, known: int, least: int) -> Whole:
        """By world and place of a bid in the ladder: how often one who knows these dice believes it.

        Rule 5 without its last term: what she would do about a bluff of her own is not looked into.
        """
        held, of = self.hers.held[known], self._bid_ranks
        below = np.where(of > 0, held.at_most[:, of - 1], 0.0) / held.total
        not_above = held.at_most[:, [least]] / held.total
        median = np.take_along_axis(held.at_most, held.median[:, None], axis=1) / held.total
        bluffing = np.minimum(1.0, float(self.hers.habits.k) * (1 - median) * 2 / self.hers.habits.players)
        forced = below if self.hers.habits.forced == "bid" else not_above
        bluff = np.where((below == 0) | (below == 1), below, forced + (1 - forced) * bluffing)
        if_true = _share(self._true_beats[known], (1 - below) * held.total)
        before = np.where(self.hers.ranks >= least, 1.0, 0.0)
        kept = held.sums(before)[:, None]
        if_false = np.where(kept > 0, _share(held.sums(self._beats * before).T, kept), held.mean(self._beats).T)
        return _believing(if_true * (1 - bluff) + if_false * bluff, bluff)

    @cached_property
    def _bid_ranks(self) -> NDArray[np.intp]:
        ladder = self.hers.habits.ladder
        return np.array([ladder.rank[each] for each in ladder.outcomes])

    @cached_property
    def _true_beats(self) -> list[Whole]:
        """By the dice that one knows: by world and bid, the sum of the chances to beat it where it is true."""
        there = self._beats * (self.hers.ranks >= self._bid_ranks[:, None])
        return [held.sums(there).T for held in self.hers.held]

    @cached_property
    def _beats(self) -> Whole:
        """By bid and world: the chance to beat the bid, or to match a poker."""
        ladder = self.hers.habits.ladder
        rows = []
        for each in ladder.outcomes:
            chosen = self.hers.plan(each)
            chance = Fraction(*poker_chance(ladder, ladder.rank[each])) if each in ladder.special else None
            rows.append(chosen.beating / chosen.whole if chance is None else np.full(len(ROLLS), float(chance)))
        return np.stack(rows)


def _falling_weights(there: NDArray[np.bool_], ranks: list[int]) -> Whole:
    """As `_falling`, by row: the outcomes that are there, in ladder order, and their ranks."""
    _, of = np.unique(ranks, return_inverse=True)
    by_rank = there @ (of[:, None] == np.arange(of.max() + 1)) > 0
    places = by_rank[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.where(there, places[:, of], 0.0)


def _share(part: Whole, whole: Whole) -> Whole:
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1), 0.0)


def _believing(safe: Whole, bluff: Whole) -> Whole:
    """As `believing`, for arrays."""
    believe, call = safe * (1 - bluff), bluff * (1 - safe)
    return np.where(safe == bluff, 0.5, _share(believe, believe + call))
