"""Spades for the compiled loops over many games: who moves, what is legal, chance, what is seen and what is paid."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from games.core.compiled_games import implement_game
from games.core.compiled_loops import below, nth, size
from games.core.rules import CHANCE, TERMINAL
from games.spades.compiled_row import (
    DEAL,
    FIRST_BID,
    FIRST_CARD,
    FIRST_DEAL,
    HANDS,
    LOOKED,
    OVER,
    PHASE,
    PLAYER,
    SCORES,
    START,
    WIDTH,
    Facts,
    act,
    deal_rest,
    give,
    legal_actions,
    new_round,
    play_card,
    undealt,
)
from kripke.checking.engine.compiled import compiled

SEEN = 1 + WIDTH + 4
"""The length of an observation."""


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
    give(row, 1 << (number - FIRST_DEAL), facts)
    return True


@compiled
def _draw_one(row: Any, chance: Any, facts: Facts) -> None:
    """All cards are dealt at once."""
    if row[PHASE] == START:
        new_round(row, below(chance, 0, 4), 1, facts)
    else:
        deal_rest(row, chance, facts)


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
