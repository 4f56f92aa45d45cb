"""Rule 5 of the source's agent: call or believe.

Shares and chances of throws are exact; the last term of rule 5 is a float (see `chances_to_get_away`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from games.bluff_poker.agents.believability.settings import Settings
from games.bluff_poker.agents.believability.throwing import chances_to_get_away, plan
from games.bluff_poker.agents.believability.viewpoint import Viewpoint, part_of
from games.bluff_poker.poker_throws import poker_chance


class Answer(NamedTuple):
    """Rule 5, in numbers.

    Attributes
    ----------
    total, below, not_above : int
        The number of rolls that the agent considers possible, of those below the bid, and of those not above the bid
        before.
    forced, bluffing, bluff : Fraction
        F, V and P(bluff), which is P(safe | call).
    if_true, if_false : Fraction
        The chances that the agent beats the bid if it is true, and if only the one before was.
    away : float
        The chance that the agent bids lower and gets away with it.
    safe : float
        P(safe | believe).
    believe : float
        The probability with which the agent believes.
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


def believing(safe: float, bluff: float) -> float:
    """The probability to believe, if believing is safe with one chance and calling with the other.

    Equal chances: half of the time; a chance of 0 or 1 leaves no doubt.
    """
    if safe == bluff:
        return 0.5
    believe, call = safe * (1 - bluff), bluff * (1 - safe)
    return believe / (believe + call)


def answer(settings: Settings, view: Viewpoint, beaten: int | None, listener: int) -> Answer:
    """The numbers of an answer to the standing bid.

    Parameters
    ----------
    listener : int
        The dice that the next player knows, as bits.
    """
    assert view.bid is not None  # one answers a bid
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
    """``one + (1 - one) * other``, as one fraction: the operators would reduce a fraction at each step."""
    whole = one.denominator * other.denominator
    return Fraction(whole - (one.denominator - one.numerator) * (other.denominator - other.numerator), whole)


def _mean(part: Fraction, one: Fraction, other: Fraction) -> float:
    """``part * one + (1 - part) * other``, rounded once."""
    first = part.numerator * one.numerator * other.denominator
    second = (part.denominator - part.numerator) * other.numerator * one.denominator
    return (first + second) / (part.denominator * one.denominator * other.denominator)


def _beating(settings: Settings, view: Viewpoint, least: int) -> Fraction:
    """The chance to beat the bid by throws, or to match a poker, if the dice have this rank at least."""
    ladder, bid = view.ladder, view.bid
    assert bid is not None  # one answers a bid
    if bid in ladder.special:
        return Fraction(*poker_chance(ladder, ladder.rank[bid]))
    chosen = plan(ladder, ladder.rank[bid], settings.by_rolls, settings.keeps_throwing)
    chances, weight = view.expected(chosen.beating, least)
    return Fraction(int(chances), int(weight) * chosen.whole) if weight else Fraction(0)


def _away(settings: Settings, view: Viewpoint, listener: int, least: tuple[int, int], bluff: float) -> float:
    """The last term of rule 5: to bid lower than the dice that come up, and not to be called.

    `least` are the ranks that the dice have at least if the bid is true, and if the one before was.
    """
    assert view.bid is not None  # one answers a bid
    if view.bid in view.ladder.special:
        return 0.0
    if settings.constant is not None:
        return float(settings.constant)
    unseen = chances_to_get_away(settings, view.bid)[listener]
    found = 0.0
    for part, rank in zip((1 - bluff, bluff), least, strict=True):
        chances, weight = view.expected(unseen, rank) if part else (0.0, 0.0)
        found += part * chances / weight if weight else 0.0
    return found
