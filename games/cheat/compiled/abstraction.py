"""Compiled loops: the 18 actions of the abstraction, the key of 31 bits, and the calls of a predicted player."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from games.cheat.abstraction import CALL, TAKE
from games.cheat.compiled.moves import call, can_call, can_take, claim, next_rank, room, take
from games.cheat.compiled.row import (
    ANSWER,
    CALLS_IT,
    CAUGHT,
    COUNT,
    DECK,
    EVERYTHING,
    FALSE_CLAIM,
    HANDS,
    HELD,
    MADE,
    NOT_CALLED,
    OVER,
    PILE,
    PLAYER,
    PREVIOUS,
    RANK,
    REPEATED,
    SHOWN,
    TIMES,
    TRUE_CLAIM,
    TURN,
    Facts,
    of_rank,
)
from games.core.compiled_loops import pick, size, uniform
from kripke.checking.engine.compiled import compiled

FULL, MOST_LOGIT = 8, 30.0
"""As in `games.cheat.prediction.calls`."""
_MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


@compiled
def abstract_legal(row: Any, facts: Facts) -> int:
    """The legal ones of the 18 actions, as bits; a predicted answer is the only one, or rules the call out."""
    if row[ANSWER] == CALLS_IT:
        return 1 << CALL
    mask = (can_call(row) and row[ANSWER] == 0) << CALL | can_take(row, facts) << TAKE
    for lower in range(2):
        fitting, others = room(row, lower, facts)
        mask |= ((1 << fitting) - 1) << (2 + 8 * lower) | ((1 << others) - 1) << (6 + 8 * lower)
    return mask


@compiled
def _class(count: int) -> int:
    return count if count <= 4 else 5 if count <= 8 else 6


@compiled
def attribute_key(row: Any, facts: Facts) -> int:
    """The current player's key of 31 bits; see `abstraction.encode`."""
    seat, other = row[PLAYER], 1 - row[PLAYER]
    up, down = next_rank(row, 0, facts), next_rank(row, 1, facts)
    hand, held = row[HANDS + seat], row[HELD + other]
    code = row[PREVIOUS] if row[PREVIOUS] > FALSE_CLAIM or row[SHOWN] else TRUE_CLAIM
    code |= (hand & of_rank(up) != 0) << 2 | (hand & of_rank(down) != 0) << 3
    code |= _class(size(hand)) << 4 | _class(size(row[HANDS + other])) << 7 | _class(size(row[PILE])) << 10
    code |= min(row[TURN] // 2 + 1, 127) << 13
    code |= min(held >> 4 * up & 15, 3) << 20 | min(held >> 4 * down & 15, 3) << 22
    code |= (row[MADE + seat] >> up & 1) << 24 | (row[MADE + seat] >> down & 1) << 25
    code |= (row[MADE + other] >> up & 1) << 26 | (row[MADE + other] >> down & 1) << 27
    code |= (row[CAUGHT + seat] >> up & 1) << 28 | (row[CAUGHT + seat] >> down & 1) << 29
    return code | (row[CAUGHT + seat] != 0) << 30


@compiled
def _full_key(row: Any) -> Any:
    """A hash of all that is fixed: two different states share it with a chance of 2^-64."""
    code = np.uint64(row[PLAYER])
    for word in range(TURN + 1):
        code = (code ^ np.uint64(row[word])) * _MIX
        code ^= code >> _SHIFT
    return code


def information_key(row: Any, facts: Facts) -> Any:
    """The current player's information state, and the seat, for the search."""
    if facts.shows == EVERYTHING:
        return _full_key(row)
    return np.uint64(attribute_key(row, facts) | row[PLAYER] << 31)


@compiled
def call_chance(row: Any, facts: Facts) -> float:
    """How likely the player whose move it is calls the claim of the last move; see `games.cheat.prediction.calls`."""
    seat, other, weights = row[PLAYER], 1 - row[PLAYER], facts.weights
    theirs = size(row[HANDS + other])
    logit = facts.logit + weights[0] * (row[COUNT] - 1)
    logit += weights[1] * size(row[HANDS + seat] & of_rank(row[RANK])) + weights[2] * (FULL - theirs)
    logit += weights[3] * (FULL - size(row[HANDS + seat])) + weights[4] * size(row[PILE])
    logit += weights[5] * row[TIMES + other] + weights[6] * row[REPEATED] + weights[7] * (theirs == 0)
    return 1 / (1 + exp(-max(-MOST_LOGIT, min(MOST_LOGIT, logit))))


@compiled
def abstract_move(row: Any, action: int, chance: Any, facts: Facts) -> None:
    """One of the 18 actions; chance draws the cards, and the answer to a claim that is answered by prediction."""
    row[ANSWER] = 0
    if action == CALL:
        call(row, facts)
    elif action == TAKE:
        take(row, pick(row[DECK], 1, chance) if row[DECK] else 0, facts)
    else:
        number = action - 2
        rank, hand = next_rank(row, number >> 3, facts), row[HANDS + row[PLAYER]]
        some = hand & ~of_rank(rank) if number >> 2 & 1 else hand & of_rank(rank)
        claim(row, rank, pick(some, (number & 3) + 1, chance), facts)
        if row[PLAYER] == facts.predicted and row[OVER] == 0:
            row[ANSWER] = CALLS_IT if uniform(chance, 0) < call_chance(row, facts) else NOT_CALLED
