"""The quantities by which `SourceAgent` decides its throws, bids and answers to bids.

Proportions and chances of throws are exact. The chance to miss the bid and then not to be called is a float, as are the
numbers computed from it. Rolls, outcomes and ranks are explained in `games.bluff_poker.outcomes`.
"""

from bisect import bisect
from fractions import Fraction
from itertools import compress
from typing import NamedTuple

from games.bluff_poker.actions import DICE, Throw
from games.bluff_poker.agents.believability.plans import Settings, chances_to_get_away, plan
from games.bluff_poker.agents.believability.viewpoint import Viewpoint, part_of
from games.bluff_poker.outcomes import outcome
from games.bluff_poker.outlook import poker_chance


class Throwing(NamedTuple):
    """The quantities that decide a throw."""

    throw: Throw
    beats: Fraction  # the chance that the throw beats the bid
    # the number of rolls (or outcomes, see `Viewpoint.total`) that the agent considers possible while the dice are in
    # the air
    total: int
    known: int  # the number of dice that the next player will know


def throwing(settings: Settings, view: Viewpoint, thrown: frozenset[int]) -> Throwing | None:
    """The quantities of the next throw of an agent who knows all dice; None if the agent stops throwing."""
    goes_on = settings.keeps_throwing and not thrown
    if view.knows_that_dice_beat_bid() and not goes_on:
        return None
    left = sorted((die for die in DICE if die not in thrown), key=lambda die: view.dice[die - 1])
    best, top, total = None, Fraction(-1 if settings.keeps_throwing else 0), 0
    for size in range(1, len(left) + 1):
        dice = tuple(sorted(left[:size]))
        beats, rolls = view.improves(dice)
        if beats > top:
            best, top, total = dice, beats, rolls
    if best is None:
        return None
    throw, known = way(view, best)
    return Throwing(throw, top, total, known)


def way(view: Viewpoint, dice: tuple[int, ...]) -> tuple[Throw, int]:
    """The open or the closed throw of these dice, and the number of dice that the next player then knows.

    It is the throw after which the next player knows fewer dice; on a tie, the closed one.
    """
    closed, in_the_open = Throw(dice, is_open=False), Throw(dice, is_open=True, hiding=len(dice) < len(DICE))
    ways = {throw: view.known_after(throw) for throw in (closed, in_the_open)}
    throw = min(ways, key=ways.__getitem__)
    return throw, ways[throw]


class Bidding(NamedTuple):
    """The quantities that decide a bid."""

    forced: bool  # whether the dice do not beat the bid
    total: int  # the number of rolls (or outcomes, see `Viewpoint.total`) that the next player considers possible
    above: int  # the number of these that are above the dice
    bluffing: Fraction  # the probability of a bluff
    bluffs: dict[int, int]  # the weight of each bid, given that the agent bluffs
    truths: dict[int, int]  # the weight of each bid, given that the agent makes a true bid

    def weights(self) -> tuple[dict[int, int], int]:
        """The probabilities of the bids: a numerator for each outcome, and the common denominator."""
        lies, part = self.bluffing.as_integer_ratio()
        bluffs, truths = sum(self.bluffs.values()), sum(self.truths.values()) or 1
        one = lies * truths
        weights = {each: one * weight for each, weight in self.bluffs.items()} if lies else {}
        if lies < part:
            one = (part - lies) * bluffs
            for each, weight in self.truths.items():
                weights[each] = weights.get(each, 0) + one * weight
        return weights, part * bluffs * truths


def bidding(settings: Settings, view: Viewpoint) -> Bidding:
    """The quantities that decide a bid by an agent who knows all dice."""
    ladder, roll = view.ladder, outcome(view.dice)
    rank, least = ladder.rank[roll], -1 if view.bid is None else ladder.rank[view.bid]
    total, share = view.total(view.listener), view.above(view.listener, rank)
    heard = list(compress(ladder.outcomes, view.considers(view.listener).tolist()))
    ranks = [ladder.rank[each] for each in heard]  # ascending
    low, high = bisect(ranks, least), bisect(ranks, max(rank, least))
    truths, bluffs = _weights(heard[low:high], ranks[low:high]), _weights(heard[high:], ranks[high:], -1)
    forced = rank <= least
    bluffs = bluffs or ({} if forced else {roll: 1}) or dict.fromkeys(ladder.above(view.bid)[:1], 1)
    bluffing = Fraction(1) if forced else settings.bluffing(share)
    return Bidding(forced, total, part_of(total, share), bluffing, bluffs, truths)


def _weights(outcomes: list[int], ranks: list[int], step: int = 1) -> dict[int, int]:
    """The weight of each outcome: 1, 2, ... from the lowest rank up, or from the highest down if `step` is -1."""
    weights = {rank: number for number, rank in enumerate(list(dict.fromkeys(ranks))[::step], 1)}
    return dict(zip(outcomes, map(weights.__getitem__, ranks), strict=True))


class Answer(NamedTuple):
    """The quantities that decide whether the agent believes the standing bid or calls it."""

    total: int  # the number of rolls (or outcomes, see `Viewpoint.total`) that the agent considers possible
    below: int  # the number of these that are below the bid
    not_above: int  # the number of these that are not above the bid before it
    forced: Fraction  # the probability that the bidder was forced to bluff
    bluffing: Fraction  # the probability of a bluff by a bidder who was not forced
    bluff: Fraction  # the probability that the bid is a bluff, which is also the chance that a call is safe
    if_true: Fraction  # the chance that the agent's throws beat the bid, given that the bid is true
    if_false: Fraction  # the chance that they beat the bid, given only that the bid before it was true
    away: float  # the chance that the agent misses the bid with its throws and is then not called
    safe: float  # the chance that believing is safe
    believe: float  # the probability that the agent believes the bid


def believing(safe: float, bluff: float) -> float:
    """The probability of believing, given the chances that believing and calling are safe; 1/2 if these are equal."""
    if safe == bluff:
        return 0.5
    believe, call = safe * (1 - bluff), bluff * (1 - safe)
    return believe / (believe + call)


def answer(settings: Settings, view: Viewpoint, beaten: int | None, listener: int) -> Answer:
    """The quantities that decide the answer to the standing bid.

    `beaten`: the bid before the standing bid; None if there is none.
    `listener`: the set of dice that the next player knows, as bits.
    """
    assert view.bid is not None  # there is a bid to answer
    ladder, me = view.ladder, view.me
    least = -1 if beaten is None else ladder.rank[beaten]
    (known, below), total = view.bluff(), view.total(me)
    not_above = view.share(me, 0, least)
    forced = below if settings.forced == "bid" else not_above
    bluffing = settings.bluffing(view.above(me, view.median()))
    bluff = _either(forced, bluffing) if known is None else Fraction(int(known))
    true, before = ladder.rank[view.bid], max(least, 0)
    if before and not view.above(me, before - 1):
        before = 0  # the agent knows that the bid before was a bluff too
    if_true, if_false = _beating(settings, view, true), _beating(settings, view, before)
    away = _away(settings, view, listener, (true, before), float(bluff))
    safe = min(1.0, _mean(bluff, if_false, if_true) + away)
    believe = believing(safe, float(bluff))
    counts = part_of(total, below), part_of(total, not_above)
    return Answer(total, *counts, forced, bluffing, bluff, if_true, if_false, away, safe, believe)


def _either(one: Fraction, other: Fraction) -> Fraction:
    """Return ``one + (1 - one) * other``, reduced only once: the operators would reduce a fraction at each step."""
    whole = one.denominator * other.denominator
    return Fraction(whole - (one.denominator - one.numerator) * (other.denominator - other.numerator), whole)


def _mean(part: Fraction, one: Fraction, other: Fraction) -> float:
    """Return ``part * one + (1 - part) * other``, rounded once."""
    first = part.numerator * one.numerator * other.denominator
    second = (part.denominator - part.numerator) * other.numerator * one.denominator
    return (first + second) / (part.denominator * one.denominator * other.denominator)


def _beating(settings: Settings, view: Viewpoint, least: int) -> Fraction:
    """The chance to beat the bid, or to reach a special one, given that the dice have at least the rank `least`."""
    ladder, bid = view.ladder, view.bid
    assert bid is not None  # there is a bid to answer
    if bid in ladder.special:
        return Fraction(*poker_chance(ladder, ladder.rank[bid]))
    chosen = plan(ladder, ladder.rank[bid], settings.by_rolls, settings.keeps_throwing)
    chances, weight = view.expected(chosen.beating, least)
    return Fraction(int(chances), int(weight) * chosen.whole) if weight else Fraction(0)


def _away(settings: Settings, view: Viewpoint, listener: int, least: tuple[int, int], bluff: float) -> float:
    """The chance, after believing the bid, that the throws miss the bid and the agent is then not called.

    `least`: the lowest rank of the dice if the bid is true, and if it is a bluff.
    `bluff`: the probability that it is a bluff.
    """
    assert view.bid is not None  # there is a bid to answer
    if view.bid in view.ladder.special:
        return 0.0
    if settings.constant is not None:
        return float(settings.constant)
    unseen = chances_to_get_away(settings, view.bid)[listener]
    chance = 0.0
    for part, rank in zip((1 - bluff, bluff), least, strict=True):
        chances, weight = view.expected(unseen, rank) if part else (0.0, 0.0)
        chance += part * chances / weight if weight else 0.0
    return chance
