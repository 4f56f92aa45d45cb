"""The duel solved exactly by a linear program over sequences, and by counterfactual regret minimisation beside it.

Koller, Megiddo and von Stengel (1996), "Efficient computation of equilibria for extensive two-person games", Games and
Economic Behavior 14(2), 247-259, doi:10.1006/game.1996.0051; Tammelin (2014), "Solving large imperfect information
games using CFR+", arXiv:1407.5042.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from games.bluff_poker.agents.opponent_model.raises_duel import (
    Duel,
    Floats,
    Strategy,
    pooled,
    responder_reach,
    responder_values,
    starter_reach,
    starter_values,
)
from games.core.errors import GameError


class Solution(NamedTuple):
    """An equilibrium: what the starter wins, and how both play."""

    value: float
    strategy: Strategy


@lru_cache(maxsize=4)
def equilibrium(k: int, looks: bool = True) -> Solution:
    """The solved duel of Bluff Poker over k classes."""
    return solve(pooled(k, looks))


def solve(duel: Duel) -> Solution:
    """The equilibrium by a sequence-form linear program.

    Its variables are the responder's plan, and what the starter can win at each of their information sets; its dual is
    the starter's plan. Where a plan never comes the strategy is the uniform one.

    Raises
    ------
    GameError
        If the solver finds no optimum.

    Notes
    -----
    (s + 2) 2^(k - 1) variables, s 2^k limits and about s k 2^(k - 1) numbers for s sights and k classes; HiGHS.
    """
    from scipy.optimize import linprog

    plans = len(duel.histories)
    cost = np.concatenate([np.zeros(plans), np.tile(np.arange(plans // 2) == 0, duel.sights)])
    flow, limits = _flow(duel, len(cost)), _limits(duel)
    bounds = [(0.0, None)] * plans + [(None, None)] * (len(cost) - plans)
    found = linprog(cost, limits, np.zeros(limits.shape[0]), flow, np.eye(1, flow.shape[0])[0], bounds, method="highs")
    if not found.success:
        raise GameError(f"duel over {duel.k} classes: the linear program was not solved: {found.message}")
    starter = -found.ineqlin.marginals.reshape(duel.sights, plans - 1)
    return Solution(float(found.fun), _strategy(duel, starter, found.x[1:plans]))


def _flow(duel: Duel, width: int) -> Any:
    """The responder's plan: column 0 is the empty sequence, column H the raise that led to history H or the call at it.

    At each of their information sets the call and the raises together weigh what led there.
    """
    entries = [(0, 0, 1.0)]
    for number, history in enumerate(np.flatnonzero(~duel.starters).tolist(), 1):
        entries.append((number, _before(history), -1.0))
        entries += [(number, after, 1.0) for after in (history, *_raises(duel, history))]
    return _sparse(entries, (1 + len(duel.histories) // 2, width))


def _limits(duel: Duel) -> Any:
    """What the starter can do at a place wins at most the value of the place: a row for each sight and history.

    Row H is the raise that leads to H, where the responder then calls or raises, or it is the call at H.
    """
    plans = len(duel.histories)
    places = plans + np.cumsum(duel.starters) - 1
    entries: list[tuple[int, int, float]] = []
    for history in range(1, plans):
        mine = bool(duel.starters[history])
        place = int(places[history if mine else _before(history)])
        leads = [] if mine else [int(places[after]) for after in _raises(duel, history)]
        paid = duel.truth[history.bit_length() - 1] * (-1 if mine else 1)
        for sight in range(duel.sights):
            row, shift = sight * (plans - 1) + history - 1, sight * plans // 2
            entries += [(row, history, paid[sight]), (row, place + shift, -1.0)]
            entries += [(row, after + shift, 1.0) for after in leads]
    return _sparse(entries, (duel.sights * (plans - 1), plans + duel.sights * plans // 2))


def _before(history: int) -> int:
    """The history without its last bid."""
    return history - (1 << history.bit_length() - 1)


def _raises(duel: Duel, history: int) -> list[int]:
    return [history | 1 << bid for bid in range(history.bit_length(), duel.k)]


def _sparse(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    rows, columns, values = zip(*entries, strict=True)
    return csr_array((values, (rows, columns)), shape=shape)


def _strategy(duel: Duel, starter: Floats, responder: Floats) -> Strategy:
    """Plans, a number for each history but the first, as probabilities at information sets."""
    return Strategy(
        _shares(duel, _by_action(duel, starter), duel.starters),
        _shares(duel, _by_action(duel, responder[None]), ~duel.starters)[0],
    )


def _by_action(duel: Duel, plans: Floats) -> Floats:
    """The raise that leads to a history belongs to the one before it, the call to itself."""
    rows = np.zeros((len(plans), len(duel.histories), duel.k + 1))
    for bid, layer in duel.layers():
        rows[:, : layer.start, bid] = plans[:, layer.start - 1 : layer.stop - 1]
    rows[:, 1:, duel.k] = plans
    return rows


def _shares(duel: Duel, weights: Floats, turn: npt.NDArray[np.bool_]) -> Floats:
    """Weights of legal actions as probabilities, uniform if all are 0; 0 if it is not the role's turn."""
    legal = duel.legal & turn[:, None]
    weights = np.where(legal, np.maximum(weights, 0.0), 0.0)
    weights = np.where(weights.sum(axis=-1, keepdims=True) > 1e-12, weights, legal)
    return np.asarray(weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300))


def cfr(duel: Duel, rounds: int) -> Strategy:
    """The average strategy of CFR+ after some rounds: another way to the equilibrium, which nears it without end.

    Notes
    -----
    O(r s k 2^k) for r rounds, s sights and k classes.
    """
    regrets = [np.zeros((duel.sights, len(duel.histories), duel.k + 1)), np.zeros((1, len(duel.histories), duel.k + 1))]
    sums = [np.zeros_like(each) for each in regrets]
    turns = [duel.starters, ~duel.starters]
    now = Strategy(_shares(duel, regrets[0], turns[0]), _shares(duel, regrets[1], turns[1])[0])
    for number in range(1, rounds + 1):
        for role in (0, 1):
            reach = starter_reach(duel, now) if role == 0 else responder_reach(duel, now)[None]
            mine = now.starter if role == 0 else now.responder[None]
            sums[role] += number * reach[:, :, None] * mine
            regrets[role] = np.maximum(regrets[role] + _regret(duel, now, role, mine), 0.0)
            new = _shares(duel, regrets[role], turns[role])
            now = Strategy(new, now.responder) if role == 0 else Strategy(now.starter, new[0])
    return Strategy(_shares(duel, sums[0], turns[0]), _shares(duel, sums[1], turns[1])[0])


def _regret(duel: Duel, now: Strategy, role: int, mine: Floats) -> Floats:
    """How much better each action would have done than the strategy, times the others' part in coming there."""
    if role == 0:
        values = starter_values(duel, now)[1] * responder_reach(duel, now)[None, :, None]
    else:
        values = responder_values(duel, now)[1][None]
    turn = duel.starters if role == 0 else ~duel.starters
    return np.asarray((values - (mine * values).sum(axis=-1, keepdims=True)) * (duel.legal & turn[:, None]))
