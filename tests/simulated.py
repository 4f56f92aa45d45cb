"""Checks of a simulator: it plays as the states of its game do, on the same chance."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from conformance import Case, random_move
from effort import share

from games.core.errors import GameError, IllegalAction
from games.core.rules import State
from games.core.stages import choices
from studies.simulator import Simulator
from studies.simulator import simulator as simulator_of

Row = tuple[int, ...]
Shares = dict[Row, Fraction]
OUTCOMES = 2_000
"""The largest number of positions after chance has moved whose shares are compared."""
DRAWS = 10
"""How often each of them is expected."""


def simulator(case: Case) -> Simulator:
    made = simulator_of(case.game, case.rules)
    assert made is not None
    return made


def check_plays_alike(case: Case, games: int = 12, seed: int = 31) -> None:
    """Legal actions, observations, returns and rows are those of the states after each move of random games."""
    fast, rng = simulator(case), Random(seed)
    states: list[State] = [case.rules.start()] * games
    fast.reset(range(games))
    while not all(state.is_terminal for state in states):
        _compare(case, fast, states)
        moves = [None if state.is_terminal else random_move(state, rng) for state in states]
        _take(fast, states, moves)
        states = [state if move is None else state.apply(move) for state, move in zip(states, moves, strict=True)]
    _compare(case, fast, states)
    assert fast.returns().tolist() == [[float(each) for each in state.returns()] for state in states]


def _take(fast: Simulator, states: list[State], moves: list[Any]) -> None:
    """Take the moves, choice by choice where they are chosen in stages; the legal choices are those of the stages."""
    ways = [_numbers(fast, state, move) for state, move in zip(states, moves, strict=True)]
    for step in range(max(map(len, ways))):
        for state, way, mask in zip(states, ways, fast.legal(), strict=True):
            if step < len(way) and not state.is_chance:
                left = fast.action(state.legal_actions(), way[:step])
                assert {fast.actions[each] for each in np.flatnonzero(mask)} == set(choices(left))
        fast.step([way[step] if step < len(way) else -1 for way in ways])
    for state, move, way in zip(states, moves, ways, strict=True):
        assert not way or state.is_chance or fast.action(state.legal_actions(), way) == move


def _numbers(fast: Simulator, state: State, move: Any) -> tuple[int, ...]:
    if move is None:
        return ()
    return (fast.outcomes.index(move),) if state.is_chance else fast.numbers(state.legal_actions(), move)


def _compare(case: Case, fast: Simulator, states: list[State]) -> None:
    assert fast.current.tolist() == [state.current_player for state in states]
    assert fast.tables.tolist() == [fast.row(state) for state in states]
    for mask, state in zip(fast.legal(), states, strict=True):
        assert {fast.actions[number] for number in np.flatnonzero(mask)} == set(choices(state.legal_actions()))
    for seat in case.players():
        seen = fast.observe(np.full(len(states), seat))
        assert seen.tolist() == [fast.encode(case.game.observation(state, seat)) for state in states]


def check_chance_alike(case: Case, looks: int = 3) -> None:
    """Positions after chance has moved come up as often as the states say; `make test` looks where they are few."""
    assert _alike(case, looks, share(OUTCOMES)) or _alike(case, looks, OUTCOMES)


def _alike(case: Case, looks: int, most: int) -> int:
    """The number of comparisons of shares, in at most this number of positions."""
    from scipy.stats import chisquare

    fast, tried = simulator(case), 0
    for state in [case.rules.start(), *(each for each in case.some if each.is_chance)]:
        expected = _spread(fast, state, {}, most)
        if len(expected) < 2 or tried == looks:
            continue
        tried += 1
        draws = DRAWS * len(expected)
        fast.put([state] * draws, range(draws))
        fast.draw()
        counts = dict.fromkeys(expected, 0)
        for row in fast.tables.tolist():
            counts[tuple(row)] += 1
        shares = [float(each) * draws for each in expected.values()]
        assert chisquare(list(counts.values()), shares).pvalue > 1e-5
    return tried


def _spread(fast: Simulator, state: State, known: dict[Row, Shares], most: int) -> Shares:
    """The rows after chance has moved, with their probabilities; empty where there are more than `most`.

    Positions with the same row, such as cards dealt in another order, have the same spread, which is kept in `known`.
    """
    here = tuple(fast.row(state))
    if not state.is_chance:
        return {here: Fraction(1)}
    if here not in known:
        known[here] = _spread_of(fast, state, known, most)
    return known[here]


def _spread_of(fast: Simulator, state: State, known: dict[Row, Shares], most: int) -> Shares:
    found: Shares = {}
    for outcome, chance in state.chance_outcomes() or ():
        after = _spread(fast, state.after(outcome), known, most)
        for row, part in after.items():
            found[row] = found.get(row, Fraction(0)) + chance * part
        if not after or len(found) > most:
            return {}
    return found


def check_seeds_alike(case: Case) -> None:
    """A game depends on its seed alone, not on the games beside it."""
    fast, alone = simulator(case), simulator(case)
    fast.reset(range(40))
    moves = fast.play()
    assert len(set(map(tuple, fast.tables.tolist()))) > 1
    total = 0
    for seed in range(40):
        alone.reset([seed])
        total += alone.play()
        assert alone.tables[0].tolist() == fast.tables[seed].tolist()
    assert total == moves
    if case.rules.total is not None:
        assert (fast.returns().sum(axis=1) == float(case.rules.total)).all()


def check_refuses(case: Case) -> None:
    """What is not legal is refused; a game that is not over has no returns."""
    fast = simulator(case)
    fast.reset(range(5))
    with pytest.raises(GameError, match="game 0 is not over"):
        fast.returns()
    fast.draw()
    (number, *_) = np.flatnonzero(~fast.legal()[3])
    before = fast.tables.copy()
    for wrong in (int(number), len(fast.actions), 2**31 - 1):
        with pytest.raises(IllegalAction, match="game 3, number"):
            fast.step([-1, -1, -1, wrong, -1])
    assert (fast.tables == before).all()
    with pytest.raises(GameError, match=r"expected.* each of 5 games"):
        fast.step([0])
    with pytest.raises(GameError, match=r"expected a whole number for each of 5 games"):
        fast.step([2**40] * 5)
    for seats, message in ((0, "each of 5 games"), ([0], "each of 5 games"), ([99] * 5, "seats from 0 to")):
        with pytest.raises(GameError, match=message):
            fast.observe(seats)
    with pytest.raises(GameError, match="a seed for each of 3 games"):
        fast.put([case.rules.start()] * 3, [1])
    assert (fast.tables == before).all()
    fast.put([], [])
    assert (len(fast), fast.play()) == (0, 0)
    fast.reset(range(5))
    for seeds in ([-1], ["x"], [2**64]):
        with pytest.raises(GameError, match="expected whole numbers from 0"):
            fast.reset(seeds)  # type: ignore[arg-type]
