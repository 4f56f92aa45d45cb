"""Bluff Poker's learner asks for the facts that it decides by, and decides as it did by arrays alone."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from games import registry
from games.bluff_poker.actions import BELIEVE, CALL, LOOK, Bid, Throw
from games.bluff_poker.agents.opponent_model.agent import Learner
from games.bluff_poker.agents.opponent_model.habits import BIDDING, CALLING, ROLLING, tables
from games.bluff_poker.agents.opponent_model.mind_model import OwnDegrees
from games.bluff_poker.observe import observation
from games.bluff_poker.rules import BluffPoker, Phase
from games.playing.match import Lineup, Match, Setup, Turn, turns

RECORDED = json.loads((Path(__file__).parent / "data" / "bluff_poker_learner_decisions.json").read_text())
"""Games of the learner while it decided by its arrays without a query, and took the first of nearly equal choices:
each game's moves as a digest."""


def moves_of(specs: list[str], games: int) -> list[list[str]]:
    """The moves of games in a row, between agents that remember the games before."""
    game = registry.game("bluff_poker")
    agents = [registry.agent(game, spec) for spec in specs]
    rules, found = registry.rules(game, {"limit": 3}, ("ann", "bob", "cat")[: len(specs)]), []
    for number in range(games):
        for seat, agent in enumerate(agents):
            agent.begin(seat, rules, f"{number}/{seat}")
        rng, last = Random(number), rules.start()
        for turn in turns(game, rules, agents, lambda state, rng=rng: state.sample(rng)):
            last = turn.after
        for agent in agents:
            agent.end(last.returns())
        found.append(last.serialize())
    return found


@pytest.mark.parametrize("games", [2, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("recorded", RECORDED, ids=lambda each: " ".join(each["agents"]))
def test_decisions_are_those_of_the_learner_without_queries(recorded: dict[str, object], games: int) -> None:
    digests = recorded["games"].split()[:games]
    for number, moves in enumerate(moves_of(recorded["agents"], games)):
        assert hashlib.sha256("\n".join(moves).encode()).hexdigest()[:8] == digests[number], f"game {number}"


def played() -> list[Turn]:
    setup = Setup("bluff_poker", Lineup(("learner", "source", "learner"), ("ann", "bob", "cat")), {"limit": 2}, seed=4)
    match = Match(setup, 0, queries=True)
    return [turn for turn in match.turns(0) if turn.player >= 0 and isinstance(match.agents[turn.player], Learner)]


def asked(turn: Turn) -> dict[str, set[str]]:
    """Agent whose degree it is, or nobody -> the formulas that were asked."""
    found: dict[str, set[str]] = {}
    for query in turn.queries:
        found.setdefault(query.agent, set()).add(query.formula)
    return found


def test_each_decision_shows_the_facts_that_it_rests_on() -> None:
    seen = set()
    for turn in played():
        names, me = turn.before.rules.names, turn.before.rules.names[turn.player]
        position, after = turn.before.position, turn.before.rules.names[turn.before.next_player]
        formulas = asked(turn)
        if turn.action in (CALL, BELIEVE):
            assert "bluff" in formulas[me]
        elif isinstance(turn.action, Throw) and position.phase is Phase.THROW:
            assert {f"Kv_{after} die{die}" for die in (1, 2, 3)} <= formulas[""]
        elif isinstance(turn.action, Bid):
            habits = {f"answers({name})={habit}" for name in names if name != me for habit in CALLING}
            assert habits <= formulas[me]
        elif turn.action == LOOK:
            assert sum(formula.startswith("outcome=") for formula in formulas[me]) == 56
        seen.add(type(turn.action))
    assert {Bid, Throw} <= seen


def test_habits_are_asked_for_all_players_who_are_in() -> None:
    turn = next(turn for turn in played() if isinstance(turn.action, Bid))
    me = turn.before.rules.names[turn.player]
    habits = {"bids": BIDDING, "throws": ROLLING, "answers": CALLING}
    for name in set(turn.before.rules.names) - {me}:
        assert {f"{asks}({name})={each}" for asks, some in habits.items() for each in some} <= asked(turn)[me]


@pytest.mark.parametrize(
    "options", [{}, pytest.param({"golden_triangle": True, "equal_pokers": True}, marks=pytest.mark.slow)]
)
def test_degrees_are_the_sums_of_the_weights_by_the_engine_s_worlds(options: dict[str, bool]) -> None:
    rules = BluffPoker(names=("1", "2"), **options)
    made, rng = tables(rules.ladder, 2), np.random.default_rng(5)
    for bid in rules.ladder.outcomes[1::7]:
        state = rules.deserialize(["starts 1", "rolls 6 4 3", f"bid {bid}"])
        weight = rng.dirichlet(np.ones(216))
        own = OwnDegrees(observation(state, 1), rules.ladder, weight)
        place = rules.ladder.outcomes.index(bid)
        assert own.degree("bluff") == float(weight[~made.arrays.reaches[made.outcome, place]].sum())
        assert (own.of_outcomes() == np.bincount(made.outcome, weight, 56)).all()
        assert own.expected(np.arange(216.0)) == float(np.arange(216.0) @ weight)
