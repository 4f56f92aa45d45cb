"""Hold'em as compiled loops on a row of 64-bit words, for the simulator and for learning."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.cards import CARDS
from games.core.compiled_loops import below, nth, pick, size
from games.core.rules import CHANCE, TERMINAL, Deal
from games.holdem.agents.brain.inputs import (
    ACTED,
    BOARD,
    HANDS,
    LIVE,
    PAID,
    PHASE,
    PLAYER,
    RAISED,
    RAISES,
    ROUND,
    WIDTH,
    missing,
    row_of,
)
from games.holdem.hand_value import value_of
from games.holdem.observe import Observation
from games.holdem.rules import BIG, BLINDS, WORDS, Holdem, HoldemState
from kripke.checking.engine.compiled import compiled
from studies.simulator import Simulator, implement_game

DEAL, BET, DEAL_BOARD, OVER = range(4)  # the phases, in the order of `Phase`
CALL, RAISE, FOLD, CHECK = range(4)  # the numbers of actions, in the order of `games.holdem.rules.WORDS`
SEEN = 1 + WIDTH + 3  # the length of an observation
CHIP = 6  # a chip in twelfths of a big blind: the pot is shared by at most three


class Facts(NamedTuple):
    """The constants of the rules, for the compiled loops."""

    deck: int  # the set of all cards
    first_cap: int  # the largest number of bets and raises before the flop
    cap: int  # in later rounds


@compiled
def bet_of(number: int) -> int:
    """The chips that a raise adds in the round with this number."""
    return 2 if number < 2 else 4


@compiled
def can_raise(row: Any, facts: Facts) -> bool:
    """Whether another raise is allowed in this round."""
    number = row[ROUND]
    return row[RAISES + number] < (facts.cap if number else facts.first_cap)


@compiled
def _next_live(live: int, seat: int) -> int:
    seat = (seat + 1) % 3
    while not live >> seat & 1:
        seat = (seat + 1) % 3
    return seat


@compiled
def is_alone(live: int) -> bool:
    """Whether at most one player is still in the game; `live` is a bit set of seats."""
    return live & (live - 1) == 0


@compiled
def _close(row: Any) -> None:
    live = row[LIVE]
    if is_alone(live) or (live & ~row[ACTED] == 0 and row[ROUND] == 3):
        row[PHASE], row[ACTED] = OVER, 0b111
    elif live & ~row[ACTED]:
        row[PLAYER] = _next_live(live, row[PLAYER])
    else:
        row[PHASE], row[ACTED] = DEAL_BOARD, 0
        row[ROUND] += 1


@compiled
def speak(row: Any, number: int) -> None:
    """Apply a legal action, given by its number, to the row."""
    seat, street = row[PLAYER], row[ROUND]
    here = 1 << seat
    if number == FOLD:
        row[LIVE] &= ~here
        row[ACTED] |= here
    elif number == RAISE:
        row[PAID + seat] += missing(row) + bet_of(street)
        row[RAISES + street] += 1
        row[RAISED + seat] |= 1 << street
        row[ACTED] = here
    else:
        row[PAID + seat] += missing(row)
        row[ACTED] |= here
    _close(row)


@compiled
def _undealt(row: Any, facts: Facts) -> int:
    return facts.deck & ~(row[HANDS] | row[HANDS + 1] | row[HANDS + 2] | row[BOARD])


@compiled
def _give(row: Any, card: int) -> None:
    """Deal a card: to the hands in turn, then to the board."""
    if row[PHASE] == DEAL:
        count = size(row[HANDS]) + size(row[HANDS + 1]) + size(row[HANDS + 2])
        row[HANDS + count % 3] |= card
        if count == 5:
            row[PHASE], row[PLAYER] = BET, 2
        return
    row[BOARD] |= card
    if size(row[BOARD]) == row[ROUND] + 2:
        row[PHASE], row[PLAYER] = BET, _next_live(row[LIVE], 2)


@compiled
def deal(row: Any, chance: Any, facts: Facts) -> None:
    """Deal cards until a player must decide."""
    if row[PHASE] == DEAL:
        while row[PHASE] == DEAL:
            left = _undealt(row, facts)
            _give(row, 1 << nth(left, below(chance, 0, size(left))))
        return
    row[BOARD] |= pick(_undealt(row, facts), row[ROUND] + 2 - size(row[BOARD]), chance)
    row[PHASE], row[PLAYER] = BET, _next_live(row[LIVE], 2)


@compiled
def winners(row: Any) -> int:
    """The seats that get the pot, as bits."""
    if is_alone(row[LIVE]):
        return row[LIVE]
    best, seats = 0, 0
    for seat in range(3):
        if row[LIVE] >> seat & 1:
            here = value_of(row[HANDS + seat] | row[BOARD])
            if here > best:
                best, seats = here, 0
            if here == best:
                seats |= 1 << seat
    return seats


@compiled
def payoff(row: Any, seat: int, won: int) -> int:
    """A player's winnings, in twelfths of a big blind; `won`: the winners as bits."""
    pot = CHIP * (row[PAID] + row[PAID + 1] + row[PAID + 2])
    return (pot // size(won) if won >> seat & 1 else 0) - CHIP * row[PAID + seat]


def _player(row: Any, facts: Facts) -> int:
    if row[PHASE] == BET:
        return row[PLAYER]
    return TERMINAL if row[PHASE] == OVER else CHANCE


def _allow(row: Any, mask: Any, facts: Facts) -> None:
    if missing(row):
        mask[CALL] = mask[FOLD] = True
    else:
        mask[CHECK] = True
    mask[RAISE] = can_raise(row, facts)


def _act(row: Any, number: int, facts: Facts) -> None:
    speak(row, number)


def _come_up(row: Any, number: int, facts: Facts) -> bool:
    if not 0 <= number < 52 or not _undealt(row, facts) >> number & 1:
        return False
    _give(row, 1 << number)
    return True


def _see(row: Any, seat: int, view: Any, facts: Facts) -> None:
    """Write an observation into `view`: the viewer, the row with the visible hands, and the numbers of cards."""
    view[0] = seat
    for column in range(WIDTH):
        view[1 + column] = row[column]
    shown = row[LIVE] if row[PHASE] == OVER and not is_alone(row[LIVE]) else 0
    for other in range(3):
        view[1 + WIDTH + other] = size(row[HANDS + other])
        if other != seat and not shown >> other & 1:
            view[1 + HANDS + other] = 0


def _pay(row: Any, seat: int, facts: Facts) -> int:
    return payoff(row, seat, winners(row))


implement_game(Facts, _player, _allow, _act, _come_up, deal, _see, _pay)


def facts_of(rules: Holdem) -> Facts:
    """The constants of the rules, for compiled loops."""
    return Facts(rules.deck, rules.cap(0), rules.cap(1))


class HoldemSimulator(Simulator):
    """Games of hold'em as rows of numbers."""

    rules: Holdem
    width = SEEN
    unit = CHIP * BLINDS[BIG]
    word = np.int64

    def fixed(self, rules: Holdem) -> Facts:
        """The constants that the compiled loops need for these options."""
        return facts_of(rules)

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Actions: call, raise, fold and check. Outcomes: the dealt cards."""
        return WORDS, tuple(map(Deal, CARDS))

    def row(self, state: HoldemState) -> list[int]:
        """The row of numbers for a position."""
        return row_of(state.position, state.position.player, state.position.hands)

    def encode(self, observation: Observation) -> list[int]:
        """The viewer, the row with the visible hands, and the number of each player's cards."""
        hands = [hand or 0 for hand in observation.hands]
        return [observation.player, *row_of(observation, observation.current, hands), *observation.sizes]


SIMULATOR = HoldemSimulator
