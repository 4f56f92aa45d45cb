"""The last term of rule 5: how often the source's agent misses a bid, lies, and the next player believes it.

It is a sum over all that the agent considers possible, their throws, their bids and the answers, as floats. The agent
takes the next player to decide as they do.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.agents.believability.settings import Settings
from games.bluff_poker.agents.believability.throws import Plan, plan
from games.bluff_poker.dice import SETS
from games.bluff_poker.outcomes import ROLLS, Ladder
from games.bluff_poker.outlook import Outlook, Whole, outlook, ranks_of
from games.bluff_poker.poker_throws import poker_chance
from games.knowing.queries import remembered


@remembered(1_024)
def chances_to_get_away(settings: Settings, bid: int) -> Whole:
    """By what the next player knows and by world: the chance to miss a bid by throws and not to be called.

    Notes
    -----
    About 10 milliseconds a bid.
    """
    chosen, least = _plan(settings, bid), settings.ladder.rank[bid]
    trusted = np.stack([_trusted(settings, known, least) for known in SETS])
    held = [_outlook(settings, known) for known in SETS]
    return chosen.expected(np.where(chosen.beats, 0.0, trusted), held)


def _plan(settings: Settings, bid: int) -> Plan:
    return plan(settings.ladder, settings.ladder.rank[bid], settings.by_rolls, settings.keeps_throwing)


def _outlook(settings: Settings, known: int) -> Outlook:
    return outlook(known, settings.ladder, settings.by_rolls)


def _trusted(settings: Settings, known: int, least: int) -> Whole:
    """By world: the chance that a next player who knows these dice believes a bluff that a rank has forced."""
    ladder, held = settings.ladder, _outlook(settings, known)
    above = [place for place, each in enumerate(ladder.outcomes) if ladder.rank[each] > least]
    if not above:
        return np.zeros(len(ROLLS))
    of = [ladder.rank[ladder.outcomes[place]] for place in above]
    weight = _falling_weights(held.considered[:, above], of)
    weight[~weight.any(axis=1), 0] = 1  # nothing that they consider possible is left: one step above the bid
    mean: Whole = (weight * _believed(settings, known, least, above)).sum(axis=1) / weight.sum(axis=1)
    return mean


def _believed(settings: Settings, known: int, least: int, bids: list[int]) -> Whole:
    """By world and bid, given by its place in the ladder: how often a player who knows these dice believes it.

    Rule 5 without its last term: what that player would do about a bluff of their own is not looked into.
    """
    held, of, ranks = _outlook(settings, known), _bid_ranks(settings.ladder)[bids], ranks_of(settings.ladder)
    below = np.where(of > 0, held.at_most[:, of - 1], 0.0) / held.total
    not_above = held.at_most[:, [least]] / held.total
    median = np.take_along_axis(held.at_most, held.median[:, None], axis=1) / held.total
    bluffing = np.minimum(1.0, float(settings.k) * (1 - median) * 2 / settings.players)
    forced = below if settings.forced == "bid" else not_above
    bluff = np.where((below == 0) | (below == 1), below, forced + (1 - forced) * bluffing)
    beats = _beats(settings)[bids]
    if_true = _share(_true_beats(settings)[known][:, bids], (1 - below) * held.total)
    before = np.where(ranks >= least, 1.0, 0.0)
    kept = held.sums(before)[:, None]
    if_false = np.where(kept > 0, _share(held.sums(beats * before).T, kept), held.mean(beats).T)
    return _believing(if_true * (1 - bluff) + if_false * bluff, bluff)


def _bid_ranks(ladder: Ladder) -> NDArray[np.intp]:
    return np.array([ladder.rank[each] for each in ladder.outcomes])


@remembered(256)
def _true_beats(settings: Settings) -> list[Whole]:
    """By the dice that a player knows: by world and bid, the sum of the chances to beat the bid, if it is true."""
    there = _beats(settings) * (ranks_of(settings.ladder) >= _bid_ranks(settings.ladder)[:, None])
    return [_outlook(settings, known).sums(there).T for known in SETS]


@remembered(256)
def _beats(settings: Settings) -> Whole:
    """By bid and world: the chance to beat the bid, or to match a poker."""
    ladder, rows = settings.ladder, []
    for each in ladder.outcomes:
        chosen = _plan(settings, each)
        chance = Fraction(*poker_chance(ladder, ladder.rank[each])) if each in ladder.special else None
        rows.append(chosen.beating / chosen.whole if chance is None else np.full(len(ROLLS), float(chance)))
    return np.stack(rows)


def _falling_weights(there: NDArray[np.bool_], ranks: list[int]) -> Whole:
    """As `_falling`, by row: the outcomes that are there, in ladder order, and their ranks."""
    _, first, of = np.unique(ranks, return_index=True, return_inverse=True)
    by_rank = np.logical_or.reduceat(there, first, axis=1)
    places = by_rank[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.where(there, places[:, of], 0.0)


def _share(part: Whole, whole: Whole) -> Whole:
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1), 0.0)


def _believing(safe: Whole, bluff: Whole) -> Whole:
    """As `believing`, for arrays."""
    believe, call = safe * (1 - bluff), bluff * (1 - safe)
    return np.where(safe == bluff, 0.5, _share(believe, believe + call))
