"""Compiled loops: the deals of an information set, counted in floating point.

`games.cheat.dealing.deals` says the same in whole numbers.

What counts of the claims filled so far is five numbers: how many fresh cards lie in the claims of each period, as one
number with a digit for each; the public and the fresh waiting cards; the public and the fresh cards that are left of
the rank that is open. A table has the number of ways to go on from each.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, product
from math import comb, perm, prod
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from games.cheat.cards import CARDS, of_rank
from games.cheat.dealing.plan import ANY, FALSE, TRUE, Pair, Plan, Step, allowed
from kripke.checking.engine.compiled import compiled

_NUMBERS = range(len(CARDS) + 1)
COMB = np.array([[float(comb(n, k)) for k in _NUMBERS] for n in _NUMBERS])
PERM = np.array([[float(perm(n, k)) for k in _NUMBERS] for n in _NUMBERS])

SIZE, STRIDE, RADIX, BEFORE, OPENS, CLOSES = range(6)
OWN, OTHERS, OWN_PUBLIC, OWN_FRESH, OVER_PUBLIC, OVER_FRESH = range(6, 12)
"""The columns of a step: its claim, the digit of its period, and the sets and numbers of cards as in `Step`."""
FIRST, WAIT_PUBLIC, WAIT_FRESH, LEFT_PUBLIC, LEFT_FRESH = range(12, 17)
"""Where the table of a step begins, and the largest of each number; the numbers of fresh cards come first."""
COLUMNS = 17


class Counts(NamedTuple):
    """How many deals fit an information set.

    Attributes
    ----------
    steps : int array of steps and columns
        The checked claims; a row more for what is left then.
    allowed : int array of steps and cases
        The bits of how many cards can have the claim's rank. Cases count for the first step only.
    used : int array
        By the number that stands for the fresh cards of each period: how many these are.
    table : float array
        Ways to go on; see `position`.
    periods : int array of periods and (size, stride, radix, before)
        All but the last, without their checked claims.
    loose : float array of periods and numbers for the fresh cards
        Ways to fill what is left from each period on.
    cases : float array
        All deals by case of the last claim.
    """

    steps: Any
    allowed: Any
    used: Any
    table: Any
    periods: Any
    loose: Any
    cases: Any


@compiled
def position(step: Any, fresh: int, wait_public: int, wait_fresh: int, left_public: int, left_fresh: int) -> int:
    """Where in the table the ways to go on from a step stand; -1 for more waiting cards than there are.

    Parameters
    ----------
    step : int array of columns
    fresh, wait_public, wait_fresh, left_public, left_fresh : int
        What counts of the claims filled before.
    """
    if wait_public > step[WAIT_PUBLIC] or wait_fresh > step[WAIT_FRESH]:
        return -1
    found = fresh * (step[WAIT_PUBLIC] + 1) + wait_public
    found = found * (step[WAIT_FRESH] + 1) + wait_fresh
    found = found * (step[LEFT_PUBLIC] + 1) + left_public
    return step[FIRST] + found * (step[LEFT_FRESH] + 1) + left_fresh


@compiled
def choose(
    number: int,
    fresh: int,
    wait_public: int,
    wait_fresh: int,
    left_public: int,
    left_fresh: int,
    case: int,
    mark: float,
    counts: Counts,
) -> tuple[float, int, int, int, int, int, int, int]:
    """The choice of a step that a mark falls on: the ways counted so far, and the numbers of a choice.

    These are the waiting cards that are of its rank, public and fresh; the fresh cards of the claim; its public and
    fresh cards of the own rank; those of ranks that are over. A mark that is not below the sum counts all.

    Parameters
    ----------
    number : int
        Of the step.
    fresh, wait_public, wait_fresh, left_public, left_fresh
        As in `position`.
    case : int
        Of the last claim.
    mark : float
    counts : Counts
    """
    step, following, numbers = counts.steps[number], counts.steps[number + 1], counts.allowed[number, case]
    size, total, used = step[SIZE], 0.0, counts.used[fresh]
    room = step[RADIX] - 1 - fresh // step[STRIDE] % step[RADIX]
    most_public = min(wait_public, step[OWN_PUBLIC]) if step[OPENS] else 0
    most_fresh = min(wait_fresh, step[OWN_FRESH]) if step[OPENS] else 0
    for came_public in range(most_public + 1):
        for came_fresh in range(most_fresh + 1):
            opening = 1.0
            if step[OPENS]:
                left_public, left_fresh = step[OWN_PUBLIC] - came_public, step[OWN_FRESH] - came_fresh
                opening = COMB[wait_public, came_public] * PERM[step[OWN_PUBLIC], came_public]
                opening *= COMB[wait_fresh, came_fresh] * PERM[step[OWN_FRESH], came_fresh]
            waits_public, waits_fresh = wait_public - came_public, wait_fresh - came_fresh
            gone_public = step[BEFORE] - used - waits_public - (step[OWN_PUBLIC] - left_public)
            gone_fresh = used - waits_fresh - (step[OWN_FRESH] - left_fresh)
            over_public, over_fresh = step[OVER_PUBLIC] - gone_public, step[OVER_FRESH] - gone_fresh
            if gone_public < 0 or gone_fresh < 0 or over_public < 0 or over_fresh < 0:
                continue
            for some in range(min(size, room) + 1):
                public = size - some
                for own_public in range(min(public, left_public) + 1):
                    for own_fresh in range(min(some, left_fresh) + 1):
                        if not numbers >> (own_public + own_fresh) & 1:
                            continue
                        own = COMB[size, some] * opening
                        own *= COMB[public, own_public] * PERM[left_public, own_public]
                        own *= COMB[some, own_fresh] * PERM[left_fresh, own_fresh]
                        rest_public, rest_fresh = public - own_public, some - own_fresh
                        after_public = 0 if step[CLOSES] else left_public - own_public
                        after_fresh = 0 if step[CLOSES] else left_fresh - own_fresh
                        for from_public in range(min(rest_public, over_public) + 1):
                            for from_fresh in range(min(rest_fresh, over_fresh) + 1):
                                place = position(
                                    following,
                                    fresh + some * step[STRIDE],
                                    waits_public + rest_public - from_public,
                                    waits_fresh + rest_fresh - from_fresh,
                                    after_public,
                                    after_fresh,
                                )
                                if place < 0:
                                    continue
                                ways = COMB[rest_public, from_public] * PERM[over_public, from_public]
                                ways *= COMB[rest_fresh, from_fresh] * PERM[over_fresh, from_fresh]
                                total += own * ways * counts.table[place]
                                if total > mark:
                                    return (
                                        total, came_public, came_fresh, some,
                                        own_public, own_fresh, from_public, from_fresh,
                                    )  # fmt: skip
    return total, 0, 0, 0, 0, 0, 0, 0


@compiled
def choose_fresh(number: int, fresh: int, public_cards: int, fresh_cards: int, mark: float, counts: Counts) -> Any:
    """Ways to fill the other claims of a period, and the number of fresh cards that a mark falls on.

    Parameters
    ----------
    number, fresh : int
        Of the period, and as in `position`.
    public_cards, fresh_cards : int
        How many cards are unseen.
    mark : float
        As in `choose`.
    counts : Counts
    """
    size, stride, radix, before = counts.periods[number]
    public_left, fresh_left = public_cards - (before - counts.used[fresh]), fresh_cards - counts.used[fresh]
    total = 0.0
    if public_left < 0 or fresh_left < 0:
        return total, 0
    for some in range(min(size, radix - 1 - fresh // stride % radix) + 1):
        ways = COMB[size, some] * PERM[fresh_left, some] * PERM[public_left, size - some]
        total += ways * counts.loose[number + 1, fresh + some * stride]
        if total > mark:
            return total, some
    return total, 0


@compiled
def _fill(counts: Counts, public_cards: int, fresh_cards: int, unchecked_public: int, unchecked_fresh: int) -> None:
    """Write the tables, the last first."""
    for number in range(len(counts.periods) - 1, -1, -1):
        for fresh in range(len(counts.used)):
            counts.loose[number, fresh] = choose_fresh(number, fresh, public_cards, fresh_cards, np.inf, counts)[0]
    for number in range(len(counts.steps) - 1, -1, -1):
        step, place = counts.steps[number], counts.steps[number, FIRST]
        for fresh in range(len(counts.used)):
            for wait_public in range(step[WAIT_PUBLIC] + 1):
                for wait_fresh in range(step[WAIT_FRESH] + 1):
                    for left_public in range(step[LEFT_PUBLIC] + 1):
                        for left_fresh in range(step[LEFT_FRESH] + 1):
                            if number == len(counts.steps) - 1:
                                ways = PERM[unchecked_public, wait_public] * PERM[unchecked_fresh, wait_fresh]
                                counts.table[place] = ways * counts.loose[0, fresh]
                            else:
                                counts.table[place] = choose(
                                    number, fresh, wait_public, wait_fresh, left_public, left_fresh, ANY, np.inf, counts
                                )[0]
                            place += 1
    for case in range(3):
        counts.cases[case] = counts.table[0]
        if len(counts.steps) > 1:
            counts.cases[case] = choose(0, 0, 0, 0, 0, 0, case, np.inf, counts)[0]


def count_deals(plan: Plan) -> Counts:
    """The tables of an information set. O(n p) for n entries and at most p choices of a step.

    Parameters
    ----------
    plan : Plan
    """
    radices = [each.most + 1 for each in plan.periods]
    strides = list(accumulate(radices[:-1], mul, initial=1))
    digits = [each[::-1] for each in product(*map(range, radices[::-1]))]
    cards, unchecked = _numbers(plan.cards, ~0), _numbers(plan.cards, plan.unchecked)
    periods = [
        (each.size, stride, radix, each.before)
        for each, stride, radix in zip(plan.periods[:-1], strides[:-1], radices[:-1], strict=True)
    ]
    loose = np.zeros((len(plan.periods), len(digits)))
    loose[-1] = [_ends(plan, each, cards.fresh) for each in digits]
    steps = _rows(plan, strides, radices, cards, unchecked)
    counts = Counts(
        steps,
        np.array([_allowed(number, each) for number, each in enumerate(plan.steps)], np.int64).reshape(-1, 3),
        np.array([sum(each) for each in digits], np.int64),
        np.zeros(steps[-1, FIRST] + _entries(steps[-1], len(digits))),
        np.array(periods, np.int64).reshape(-1, 4),
        loose,
        np.zeros(3),
    )
    _fill(counts, *cards, *unchecked)
    return counts


def _numbers(cards: Pair, some: int) -> Pair:
    return Pair((cards.public & some).bit_count(), (cards.fresh & some).bit_count())


def _ends(plan: Plan, fresh: Sequence[int], cards: int) -> int:
    """Ways to draw the rest of the opponent's fresh cards where so many lie in the claims of each period."""
    used = sum(fresh)
    return comb(cards - used, plan.drawn - used) if used <= plan.drawn and plan.fits(fresh) else 0


def _allowed(number: int, step: Step) -> list[int]:
    return [allowed(step.numbers, step.size, case if number == 0 else ANY) for case in (TRUE, FALSE, ANY)]


def _entries(row: Any, digits: int) -> int:
    """The size of the table of a step."""
    return digits * int((row[WAIT_PUBLIC:] + 1).prod())


def _rows(plan: Plan, strides: Sequence[int], radices: Sequence[int], cards: Pair, unchecked: Pair) -> Any:
    """The steps as rows, and where their tables begin."""
    rows = np.zeros((len(plan.steps) + 1, COLUMNS), np.int64)
    first = 0
    for row, step in zip(rows, plan.steps, strict=False):
        claim = step.size, strides[step.period], radices[step.period], step.before, step.opens, step.closes
        row[:FIRST] = *claim, of_rank(step.rank), step.others, *step.own, *step.over
        to_come = [
            number - over - (0 if step.opens else own)
            for number, over, own in zip(cards, step.over, step.own, strict=True)
        ]
        row[WAIT_PUBLIC:LEFT_PUBLIC] = np.minimum(to_come, step.before)
        row[LEFT_PUBLIC:] = (0, 0) if step.opens else step.own
        row[FIRST] = first
        first += _entries(row, prod(radices))
    rows[-1, WAIT_PUBLIC:LEFT_PUBLIC] = np.minimum(unchecked, sum(each.size for each in plan.steps))
    rows[-1, FIRST] = first
    return rows
