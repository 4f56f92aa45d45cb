"""Compiled rules: a game of Spades as a row of 64-bit words, from the deal to the end of the game.

A set of cards is a word with a bit for each card, as in `games.spades.tricks`; values by seat or side have a column
for each seat or side. The arithmetic of the rules is that of `games.spades.tricks`, compiled.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

from games.core.cards import PER_SUIT
from games.spades import tricks
from games.spades.rules import BLINDS, SEATS, VARIANTS, Phase, Spades
from games.spades.tricks import ALL_SPADES
from kripke.checking.engine.compiled import compiled

HANDS, PLAYED, BIDS, TOOK, VOIDS, TRICK, SCORES, BAGS = range(0, 32, 4)
"""Each is the index of the first of four columns. The columns are for seats, positions in the trick, or sides."""
PHASE, PLAYER, DEALER, NUMBER, LOOKED, BLIND, BROKEN, LEADER, COUNT = range(32, 41)
"""Column indices; COUNT is the number of cards in the trick."""
WIDTH = 41
START, DEAL, LOOK, BID, PLAY, OVER = range(6)  # the phases, in the order of `Phase`
NEVER, BEHIND, ALWAYS = range(3)
NO_CARD = -1

playable = compiled(tricks.playable)
strength = compiled(tricks.strength)
shown_void = compiled(tricks.shown_void)
nil_points = compiled(tricks.nil_points)
contract_points = compiled(tricks.contract_points)
bags_of = compiled(tricks.bags_of)


class Facts(NamedTuple):
    """The constants of the rules: the number of sides, the set of all cards, and options of `Spades`.

    `variant` and `blind` are indices in `VARIANTS` and `BLINDS`.
    """

    sides: int
    ranks: int
    deck: int
    variant: int
    blind: int
    goal: int
    floor: int
    limit: int
    nil: int
    bags: int
    fine: int
    broken: bool


@compiled
def led_suit(row: Any) -> int:
    """The suit that is led in the current trick; -1 before its first card."""
    return row[TRICK] // PER_SUIT if row[COUNT] else -1


@compiled
def cards_to_play(row: Any, facts: Facts) -> int:
    """The set of the cards that the player may play."""
    return playable(row[HANDS + row[PLAYER]], led_suit(row), row[BROKEN] != 0 or not facts.broken)


@compiled
def new_round(row: Any, dealer: int, number: int, facts: Facts) -> None:
    """Set `row` to the beginning of a round, before the first card is dealt; scores and bags are kept."""
    for seat in range(4):
        row[HANDS + seat] = row[PLAYED + seat] = row[TOOK + seat] = row[VOIDS + seat] = 0
        row[BIDS + seat], row[TRICK + seat] = -1, NO_CARD
    row[LOOKED] = 0
    for seat in range(4):
        row[LOOKED] |= (not _can_bid_blind(row, seat, facts)) << seat
    row[PHASE], row[PLAYER], row[DEALER], row[NUMBER] = DEAL, dealer, dealer, number
    row[BLIND] = row[BROKEN] = row[COUNT] = 0
    row[LEADER] = (dealer + 1) & 3


@compiled
def _can_bid_blind(row: Any, seat: int, facts: Facts) -> bool:
    if facts.blind != BEHIND:
        return facts.blind == ALWAYS
    own, best = seat % facts.sides, -1_000_000_000
    for side in range(facts.sides):
        if side != own:
            best = max(best, row[SCORES + side])
    return best - row[SCORES + own] >= 100


@compiled
def play_card(row: Any, card: int, facts: Facts) -> None:
    """Update `row` by playing a card, which may end the trick, the round and the game."""
    seat, suit_led, one = row[PLAYER], led_suit(row), 1 << card
    row[VOIDS + seat] |= shown_void(card, suit_led, row[BROKEN] != 0 or not facts.broken)
    row[HANDS + seat] ^= one
    row[PLAYED + seat] |= one
    row[BROKEN] |= one & ALL_SPADES != 0
    row[TRICK + row[COUNT]] = card
    row[COUNT] += 1
    row[PLAYER] = seat + 1 & 3
    if row[COUNT] == 4:
        _take(row, facts)


@compiled
def trick_winner(row: Any) -> int:
    """The seat that is winning the trick on the table, which has at least one card."""
    suit_led, best, winner = led_suit(row), -1, row[LEADER]
    for place in range(row[COUNT]):
        worth = strength(row[TRICK + place], suit_led)
        if worth > best:
            best, winner = worth, row[LEADER] + place & 3
    return winner


@compiled
def _take(row: Any, facts: Facts) -> None:
    winner = trick_winner(row)
    row[TOOK + winner] += 1
    row[LEADER] = row[PLAYER] = winner
    row[COUNT] = 0
    for place in range(4):
        row[TRICK + place] = NO_CARD
    if row[HANDS] == 0 and row[HANDS + 1] == 0 and row[HANDS + 2] == 0 and row[HANDS + 3] == 0:
        _count(row, facts)


@compiled
def gain_of(bids: Any, took: Any, blind: int, side: int, sides: int, nil: int) -> tuple[int, int]:
    """The points and the bags of a side in a round. `sides`: 4 without partners. `blind`: mask of blind nil bidders."""
    bid, tricks, points = 0, 0, 0
    for seat in range(side, SEATS, sides):
        bid, tricks = bid + bids[seat], tricks + took[seat]
        if bids[seat] == 0:
            points += nil_points(took[seat], blind >> seat & 1 != 0, nil)
    return points + contract_points(bid, tricks), bags_of(bid, tricks)


@compiled
def _count(row: Any, facts: Facts) -> None:
    """End a round: add points, bags and fines; then end the game or begin the next round."""
    best, worst, leaders = -1_000_000_000, 1_000_000_000, 0
    for side in range(facts.sides):
        gain, bags = gain_of(row[BIDS:TOOK], row[TOOK:VOIDS], row[BLIND], side, facts.sides, facts.nil)
        bags += row[BAGS + side]
        times = bags // facts.bags if facts.bags else 0
        row[SCORES + side] += gain - facts.fine * times
        row[BAGS + side] = bags - times * facts.bags
        score = row[SCORES + side]
        worst = min(worst, score)
        if score > best:
            best, leaders = score, 0
        leaders += score == best
    ended = best >= facts.goal or worst <= facts.floor
    if row[NUMBER] >= facts.limit or (ended and leaders == 1):
        row[PHASE] = OVER
    else:
        new_round(row, row[DEALER] + 1 & 3, row[NUMBER] + 1, facts)


PHASES = {phase: number for number, phase in enumerate(Phase)}


def facts(rules: Spades) -> Facts:
    """The constants of the rules, for compiled loops."""
    options = {name: getattr(rules, name) for name in Facts._fields}
    return Facts(**options | {"variant": VARIANTS.index(rules.variant), "blind": BLINDS.index(rules.blind)})


def row_of(now: Any, player: int, hands: Any) -> list[int]:
    """The public state, the player to move and the given hands as a row of numbers."""
    trick = now.trick
    cards = [*trick.cards, *[NO_CARD] * (SEATS - len(trick.cards))]
    sums = [[*each, *[0] * (SEATS - len(each))] for each in (now.scores, now.bags)]
    head = [*hands, *now.played, *now.bids, *now.took, *now.voids, *cards, *sums[0], *sums[1]]
    tail = [PHASES[now.phase], player, now.dealer, now.number, now.looked, now.blind, int(now.broken)]
    return [*head, *tail, trick.leader, len(trick.cards)]
