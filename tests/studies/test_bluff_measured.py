"""What agents lose to best responders in the two duels that are solved."""

from functools import lru_cache

import numpy as np
import pytest

from games import registry
from games.bluff_poker.agents.opponent_model.throws_duel import Play, arrays, solve
from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from studies.bluff_poker.duel import play, strategy, throws_exploitability
from studies.bluff_poker.raises_duel import (
    best_against_responder,
    best_against_starter,
    classes,
    exploitability,
    pooled,
)

PLAIN = ladder()


def maker(spec):
    return lambda: registry.agent(registry.game("bluff_poker"), spec)


@lru_cache
def measured(spec, k=8):
    return strategy(maker(spec), k)


@pytest.mark.parametrize("spec", ["source", "greedy-truthful-random", "random-overbid-call", "random"])
def test_policies_at_real_positions_make_a_strategy_of_the_duel(spec):
    duel, found = pooled(4), measured(spec, 4)
    mine, hers = duel.starters, ~duel.starters
    assert found.starter.sum(axis=2)[:, mine] == pytest.approx(1)
    assert found.responder.sum(axis=1)[hers] == pytest.approx(1)
    assert not found.starter[:, hers].any()
    assert not found.responder[mine].any()
    assert not found.responder[~duel.legal].any()
    assert not found.starter[:, ~duel.legal].any()


def test_who_always_calls_is_a_caller_in_the_duel_and_who_overbids_opens_with_any_roll():
    duel, found = pooled(4), measured("random-overbid-call", 4)
    assert found.responder[[1, 2, 4, 8], duel.k] == pytest.approx(1)
    opened = [sum(MULTIPLICITY[each] for each in group) / 216 for group in classes(4)]
    for sight in range(4):
        assert found.starter[sight, 0, :4] == pytest.approx(opened)


def test_a_truthful_starter_bids_the_class_of_its_roll():
    found = measured("greedy-truthful-random", 4)
    assert found.starter[:, 0, :4] == pytest.approx(np.eye(4))


@pytest.mark.slow
def test_no_responder_loses_more_than_the_game_but_starters_do():
    duel = pooled(8)
    for spec in ("source", "greedy-truthful-random"):
        assert best_against_responder(duel, measured(spec)) == pytest.approx(1)
        assert best_against_starter(duel, measured(spec)) > -0.6


@pytest.mark.slow
def test_the_learner_is_exploited_at_most_half_as_much_as_the_source_s_agent():
    duel = pooled(8)
    assert exploitability(duel, measured("learner")) <= exploitability(duel, measured("source")) / 2


def test_the_duel_of_throws_is_solved():
    solved = solve(PLAIN)
    assert throws_exploitability(PLAIN, solved.play) == pytest.approx(0, abs=1e-9)
    assert 0.25 < solved.value[0] < 0.3


@pytest.mark.parametrize(
    ("golden", "equal"), [*(pytest.param(*each, marks=pytest.mark.slow) for each in ((1, 0), (0, 1))), (True, True)]
)
def test_the_duel_of_throws_is_solved_with_every_ranking(golden, equal):
    ranking = ladder(golden, equal)
    assert throws_exploitability(ranking, solve(ranking).play) == pytest.approx(0, abs=1e-9)


def test_at_the_last_bids_the_duel_of_throws_is_worth_what_is_worked_out_by_hand():
    """Above 665 there are pokers only: 6 of 216 rolls. The bidder is called, for believing a poker is worth less."""
    table, solved = arrays(PLAIN), solve(PLAIN)
    last = PLAIN.outcomes.index(665)
    assert solved.value[last + 1] == pytest.approx(6 / 216 - 210 / 216)
    assert (solved.play.calls[last + 1][table.special] == pytest.approx(1)) or solved.value[last + 1] < -0.9


def test_a_caller_and_a_liar_are_exploited_in_the_duel_of_throws():
    table, solved = arrays(PLAIN), solve(PLAIN)
    always = Play(solved.play.bids, np.ones_like(solved.play.calls))
    assert throws_exploitability(PLAIN, always) > 0.1
    top = np.zeros_like(solved.play.bids)
    top[:, :, -1] = table.above[:, None, -1]
    assert throws_exploitability(PLAIN, Play(top, solved.play.calls)) > 0.4


def test_play_is_read_off_an_agent_s_policy():
    found, table = play(maker("greedy-truthful-random")), arrays(PLAIN)
    special = np.concatenate([[False], table.special])
    open_ = table.above & ~special[:, None]
    assert found.calls[open_][:-1].min() == pytest.approx(0.2)
    assert np.diagonal(found.bids[0]) == pytest.approx(1)
    rows = found.bids.sum(axis=2)[~special & table.above.any(axis=1)]
    assert rows == pytest.approx(1)
