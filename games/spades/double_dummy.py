"""Double-dummy play of partnership Spades: the best result of each card if all hands are visible, in compiled loops.

The value is the points of the side of seats 0 and 2 in a round minus those of the other side. The points are those of
contracts, nils and bags; a bag counts one point minus a fraction of the fine. The method is alpha-beta search with a
hash table at the beginning of tricks; of adjacent cards of a hand only the lowest is tried.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from games.core.cards import PER_SUIT, SUIT
from games.core.compiled_loops import copy, size
from games.core.errors import GameError
from games.spades.compiled_rules import playable, strength
from games.spades.observe import Observation
from games.spades.rules import SEATS
from games.spades.tricks import ALL_SPADES, SPADES, bags_of, contract_points, nil_points
from kripke.checking.engine.compiled import compiled

MOST_TRICKS = 13
SLOTS = 1 << 16  # size of the hash table; a position replaces an older one in the same slot
UNLIMITED = 1 << 62
NO_MOVE = -1
EXACT, AT_LEAST, AT_MOST = range(3)
HIGHEST = 1 << 30  # exceeds all values

LEADER, COUNT, LED, BEST, WINNER, BROKEN, TABLE, TOOK, FAILED, LEFT = range(10)
"""Column indices of a position in the search: leader, number of cards and suit led of the trick, its best card and the
seat that played it, whether spades are broken, cards of the trick, tricks of seats 0 and 2, failed nils, tricks left.
"""
COLUMNS = 10
LOW, HIGH, ALPHA, BETA, VALUE, TRIED, REST, LAST, OTHERS, SLOT = range(10, 20)
"""Column indices of a search node: the window, the value, the cards still to be tried, the last card tried, the cards
of others, and the slot of the hash table."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Goals(NamedTuple):
    """The values of all possible results of a round."""

    # `low`, `high`: int array of tricks left x tricks of seats 0 and 2 x sets of failed nils: the least and the
    # largest value that can still be reached; with no trick left they are equal
    low: Any
    high: Any
    nils: int  # the seats that bid nil, as bits
    is_free: bool  # whether spades can be led at once


class Memo(NamedTuple):
    """A hash table of positions; `nodes` contains the number of positions that a search may still visit.

    `kinds` says whether the value of a position is exact or a bound: `EXACT`, `AT_LEAST` or `AT_MOST`.
    """

    keys: Any
    values: Any
    kinds: Any
    nodes: Any


@lru_cache(maxsize=256)
def _goals(bids: tuple[int, ...], blind: int, count: int, nil: int, bag: int, is_free: bool) -> Goals:
    nils = sum(1 << seat for seat, bid in enumerate(bids) if bid == 0)
    low = np.zeros((count + 1, count + 1, 1 << SEATS), np.int64)
    for took in range(count + 1):
        for broken in range(1 << SEATS):
            low[0, took, broken] = _worth(bids, blind, (took, count - took), broken & nils, nil, bag)
    high = low.copy()
    for left in range(1, count + 1):
        taken, failed = np.ogrid[: count - left + 1, : 1 << SEATS]
        after = [(left - 1, taken + (seat % 2 == 0), failed | 1 << seat & nils) for seat in range(SEATS)]
        low[left, : count - left + 1] = np.min([low[each] for each in after], axis=0)
        high[left, : count - left + 1] = np.max([high[each] for each in after], axis=0)
    return Goals(low, high, nils, is_free)


def _worth(bids: tuple[int, ...], blind: int, took: tuple[int, int], broken: int, nil: int, bag: int) -> int:
    """The points of the side of seats 0 and 2 in a round, minus those of the other side."""
    points = 0
    for side, sign in ((0, 1), (1, -1)):
        bid = bids[side] + bids[side + 2]
        points += sign * (contract_points(bid, took[side]) + bags_of(bid, took[side]) * (bag - 1))
        for seat in (side, side + 2):
            if bids[seat] == 0:
                points += sign * nil_points(broken >> seat & 1, bool(blind >> seat & 1), nil)
    return points


def empty_memo(slots: int = SLOTS, nodes: int = UNLIMITED) -> Memo:
    """An empty hash table with this number of slots, a power of two up to 2^24, and a limit on visited positions."""
    return Memo(
        np.zeros(slots, np.uint64), np.zeros(slots, np.int64), np.zeros(slots, np.int8), np.array([nodes], np.int64)
    )


@compiled
def _key(hands: Any, moment: Any) -> Any:
    """A hash of a position at the beginning of a trick; it is never 0."""
    head = moment[LEADER] | moment[TOOK] << 2 | moment[FAILED] << 6 | moment[BROKEN] << 10
    key = np.uint64(head + 1) * _MIX
    odd, upper = hands[1] | hands[3], hands[2] | hands[3]
    cards = hands[0] | hands[2] | odd
    while cards:
        card = size((cards & -cards) - 1)
        holder = (odd >> card & 1) | (upper >> card & 1) << 1
        key = (key ^ np.uint64(holder | card // PER_SUIT << 2)) * _MIX
        cards &= cards - 1
    return key | np.uint64(1)


@compiled
def _is_alike(one: int, other: int, others: int) -> bool:
    """Whether two cards of a hand, the lower first, are equivalent: same suit, no cards of other hands between them."""
    if one < 0 or one // PER_SUIT != other // PER_SUIT:
        return False
    return others & ((1 << other) - 1) & ~((2 << one) - 1) == 0


@compiled
def _play(now: Any, after: Any, card: int, goals: Goals) -> None:
    """Write to `after` the position after a card is played; the card is not removed from the hand."""
    seat, suit = now[LEADER] + now[COUNT] & 3, card // PER_SUIT
    for column in range(COLUMNS):
        after[column] = now[column]
    after[BROKEN] |= suit == SPADES
    after[TABLE] |= 1 << card
    after[COUNT] += 1
    if now[COUNT] == 0:
        after[LED] = suit
    if strength(card, after[LED]) > now[BEST]:
        after[BEST], after[WINNER] = card, seat
    if after[COUNT] == 4:
        winner = after[WINNER]
        after[TOOK] += winner & 1 == 0
        after[FAILED] |= 1 << winner & goals.nils
        after[LEFT] -= 1
        after[LEADER], after[COUNT], after[LED], after[BEST], after[TABLE] = winner, 0, -1, -1, 0


@compiled
def _last_trick(hands: Any, now: Any, goals: Goals) -> int:
    best, suit_led, winner = -1, -1, -1
    for place in range(4):
        seat = now[LEADER] + place & 3
        card = size(hands[seat] - 1)
        if place == 0:
            suit_led = card // PER_SUIT
        if strength(card, suit_led) > best:
            best, winner = card, seat
    return goals.low[0, now[TOOK] + (winner & 1 == 0), now[FAILED] | 1 << winner & goals.nils]


@compiled
def _known(hands: Any, now: Any, keys: Any, ply: int, goals: Goals, memo: Memo) -> bool:
    """Whether bounds or the hash table give the value at the beginning of a trick; if so, it is written to `now`.

    Before the table is used, the window in `now` is narrowed, and the position's key is written to `keys` and its slot
    to `now`.
    """
    low, high = now[LOW], now[HIGH]
    floor = goals.low[now[LEFT], now[TOOK], now[FAILED]]
    ceiling = goals.high[now[LEFT], now[TOOK], now[FAILED]]
    if floor == ceiling or floor >= high or ceiling <= low:
        now[VALUE] = ceiling if ceiling <= low else floor
        return True
    low, high = max(low, floor), min(high, ceiling)
    now[LOW], now[HIGH] = low, high
    if now[LEFT] == 1:
        now[VALUE] = _last_trick(hands, now, goals)
        return True
    key = _key(hands, now)
    slot = np.int64(key >> np.uint64(40)) & (len(memo.keys) - 1)
    keys[ply], now[SLOT] = key, slot
    if memo.keys[slot] != key:
        return False
    value, kind = memo.values[slot], memo.kinds[slot]
    now[VALUE] = value
    return kind == EXACT or (kind == AT_LEAST and value >= high) or (kind == AT_MOST and value <= low)


@compiled
def _prepare(hands: Any, now: Any, goals: Goals) -> None:
    """Initialize a search node in `now`: the cards to try (first those that beat the trick), the window, the value."""
    seat = now[LEADER] + now[COUNT] & 3
    cards = playable(hands[seat], now[LED], now[BROKEN] != 0 or goals.is_free)
    winners = cards
    if now[COUNT]:
        winners &= (SUIT << PER_SUIT * now[LED] | ALL_SPADES) & ~((2 << now[BEST]) - 1)
    now[TRIED], now[REST], now[LAST] = winners, cards & ~winners, NO_MOVE
    now[OTHERS] = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hands[seat] | now[TABLE]
    now[ALPHA], now[BETA], now[VALUE] = now[LOW], now[HIGH], HIGHEST if seat & 1 else -HIGHEST


@compiled
def _next_card(now: Any) -> int:
    """Take the next card to try, skipping equivalent ones; `NO_MOVE` if none is left or the search window is closed."""
    while now[ALPHA] < now[BETA]:
        if now[TRIED] == 0:
            if now[REST] == 0:
                break
            now[TRIED], now[REST], now[LAST] = now[REST], 0, NO_MOVE
        one = now[TRIED] & -now[TRIED]
        card, last = size(one - 1), now[LAST]
        now[TRIED] ^= one
        now[LAST] = card
        if not _is_alike(last, card, now[OTHERS]):
            return card
    return NO_MOVE


@compiled
def _learn(now: Any, value: int) -> None:
    """Update the value and the search window in `now` by the value of a card that was tried."""
    if now[LEADER] + now[COUNT] & 1:
        now[VALUE] = min(now[VALUE], value)
        now[BETA] = min(now[BETA], value)
    else:
        now[VALUE] = max(now[VALUE], value)
        now[ALPHA] = max(now[ALPHA], value)


@compiled
def _search(hands: Any, stack: Any, keys: Any, goals: Goals, memo: Memo) -> int:
    """The value of the position at index 1 of the stack; it is invalid if the node limit is exceeded."""
    first = stack[1]
    first[LOW] = goals.low[first[LEFT], first[TOOK], first[FAILED]]
    first[HIGH] = goals.high[first[LEFT], first[TOOK], first[FAILED]]
    if first[LOW] == first[HIGH]:
        return first[LOW]
    ply, is_new = 1, True
    while True:
        now, is_known = stack[ply], False
        if is_new:
            memo.nodes[0] -= 1
            if memo.nodes[0] < 0:
                return 0
            is_known = now[COUNT] == 0 and _known(hands, now, keys, ply, goals, memo)
            if not is_known:
                _prepare(hands, now, goals)
        card = NO_MOVE if is_known else _next_card(now)
        if card >= 0:
            after = stack[ply + 1]
            _play(now, after, card, goals)
            after[LOW], after[HIGH] = now[ALPHA], now[BETA]
            hands[now[LEADER] + now[COUNT] & 3] ^= 1 << card
            ply, is_new = ply + 1, True
            continue
        value = now[VALUE]
        if not is_known and now[COUNT] == 0:
            slot = now[SLOT]
            memo.keys[slot], memo.values[slot] = keys[ply], value
            memo.kinds[slot] = AT_MOST if value <= now[LOW] else AT_LEAST if value >= now[HIGH] else EXACT
        if ply == 1:
            return value
        ply, is_new = ply - 1, False
        before = stack[ply]
        hands[before[LEADER] + before[COUNT] & 3] ^= 1 << before[LAST]
        _learn(before, value)


@compiled
def card_values(hands: Any, moment: Any, goals: Goals, memo: Memo, values: Any) -> int:
    """Write the values of the playable cards to `values`; return the set of these cards.

    The values are invalid if the node limit is exceeded. Use a new memo for different `goals`.
    """
    stack, keys = np.zeros((4 * MOST_TRICKS + 2, SLOT + 1), np.int64), np.zeros(4 * MOST_TRICKS + 2, np.uint64)
    root = stack[0]
    copy(moment, root)
    _prepare(hands, root, goals)
    cards = root[TRIED] | root[REST]
    some, last, others, seat = cards, NO_MOVE, root[OTHERS], root[LEADER] + root[COUNT] & 3
    while some:
        one = some & -some
        card = size(one - 1)
        some ^= one
        if _is_alike(last, card, others):
            values[card] = values[last]
        else:
            _play(root, stack[1], card, goals)
            hands[seat] ^= one
            values[card] = _search(hands, stack, keys, goals, memo)
            hands[seat] ^= one
        last = card
    return cards


@compiled
def mean_values(deals: Any, weights: Any, moment: Any, goals: Goals, memo: Memo) -> tuple[Any, int]:
    """The weighted mean value of each card over the deals searched within the node limit, and the number of deals.

    The value of a card that cannot be played is 0.
    """
    sums, values, total, done = np.zeros(52), np.zeros(52, np.int64), 0.0, 0
    while done < len(deals):
        cards = card_values(deals[done].copy(), moment, goals, memo, values)
        if memo.nodes[0] < 0:
            break
        while cards:
            card = size((cards & -cards) - 1)
            sums[card] += values[card] * weights[done]
            cards &= cards - 1
        total += weights[done]
        done += 1
    return sums / max(total, 1e-300), done


def moment_of(view: Observation) -> Any:
    """The data, besides the hands, that determine the rest of the round: int array with columns `LEADER` to `LEFT`."""
    trick = view.trick
    failed = sum(1 << seat for seat in range(SEATS) if view.bids[seat] == 0 and view.took[seat])
    table = sum(1 << card for card in trick.cards)
    head = trick.leader, len(trick.cards), trick.led, *trick.best, int(view.broken), table
    return np.array((*head, view.took[0] + view.took[2], failed, view.tricks_left), np.int64)


def goals_of(view: Observation) -> Goals:
    """The values of a round's results, given the rules and the bids; `GameError` if there are no partnerships."""
    rules = view.rules
    if rules.sides != 2:
        raise GameError(f"variant {rules.variant!r}: expected partners; double-dummy play has two sides")
    bag = 1 - rules.fine // rules.bags if rules.bags else 1
    return _goals(view.bids, view.blind, rules.ranks, rules.nil, bag, not rules.broken)
