"""Compiled loops that count the deals consistent with a player's view, in floating point, and draw one uniformly.

The number of ways to fill the remaining claims depends on the claims filled so far only through the five numbers in
`Filled`. Tables store these numbers of ways. A card of a claim *waits* if it is chosen only later, with its rank. The
other terms (fresh and public cards, checked claims, periods) are explained in `games.cheat.dealing`.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, product
from math import comb, perm, prod
from operator import mul
from random import Random
from typing import Any, NamedTuple

import numpy as np

from games.cheat.cards import CARDS, of_rank
from games.cheat.compiled import moves as words
from games.cheat.compiled.moves import Facts
from games.cheat.dealing import ANY, FALSE, TRUE, Hidden, Pair, Plan, numbers_of, plan
from games.core.cards import numbers
from games.core.compiled_loops import copy, pick, size, uniform
from games.core.errors import GameError
from kripke.checking.engine.compiled import compiled

_NUMBERS = range(len(CARDS) + 1)
COMB = np.array([[float(comb(n, k)) for k in _NUMBERS] for n in _NUMBERS])
PERM = np.array([[float(perm(n, k)) for k in _NUMBERS] for n in _NUMBERS])

SIZE, STRIDE, RADIX, BEFORE, OPENS, CLOSES = range(6)
OWN, OTHERS, OWN_PUBLIC, OWN_FRESH, OVER_PUBLIC, OVER_FRESH = range(6, 12)
"""Column indices of `Counts.steps`: fields of `Step`; STRIDE and RADIX describe a period's digit in `Filled.fresh`."""
CAME_PUBLIC, CAME_FRESH, CARDS_LAID, WAITING_PUBLIC, WAITING_FRESH = range(5)
"""Column indices of `Counts.laid`: the waiting cards that get the rank of a claim, the claim's cards that do not wait,
and the numbers of its cards that wait. After the rows of the checked claims come a row for the waiting cards of other
ranks, and a row for the other claims of each period."""
FIRST, WAIT_PUBLIC, WAIT_FRESH, LEFT_PUBLIC, LEFT_FRESH = range(12, 17)
"""Column indices of `Counts.steps`: the start of the step's table, and the largest values of numbers in a `Filled`."""
COLUMNS = 17


class Counts(NamedTuple):
    """Numbers of deals that are consistent with an information set, as arrays, and the last deal drawn."""

    steps: Any  # int array of shape (steps + 1, `COLUMNS`): the checked claims, and a last row for the cards left
    # int array of shape (steps, 3), by step and case of the last claim: as bits, the possible numbers of cards with the
    # claimed rank; the cases differ only in step 0
    allowed: Any
    # int array: for each code of the numbers of fresh cards by period (`Filled.fresh`), the sum of these numbers
    used: Any
    table: Any  # float array: the numbers of ways to continue; see `position`
    # int array of shape (periods - 1, 4): `size`, stride, radix and `before` of the unchecked claims of all periods but
    # the last; see `Period` and, for stride and radix, the columns of `steps`
    periods: Any
    loose: Any  # float array of shape (periods, codes): ways to fill the unchecked claims of a period and later ones
    cases: Any  # float array of shape (3,): the number of deals by case of the last claim
    laid: Any  # int array of shape (steps + 1 + periods, 5), columns as above: where the cards lie in the last deal


class Filled(NamedTuple):
    """Five numbers about the claims filled so far, which determine the number of ways to fill the remaining claims."""

    fresh: int  # the numbers of fresh cards in the claims of each period: a code with one digit for each period
    wait_public: int  # the number of public waiting cards
    wait_fresh: int  # the number of fresh waiting cards
    left_public: int  # the number of public cards left of the rank whose claims are being filled
    left_fresh: int  # the number of fresh cards left of this rank


class Choice(NamedTuple):
    """The numbers of public and fresh cards that are chosen when a checked claim is filled."""

    came_public: int  # number of public waiting cards that get the claimed rank; 0 if not the rank's first claim
    came_fresh: int  # number of fresh waiting cards that get it
    fresh: int  # number of fresh cards in the claim
    own_public: int  # number of public cards of the claimed rank in the claim
    own_fresh: int  # number of fresh cards of the claimed rank in the claim
    over_public: int  # number of public cards of finished ranks in the claim
    over_fresh: int  # number of fresh cards of finished ranks in the claim


EMPTY = Filled(0, 0, 0, 0, 0)


@compiled
def position(step: Any, filled: Filled) -> int:
    """The index in `Counts.table` for a step and the numbers in `filled`; -1 if too many cards wait."""
    if filled.wait_public > step[WAIT_PUBLIC] or filled.wait_fresh > step[WAIT_FRESH]:
        return -1
    index = filled.fresh * (step[WAIT_PUBLIC] + 1) + filled.wait_public
    index = index * (step[WAIT_FRESH] + 1) + filled.wait_fresh
    index = index * (step[LEFT_PUBLIC] + 1) + filled.left_public
    return step[FIRST] + index * (step[LEFT_FRESH] + 1) + filled.left_fresh


@compiled
def _opened(step: Any, filled: Filled, came_public: int, came_fresh: int) -> tuple[int, int, float]:
    """The numbers of public and fresh cards left of a step's rank, and the number of ways to choose the `came` cards.

    These are the waiting cards that get this rank, if the step's claim is the first of the rank.
    """
    if not step[OPENS]:
        return filled.left_public, filled.left_fresh, 1.0
    ways = COMB[filled.wait_public, came_public] * PERM[step[OWN_PUBLIC], came_public]
    ways *= COMB[filled.wait_fresh, came_fresh] * PERM[step[OWN_FRESH], came_fresh]
    return step[OWN_PUBLIC] - came_public, step[OWN_FRESH] - came_fresh, ways


@compiled
def choose(number: int, filled: Filled, case: int, mark: float, counts: Counts) -> tuple[float, Choice]:
    """Sum the numbers of ways over a step's choices until the sum exceeds `mark`; return the sum and the last choice.

    If the claim is the first of its rank, first choose how many waiting cards have this rank. Then choose how many
    cards of the claim are fresh, how many have its rank, and how many have finished ranks; its other cards wait for
    their rank. If `mark` is infinite, all ways are counted.
    """
    step, following, total = counts.steps[number], counts.steps[number + 1], 0.0
    count, numbers, used = step[SIZE], counts.allowed[number, case], counts.used[filled.fresh]
    most_fresh = min(count, step[RADIX] - 1 - filled.fresh // step[STRIDE] % step[RADIX])
    for came_public in range(1 + (min(filled.wait_public, step[OWN_PUBLIC]) if step[OPENS] else 0)):
        for came_fresh in range(1 + (min(filled.wait_fresh, step[OWN_FRESH]) if step[OPENS] else 0)):
            wait_public, wait_fresh = filled.wait_public - came_public, filled.wait_fresh - came_fresh
            left_public, left_fresh, opening = _opened(step, filled, came_public, came_fresh)
            gone_public = step[BEFORE] - used - wait_public - (step[OWN_PUBLIC] - left_public)
            gone_fresh = used - wait_fresh - (step[OWN_FRESH] - left_fresh)
            if gone_public < 0 or gone_fresh < 0:
                continue
            over_public, over_fresh = step[OVER_PUBLIC] - gone_public, step[OVER_FRESH] - gone_fresh
            for fresh in range(most_fresh + 1):
                public, code = count - fresh, filled.fresh + fresh * step[STRIDE]
                for own_public in range(min(public, left_public) + 1):
                    for own_fresh in range(min(fresh, left_fresh) + 1):
                        if not numbers >> (own_public + own_fresh) & 1:
                            continue
                        own = opening * COMB[count, fresh]
                        own *= COMB[public, own_public] * PERM[left_public, own_public]
                        own *= COMB[fresh, own_fresh] * PERM[left_fresh, own_fresh]
                        after_public = 0 if step[CLOSES] else left_public - own_public
                        after_fresh = 0 if step[CLOSES] else left_fresh - own_fresh
                        rest_public, rest_fresh = public - own_public, fresh - own_fresh
                        for from_public in range(min(rest_public, over_public) + 1):
                            for from_fresh in range(min(rest_fresh, over_fresh) + 1):
                                public_waits = wait_public + rest_public - from_public
                                fresh_waits = wait_fresh + rest_fresh - from_fresh
                                after = Filled(code, public_waits, fresh_waits, after_public, after_fresh)
                                place = position(following, after)
                                if place < 0:
                                    continue
                                ways = COMB[rest_public, from_public] * PERM[over_public, from_public]
                                ways *= COMB[rest_fresh, from_fresh] * PERM[over_fresh, from_fresh]
                                total += own * ways * counts.table[place]
                                if total > mark:
                                    return total, Choice(
                                        came_public, came_fresh, fresh, own_public, own_fresh, from_public, from_fresh
                                    )
    return total, Choice(0, 0, 0, 0, 0, 0, 0)


@compiled
def choose_fresh(number: int, fresh: int, public_cards: int, fresh_cards: int, mark: float, counts: Counts) -> Any:
    """Sum ways to fill a period's unchecked claims until the sum exceeds `mark`; return the sum and the last choice.

    A choice is the number of fresh cards in these claims. `number`: the period. `fresh`: a code for the numbers of
    fresh cards chosen before.
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
    """Fill the tables of `counts` from the last step of the plan to the first."""
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
                                filled = Filled(fresh, wait_public, wait_fresh, left_public, left_fresh)
                                counts.table[place] = choose(number, filled, ANY, np.inf, counts)[0]
                            place += 1
    for case in range(3):
        counts.cases[case] = counts.table[0]
        if len(counts.steps) > 1:
            counts.cases[case] = choose(0, EMPTY, case, np.inf, counts)[0]


def count_deals(plan: Plan) -> Counts:
    """Count, for each step of a plan, the ways to continue. O(n p) for n table entries and p choices for each."""
    radices = [each.most + 1 for each in plan.periods]
    strides = list(accumulate(radices[:-1], mul, initial=1))
    digits = [each[::-1] for each in product(*map(range, radices[::-1]))]
    cards, unchecked = numbers_of(plan.cards, ~0), numbers_of(plan.cards, plan.unchecked)
    periods = [
        (each.size, stride, radix, each.before)
        for each, stride, radix in zip(plan.periods[:-1], strides[:-1], radices[:-1], strict=True)
    ]
    loose = np.zeros((len(plan.periods), len(digits)))
    loose[-1] = [_ends(plan, each, cards.fresh) for each in digits]
    steps = _rows(plan, strides, radices, cards, unchecked)
    cases = np.array([[step.numbers] * 3 for step in plan.steps], np.int64).reshape(-1, 3)
    if plan.steps:
        cases[0, [TRUE, FALSE]] &= 1 << plan.steps[0].size, ~(1 << plan.steps[0].size)
    counts = Counts(
        steps,
        cases,
        np.array([sum(each) for each in digits], np.int64),
        np.zeros(steps[-1, FIRST] + _entries(steps[-1], len(digits))),
        np.array(periods, np.int64).reshape(-1, 4),
        loose,
        np.zeros(3),
        np.zeros((len(steps) + len(plan.periods), 5), np.int64),
    )
    _fill(counts, *cards, *unchecked)
    return counts


def _ends(plan: Plan, fresh: Sequence[int], cards: int) -> int:
    """The number of ways to choose the fresh cards in hand; `fresh` has the numbers in each period's claims.

    `cards`: the number of all unseen fresh cards.
    """
    used = sum(fresh)
    return comb(cards - used, plan.drawn - used) if used <= plan.drawn and plan.fits(fresh) else 0


def _entries(row: Any, digits: int) -> int:
    """The number of entries in a step's table; `digits`: the number of codes for the fresh cards chosen before."""
    return digits * int((row[WAIT_PUBLIC:] + 1).prod())


def _rows(plan: Plan, strides: Sequence[int], radices: Sequence[int], cards: Pair, unchecked: Pair) -> Any:
    """The steps as rows of numbers, each with the index at which the step's table begins."""
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


class Root(NamedTuple):
    """An information set: what the player to move sees, and the number of deals consistent with it."""

    template: Any  # the game as a row of numbers (see `games.cheat.compiled.moves`), without the hidden cards
    public: int  # the set of the unseen cards that the opponent was seen to take up
    fresh: int  # the set of the other unseen cards
    pile: int  # the set of the cards that the player knows to be in the pile
    drawn: int  # the number of fresh cards in the opponent's claims and hand
    unchecked: int  # the set of the unseen cards of ranks without a checked claim
    rest: int  # the number of cards in the claims that are filled together with the hand
    pending: bool  # whether the last claim can be called
    counts: Counts

    @classmethod
    def of(cls, plan: Plan, template: Any, pile: int, pending: bool) -> Root:
        """The information set of a plan, with its counts of deals."""
        counts = count_deals(plan)
        return cls(template, *plan.cards, pile, plan.drawn, plan.unchecked, plan.periods[-1].size, pending, counts)


@compiled
def _lay_checked(row: Any, case: int, chance: Any, root: Root) -> None:
    """Deal cards at random to the checked claims, then to the unchecked claims, the hand and the deck.

    The state `row` and `root.counts.laid` are changed in place.
    """
    public, fresh, counts, filled = root.public, root.fresh, root.counts, EMPTY
    for number in range(len(counts.steps) - 1):
        step, which, laid = counts.steps[number], case if number == 0 else ANY, counts.laid[number]
        own, others = step[OWN], step[OTHERS]
        total = counts.table[position(step, filled)] if number else counts.cases[case]
        choice = choose(number, filled, which, uniform(chance, 0) * total, counts)[1]
        laid[CAME_PUBLIC] = pick(public & own, choice.came_public, chance)
        laid[CAME_FRESH] = pick(fresh & own, choice.came_fresh, chance)
        public ^= laid[CAME_PUBLIC]
        fresh ^= laid[CAME_FRESH]
        from_public = pick(public & own, choice.own_public, chance) | pick(public & others, choice.over_public, chance)
        from_fresh = pick(fresh & own, choice.own_fresh, chance) | pick(fresh & others, choice.over_fresh, chance)
        public ^= from_public
        fresh ^= from_fresh
        laid[CARDS_LAID] = from_public | from_fresh
        laid[WAITING_PUBLIC] = step[SIZE] - choice.fresh - choice.own_public - choice.over_public
        laid[WAITING_FRESH] = choice.fresh - choice.own_fresh - choice.over_fresh
        filled = Filled(
            filled.fresh + choice.fresh * step[STRIDE],
            filled.wait_public - choice.came_public + laid[WAITING_PUBLIC],
            filled.wait_fresh - choice.came_fresh + laid[WAITING_FRESH],
            0 if step[CLOSES] else size(public & own),
            0 if step[CLOSES] else size(fresh & own),
        )
        if number == 0 and root.pending:
            is_true = choice.own_public + choice.own_fresh == step[SIZE]
            row[words.PREVIOUS] = words.TRUE_CLAIM if is_true else words.FALSE_CLAIM
    laid = counts.laid[len(counts.steps) - 1]
    laid[CAME_PUBLIC] = pick(public & root.unchecked, filled.wait_public, chance)
    laid[CAME_FRESH] = pick(fresh & root.unchecked, filled.wait_fresh, chance)
    _lay_others(row, public ^ laid[CAME_PUBLIC], fresh ^ laid[CAME_FRESH], filled.fresh, chance, root)


@compiled
def _lay_others(row: Any, public: int, fresh: int, used: int, chance: Any, root: Root) -> None:
    """Deal the remaining cards, `public` and `fresh`, at random to the unchecked claims, the hand and the deck.

    The state `row` and `root.counts.laid` are changed in place.
    `used`: the numbers of fresh cards in checked claims, coded as in `Filled.fresh`.
    """
    counts = root.counts
    public_cards, fresh_cards = size(root.public), size(root.fresh)
    for number in range(len(counts.periods)):
        mark = uniform(chance, 0) * counts.loose[number, used]
        some = choose_fresh(number, used, public_cards, fresh_cards, mark, counts)[1]
        from_public = pick(public, counts.periods[number, 0] - some, chance)
        from_fresh = pick(fresh, some, chance)
        public ^= from_public
        fresh ^= from_fresh
        counts.laid[len(counts.steps) + number, CARDS_LAID] = from_public | from_fresh
        used += some * counts.periods[number, 1]
    drawn = pick(fresh, root.drawn - counts.used[used], chance)
    rest = pick(public | drawn, root.rest, chance)
    counts.laid[len(counts.laid) - 1, CARDS_LAID] = rest
    hand = (public | drawn) ^ rest
    row[words.DECK] = fresh ^ drawn
    row[words.HANDS + 1 - row[words.PLAYER]] = hand
    row[words.PILE] = root.pile | ((root.public | root.fresh) & ~(hand | row[words.DECK]))


@compiled
def draw_state(row: Any, case: int, chance: Any, root: Root, facts: Facts) -> bool:
    """Write a uniformly random state for a case of the last claim to `row`; return False if none exists."""
    if root.counts.cases[case] == 0.0:
        return False
    copy(root.template, row)
    _lay_checked(row, case, chance, root)
    row[words.SHOWN] = facts.shows != words.NONE
    if root.pending and (row[words.PREVIOUS] == words.TRUE_CLAIM or not row[words.SHOWN]):
        other = 1 - row[words.PLAYER]
        row[words.HELD + other] = words.lessened(row[words.HELD + other], row[words.RANK], row[words.COUNT])
    return True


def dealt_again(hidden: Hidden, rng: Random) -> tuple[int, list[int]]:
    """The opponent's hand and the cards of each of their claims, drawn uniformly; `GameError` if no deal fits."""
    order = plan(hidden)
    root = Root.of(order, np.zeros(words.WIDTH, np.int64), 0, hidden.pending)
    if not root.counts.cases[ANY]:
        sizes = [claim.size for claim in hidden.claims]
        raise GameError(f"no deal of {hidden.cards.bit_count()} cards fits claims of {sizes} cards")
    row = root.template.copy()
    _lay_checked(row, ANY, np.array([rng.getrandbits(64)], np.uint64), root)
    return int(row[words.HANDS + 1]), _by_claim(order, root.counts.laid.tolist(), rng)


def _by_claim(order: Plan, drawn: list[list[int]], rng: Random) -> list[int]:
    """The set of cards in each of the opponent's claims; cards drawn for several claims are distributed at random."""
    laid, public, fresh = [0] * len(order.sizes), list[int](), list[int]()

    def settle(claims: list[int], cards: int) -> None:
        for card in numbers(cards):
            laid[claims.pop(rng.randrange(len(claims)))] |= 1 << card

    last = len(order.steps)
    for step, here in zip(order.steps, drawn, strict=False):
        settle(public, here[CAME_PUBLIC])
        settle(fresh, here[CAME_FRESH])
        laid[step.claim] |= here[CARDS_LAID]
        public += [step.claim] * here[WAITING_PUBLIC]
        fresh += [step.claim] * here[WAITING_FRESH]
    settle(public, drawn[last][CAME_PUBLIC])
    settle(fresh, drawn[last][CAME_FRESH])
    for period, here in zip(order.periods, drawn[last + 1 :], strict=True):
        settle([number for number in period.claims for _ in range(order.sizes[number])], here[CARDS_LAID])
    return laid
