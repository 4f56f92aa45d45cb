"""What agents lose to best responders in the two duels that are solved."""

from functools import lru_cache

import numpy as np
import pytest

from games import registry
from games.bluff_poker.agents.opponent_model.throws_duel import Play, arrays, solve
from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from studies.bluff_poker.duel import _RolePolicy, play, strategy, throws_exploitability
from studies.bluff_poker.raises_duel import UNSEEN, classes, pooled
from studies.solving.regret import best_responses, exploitability

PLAIN = ladder()


def maker(spec):
    return lambda: registry.agent(registry.game("bluff_poker"), spec)


@lru_cache
def measured(spec, k=8):
    return strategy(maker(spec), k)


def chances(policy, form, view):
    """The probabilities of the actions at a view."""
    number = next(number for number, each in enumerate(form.infosets) if each.view == view)
    own = policy[form.nodes.first[number] : form.nodes.first[number + 1]]
    return dict(zip(form.infosets[number].actions, own.tolist(), strict=True))


@pytest.mark.parametrize("spec", ["source", "greedy-truthful-random", "random-overbid-call", "random"])
def test_policies_at_real_positions_make_a_strategy_of_the_duel(spec):
    duel, found = pooled(4), measured(spec, 4)
    assert np.add.reduceat(found, duel.form.nodes.first[:-1]) == pytest.approx(1)
    legal = {(each.seat, each.view[1]): list(each.actions) for each in duel.form.infosets}
    for seat, outcome in ((0, 211), (0, 653), (0, 666), (1, 211)):
        for history, _, row in _RolePolicy(maker(spec), duel, seat, outcome).rows():
            assert row.sum() == pytest.approx(1)
            assert row[legal[seat, history]].sum() == pytest.approx(1)


def test_who_always_calls_is_a_caller_in_the_duel_and_who_overbids_opens_with_any_roll():
    duel, found = pooled(4), measured("random-overbid-call", 4)
    for history in (1, 2, 4, 8):
        assert chances(found, duel.form, (UNSEEN, history))[duel.k] == pytest.approx(1)
    opened = [sum(MULTIPLICITY[each] for each in group) / 216 for group in classes(4)]
    for sight in range(4):
        assert list(chances(found, duel.form, (sight, 0)).values()) == pytest.approx(opened)


def test_a_truthful_starter_bids_the_class_of_its_roll():
    found = measured("greedy-truthful-random", 4)
    for sight in range(4):
        assert chances(found, pooled(4).form, (sight, 0))[sight] == pytest.approx(1)


@pytest.mark.slow
def test_no_responder_loses_more_than_the_game_but_starters_do():
    for spec in ("source", "greedy-truthful-random"):
        against_responder, against_starter = best_responses(pooled(8).form, measured(spec))
        assert against_responder == pytest.approx(1)
        assert against_starter > -0.6


@pytest.mark.slow
def test_the_learner_is_exploited_at_most_half_as_much_as_the_source_s_agent():
    form = pooled(8).form
    assert exploitability(form, measured("learner")) <= exploitability(form, measured("source")) / 2


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
