from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from games.core.errors import GameError
from studies.bluff_poker.raises_duel import UNSEEN, Duel, classes, pooled
from studies.solving.regret import RegretMatching, best_responses, exploitability, value
from studies.solving.sequence_form import equilibrium


def random_duel(rng, sights, k):
    """What the starter sees tells her something of the roll, but not all."""
    joint = rng.random((sights, k))
    return Duel(tuple(map(tuple, (joint / joint.sum()).tolist())))


def pure_strategies(duel, role):
    """All of a role's plans: an action for each (sight, history) that is hers."""
    k, sights = duel.k, range(len(duel.joint)) if role == 0 else [UNSEEN]
    places = [(sight, h) for sight in sights for h in range(1 << k) if h.bit_count() % 2 == role]
    options = [[*range(h.bit_length(), k), *([k] if h else [])] for _, h in places]
    return [dict(zip(places, chosen, strict=True)) for chosen in product(*options)]


def outcome(duel, starter, responder):
    """Played out for each sight and each class of the roll, by the rules alone."""
    total = 0.0
    for sight, row in enumerate(duel.joint):
        for roll, chance in enumerate(row):
            history, bids = 0, []
            while True:
                mine = len(bids) % 2 == 0
                action = starter[sight, history] if mine else responder[UNSEEN, history]
                if action == duel.k:
                    caller_wins = roll < bids[-1]
                    total += chance * (1 if caller_wins == mine else -1)
                    break
                bids.append(action)
                history |= 1 << action
    return total


def matrix_value(duel):
    """The value of the duel as a table of all plans against all plans."""
    paid = np.array([[outcome(duel, s, r) for r in pure_strategies(duel, 1)] for s in pure_strategies(duel, 0)])
    rows = np.hstack([-paid.T, np.ones((paid.shape[1], 1))])
    cost = np.zeros(paid.shape[0] + 1)
    cost[-1] = -1
    bounds = [(0, 1)] * paid.shape[0] + [(None, None)]
    total = np.array([[1.0] * paid.shape[0] + [0.0]])
    found = linprog(cost, rows, np.zeros(paid.shape[1]), total, [1.0], bounds)
    return -found.fun


def test_pooled_classes_keep_the_ladder_and_the_true_probabilities():
    for k in range(2, 15):
        groups = classes(k)
        assert [each for group in groups for each in group] == list(ladder().outcomes)
        assert all(groups)
        chances = [sum(row) for row in pooled(k).joint]
        assert chances == [sum(MULTIPLICITY[each] for each in group) / 216 for group in groups]
        assert max(chances) <= 1 / k + 6 / 216


@pytest.mark.parametrize("k", [1, 15, 2.0, True])
def test_duels_of_too_few_or_too_many_classes_are_refused(k):
    with pytest.raises(GameError, match="classes"):
        pooled(k)


def test_probabilities_of_a_duel_must_sum_to_one():
    with pytest.raises(GameError, match="sum to 1"):
        Duel(((0.5, 0.4),))


def test_two_classes_seen_by_nobody_are_worth_the_difference_of_their_chances():
    """By hand: a bid of the high class must be called; after a bid of the low one the other must raise to it."""
    assert equilibrium(Duel(((0.3, 0.7),)).form)[0] == pytest.approx(0.4)
    assert equilibrium(Duel(((0.7, 0.3),)).form)[0] == pytest.approx(0.4)


def test_a_starter_who_half_knows_wins_what_is_worked_out_by_hand():
    """Two classes. High and low each half the time; when low, half of the time she sees that it is low.

    Sight A (chance 1/4): low. Sight B (3/4): high with 2/3. Bid high or low; high is called, low is raised and called.
    So A bids low and wins 1/4, B bids high and wins 3/4 (2/3 - 1/3) = 1/4: together 1/2.
    """
    assert equilibrium(Duel(((0.25, 0.0), (0.25, 0.5))).form)[0] == pytest.approx(0.5)


@pytest.mark.parametrize(("sights", "k"), [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3)])
def test_the_linear_program_agrees_with_the_table_of_all_plans(sights, k):
    duel = random_duel(np.random.default_rng(10 * sights + k), sights, k)
    assert equilibrium(duel.form)[0] == pytest.approx(matrix_value(duel), abs=1e-8)


@pytest.mark.parametrize(("sights", "k"), [(1, 4), (2, 5), (4, 4), (3, 6), pytest.param(5, 8, marks=pytest.mark.slow)])
def test_nobody_exploits_the_solution_and_regret_minimisation_comes_to_the_same_value(sights, k):
    form = random_duel(np.random.default_rng(sights + k), sights, k).form
    worth, policy = equilibrium(form)
    assert exploitability(form, policy) == pytest.approx(0, abs=1e-7)
    assert value(form, policy) == pytest.approx(worth, abs=1e-7)
    learner = RegretMatching(form)
    learner.run(400)
    assert exploitability(form, learner.average()) < 0.005
    assert value(form, learner.average()) == pytest.approx(worth, abs=0.01)


def test_best_responses_agree_with_trying_out_all_plans():
    duel = random_duel(np.random.default_rng(5), 2, 3)
    everyone = [pure_strategies(duel, role) for role in (0, 1)]  # equally likely, as all choices are uniform
    starters = [sum(outcome(duel, s, r) for r in everyone[1]) / len(everyone[1]) for s in everyone[0]]
    responders = [sum(outcome(duel, s, r) for s in everyone[0]) / len(everyone[0]) for r in everyone[1]]
    assert best_responses(duel.form, duel.form.uniform()) == pytest.approx((max(starters), -min(responders)))


@pytest.mark.parametrize("k", [2, 3, 8])
def test_who_bids_its_exact_roll_cannot_lose_a_duel_without_throws(k):
    """A call loses to a true bid, and a raise is above the roll, so she calls it: the duel is worth 1 to her."""
    duel = pooled(k)
    assert equilibrium(duel.form)[0] == pytest.approx(1)

    def honest(each):
        roll, history = each.view
        if roll == UNSEEN:
            return dict.fromkeys(each.actions, 1 / len(each.actions))
        return {k if history.bit_length() > roll else roll: 1.0}

    policy = duel.form.policy(honest)
    assert best_responses(duel.form, policy)[1] == pytest.approx(-1)
    assert value(duel.form, policy) == pytest.approx(1)


def test_uniform_play_is_exploited():
    form = pooled(8).form
    assert best_responses(form, form.uniform())[1] > -0.6
    assert exploitability(form, form.uniform()) > 0.2
