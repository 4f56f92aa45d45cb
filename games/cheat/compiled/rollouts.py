"""Compiled loops: the rollout policy, with the rules a to f of the source."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from games.cheat.abstraction import CALL, TAKE
from games.cheat.compiled.abstraction import abstract_legal
from games.cheat.compiled.moves import can_call, can_take, room
from games.cheat.compiled.row import (
    ANSWER,
    CALLS_IT,
    CAUGHT,
    FALSE_CLAIM,
    HANDS,
    PILE,
    PLAYER,
    PREVIOUS,
    RANK,
    REPEATED,
    SHOWN,
    TIMES,
    Facts,
    of_rank,
)
from games.core.compiled_loops import size, uniform
from kripke.checking.engine.compiled import compiled

BY_SIZE = np.array([0, 0.6, 0.87, 0.97, 1])
"""Of the claims of the rollout policy of a kind, the share that has at most so many cards."""
BIG_PILE, OFTEN = 8, 8
"""More cards in the pile, or more catches, than this: a false claim is called."""


@compiled
def _must_call(row: Any) -> bool:
    """Rules a to f of the source, for a claim that is seen to be false; a hidden one is called if all else loses.

    All conditions are computed: that takes less time than branches that are hard to predict.
    """
    seat, other = row[PLAYER], 1 - row[PLAYER]
    wins = row[HANDS + other] == 0
    caught = (
        wins
        | (size(row[PILE]) > BIG_PILE)
        | (row[TIMES + other] > OFTEN)
        | (row[REPEATED] != 0)
        | (row[HANDS + seat] & of_rank(row[RANK]) != 0)
        | (row[CAUGHT + other] >> row[RANK] & 1 != 0)
    )
    return (row[PREVIOUS] == FALSE_CLAIM) & caught if row[SHOWN] else can_call(row) & wins


@compiled
def _nth(mask: int, number: int) -> int:
    """The action of this number among the legal ones."""
    action = 0
    while True:
        if mask >> action & 1:
            if number == 0:
                return action
            number -= 1
        action += 1


@compiled
def _claim_of(first: int, mark: float, share: float, most: int) -> int:
    """The claim that a mark falls on, of a kind whose claim of one card has this number."""
    size_1, size_2, size_3 = BY_SIZE[1] * share, BY_SIZE[2] * share, BY_SIZE[3] * share
    above = (mark >= size_1) + (mark >= size_2) + (mark >= size_3)
    return first + min(above, most - 1)


@compiled
def _any_action(row: Any, share: float, facts: Facts) -> int:
    """A legal action by a share from 0 to 1, all equally likely."""
    mask = abstract_legal(row, facts)
    return _nth(mask, min(int(share * size(mask)), size(mask) - 1))


@compiled
def rollout_action(row: Any, chance: Any, facts: Facts) -> int:
    """An action of the rollout policy: rules a to f, else by the shares of the actions that apply."""
    if row[ANSWER] == CALLS_IT or (row[ANSWER] == 0 and _must_call(row)):
        return CALL
    true_up, false_up = room(row, 0, facts)
    true_down, false_down = room(row, 1, facts)
    calls = facts.call if can_call(row) and row[ANSWER] == 0 else 0.0
    takes = facts.take if can_take(row, facts) else 0.0
    higher, higher_lies = BY_SIZE[true_up] * facts.true, BY_SIZE[false_up] * facts.false
    lower, lower_lies = BY_SIZE[true_down] * facts.true, BY_SIZE[false_down] * facts.false
    total = calls + takes + higher + higher_lies + lower + lower_lies
    everything = total
    if facts.equally:
        everything = facts.call + facts.take + facts.true + facts.false + facts.true + facts.false
    mark = uniform(chance, 0) * everything
    if mark >= total:
        return _any_action(row, (mark - total) / (everything - total), facts)
    if mark < calls:
        return CALL
    mark -= calls
    if mark < takes:
        return TAKE
    mark -= takes
    if mark < higher:
        return _claim_of(2, mark, facts.true, true_up)
    mark -= higher
    if mark < higher_lies:
        return _claim_of(6, mark, facts.false, false_up)
    mark -= higher_lies
    if mark < lower or false_down == 0:
        return _claim_of(10, mark, facts.true, true_down)
    return _claim_of(14, mark - lower, facts.false, false_down)
