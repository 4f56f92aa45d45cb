"""Compiled rules: a game of Spades as a row of 64-bit words, from the deal to the end.

A set of cards is a word with a bit for each, as in `games.spades.tricks`; what belongs to a seat or a side has a column
for each. The arithmetic of the rules is that of `games.spades.tricks`, compiled.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

from games.core.compiled_loops import below, nth, pick, size
from games.core.rules import CHANCE, TERMINAL
from games.core.simulator import implement_game
from games.spades import tricks
from games.spades.tricks import ALL_SPADES, PER_SUIT
from kripke.checking.engine.compiled import compiled

HANDS, PLAYED, BIDS, TOOK, VOIDS, TRICK, SCORES, BAGS = range(0, 32, 4)
"""The first of four columns: by seat, by place in the trick, or by side."""
PHASE, PLAYER, DEALER, NUMBER, LOOKED, BLIND, BROKEN, LEADER, COUNT = range(32, 41)
"""COUNT is the number of cards in the trick."""
WIDTH = 41
START, DEAL, LOOK, BID, PLAY, OVER = range(6)  # the phases, in the order of `Phase`
SAY_LOOK, SAY_BLIND, FIRST_BID, FIRST_CARD = 0, 1, 2, 16
FIRST_DEAL = 4  # Outcomes of chance: who deals, then the cards
PARTNERS, CUTTHROAT, MIRROR, WHIZ, SUICIDE = range(5)
NEVER, BEHIND, ALWAYS = range(3)
NO_CARD = -1

playable = compiled(tricks.playable)
strength = compiled(tricks.strength)
shown_void = compiled(tricks.shown_void)
nil_points = compiled(tricks.nil_points)
contract_points = compiled(tricks.contract_points)


class Facts(NamedTuple):
    """The constants of the rules: the numbers of sides and ranks, and the set of all cards."""

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
    """The suit that is led, -1 before the first card."""
    return row[TRICK] // PER_SUIT if row[COUNT] else -1


@compiled
def cards_to_play(row: Any, facts: Facts) -> int:
    """The set of the cards that the player can play."""
    return playable(row[HANDS + row[PLAYER]], led_suit(row), row[BROKEN] != 0 or not facts.broken)


@compiled
def new_round(row: Any, dealer: int, number: int, facts: Facts) -> None:
    """Before the first card is dealt."""
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
def _to_bid(row: Any, seat: int) -> None:
    row[PHASE], row[PLAYER] = BID if row[LOOKED] >> seat & 1 else LOOK, seat


@compiled
def undealt(row: Any, facts: Facts) -> int:
    """The cards that are not dealt yet."""
    return facts.deck & ~(row[HANDS] | row[HANDS + 1] | row[HANDS + 2] | row[HANDS + 3])


@compiled
def bid(row: Any, tricks_bid: int) -> None:
    """The player bids."""
    row[BIDS + row[PLAYER]] = tricks_bid
    if row[PLAYER] == row[DEALER]:
        row[PHASE], row[PLAYER] = PLAY, row[LEADER]
    else:
        _to_bid(row, row[PLAYER] + 1 & 3)


@compiled
def play_card(row: Any, card: int, facts: Facts) -> None:
    """The player plays a card, which may end the trick, the round and the game."""
    seat, led, one = row[PLAYER], led_suit(row), 1 << card
    row[VOIDS + seat] |= shown_void(card, led, row[BROKEN] != 0 or not facts.broken)
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
    """The seat that wins by the cards on the table, of which there is at least one."""
    led, best, winner = led_suit(row), -1, row[LEADER]
    for place in range(row[COUNT]):
        worth = strength(row[TRICK + place], led)
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
def _count(row: Any, facts: Facts) -> None:
    """The end of a round: points, bags and fines; then the end of the game, or the next round."""
    best, worst, leaders = -1_000_000_000, 1_000_000_000, 0
    for side in range(facts.sides):
        bids = took = nils = 0
        for seat in range(side, 4, facts.sides):
            bids += row[BIDS + seat]
            took += row[TOOK + seat]
            if row[BIDS + seat] == 0:
                nils += nil_points(row[TOOK + seat], row[BLIND] >> seat & 1 != 0, facts.nil)
        bags = row[BAGS + side] + max(0, took - bids)
        times = bags // facts.bags if facts.bags else 0
        row[SCORES + side] += contract_points(bids, took) + nils - facts.fine * times
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


@compiled
def bids_to_say(row: Any, facts: Facts) -> int:
    """The bids that the variant allows, as bits."""
    seat, every = row[PLAYER], (2 << facts.ranks) - 1
    own = 1 << size(row[HANDS + seat] & ALL_SPADES)
    if facts.variant == MIRROR:
        return own
    if facts.variant == WHIZ:
        return own | 1
    if facts.variant == SUICIDE:
        partner, high = row[BIDS + (seat + 2 & 3)], every & ~((1 << min(4, facts.ranks)) - 1)
        return high | 1 if partner < 0 else 1 if partner > 0 else high
    return every


@compiled
def legal_actions(row: Any, facts: Facts) -> tuple[int, int, int]:
    """The words, the bids and the cards that are legal, each as bits."""
    phase = row[PHASE]
    return (
        3 if phase == LOOK else 0,
        bids_to_say(row, facts) if phase == BID else 0,
        cards_to_play(row, facts) if phase == PLAY else 0,
    )


@compiled
def act(row: Any, number: int, facts: Facts) -> None:
    """A legal action by its number."""
    if number >= FIRST_CARD:
        play_card(row, number - FIRST_CARD, facts)
    elif number >= FIRST_BID:
        bid(row, number - FIRST_BID)
    else:
        row[LOOKED] |= 1 << row[PLAYER]
        if number == SAY_LOOK:
            row[PHASE] = BID
        else:
            row[BLIND] |= 1 << row[PLAYER]
            bid(row, 0)


SEEN = 1 + WIDTH + 4  # the length of an observation


def _player(row: Any, facts: Facts) -> int:
    phase = row[PHASE]
    return CHANCE if phase <= DEAL else TERMINAL if phase == OVER else row[PLAYER]


def _allow(row: Any, mask: Any, facts: Facts) -> None:
    words, bids, cards = legal_actions(row, facts)
    if cards:
        for number in range(52):
            mask[FIRST_CARD + number] = cards >> number & 1
    else:
        low = words | bids << FIRST_BID
        for number in range(FIRST_CARD):
            mask[number] = low >> number & 1


def _come_up(row: Any, number: int, facts: Facts) -> bool:
    if row[PHASE] == START:
        if number >= FIRST_DEAL:
            return False
        new_round(row, number, 1, facts)
        return True
    if not FIRST_DEAL <= number < FIRST_DEAL + 52 or not undealt(row, facts) >> (number - FIRST_DEAL) & 1:
        return False
    count = size(row[HANDS]) + size(row[HANDS + 1]) + size(row[HANDS + 2]) + size(row[HANDS + 3])
    row[HANDS + (row[DEALER] + 1 + count & 3)] |= 1 << (number - FIRST_DEAL)
    if count + 1 == 4 * facts.ranks:
        _to_bid(row, row[DEALER] + 1 & 3)
    return True


@compiled
def _draw_one(row: Any, chance: Any, facts: Facts) -> None:
    """All cards are dealt at once: to each hand in turn as many as it lacks, all ways equally likely."""
    if row[PHASE] == START:
        new_round(row, below(chance, 0, 4), 1, facts)
        return
    left = undealt(row, facts)
    for seat in range(3):
        picked = pick(left, facts.ranks - size(row[HANDS + seat]), chance)
        row[HANDS + seat] |= picked
        left ^= picked
    row[HANDS + 3] |= left
    _to_bid(row, row[DEALER] + 1 & 3)


def _see(row: Any, seat: int, view: Any, facts: Facts) -> None:
    """The viewer, then the row without the hands of the others, in the order of `SpadesSimulator.encode`."""
    view[0] = seat
    for column in range(WIDTH):
        view[1 + column] = row[column]
    for other in range(4):
        view[1 + WIDTH + other] = size(row[HANDS + other])
        if other != seat or not row[LOOKED] >> seat & 1:
            view[1 + HANDS + other] = 0


def _pay(row: Any, seat: int, facts: Facts) -> int:
    """In twelfths: the winners share the game."""
    best, winners = row[SCORES], 0
    for side in range(1, facts.sides):
        best = max(best, row[SCORES + side])
    for other in range(4):
        winners += row[SCORES + other % facts.sides] == best
    return 12 // winners if row[SCORES + seat % facts.sides] == best else 0


@compiled
def play(tables: Any, chance: Any, facts: Facts) -> int:
    """Play each game to its end with random actions; the number of actions. Three times as fast as with masks."""
    moves = 0
    for game in range(len(tables)):
        row, own = tables[game], chance[game : game + 1]
        while row[PHASE] != OVER:
            if row[PHASE] <= DEAL:
                _draw_one(row, own, facts)
                continue
            moves += 1
            words, bids, cards = legal_actions(row, facts)
            if cards:
                play_card(row, nth(cards, below(own, 0, size(cards))), facts)
            else:
                low = words | bids << FIRST_BID
                act(row, nth(low, below(own, 0, size(low))), facts)
    return moves


implement_game(Facts, _player, _allow, act, _come_up, _draw_one, _see, _pay)
