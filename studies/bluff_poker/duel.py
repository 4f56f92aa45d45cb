"""The strategies of agents in two duels of Bluff Poker that are solved exactly, and their exploitability.

The duel without throws is `studies.bluff_poker.raises_duel`, which `studies.solving` solves. An agent's strategy in it
is derived from the agent's policy in the game for two players. Each bid of a class in the duel becomes a bid of the
lowest outcome of the class in the game, so the bid is true in both or false in both. A player who believes a bid passes
the cup on without a look. The agent observes all moves, as in a game. Its policy is computed for each of the 56
outcomes:

- a bid counts as a bid of its class; a bid in the class of the last bid, which the duel does not allow, counts as a
  bid of the next class;
- a call counts as a call; after a bid of the highest class it is the only action;
- if the agent would look and throw, which the duel forbids, its bid after a look without a throw counts; if the agent
  has not seen the dice, its bids for all outcomes count, weighted by probability.

In the duel of throws (`games.bluff_poker.agents.opponent_model.throws_duel`), a player who does not call throws all
three dice. The agent's policy is computed given the last bid and the bid before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from games.bluff_poker.actions import BELIEVE, CALL, LOOK, Bid, Rolls, Starts
from games.bluff_poker.agents.opponent_model.throws_duel import Floats, Play, arrays, believed
from games.bluff_poker.agents.opponent_model.throws_duel import solve as solve_throws
from games.bluff_poker.observe import Observation, observation, seen
from games.bluff_poker.outcomes import MULTIPLICITY, Ladder
from games.bluff_poker.rules import ALL_CLOSED, ALL_DICE, BluffPoker, BluffState, Phase
from games.core.agent import Agent
from games.core.rules import Event
from studies.bluff_poker.raises_duel import UNSEEN, Duel, classes, pooled
from studies.solving.extensive_form import Policy
from studies.solving.regret import matched

STARTER, RESPONDER = 0, 1
NEVER = 1e-9  # the histories after an action with a lower probability are left out
Maker = Callable[[], Agent]


def strategy(maker: Maker, k: int) -> Policy:
    """An agent's strategy in the duel without throws over `k` classes, in both roles, as a policy of `Duel.form`.

    At histories that the agent never reaches, the strategy is uniform.

    Notes
    -----
    At most 56 2^(k - 1) positions for the starter and 2^(k - 1) for the responder, each with a new agent.
    """
    duel = pooled(k)
    weights: dict[tuple[int, int], Any] = defaultdict(lambda: np.zeros(k + 1))
    for number, group in enumerate(classes(k)):
        for outcome in group:
            for history, share, row in _RolePolicy(maker, duel, STARTER, outcome).rows():
                weights[number, history] += MULTIPLICITY[outcome] * share * row
    for history, _, row in _RolePolicy(maker, duel, RESPONDER, 211).rows():
        weights[UNSEEN, history] += row
    own = [weights[each.view][list(each.actions)] for each in duel.form.infosets]
    return np.asarray(matched(duel.form.nodes.first, np.concatenate(own)))


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
    """The probabilities of the agent's bids after it has thrown all dice; `dice` is the result."""
    view = replace(now, phase=Phase.THROW, dice=tuple(dice), thrown=ALL_DICE, knowers=(1 << now.player,) * 3)
    policy = agent.policy(view, tuple(map(Bid, view.rules.ladder.above(view.bid))))
    return {action.outcome: share for action, share in policy.items()}


def play(maker: Maker) -> Play:
    """An agent's strategy in the duel of throws; the agent sees only the last bid and the one before."""
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
    state: BluffState = rules.start().after(Starts(rules.names[seat])).after(_roll(outcome))
    return state


def _renewed(state: BluffState, outcome: int) -> BluffState:
    """The state after the bid is believed and all dice are thrown under the cup; `outcome` is the result."""
    looked = state.after(BELIEVE).after(LOOK)
    thrown: BluffState = looked.after(ALL_CLOSED).after(_roll(outcome))
    return thrown


def _roll(outcome: int) -> Rolls:
    return Rolls(tuple(map(int, str(outcome))))


def throws_exploitability(ladder: Ladder, play: Play) -> float:
    """The exploitability of a strategy in the duel of throws, defined as in `studies.solving.regret`."""
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
