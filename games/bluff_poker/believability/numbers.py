"""The numbers of the source agent's bids and answers: rules 3, 4 and 5, from the classes of those who know some dice.

Shares and chances of throws are exact; the last term of rule 5 is not (see `escapes`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.believability.classes import OUTCOME, SETS, Classes, Whole, classes, ranks_of
from games.bluff_poker.believability.escapes import Escapes
from games.bluff_poker.believability.throws import Plan, plan, poker_chance
from games.bluff_poker.outcomes import Ladder

Forced = Literal["had", "bid"]
HALF = Fraction(1, 2)


class Habits(NamedTuple):
    """What decides all numbers, besides the table.

    Attributes
    ----------
    ladder : Ladder
        How outcomes are ranked.
    players : int
        How many are in.
    k : Fraction
        The constant that keeps bluffing in check.
    forced : {'had', 'bid'}
        Whether a bluff is forced by dice not above the bid that had to be beaten, or by dice below the bid itself.
    by_rolls : bool
        Whether each roll counts the same, or each outcome.
    keeps_throwing : bool
        See `plan`.
    constant : Fraction, optional
        A number in the place of the chance to get away with a lower bid; None: it is computed.
    """

    ladder: Ladder
    players: int = 3
    k: Fraction = HALF
    forced: Forced = "had"
    by_rolls: bool = True
    keeps_throwing: bool = False
    constant: Fraction | None = None


class Answer(NamedTuple):
    """Rule 5, in numbers.

    Attributes
    ----------
    total, below, not_above : int
        What she holds possible: its weight, that of the rolls below the bid, and of those not above the bid before.
    forced, bluffing, bluff : Fraction
        F, V and P(bluff), which is P(safe | call).
    if_true, if_false : Fraction
        The chances that she beats the bid if it is true, and if only the one before was.
    away : float
        The chance that she bids lower and gets away with it.
    safe : float
        P(safe | believe).
    believe : float
        The probability with which she believes.
    """

    total: int
    below: int
    not_above: int
    forced: Fraction
    bluffing: Fraction
    bluff: Fraction
    if_true: Fraction
    if_false: Fraction
    away: float
    safe: float
    believe: float


class Bidding(NamedTuple):
    """Rules 3 and 4, in numbers.

    Attributes
    ----------
    forced : bool
        Whether the dice do not beat the bid.
    total, above : int
        What the next player holds possible: its weight, and that of the rolls above these dice.
    bluffing : Fraction
        The probability of a bluff.
    bluffs, truths : dict
        Outcome -> weight, for either.
    """

    forced: bool
    total: int
    above: int
    bluffing: Fraction
    bluffs: dict[int, int]
    truths: dict[int, int]

    def weights(self) -> tuple[dict[int, int], int]:
        """Outcome -> the probability of its bid, as a whole number of parts; and how many parts there are."""
        lies, part = self.bluffing.as_integer_ratio()
        bluffs, truths = sum(self.bluffs.values()), sum(self.truths.values()) or 1
        found = {each: lies * truths * weight for each, weight in self.bluffs.items() if lies}
        if lies < part:
            for each, weight in self.truths.items():
                found[each] = found.get(each, 0) + (part - lies) * bluffs * weight
        return found, part * bluffs * truths

    def probabilities(self) -> dict[int, Fraction]:
        """Outcome -> the probability of its bid."""
        found, parts = self.weights()
        return {each: Fraction(weight, parts) for each, weight in found.items()}


def believing(safe: float, bluff: float) -> float:
    """How often to believe where believing is safe with one chance and calling with the other.

    Equal chances: half of the time; a chance of 0 or 1 leaves no doubt.
    """
    if safe == bluff:
        return 0.5
    believe, call = safe * (1 - bluff), bluff * (1 - safe)
    return believe / (believe + call)


@dataclass(frozen=True, eq=False)
class Numbers:
    """The numbers for some habits; made once a process, by `numbers`."""

    habits: Habits

    @cached_property
    def held(self) -> list[Classes]:
        """By the dice that one knows."""
        return [classes(known, self.habits.ladder, self.habits.by_rolls) for known in SETS]

    @cached_property
    def ranks(self) -> NDArray[np.intp]:
        """By world."""
        return ranks_of(self.habits.ladder)

    def plan(self, bid: int) -> Plan:
        """How to beat a bid."""
        habits = self.habits
        return plan(habits.ladder, habits.ladder.rank[bid], habits.by_rolls, habits.keeps_throwing)

    def at_most(self, known: int, place: int, rank: int) -> int:
        """The weight of what one who knows these dice holds possible at a world and is of this rank or lower."""
        return int(self.held[known].at_most[place, rank]) if rank >= 0 else 0

    def _bluffing(self, above: int, total: int) -> Fraction:
        return min(Fraction(1), self.habits.k * above * 2 / (total * self.habits.players))

    def bidding(self, place: int, listener: int, bid: int | None) -> Bidding:
        """Rules 3 and 4 at a world, where the next player knows some dice (as bits), above a bid."""
        ladder, held = self.habits.ladder, self.held[listener]
        rank, least = int(self.ranks[place]), -1 if bid is None else ladder.rank[bid]
        above = held.total - self.at_most(listener, place, rank)
        heard = [each for each, there in zip(ladder.outcomes, held.outcomes[place], strict=True) if there]
        bluffs = _falling(ladder, [each for each in heard if ladder.rank[each] > max(rank, least)])
        truths = _rising(ladder, [each for each in heard if least < ladder.rank[each] <= rank])
        exact = {OUTCOME[place]: 1} if rank > least else {}
        bluffs = bluffs or exact or dict.fromkeys(ladder.above(bid)[:1], 1)
        forced = rank <= least
        return Bidding(
            forced, held.total, above, Fraction(1) if forced else self._bluffing(above, held.total), bluffs, truths
        )

    def answer(self, known: int, place: int, listener: int, bid: int, beaten: int | None) -> Answer:
        """Rule 5 for one who knows some dice, at any world of her class; the player after her knows others."""
        habits, held = self.habits, self.held[known]
        rank, least = habits.ladder.rank[bid], -1 if beaten is None else habits.ladder.rank[beaten]
        total, below = held.total, self.at_most(known, place, rank - 1)
        not_above = self.at_most(known, place, least)
        forced = Fraction(below if habits.forced == "bid" else not_above, total)
        bluffing = self._bluffing(total - self.at_most(known, place, int(held.median[place])), total)
        bluff = Fraction(below, total) if below in (0, total) else forced + (1 - forced) * bluffing
        true, before = held.weight[place] * (self.ranks >= rank), held.weight[place] * (self.ranks >= least)
        before = before if before.any() else held.weight[place]
        if_true, if_false = self._beating(bid, true), self._beating(bid, before)
        away = self._away(bid, listener, true, before, float(bluff))
        beat = if_true * (1 - bluff) + if_false * bluff
        safe = min(1.0, float(beat) + away)
        believe = believing(safe, float(bluff))
        return Answer(total, below, not_above, forced, bluffing, bluff, if_true, if_false, away, safe, believe)

    def _beating(self, bid: int, worlds: Whole) -> Fraction:
        """The chance to beat a bid by throws, or to match a poker, from these worlds by weight."""
        ladder = self.habits.ladder
        if bid in ladder.special:
            return Fraction(*poker_chance(ladder, ladder.rank[bid]))
        chosen = self.plan(bid)
        weight = int(worlds.sum())
        return Fraction(int(worlds @ chosen.beating), weight * chosen.whole) if weight else Fraction(0)

    def _away(self, bid: int, listener: int, true: Whole, before: Whole, bluff: float) -> float:
        """The last term of rule 5: to bid lower than the dice that she makes, and not to be called."""
        if bid in self.habits.ladder.special:
            return 0.0
        if self.habits.constant is not None:
            return float(self.habits.constant)
        unseen = self.escapes.chance(bid)[listener]
        parts = [(1 - bluff, true), (bluff, before)]
        return float(sum(part * (worlds @ unseen) / worlds.sum() for part, worlds in parts if part and worlds.any()))

    @cached_property
    def escapes(self) -> Escapes:
        """The chances to bid lower than the dice that one makes, and not to be called."""
        return Escapes(self)


@lru_cache(maxsize=64)
def numbers(habits: Habits) -> Numbers:
    """The numbers for these habits, kept for the whole process."""
    return Numbers(habits)


def _falling(ladder: Ladder, outcomes: list[int]) -> dict[int, int]:
    """Weight 1 for the highest, 2 for the second highest, and so on; equal outcomes weigh the same."""
    order = sorted({ladder.rank[each] for each in outcomes}, reverse=True)
    return {each: order.index(ladder.rank[each]) + 1 for each in outcomes}


def _rising(ladder: Ladder, outcomes: list[int]) -> dict[int, int]:
    """Weight 1 for the lowest, 2 for the second lowest, and so on; equal outcomes weigh the same."""
    order = sorted({ladder.rank[each] for each in outcomes})
    return {each: order.index(ladder.rank[each]) + 1 for each in outcomes}
