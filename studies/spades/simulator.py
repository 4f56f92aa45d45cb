"""Spades as a simulator: rows of 64-bit integers, moved by the compiled loops of `games.spades.compiled_rules`.

Two actions are words: looking at one's hand, and bidding nil without looking.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from games.core.cards import CARDS
from games.core.compiled_loops import below, nth, pick, size
from games.core.rules import CHANCE, TERMINAL, Deal
from games.spades.compiled_rules import (
    BID,
    BIDS,
    BLIND,
    DEAL,
    DEALER,
    HANDS,
    LEADER,
    LOOK,
    LOOKED,
    OVER,
    PHASE,
    PLAY,
    PLAYER,
    SCORES,
    START,
    WIDTH,
    Facts,
    cards_to_play,
    facts,
    new_round,
    play_card,
    row_of,
)
from games.spades.observe import Observation
from games.spades.rules import BLIND as BLIND_NIL
from games.spades.rules import LOOK as TO_LOOK
from games.spades.rules import Bid, Dealer, Play, Spades, SpadesState
from games.spades.tricks import ALL_SPADES
from kripke.checking.engine.compiled import compiled
from studies.simulator import Simulator, implement_game

SAY_LOOK, SAY_BLIND, FIRST_BID, FIRST_CARD = 0, 1, 2, 16
FIRST_DEAL = 4  # Outcomes of chance: who deals, then the cards
PARTNERS, CUTTHROAT, MIRROR, WHIZ, SUICIDE = range(5)
SEEN = 1 + WIDTH + 4  # the length of an observation


@compiled
def _to_bid(row: Any, seat: int) -> None:
    row[PHASE], row[PLAYER] = BID if row[LOOKED] >> seat & 1 else LOOK, seat


@compiled
def undealt(row: Any, facts: Facts) -> int:
    """The set of the cards that are still to be dealt."""
    return facts.deck & ~(row[HANDS] | row[HANDS + 1] | row[HANDS + 2] | row[HANDS + 3])


@compiled
def bid(row: Any, tricks_bid: int) -> None:
    """Make a bid of this number of tricks."""
    row[BIDS + row[PLAYER]] = tricks_bid
    if row[PLAYER] == row[DEALER]:
        row[PHASE], row[PLAYER] = PLAY, row[LEADER]
    else:
        _to_bid(row, row[PLAYER] + 1 & 3)


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
    """The legal words, bids and cards, each as bits."""
    phase = row[PHASE]
    return (
        3 if phase == LOOK else 0,
        bids_to_say(row, facts) if phase == BID else 0,
        cards_to_play(row, facts) if phase == PLAY else 0,
    )


@compiled
def act(row: Any, number: int, facts: Facts) -> None:
    """Make a legal action, given by number."""
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
    """Draw the first dealer, or deal all cards at once: each hand in turn gets its missing cards at random."""
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
    """Write the viewer, the row without unseen hands, and the hand sizes, in the order of `SpadesSimulator.encode`."""
    view[0] = seat
    for column in range(WIDTH):
        view[1 + column] = row[column]
    for other in range(4):
        view[1 + WIDTH + other] = size(row[HANDS + other])
        if other != seat or not row[LOOKED] >> seat & 1:
            view[1 + HANDS + other] = 0


def _pay(row: Any, seat: int, facts: Facts) -> int:
    """A player's payoff in twelfths of a game: the winners get equal shares of the game, the others nothing."""
    best, winners = row[SCORES], 0
    for side in range(1, facts.sides):
        best = max(best, row[SCORES + side])
    for other in range(4):
        winners += row[SCORES + other % facts.sides] == best
    return 12 // winners if row[SCORES + seat % facts.sides] == best else 0


@compiled
def play(tables: Any, chance: Any, facts: Facts) -> int:
    """Play each game to its end; return the number of random actions. Three times as fast as `Simulator.play`."""
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


class SpadesSimulator(Simulator):
    """Games of Spades as rows of numbers. Actions: looking, blind nil, bids, cards; chance draws dealer and cards."""

    rules: Spades
    width = SEEN
    unit = 12
    word = np.int64

    def fixed(self, rules: Spades) -> Facts:
        """The constants that the compiled loops need for these options."""
        return facts(rules)

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The actions (words, bids and cards), and the outcomes (first dealers, and dealt cards)."""
        actions = (TO_LOOK, BLIND_NIL, *(Bid(tricks) for tricks in range(FIRST_CARD - FIRST_BID)), *map(Play, CARDS))
        return actions, (*map(Dealer, self.rules.names), *map(Deal, CARDS))

    def row(self, state: SpadesState) -> list[int]:
        """The row of numbers for a position."""
        now = state.position
        return row_of(now, now.player, now.hands)

    def encode(self, observation: Observation) -> list[int]:
        """An observation as numbers: viewer, row with only the viewer's hand, and the number of each player's cards."""
        hands = [hand or 0 for hand in observation.hands]
        return [observation.player, *row_of(observation, observation.current, hands), *observation.sizes]

    def play(self) -> int:
        """Play all games to the end at random; return the number of actions, without chance moves."""
        return int(play(self.tables, self.chance, self.facts))


SIMULATOR = SpadesSimulator
