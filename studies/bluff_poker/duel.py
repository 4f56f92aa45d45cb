"""Exact solutions of a duel of Bluff Poker by a linear program and by CFR+, and the exploitability of agents.

Koller, Megiddo and von Stengel (1996), "Efficient computation of equilibria for extensive two-person games", Games and
Economic Behavior 14(2), 247-259, doi:10.1006/game.1996.0051; Tammelin (2014), "Solving large imperfect information
games using CFR+", arXiv:1407.5042.

The duel without throws is defined in `studies.bluff_poker.raises_duel`. An agent's strategy in this duel is derived
from the agent's policy in the game for two players. Each bid of a class in the duel becomes a bid of the lowest outcome
of the class in the game, so the bid is true in both or false in both. A player who believes a bid passes the cup on
without a look. The agent observes all moves, as in a game. Its policy is computed for each of the 56 outcomes:

- a bid counts as a bid of its class; a bid in the class of the last bid, which the duel does not allow, counts as a
  bid of the next class;
- a call counts as a call; after a bid of the highest class it is the only action;
- if the agent would look and throw, which the duel forbids, its bid after a look without a throw counts; if the agent
  has not seen the dice, its bids for all outcomes count, weighted by probability.

In the duel of throws (`games.bluff_poker.agents.opponent_model.throws_duel`), a player who does not call throws all
three dice. The agent's policy is computed given the last bid and the bid before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from games.bluff_poker.actions import BELIEVE, CALL, LOOK, Bid, Rolls, Starts
from games.bluff_poker.agents.opponent_model.throws_duel import Floats, Play, arrays, believed
from games.bluff_poker.agents.opponent_model.throws_duel import solve as solve_throws
from games.bluff_poker.observe import Observation, observation, seen
from games.bluff_poker.outcomes import MULTIPLICITY, Ladder
from games.bluff_poker.rules import ALL_CLOSED, ALL_DICE, BluffPoker, BluffState, Phase
from games.core.agent import Agent
from games.core.errors import GameError
from games.core.rules import Event
from studies.bluff_poker.raises_duel import (
    Duel,
    Strategy,
    classes,
    pooled,
    reach_of,
    responder_values,
    starter_values,
)


class Solution(NamedTuple):
    """An equilibrium: the starter's expected payoff, and the strategies of both roles."""

    value: float
    strategy: Strategy


def solve(duel: Duel) -> Solution:
    """An equilibrium, computed by a sequence-form linear program.

    A plan has a weight for each sequence of actions: the product of the player's own probabilities in it. The variables
    are the responder's plan and the values of the starter's information sets. The dual solution is the starter's plan.
    At information sets that a plan never reaches, the strategy is uniform.

    Raises
    ------
    GameError
        If the solver finds no optimum.

    Notes
    -----
    (s + 2) 2^(k - 1) variables, s 2^k inequalities and about s k 2^(k - 1) coefficients for s sights (the starter's
    possible observations) and k classes, solved by HiGHS.
    """
    from scipy.optimize import linprog

    plans = len(duel.histories)
    cost = np.concatenate([np.zeros(plans), np.tile(np.arange(plans // 2) == 0, duel.sights)])
    flow, limits = _flow(duel, len(cost)), _limits(duel)
    bounds = [(0.0, None)] * plans + [(None, None)] * (len(cost) - plans)
    result = linprog(cost, limits, np.zeros(limits.shape[0]), flow, np.eye(1, flow.shape[0])[0], bounds, method="highs")
    if not result.success:
        raise GameError(f"duel over {duel.k} classes: the linear program was not solved: {result.message}")
    starter, responder = -result.ineqlin.marginals.reshape(duel.sights, plans - 1), result.x[None, 1:plans]
    strategy = Strategy(
        _shares(duel, _by_action(duel, starter), duel.starters),
        _shares(duel, _by_action(duel, responder), ~duel.starters)[0],
    )
    return Solution(float(result.fun), strategy)


def _flow(duel: Duel, width: int) -> Any:
    """The constraints on the responder's plan: a row for the empty sequence and for each information set.

    Column 0 is the empty sequence. Column H, for the history with number H, is the call at H if it is the responder's
    turn there, otherwise the raise that leads to H. At each information set, the weights of the actions add up to that
    of the sequence leading there.
    """
    entries = [(0, 0, 1.0)]
    for number, history in enumerate(np.flatnonzero(~duel.starters).tolist(), 1):
        entries.append((number, _before(history), -1.0))
        entries += [(number, after, 1.0) for after in (history, *_raises(duel, history))]
    return _sparse(entries, (1 + len(duel.histories) // 2, width))


def _limits(duel: Duel) -> Any:
    """The constraints of a best response: the starter's payoff at an information set is at least that of each action.

    There is a row for each observation of the starter and each nonempty history H: for the call at H if it is the
    starter's turn there, otherwise for the raise that leads to H.
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
    """The history of bids without its last bid."""
    return history - (1 << history.bit_length() - 1)


def _raises(duel: Duel, history: int) -> list[int]:
    return [history | 1 << bid for bid in range(history.bit_length(), duel.k)]


def _sparse(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    rows, columns, values = zip(*entries, strict=True)
    return csr_array((values, (rows, columns)), shape=shape)


def _by_action(duel: Duel, plans: Floats) -> Floats:
    """The weights of plans (for each nonempty history), rearranged by information set and action.

    A raise is in the row of the history before it; a call is in the row of the history that ends in the called bid.
    """
    rows = np.zeros((len(plans), len(duel.histories), duel.k + 1))
    for bid, layer in duel.layers():
        rows[:, : layer.start, bid] = plans[:, layer.start - 1 : layer.stop - 1]
    rows[:, 1:, duel.k] = plans
    return rows


def _shares(duel: Duel, weights: Floats, turn: npt.NDArray[np.bool_]) -> Floats:
    """The normalised weights of legal actions; uniform if all are 0; 0 if it is not the role's turn."""
    legal = duel.legal & turn[:, None]
    weights = np.where(legal, np.maximum(weights, 0.0), 0.0)
    weights = np.where(weights.sum(axis=-1, keepdims=True) > 1e-12, weights, legal)
    return np.asarray(weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300))


def cfr(duel: Duel, rounds: int) -> Strategy:
    """The average strategy of CFR+ after this number of rounds; it converges to an equilibrium.

    Notes
    -----
    O(r s k 2^k) for r rounds, s sights (see `solve`) and k classes.
    """
    turns = duel.starters, ~duel.starters
    regrets = [np.zeros((sights, len(duel.histories), duel.k + 1)) for sights in (duel.sights, 1)]
    sums = [np.zeros_like(each) for each in regrets]
    now = [_shares(duel, each, turn) for each, turn in zip(regrets, turns, strict=True)]
    for number in range(1, rounds + 1):
        for role, turn in enumerate(turns):
            mine, strategy = now[role], Strategy(now[0], now[1][0])
            sums[role] += number * reach_of(duel, mine, turn)[:, :, None] * mine
            if role == 0:
                values = starter_values(duel, strategy)[1] * reach_of(duel, now[1], turns[1])[:, :, None]
            else:
                values = responder_values(duel, strategy)[1][None]
            gains = (values - (mine * values).sum(axis=-1, keepdims=True)) * (duel.legal & turn[:, None])
            regrets[role] = np.maximum(regrets[role] + gains, 0.0)
            now[role] = _shares(duel, regrets[role], turn)
    starter, responder = (_shares(duel, each, turn) for each, turn in zip(sums, turns, strict=True))
    return Strategy(starter, responder[0])


STARTER, RESPONDER = 0, 1
NEVER = 1e-9  # the histories after an action with a lower probability are left out
Maker = Callable[[], Agent]


def strategy(maker: Maker, k: int) -> Strategy:
    """An agent's strategy in the duel without throws over k classes, in both roles.

    At histories that the agent never reaches, the strategy is uniform.

    Notes
    -----
    At most 56 2^(k - 1) positions for the starter and 2^(k - 1) for the responder, each with a new agent.
    """
    duel = pooled(k)
    starter = np.zeros((k, len(duel.histories), k + 1))
    reach = np.zeros((k, len(duel.histories)))
    for number, group in enumerate(classes(k)):
        for outcome in group:
            weight = MULTIPLICITY[outcome]
            for history, share, row in _RolePolicy(maker, duel, STARTER, outcome).rows():
                starter[number, history] += weight * share * row
                reach[number, history] += weight * share
    responder = np.zeros((len(duel.histories), k + 1))
    for history, _, row in _RolePolicy(maker, duel, RESPONDER, 211).rows():
        responder[history] = row
    uniform = duel.legal / np.maximum(duel.legal.sum(axis=1, keepdims=True), 1)
    known = np.where(reach[:, :, None] > 0, starter / np.maximum(reach, 1e-300)[:, :, None], uniform)
    heard = np.where(responder.sum(axis=1, keepdims=True) > 0, responder, uniform)
    return Strategy(known * duel.starters[:, None], heard * ~duel.starters[:, None])


class _RolePolicy:
    """An agent's decisions in one role of the duel, at each history that the agent can reach."""

    def __init__(self, maker: Maker, duel: Duel, seat: int, outcome: int) -> None:
        self.maker, self.duel, self.seat = maker, duel, seat
        self.groups = classes(duel.k)
        self.start = _opened(BluffPoker(names=("1", "2")), 0, outcome)

    def rows(self) -> list[tuple[int, float, Floats]]:
        """The histories at which it is the agent's turn, each with the agent's own reach probability and policy."""
        rows: list[tuple[int, float, Floats]] = []
        waiting: list[tuple[int, BluffState, float]] = [(0, self.start, 1.0)]
        while waiting:
            history, state, share = waiting.pop()
            mine = (history.bit_count() % 2 == 0) == (self.seat == STARTER)
            row = self._row(history, state) if mine else np.ones(self.duel.k + 1)
            if mine:
                rows.append((history, share, row))
            for bid in range(history.bit_length(), self.duel.k):
                if share * row[bid] > NEVER:
                    waiting.append((history | 1 << bid, self._bid(state, bid), share * row[bid]))
        return rows

    def _bid(self, state: BluffState, bid: int) -> BluffState:
        """The state after the player believes the last bid (if there is one), does not look, and bids a class."""
        believed = state if state.position.bid is None else state.after(BELIEVE)
        next_state: BluffState = believed.after(Bid(self.groups[bid][0]))
        return next_state

    def _row(self, history: int, state: BluffState) -> Floats:
        """The agent's policy over the actions of the duel."""
        least = history.bit_length()
        row = np.zeros(self.duel.k + 1)
        if least == self.duel.k:
            row[least] = 1
            return row
        agent = told(self.maker, state, self.seat)
        if history:
            answer = shares(agent, state, self.seat)
            row[self.duel.k] = answer.get(CALL, 0.0)
            if row[self.duel.k] > 1 - NEVER:
                return row
            agent.observe(Event(self.seat, seen(state, BELIEVE, self.seat)))
            state = state.after(BELIEVE)
        for bid, share in self._bids(agent, state).items():
            row[max(_class_of(self.duel.k)[bid], least)] += (1 - row[self.duel.k]) * share
        return row

    def _bids(self, agent: Agent, state: BluffState) -> dict[int, float]:
        """The probabilities of the agent's bids, including bids after a look."""
        bids: dict[int, float] = {}
        for action, share in shares(agent, state, self.seat).items():
            if isinstance(action, Bid):
                bids[action.outcome] = bids.get(action.outcome, 0.0) + share
            else:
                for bid, part in bids_when_thrown(agent, state, self.seat).items():
                    bids[bid] = bids.get(bid, 0.0) + share * part
        return bids


@lru_cache
def _class_of(k: int) -> dict[int, int]:
    return {outcome: number for number, group in enumerate(classes(k)) for outcome in group}


def told(maker: Maker, state: BluffState, seat: int) -> Agent:
    """A new agent that has observed a game up to this state."""
    agent = maker()
    agent.begin(seat, state.rules, "measured")
    for before, move in state.steps():
        agent.observe(Event(move.player, seen(before, move.action, seat)))
    return agent


def shares(agent: Agent, state: BluffState, seat: int) -> Mapping[Any, float]:
    """The probabilities of the agent's actions in this seat at a state."""
    return agent.policy(observation(state, seat), state.legal_actions())


def bids_when_thrown(agent: Agent, state: BluffState, seat: int) -> dict[int, float]:
    """The probabilities of the agent's bids if the agent can no longer throw.

    If the agent does not know the dice, the probabilities are means over all outcomes.
    """
    now = observation(state, seat)
    if 0 not in now.dice:
        return bids_with(agent, now, now.dice)
    mean: dict[int, float] = {}
    for outcome, count in MULTIPLICITY.items():
        for bid, share in bids_with(agent, now, tuple(map(int, str(outcome)))).items():
            mean[bid] = mean.get(bid, 0.0) + share * count / 216
    return mean


def bids_with(agent: Agent, now: Observation, dice: Sequence[int]) -> dict[int, float]:
    """The probabilities of the agent's bids after it has thrown all dice with this result."""
    view = replace(now, phase=Phase.THROW, dice=tuple(dice), thrown=ALL_DICE, knowers=(1 << now.player,) * 3)
    policy = agent.policy(view, tuple(map(Bid, view.rules.ladder.above(view.bid))))
    return {action.outcome: share for action, share in policy.items()}


def play(maker: Maker) -> Play:
    """An agent's strategy in the duel of throws, where the agent sees only the last bid and the one before it."""
    rules = BluffPoker(names=("1", "2"))
    ladder = rules.ladder
    table = arrays(ladder)
    bids = np.zeros((len(table.rank) + 1, len(table.rank), len(table.rank)))
    calls = np.zeros(table.above.shape)
    for standing, open_ in enumerate(table.above):
        beaten = ladder.outcomes[standing - 1] if standing else None
        if not open_.any() or (standing and table.special[standing - 1]):
            continue
        for bid in np.flatnonzero(open_).tolist():
            calls[standing, bid] = _calls(maker, rules, beaten, ladder.outcomes[bid])
        for number, outcome in enumerate(ladder.outcomes):
            for bid, share in _thrown(maker, rules, beaten, outcome).items():
                bids[standing, number, ladder.outcomes.index(bid)] += share
    return Play(bids, calls)


def _calls(maker: Maker, rules: BluffPoker, beaten: int | None, bid: int) -> float:
    """The chance that seat 0 calls seat 1's bid after a throw of all dice; `beaten`: seat 0's previous bid, if any."""
    rolled = _opened(rules, 1, bid) if beaten is None else _renewed(_opened(rules, 0, beaten).after(Bid(beaten)), bid)
    state = rolled.after(Bid(bid))
    return float(shares(told(maker, state, 0), state, 0).get(CALL, 0.0))


def _thrown(maker: Maker, rules: BluffPoker, beaten: int | None, outcome: int) -> dict[int, float]:
    """The probabilities of seat 0's bids after a throw of all dice; `beaten` is the true bid of seat 1, if any."""
    if beaten is None:
        state = _opened(rules, 0, outcome)
    else:
        state = _renewed(_opened(rules, 1, beaten).after(Bid(beaten)), outcome)
    agent = told(maker, state, 0)
    return {action.outcome: share for action, share in shares(agent, state, 0).items()}


def _opened(rules: BluffPoker, seat: int, outcome: int) -> BluffState:
    """The state after the starter has rolled this outcome."""
    state: BluffState = rules.start().after(Starts(rules.names[seat])).after(_roll(outcome))
    return state


def _renewed(state: BluffState, outcome: int) -> BluffState:
    """The state after the bid is believed and all dice are thrown under the cup, with this outcome."""
    looked = state.after(BELIEVE).after(LOOK)
    thrown: BluffState = looked.after(ALL_CLOSED).after(_roll(outcome))
    return thrown


def _roll(outcome: int) -> Rolls:
    return Rolls(tuple(map(int, str(outcome))))


def throws_exploitability(ladder: Ladder, play: Play) -> float:
    """The exploitability of a strategy in the duel of throws, defined as in `raises_duel.exploitability`."""
    table, solved = arrays(ladder), solve_throws(ladder)
    count = len(table.rank)
    moves, waits = np.zeros(count + 1), np.zeros(count + 1)  # the responder's value if they, or the other player, throw
    truth = np.where(table.reaches, 1.0, -1.0)
    for standing in range(count, -1, -1):
        if standing and table.special[standing - 1]:
            continue
        open_ = table.above[standing]
        call = play.calls[standing]
        offered = call * truth - (1 - call) * believed(table, -waits)
        moves[standing] = table.chance @ np.where(open_, offered, -np.inf).max(axis=1)
        joint = table.chance[:, None] * play.bids[standing]
        answers = np.maximum(-(joint * truth).sum(axis=0), joint.sum(axis=0) * believed(table, moves))
        waits[standing] = answers[open_].sum()
    return float((moves[0] - solved.value[0] + waits[0] + solved.value[0]) / 2)
