"""Compiled loops over many games of Spades, rows as in `compiled_row`, for the simulator."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from games.core.compiled_chance import below
from games.core.compiled_sets import nth, size
from games.core.rules import CHANCE, TERMINAL
from games.spades.compiled_row import (
    ACTIONS,
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


@compiled
def _outcome(row: Any, number: int, facts: Facts) -> bool:
    """Apply an outcome of chance; whether it can come up."""
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
def _draw(row: Any, chance: Any, facts: Facts) -> None:
    if row[PHASE] == START:
        new_round(row, below(chance, 0, 4), 1, facts)
    if row[PHASE] == DEAL:
        deal_rest(row, chance, facts)


@compiled
def draw(tables: Any, chance: Any, facts: Facts) -> None:
    """Let chance move in each game until a player decides or the game is over.

    Parameters
    ----------
    tables : int array of games and columns
    chance : uint64 array of games
    facts : Facts
    """
    for game in range(len(tables)):
        _draw(tables[game], chance[game : game + 1], facts)


@compiled
def current(tables: Any, found: Any) -> None:
    """Write whose move it is in each game.

    Parameters
    ----------
    tables : int array of games and columns
    found : int array of games
    """
    for game in range(len(tables)):
        phase = tables[game, PHASE]
        found[game] = CHANCE if phase <= DEAL else TERMINAL if phase == OVER else tables[game, PLAYER]


@compiled
def legal(tables: Any, mask: Any, facts: Facts) -> None:
    """Mark the legal actions of each game.

    Parameters
    ----------
    tables : int array of games and columns
    mask : bool array of games and actions
        Empty.
    facts : Facts
    """
    for game in range(len(tables)):
        words, bids, cards = legal_actions(tables[game], facts)
        low = words | bids << FIRST_BID
        for number in range(FIRST_CARD):
            mask[game, number] = low >> number & 1
        for number in range(52):
            mask[game, FIRST_CARD + number] = cards >> number & 1


@compiled
def step(tables: Any, numbers: Any, facts: Facts) -> int:
    """Move in each game; the first game whose number is not legal, else -1.

    Parameters
    ----------
    tables : int array of games and columns
    numbers : int array of games
        Of actions or outcomes; below 0: no move.
    facts : Facts
    """
    for game in range(len(tables)):
        row, number = tables[game], numbers[game]
        if number < 0:
            continue
        if row[PHASE] <= DEAL:
            if not _outcome(row, number, facts):
                return game
            continue
        words, bids, cards = legal_actions(row, facts)
        low = words | bids << FIRST_BID
        if not (low >> number & 1 if number < FIRST_CARD else number < ACTIONS and cards >> (number - FIRST_CARD) & 1):
            return game
        act(row, number, facts)
    return -1


@compiled
def play(tables: Any, chance: Any, facts: Facts) -> int:
    """Play each game to its end with random actions; the number of actions.

    Parameters
    ----------
    tables : int array of games and columns
    chance : uint64 array of games
    facts : Facts
    """
    moves = 0
    for game in range(len(tables)):
        row, own = tables[game], chance[game : game + 1]
        while row[PHASE] != OVER:
            if row[PHASE] <= DEAL:
                _draw(row, own, facts)
            moves += 1
            words, bids, cards = legal_actions(row, facts)
            if cards:
                play_card(row, nth(cards, below(own, 0, size(cards))), facts)
            else:
                low = words | bids << FIRST_BID
                act(row, nth(low, below(own, 0, size(low))), facts)
    return moves


@compiled
def observe(tables: Any, seats: Any, seen: Any) -> None:
    """Write what one player of each game sees: the viewer, then the row without the hands of the others.

    Parameters
    ----------
    tables : int array of games and columns
    seats : int array of games
        The viewers.
    seen : int array of games and numbers
        In the order of `SpadesSimulator.encode`.
    """
    for game in range(len(tables)):
        row, view, seat = tables[game], seen[game], seats[game]
        view[0] = seat
        for column in range(WIDTH):
            view[1 + column] = row[column]
        for other in range(4):
            view[1 + WIDTH + other] = size(row[HANDS + other])
            if other != seat or not row[LOOKED] >> seat & 1:
                view[1 + HANDS + other] = 0


@compiled
def returns(tables: Any, paid: Any, facts: Facts) -> None:
    """Write the returns of games that are over, in twelfths.

    Parameters
    ----------
    tables : int array of games and columns
    paid : int array of games and seats
    facts : Facts
    """
    for game in range(len(tables)):
        best, winners = tables[game, SCORES], 0
        for side in range(1, facts.sides):
            best = max(best, tables[game, SCORES + side])
        for seat in range(4):
            winners += tables[game, SCORES + seat % facts.sides] == best
        for seat in range(4):
            paid[game, seat] = 12 // winners if tables[game, SCORES + seat % facts.sides] == best else 0
