"""The throws that `SourceAgent` plans, as arrays over all worlds, the 216 rolls of three dice.

Sets of dice are integers, with a bit for each die. These sets, rolls, outcomes and ranks are explained in
`games.bluff_poker.outcomes`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.outcomes import ALL, ROLLS, SETS, SIZE, Ladder
from games.bluff_poker.outlook import Outlook, Whole, outlook, poker_chance, ranks, ranks_of
from games.knowing.queries import remembered

Forced = Literal["had", "bid"]


@dataclass(frozen=True)
class Settings:
    """The parameters of `SourceAgent`, with the ranks of the outcomes and the number of players still in the game.

    `by_rolls`: whether rolls, not outcomes, have equal weights; the negation of the agent's `no_multiplicities`.
    """

    ladder: Ladder
    players: int = 3
    k: Fraction = Fraction(1, 2)
    forced: Forced = "had"
    by_rolls: bool = True
    keeps_throwing: bool = False
    constant: Fraction | None = None

    def bluffing(self, above: Fraction) -> Fraction:
        """The probability of a bluff that is not forced. `above`: the degree of belief in an outcome above the dice."""
        return min(Fraction(1), self.k * 2 / self.players * above)


SUBSETS = tuple(tuple(some for some in SETS if some and some & taken == 0) for taken in SETS)
"""For each set of thrown dice, the nonempty sets of dice that were not thrown."""
WHOLE_ROLLS, WHOLE_OUTCOMES = 216, 326_592
"""The common denominators of the chances of throws: for equal weights of rolls, and of outcomes."""


@dataclass(frozen=True, eq=False)
class Plan:
    """The throws of an agent that must beat a rank."""

    beats: NDArray[np.bool_]  # array of shape (216,): whether the dice beat the rank
    # array of shape (8, 216), by set of dice s and world w: the total weight of the worlds that beat the rank and
    # differ from w only in the dice s
    chance: Whole
    # array of shape (8, 216), by set of dice t and world: the set of dice that the agent throws after throwing the
    # dice t; 0 for none
    choice: NDArray[np.intp]
    beating: Whole  # array of shape (216,): the chance to beat the rank with all throws, times `whole`
    whole: int  # the common denominator of these chances

    def expected(self, stopped: Whole, held: list[Outlook]) -> Whole:
        """The expected value of the plan, by the set of dice that the next player knows (rows) and by world.

        The cost is at most 19 averages of an 8 by 216 array over the classes of an `Outlook`.

        Parameters
        ----------
        stopped : array of shape (8, 216)
            The value after the last throw, by the same sets and worlds.
        held : list of Outlook
            For each set of dice, as bits, the beliefs of an observer who knows these dice.
        """
        values: dict[int, Whole] = {ALL: stopped}
        for thrown in sorted(SETS, key=SIZE.__getitem__, reverse=True)[1:]:
            value = stopped
            for some in SUBSETS[thrown]:
                now = self.choice[thrown] == some
                if now.any():
                    later = held[ALL - some].mean(values[thrown | some])
                    value = np.where(now, later[LEAVES[:, some]], value)
            values[thrown] = value
        return values[0]


@remembered(1_024)
def plan(ladder: Ladder, least: int, by_rolls: bool = True, keeps_throwing: bool = False) -> Plan:
    """The plan to beat the rank `least`: throw the one, two or three lowest dice, whichever beats it most often."""
    held = [outlook(known, ladder, by_rolls) for known in SETS]
    beats = ranks_of(ladder) > least
    chance = np.stack([held[ALL - some].sums(np.where(beats, 1.0, 0.0)) for some in SETS])
    share = chance / np.array([[held[ALL - some].total] for some in SETS])  # equal fractions are equal floats
    choice = np.stack([_choice(share, beats, thrown, keeps_throwing) for thrown in SETS])
    whole = WHOLE_ROLLS if by_rolls else WHOLE_OUTCOMES
    draft = Plan(beats, chance, choice, np.zeros(len(ROLLS)), whole)
    beating = draft.expected(np.tile(beats * float(whole), (len(SETS), 1)), held)[0]
    return Plan(beats, chance, choice, beating, whole)


def _choice(share: Whole, beats: NDArray[np.bool_], thrown: int, keeps_throwing: bool) -> NDArray[np.intp]:
    """For each world, the set of lowest dice whose throw has the best chance to beat the rank; 0 for no throw."""
    best = np.zeros(len(ROLLS), dtype=np.intp)
    top = np.full(len(ROLLS), -1.0 if keeps_throwing else 0.0)
    worlds = np.arange(len(ROLLS))
    for size in range(1, len(SUBSETS[thrown]).bit_length() + 1):
        lowest = LOWEST[thrown, size]
        now = share[lowest, worlds]
        better = now > top
        best, top = np.where(better, lowest, best), np.where(better, now, top)
    return best if keeps_throwing and not thrown else np.where(beats, 0, best)


def _lowest() -> NDArray[np.intp]:
    """Array in which entry [thrown, n, world] is the set of the n lowest dice that are not thrown."""
    lowest = np.zeros((len(SETS), 4, len(ROLLS)), dtype=np.intp)
    for thrown in SETS:
        for place, roll in enumerate(ROLLS):
            order = sorted((die for die in range(3) if not thrown >> die & 1), key=roll.__getitem__)
            for size in range(1, len(order) + 1):
                lowest[thrown, size, place] = sum(1 << die for die in order[:size])
    return lowest


LOWEST = _lowest()


def is_open(known: int, thrown: int) -> bool:
    """Whether the next player knows fewer dice after an open throw than after a closed one; dice are given as bits."""
    return SIZE[thrown] + SIZE[known & ALL - thrown] < SIZE[ALL - thrown]


def _leaves(known: int, thrown: int) -> int:
    """The dice that the next player knows after a throw, as bits; `known` are those from before the throw."""
    if not thrown:
        return known
    return thrown | known & ALL - thrown if is_open(known, thrown) else ALL - thrown


LEAVES = np.array([[_leaves(known, thrown) for thrown in SETS] for known in SETS])
"""The dice that the next player knows after a throw, by the dice known before (rows) and the dice thrown."""


@remembered(1_024)
def chances_to_get_away(settings: Settings, bid: int) -> Whole:
    """The chance to miss a bid and not be called, by the dice that the next player knows, and by world."""
    chosen, least = _plan(settings, bid), settings.ladder.rank[bid]
    trusted = np.stack([_trusted(settings, known, least) for known in SETS])
    held = [_outlook(settings, known) for known in SETS]
    return chosen.expected(np.where(chosen.beats, 0.0, trusted), held)


def _plan(settings: Settings, bid: int) -> Plan:
    return plan(settings.ladder, settings.ladder.rank[bid], settings.by_rolls, settings.keeps_throwing)


def _outlook(settings: Settings, known: int) -> Outlook:
    return outlook(known, settings.ladder, settings.by_rolls)


def _trusted(settings: Settings, known: int, least: int) -> Whole:
    """The chance in each world that the next player, who knows the dice `known`, believes a bluff above `least`."""
    ladder, held = settings.ladder, _outlook(settings, known)
    above = [place for place, each in enumerate(ladder.outcomes) if ladder.rank[each] > least]
    if not above:
        return np.zeros(len(ROLLS))
    of = [ladder.rank[ladder.outcomes[place]] for place in above]
    weight = _falling_weights(held.considered[:, above], of)
    weight[~weight.any(axis=1), 0] = 1  # the lowest bid above, if the next player considers none possible
    mean: Whole = (weight * _believed(settings, known, least, above)).sum(axis=1) / weight.sum(axis=1)
    return mean


def _believed(settings: Settings, known: int, least: int, bids: list[int]) -> Whole:
    """For each world and bid, the probability that a player who knows these dice believes the bid."""
    held, of = _outlook(settings, known), ranks(settings.ladder)[bids]
    below = np.where(of > 0, held.at_most[:, of - 1], 0.0) / held.total
    not_above = held.at_most[:, [least]] / held.total
    median = np.take_along_axis(held.at_most, held.median[:, None], axis=1) / held.total
    bluffing = np.minimum(1.0, float(settings.k) * (1 - median) * 2 / settings.players)
    forced = below if settings.forced == "bid" else not_above
    bluff = np.where((below == 0) | (below == 1), below, forced + (1 - forced) * bluffing)
    beats = _beats(settings)[bids]
    if_true = _share(_true_beats(settings)[known][:, bids], (1 - below) * held.total)
    before = np.where(ranks_of(settings.ladder) >= least, 1.0, 0.0)
    kept = held.sums(before)[:, None]
    if_false = np.where(kept > 0, _share(held.sums(beats * before).T, kept), held.mean(beats).T)
    return _believing(if_true * (1 - bluff) + if_false * bluff, bluff)


@remembered(256)
def _true_beats(settings: Settings) -> list[Whole]:
    """The chances to beat a true bid: for each set of known dice, an array by world and bid.

    Each entry is a sum over the worlds that a player who knows these dice cannot distinguish from the given world.
    """
    there = _beats(settings) * (ranks_of(settings.ladder) >= ranks(settings.ladder)[:, None])
    return [_outlook(settings, known).sums(there).T for known in SETS]


@remembered(256)
def _beats(settings: Settings) -> Whole:
    """For each bid (rows) and world, the chance to beat the bid by throws or, for a special bid, to reach it."""
    ladder, rows = settings.ladder, []
    for each in ladder.outcomes:
        chosen = _plan(settings, each)
        chance = Fraction(*poker_chance(ladder, ladder.rank[each])) if each in ladder.special else None
        rows.append(chosen.beating / chosen.whole if chance is None else np.full(len(ROLLS), float(chance)))
    return np.stack(rows)


def _falling_weights(there: NDArray[np.bool_], ranks: list[int]) -> Whole:
    """For each world and outcome, a weight that falls with the rank: the number of possible ranks not below it."""
    _, first, of = np.unique(ranks, return_index=True, return_inverse=True)
    by_rank = np.logical_or.reduceat(there, first, axis=1)
    places = by_rank[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.where(there, places[:, of], 0.0)


def _share(part: Whole, whole: Whole) -> Whole:
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1), 0.0)


def _believing(safe: Whole, bluff: Whole) -> Whole:
    """For each entry, the probability of believing, given the chances that believing and calling are safe."""
    believe, call = safe * (1 - bluff), bluff * (1 - safe)
    return np.where(safe == bluff, 0.5, _share(believe, believe + call))
